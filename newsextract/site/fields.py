"""Where on a page that stands which is known of its article from elsewhere.

What links called the page and what it declares for machines are free labels: the row that carries such a
value shows the place of the field, and pages built alike have it at the same place, declared or not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from posixpath import basename
from urllib.parse import urlsplit

from newsextract.metadata.declared import Declared
from newsextract.page import Page
from newsextract.site.places import Places, row_places, written
from newsextract.text.measure import fold_space

LONGEST_TITLE = 300
LONGEST_LINE = 120
"""Characters of a row that can be a headline, and of one that can be a byline, a date, a section or a tag."""

LEAD_START = 30
"""Characters by which the description that a page gives in its head is found in it; sites cut it off."""

FEWEST_TAGS = 2
"""Declared keywords that stand at a place which is that of the tags; a single one stands anywhere."""

_NUMBER = re.compile(r"\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DESCRIPTIONS = ("og:description", "description", "twitter:description")
_IMAGES = ("og:image", "twitter:image")


def field_places(
    page: Page, places: Places, titles: Sequence[str], says: Declared
) -> tuple[tuple[str, str], ...]:
    """Name of the field and place, each pair once, for all fields whose value stands on the page. Where a
    place has several rows, as in the body or a list, it is none of a field but the tags."""
    at = row_places(page, places)
    lines = [(place, fold_space(text).casefold()) for place, text in zip(at, page.row_texts, strict=True)]
    rows = Counter(at)
    single = [(place, line) for place, line in lines if rows[place] == 1]
    found = [
        *_titles(single, titles),
        *_short_rows(single, says),
        *_tags(lines, says.tags),
        *_lead(single, page),
        *_image(page, places),
    ]
    return tuple(dict.fromkeys((name, written(places.paths[place])) for name, place in found if place))


Lines = list[tuple[int, str]]
Hit = tuple[str, int]


def _titles(lines: Lines, titles: Sequence[str]) -> Iterator[Hit]:
    wanted = {fold_space(title).casefold() for title in titles} - {""}
    return (("title", place) for place, line in lines if len(line) <= LONGEST_TITLE and line in wanted)


def _short_rows(lines: Lines, says: Declared) -> Iterator[Hit]:
    authors = [author.casefold() for author in says.authors]
    section = says.section.casefold()
    day = _day(says.date_published)
    for place, line in lines:
        if len(line) > LONGEST_LINE:
            continue
        if any(author in line for author in authors):
            yield "authors", place
        if section and line == section:
            yield "section", place
        if _YEAR.search(line) and _shows(line, day):
            yield "date", place


def _day(date: str) -> tuple[int, int] | None:
    """Year and day of the month of an ISO date."""
    parts = date[:10].split("-")
    return (int(parts[0]), int(parts[2])) if len(parts) == 3 and all(map(str.isdecimal, parts)) else None


def _shows(line: str, day: tuple[int, int] | None) -> bool:
    """Whether a line with a year in it shows this day; on a page that declares none, whether it is a date at
    all: a line with a day, perhaps a time, and not much else."""
    numbers = [int(number) for number in _NUMBER.findall(line) if len(number) <= 4]
    if day is not None:
        return day[0] in numbers and day[1] in numbers
    return len(numbers) >= 3 and len(line) <= LONGEST_LINE // 2


def _tags(lines: Lines, tags: Sequence[str]) -> Iterator[Hit]:
    wanted = {tag.casefold() for tag in tags}
    hits = [place for place, line in lines if len(line) <= LONGEST_LINE and line.strip(",; ") in wanted]
    return (("tags", place) for place in dict.fromkeys(hits) if hits.count(place) >= FEWEST_TAGS)


def _lead(lines: Lines, page: Page) -> Iterator[Hit]:
    values = dict(reversed(page.meta))  # of several with one name the first counts
    for name in _DESCRIPTIONS:
        start = fold_space(values.get(name, "")).casefold()[:LEAD_START]
        if len(start) == LEAD_START:
            return (("lead", place) for place, line in lines if line.startswith(start))
    return iter(())


def _image(page: Page, places: Places) -> Iterator[Hit]:
    """The place around the picture that the page gives as its own; by the name of the file, as it comes in
    several sizes from several servers."""
    values = dict(reversed(page.meta))
    names = {_file_name(values.get(name, "")) for name in _IMAGES} - {""}
    if not names:
        return
    parents = page.walk.parents
    for number in page.numbers_of("img"):
        if _file_name(page.walk.elements[number].get("src") or "") in names:
            around = number
            while around >= 0 and not places.of_element[around]:
                around = parents[around]
            yield "image", places.of_element[around] if around >= 0 else 0


def _file_name(address: str) -> str:
    try:
        return basename(urlsplit(address.strip()).path)
    except ValueError:
        return ""

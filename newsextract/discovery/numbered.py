"""Addresses that differ in a page number alone: ``/story.html`` and ``/story_2.html``, ``/list?page=3``.

Each such address is read as what all of its pages share, and a number. An address may be read in more than
one way: ``/apollo-11`` can be page 11 of ``/apollo`` or the first page of a story on Apollo 11.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from newsextract.addresses import site_name

LONGEST_ADDRESS = 2_000
"""Characters above which an address is not read."""

MOST_DIGITS = 3
"""Digits of a number; longer numbers are ids and years."""

MOST_PARAMETERS = 8
"""Parts of a query above which an address is not read: that of a search or a script."""

QUERY, STEP, SUFFIX, HYPHEN, OFFSET = "query", "step", "suffix", "hyphen", "offset"
"""Where the number stands: ``?page=2``; ``/story/2``; ``/story_2.html``; ``/story-2``, which may also be the
name of another story; ``?start=20``, a place in a list."""

_PAGE_PARAMETERS = frozenset(
    "page p pg pn paged pagenum pagenumber page_num page_no page_number pageno pageindex page_index "
    "currentpage cur_page curpage seite pagina strona stranica strana str sida side pagen_1".split()
)
_OFFSET_PARAMETERS = frozenset("start offset limitstart from begin skip first".split())
_PAGE_WORDS = frozenset("page pages p pg pagina pag seite strona str strana sida side sivu stranica".split())
_LIST_FILES = frozenset("index list default home main liste lista liebiao node".split())
_SEPARATORS = "_-,.;/"
_ENDING = re.compile(r"\.[a-z]{2,5}\Z", re.IGNORECASE)
_DATE_STEP = re.compile(r"/(?:\d\d?|(?:19|20)\d\d)\Z")
_LAST_WORD = re.compile(r"(?<![a-z])[a-z]{1,9}\Z")


class Numbered(NamedTuple):
    """One way to read an address."""

    series: str
    """What all pages of the series share."""
    number: int
    """The page's number; 1 where the address has none."""
    form: str
    """Where the number stands; empty where there is none. ``query`` also for a path that says page."""


def bare(url: str) -> Numbered:
    """The address as the first page of its own series."""
    site, path, query = _split(url)
    return Numbered(_series(site, path, query), 1, "")


def is_home(reading: Numbered) -> bool:
    """Whether the series is that of the site's home page."""
    return "/" not in reading.series and reading.series.endswith("?")


def readings(url: str) -> Iterator[Numbered]:
    """Every way to read an address as a numbered page."""
    if len(url) > LONGEST_ADDRESS:
        return
    site, path, query = _split(url)
    parameters = query.split("&") if query else []
    if len(parameters) > MOST_PARAMETERS:
        return
    for place, parameter in enumerate(parameters):
        name, _, value = parameter.lower().partition("=")
        form = QUERY if name in _PAGE_PARAMETERS else OFFSET if name in _OFFSET_PARAMETERS else ""
        if form and value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS:
            rest = "&".join(parameters[:place] + parameters[place + 1 :])
            yield Numbered(_series(site, path, rest), int(value), form)
    in_path = _read_path(path)
    if in_path is not None:
        shared, number, form = in_path
        yield Numbered(_series(site, shared, query), number, form)


def _read_path(path: str) -> tuple[str, int, str] | None:
    """The path without its number, the number, and where it stands."""
    path = path.rstrip("/")
    found = _ENDING.search(path)
    ending = found.group() if found else ""
    stem = path.removesuffix(ending)
    before = stem.rstrip("0123456789")
    digits = stem[len(before) :]
    if not digits or len(digits) > MOST_DIGITS:
        return None
    shared = before.rstrip(_SEPARATORS)
    word = _LAST_WORD.search(shared.lower())
    if word and word.group() in _PAGE_WORDS and word.start() > 0:
        first = shared[: word.start()]
        # /news/page2.html goes on from /news/, and /news-page2.html from /news.html
        return first.rstrip(_SEPARATORS) + ("" if first.endswith("/") else ending), int(digits), QUERY
    between = before[len(shared) :]
    if not between or (between == "/" and _DATE_STEP.search(shared)):
        return None  # the end of a name, or a day of a calendar
    return shared + ending, int(digits), STEP if "/" in between else HYPHEN if "-" in between else SUFFIX


def _split(url: str) -> tuple[str, str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", "", ""
    return site_name(url), parts.path, parts.query


def _series(site: str, path: str, query: str) -> str:
    """Without the directory file and the last slash: ``/news/`` goes on at ``/news/index_2.html``."""
    path = path.rstrip("/")
    before, _, last = path.rpartition("/")
    stem, _, ending = last.partition(".")
    if ending and stem.lower() in _LIST_FILES:
        path = before
    return f"{site}{path}?{query}"

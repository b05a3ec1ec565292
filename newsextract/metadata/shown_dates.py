"""The dates that a reader sees on the page, and the best of them.

Each date is judged by its place: near the headline, in an element or behind a word that says what it is, and
outside of comments, lists of other stories and the line of copyright. Without enough in its favour none is
taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from newsextract.metadata.dates import iso_date
from newsextract.metadata.day_order import DayOrder, day_order
from newsextract.metadata.relative_dates import LONGEST_TEXT, relative_day
from newsextract.metadata.surroundings import Surroundings
from newsextract.metadata.written_dates import written_dates
from newsextract.page import Page

LONGEST_ROW = 300
"""Characters of a row that is read to its end; of longer ones the beginning, where press releases have
theirs."""

BEGINNING = 90

LONGEST_LINE = 120
"""Characters of a row from which it is a sentence, which tells of other days as well."""

MOST_DATES = 400
"""Dates of a page that are judged, the first ones; an archive of years has more."""

_MAY_BE_DATE = re.compile(r"(?:19|20)\d\d|\d\. ?\d{1,2}\. ?\d\d|[12１２][9９0０]\d\d")
_IN_NUMBERS = re.compile(r"\d[/-]\d{1,2}[/-]\d{4}")
_PUBLISHED_NAMES = frozenset(
    "date published publish publication pubdate datepublished posted postdate posttime dateline timestamp "
    "time datetime datum byline meta metadata fecha created info pubtime riqi shijian author".split()
)
_MODIFIED_NAMES = frozenset("modified datemodified lastmod lastupdated aktualisiert modify".split())
_PUBLISHED = re.compile(
    r"publi|ver[öo]ffentlich|posted|erschienen|erstellt|written|created|vom\b|am\b|opublikowan|dodan|опубликован|"
    r"опубліков|δημοσι|fecha|data|datum|date\b|发布|发表|時間|时间|日期|掲載|公開|입력|geplaatst|publicer|yayın|release",
    re.IGNORECASE,
)
_MODIFIED = re.compile(
    r"updat|aktuali|modifi|changed|ge[äa]ndert|bearbeitet|stand:?\b|mis à jour|aggiornat|actuali|"
    r"atualiz|обновл|"
    r"оновл|ενημερ|更新|修正|수정|güncel|bijgewerkt|uppdat|oppdat|opdat|revised|reviewed|edited",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"©|\(c\)|copyright|all rights reserved|retrieved|accessed|abgerufen", re.IGNORECASE)
_ENDS_DATELINE = re.compile(r"\)? ?[-–—|:]")
LABEL_LENGTH = 30
"""Characters before a date that can speak of it."""


# What speaks for a date (or, below zero, against it), found by trying on 700 labelled pages of news, blogs
# and institutions.
CLOSE, NEAR = 3.0, 1.5
CLOSE_ABOVE, CLOSE_BELOW, NEAR_ROWS = 3, 6, 15
NAMED, LABELLED, IS_TIME, ALONE, FIRST = 2.0, 2.0, 1.0, 1.0, 2.0
AMONG_OTHERS, IN_CROWD, IN_TEXT, IN_LINK = -4.0, -1.5, -2.0, -1.5
PER_ROW = -0.03
"""Of two that are alike the nearer one."""
CROWD = 4
"""Dates in elements with the same path, from which they are entries of a list."""

ENOUGH = 2.2
CLEAR = 3.5
"""What a date needs to stand against a declared one."""


@dataclass(frozen=True, slots=True)
class ShownDate:
    """A date on the page and what was made of it."""

    date: str
    raw: str
    is_modified: bool
    score: float


class _Seen(NamedTuple):
    date: str
    raw: str
    row: int
    element: int
    label: str
    """What stands before it in its row; when it stands first, what follows."""
    length: int
    """Characters of the row."""
    is_time: bool = False
    """In an attribute for machines."""
    is_first: bool = False
    """At the beginning of its row, as in the first line of a press release."""


def shown_dates(
    page: Page, around: Surroundings, language: str, fetched: datetime | None = None
) -> list[ShownDate]:
    """The dates of the page that have enough in their favour, the best first. Days like "yesterday" are read
    only when it is known when the page was fetched."""
    rows = rows_with_dates(around)
    order = _order_of(rows.values(), page, language)
    seen = [*_in_time_elements(page, around), *islice(_in_rows(around, rows, order), MOST_DATES)]
    if fetched is not None:
        seen.extend(_relative(around, fetched))
    crowds = _crowds(seen, page, around)
    judged = [_judged(date, around, number in crowds) for number, date in enumerate(seen)]
    linked = page.walk.links
    judged = [
        replace(date, score=date.score + IN_LINK) if linked[of.element] >= 0 else date
        for date, of in zip(judged, seen, strict=True)
    ]
    return sorted((date for date in judged if date.score >= ENOUGH), key=lambda date: -date.score)


def page_order(page: Page, around: Surroundings, language: str, more: Iterable[str] = ()) -> DayOrder:
    """How the page writes days in numbers, as its rows and further texts show."""
    return _order_of([*rows_with_dates(around).values(), *more], page, language)


def _order_of(texts: Collection[str], page: Page, language: str) -> DayOrder:
    if not any(map(_IN_NUMBERS.search, texts)):
        return DayOrder.UNKNOWN
    days = {date.date[:10] for text in texts for date in written_dates(text)}
    return day_order(language, page.url, texts, days)


def rows_with_dates(around: Surroundings) -> dict[int, str]:
    """By row: the beginning of those that may hold a date."""
    rows = (
        (row, text[: LONGEST_ROW if len(text) <= LONGEST_ROW else BEGINNING])
        for row, text in enumerate(around.rows)
    )
    return {row: text for row, text in rows if _MAY_BE_DATE.search(text)}


def _crowds(seen: Sequence[_Seen], page: Page, around: Surroundings) -> set[int]:
    """The dates, by number, that are entries of a list: many with one path. The one of them that stands
    nearest to the headline may be the story's own."""
    alike: dict[int, list[int]] = {}
    for number, date in enumerate(seen):
        alike.setdefault(page.walk.path_ids[date.element], []).append(number)
    crowds = (numbers for numbers in alike.values() if len(numbers) >= CROWD)
    return {
        number
        for numbers in crowds
        for place, number in enumerate(
            sorted(numbers, key=lambda number: abs(around.distance(seen[number].row)))
        )
        if place or abs(around.distance(seen[number].row)) > CLOSE_BELOW
    }


def _in_time_elements(page: Page, around: Surroundings) -> Iterator[_Seen]:
    walk = page.walk
    for number in page.numbers_of("time")[:MOST_DATES]:
        raw = walk.elements[number].get("datetime") or ""
        date = iso_date(raw)
        if date and walk.texts:
            row = around.row_of(number)
            text = around.rows[row]
            shown = page.text_of(number)
            label = text.partition(shown)[0][-LABEL_LENGTH:] if shown else ""
            yield _Seen(date, raw, row, number, label, len(text), is_time=True)


def _in_rows(around: Surroundings, rows: Mapping[int, str], order: DayOrder) -> Iterator[_Seen]:
    for row, text in rows.items():
        for date in written_dates(text, order):
            before, after = text[: date.start].strip(" ("), text[date.end :]
            is_first = not before or (len(before) <= LABEL_LENGTH and _ENDS_DATELINE.match(after) is not None)
            label = before[-LABEL_LENGTH:] or after[:LABEL_LENGTH].partition(". ")[0]
            element, length = around.element_at(row, date.raw), len(around.rows[row])
            yield _Seen(date.date, date.raw, row, element, label, length, is_first=is_first)


def _relative(around: Surroundings, fetched: datetime) -> Iterator[_Seen]:
    for row, text in enumerate(around.rows):
        if len(text) <= LONGEST_TEXT and (day := relative_day(text, fetched)):
            yield _Seen(day, text, row, next(around.elements(row)), "", len(text))


def _judged(seen: _Seen, around: Surroundings, is_entry: bool) -> ShownDate:
    names = around.words(seen.element)
    score = _by_distance(around.distance(seen.row))
    is_modified = _last(_MODIFIED, seen.label) >= 0 or not _MODIFIED_NAMES.isdisjoint(names)
    is_line = seen.length <= LONGEST_LINE
    published, modified = _last(_PUBLISHED, seen.label), _last(_MODIFIED, seen.label)
    if is_line and (published >= 0 or modified >= 0):
        score += LABELLED
    if published > modified:
        is_modified = False
    if not _PUBLISHED_NAMES.isdisjoint(names):
        score += NAMED
    score += IS_TIME * seen.is_time + ALONE * (seen.length <= 2 * len(seen.raw))
    if not is_line:
        score += IN_TEXT + FIRST * seen.is_first
    if around.is_other_row(seen.row) or _COPYRIGHT.search(seen.label):
        score += AMONG_OTHERS
    if is_entry:
        score += IN_CROWD
    return ShownDate(seen.date, seen.raw, is_modified, score)


def _by_distance(rows: int) -> float:
    if -CLOSE_ABOVE <= rows <= CLOSE_BELOW:
        return CLOSE + PER_ROW * abs(rows)
    return NEAR + PER_ROW * abs(rows) if abs(rows) <= NEAR_ROWS else 0.0


def _last(form: re.Pattern[str], text: str) -> int:
    return max((found.start() for found in form.finditer(text)), default=-1)

"""Bylines that a reader sees: near the headline, in elements called so, behind "By", and 记者 in the text."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from newsextract.metadata.people import BY, looks_like_a_person, people, without_label
from newsextract.metadata.surroundings import Surroundings
from newsextract.page import Page

LONGEST_ROW = 160
"""Characters of a row that can be a byline, with date, roles and the time it takes to read."""

LONGEST_NAME_ROW = 60
"""Of one that holds no more than a name."""

ROWS_ABOVE, ROWS_BELOW = 8, 12
"""Around the headline. Where nothing is found there, elements that are called so count anywhere."""

_AUTHOR_NAMES = frozenset(
    "author authors byline autor autoren autorin auteur auteurs autore autori verfasser forfatter yazar "
    "writer contributor reporter journalist bylines authored".split()
)
_AUTHOR_ADDRESS = re.compile(
    r"/(?:authors?|autor(?:en|es|in)?|auteurs?|autori?|by|profiles?|people|staff|journalists?|contributors?|"
    r"writers?|reporters?|yazarlar|avtor|team)/",
    re.IGNORECASE,
)
_START = re.compile(rf"(?:^|[|•·⋅,–—\d] ?|\d{{4}} ){BY}(?: ?[:：] ?| )(?=\S)", re.IGNORECASE)
_TITLE = re.compile(
    r"(?:autor|author|auteur|автор|作者)[^\W\d_]{0,5}(?:/autor)?(?: ?[:：] ?| )", re.IGNORECASE
)
_END = re.compile(r"\d| [|•·⋅] |\b(?:updated|published|posted|last|aktualisiert|min read)\b", re.IGNORECASE)
_CHINESE_NAMES = r"((?:[\u4e00-\u9fff]{2,4}[、 ,，]){0,5}[\u4e00-\u9fff]{2,4})(?=[\s)）】\]]|$)"
"""Names that end before a bracket or a space: nothing else tells a name from the word behind it."""
_CHINESE = tuple(
    re.compile(label + _CHINESE_NAMES)
    for label in ("记者(?:[:：]| ?)", "作者[:：] ?", "(?:责任编辑|责编|编辑)[:：] ?")
)
"""Who wrote comes before who edited."""
_CHINESE_WORDS = ("记者", "作者", "编")
_CHINESE_GAPS = re.compile("[、 ,，]")
_NOT_WRITTEN = re.compile(r"review|check|photo|illustrat|credit|foto|image", re.IGNORECASE)
_CALLED_SO = re.compile("uthor|yline|utor|uteur|erfasser")
"""Class names that may be of an author, in any case of their first letter."""

MOST_ELEMENTS = 500
"""Elements that are called author and are looked at; pages with many comments have some hundreds."""


class Byline(NamedTuple):
    """Names on the page, and the row that they were read from."""

    names: tuple[str, ...]
    raw: str


def shown_byline(page: Page, around: Surroundings) -> Byline | None:
    """The best byline of the page; None without one."""
    rows = range(len(around.rows))
    near = [row for row in rows if -ROWS_ABOVE <= around.distance(row) <= ROWS_BELOW]
    near.sort(key=lambda row: (abs(around.distance(row)), row))
    for row in near:
        for find in (_labelled, _linked, _named):
            if byline := find(page, around, row):
                return byline
    for row in _rows_called_so(page, around):
        if len(around.rows[row]) <= LONGEST_NAME_ROW and (byline := _named(page, around, row)):
            return byline
    for row in rows:
        if len(around.rows[row]) <= LONGEST_NAME_ROW and (byline := _titled(around, row)):
            return byline
    return _chinese(around)


def _rows_called_so(page: Page, around: Surroundings) -> list[int]:
    """The rows, in page order, where an element begins that may be called author or byline."""
    if not page.walk.texts:
        return []
    names = ((number, element.get("class")) for number, element in enumerate(page.walk.elements))
    called = (number for number, name in names if name and _CALLED_SO.search(name))
    return sorted({around.row_of(number) for number in islice(called, MOST_ELEMENTS)})


def _labelled(page: Page, around: Surroundings, row: int) -> Byline | None:
    """ "By Ann Lee | 1 December 2011"."""
    text = around.spaced(row) if len(around.rows[row]) <= LONGEST_ROW else ""
    label = _START.search(text)
    if label is None or _NOT_WRITTEN.search(text) or around.is_other_row(row):
        return None
    return _byline(_cut(text[label.end() :]), text)


def _titled(around: Surroundings, row: int) -> Byline | None:
    """ "Autor: Ann Lee" in a list of the page's particulars, wherever that is."""
    text = around.rows[row]
    label = _TITLE.match(text)
    return _byline(text[label.end() :], text) if label and not around.is_other_row(row) else None


def _linked(page: Page, around: Surroundings, row: int) -> Byline | None:
    """Links to pages of authors."""
    if len(around.rows[row]) > LONGEST_ROW:
        return None
    walk = page.walk
    names = []
    for element in around.elements(row):
        link = walk.links[element]
        if link >= 0:
            attributes = walk.elements[link].attrib
            if attributes.get("rel") == "author" or _AUTHOR_ADDRESS.search(attributes.get("href") or ""):
                names.append(page.text_of(link))
    found = tuple(name for name in people(names) if looks_like_a_person(name))
    return Byline(found, around.rows[row]) if found and not around.is_other_row(row) else None


def _named(page: Page, around: Surroundings, row: int) -> Byline | None:
    """Elements called author or byline that hold little but a name."""
    text = around.rows[row]
    if len(text) > LONGEST_ROW:
        return None
    for element in around.elements(row):
        if _AUTHOR_NAMES.isdisjoint(around.words(element)) or around.is_other_row(row):
            continue
        own = around.spaced(row) if len(text) <= LONGEST_NAME_ROW else page.text_of(element)
        if len(own) <= LONGEST_ROW and (byline := _byline(_cut(without_label(own)), text)):
            return byline
    return None


def _byline(text: str, raw: str) -> Byline | None:
    names = people((text,))
    found = tuple(name for name in names if looks_like_a_person(name))
    if found and not _is_shouted(found[0]):
        found = tuple(name for name in found if not _is_shouted(name))  # "Ann Lee, BBC NEWS"
    # the first must be one: "By accident, Ann Lee ..." is no byline
    return Byline(found, raw) if found and found[0] == names[0] else None


def _is_shouted(name: str) -> bool:
    return any(len(word) > 2 and word.isupper() for word in name.split())


def _cut(text: str) -> str:
    end = _END.search(text)
    return text[: end.start()] if end else text


def _chinese(around: Surroundings) -> Byline | None:
    rows = [text for text in around.rows if any(word in text for word in _CHINESE_WORDS)]
    for form in _CHINESE:
        for text in rows:
            for found in form.finditer(text):
                names = tuple(
                    name for name in people(_CHINESE_GAPS.split(found[1])) if looks_like_a_person(name)
                )
                if names:
                    return Byline(names, found.group())
    return None

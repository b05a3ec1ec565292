"""What one page has to say of the pages that are built like it.

Its own evidence says which rows are content; a testimony puts that in terms which other pages share: the
place of each row, how much speaks for it, how long it is, and a fingerprint of its text. Everything that is
learned of a site is learned from testimonies; the pages themselves are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from newsextract.methods.extraction import Extraction
from newsextract.page import Page
from newsextract.site.places import Places, page_places, row_places, written
from newsextract.site.structure import page_structure

MOST_ROWS = 2_000
"""Rows of a page that testify, the first ones: `fusion` judges more, but no news page has them."""

SURE = 95
"""How much speaks for and against a row, in hundredths, where a method only says yes or no."""

SHORT_ROW = 80
"""Characters of a row up to which numbers do not count: dates, counts of comments, times of day."""

LONGEST_REMEMBERED = 160
"""Characters of a row whose fingerprint is remembered for the next page: 8,192 of them take some 2 MB."""

_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Testimony:
    """One page. The tuples that start with ``row_`` run over its rows, in page order."""

    url: str
    structure: tuple[int, ...]
    """See ``clustering``."""
    places: tuple[str, ...]
    """The places of the page's rows, written out."""
    row_places: tuple[int, ...]
    """Place of each row, by its position in ``places``."""
    row_evidence: tuple[int, ...]
    """How much speaks for each row being content, from -100 to 100."""
    row_lengths: tuple[int, ...]
    """Characters without white space."""
    row_linked: tuple[int, ...]
    """Those of them in links."""
    row_texts: tuple[int, ...]
    """Fingerprint of the text of each row; 0 for a row without letters."""
    confidence: float | None = None
    """How sure the page's own evidence was of itself; None where it cannot tell."""
    fields: tuple[tuple[str, str], ...] = ()
    """Places that carry what is known of the article, by name of the field; see ``fields``."""
    links: tuple[tuple[int, int], ...] = ()
    """Rows that are a link, and the fingerprint of the address that it leads to."""


def testify(
    page: Page,
    extraction: Extraction,
    *,
    fields: tuple[tuple[str, str], ...] = (),  # noqa: PT028  no test, for all its name
    links: tuple[tuple[int, int], ...] = (),  # noqa: PT028
    places: Places | None = None,  # noqa: PT028
) -> Testimony:
    """The testimony of a page, with what a method made of it as its own evidence."""
    places = places or page_places(page)
    at = row_places(page, places)[:MOST_ROWS]
    numbers = {place: number for number, place in enumerate(dict.fromkeys(at))}
    sums, linked = page.length_sums, page.linked_length_sums
    spans = page.row_spans[:MOST_ROWS]
    return Testimony(
        url=page.url,
        structure=page_structure(page),
        places=tuple(written(places.paths[place]) for place in numbers),
        row_places=tuple(numbers[place] for place in at),
        row_evidence=tuple(row_evidence(page, extraction)[:MOST_ROWS]),
        row_lengths=tuple(sums[end] - sums[start] for start, end in spans),
        row_linked=tuple(linked[end] - linked[start] for start, end in spans),
        row_texts=tuple(map(text_mark, page.row_texts[:MOST_ROWS])),
        confidence=extraction.confidence,
        fields=fields,
        links=links,
    )


def row_evidence(page: Page, extraction: Extraction) -> list[int]:
    """How much a method finds for each row, in hundredths."""
    spans = page.row_spans
    if extraction.are_chances:
        values = extraction.values
        return [round(200 * values[start]) - 100 for start, _ in spans]
    kept = set(extraction.nodes)
    return [SURE if not kept.isdisjoint(range(start, end)) else -SURE for start, end in spans]


def text_mark(text: str) -> int:
    """Fingerprint of a row's text, whatever its spaces; of a short one also whatever its numbers. 0 for a row
    without letters."""
    return _remembered_mark(text) if len(text) <= LONGEST_REMEMBERED else _text_mark(text)


@lru_cache(maxsize=8192)  # most short rows of a page stand on all pages of its site
def _remembered_mark(text: str) -> int:
    return _text_mark(text)


def _text_mark(text: str) -> int:
    bare = "".join(text.split())
    if len(bare) <= SHORT_ROW:
        bare = _NUMBERS.sub("", bare)
    return mark(bare) if bare else 0


def mark(text: str) -> int:
    """A number of 64 bits, never 0, that is the same in every run."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big") or 1


def content_marks(testimony: Testimony) -> frozenset[int]:
    """Fingerprints of the rows that the page's own evidence takes for content."""
    return frozenset(
        text
        for text, evidence in zip(testimony.row_texts, testimony.row_evidence, strict=True)
        if text and evidence > 0
    )


def stories(testimonies: Sequence[Testimony]) -> list[int]:
    """For each testimony the number of its story: pages that share more than half of the smaller one's
    content tell the same one, under two addresses or fetched twice. Of several such the first counts."""
    contents = [content_marks(testimony) for testimony in testimonies]
    numbers: list[int] = []
    for place, content in enumerate(contents):
        same = next(
            (numbers[earlier] for earlier in range(place) if _is_same(content, contents[earlier])),
            place,
        )
        numbers.append(same)
    return numbers


def _is_same(left: frozenset[int], right: frozenset[int]) -> bool:
    smaller = min(len(left), len(right))
    return smaller > 0 and 2 * len(left & right) > smaller

"""The rows of a page, measured: what ``features`` compares. A row is a line as a browser shows it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from struct import pack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsextract.page import Page

BETWEEN = "\0"
"""The one character that no parsed page holds."""

MOST_ROWS = 20_000
"""Rows that are judged of one page: their evidence takes 1 kB each. The longest of 3,551 pages has 2,738."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Column = NDArray[Any]
"""A number for each row, or for each element."""


class Rows(NamedTuple):
    """Figures by row, and running sums over text nodes for figures by element."""

    starts: Ints
    ends: Ints
    """Text nodes of each row: the first, and one past the last."""
    texts: list[str]
    """Without white space at the ends."""
    lowered: list[str]
    """The texts in lower case."""
    joined: str
    """... laid end to end with ``BETWEEN`` in between, for searching all of them at once."""
    places: list[int]
    """Where in ``joined`` each begins, and where one more would."""
    sizes: Ints
    """How many characters of ``joined`` each has."""
    owners: Ints
    """By text node: the element that it hangs from."""
    length: Ints
    """Characters other than white space."""
    linked: Ints
    """Those of them that lie in links."""
    marks: Ints
    words: Ints
    digits: Ints
    capitals: Ints
    ideographs: Ints
    length_sums: Ints
    linked_sums: Ints
    mark_sums: Ints

    @property
    def plain(self) -> Ints:
        """Characters outside of links."""
        return self.length - self.linked


def measured_rows(page: Page) -> Rows:
    """Measure the rows of a page that has any, the first ``MOST_ROWS`` of them."""
    walk = page.walk
    row_of, owners = numbers(walk.rows), numbers(walk.owners)
    edges = np.concatenate(((0,), (row_of[1:] != row_of[:-1]).nonzero()[0] + 1, (len(row_of),)))
    edges = edges[: MOST_ROWS + 1]
    starts, ends = edges[:-1], edges[1:]
    in_link = numbers(walk.links)[owners] >= 0
    nodes = page.measures
    node_sums = np.zeros((len(nodes) + 1, len(row_of) + 1), dtype=np.int64)
    np.cumsum((*nodes, nodes.lengths * in_link), axis=1, out=node_sums[:, 1:])
    by_row = np.diff(node_sums[:, edges])
    texts = [text.strip() for text in page.row_texts[: len(starts)]]
    joined = BETWEEN.join(texts).lower()
    lowered = joined.split(BETWEEN)
    sizes = numbers(list(map(len, lowered)))
    length, marks, words, digits, capitals, ideographs, linked = by_row
    return Rows(
        starts=starts,
        ends=ends,
        texts=texts,
        lowered=lowered,
        joined=joined,
        places=sums(sizes + len(BETWEEN)).tolist(),
        sizes=sizes,
        owners=owners,
        length=length,
        linked=linked,
        marks=marks,
        words=words,
        digits=digits,
        capitals=capitals,
        ideographs=ideographs,
        length_sums=node_sums[0],
        linked_sums=node_sums[-1],
        mark_sums=node_sums[1],
    )


def rows_with(word: str, rows: Rows) -> Iterator[int]:
    """The rows that hold a word in lower case, once each."""
    return texts_with(word, rows.joined, rows.places)


def texts_with(word: str, joined: str, places: Sequence[int]) -> Iterator[int]:
    """Which of several texts, laid end to end, hold a word: once each. ``places`` are where each begins, and
    where one more would."""
    place = joined.find(word)
    while place >= 0:
        row = bisect_right(places, place) - 1
        yield row
        place = joined.find(word, places[row + 1])


def numbers(values: Sequence[int]) -> Ints:
    """Whole numbers as an array that is not to be changed; takes half of the time of ``np.array``."""
    return np.frombuffer(pack(f"{len(values)}q", *values), dtype=np.int64)


def table(*columns: Column | list[bool] | list[int]) -> Floats:
    """Columns as the lines of a matrix."""
    return np.array(columns, dtype=np.float32)


def sums(values: Column) -> Ints:
    """Running sum from 0."""
    running = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=running[1:])
    return running

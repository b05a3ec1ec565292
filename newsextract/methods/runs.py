"""An article is one run of rows in one part of the page: mends a choice that was made row by row."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from newsextract.page import Page
from newsextract.page.furniture import furniture
from newsextract.page.page import running_sum

PART_SHARE = 0.75
"""Share of the chosen text that the part has to hold. What lies outside, comments or teasers mostly, goes.
With 0.6 whole halves of articles go as well."""

LONGEST_GAP = 8
"""Rows between two chosen ones that are taken in: subheadings, quotations and lists. With PART_SHARE, F1 of
`cedst-nc` with names rises by .003 on `daniel`, .004 on `fundus`, .003 on `dragnet`, .049 on `wcxb`; on
`chaos` it falls by .001."""

MOST_LINKED = 0.5
"""Share of a row's characters in links from which it is no part of an article."""


def one_run(page: Page, rows: Sequence[int]) -> list[int]:
    """The chosen rows (ascending) that lie in one part of the page, with what lies between them."""
    return without_gaps(page, in_one_part(page, rows))


def in_one_part(page: Page, rows: Sequence[int]) -> list[int]:
    """The rows inside of the smallest element that holds most of their text."""
    first_nodes = [page.row_spans[row][0] for row in rows]
    sums = running_sum(_length(page, row) for row in rows)
    walk, start, end = page.walk, 0, len(rows)
    for first, last in zip(walk.first_text, walk.end_text, strict=True):
        if last > first:
            inside = bisect_left(first_nodes, first), bisect_left(first_nodes, last)
            # an element comes after those that hold it, and no two apart from each other hold most
            if sums[inside[1]] - sums[inside[0]] >= PART_SHARE * sums[-1]:
                start, end = inside
    return list(rows[start:end])


def without_gaps(page: Page, rows: Sequence[int]) -> list[int]:
    """The rows, and those in short gaps between them that are neither links nor furniture."""
    outside = furniture(page)
    filled: list[int] = []
    for row in rows:
        gap = range(filled[-1] + 1, row) if filled else range(0)
        if len(gap) <= LONGEST_GAP:
            filled += [
                other for other in gap if not outside[page.row_spans[other][0]] and _is_text(page, other)
            ]
        filled.append(row)
    return filled


def _length(page: Page, row: int) -> int:
    start, end = page.row_spans[row]
    return page.length_sums[end] - page.length_sums[start]


def _is_text(page: Page, row: int) -> bool:
    start, end = page.row_spans[row]
    linked = page.linked_length_sums[end] - page.linked_length_sums[start]
    return linked < MOST_LINKED * _length(page, row)

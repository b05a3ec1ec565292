"""CETR: content extraction by tag ratios (Weninger et al. 2010), a baseline of all five papers.

Each line has the ratio of its text to its tags. The smoothed ratio and the smoothed slope of the ratio make a
point; k-means with three centres, one held at the origin, parts the lines, and those at the origin
are not content. Lines are the rows a browser would show, so that minified pages are read like others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from newsextract.methods.extraction import Context, Extraction, nodes_of_rows, spread_over_nodes
from newsextract.methods.smoothing import smooth
from newsextract.methods.thresholds import mean
from newsextract.page import Page

RADIUS = 1
SLOPE_LINES = 3
"""Lines ahead whose mean ratio is compared with the line's own (alpha in the paper)."""

MAX_ROUNDS = 40
"""Rounds of k-means; 974 real pages needed 31 at most."""

Point = tuple[float, float]


def row_tags(page: Page) -> list[int]:
    """Tags around each row: those opened since the row before, and those closed before the next."""
    walk = page.walk
    opened = [0] * (len(walk.texts) + 1)
    closed = [0] * (len(walk.texts) + 1)
    for first, end in zip(walk.first_text, walk.end_text, strict=True):
        opened[first] += 1
        closed[end] += 1
    return [sum(opened[start:end]) + sum(closed[start + 1 : end + 1]) for start, end in page.row_spans]


def tag_ratios(page: Page) -> list[float]:
    """Characters of each row over its tags."""
    sums = page.length_sums
    lengths = [sums[end] - sums[start] for start, end in page.row_spans]
    return [length / max(1, tags) for length, tags in zip(lengths, row_tags(page), strict=True)]


def slopes(values: Sequence[float]) -> list[float]:
    """How far the mean of the next lines lies from each line's value, without sign, smoothed."""
    ahead = [
        mean(values[position + 1 : position + 1 + SLOPE_LINES]) - value if position + 1 < len(values) else 0.0
        for position, value in enumerate(values)
    ]
    return [abs(slope) for slope in smooth(ahead, RADIUS)]


def content_points(points: Sequence[Point]) -> list[bool]:
    """Which points lie nearer to one of two moving centres than to the origin.

    The centres start at the point furthest from the origin and halfway to it: no chance is involved.
    """
    far = max(points, key=lambda point: math.hypot(*point))
    centres: list[Point] = [(0.0, 0.0), (far[0] / 2, far[1] / 2), far]
    assigned: list[int] = []
    for _ in range(MAX_ROUNDS):
        before = assigned
        assigned = [
            min(range(3), key=lambda c: (x - centres[c][0]) ** 2 + (y - centres[c][1]) ** 2)
            for x, y in points
        ]
        if assigned == before:
            break
        for centre in (1, 2):
            members = [point for point, own in zip(points, assigned, strict=True) if own == centre]
            if members:
                centres[centre] = (mean([x for x, _ in members]), mean([y for _, y in members]))
    return [own != 0 for own in assigned]


def cetr(page: Page, context: Context) -> Extraction:
    """The rows whose tag ratio, or the change of it, stands out."""
    ratios = smooth(tag_ratios(page), RADIUS)
    if not any(ratios):
        return Extraction((), spread_over_nodes(page, ratios))
    chosen = content_points(list(zip(ratios, slopes(ratios), strict=True)))
    rows = [row for row, keep in enumerate(chosen) if keep]
    return Extraction(nodes_of_rows(page, rows), spread_over_nodes(page, ratios))

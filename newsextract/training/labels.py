"""Which rows of a labelled page are its article: the gold text laid over the rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from newsextract.bench.score import SHINGLE_TOKENS, fold, shingle_list, tokens

NEAR_ROWS = 3
"""Of a text that stands twice, the one with more of the article within so many rows is meant."""

MOSTLY = 0.5
"""Share of a row from which it is taken for gold."""

SHORTEST_SEGMENT = 15
"""Characters of a row that is told by being part of a segment; shorter ones are in many."""

Floats = NDArray[np.float32]
_Span = tuple[int, int] | None


def body_labels(rows: Sequence[str], body: str, title: str = "") -> tuple[Floats, Floats]:
    """For each row the share of it that is gold, and its number of tokens."""
    gold = tokens(body)
    places: dict[tuple[str, ...], int] = {}
    for place, shingle in enumerate(shingle_list(gold)):
        places.setdefault(shingle, place)
    cut = [tokens(row) for row in rows]
    labels = np.zeros(len(rows), dtype=np.float32)
    spans: list[_Span] = [None] * len(rows)
    for number, row in enumerate(cut):
        if len(row) >= SHINGLE_TOKENS:
            found = [places[shingle] for shingle in shingle_list(row) if shingle in places]
            labels[number] = len(found) / (len(row) - SHINGLE_TOKENS + 1)
            if labels[number] > MOSTLY:
                spans[number] = min(found), max(found) + SHINGLE_TOKENS
    _drop_repeats(cut, labels, spans)
    _add_short(cut, labels, spans, gold)
    sizes = np.array([len(row) for row in cut], dtype=np.float32)
    first = next((number for number, label in enumerate(labels) if label > MOSTLY), None)
    if first is not None and cut[first] == tokens(title):
        sizes[first] = 0  # the scoring leaves a first line with the title out
    return labels, sizes


def segment_labels(
    rows: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]
) -> tuple[Floats, Floats]:
    """For each row whether it holds or is part of a wanted segment, and its tokens; none for rows that no
    segment speaks of."""
    labels = np.zeros(len(rows), dtype=np.float32)
    sizes = np.zeros(len(rows), dtype=np.float32)
    good, bad = [fold(segment) for segment in wanted], [fold(segment) for segment in unwanted]
    for number, row in enumerate(map(fold, rows)):
        is_good = _touches(row, good)
        if is_good or _touches(row, bad):
            labels[number] = is_good
            sizes[number] = len(tokens(row))
    return labels, sizes


def _touches(row: str, segments: Sequence[str]) -> bool:
    return any(segment in row or (len(row) > SHORTEST_SEGMENT and row in segment) for segment in segments)


def _drop_repeats(cut: Sequence[list[str]], labels: Floats, spans: list[_Span]) -> None:
    same: dict[tuple[str, ...], list[int]] = {}
    for number, row in enumerate(cut):
        if labels[number] > MOSTLY:
            same.setdefault(tuple(row), []).append(number)
    for numbers in same.values():
        if len(numbers) > 1:
            near = [labels[max(0, n - NEAR_ROWS) : n + NEAR_ROWS + 1].sum() for n in numbers]
            for number, value in zip(numbers, near, strict=True):
                if value < max(near):
                    labels[number], spans[number] = 0, None


def _add_short(cut: Sequence[list[str]], labels: Floats, spans: Sequence[_Span], gold: list[str]) -> None:
    """Rows too short for a shingle belong where the gold has their words next to those of a neighbour."""
    last = -1
    for number, row in enumerate(cut):
        span = spans[number]
        if span is not None:
            last = span[1]
        elif 0 < len(row) < SHINGLE_TOKENS and last >= 0 and gold[last : last + len(row)] == row:
            labels[number] = 1
            last += len(row)
    first = -1
    for number in range(len(cut) - 1, -1, -1):
        row, span = cut[number], spans[number]
        if span is not None:
            first = span[0]
        elif 0 < len(row) < SHINGLE_TOKENS and first >= len(row) and gold[first - len(row) : first] == row:
            labels[number] = 1
            first -= len(row)

"""What the pages of a class say of its places, each page with one voice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from newsextract.site.noise import noise_key
from newsextract.site.testimony import Testimony

LONGEST_COUNTED = 400
"""Characters of a row that count: one long row is one voice."""

SMALLEST_BODY = 200
"""Characters below which a page's body is no measure for the rest of it."""

TWIN_ROW = 40
"""Characters from which a row that stands twice on a page is a copy, and not chance."""


class PageEvidence(NamedTuple):
    """What one page says, by place."""

    shares: dict[str, float]
    """What speaks for a place less what speaks against it, in parts of the page's body, -1 to 1."""
    means: dict[str, float]
    """Mean evidence of the rows of a place, -1 to 1."""
    refused: dict[str, float]
    """What speaks against rows that are noise, in the same parts. It makes no place worse, but shows that one
    is to be left out whole."""


def page_evidence(testimony: Testimony, noise: Collection[int] = ()) -> PageEvidence:
    """Sum up a page's evidence. Noise has no voice of its own, and a copy speaks against its place."""
    weights: defaultdict[str, float] = defaultdict(float)
    sums: defaultdict[str, float] = defaultdict(float)
    refused: defaultdict[str, float] = defaultdict(float)
    copies = copied_rows(testimony)
    rows = zip(
        testimony.row_places, testimony.row_evidence, testimony.row_lengths, testimony.row_texts, strict=True
    )
    for row, (number, value, length, text) in enumerate(rows):
        place = testimony.places[number]
        weight = min(LONGEST_COUNTED, length) + 1
        if noise and noise_key(place, text) in noise:
            refused[place] += weight * min(0, value) / 100
            continue
        weights[place] += weight
        sums[place] += weight * (-abs(value) if row in copies else value) / 100
    body = max(SMALLEST_BODY, sum(value for value in sums.values() if value > 0))
    return PageEvidence(
        {place: max(-1.0, min(1.0, value / body)) for place, value in sums.items()},
        {place: value / weights[place] for place, value in sums.items()},
        {place: max(-1.0, value / body) for place, value in refused.items()},
    )


def copied_rows(testimony: Testimony) -> frozenset[int]:
    """Rows whose text stands on the page a second time, at a place that is the stronger one: print versions,
    texts for other screens."""
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for row, (text, length) in enumerate(zip(testimony.row_texts, testimony.row_lengths, strict=True)):
        if text and length >= TWIN_ROW:
            rows[text].append(row)
    twins = [group for group in rows.values() if len(group) > 1]
    at = testimony.row_places
    strength: Counter[int] = Counter()
    for row in (row for group in twins for row in group):
        strength[at[row]] += testimony.row_evidence[row] * min(LONGEST_COUNTED, testimony.row_lengths[row])
    best = {group[0]: max(group, key=lambda row: (strength[at[row]], -row)) for group in twins}
    return frozenset(row for group in twins for row in group if at[row] != at[best[group[0]]])


def mean_evidence(pages: Sequence[PageEvidence]) -> dict[str, tuple[float, int]]:
    """By place the mean over the pages that have it, and how many these are."""
    sums: defaultdict[str, float] = defaultdict(float)
    counts: Counter[str] = Counter()
    for page in pages:
        for place, mean in page.means.items():
            sums[place] += mean
            counts[place] += 1
    return {place: (sums[place] / counts[place], counts[place]) for place in sums}

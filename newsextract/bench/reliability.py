"""Whether a confidence keeps its word: of pages with confidence 0.8, eight in ten should be good ones.

A page is good when its F1 is above 0.9, which is what a method's confidence is the probability of. Pages are
put into ten equal bins by their confidence; the expected calibration error is the mean distance, over pages,
between a bin's mean confidence and its share of good pages: 0 is perfect. Pages without a confidence (an
error, or a page without a text) are counted and otherwise left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from newsextract.bench.score import mean

BINS = 10
GOOD_ABOVE = 0.9

JudgedPage = tuple[float | None, float]
"""A page's confidence, 0 to 1 or None, and its F1."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The pages of one tenth of confidence. Without pages, there is no mean and no share."""

    pages: int
    mean_confidence: float | None
    good: float | None
    """Share of the pages that are good."""

    @property
    def distance(self) -> float:
        """How far the confidence is from what came true; 0 without pages."""
        if self.mean_confidence is None or self.good is None:
            return 0.0
        return abs(self.mean_confidence - self.good)


@dataclass(frozen=True, slots=True)
class Reliability:
    """How one contestant's confidence compares with how good its pages are, bins from low to high."""

    bins: tuple[Bin, ...]
    without_confidence: int
    """Pages left out, as they have none."""

    @property
    def pages(self) -> int:
        """Pages that have a confidence."""
        return sum(one.pages for one in self.bins)

    @property
    def calibration_error(self) -> float:
        """The expected calibration error."""
        return sum(one.pages * one.distance for one in self.bins) / self.pages


def reliability(pages: Iterable[JudgedPage]) -> Reliability | None:
    """Bin the pages by confidence; None when not one of them has any."""
    contents: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    without = 0
    for confidence, f1 in pages:
        if confidence is None:
            without += 1
        else:
            contents[bin_number(confidence)].append((confidence, f1))
    return Reliability(tuple(map(_bin, contents)), without) if any(contents) else None


def bin_number(confidence: float) -> int:
    """The bin of a confidence: each starts with its lower bound, and the last one also holds 1."""
    return min(int(confidence * BINS), BINS - 1)


def bin_bounds(number: int) -> tuple[float, float]:
    """From where to where a bin reaches."""
    return number / BINS, (number + 1) / BINS


def _bin(pages: Sequence[tuple[float, float]]) -> Bin:
    if not pages:
        return Bin(0, None, None)
    return Bin(
        pages=len(pages),
        mean_confidence=mean([confidence for confidence, _ in pages]),
        good=mean([f1 > GOOD_ABOVE for _, f1 in pages]),
    )

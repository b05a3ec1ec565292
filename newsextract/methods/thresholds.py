"""Where to cut a row of values in two: Otsu's criterion, and the statistics around it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean; 0 for no values."""
    return sum(values) / len(values) if values else 0.0


def variance(values: Sequence[float]) -> float:
    """Mean squared distance from the mean; 0 for no values."""
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / len(values) if values else 0.0


def standard_deviation(values: Sequence[float]) -> float:
    """Root of the variance."""
    return math.sqrt(variance(values))


def otsu(values: Sequence[float], thresholds: Iterable[float]) -> float:
    """Otsu: the threshold that best parts ``values`` into those at or above it and those below.

    The objective is w0 (u0 - u)^2 + w1 (u1 - u)^2. Of equal thresholds the first one wins. A threshold that
    leaves one side empty has objective 0, so one of the given thresholds is always returned.
    """
    ordered = sorted(values)
    sums = list(accumulate(ordered, initial=0.0))
    count = len(ordered)
    overall = sums[-1] / count if count else 0.0
    best, best_objective = 0.0, -1.0
    for threshold in thresholds:
        below = bisect_left(ordered, threshold)
        objective = 0.0
        if 0 < below < count:
            low = sums[below] / below
            high = (sums[-1] - sums[below]) / (count - below)
            objective = (below * (low - overall) ** 2 + (count - below) * (high - overall) ** 2) / count
        if objective > best_objective:
            best, best_objective = threshold, objective
    return best

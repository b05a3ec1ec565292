"""Gaussian smoothing over neighbours, as CETR, CEPR, CEPF and CEDST use it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence


def gaussian_kernel(radius: int) -> list[float]:
    """Weights ``exp(-i^2 / (2 r^2))`` for i from -r to r, scaled to the sum 1; ``[1.0]`` for radius 0."""
    if radius == 0:
        return [1.0]
    weights = [math.exp(-(i * i) / (2 * radius * radius)) for i in range(-radius, radius + 1)]
    total = sum(weights)
    return [weight / total for weight in weights]


def smooth(
    values: Sequence[float], radius: int, weight: Callable[[int, int], float] | None = None
) -> list[float]:
    """Each value replaced by the weighted mean of its neighbours up to ``radius`` away.

    ``weight(i, j)``, which must be symmetric, scales what two neighbours tell each other. Beyond both ends
    stands nothing: the weights there are not given to others, so that the edges fade (the papers leave the
    edges as they are or say nothing).
    """
    kernel = gaussian_kernel(radius)
    count = len(values)
    smoothed = [kernel[radius] * value for value in values]
    for offset in range(1, radius + 1):
        share = kernel[radius + offset]
        for i in range(count - offset):
            j = i + offset
            near = share if weight is None else share * weight(i, j)
            smoothed[i] += near * values[j]
            smoothed[j] += near * values[i]
    return smoothed

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from newsextract.methods.thresholds import mean, otsu, standard_deviation, variance


@pytest.mark.parametrize(
    ("values", "middle", "spread"),
    [
        ([], 0, 0),
        ([7], 7, 0),
        # squared distances from 5: 9 1 1 1 0 0 4 16 = 32, over 8
        ([2, 4, 4, 4, 5, 5, 7, 9], 5, 4),
        # distances from 0.5: 0.25 and 0.25, over 2: the whole population, no n - 1
        ([0, 1], 0.5, 0.25),
    ],
)
def test_mean_and_variance(values: list[float], middle: float, spread: float) -> None:
    assert mean(values) == middle
    assert variance(values) == spread
    assert standard_deviation(values) == pytest.approx(spread**0.5)


@pytest.mark.parametrize(
    ("values", "thresholds", "best"),
    [
        ([0, 0, 10, 10], [0, 5, 10], 5),  # 5 and 10 part alike: the first wins
        ([0, 0, 10, 10], [10, 5, 0], 10),  # at the threshold is above it: 10 parts the tens from the zeros
        # u = 6. {1}|{2 3 18}: 25/4 + 3/4 * (5/3)^2 = 8.3; {1 2}|{3 18}: 4.5^2 = 20.25;
        # {1 2 3}|{18}: 3/4 * 16 + 1/4 * 144 = 48
        ([1, 2, 3, 18], [2, 3, 4], 4),
        ([3, 18, 1, 2], [2, 3, 4], 4),
        ([5, 5, 5], [1, 5, 6], 1),  # nothing to part: all objectives are 0, the first stands
        ([4, 6], [7, 8], 7),
        ([], [0.5, 1], 0.5),
        ([1, 2], [], 0),
    ],
)
def test_otsu(values: list[float], thresholds: list[float], best: float) -> None:
    assert otsu(values, thresholds) == best


def objective(values: list[int], threshold: Fraction) -> Fraction:
    """w0 (u0 - u)^2 + w1 (u1 - u)^2, exactly, from the two lists themselves."""
    total = Fraction(0)
    overall = Fraction(sum(values), len(values))
    for side in ([v for v in values if v < threshold], [v for v in values if v >= threshold]):
        if side:
            share, middle = Fraction(len(side), len(values)), Fraction(sum(side), len(side))
            total += share * (middle - overall) ** 2
    return total


@pytest.mark.parametrize("seed", range(20))
def test_otsu_finds_what_trying_all_finds(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # cases, no secrets
    values = [chance.randint(0, 40) ** chance.choice([1, 2]) for _ in range(chance.randint(2, 30))]
    thresholds = [Fraction(step, 2) for step in range(0, 2 * max(values) + 4)]
    chosen = otsu(values, [float(threshold) for threshold in thresholds])
    # steps of a half are exact as floats
    assert objective(values, Fraction(chosen)) == max(objective(values, t) for t in thresholds)

"""Which rows are kept, and how sure that is."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest
from numpy.typing import NDArray

from newsextract.methods.fusion.verdict import (
    CONFIDENCE_FIGURES,
    Verdict,
    confidence,
    confidence_figures,
    decide,
    expected_f1,
)


def floats(*values: float) -> NDArray[np.float32]:
    return np.array(values, dtype=np.float32)


def log_odds(chance: float) -> float:
    return log(chance / (1 - chance))


def words(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


@pytest.mark.parametrize(
    ("chances", "counts", "kept"),
    [
        ([0.9], [10], [True]),
        ([0.9, 0.4, 0.6], [10, 90, 1], [True, False, True]),
        ([0.9, 0.1, 0.2], [1, 1, 1], [True, False, False]),
        # none is likely: what lets expect the most. 2 * 8 / (20 + 10) > 2 * 10 / (120 + 10)
        ([0.4, 0.02], [20, 100], [True, False]),
        ([0.02, 0.4], [100, 20], [False, True]),
        # 2 * 9 / (30 + 9) > 2 * 6 / (20 + 9): doubtful alike, so both
        ([0.3, 0.3], [20, 10], [True, True]),
        ([0.1], [5], [True]),
        # rows without a word count as one
        ([0.3, 0.25], [0, 0], [True, True]),
    ],
)
def test_kept_rows(chances: list[float], counts: list[int], kept: list[bool]) -> None:
    verdict = decide(floats(*map(log_odds, chances)), words(*counts))
    assert verdict.kept.tolist() == kept
    assert verdict.chances.tolist() == pytest.approx(chances, abs=1e-6)


def test_even_odds_are_not_enough_beside_a_likely_row() -> None:
    assert decide(floats(0, 1), words(5, 5)).kept.tolist() == [False, True]


@pytest.mark.parametrize("far", [50.0, 1_000.0, 1e30])
def test_log_odds_of_any_size_are_no_error(far: float) -> None:
    verdict = decide(floats(far, -far), words(5, 5))
    assert verdict.kept.tolist() == [True, False]
    assert verdict.chances.tolist() == pytest.approx([1, 0])


@pytest.mark.parametrize(
    ("kept", "chances", "weights", "expected"),
    [
        ([True], [1.0], [7], 1.0),
        ([True], [0.5], [7], 2 * 3.5 / (7 + 3.5)),
        ([True, False], [1.0, 1.0], [10, 10], 2 * 10 / (10 + 20)),
        ([True, True], [1.0, 0.0], [10, 30], 2 * 10 / (40 + 10)),
        ([False, False], [0.5, 0.5], [1, 1], 0.0),
        ([False], [0.0], [1], 0.0),
    ],
)
def test_expected_f1(kept: list[bool], chances: list[float], weights: list[int], expected: float) -> None:
    assert expected_f1(np.array(kept), floats(*chances), words(*weights)) == pytest.approx(expected)


def test_a_verdict_expects_what_its_choice_lets_expect() -> None:
    verdict = decide(floats(log_odds(0.8), log_odds(0.25)), words(10, 4))
    assert verdict.expected == pytest.approx(2 * 8 / (10 + 8 + 1))


def test_figures_worked_by_hand() -> None:
    # near: kept, or a chance above 0.1; doubtful: below 0.9 and above 0.1
    verdict = Verdict(np.array([True, True, True, False, False]), floats(0.95, 0.6, 0.85, 0.3, 0.05), 0.5)
    figures = dict(
        zip(CONFIDENCE_FIGURES, confidence_figures(verdict, words(30, 10, 5, 0, 500)).tolist(), strict=True)
    )
    assert figures == pytest.approx(
        {
            "expected F1": 0.5,
            "expected F1 squared": 0.25,
            "doubtful share": (10 + 5 + 1) / (30 + 10 + 5 + 1),
            "kept words": log(1 + 45),
            "margin": (30 * 0.9 + 10 * 0.2 + 5 * 0.7 + 1 * 0.4) / 46,
            "rows kept": log(1 + 3),
        },
        rel=1e-5,
    )


@pytest.mark.parametrize(
    ("figures", "calibration", "expected"),
    [
        ([0, 0], [0, 0, 0], 0.5),
        ([0, 0], [5, 5, 2], 1 / (1 + exp(-2))),
        ([1, 2], [3, -1, 0.5], 1 / (1 + exp(-1.5))),
        ([1, 2], [-3, 1, -0.5], 1 / (1 + exp(1.5))),
        ([1, 1], [500, 500, 0], 1.0),
        ([1, 1], [-500, -500, 0], 0.0),
    ],
)
def test_confidence(figures: list[float], calibration: list[float], expected: float) -> None:
    found = confidence(floats(*figures), floats(*calibration))
    assert isinstance(found, float)
    assert found == pytest.approx(expected)

"""Confidence, fitted to pages of which it is known whether they are good."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from newsextract.methods.fusion.verdict import confidence
from newsextract.training.calibration import fit_calibration

TRUE = [3.0, -2.0, 0.5]
"""Two coefficients and the constant."""


def drawn(count: int, coefficients: list[float]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    rng = np.random.default_rng(4)
    figures = rng.normal(size=(count, len(coefficients) - 1)).astype(np.float32)
    chances = 1 / (1 + np.exp(-(figures @ np.array(coefficients[:-1]) + coefficients[-1])))
    return figures, rng.random(count) < chances


def test_known_coefficients_are_found_again() -> None:
    assert fit_calibration(*drawn(20_000, TRUE)).tolist() == pytest.approx(TRUE, abs=0.12)


def test_the_fit_is_the_best_there_is() -> None:
    """At the best coefficients the sum over pages of (chance - good) x figure is their price, the ridge."""
    figures, good = drawn(500, TRUE)
    found = fit_calibration(figures, good).astype(np.float64)
    chances = 1 / (1 + np.exp(-(figures @ found[:-1] + found[-1])))
    assert (figures.T @ (chances - good)).tolist() == pytest.approx((-found[:-1]).tolist(), abs=1e-3)
    assert float((chances - good).sum()) == pytest.approx(0, abs=1e-3)


def test_confidences_keep_their_word() -> None:
    figures, good = drawn(20_000, TRUE)
    found = fit_calibration(figures, good)
    sure = np.array([confidence(line, found) for line in figures])
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        here = (sure >= low) & (sure < low + 0.2)
        assert good[here].mean() == pytest.approx(sure[here].mean(), abs=0.03)


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_figures_that_say_nothing_leave_the_share_of_good_pages(share: float) -> None:
    good = np.arange(400) < 400 * share
    found = fit_calibration(np.zeros((400, 3), np.float32), good)
    assert found[:-1].tolist() == [0, 0, 0]
    assert confidence(np.zeros(3, np.float32), found) == pytest.approx(share, abs=1e-3)


def test_figures_that_tell_all_do_not_make_the_coefficients_endless() -> None:
    figures = np.array([[-1.0], [1.0]] * 50, dtype=np.float32)
    found = fit_calibration(figures, figures[:, 0] > 0)
    assert np.isfinite(found).all()
    assert 1 < found[0] < 10
    assert confidence(np.ones(1, np.float32), found) > 0.95


def test_figures_that_go_with_each_other_share_the_weight() -> None:
    figures, good = drawn(2_000, [2.0, 0.0])
    found = fit_calibration(np.repeat(figures, 2, axis=1), good)
    assert found[0] == pytest.approx(found[1], abs=1e-3)


def test_no_pages_at_all() -> None:
    found = fit_calibration(np.zeros((0, 2), np.float32), np.zeros(0, dtype=bool))
    assert found.tolist() == [0, 0, 0]

"""Bins of confidence, worked by hand."""

from __future__ import annotations

import pytest

from newsextract.bench.reliability import Bin, bin_bounds, bin_number, reliability


@pytest.mark.parametrize(
    ("confidence", "number"),
    [(0.0, 0), (0.0999, 0), (0.1, 1), (0.29, 2), (0.3, 3), (0.6, 6), (0.7, 7), (0.95, 9), (1.0, 9)],
)
def test_a_bin_starts_with_its_lower_bound(confidence: float, number: int) -> None:
    assert bin_number(confidence) == number


def test_the_bounds_of_bins_meet() -> None:
    assert [bin_bounds(number) for number in (0, 1, 2, 9)] == [(0, 0.1), (0.1, 0.2), (0.2, 0.3), (0.9, 1)]


def test_bins_and_error() -> None:
    # 0.9 to 1.0: 0.95 three times and 0.99, mean 0.96, three of four good: off by 0.21.
    # 0.2 to 0.3: 0.20 and 0.28, mean 0.24, none good (0.9 itself is not above 0.9): off by 0.24.
    # (4 * 0.21 + 2 * 0.24) / 6 = 1.32 / 6 = 0.22; the page without a confidence is nowhere.
    found = reliability(
        [(0.95, 0.99), (0.95, 0.91), (0.95, 0.4), (0.99, 1.0), (0.2, 0.9), (0.28, 0.0), (None, 1.0)]
    )
    assert found is not None
    assert (found.pages, found.without_confidence) == (6, 1)
    assert [one.pages for one in found.bins] == [0, 0, 2, 0, 0, 0, 0, 0, 0, 4]
    assert (found.bins[9].mean_confidence, found.bins[9].good) == pytest.approx((0.96, 0.75))
    assert (found.bins[2].mean_confidence, found.bins[2].good) == pytest.approx((0.24, 0.0))
    assert found.bins[0] == Bin(0, None, None)
    assert found.calibration_error == pytest.approx(0.22)


def test_a_confidence_that_keeps_its_word_has_no_error() -> None:
    # Five pages of confidence 0.8, four of them good.
    found = reliability([(0.8, 1.0)] * 4 + [(0.8, 0.2)])
    assert found is not None
    assert found.calibration_error == pytest.approx(0)


@pytest.mark.parametrize("pages", [[], [(None, 1.0), (None, 0.0)]])
def test_without_confidences_there_is_nothing_to_say(pages: list[tuple[float | None, float]]) -> None:
    assert reliability(pages) is None

from __future__ import annotations

import pytest

from newsextract.methods.smoothing import gaussian_kernel, smooth


@pytest.mark.parametrize(
    ("radius", "weights"),
    [
        (0, [1.0]),
        # exp(-1/2) = 0.60653, sum = 1 + 2 * 0.60653 = 2.21306; 1 / 2.21306, 0.60653 / 2.21306
        (1, [0.27407, 0.45186, 0.27407]),
        # exp(-1/8) = 0.88250, exp(-4/8) = 0.60653, sum = 1 + 2 * 1.48903 = 3.97806
        (2, [0.15247, 0.22184, 0.25138, 0.22184, 0.15247]),
        # exp(-1/18) = 0.94596, exp(-4/18) = 0.80074, exp(-9/18) = 0.60653, sum = 1 + 2 * 2.35323 = 5.70645
        (3, [0.10629, 0.14032, 0.16577, 0.17524, 0.16577, 0.14032, 0.10629]),
    ],
)
def test_kernel(radius: int, weights: list[float]) -> None:
    assert gaussian_kernel(radius) == pytest.approx(weights, abs=1e-5)


@pytest.mark.parametrize("radius", range(6))
def test_kernel_weighs_1_and_is_symmetric(radius: int) -> None:
    kernel = gaussian_kernel(radius)
    assert sum(kernel) == pytest.approx(1)
    assert kernel == kernel[::-1]
    assert len(kernel) == 2 * radius + 1


@pytest.mark.parametrize(
    ("values", "radius", "smoothed"),
    [
        ([], 1, []),
        ([3.0, 5.0], 0, [3, 5]),
        # 4 * 0.45186, 4 * 0.27407, nothing two away
        ([4.0, 0.0, 0.0], 1, [1.80745, 1.09627, 0]),
        # inside a constant stays; at an edge the neighbour that is missing takes its share along: 1 - 0.27407
        ([1.0, 1.0, 1.0], 1, [0.72593, 1, 0.72593]),
        # a radius beyond the list: the centre's weight alone, 2 * 0.17524
        ([2.0], 3, [0.35048]),
        # radius 2: 0.25138 + 2 * 0.15247; (1 + 2) * 0.22184; 2 * 0.25138 + 0.15247
        ([1.0, 0.0, 2.0], 2, [0.55632, 0.66552, 0.65523]),
    ],
)
def test_smooth(values: list[float], radius: int, smoothed: list[float]) -> None:
    assert smooth(values, radius) == pytest.approx(smoothed, abs=2e-5)


def test_smooth_with_weights_between_neighbours() -> None:
    # Places 0 and 1 hear half of each other, 1 and 2 nothing; a place hears itself whole.
    # 0: 0.45186 * 2 + 0.27407 * 0.5 * 4 = 0.90373 + 0.54814
    # 1: 0.45186 * 4 + 0.27407 * 0.5 * 2 = 1.80745 + 0.27407
    # 2: 0.45186 * 8
    smoothed = smooth([2.0, 4.0, 8.0], 1, lambda i, j: 0.5 if {i, j} == {0, 1} else 0.0)
    assert smoothed == pytest.approx([1.45186, 2.08152, 3.61490], abs=1e-4)


def test_smooth_leaves_its_input_alone() -> None:
    values = [1.0, 2.0, 3.0]
    smooth(values, 2)
    assert values == [1.0, 2.0, 3.0]

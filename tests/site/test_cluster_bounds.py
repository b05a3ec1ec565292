"""What it costs to keep a page."""

from __future__ import annotations

import pytest

from newsextract.site.cluster_bounds import LEAST_WEIGHT, weight_of


@pytest.mark.parametrize(
    ("paths", "weight"),
    [
        (5, LEAST_WEIGHT),
        (LEAST_WEIGHT, LEAST_WEIGHT),
        (LEAST_WEIGHT + 1, LEAST_WEIGHT + 1),
        (5_000, 5_000),
    ],
)
def test_a_page_weighs_its_paths_but_a_small_one_not_less(paths: int, weight: int) -> None:
    assert weight_of(paths) == weight

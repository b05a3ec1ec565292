from __future__ import annotations

import random

import pytest

from newsextract.methods import Context, Extraction
from newsextract.methods.mcstd import best_run, mcstd, row_densities
from newsextract.page import read_page


@pytest.mark.parametrize(
    ("values", "run"),
    [
        ([1, -2, 3, 4, -1, 2, -9], (2, 6)),  # 3 + 4 - 1 + 2 = 8
        ([5, -4, 6], (0, 3)),  # 7: the hole costs less than what lies beyond it
        ([5, -6, 6], (2, 3)),
        ([-3, -1, -2], (1, 2)),  # never empty
        ([1, -5, 1], (0, 1)),  # of equal ones the first
        ([2], (0, 1)),
        ([], (0, 0)),
    ],
)
def test_best_run(values: list[float], run: tuple[int, int]) -> None:
    assert best_run(values) == run


@pytest.mark.parametrize("seed", range(20))
def test_no_run_has_a_larger_sum(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # cases, no secrets
    values = [chance.randint(-9, 9) for _ in range(chance.randint(1, 15))]
    start, end = best_run(values)
    sums = {(i, j): sum(values[i:j]) for i in range(len(values)) for j in range(i + 1, len(values) + 1)}
    assert sums[start, end] == max(sums.values())


def test_density_of_a_row_is_its_text_outside_of_links() -> None:
    page = read_page("<p>aaaa <a>bb</a> c</p><p><a>dd</a></p><p>e f</p>")
    assert row_densities(page) == [5, 0, 2]


def test_content_is_the_run_above_the_mean() -> None:
    # 2 10 6 10 2, mean 6: -4 4 0 4 -4; rows 1 to 3 add up to 8
    page = read_page("<p>aa</p><p>bbbbbbbbbb</p><p>cccc<b>cc</b></p><p>dddddddddd</p><p>ee</p>")
    assert mcstd(page, Context()) == Extraction((1, 2, 3, 4), (2, 10, 6, 6, 10, 2))


@pytest.mark.parametrize(("html", "values"), [("", ()), ("<p><a>aaaa</a></p><p><a>bb</a></p>", (0, 0))])
def test_without_text_outside_of_links_nothing_is_content(html: str, values: tuple[float, ...]) -> None:
    assert mcstd(read_page(html), Context()) == Extraction((), values)

from __future__ import annotations

import pytest

from newsextract.methods import Context
from newsextract.methods.cepr import cepr
from newsextract.page import read_page


def test_values_and_content() -> None:
    # p: TPR 12 / 2 = 6, PPR 6 / 2 = 3, deviations of 2 and 10 characters 4, of 1 and 5 marks 2: ETPR 144
    # li: no mark, 0. Radius 1: 0.45186 and 0.27407; p to ul.li weighs 1 / 2^3.
    # p: 144 * 0.72593 = 104.534 twice; li: 144 / 8 * 0.27407 = 4.933, then 0
    # mean 53.50, deviation 51.06, 0.8 of it 40.85
    page = read_page("<p>a.</p><p>a,b,c,d,e.</p><ul><li>home</li><li>news</li></ul>")
    extraction = cepr(page, Context())
    assert extraction.values == pytest.approx([104.534, 104.534, 4.933, 0], abs=2e-3)
    assert extraction.nodes == (0, 1)


@pytest.mark.parametrize(
    ("last", "nodes"),
    [
        # Single nodes: deviations count 1, ETPR is characters times marks: h2 10 * 10, p 0, h3 B, p 0.
        # h2, h3 and p differ by one tag: weight 1.
        # Values 45.186, 0.27407 * (100 + B), 0.45186 * B, 0.27407 * B.
        # B = 6 * 5 = 30: 45.186 35.629 13.556 8.222, mean 25.648, deviation 15.26, 0.8 of it 12.21: h3 stays
        ("a!!!!!", (0, 1, 2)),
        # B = 5 * 5 = 25: 45.186 34.259 11.297 6.852, mean 24.398, deviation 15.88, 0.8 of it 12.71: h3 goes
        ("!!!!!", (0, 1)),
    ],
)
def test_threshold_is_four_fifths_of_the_deviation(last: str, nodes: tuple[int, ...]) -> None:
    page = read_page(f"<h2>!!!!!!!!!!</h2><p>a</p><h3>{last}</h3><p>b</p>")
    assert cepr(page, Context()).nodes == nodes


def test_without_any_mark_nothing_is_content() -> None:
    extraction = cepr(read_page("<p>one two</p><p>three</p>"), Context())
    assert extraction.nodes == ()
    assert extraction.values == (0, 0)

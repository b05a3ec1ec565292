from __future__ import annotations

import pytest

from newsextract.methods import Context
from newsextract.methods.cetr import Point, cetr, content_points, row_tags, slopes, tag_ratios
from newsextract.page import read_page


@pytest.mark.parametrize(
    ("html", "tags", "ratios"),
    [
        # row 0: html body div p open, p closes; row 1: p b open, b p div body html close
        ("<div><p>aaaa</p><p>bb<b>cc</b></p></div>", [5, 7], [4 / 5, 4 / 7]),
        # html and body open and close around the one row
        ("ab cd", [4], [4 / 4]),
        # an empty element between two rows: its start belongs to the second, its end to the first.
        # row 0: html body p open, p and i close; row 1: i p open, p body html close
        ("<p>aaaaaaaaaa</p><i></i><p>bb</p>", [5, 5], [2, 2 / 5]),
        ("", [], []),
    ],
)
def test_tags_and_ratios_of_rows(html: str, tags: list[int], ratios: list[float]) -> None:
    page = read_page(html)
    assert row_tags(page) == tags
    assert tag_ratios(page) == pytest.approx(ratios)


@pytest.mark.parametrize("html", ["<div><p>a</p><p>b<b>c</b></p></div>", "<ul><li>a<li>b<li>c</ul>d<hr>e"])
def test_every_tag_belongs_to_one_row(html: str) -> None:
    page = read_page(html)
    assert sum(row_tags(page)) == 2 * len(page.walk.tags)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # ahead: (2 + 3 + 6) / 3 - 1 = 2.66667, (3 + 6 + 0) / 3 - 2 = 1, (6 + 0) / 2 - 3 = 0, 0 - 6 = -6, 0
        # smoothed with 0.45186 and 0.27407, then without sign:
        # 1.20497 + 0.27407; 0.45186 + 0.73085; 0.27407 * (1 - 6); 0.45186 * -6; 0.27407 * -6
        ([1, 2, 3, 6, 0], [1.47904, 1.18271, 1.37034, 2.71118, 1.64441]),
        ([4, 4, 4], [0, 0, 0]),
        ([9], [0]),
        ([], []),
    ],
)
def test_slopes(values: list[float], expected: list[float]) -> None:
    assert slopes(values) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("points", "content"),
    [
        # centres 0, 5, 10: 1 is nearest to 0; 5 alone with the second; 9 and 10 with the third, then 9.5
        ([(0, 0), (1, 0), (10, 0), (9, 0), (5, 0)], [False, False, True, True, True]),
        # 2.4 is nearest to 0 at first; the second centre moves from 5 to 3, and 2.4 goes over to it
        ([(0, 0), (2.4, 0), (3, 0), (10, 0)], [False, True, True, True]),
        # the same row without 3: the second centre has no member and stays at 5, 2.4 stays with the origin
        ([(0, 0), (2.4, 0), (10, 0)], [False, False, True]),
        # 2 and 2.4 start with the origin. Were it to move to their mean they would stay; held at 0 it loses
        # them to the second centre, which moves from 5 to 3.7
        ([(2, 0), (2.4, 0), (3.7, 0), (10, 0)], [True, True, True, True]),
        # slope counts like ratio
        ([(0, 8), (0, 0.5), (0.5, 0)], [True, False, False]),
        ([(3, 4)], [True]),
    ],
)
def test_content_points(points: list[Point], content: list[bool]) -> None:
    assert content_points(points) == content


def test_values_are_the_smoothed_ratios() -> None:
    # tags: li 4 + 2 (html body ul li open, li ul close), p 2, p 1 + 3. Ratios 2/6, 40/2, 40/4.
    # 0.45186 / 3 + 0.27407 * 20; 0.45186 * 20 + 0.27407 * 10.33333; 0.45186 * 10 + 0.27407 * 20
    page = read_page(f"<ul><li>ab</li></ul><p>{'a' * 40}</p><p>{'b' * 40}</p>")
    assert cetr(page, Context()).values == pytest.approx([5.63199, 11.86930, 10], abs=1e-4)


def test_long_rows_are_content_and_a_long_menu_is_not() -> None:
    # p: 80 characters over 4 and 2 tags, 20 and 40. li: 2 over 3 (ul li open, li closes), then over 2: 1.
    # Smoothed: 0.45186 * 20 + 0.27407 * 40 = 20.0, 0.45186 * 40 + 0.27407 * (20 + 2/3) = 23.74.
    # From the fifth li on ratios are 1, the last two 0.84 and 0.45, and slopes stay below 0.4: close to the
    # origin. The centres start at half of the furthest point, beyond 10, and rows so close never join them.
    menu = "<li>ab</li>" * 12
    extraction = cetr(read_page(f"<p>{'a' * 80}</p><p>{'b' * 80}</p><ul>{menu}</ul>"), Context())
    assert extraction.values[:2] == pytest.approx([20.0, 23.74], abs=0.01)
    assert extraction.nodes[:2] == (0, 1)
    assert not set(extraction.nodes) & set(range(6, 14))


def test_a_page_without_text() -> None:
    assert cetr(read_page("<p></p>"), Context()).nodes == ()

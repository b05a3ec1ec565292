from __future__ import annotations

import math

import pytest

from newsextract.methods import Context, Extraction
from newsextract.methods.density import PAPER_ALPHA, block_densities, density, density_paper
from newsextract.page import read_page

MENU = "<div><a>link</a> x</div>"
TEXT = f"<div><p>{'a' * 10}</p></div>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        # The page has 11 characters outside of links and 1 link. Elements: html body 1 div 2 a div 4 p.
        # body: p1 = 11/12, p2 = 1 - 1/2, p3 = 11 / (1 + 15), two blocks inside: 121/384 / 1.2
        # div 2: p1 = 1/12, p2 = 1 - 1/2, p3 = 1 / (1 + 5): 1/144
        # div 4: p1 = 10/12, p2 = 1, p3 = 10/11: 100/132
        (MENU + TEXT, {1: 121 / 384 / 1.2, 2: 1 / 144, 4: 100 / 132}),
        # A block around both has the counts of the body, which now has three inside.
        (f"<div>{MENU}{TEXT}</div>", {1: 121 / 384 / 1.3, 2: 121 / 384 / 1.2, 3: 1 / 144, 5: 100 / 132}),
        # Paragraphs and lists inside are no blocks and cost nothing: 10/11 * 1 * 10/11
        ("<div><p>aaaaa</p><ul><li>bbbbb</li></ul></div>", {1: 100 / 121 / 1.1, 2: 100 / 121}),
        # section and table count like div: 2/3 * 1 * 2/3, with two, one and no blocks inside
        (
            "<section><table><tr><td>ab</td></tr></table></section>",
            {1: 4 / 9 / 1.2, 2: 4 / 9 / 1.1, 3: 4 / 9},
        ),
        # a block without text has no density, but is one inside the body
        ("<div></div><p>ab</p>", {1: 4 / 9 / 1.1}),
    ],
)
def test_block_densities(html: str, expected: dict[int, float]) -> None:
    assert block_densities(read_page(html)) == pytest.approx(expected)


def test_content_is_the_densest_block_whole() -> None:
    # 100/132 = 0.76 against 121/384/1.2 = 0.26, 121/384/1.3 = 0.24 and 1/144
    extraction = density(read_page(f"<div>{MENU}{TEXT}</div>"), Context())
    assert extraction.nodes == (2,)
    assert extraction.values == pytest.approx([1 / 144, 1 / 144, 100 / 132])


def test_links_inside_the_block_come_along() -> None:
    # first div: 60/62 * 1/2 * 60/65 = 0.447; second: 1/62 * 1 * 1/2; body: 61/62 * 1/2 * 61/66 / 1.2 = 0.379
    extraction = density(read_page(f"<div>{'a' * 30} <a>link</a> {'b' * 30}</div><div>x</div>"), Context())
    assert extraction.nodes == (0, 1, 2)


def test_the_value_of_a_node_is_that_of_the_innermost_block() -> None:
    # 3 characters on the page. body: 3/4 * 1 * 3/4 / 1.1 = 0.511, the largest; div: 2/4 * 1 * 2/3
    extraction = density(read_page("<p>x</p><div>ab</div>"), Context())
    assert extraction.values == pytest.approx([9 / 16 / 1.1, 1 / 3])
    assert extraction.nodes == (0, 1)


def test_of_equal_blocks_the_first() -> None:
    # divs: 2/5 * 1 * 2/3 = 0.267 both; body: 4/5 * (1 - 20/21) * 4/25 / 1.2 = 0.005
    links = "<a>x</a>" * 20
    assert density(read_page(f"<p>{links}</p><div>ab</div><div>cd</div>"), Context()).nodes == (20,)


@pytest.mark.parametrize(("html", "values"), [("", ()), ("<frameset>ab</frameset>", (0.0,))])
def test_without_blocks_nothing_is_content(html: str, values: tuple[float, ...]) -> None:
    assert density(read_page(html), Context()) == Extraction((), values)


def test_as_it_is_printed_every_element_inside_costs_a_third_as_much_again() -> None:
    # 10 characters, no links. body: 10/11 * 10/11 with div, p, p, b inside; div: the same with p, p, b
    page = read_page("<div><p>aaaaa</p><p><b>bbbbb</b></p></div>")
    found = block_densities(page, PAPER_ALPHA, page.walk.numbers)
    assert found == pytest.approx({1: 100 / 121 / 2.2, 2: 100 / 121 / 1.9})


def test_as_it_is_printed_values_are_the_root_of_the_share_of_the_densest_block_around() -> None:
    # 3 characters. body: 3/4 * 3/4 with p and div inside, 9/16 / 1.6 = 0.352; div: 2/4 * 2/3 = 0.333
    page = read_page("<p>x</p><div>ab</div>")
    extraction = density_paper(page, Context())
    assert extraction.are_chances
    assert extraction.values == pytest.approx([1.0, 1.0])
    # 5 characters. body: 5/6 * 5/6 / 1.6 = 0.434; div: 4/6 * 4/5 = 0.533, the largest
    extraction = density_paper(read_page("<p>x</p><div>abcd</div>"), Context())
    assert extraction.nodes == (1,)
    assert extraction.values == pytest.approx([math.sqrt(25 / 36 / 1.6 / (8 / 15)), 1.0])

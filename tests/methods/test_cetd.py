from __future__ import annotations

import pytest

from newsextract.methods import Context
from newsextract.methods.cetd import Counts, cetd, composite_density, content_elements, densities
from newsextract.page import read_page

# html 0, body 1, div 2 with two links 3 and 4, div 5 with two paragraphs 6 and 7
PAGE = f"<div><a>aaaaa</a><a>bbbbb</a></div><div><p>{'c' * 40}</p><p>{'d' * 40}</p></div>"


@pytest.mark.parametrize(
    ("own", "linked_share", "density"),
    [
        # 100/5 = 20; 100/10 * 5/2 = 25, ln 25 = 3.21888; 100/90 * 10 + 0.2 * 100 + e = 33.82939,
        # its ln 3.52133, ln of that 1.25884; 20 * 3.21888 / 1.25884
        (Counts(100, 10, 5, 2), 0.2, 51.1404),
        # links cover all of it: 10/10 * 1/1 = 1, whose logarithm is 0
        (Counts(10, 10, 1, 1), 1.0, 0),
        # no tags, no links here, but some on the page: 10/1 * ln(10/1 * 1/1) = 23.02585;
        # ln(ln(0 + 0.5 * 10 + e)) = ln(2.04362) = 0.71472
        (Counts(10, 0, 0, 0), 0.5, 32.2165),
        # no link on the whole page: ln(ln e) = 0, 0.1 in its place
        (Counts(10, 0, 0, 0), 0.0, 230.2585),
        (Counts(0, 0, 3, 1), 0.5, 0),
    ],
)
def test_composite_density(own: Counts, linked_share: float, density: float) -> None:
    assert composite_density(own, linked_share) == pytest.approx(density, rel=1e-4)


def test_densities_of_a_page() -> None:
    # LCb/Cb = 10/90.
    # a, and the div with nothing but links: ln(1 * 1) = 0
    # p: 40 * ln 40 / ln(ln(40/9 + e)) = 40 * 3.68888 / ln(1.96889) = 147.555 / 0.67747 = 217.80
    # div 5: 80/2 * ln(80 * 2) / ln(ln(80/9 + e)) = 40 * 5.07517 / ln(2.45162) = 203.007 / 0.89675 = 226.38
    # body, 6 tags below: 90/6 * ln(9 * 3) / ln(ln(90/80 * 10 + 10 + e)) = 15 * 3.29584 / ln(3.17673) = 42.772
    # html, 7 tags below: 90/7 * ln(9 * 7/2) / 1.15585 = 12.85714 * 3.44999 / 1.15585 = 38.376
    assert densities(read_page(PAGE)) == pytest.approx(
        [38.376, 42.772, 0, 0, 0, 226.38, 217.80, 217.80], rel=1e-4
    )


@pytest.mark.parametrize(
    ("values", "content"),
    [
        # html body div p p div p. Sums: div 2 has 10 + 20 = 30, body 5 + 3 = 8, div 5 has 8. From div 2 up:
        # 5, 2: threshold 2. All reach it; the largest sum below body is div 2's, below div 5 its own, below a
        # paragraph there is only itself.
        ([1, 2, 5, 10, 20, 3, 8], [2, 3, 4, 5, 6]),
        # div 5 stays below the threshold, and with it what it holds
        ([1, 2, 5, 10, 20, 1, 8], [2, 3, 4]),
        # the second paragraph stays below, but the div as a whole is content
        ([1, 2, 5, 30, 1, 1, 8], [2, 3]),
        # the element with the largest sum is the thinnest: 5 on the way up from div 2 at 4
        ([1, 5, 4, 10, 20, 3, 8], [2, 3, 4]),
        # body: 100 + 100 against 30 and 8; threshold 2; div 2 and div 5 are below body and are chosen too
        ([1, 2, 100, 10, 20, 100, 8], [1, 2, 3, 4, 5, 6]),
    ],
)
def test_content_elements(values: list[float], content: list[int]) -> None:
    page = read_page("<div><p>a</p><p>b</p></div><div><p>c</p></div>")
    assert content_elements(page, values) == content


def test_content_of_a_page() -> None:
    # sums: body 0 + 226.38, div 5 2 * 217.80. From div 5 up: 226.38, 42.772: threshold 42.772; links have 0.
    extraction = cetd(read_page(PAGE), Context())
    assert extraction.nodes == (2, 3)
    assert extraction.values == pytest.approx([0, 0, 217.80, 217.80], rel=1e-4)


def test_a_page_without_text() -> None:
    assert cetd(read_page("<div></div>"), Context()).nodes == ()

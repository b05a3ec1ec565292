"""How a page is built: its paths, and when two pages are built alike."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from newsextract.demo import build_site
from newsextract.page import Page, read_page
from newsextract.site import structure as structure_module
from newsextract.site.structure import (
    FEWEST_PATHS,
    MOST_PATHS,
    alike,
    page_structure,
    positions_of,
    similarity,
)


def page_of(body: str) -> Page:
    return read_page(f"<html><body>{body}</body></html>")


def structure(body: str) -> frozenset[int]:
    return frozenset(page_structure(page_of(body)))


def spelled_out(page: Page) -> frozenset[str]:
    """The paths as the paper writes them, each climbed by itself."""
    if page.root is None:
        return frozenset()
    return frozenset(path_of(element) for element in page.root.iter("div", "table"))


def path_of(element: etree._Element) -> str:
    parent = element.getparent()
    position = 1 + sum(1 for _ in element.itersiblings(str(element.tag), preceding=True))
    return f"{path_of(parent) if parent is not None else ''}/{element.tag}{position}"


@pytest.mark.parametrize(
    ("left", "right", "shared"),
    [
        # div1, div1/div1
        ("<div>a<div>b</div></div>", "<div>other words<div>c</div></div>", 2),
        # div1, div2 and div1, div1/div1: only the first is in both
        ("<div>a</div><div>b</div>", "<div>a<div>b</div></div>", 1),
        # the div in the second item of a list is another path than in the first
        ("<ul><li>a<li><div>b</div></ul>", "<ul><li><div>b</div></ul>", 0),
        # positions count like-named children only: a paragraph before changes nothing
        ("<p>a<div>b</div>", "<div>b</div>", 1),
        # a section around it does, for it is a step of the path
        ("<section><div>b</div></section>", "<div>b</div>", 0),
        # rows and cells are steps, their table is a path, and attributes are nothing
        ("<table id=t><tr><td><div>b</div></table>", "<table><tr><td class=c><div>c</div></table>", 2),
        ("<div>a</div>", "<table><tr><td>a</table>", 0),
        ("<p>no path</p>", "<p>no path</p>", 0),
    ],
)
def test_paths_with_positions(left: str, right: str, shared: int) -> None:
    assert len(structure(left) & structure(right)) == shared


def test_the_paths_are_those_that_the_paper_writes() -> None:
    page = page_of("<div>a<p>b<div>c</div><div>d</div></div><ul><li>e<li><table><tr><td>f</table></ul>")
    assert spelled_out(page) == {
        "/html1/body1/div1",
        "/html1/body1/div1/div1",
        "/html1/body1/div1/div2",
        "/html1/body1/ul1/li2/table1",
    }
    assert len(page_structure(page)) == 4


TAGS = ("div", "div", "div", "section", "p", "span", "ul", "li", "table", "tr", "td", "article", "a")
TREES = st.recursive(
    st.sampled_from(["words", "<!-- no words -->", "<br>", ""]),
    lambda inner: st.builds(
        lambda tag, children: f"<{tag}>{''.join(children)}</{tag}>",
        st.sampled_from(TAGS),
        st.lists(inner, max_size=4),
    ),
    max_leaves=30,
)
BODIES = st.lists(TREES, max_size=6).map("".join)


@given(left=BODIES, right=BODIES)
@settings(max_examples=200, deadline=None)
def test_the_hashes_are_shared_where_the_paths_are(left: str, right: str) -> None:
    pages = page_of(left), page_of(right)
    paths, others = map(spelled_out, pages)
    hashes, other_hashes = (frozenset(page_structure(page)) for page in pages)
    assert (len(hashes), len(other_hashes)) == (len(paths), len(others))
    assert len(hashes & other_hashes) == len(paths & others)


@pytest.mark.parametrize(("name", "number"), [("courier", 19), ("review", 10), ("portal", 49)])
def test_no_two_paths_of_a_site_have_one_hash(name: str, number: int) -> None:
    pages = [
        read_page(page.body)
        for page in build_site(name).pages.values()
        if page.content_type.startswith("text/html")
    ]
    assert len({path for page in pages for path in spelled_out(page)}) == number
    assert len({path for page in pages for path in page_structure(page)}) == number


def test_a_structure_is_sorted_and_of_64_bits() -> None:
    found = page_structure(read_page("<div>a</div>" * 50))
    assert list(found) == sorted(set(found))
    assert len(found) == 50
    assert all(0 <= path < 1 << 64 for path in found)
    assert max(found) > 1 << 60


PINNED = "<body><div>a<div>b</div></div><article><table><tr><td>c</table></article>"
PINNED_HASHES = (6030725488971510519, 15016982561514261264, 16144070776631603870)


def test_a_structure_is_the_same_in_every_version() -> None:
    """Records outlive the version that wrote them: with other hashes every class would be learned anew."""
    assert page_structure(read_page(PINNED)) == PINNED_HASHES


def test_a_structure_is_the_same_in_every_run() -> None:
    script = (
        "import sys; from newsextract.page import read_page; from newsextract.site.structure import *;"
        "print(*page_structure(read_page(sys.argv[1])))"
    )
    printed = {
        subprocess.run(  # noqa: S603  our own interpreter
            [sys.executable, "-c", script, PINNED],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {" ".join(map(str, page_structure(read_page(PINNED)))) + "\n"}


def test_positions_of_like_named_children() -> None:
    page = page_of("<div>a</div><p>b</p><div><div>c</div></div>")
    divs = page.numbers_of("div")
    assert [positions_of(page, divs)[div] for div in divs] == [1, 2, 1]
    assert positions_of(page, ()) == {}


def test_the_positions_of_one_come_with_those_of_all_with_its_tag() -> None:
    page = page_of("<div>a</div><p>b</p><div>c</div>")
    divs = page.numbers_of("div")
    assert positions_of(page, divs[:1]) == dict(zip(divs, (1, 2), strict=True))


@pytest.mark.parametrize("data", [b"%PDF-1.7", "", b"\0\0\0"])
def test_a_page_that_cannot_be_read_has_no_paths(data: bytes | str) -> None:
    assert page_structure(read_page(data)) == ()


def test_a_page_made_of_paths_is_cut_from_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(structure("<div>a</div>" * (MOST_PATHS + 1))) == MOST_PATHS
    monkeypatch.setattr(structure_module, "MOST_PATHS", 3)
    top = "<div>a</div><table><tr><td>b</table><div>c</div>"
    assert structure(top + "<div>d</div><table><tr><td>e</table>") == structure(top)
    assert len(structure(top)) == 3


def test_boxes_in_boxes_are_no_matter() -> None:
    shallow, deep = structure("<div>" * 100), structure("<div>" * 200)
    assert (len(shallow), len(deep)) == (100, 200)
    assert shallow < deep


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ({1, 2, 3, 4}, {1, 2, 3, 4}, 1.0),
        ({1, 2, 3, 4}, {1, 2}, 1.0),  # the smaller set is all there
        ({1, 2, 3, 4}, {3, 4, 5, 6, 7}, 0.5),
        ({1}, {2}, 0.0),
        (set(), {1}, 0.0),
        (set(), set(), 0.0),
    ],
)
def test_similarity_is_the_share_of_the_smaller_set(left: set[int], right: set[int], expected: float) -> None:
    assert similarity(left, right) == expected
    assert similarity(right, left) == expected


@pytest.mark.parametrize(
    ("size", "other_size", "shared", "expected"),
    [
        # similar: above 0.82
        (100, 100, 100, True),
        (100, 100, 83, True),
        (100, 100, 82, False),
        (50, 50, 42, True),
        (50, 50, 41, False),  # 0.82
        (100, 150, 83, True),  # 0.83 of the smaller, though 0.55 of the larger
        (100, 150, 82, False),
        (100, 100, 0, False),
        # large enough to tell
        (5, 5, 5, True),
        (4, 4, 4, False),
        (4, 5, 4, False),
        (0, 0, 0, False),
        # of comparable size
        (5, 10, 5, True),
        (5, 11, 5, False),
        (100, 200, 100, True),
        (100, 201, 100, False),
    ],
)
def test_pages_built_alike(size: int, other_size: int, shared: int, expected: bool) -> None:
    left = set(range(size))
    right = {*range(shared), *range(1000, 1000 + other_size - shared)}
    assert (len(left), len(right), len(left & right)) == (size, other_size, shared)
    assert alike(left, right) is expected
    assert alike(right, left) is expected


def test_a_wall_is_not_alike_the_pages_it_stands_around() -> None:
    """All paths of the wall are in the article, so that their similarity is 1."""
    frame = "<div>menu</div><div>advertisement</div><div>{}</div><div>about us</div><div>imprint</div>"
    article = structure(frame.format("".join(f"<div>paragraph {number}</div>" for number in range(20))))
    wall = structure(frame.format("we value your privacy"))
    assert len(wall) == FEWEST_PATHS
    assert similarity(wall, article) == 1
    assert not alike(wall, article)
    assert alike(wall, structure(frame.format("this page was not found")))

"""Pages that are built alike."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from newsextract.page import read_page
from newsextract.site import clustering
from newsextract.site.clustering import FEWEST_PATHS, SiteClusters, page_structure, positions_of, similarity


def structure(body: str) -> frozenset[int]:
    return frozenset(page_structure(read_page(f"<html><body>{body}</body></html>")))


def sheet(*, shared: int, own: int, name: int = 0) -> range | list[int]:
    """The structure of a made-up page: so many paths that all have, and so many of its own."""
    return [*range(shared), *range(1000 * (name + 1), 1000 * (name + 1) + own)]


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


def test_every_div_and_table_is_one_path() -> None:
    # divs: the outer, two inside; tables: one with a table in its second cell
    body = "<div><div>a</div><div>b</div></div><table><tr><td>c<td><table><tr><td>d</table></table>"
    assert len(structure(body)) == 5


def test_a_structure_is_sorted_and_of_64_bits() -> None:
    found = page_structure(read_page("<div>a</div>" * 50))
    assert list(found) == sorted(set(found))
    assert len(found) == 50
    assert all(0 <= path < 1 << 64 for path in found)


def test_a_structure_is_the_same_in_every_run() -> None:
    page = "<body><div>a<div>b</div></div><article><table><tr><td>c</table></article>"
    script = (
        "import sys; from newsextract.page import read_page; from newsextract.site.clustering import *;"
        "print(*page_structure(read_page(sys.argv[1])))"
    )
    printed = {
        subprocess.run(  # noqa: S603  our own interpreter
            [sys.executable, "-c", script, page],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {" ".join(map(str, page_structure(read_page(page)))) + "\n"}


def test_positions_of_like_named_children() -> None:
    page = read_page("<html><body><div>a</div><p>b</p><div><div>c</div></div></body></html>")
    divs = page.numbers_of("div")
    assert [positions_of(page, divs)[div] for div in divs] == [1, 2, 1]
    assert positions_of(page, ()) == {}


def test_a_page_that_cannot_be_read_has_no_paths() -> None:
    assert page_structure(read_page(b"%PDF-1.7")) == ()
    assert page_structure(read_page("")) == ()


def test_a_page_made_of_paths_is_cut_from_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clustering, "MOST_PATHS", 3)
    whole, top = "<div>a</div>" * 9, "<div>a</div>" * 3
    assert structure(whole) == structure(top)


@pytest.mark.parametrize("piece", ["<div>a</div>", "<div>", "<table><tr><td>", "<p><div></div>"])
def test_the_time_is_linear(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clustering, "MOST_PATHS", 1_000_000)

    def seconds(count: int) -> float:
        page = read_page(piece * count)
        assert page.walk.tags
        began = time.perf_counter()
        page_structure(page)
        return time.perf_counter() - began

    few = min(seconds(4_000) for _ in range(3))
    many = min(seconds(16_000) for _ in range(3))
    assert many <= 8 * few + 0.05  # four times the page; quadratic would be sixteen


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
    assert similarity(frozenset(left), frozenset(right)) == expected
    assert similarity(frozenset(right), frozenset(left)) == expected


@pytest.mark.parametrize(
    ("shared", "own", "name"),
    [
        (83, 17, "c1"),  # 83 of 100
        (82, 18, "c2"),  # 82 of 100 is not above 0.82
        (20, 0, "c1"),  # 20 of 20, the smaller set
        (0, 100, "c2"),
    ],
)
def test_alike_above_the_threshold(shared: int, own: int, name: str) -> None:
    clusters = SiteClusters()
    assert clusters.assign(sheet(shared=100, own=0)) == "c1"
    assert clusters.assign(sheet(shared=shared, own=own)) == name


def test_the_group_that_a_page_is_most_like() -> None:
    clusters = SiteClusters()
    assert clusters.assign(range(0, 100)) == "c1"
    assert clusters.assign(range(20, 120)) == "c2"  # 80 of 100 shared
    assert clusters.assign(range(10, 100)) == "c1"  # 90 of 90 against 80 of 90
    assert clusters.assign(range(20, 115)) == "c2"  # 80 of 95 against 95 of 95
    assert dict(clusters.counts) == {"c1": 2, "c2": 2}


def test_a_group_is_a_class_from_its_sixth_page() -> None:
    clusters = SiteClusters()
    seen = []
    for _ in range(7):
        name = clusters.assign(range(10))
        seen.append((clusters.pages(name), clusters.is_class(name)))
    assert seen == [(count, count >= 6) for count in range(1, 8)]
    assert (clusters.pages("c2"), clusters.is_class("c2")) == (0, False)


def test_pages_with_too_few_paths_have_no_group() -> None:
    clusters = SiteClusters()
    for _ in range(7):
        assert clusters.assign(range(FEWEST_PATHS - 1)) == ""
    assert (clusters.pages(""), clusters.is_class("")) == (7, False)
    assert clusters.assign(range(FEWEST_PATHS)) == "c1"


def test_there_are_only_so_many_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clustering, "MOST_GROUPS", 3)
    clusters = SiteClusters()
    names = [clusters.assign(sheet(shared=0, own=10, name=number)) for number in range(5)]
    assert names == ["c1", "c2", "c3", "", ""]
    assert clusters.assign(sheet(shared=0, own=10, name=1)) == "c2"
    assert dict(clusters.counts) == {"c1": 1, "c2": 2, "c3": 1, "": 2}

"""Pages side by side: the counts are those of comparing them one by one."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.site import kept_pages
from newsextract.site.cluster_bounds import LEAST_WEIGHT
from newsextract.site.kept_pages import KeptPages, Shape, in_order, spread
from newsextract.site.structure import FEWEST_PATHS, MOST_PATHS, alike


def shape(paths: Iterable[int], kind: str = "article") -> Shape:
    return Shape.of(kind, paths)


def kept(*shapes: Shape) -> KeptPages:
    pages = KeptPages()
    for one in shapes:
        pages.add(one)
    return pages


def matched(pages: KeptPages, page: Shape) -> list[tuple[str, list[int], float]]:
    """Kind, paths and closeness of what a page is alike."""
    return [
        (match.key.kind, pages._shapes[match.key].paths.tolist(), round(match.closeness, 3))
        for match in pages.matches(page)
    ]


@pytest.mark.parametrize(
    ("structure", "paths"),
    [
        ([3, 1, 2], [1, 2, 3]),
        ([2, 1, 2, 1], [1, 2]),
        ([2**64 - 1, 0], [0, 2**64 - 1]),
        (frozenset([5]), [5]),
        ((), []),
        (range(MOST_PATHS + 7, 0, -1), list(range(1, MOST_PATHS + 1))),
    ],
)
def test_a_shape_has_each_path_once_sorted_and_only_so_many(
    structure: Iterable[int], paths: list[int]
) -> None:
    assert shape(structure).paths.tolist() == paths


def test_pages_are_the_same_when_kind_and_paths_are() -> None:
    assert shape([1, 2, 3]).key == shape([3, 2, 1, 1]).key
    assert shape([1, 2, 3]).key != shape([1, 2, 4]).key
    assert shape([1, 2, 3]).key != shape([1, 2, 3], "index").key
    assert len({shape(range(size)).key for size in range(50)}) == 50


def test_a_key_is_the_same_on_every_machine() -> None:
    """Names of groups are made of it."""
    assert shape([1, 2**63]).key.digest.hex() == "afbf840be3d96ed1e53d89fc731cd241"


def test_weight_and_number_follow_what_is_kept() -> None:
    small, large = shape(range(10)), shape(range(1000, 1300))
    pages = kept(small, large)
    assert (len(pages), pages.weight) == (2, LEAST_WEIGHT + 300)
    pages.remove([small.key])
    assert (len(pages), pages.weight) == (1, 300)
    pages.remove([large.key])
    assert (len(pages), pages.weight) == (0, 0)
    assert matched(pages, small) == []


def test_what_a_page_is_alike() -> None:
    first = list(range(100))
    pages = kept(shape(first), shape(range(50, 150)), shape(first, "index"), shape(range(900, 950)))
    assert matched(pages, shape(first)) == [("article", first, 1.0)]
    assert matched(pages, shape(range(10, 100))) == [("article", first, 0.9)]
    assert matched(pages, shape(range(120))) == [("article", first, 0.833)]
    assert matched(pages, shape(first, "index")) == [("index", first, 1.0)]
    assert matched(pages, shape(first, "consent wall")) == []
    assert matched(pages, shape(range(2000, 2100))) == []
    assert matched(pages, shape(range(FEWEST_PATHS - 1))) == []
    assert matched(KeptPages(), shape(first)) == []


SETS = st.builds(
    lambda start, size: frozenset(range(start, start + size)), st.integers(0, 40), st.integers(5, 30)
)


@given(structures=st.lists(SETS, min_size=1, max_size=12, unique=True), removed=st.sets(st.integers(0, 11)))
@settings(max_examples=200, deadline=None)
def test_all_at_once_is_as_one_by_one(structures: list[frozenset[int]], removed: set[int]) -> None:
    page, *others = structures
    pages = kept(*map(shape, others))
    pages.remove([shape(other).key for place, other in enumerate(others) if place in removed])
    left = [other for place, other in enumerate(others) if place not in removed]
    expected = {
        shape(other).key: len(page & other) / max(len(page), len(other))
        for other in left
        if alike(page, other)
    }
    assert dict(pages.matches(shape(page))) == expected
    assert pages.comparisons == len(left)


@pytest.mark.parametrize(("shared", "is_alike"), [(41, False), (42, True)])
def test_the_edge_is_the_same_as_one_by_one(shared: int, is_alike: bool) -> None:
    """41 of 50 is 0.82."""
    one, other = set(range(50)), {*range(shared), *range(100, 150 - shared)}
    assert alike(one, other) is is_alike
    assert bool(matched(kept(shape(one)), shape(other))) is is_alike


def test_a_page_of_as_many_paths_as_may_be_is_counted_right() -> None:
    """Sums of marks of 16 bits would be wrong from 32,768 paths on."""
    most = list(range(MOST_PATHS))
    pages = kept(*(shape([*most[number:], *range(10**6, 10**6 + number)]) for number in range(8)))
    found = sorted(match.closeness for match in pages.matches(shape(most)))
    assert found == pytest.approx([1 - number / MOST_PATHS for number in range(7, -1, -1)])


def test_comparisons_are_counted() -> None:
    pages = kept(shape(range(10)), shape(range(100, 110)), shape(range(10), "index"))
    for _ in range(2):
        assert matched(pages, shape(range(500, 510))) == []
    assert pages.comparisons == 6
    assert matched(pages, shape(range(FEWEST_PATHS - 1))) == []
    assert pages.comparisons == 6


def test_how_close_kept_pages_are() -> None:
    shapes = [shape(range(10)), shape(range(5, 15)), shape(range(20)), shape(range(100, 110))]
    pages = kept(*shapes)
    # shared / the larger set
    expected = [[1, 0.5, 0.5, 0], [0.5, 1, 0.5, 0], [0.5, 0.5, 1, 0], [0, 0, 0, 1]]
    assert pages.closeness([one.key for one in shapes]) == pytest.approx(np.array(expected))
    assert pages.closeness([shapes[3].key, shapes[2].key]) == pytest.approx(np.eye(2))


def test_paths_are_numbered_anew_without_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_pages, "SPARE_PATHS", 0)
    pages = kept(shape(range(100, 200)))
    for number in range(10, 30):
        passing = shape(range(number * 1000, number * 1000 + 150))
        pages.add(passing)
        pages.remove([passing.key])
        assert matched(pages, passing) == []
        assert matched(pages, shape(range(110, 200))) == [("article", list(range(100, 200)), 0.9)]
    assert len(pages._number_of) <= pages.weight + 150


def test_pages_that_are_gone_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_pages, "SPARE_PATHS", 1_000)
    pages = kept(shape(range(100)))
    tracemalloc.start()
    try:
        for number in range(1, 301):
            passing = shape(range(number * 1000, number * 1000 + 100))
            pages.add(passing)
            pages.remove([passing.key])
        assert tracemalloc.get_traced_memory()[0] < 500_000  # the 30,000 numbers alone would be 3 MB
    finally:
        tracemalloc.stop()


def test_the_smallest_comes_first_and_the_order_of_coming_is_no_matter() -> None:
    shapes = [shape(range(start, start + 20)) for start in range(0, 600, 30)]
    smallest = shape(range(7000, 7010))
    ordered = in_order([*shapes, smallest])
    assert ordered[0] is smallest
    assert ordered == in_order([smallest, *reversed(shapes)])
    assert ordered[1:] == sorted(shapes, key=lambda one: one.key)


@pytest.mark.parametrize(
    ("closest", "chosen"),
    [
        (1.0, [0, 1, 2, 3]),
        (0.95, [0, 1, 2, 3]),  # as close as that may be kept beside another
        (0.94, [0, 2, 3]),
        (0.89, [0, 2, 3]),  # 2 is close to 1, which is not chosen
        (0.84, [0, 3]),
        (0.0, [0]),
    ],
)
def test_pages_that_are_spread(closest: float, chosen: list[int]) -> None:
    closeness = np.array(
        [
            [1.00, 0.95, 0.85, 0.10],
            [0.95, 1.00, 0.90, 0.10],
            [0.85, 0.90, 1.00, 0.10],
            [0.10, 0.10, 0.10, 1.00],
        ]
    )
    assert spread(closeness, closest) == chosen

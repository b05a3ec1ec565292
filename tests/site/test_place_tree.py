"""Places of many pages as one tree."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import pytest

from newsextract.site import place_tree as tree_module
from newsextract.site.evidence import PageEvidence
from newsextract.site.place_tree import MOST_VARIANTS, PlaceNode, are_variants, merge_variants, place_tree


def tree_of(pages: Iterable[dict[str, float]]) -> PlaceNode:
    return place_tree(PageEvidence(page, {}, {}) for page in pages)


def merged(*pages: dict[str, float]) -> dict[str, float]:
    """Places after merging, with their evidence; those that say nothing left out."""
    root = tree_of(pages)
    merge_variants(root)
    return {place: round(node.evidence, 6) for place, node in flat(root).items() if node.evidence}


def flat(root: PlaceNode) -> dict[str, PlaceNode]:
    found: dict[str, PlaceNode] = {}

    def collect(node: PlaceNode, way: tuple[str, ...]) -> None:
        found[" > ".join(way)] = node
        for step, child in node.children.items():
            collect(child, (*way, step))

    collect(root, ())
    return found


def test_a_tree_adds_up_what_pages_say() -> None:
    root = tree_of([{"": 0.1, "div.a > p": 0.5}, {"div.a > p": 0.25, "div.a": -0.5}])
    nodes = flat(root)
    assert set(nodes) == {"", "div.a", "div.a > p"}
    assert [nodes[place].pages for place in ("", "div.a", "div.a > p")] == [3, 3, 3]
    assert nodes["div.a > p"].evidence == 0.75
    assert nodes["div.a"].evidence_below == 0.25
    assert (nodes["div.a > p"].votes, nodes["div.a"].votes) == (2, -1)


@pytest.mark.parametrize(
    ("pages", "places"),
    [
        # the section of the page in the name of the wrapper
        ([{"div.health.wide > p": 0.5}, {"div.london.wide > p": 0.5}], {"div.wide.* > p": 1.0}),
        # a box before it on some pages
        ([{"div[2] > p": 0.5}, {"div[3] > p": 0.5}], {"div > p": 1.0}),
        # ... and three places
        ([{"div[2] > p": 0.5}, {"div[3] > p": 0.5}, {"div[4] > p": 0.5}], {"div > p": 1.5}),
        # a page that has both: two places
        (
            [{"div.a > p": 0.5, "div.b > p": 0.5}, {"div.b > p": 0.5}],
            {"div.a > p": 0.5, "div.b > p": 1.0},
        ),
        # nothing below in common, or nothing at all
        ([{"div.a > p": 0.5}, {"div.b > h2": 0.5}], {"div.a > p": 0.5, "div.b > h2": 0.5}),
        ([{"div.a": 0.5}, {"div.b": 0.5}], {"div.a": 0.5, "div.b": 0.5}),
        # what speaks for one speaks against the other
        ([{"div.a > p": 0.5}, {"div.b > p": -0.5}], {"div.a > p": 0.5, "div.b > p": -0.5}),
        # an id tells a place from all others, and so does the tag
        ([{"div#a > p": 0.5}, {"div#b > p": 0.5}], {"div#a > p": 0.5, "div#b > p": 0.5}),
        ([{"div.a > p": 0.5}, {"td.a > p": 0.5}], {"div.a > p": 0.5, "td.a > p": 0.5}),
        # variants inside of variants
        (
            [{"div.a.x > div.c.y > p": 0.5}, {"div.b.x > div.c.y > p": 0.25, "div.b.x > p": 0.25}],
            {"div.x.* > div.c.y > p": 0.75, "div.x.* > p": 0.25},
        ),
        # what they have in common would mean the footer as well
        (
            [{"div.a > p": 0.5, "div.foot > p": -0.1}, {"div.b > p": 0.5, "div.foot > p": -0.1}],
            {"div.a > p": 0.5, "div.b > p": 0.5, "div.foot > p": -0.2},
        ),
        (
            [{"div[1] > p": -0.1, "div[2] > p": 0.5}, {"div[1] > p": -0.1, "div[3] > p": 0.5}],
            {"div[1] > p": -0.2, "div[2] > p": 0.5, "div[3] > p": 0.5},
        ),
    ],
)
def test_variants_of_a_step(pages: list[dict[str, float]], places: dict[str, float]) -> None:
    for order in permutations(pages):
        assert merged(*order) == places


def test_nothing_is_counted_twice() -> None:
    # what stood below the second wrapper moves to the first, where it has variants of its own
    pages: list[dict[str, float]] = [
        {"div.b.w > div.x.v > p": 0.5, "div.b.w > h2": 0.1},
        {"div.b.w > div.y.v > p": 0.25, "div.b.w > h2": 0.1},
        {"div.a.w > h2": 0.1},
    ]
    for order in permutations(pages):
        assert merged(*order) == {"div.w.* > div.v.* > p": 0.75, "div.w.* > h2": 0.3}


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ({"a": 1, "b": 1}, {"a": 1, "c": 1}, True),  # one of two
        ({"a": 1, "b": 1, "c": 1}, {"a": 1, "d": 1, "e": 1}, False),  # one of three
        ({"a": 1}, {"a": 1, "b": 1, "c": 1}, True),  # of the fewer ones
    ],
)
def test_half_of_the_steps_below(left: dict[str, float], right: dict[str, float], expected: bool) -> None:
    root = tree_of([{f"div.x > {step}": value for step, value in left.items()}])
    other = tree_of([{}, {f"div.x > {step}": value for step, value in right.items()}])
    assert are_variants(root.children["div.x"], other.children["div.x"]) is expected


@pytest.mark.parametrize(
    ("values", "verdict"),
    [([0.5, 0.5], 1.0), ([1.0, -0.1, -0.1], 0.0), ([-1.0, 0.1, 0.1], 0.0), ([1.0, -0.5], 0.5), ([], 0.0)],
)
def test_a_few_loud_pages_do_not_decide(values: list[float], verdict: float) -> None:
    root = tree_of({"p": value} for value in values)
    assert root.children.get("p", PlaceNode()).verdict == pytest.approx(verdict)


@pytest.mark.parametrize("names", [1, 50])
def test_names_of_people_are_not_compared_two_by_two(names: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def counted(first: PlaceNode, second: PlaceNode) -> bool:
        compared.append(1)
        return are_variants(first, second)

    monkeypatch.setattr(tree_module, "are_variants", counted)
    pages = [{f"div.by.name{page}x{name} > p": -0.1 for name in range(names)} for page in range(32)]
    root = tree_of(pages)
    merge_variants(root)
    assert len(compared) < MOST_VARIANTS**3
    assert len(root.children) == (1 if names == 1 else 32 * names)


def test_what_is_said_of_noise_is_added_up_apart() -> None:
    pages = [
        PageEvidence({"div > p": 0.5}, {}, {"div > p": -0.25, "div > ul": -0.5}),
        PageEvidence({}, {}, {}),
    ]
    nodes = flat(place_tree(pages))
    assert (nodes["div > p"].evidence, nodes["div > p"].refused) == (0.5, -0.25)
    assert (nodes["div > ul"].evidence, nodes["div > ul"].refused, nodes["div > ul"].votes) == (0.0, -0.5, 0)
    assert nodes["div > ul"].pages == 1

"""How a page is built, and whether two pages are built alike (Wang, Chen, Dai 2018).

A page is the set of the paths of its ``div`` and ``table`` elements, each step with its position among the
like-named children of its parent (``html1/body1/div3/div2``). The similarity of two pages is what they share
/ the smaller set; above 0.82 they are built alike.

Ours on top of the paper's: pages of very different size are never alike. What a site puts around everything
(a consent wall, an error page, an empty section) is wholly contained in its articles.
"""

from __future__ import annotations

from collections.abc import Collection, Set
from hashlib import blake2b
from itertools import islice

from newsextract.page import Page

SAME_CLASS_ABOVE = 0.82
"""Similarity of pages of one class; the paper's."""

LARGEST_RATIO = 2
"""How many times the paths of the smaller page the larger one may have. On `daniel` it changes no class. Of
the 175 section pages of `kinds` 37 are linked to articles without it (nearly all of two sites), 21 with 3, 10
with 2; with 1.5 it is 7, but the articles fall into 37 groups instead of 31."""

CLASS_PAGES = 6
"""Pages that make a class; the paper asks for more than five."""

FEWEST_PATHS = 5
"""A page with fewer paths is like no other: the path of its outermost ``div`` is one that all pages share."""

MOST_PATHS = 5_000
"""Paths kept of a page, from its top. Those of `daniel` and `fundus` have 140, the longest 2,485; the bound
is for pages made to fill the memory."""

_PATH_ENDS = ("div", "table")

# A step of a path is mixed in by a multiplication, not hashed: 0.20 of the parser's time instead of 0.31.
_MIXER = 0x9E3779B97F4A7C15  # 2^64 / the golden ratio, an odd number whose multiples spread evenly
_MASK = (1 << 64) - 1


def page_structure(page: Page) -> tuple[int, ...]:
    """The hashes of the page's paths, sorted: the same on every machine and in every run."""
    parents, tags = page.walk.parents, page.walk.tags
    ends = list(islice(page.numbers_of(*_PATH_ENDS), MOST_PATHS))
    steps: set[int] = set()  # the elements on the way from the root to those
    for element in ends:
        while element >= 0 and element not in steps:
            steps.add(element)
            element = parents[element]
    positions = positions_of(page, steps)
    names = {tag: _name_hash(tag) for tag in {tags[element] for element in steps}}
    hashes = {-1: 0}
    for element in sorted(steps):
        mixed = (hashes[parents[element]] + names[tags[element]] + positions[element]) * _MIXER & _MASK
        hashes[element] = mixed ^ mixed >> 29
    return tuple(sorted({hashes[element] for element in ends}))


def _name_hash(tag: str) -> int:
    return int.from_bytes(blake2b(tag.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def positions_of(page: Page, elements: Collection[int]) -> dict[int, int]:
    """The place of these elements, and of all with their tags, among their parents' like-named children; the
    first is 1."""
    parents, tags = page.walk.parents, page.walk.tags
    positions: dict[int, int] = {}
    for tag in {tags[element] for element in elements}:
        seen: dict[int, int] = {}
        for element in page.numbers_of(tag):
            parent = parents[element]
            seen[parent] = positions[element] = seen.get(parent, 0) + 1
    return positions


def similarity(left: Set[int], right: Set[int]) -> float:
    """Shared paths / the smaller set; 0 when one is empty."""
    smaller = min(len(left), len(right))
    return len(left & right) / smaller if smaller else 0.0


def alike(left: Set[int], right: Set[int]) -> bool:
    """Whether two pages are built alike: similar, large enough to tell, and of comparable size."""
    smaller, larger = sorted((len(left), len(right)))
    if smaller < FEWEST_PATHS or larger > LARGEST_RATIO * smaller:
        return False
    return similarity(left, right) > SAME_CLASS_ABOVE

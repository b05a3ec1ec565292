"""Page clustering (Wang, Chen, Dai 2018): pages of a site that are built alike go into one group.

A page is the set of the paths of its ``div`` and ``table`` elements, each step with its position among the
like-named children of its parent (``html1/body1/div3/div2``). The similarity of two pages is what they share
/ the smaller set; above 0.82 they are built alike. A group counts as a class from its sixth page on.

Each group is compared by its first page alone, so the groups depend on the order of the pages.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import blake2b
from itertools import islice
from types import MappingProxyType

from newsextract.page import Page

SAME_CLASS_ABOVE = 0.82
"""Similarity of pages of one class; the paper's."""

CLASS_PAGES = 6
"""Pages that make a class; the paper asks for more than five."""

FEWEST_PATHS = 5
"""A page with fewer paths has no group: the path of its outermost ``div`` is one that all pages share."""

MOST_PATHS = 5_000
"""Paths kept of a page, from its top. Those of `daniel` and `fundus` have 140, the longest 2,485; the bound
is for pages made to fill the memory."""

MOST_GROUPS = 50
"""Groups of a site; pages unlike all of them have no group then. Each takes 8 kB, and 2 microseconds
a page."""

NO_GROUP = ""

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


def similarity(left: frozenset[int], right: frozenset[int]) -> float:
    """Shared paths / the smaller set; 0 when one is empty."""
    smaller = min(len(left), len(right))
    return len(left & right) / smaller if smaller else 0.0


class SiteClusters:
    """The groups of one site, named ``c1``, ``c2`` ... in the order they are met."""

    def __init__(self) -> None:
        self._first_pages: dict[str, frozenset[int]] = {}
        self._counts: dict[str, int] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """How many pages each group has; those without a group under an empty name."""
        return MappingProxyType(self._counts)

    def pages(self, name: str) -> int:
        """How many pages a group has; 0 for a name that is none."""
        return self._counts.get(name, 0)

    def is_class(self, name: str) -> bool:
        """Whether a group has enough pages to learn from."""
        return name != NO_GROUP and self.pages(name) >= CLASS_PAGES

    def assign(self, structure: Collection[int]) -> str:
        """Put a page into the group that it is most like, or into a new one, and give the group's name.

        Empty for a page with too few paths, and for one unlike all groups when there are as many as may be.
        """
        name = self._group_of(frozenset(structure))
        self._counts[name] = self._counts.get(name, 0) + 1
        return name

    def _group_of(self, paths: frozenset[int]) -> str:
        if len(paths) < FEWEST_PATHS:
            return NO_GROUP
        alike = {name: similarity(paths, first) for name, first in self._first_pages.items()}
        nearest = max(alike, key=lambda name: alike[name], default=NO_GROUP)
        if nearest and alike[nearest] > SAME_CLASS_ABOVE:
            return nearest
        if len(alike) >= MOST_GROUPS:
            return NO_GROUP
        name = f"c{len(alike) + 1}"
        self._first_pages[name] = paths
        return name

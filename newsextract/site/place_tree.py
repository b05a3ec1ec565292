"""The places of many pages as one tree, and variants of a step in it made one.

Sites put a page's section or number into the names of its wrappers (``div.health.wide`` on one page,
``div.london.wide`` on another), and a box that only some pages have moves what stands behind it (``div[2]``,
``div[3]``). Such steps stand at one place, have the same steps below them, and no page has two of them: they
become one step, with what they have in common (``div.wide.*``, ``div``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from newsextract.site.evidence import PageEvidence
from newsextract.site.places import LAID_OUT
from newsextract.site.selectors import parse_step

LEAST_SHARED_STEPS = 0.5
"""Steps below two variants that both have, of the fewer ones."""

MOST_VARIANTS = 64
"""Names with one tag side by side that are compared, as many as a class remembers pages; more are a list,
such as comments with their writers' names, and would be compared two by two."""


@dataclass(slots=True)
class PlaceNode:
    """One place: what the pages say of it, and the places inside."""

    children: dict[str, PlaceNode] = field(default_factory=dict)
    pages: int = 0
    """The pages that have it, a bit each."""
    evidence: float = 0.0
    refused: float = 0.0
    """What speaks against the noise at it; 0 or less."""
    votes: int = 0
    """Pages that speak for it, less those that speak against it."""

    @property
    def verdict(self) -> float:
        """Its evidence, or nothing where a few loud pages stand against the many."""
        return self.evidence if self.evidence * self.votes >= 0 else 0.0

    @property
    def evidence_below(self) -> float:
        """Its own evidence and that of all places inside."""
        return sum(node.evidence for node in self.walk())

    def walk(self) -> Iterator[PlaceNode]:
        """The node and all below, each after the one that holds it, and looked up only then."""
        waiting = deque([self])
        while waiting:
            node = waiting.popleft()
            yield node
            waiting.extend(node.children.values())


def place_tree(pages: Iterable[PageEvidence]) -> PlaceNode:
    """The tree of the places of several pages, given the evidence on each page's places."""
    root = PlaceNode()
    for number, page in enumerate(pages):
        for place in sorted(page.shares.keys() | page.refused.keys()):
            node = root
            node.pages |= 1 << number
            for step in place.split(" > ") if place else ():
                node = node.children.setdefault(step, PlaceNode())
                node.pages |= 1 << number
            value = page.shares.get(place, 0.0)
            node.evidence += value
            node.refused += page.refused.get(place, 0.0)
            node.votes += (value > 0) - (value < 0)
    return root


def merge_variants(root: PlaceNode) -> None:
    """Make one of the variants of each step, from the body down."""
    for node in root.walk():  # children are read after this node's own have been merged
        while _merge_two(node):
            pass


def _merge_two(node: PlaceNode) -> bool:
    by_tag: dict[str, list[str]] = {}
    for text in sorted(node.children):
        step = parse_step(text)
        if not step.id and (step.classes or step.is_open or step.tag in LAID_OUT):
            by_tag.setdefault(step.tag, []).append(text)
    for texts in by_tag.values():
        if len(texts) > MOST_VARIANTS:
            continue
        for place, first in enumerate(texts):
            for second in texts[place + 1 :]:
                if are_variants(node.children[first], node.children[second]) and not _is_ambiguous(
                    node, first, second
                ):
                    _merge(node, first, second)
                    return True
    return False


def _is_ambiguous(node: PlaceNode, first: str, second: str) -> bool:
    """Whether what two steps have in common means a third one as well, on a page that has one of them."""
    name = parse_step(first).common(parse_step(second))
    pages = node.children[first].pages | node.children[second].pages
    return any(
        child.pages & pages and name.matches(parse_step(step))
        for step, child in node.children.items()
        if step not in (first, second)
    )


def are_variants(first: PlaceNode, second: PlaceNode) -> bool:
    """Whether two places side by side are one place by two names."""
    if first.pages & second.pages:
        return False
    fewer = min(len(first.children), len(second.children))
    if not fewer:
        return False
    shared = len(first.children.keys() & second.children.keys())
    return shared >= LEAST_SHARED_STEPS * fewer and first.evidence_below * second.evidence_below >= 0


def _merge(node: PlaceNode, first: str, second: str) -> None:
    name = parse_step(first).common(parse_step(second)).text
    left, right = node.children.pop(first), node.children.pop(second)
    absorb(left, right)
    if name in node.children:
        absorb(node.children[name], left)
    else:
        node.children[name] = left


def absorb(into: PlaceNode, other: PlaceNode) -> None:
    """Add a tree to another."""
    into.pages |= other.pages
    into.evidence += other.evidence
    into.refused += other.refused
    into.votes += other.votes
    for step, child in other.children.items():
        if step in into.children:
            absorb(into.children[step], child)
        else:
            into.children[step] = child

"""From evidence to blocks: the shortest description that explains what the pages say.

The places of all pages of a class make one tree. Each place has what its pages say of it. A description takes
some places (and all below them) for content, and leaves out some inside of those. It gains the evidence of
what it takes, and every selector costs: so a few rows that one page judged otherwise change nothing, and a
box that stands in the body of many pages is left out. The best description is found in one pass over the
tree, from the leaves up.

Seed 004 lets pages vote for one block by id, class or path; this is that vote over all blocks at once, with
several blocks where the body is split, and with what is to be left out, the weakness that the paper names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from newsextract.site.evidence import PageEvidence
from newsextract.site.place_tree import PlaceNode, merge_variants, place_tree
from newsextract.site.selectors import Selector, parse_step

SELECTOR_COST = 0.005
"""What a selector has to be worth: a part of the body, on the average page. On `daniel`, rules alone: F1 .955
with .005, .952 with .015 and .030, which keep small boxes in the body."""


class Blocks(NamedTuple):
    """What is content, and what inside of it is not."""

    content: tuple[Selector, ...]
    without: tuple[Selector, ...]


def best_blocks(pages: Sequence[PageEvidence]) -> Blocks:
    """The places to take and those to leave out that explain the pages best."""
    root = place_tree(pages)
    merge_variants(root)
    cost = SELECTOR_COST * len(pages)
    gains = _gains(root, cost)
    places = set(_places(root))
    edges = list(_edges(root, gains, cost))
    return Blocks(
        tuple(selector_for(place, places) for place, begins in edges if begins),
        tuple(selector_for(place, places) for place, begins in edges if not begins),
    )


class _Gain(NamedTuple):
    """The best that can be gained at a place and below it."""

    inside: float
    """... when all around is taken."""
    outside: float
    """... when nothing around is."""
    refused: float
    """What speaks against the noise in what is taken, when all around is."""

    def is_left_out(self, cost: float) -> bool:
        """Whether a place within what is taken is better left out."""
        return self.inside + self.refused < -cost


def _gains(root: PlaceNode, cost: float) -> dict[int, _Gain]:
    gains: dict[int, _Gain] = {}
    for node in reversed(list(root.walk())):
        below = [gains[id(child)] for child in node.children.values()]
        taken = [gain for gain in below if not gain.is_left_out(cost)]
        gains[id(node)] = _Gain(
            node.verdict + sum(gain.inside for gain in taken) - cost * (len(below) - len(taken)),
            sum(max(gain.outside, gain.inside - cost) for gain in below),
            node.refused + sum(gain.refused for gain in taken),
        )
    return gains


def _edges(root: PlaceNode, gains: dict[int, _Gain], cost: float) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The places where taking begins (True) and those where it ends (False), in the order of the tree."""
    waiting: list[tuple[tuple[str, ...], PlaceNode, bool]] = [((), root, False)]
    while waiting:
        place, node, is_taken = waiting.pop()
        for step, child in sorted(node.children.items(), reverse=True):
            gain = gains[id(child)]
            begins = not is_taken and gain.inside - cost > gain.outside
            ends = is_taken and gain.is_left_out(cost)
            if begins or ends:
                yield (*place, step), begins
            if not ends:
                waiting.append(((*place, step), child, is_taken or begins))


def selector_for(place: tuple[str, ...], places: Collection[tuple[str, ...]]) -> Selector:
    """The last steps of a place that mean no other of the places, one of them with a name: on pages yet to
    come, a mere ``p`` stands anywhere."""
    last = parse_step(place[-1])
    others = [other for other in places if other != place and last.matches(parse_step(other[-1]))]
    ways = [tuple(map(parse_step, reversed(other))) for other in others]
    for length in range(1, len(place)):
        selector = Selector.of_place(place[-length:])
        has_name = any(step.id or step.classes for step in selector.steps)
        if has_name and not any(map(selector.matches, ways)):
            return selector
    return Selector.of_place(place)


def _places(root: PlaceNode) -> Iterator[tuple[str, ...]]:
    waiting: list[tuple[tuple[str, ...], PlaceNode]] = [((), root)]
    while waiting:
        place, node = waiting.pop()
        for step, child in node.children.items():
            yield (*place, step)
            waiting.append(((*place, step), child))

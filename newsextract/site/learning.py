"""Rule learning (Wang, Chen, Dai 2018): the pages of a class vote on where their content is.

Each page votes for its densest block (see ``methods.density``), named by its id, its class and its path.
Votes for the same three are added up, each as heavy as the block was dense; the heaviest three are the rule
of the class. It goes by the first of them that is there: the id, else the class, else the path.

The rule is learned and can be reported. It is not applied yet; and ids or classes that are made anew for
every page (``post-12345``) still part votes that belong together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from newsextract.methods.density import block_densities
from newsextract.page import Page
from newsextract.site.clustering import CLASS_PAGES, positions_of
from newsextract.text.measure import clean, fold_space

LONGEST_NAME = 300
"""Characters of an id or class that can be a rule's. Longer ones are no names; they are taken for missing."""

LONGEST_PATH = 2_000
"""Characters of a path: some 250 steps, where libxml2 stops as well."""

MOST_FEATURES = 200
"""Different blocks that are voted for in a class, which has a handful; votes for more weigh nothing."""

_UNITS = 10**12
"""Densities are added up as whole numbers of this part: exact, whatever the order of the pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockVote:
    """The densest block of a page."""

    id: str = ""
    class_: str = ""
    """The class attribute as a whole, white space folded."""
    path: str = ""
    """Tags from the root, each with its position among its like: ``html1/body1/div3``."""
    density: float
    """H of the block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterRule:
    """Where the content of a class of pages is."""

    kind: str
    """What the rule goes by: ``id``, ``class`` or ``path``."""
    value: str
    support: int
    """Pages that voted for this block."""
    pages: int
    """Pages that voted."""


def block_vote(page: Page) -> BlockVote | None:
    """The page's vote; None for a page without text outside of links."""
    densities = block_densities(page)
    block = max(densities, key=lambda number: densities[number], default=-1)
    if block < 0 or not densities[block]:
        return None
    attributes = page.walk.elements[block].attrib
    return BlockVote(
        id=_name(attributes.get("id", "")),
        class_=_name(attributes.get("class", "")),
        path=_path(page, block),
        density=densities[block],
    )


def _name(attribute: str) -> str:
    name = fold_space(clean(attribute))
    return name if len(name) <= LONGEST_NAME else ""


def _path(page: Page, element: int) -> str:
    walk = page.walk
    steps = [element]
    while walk.parents[steps[-1]] >= 0:
        steps.append(walk.parents[steps[-1]])
    positions = positions_of(page, steps)
    path = "/".join(f"{walk.tags[step]}{positions[step]}" for step in reversed(steps))
    return path if len(path) <= LONGEST_PATH else ""


class _Feature(NamedTuple):
    id: str
    class_: str
    path: str


class RuleVotes:
    """The votes of the pages of one class."""

    def __init__(self) -> None:
        self._weights: dict[_Feature, int] = {}
        self._supports: dict[_Feature, int] = {}
        self._pages = 0

    @property
    def pages(self) -> int:
        """Pages that have voted."""
        return self._pages

    def add(self, vote: BlockVote) -> None:
        """Count one page's vote."""
        self._pages += 1
        feature = _Feature(vote.id, vote.class_, vote.path)
        if not any(feature) or (feature not in self._weights and len(self._weights) >= MOST_FEATURES):
            return
        self._weights[feature] = self._weights.get(feature, 0) + round(vote.density * _UNITS)
        self._supports[feature] = self._supports.get(feature, 0) + 1

    def rule(self) -> ClusterRule | None:
        """The rule so far; None until there are enough pages for a class."""
        if self._pages < CLASS_PAGES or not self._weights:
            return None
        heaviest = min(self._weights, key=lambda feature: (-self._weights[feature], feature))
        kind, value = next(pair for pair in zip(("id", "class", "path"), heaviest, strict=True) if pair[1])
        return ClusterRule(kind=kind, value=value, support=self._supports[heaviest], pages=self._pages)

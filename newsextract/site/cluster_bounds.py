"""How much is kept of how a site's pages are built."""

from __future__ import annotations

from dataclasses import dataclass

LEAST_WEIGHT = 100
"""What a small page weighs, in paths: comparing with it costs as much as with one of 100 paths."""

ALL_DISTINCT = 100
"""Percentage of paths in common above which a page is not kept beside another. Here: all but the same are."""

FAR_APART = 82
"""The smallest such percentage. Pages with more in common are alike, those with less need not be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterBounds:
    """What may be kept of a site."""

    groups: int = 300
    """A page that opens one more takes the place of the group that was not met for longest and is no class
    yet. `kinds` has up to 17 groups among the 33 pages of a site, most of them of one page."""

    pages_of_a_group: int = 64
    """Different structures kept of a group; beyond it those close to another one are dropped."""

    weight: int = 100_000
    """Paths of all kept pages together: 660 pages like those of `daniel`, 1,000 small ones. The page with
    the most paths in common with none of them takes 0.3 ms; the longest record has 2 MB."""

    former_names: int = 1_000
    """Names of groups that became part of another; the oldest are forgotten first."""


DEFAULT_BOUNDS = ClusterBounds()


def weight_of(paths: int) -> int:
    """What it costs to keep a page with so many paths."""
    return max(paths, LEAST_WEIGHT)

"""Tag paths: the sequence of tags from the root to a node, without positions or classes."""

from __future__ import annotations

from collections.abc import Sequence

from newsextract.text.distance import sequence_distance

LONGEST_COMPARED = 32
"""Paths that part more steps above their ends are as far apart as the longer rest is long: nothing weighs
neighbours that distant (1/32^3), and a page nested 2,000 deep stays linear."""


def path_tags(steps: Sequence[tuple[int, str]], path: int) -> tuple[str, ...]:
    """The tags of a path, root first."""
    tags: list[str] = []
    while path >= 0:
        path, tag = steps[path]
        tags.append(tag)
    return tuple(reversed(tags))


def path_distance(steps: Sequence[tuple[int, str]], depths: Sequence[int], first: int, second: int) -> int:
    """Edit distance of two paths, tags being the letters.

    What the two share from the root on costs nothing and is not read: the climb stops where they meet.
    """
    rest_first: list[str] = []
    rest_second: list[str] = []
    while first != second:
        if depths[first] >= depths[second]:
            first_above, tag = steps[first]
            rest_first.append(tag)
            if depths[first] == depths[second]:
                second, tag = steps[second]
                rest_second.append(tag)
            first = first_above
        else:
            second, tag = steps[second]
            rest_second.append(tag)
    longer = max(len(rest_first), len(rest_second))
    if longer > LONGEST_COMPARED:
        return longer
    return sequence_distance(rest_first, rest_second)


def path_depths(steps: Sequence[tuple[int, str]]) -> list[int]:
    """Number of tags of each path; a path comes after the one above it."""
    depths: list[int] = []
    for above, _ in steps:
        depths.append(depths[above] + 1 if above >= 0 else 1)
    return depths

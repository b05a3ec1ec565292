"""CEPF's choice of features page by page: like features are grouped, one of each group is kept."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

GROUPS = 3
"""The paper's figure for its six features."""

PREFERENCE = ("PPLR", "TPLR", "PPL", "PPR", "TPL", "TPR")
"""Within a group the first of these stays: the order of the features' own mean F1 in the paper's Table 3."""

Partition = tuple[tuple[str, ...], ...]


def select_features(features: Mapping[str, Sequence[float]]) -> tuple[str, ...]:
    """One feature of each group, in the order in which they are given."""
    kept = {next(name for name in PREFERENCE if name in group) for group in group_features(features)}
    return tuple(name for name in features if name in kept)


def group_features(features: Mapping[str, Sequence[float]]) -> Partition:
    """The grouping with the smallest normalised cut.

    The paper approaches it by spectral clustering; six features have only 90 groupings in three, so the best
    one is found by trying them all.
    """
    names = tuple(features)
    similarity = similarities(features)
    degree = {name: sum(similarity[name, other] for other in names) for name in names}

    def cut(partition: Partition) -> float:
        inside = (
            sum(similarity[a, b] for a in group for b in group) / sum(degree[name] for name in group)
            for group in partition
        )
        return sum(1 - share for share in inside)

    return min(partitions(names, GROUPS), key=cut)


def similarities(features: Mapping[str, Sequence[float]]) -> dict[tuple[str, str], float]:
    """exp(-d^2 / (2 s^2)) of each two features scaled to a maximum of 1.

    d is their Euclidean distance; s^2, free in the paper, is the mean of d^2 over all pairs, which fits pages
    of any size.
    """
    scaled = {name: _scaled(values) for name, values in features.items()}
    distances = {(a, b): math.dist(scaled[a], scaled[b]) ** 2 for a, b in combinations(scaled, 2)}
    spread = sum(distances.values()) / len(distances) if distances else 0.0
    similarity = {(name, name): 1.0 for name in scaled}
    for (a, b), distance in distances.items():
        similarity[a, b] = similarity[b, a] = math.exp(-distance / (2 * spread)) if spread else 1.0
    return similarity


def _scaled(values: Sequence[float]) -> list[float]:
    highest = max(values, default=0.0)
    return [value / highest if highest else 0.0 for value in values]


def partitions(names: Sequence[str], groups: int) -> Iterator[Partition]:
    """All ways to divide the names into that many groups, in a fixed order."""
    if not names or groups < 1:
        if not names and groups == 0:
            yield ()
        return
    first, rest = names[0], names[1:]
    for partition in partitions(rest, groups - 1):
        yield ((first,), *partition)
    for partition in partitions(rest, groups):
        for position, group in enumerate(partition):
            yield (*partition[:position], (first, *group), *partition[position + 1 :])

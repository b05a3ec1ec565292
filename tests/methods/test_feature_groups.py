from __future__ import annotations

import random
from itertools import product

import pytest

from newsextract.methods.feature_groups import (
    GROUPS,
    Partition,
    group_features,
    partitions,
    select_features,
    similarities,
)

NAMES = ("TPL", "TPR", "TPLR", "PPL", "PPR", "PPLR")

# The paper's own page: TPL and TPR each alone, the other four alike.
PAPER = {
    "TPL": [1.0, 0.0, 0.0],
    "TPR": [0.0, 1.0, 0.0],
    "TPLR": [0.0, 0.0, 1.0],
    "PPL": [0.0, 0.0, 2.0],
    "PPR": [0.0, 0.0, 3.0],
    "PPLR": [0.0, 0.0, 4.0],
}


@pytest.mark.parametrize(
    ("count", "groups", "ways"),
    [(0, 0, 1), (0, 1, 0), (1, 1, 1), (2, 3, 0), (3, 3, 1), (4, 2, 7), (6, 3, 90), (5, 0, 0)],
    # Stirling numbers of the second kind: S(4, 2) = 2^3 - 1, S(6, 3) = (3^6 - 3 * 2^6 + 3) / 3! = 540 / 6
)
def test_partitions_are_as_many_as_stirling_says(count: int, groups: int, ways: int) -> None:
    found = list(partitions(NAMES[:count], groups))
    assert len(found) == ways
    assert len({frozenset(map(frozenset, partition)) for partition in found}) == ways
    for partition in found:
        assert len(partition) == groups
        assert sorted(name for group in partition for name in group) == sorted(NAMES[:count])


@pytest.mark.parametrize(
    ("features", "pair", "similarity"),
    [
        # scaled to (0.5, 1) and (1, 0): d^2 = 0.25 + 1 = 1.25; over both ordered pairs the mean is 1.25 too,
        # exp(-1.25 / 2.5) = exp(-0.5)
        ({"a": [2.0, 4.0], "b": [1.0, 0.0]}, ("a", "b"), 0.60653),
        ({"a": [2.0, 4.0], "b": [1.0, 0.0]}, ("b", "b"), 1),
        # one the double of the other: the same after scaling
        ({"a": [1.0, 2.0], "b": [2.0, 4.0]}, ("a", "b"), 1),
        # a zero feature stays zero; (1) against (0): d^2 = 1, the mean of both pairs is 1
        ({"a": [5.0], "b": [0.0]}, ("a", "b"), 0.60653),
        # (1 0 0), (0 1 0) and four times (0 0 1): d^2 = 2 for 1 + 4 + 4 of the 15 pairs, 0 for the rest;
        # mean 18 / 15 = 1.2, exp(-2 / 2.4) = exp(-0.83333)
        (PAPER, ("TPL", "TPR"), 0.43460),
        (PAPER, ("TPL", "PPLR"), 0.43460),
        (PAPER, ("PPR", "PPLR"), 1),
        ({"a": []}, ("a", "a"), 1),
    ],
)
def test_similarities(features: dict[str, list[float]], pair: tuple[str, str], similarity: float) -> None:
    assert similarities(features)[pair] == pytest.approx(similarity, abs=1e-5)


def normalised_cut(partition: Partition, similarity: dict[tuple[str, str], float]) -> float:
    """Sum over the groups of what leaves the group over all that starts in it, by its definition."""
    everything = [name for group in partition for name in group]
    total = 0.0
    for group in partition:
        leaving = sum(similarity[a, b] for a in group for b in everything if b not in group)
        total += leaving / sum(similarity[a, b] for a in group for b in everything)
    return total


def test_normalised_cut_of_the_papers_grouping() -> None:
    # degrees: TPL and TPR 1 + 5 * 0.4346 = 3.1730; the others 4 + 2 * 0.4346 = 4.8692
    # {TPL}: 1 - 1 / 3.1730 = 0.68484, {TPR} alike; the four: 1 - 16 / (4 * 4.8692) = 0.17851; sum 1.54819
    # {TPL TPR}: 1 - 2.8692 / 6.3460 = 0.54787; the four in two and two: 2 * (1 - 4 / 9.7384) = 1.17850;
    # sum 1.72637
    similarity = similarities(PAPER)
    paper = (("TPL",), ("TPR",), ("TPLR", "PPL", "PPR", "PPLR"))
    assert normalised_cut(paper, similarity) == pytest.approx(1.54819, abs=1e-4)
    other = (("TPL", "TPR"), ("TPLR", "PPL"), ("PPR", "PPLR"))
    assert normalised_cut(other, similarity) == pytest.approx(1.72637, abs=1e-4)
    assert set(map(frozenset, group_features(PAPER))) == set(map(frozenset, paper))


def test_the_papers_selection() -> None:
    assert select_features(PAPER) == ("TPL", "TPR", "PPLR")


@pytest.mark.parametrize(
    ("groups", "selected"),
    [
        # one pair, one pair, one pair: the better of each, in the order given
        ("TPL TPR|TPLR PPL|PPR PPLR", ("TPL", "TPLR", "PPLR")),
        ("TPL PPLR|TPR PPR|TPLR PPL", ("TPLR", "PPR", "PPLR")),
        ("TPL|TPR PPR PPL|TPLR PPLR", ("TPL", "PPL", "PPLR")),
    ],
)
def test_alike_features_are_grouped(groups: str, selected: tuple[str, ...]) -> None:
    # the members of a group are one unit vector: no distance inside, the same between any two groups
    number = {name: place for place, group in enumerate(groups.split("|")) for name in group.split()}
    features = {name: [float(number[name] == place) for place in range(3)] for name in NAMES}
    expected = {frozenset(group.split()) for group in groups.split("|")}
    assert set(map(frozenset, group_features(features))) == expected
    assert select_features(features) == selected


@pytest.mark.parametrize("seed", range(5))
def test_no_grouping_has_a_smaller_cut(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # cases, no secrets
    features = {name: [chance.random() for _ in range(4)] for name in NAMES}
    similarity = similarities(features)
    cuts = []
    for labels in product(range(GROUPS), repeat=len(NAMES)):
        if len(set(labels)) == GROUPS:
            partition = tuple(
                tuple(name for name, own in zip(NAMES, labels, strict=True) if own == label)
                for label in range(GROUPS)
            )
            cuts.append(normalised_cut(partition, similarity))
    assert normalised_cut(group_features(features), similarity) == pytest.approx(min(cuts))


def test_six_features_without_values_give_three() -> None:
    assert len(select_features({name: [] for name in NAMES})) == GROUPS

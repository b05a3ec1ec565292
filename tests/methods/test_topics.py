from __future__ import annotations

import random
from itertools import combinations

import pytest

from newsextract.methods.topics import (
    GAMMA,
    MAX_RELATED,
    MAX_STEPS,
    Pair,
    maximal_cliques,
    related_pairs,
    topic_values,
    topic_weight,
)


@pytest.mark.parametrize(
    ("texts", "pairs"),
    [
        (["a b", "a b"], {}),  # twice is not more than gamma = 2
        (["a b", "b a", "a b c"], {("a", "b"): 3}),  # in any order; a c and b c stand together once
        (["a b c"] * 4, {("a", "b"): 4, ("a", "c"): 4, ("b", "c"): 4}),
        (["a", "b", "a"], {}),
        ([], {}),
    ],
)
def test_related_pairs(texts: list[str], pairs: dict[Pair, int]) -> None:
    assert related_pairs([text.split() for text in texts]) == pairs


@pytest.mark.parametrize(
    ("pairs", "cliques"),
    [
        ("ab", ["ab"]),
        ("ab bc", ["ab", "bc"]),  # a and c are not related
        ("ab bc ac", ["abc"]),
        ("ab bc ac cd", ["abc", "cd"]),
        ("ab cd", ["ab", "cd"]),
        ("ab bc cd ad", ["ab", "ad", "bc", "cd"]),
    ],
)
def test_cliques_by_hand(pairs: str, cliques: list[str]) -> None:
    found = maximal_cliques([(pair[0], pair[1]) for pair in pairs.split()])
    assert found == [tuple(clique) for clique in cliques]


def cliques_of_all_subsets(nodes: str, pairs: list[Pair]) -> list[tuple[str, ...]]:
    """Every subset whose members are all related, that no further node is related to as a whole."""
    related = set(pairs)

    def is_clique(subset: tuple[str, ...]) -> bool:
        return all(pair in related for pair in combinations(subset, 2))

    cliques = [c for size in range(2, len(nodes) + 1) for c in combinations(nodes, size) if is_clique(c)]
    sets = [set(clique) for clique in cliques]
    return sorted(c for c, own in zip(cliques, sets, strict=True) if not any(own < other for other in sets))


@pytest.mark.parametrize("seed", range(30))
def test_cliques_against_all_subsets(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # cases, no secrets
    nodes = "abcdefghi"[: chance.randint(2, 9)]
    share = chance.choice([0.2, 0.5, 0.8, 1.0])
    pairs = [pair for pair in combinations(nodes, 2) if chance.random() < share]
    pairs = pairs or [("a", "b")]
    shuffled = [chance.choice([pair, pair[::-1]]) for pair in pairs]
    chance.shuffle(shuffled)
    assert maximal_cliques(shuffled) == cliques_of_all_subsets(nodes, pairs)


def test_the_number_of_keywords_is_bounded() -> None:
    # ten more than the bound, each related to all others: the first in the alphabet stay
    nodes = [f"w{number:03}" for number in range(MAX_RELATED + 10)]
    assert maximal_cliques(combinations(nodes, 2)) == [tuple(nodes[:MAX_RELATED])]


def test_the_number_of_steps_is_bounded() -> None:
    # 20 groups of three, related to all but their own group: 3^20 cliques with one of each group
    nodes = [(group, member) for group in range(20) for member in range(3)]
    name = {node: f"{node[0]:02}{node[1]}" for node in nodes}
    pairs = [(name[a], name[b]) for a, b in combinations(nodes, 2) if a[0] != b[0]]
    cliques = maximal_cliques(pairs)
    assert 0 < len(cliques) <= MAX_STEPS
    assert len(set(cliques)) == len(cliques)
    assert {len({word[:2] for word in clique}) for clique in cliques} == {20}
    assert {len(clique) for clique in cliques} == {20}


def test_topic_weight_adds_up_its_pairs() -> None:
    pairs = {("a", "b"): 3, ("a", "c"): 4, ("b", "c"): 5, ("c", "d"): 9}
    assert topic_weight(("b", "a", "c"), pairs) == 12  # 3 + 4 + 5
    assert topic_weight(("c", "d"), pairs) == 9


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        # a b together in 3 texts: topic {a b} of weight 3; the last text has neither
        (["a b x", "a b y", "a b z", "u v"], [1, 1, 1, 0]),
        # {a b} 4 times, {c d} 3 times: 4/4 and 3/4; b alone is enough to have the topic
        (
            ["a b k", "a b l", "a b m", "a b n", "c d o", "c d p", "c d q", "b"],
            [1, 1, 1, 1, 0.75, 0.75, 0.75, 1],
        ),
        # a text printed three times counts once: a b in two texts only
        (["a b", "b a", "a b", "a b x"], [0, 0, 0, 0]),
        ([], []),
        (["", "a"], [0, 0]),
    ],
)
def test_topic_values(texts: list[str], values: list[float]) -> None:
    assert topic_values([text.split() for text in texts]) == values


def test_a_text_has_its_heaviest_topic() -> None:
    # a b c together in 3 texts: weight 9. c d in 3 further texts: weight 3. These also have c, whose
    # heaviest topic is {a b c}; d alone has 3/9.
    texts = ["a b c k", "a b c l", "a b c m", "c d n", "c d o", "c d p", "d q"]
    values = [1, 1, 1, 1, 1, 1, pytest.approx(1 / 3)]
    assert topic_values([text.split() for text in texts]) == values


def test_bounds_that_leave_no_related_words_leave_no_topics() -> None:
    # every hub is related to its two leaves alone; the bound keeps the hubs, of which no two are related
    texts = [
        [f"hub{hub}", f"leaf{hub}-{leaf}", f"unique{hub}-{leaf}-{text}"]
        for hub in range(MAX_RELATED)
        for leaf in range(2)
        for text in range(GAMMA + 1)
    ]
    assert topic_values(texts) == [0.0] * len(texts)

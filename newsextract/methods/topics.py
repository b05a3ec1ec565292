"""Topics of a page for CEDST: keywords that keep company, as maximal cliques."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Pair = tuple[str, str]

GAMMA = 2
"""Two keywords are related when they occur together in more texts than this (the paper's value)."""

MAX_RELATED = 80
"""Keywords that enter the search for cliques, those with the most relations first. Half of 974 real pages
have up to 12, and 94 % up to this."""

MAX_STEPS = 4_000
"""Steps of that search, which is exponential in the worst case. 80 keywords in one clique need 81."""


def related_pairs(keyword_sets: Iterable[Sequence[str]]) -> dict[Pair, int]:
    """How often two keywords occur in the same text, for those that do so more than ``GAMMA`` times."""
    counts: Counter[Pair] = Counter()
    for keywords in keyword_sets:
        counts.update(combinations(sorted(keywords), 2))
    return {pair: count for pair, count in counts.items() if count > GAMMA}


def maximal_cliques(pairs: Iterable[Pair]) -> list[tuple[str, ...]]:
    """The maximal sets of keywords that are all related to each other ("maximal compatibility blocks").

    Bron and Kerbosch with a pivot, bounded. Where a bound cuts in, the cliques found so far stand.
    """
    neighbours: dict[str, set[str]] = {}
    for first, second in pairs:
        neighbours.setdefault(first, set()).add(second)
        neighbours.setdefault(second, set()).add(first)
    ranked = sorted(neighbours, key=lambda word: (-len(neighbours[word]), word))[:MAX_RELATED]
    inside = set(ranked)
    neighbours = {word: neighbours[word] & inside for word in ranked}
    cliques: list[tuple[str, ...]] = []
    pending: list[tuple[tuple[str, ...], set[str], set[str]]] = [((), inside, set())]
    steps = 0
    while pending and steps < MAX_STEPS:
        steps += 1
        clique, candidates, seen = pending.pop()
        if not candidates and not seen:
            cliques.append(tuple(sorted(clique)))
            continue
        pivot = min(candidates | seen, key=lambda word: (-len(neighbours[word] & candidates), word))
        for word in sorted(candidates - neighbours[pivot]):
            pending.append(((*clique, word), candidates & neighbours[word], seen & neighbours[word]))
            candidates = candidates - {word}
            seen = seen | {word}
    return sorted(cliques)


def topic_weight(topic: Sequence[str], pairs: Mapping[Pair, int]) -> int:
    """Eq. 6: the counts of all pairs in the topic, added up."""
    return sum(pairs[pair] for pair in combinations(sorted(topic), 2))


def topic_values(keyword_sets: Sequence[Sequence[str]]) -> list[float]:
    """Eq. 7: for each text the weight of its heaviest topic over that of the page's heaviest.

    A text has a topic when one of its keywords is in it (asking for two would leave short paragraphs without
    any: 0.71 in place of 0.73 for `cedst-tf` with radius 2 on a fifth of `daniel`). Texts with the same
    keywords count once: a recommendation printed several times is no topic (the paper's own weak spot).
    """
    distinct = {tuple(sorted(keywords)) for keywords in keyword_sets}
    pairs = related_pairs(sorted(distinct))
    if not pairs:
        return [0.0] * len(keyword_sets)
    heaviest_of: dict[str, int] = {}
    for topic in maximal_cliques(pairs):
        weight = topic_weight(topic, pairs)
        for keyword in topic:
            heaviest_of[keyword] = max(weight, heaviest_of.get(keyword, 0))
    heaviest = max(heaviest_of.values(), default=0)
    if not heaviest:  # the bounds of the search left no two related words
        return [0.0] * len(keyword_sets)
    return [
        max((heaviest_of.get(keyword, 0) for keyword in keywords), default=0) / heaviest
        for keywords in keyword_sets
    ]

"""Tag paths: their tags, depths, and distances against a plain edit distance on the tags written out."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from newsextract.page.paths import LONGEST_COMPARED, path_depths, path_distance, path_tags

STEPS = [(-1, "html"), (0, "body"), (1, "div"), (2, "p"), (1, "p"), (2, "div"), (5, "p"), (4, "a")]
"""html=0, body=1, body.div=2, div.p=3, body.p=4, div.div=5, div.div.p=6, body.p.a=7"""


@pytest.mark.parametrize(
    ("path", "tags"),
    [
        (0, ("html",)),
        (1, ("html", "body")),
        (3, ("html", "body", "div", "p")),
        (6, ("html", "body", "div", "div", "p")),
        (-1, ()),
    ],
)
def test_tags(path: int, tags: tuple[str, ...]) -> None:
    assert path_tags(STEPS, path) == tags


def test_depths() -> None:
    assert path_depths(STEPS) == [1, 2, 3, 4, 3, 4, 5, 4]
    assert path_depths([]) == []


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        (3, 3, 0),
        (2, 4, 1),  # div for p
        (3, 6, 1),  # one div more
        (3, 4, 1),  # one div less
        (4, 6, 2),
        (0, 6, 4),
        (3, 7, 2),  # div.p and p.a: drop div, add a
        (5, 7, 2),  # div.div and p.a
        (6, 7, 3),  # div.div.p and p.a
    ],
)
def test_distances_by_hand(first: int, second: int, distance: int) -> None:
    depths = path_depths(STEPS)
    assert path_distance(STEPS, depths, first, second) == distance
    assert path_distance(STEPS, depths, second, first) == distance


def levenshtein(one: Sequence[str], other: Sequence[str]) -> int:
    before = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        row = [i]
        for j, b in enumerate(other, start=1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b)))
        before = row
    return before[-1]


@pytest.mark.parametrize("seed", range(10))
def test_distances_of_random_paths(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311  test data, not secrets
    steps = [(-1, "html")]
    while len(steps) < 40:
        above = choose.choice([choose.randrange(len(steps)), len(steps) - 1])
        step = (above, choose.choice("abcd"))
        if step not in steps:
            steps.append(step)
    depths = path_depths(steps)
    tags = [path_tags(steps, path) for path in range(len(steps))]
    assert [len(path) for path in tags] == depths
    assert max(depths) <= LONGEST_COMPARED
    for first in range(len(steps)):
        for second in range(len(steps)):
            assert path_distance(steps, depths, first, second) == levenshtein(tags[first], tags[second])


def two_branches(
    length_one: int, length_other: int, shared: int = 3
) -> tuple[list[tuple[int, str]], int, int]:
    """Steps of two paths that part after ``shared`` tags, all tags alike but those at the fork."""
    steps = [(number - 1, "div") for number in range(shared)]
    ends = []
    for name, length in (("one", length_one), ("other", length_other)):
        above = shared - 1
        for position in range(length):
            steps.append((above, "div" if position else name))
            above = len(steps) - 1
        ends.append(above)
    return steps, ends[0], ends[1]


@pytest.mark.parametrize(
    ("length_one", "length_other", "distance"),
    [
        (LONGEST_COMPARED, LONGEST_COMPARED, 1),  # compared: they differ at the fork alone
        (LONGEST_COMPARED + 1, LONGEST_COMPARED + 1, LONGEST_COMPARED + 1),
        (LONGEST_COMPARED + 1, 1, LONGEST_COMPARED + 1),
        (1, 2_000, 2_000),
        (2_000, 0, 2_000),
    ],
)
def test_paths_that_part_far_above_are_not_compared(
    length_one: int, length_other: int, distance: int
) -> None:
    steps, first, second = two_branches(length_one, length_other)
    depths = path_depths(steps)
    assert path_distance(steps, depths, first, second) == distance
    assert path_distance(steps, depths, second, first) == distance


def test_what_two_paths_share_is_not_counted_as_length() -> None:
    steps, first, second = two_branches(2, 3, shared=1_000)
    assert path_distance(steps, path_depths(steps), first, second) == 2  # one for other, one div more

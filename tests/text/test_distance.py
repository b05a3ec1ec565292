from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.text.distance import common_words, edit_distance, normalized_distance, sequence_distance

repeatable = settings(deadline=None, derandomize=True)
short = st.text(alphabet="ab中", max_size=8)
few_words = st.lists(st.sampled_from(["a", "the", "war", "中国"]), max_size=8)


@dataclass(frozen=True)
class OneHash:
    """Items with one hash that are not equal."""

    name: str

    def __hash__(self) -> int:
        return 7


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("same", "same", 0),
        ("kitten", "sitting", 3),  # k to s, e to i, g added
        ("flaw", "lawn", 2),  # f deleted, n added
        ("中国经济", "中国新经济", 1),
        ("\ud83d", "a", 1),  # a lone surrogate is a character like any other
    ],
)
def test_edit_distance(a: str, b: str, distance: int) -> None:
    assert edit_distance(a, b) == distance


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ([], [], 0),
        (["body", "div", "p"], [], 3),
        (["body", "div", "p"], ["body", "div", "div", "p"], 1),
        (["body", "div", "p"], ["body", "ul", "li", "a"], 3),  # two replaced, one added
        (("a",), ["a"], 0),
        ([-1], [-2], 1),  # hash(-1) == hash(-2)
        (["a"], [97], 1),  # not the letter's number
        ([OneHash("x"), OneHash("y")], [OneHash("x"), OneHash("z")], 1),
    ],
)
def test_sequence_distance(a: list[object], b: list[object], distance: int) -> None:
    assert sequence_distance(a, b) == distance


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("", "", 0.0),
        ([], [], 0.0),
        ("", "ab", 1.0),
        ("abcd", "abxd", 0.25),
        ("ab", "abcd", 0.5),
        (["div", "p"], ["div", "a"], 0.5),
        (["a"], "a", 0.0),
    ],
)
def test_normalized_distance(a: str, b: str, distance: float) -> None:
    assert normalized_distance(a, b) == distance


@pytest.mark.parametrize(
    ("a", "b", "length"),
    [
        ("", "", 0),
        ("storm hits coast", "", 0),
        ("storm hits coast", "nothing alike", 0),
        ("storm hits coast", "the coast", 1),
        ("storm hits coast", "a storm that hits the northern coast", 3),
        ("storm hits coast", "coast hits storm", 1),  # order counts
        ("a b c b d a b", "b d c a b a", 4),  # b c b a
        ("a a a", "a a", 2),  # each occurrence once
        ("a a", "a b", 1),
    ],
)
def test_common_words(a: str, b: str, length: int) -> None:
    assert common_words(a.split(), b.split()) == length


@given(short, short)
@repeatable
def test_distance_is_symmetric_and_bounded(a: str, b: str) -> None:
    distance = edit_distance(a, b)
    assert distance == edit_distance(b, a)
    assert abs(len(a) - len(b)) <= distance <= max(len(a), len(b))
    assert (distance == 0) == (a == b)
    assert 0.0 <= normalized_distance(a, b) <= 1.0


@given(short, short, short)
@repeatable
def test_triangle_inequality(a: str, b: str, c: str) -> None:
    assert edit_distance(a, c) <= edit_distance(a, b) + edit_distance(b, c)


@given(short, short)
@repeatable
def test_a_text_is_a_sequence_of_characters(a: str, b: str) -> None:
    assert sequence_distance(a, b) == edit_distance(a, b)


def longest_by_definition(a: list[str], b: list[str]) -> int:
    if not a or not b:
        return 0
    if a[0] == b[0]:
        return 1 + longest_by_definition(a[1:], b[1:])
    return max(longest_by_definition(a[1:], b), longest_by_definition(a, b[1:]))


@given(few_words, few_words)
@repeatable
def test_common_words_by_definition(a: list[str], b: list[str]) -> None:
    assert common_words(a, b) == longest_by_definition(a, b)

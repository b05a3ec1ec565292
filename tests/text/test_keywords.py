from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.text.keywords import TOLERANCE, keywords, text_rank

NO_STOP: frozenset[str] = frozenset()
repeatable = settings(deadline=None, derandomize=True)

# How far scores can be from where they would settle: the last step is below TOLERANCE, and all the steps
# still to come add up to at most 0.85 / (1 - 0.85) = 5.7 times that.
NEAR = 6 * TOLERANCE


def test_path_of_three() -> None:
    # a - b - c, each link once. By symmetry S(a) = S(c) = x, and with S(b) = y:
    #   x = 0.15 + 0.85 * y / 2        b gives half of its score to each side
    #   y = 0.15 + 0.85 * 2x           a and c give all they have to b
    # so x = 0.15 + 0.425 * (0.15 + 1.7x) = 0.21375 + 0.7225x, x = 0.21375 / 0.2775 = 0.770270,
    # and y = 0.15 + 1.7x = 1.459459.
    scores = text_rank(["a", "b", "c"], window=2)
    assert scores == {
        "a": pytest.approx(0.770270, abs=NEAR),
        "b": pytest.approx(1.459459, abs=NEAR),
        "c": pytest.approx(0.770270, abs=NEAR),
    }


def test_links_weigh_as_often_as_they_occur() -> None:
    # a b a b c with window 2: a-b three times, b-c once. W(a) = 3, W(b) = 4, W(c) = 1.
    #   a = 0.15 + 0.85 * 3/4 b = 0.15 + 0.6375b
    #   c = 0.15 + 0.85 * 1/4 b = 0.15 + 0.2125b
    #   b = 0.15 + 0.85 * (a + c) = 0.15 + 0.255 + 0.7225b, b = 0.405 / 0.2775 = 1.459459
    # a = 1.080405, c = 0.460135.
    scores = text_rank(["a", "b", "a", "b", "c"], window=2)
    assert scores == {
        "a": pytest.approx(1.080405, abs=NEAR),
        "b": pytest.approx(1.459459, abs=NEAR),
        "c": pytest.approx(0.460135, abs=NEAR),
    }


def test_a_wider_window_links_words_further_apart() -> None:
    # with window 3 a, b and c are all linked to each other: alike, so each keeps the score 1
    assert text_rank(["a", "b", "c"], window=3) == {name: pytest.approx(1.0) for name in "abc"}


def test_a_word_is_no_neighbour_of_itself() -> None:
    assert text_rank(["a", "a", "a"], window=2) == {"a": pytest.approx(0.15)}


def test_no_words_no_scores() -> None:
    assert text_rank([]) == {}


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        pytest.param("", 3, [], id="nothing"),
        pytest.param("the of", 3, [], id="stop words only"),
        pytest.param("c the b a b", 3, ["c", "b", "a"], id="no more words than asked for: not ranked"),
        pytest.param("a b c", 1, ["b"], id="the middle of the path"),
        pytest.param("a b c", 2, ["b", "a"], id="equal scores: first occurrence"),
        pytest.param("c b a", 2, ["b", "c"], id="equal scores the other way round"),
        pytest.param("a the of b the c", 1, ["b"], id="stop words do not keep words apart"),
        pytest.param("a b c d", 0, [], id="none asked for"),
        pytest.param("a b c d", -1, [], id="fewer than none"),
    ],
)
def test_keywords(text: str, limit: int, expected: list[str]) -> None:
    assert keywords(text.split(), stop=frozenset({"the", "of"}), limit=limit, window=2) == expected


@given(st.lists(st.sampled_from("abcdefgh"), max_size=30), st.integers(0, 10), st.integers(2, 5))
@repeatable
def test_keywords_are_different_words_of_the_text(tokens: list[str], limit: int, window: int) -> None:
    found = keywords(tokens, stop=frozenset("h"), limit=limit, window=window)
    candidates = set(tokens) - {"h"}
    assert set(found) <= candidates
    assert len(found) == len(set(found)) == min(limit, len(candidates))


@given(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=30), st.integers(2, 5))
@repeatable
def test_scores_add_up_to_the_number_of_linked_words(tokens: list[str], window: int) -> None:
    # Every linked word hands on all of its score, so the sum over n of them settles at n; it starts there.
    scores = text_rank(tokens, window=window)
    if len(scores) > 1:
        assert sum(scores.values()) == pytest.approx(len(scores))


@given(st.lists(st.sampled_from("abcdefgh"), max_size=30))
@repeatable
def test_names_do_not_matter(tokens: list[str]) -> None:
    renamed = [f"{token}-renamed" for token in tokens]
    first = keywords(tokens, stop=NO_STOP, limit=4)
    assert keywords(renamed, stop=NO_STOP, limit=4) == [f"{word}-renamed" for word in first]

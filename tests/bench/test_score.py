"""The score, each figure worked out by hand."""

from __future__ import annotations

import pytest

from newsextract.bench.score import (
    PageScore,
    score_segment_set,
    score_segments,
    score_set,
    score_text,
    shared_count,
    shingles,
    text_gold,
    title_is_exact,
    tokens,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("«… !»", []),
        ("Hello, World", ["hello", "world"]),
        ("don't", ["don", "t"]),
        ("snake_case 3.5", ["snake_case", "3", "5"]),
        ("ＡＢＣ１２", ["abc12"]),  # full-width forms
        ("ﬁn", ["fin"]),  # a ligature
        ("中国news网", ["中", "国", "news", "网"]),
        ("人々〇", ["人", "々", "〇"]),
        ("𠀀㐀", ["𠀀", "㐀"]),  # ideographs outside the first block
        ("ひらカナー", ["ひ", "ら", "カ", "ナ", "ー"]),
        ("ｶﾞ", ["ガ"]),  # half-width, composed by NFKC
        ("カ・ナ", ["カ", "ナ"]),  # the middle dot is a mark, not a kana
        ("한국 뉴스", ["한", "국", "뉴", "스"]),
        ("Привет, МИР", ["привет", "мир"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("a b", {("a", "b"): 1}),
        ("a b c d", {("a", "b", "c", "d"): 1}),
        ("a b c d e", {("a", "b", "c", "d"): 1, ("b", "c", "d", "e"): 1}),
        ("a a a a a", {("a", "a", "a", "a"): 2}),
    ],
)
def test_shingles(text: str, expected: dict[tuple[str, ...], int]) -> None:
    assert shingles(tokens(text)) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("", "a b c d", 0),
        ("a a a a a a", "a a a a a", 2),  # 3 and 2 of the same shingle
        ("a b c d e f", "a b c d e x", 2),  # abcd bcde
    ],
)
def test_shared_count_is_symmetric(left: str, right: str, expected: int) -> None:
    first, second = shingles(tokens(left)), shingles(tokens(right))
    assert shared_count(first, second) == shared_count(second, first) == expected


@pytest.mark.parametrize(
    ("found", "body", "precision", "recall", "f1"),
    [
        # The same tokens, whatever the marks, case and lines.
        ("A b, C\nd e", "a b c d e", 1, 1, 1),
        # abcd bcde cdex against abcd bcde cdef: 2 of 3 each way.
        ("a b c d e x", "a b c d e f", 2 / 3, 2 / 3, 2 / 3),
        # abcd bcda cdab dabc abcd: gold has one abcd, so 1 of 5 found and 1 of 1 gold; 2*1/(5+1).
        ("a b c d a b c d", "a b c d", 1 / 5, 1, 1 / 3),
        # Shorter than a shingle: equal as a whole or not at all.
        ("a b c", "a b c", 1, 1, 1),
        ("a b c d", "a b c", 0, 0, 0),
        # Nothing found has no precision.
        ("", "a b c d", None, 0, 0),
        ("— !", "a b c d", None, 0, 0),
        # Nothing to find.
        ("a", "!", 0, 1, 0),
        ("", "!", None, 1, 1),
    ],
)
def test_page(found: str, body: str, precision: float | None, recall: float, f1: float) -> None:
    score = score_text(found, text_gold(body, ""))
    assert (score.precision, score.recall, score.f1) == pytest.approx((precision, recall, f1))


@pytest.mark.parametrize(
    ("found", "title", "left"),
    [
        # Body "a b c d" is one shingle; a title line that stays makes more, or other ones.
        ("Big News!\na b c d", "big news", 1),
        ("\n  BIG  news \na b c d", "Big News", 1),
        ("Big News\n\na b c d", "Big News", 1),
        ("Big News today\na b c d", "Big News", 4),  # big news today a b c d: 7 tokens, 4 shingles
        ("Big\nNews\na b c d", "Big News", 3),  # only the first line is compared: 6 tokens
        ("a b c d\nBig News", "Big News", 3),  # and only the first is left out
        ("Big News\na b c d", "", 3),
        ("— !\na b c d", "?", 1),  # a title without tokens takes nothing away
        ("Big News", "Big News", 0),
    ],
)
def test_title_line_is_left_out(found: str, title: str, left: int) -> None:
    assert score_text(found, text_gold("a b c d", title)).found == left


def test_set() -> None:
    # P = (1 + 1/2) / 2 pages with anything found = 3/4. R = (1 + 0 + 1/4) / 3 = 5/12.
    # F1 = 2 * 3/4 * 5/12 / (3/4 + 5/12) = (5/8) / (7/6) = 15/28. Own F1: 1, 0 and 2/(2+4) = 1/3.
    score = score_set([PageScore(4, 4, 4), PageScore(0, 0, 5), PageScore(1, 2, 4)])
    assert score.precision == pytest.approx(3 / 4)
    assert score.recall == pytest.approx(5 / 12)
    assert score.f1 == pytest.approx(15 / 28)
    assert score.mean_f1 == pytest.approx(4 / 9)
    assert score.perfect == pytest.approx(1 / 3)
    assert score.bad == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("page", "perfect", "bad"),
    [
        (PageScore(49, 50, 50), 0, 0),  # 98/100: not above 0.98
        (PageScore(99, 100, 100), 1, 0),
        (PageScore(1, 2, 2), 0, 0),  # 2/4: not below 0.5
        (PageScore(1, 2, 3), 0, 1),  # 2/5
    ],
)
def test_perfect_and_bad_exclude_their_bounds(page: PageScore, perfect: float, bad: float) -> None:
    score = score_set([page])
    assert (score.perfect, score.bad) == (perfect, bad)


def test_set_where_nothing_was_found() -> None:
    score = score_set([PageScore(0, 0, 5)])
    assert (score.precision, score.recall, score.f1, score.bad) == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        # Two wanted, two unwanted: shared, found and gold.
        ("The ferry\n left  the harbour. Read more", PageScore(1, 2, 2)),
        ("The ferry left at noon", PageScore(1, 1, 2)),
        ("the ferry left AT NOON", PageScore(0, 0, 2)),  # letters are compared as they are
        ("The ferry left at noon. Read more. Share", PageScore(1, 3, 2)),
        ("", PageScore(0, 0, 2)),
    ],
)
def test_segments(found: str, expected: PageScore) -> None:
    assert score_segments(found, ["left\tthe harbour", "at noon"], ["Read more", "Share"]) == expected


def test_segment_set_counts_segments_not_pages() -> None:
    # 1+3 wanted found, 1+0 unwanted found, 4+4 wanted: P = 4/5, R = 4/8, F1 = 2*0.4/1.3 = 8/13.
    score = score_segment_set([PageScore(1, 2, 4), PageScore(3, 3, 4)])
    assert (score.precision, score.recall, score.f1) == pytest.approx((4 / 5, 1 / 2, 8 / 13))
    assert (score.mean_f1, score.perfect, score.bad) == (None, None, None)


def test_segment_set_where_nothing_was_found() -> None:
    score = score_segment_set([PageScore(0, 0, 3)])
    assert (score.precision, score.recall, score.f1) == (0, 0, 0)


@pytest.mark.parametrize(
    ("found", "gold", "expected"),
    [
        ("Storm: ferry sails", "storm  FERRY sails", True),
        ("Storm: ferry sails | The Daily", "Storm: ferry sails", False),
        ("", "Storm", False),
    ],
)
def test_title(found: str, gold: str, expected: bool) -> None:
    assert title_is_exact(found, gold) is expected

from __future__ import annotations

import pytest

from newsextract.methods import Context, Extraction
from newsextract.methods.twcem import (
    CONTEXT_ROWS,
    PRESETS,
    content_span,
    kept_rows,
    shares_words,
    twcem,
    twcem_microblog,
)
from newsextract.page import read_page
from newsextract.text.words import words

NEWS, MICROBLOG = PRESETS["news"], PRESETS["microblog"]


def test_presets_are_the_papers() -> None:
    assert (NEWS.min_length, NEWS.min_marks, NEWS.min_common) == (4, 1, 2)
    assert (MICROBLOG.min_length, MICROBLOG.min_marks, MICROBLOG.min_common) == (2, 1, 1)


@pytest.mark.parametrize(
    ("row", "news", "microblog"),
    [
        ("abc.", True, True),  # 4 characters, 1 mark
        ("ab.", False, True),  # 3 characters
        ("a b .", False, True),  # white space is no character
        (".", False, False),
        ("a.", False, True),
        ("a long row without any mark", False, False),
        ("北京，", False, True),
        ("北京消息。", True, True),
    ],
)
def test_kept_rows(row: str, news: bool, microblog: bool) -> None:
    assert kept_rows([row], NEWS) == ([0] if news else [])
    assert kept_rows([row], MICROBLOG) == ([0] if microblog else [])


def test_kept_rows_are_positions_among_all() -> None:
    assert kept_rows(["menu", "One, two.", "more", "Three."], NEWS) == [1, 3]


@pytest.mark.parametrize(
    ("rows", "title", "least", "shares"),
    [
        (["The ferry came late."], "Ferry late again", 2, True),  # ferry, late
        (["The ferry came late."], "Ferry late again", 3, False),
        (["Late came the ferry."], "Ferry late again", 2, False),  # not in this order
        (["The ferry,", "always late."], "Ferry late again", 2, True),  # rows of a Cblock are read as one
        (["The ferryman was lately ill."], "Ferry late again", 2, False),  # words, not strings
        (["FERRY! LATE!"], "ferry late", 2, True),
        (["Ferry, ferry."], "Ferry late", 2, False),  # a word of the title matches once
        (["台风今天登陆。"], "台风登陆广东", 2, True),
        ([""], "Ferry", 1, False),
    ],
)
def test_shared_words(rows: list[str], title: str, least: int, shares: bool) -> None:
    assert shares_words(rows, words(title), least) is shares


# Algorithm 4 on rows of a letter each; a title "t u" shares two words only where both stand.
@pytest.mark.parametrize(
    ("rows", "context_rows", "span"),
    [
        ("a tu b c tu d", 0, (1, 4)),
        ("a b c d e f", 0, (0, 5)),  # nowhere: first and last kept row
        ("a tu tu c d e", 0, (1, 5)),  # the first from the front; none in the second half
        ("a b c d tu tu", 0, (0, 5)),  # the first from the back
        ("a b c tu d e f", 0, (3, 6)),  # 7 rows: the middle one is in the first half
        ("tu", 0, (0, 0)),
        ("", 0, (0, -1)),
        # with a row of context from the front: row 1 and the next; from the back: row 4 and the one before
        ("a t u b t u", 1, (1, 5)),
        ("a t b u t u d", 1, (0, 5)),  # t and u two rows apart in front: not found with one row of context
        ("a t b u t u d", 2, (1, 6)),  # found with two, and from the back already rows 4 to 6 hold both
        ("a b tu c d e", 1, (1, 3)),  # the rows before and after the title's words see them in their Cblocks
    ],
)
def test_content_span(rows: str, context_rows: int, span: tuple[int, int]) -> None:
    cblocks = [" ".join(row) for row in rows.split()]
    assert content_span(cblocks, "t u", NEWS, context_rows) == span


@pytest.mark.parametrize("title", ["", "t", "!?"])
def test_a_title_with_too_few_words_chooses_all_kept_rows(title: str) -> None:
    assert content_span(["a", "t", "b", "t", "c"], title, NEWS, 0) == (0, 4)


def test_one_shared_word_is_enough_for_a_microblog() -> None:
    assert content_span(["a", "t", "b", "c", "u", "d"], "t u", MICROBLOG, 0) == (1, 4)


# Rows: menu 0, teaser 1, headline 2, text 3 4 5, mark 6, teaser 7. Kept: 1, 3, 4, 5, 7 (news).
PAGE = (
    "<ul><li>Home</li></ul><p>Win a car, now.</p><h1>Ferry returns to harbour</h1>"
    "<p>The ferry <b>returns</b> on Monday.</p><p>It was gone, they say.</p>"
    "<p>A harbour without ferry, no more.</p>"
    "<p>!</p><p>Buy shoes, now.</p>"
)
TITLE = "Ferry returns to harbour"


def test_the_kept_rows_between_start_and_end_are_content() -> None:
    # With K = 1: from the front, the Cblock of row 1 (rows 1 and 3) shares "ferry returns": start at row 1.
    # From the back, over the last two of five: rows 5 and 7 have "harbour" and "ferry", in the title's order
    # one of them at most; rows 4 and 5 the same: the end stays at row 7. Row 3 has three text nodes.
    assert CONTEXT_ROWS == 1
    extraction = twcem(read_page(PAGE), Context(title=TITLE))
    assert extraction == Extraction((1, 3, 4, 5, 6, 7, 9), (0, 1, 0, 1, 1, 1, 1, 1, 0, 1))


def test_the_end_is_found_from_the_back() -> None:
    # K = 1. From the front, row 0 sees rows 0 and 1, which share "ferry returns": the start. From the back,
    # row 5 sees rows 4 and 5 and shares nothing, row 4 sees rows 3 and 4, which share it too: the end.
    rows = [
        "Menu, yes.",
        "The ferry returns.",
        "Night, fog.",
        "Here a ferry returns.",
        "Shoes, cheap.",
        "Buy, buy.",
    ]
    page = read_page("".join(f"<p>{row}</p>" for row in rows))
    assert twcem(page, Context(title=TITLE)).nodes == (0, 1, 2, 3, 4)


def test_a_microblog_keeps_shorter_rows_and_needs_one_word() -> None:
    # rows "Oh!" (3 characters) and "Ferry!" (6): both are kept by the microblog preset, one by news
    page = read_page("<p>Oh!</p><p>Ferry!</p>")
    assert twcem(page, Context(title=TITLE)).nodes == (1,)
    assert twcem_microblog(page, Context(title=TITLE)).nodes == (0, 1)


def test_without_a_title_all_kept_rows_are_content() -> None:
    extraction = twcem(read_page(PAGE), Context())
    assert extraction.nodes == (1, 3, 4, 5, 6, 7, 9)


@pytest.mark.parametrize(("html", "values"), [("", ()), ("<p>No mark here</p>", (0.0,))])
def test_without_a_kept_row_nothing_is_content(html: str, values: tuple[float, ...]) -> None:
    assert twcem(read_page(html), Context(title=TITLE)) == Extraction((), values)


@pytest.mark.parametrize(
    "row", ["They said Don’t panic.", "They said Don't panic.", "They said ＤＯＮ’Ｔ PANIC."]
)
def test_words_are_shared_however_they_are_spelt(row: str) -> None:
    assert shares_words([row], words("Don’t panic"), 2)

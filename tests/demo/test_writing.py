"""Stories as they are written."""

from __future__ import annotations

from itertools import pairwise

import pytest

from newsextract.demo.grammar import Decks, Teller, material
from newsextract.demo.writing import (
    ITEM,
    PARAGRAPH,
    QUOTE,
    SUBHEAD,
    Draft,
    Shape,
    first_sentence,
    told_story,
    word_count,
    write_comments,
    write_story,
)


def teller(seed: str = "a story") -> Teller:
    return Teller(Decks(material("english", "courier"), "test"), "harbour", "en", seed)


def kinds(draft: Draft) -> list[str]:
    return [block.kind for block in draft.blocks]


def test_a_short_story_is_paragraphs_only() -> None:
    assert set(kinds(write_story(teller(), Shape(size="short")))) == {PARAGRAPH}


def test_a_long_story_has_what_was_asked_for() -> None:
    draft = write_story(teller(), Shape(size="long", subheads=True, list=True, quote=True))
    found = kinds(draft)
    assert {SUBHEAD, QUOTE} < set(found)
    assert found.count(ITEM) >= 3
    assert found[0] == found[-1] == PARAGRAPH
    assert found[found.index(ITEM) - 1] == PARAGRAPH, "a line introduces the list"


def test_a_subheading_is_followed_by_text() -> None:
    found = kinds(write_story(teller(), Shape(size="long", subheads=True)))
    assert all(after == PARAGRAPH for before, after in pairwise(found) if before == SUBHEAD)


def test_no_line_is_left_with_a_slot_or_a_choice() -> None:
    draft = write_story(teller(), Shape(size="long", subheads=True, list=True, quote=True))
    assert not any(mark in block.text for block in draft.blocks for mark in "{}[]|@")


def test_the_same_seed_writes_the_same_story() -> None:
    shape = Shape(size="medium")
    assert write_story(teller("one"), shape) == write_story(teller("one"), shape)
    assert write_story(teller("one"), shape) != write_story(teller("two"), shape)


def test_comments_are_as_many_as_asked_for() -> None:
    comments = write_comments(teller(), 5, 2)
    assert len(comments) == 5
    assert all(comment.name and comment.text for comment in comments)


@pytest.mark.parametrize(
    ("text", "number"),
    [("", 0), ("The ferry’s two-year trial", 4), ("7.50 crowns", 3), ("渡轮开了。", 4), ("共40人", 3)],
)
def test_words_are_counted(text: str, number: int) -> None:
    assert word_count(text) == number


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It rained. It poured.", "It rained."),
        ("“It rained.” They left.", "“It rained.”"),
        ("At 4.30 it rained. Then not.", "At 4.30 it rained."),
        ("下雨了。天黑了。", "下雨了。"),
        ("“下雨了！”天黑了。", "“下雨了！”"),
        ("no end", "no end"),
    ],
)
def test_the_first_sentence(text: str, first: str) -> None:
    assert first_sentence(text) == first


def test_a_story_by_hand_is_read_from_its_file() -> None:
    draft = told_story("ferry-returns")
    assert draft.title == "Night ferry returns to Veldhaven after eleven winters on land"
    assert draft.caption == "The Grey Heron leaves the fish quay."
    assert draft.blocks[0].text.startswith("The Grey Heron left the quay")
    assert kinds(draft).count(SUBHEAD) == 2
    assert kinds(draft).count(QUOTE) == 1
    assert kinds(told_story("council-budget")).count(ITEM) == 5

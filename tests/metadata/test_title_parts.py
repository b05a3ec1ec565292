"""Titles taken apart."""

from __future__ import annotations

import pytest

from newsextract.metadata.title_parts import MOST_PARTS, begins_with, holds, parts_of, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ferry Returns!", "ferry returns"),
        ("\N{LEFT DOUBLE QUOTATION MARK}Ferry\N{RIGHT DOUBLE QUOTATION MARK} - returns", "ferry returns"),
        ("don't", "don t"),
        ("ＡＢＣ", "abc"),
        ("台风登陆，停航", "台风登陆 停航"),
        ("snake_case", "snake case"),
        ("—", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("words", "part", "is_held", "is_begun"),
    [
        ("ferry returns at noon", "ferry returns", True, True),
        ("ferry returns at noon", "returns at", True, False),
        ("ferry returns", "ferry returns", True, False),
        ("ferry returns", "ferry return", False, False),
        ("the party", "art", False, False),
        ("台风登陆停航", "台风登陆", True, True),
        ("台风登陆停航", "登陆", True, False),
        ("ferry", "harbour", False, False),
    ],
)
def test_one_title_in_another(words: str, part: str, is_held: bool, is_begun: bool) -> None:
    assert (holds(words, part), begins_with(words, part)) == (is_held, is_begun)


@pytest.mark.parametrize(
    ("title", "single"),
    [
        ("Ferry returns", ["Ferry returns"]),
        ("Ferry returns | Post", ["Ferry returns", "Post"]),
        ("Ferry returns - News - Post", ["Ferry returns", "News", "Post"]),
        ("Post: Ferry returns", ["Post: Ferry returns"]),
        ("Post : Ferry returns", ["Post", "Ferry returns"]),
        ("Post :: Ferry returns", ["Post", "Ferry returns"]),
        ("台风登陆_新闻_网", ["台风登陆", "新闻", "网"]),
        ("台风登陆--时政--网", ["台风登陆", "时政", "网"]),
        ("Post » Ferry", ["Post", "Ferry"]),
        ("Ferry – back — Post", ["Ferry", "back", "Post"]),
        ("Ferry-boat at 12:30", ["Ferry-boat at 12:30"]),
        ("Ferry returns -Post", ["Ferry returns", "Post"]),
        ("| Ferry |", ["Ferry"]),
        ("", []),
    ],
)
def test_where_a_title_is_divided(title: str, single: list[str]) -> None:
    assert [part.text for part in parts_of(title) if part.is_single] == single


def test_runs_of_parts_say_where_they_stand() -> None:
    found = [(part.text, part.is_first, part.is_last, part.is_single) for part in parts_of("A | B | C")]
    assert found == [
        ("A | B | C", True, True, False),
        ("A | B", True, False, False),
        ("A", True, False, True),
        ("B | C", False, True, False),
        ("B", False, False, True),
        ("C", False, True, True),
    ]


def test_a_title_of_many_parts_has_few_runs() -> None:
    assert len(list(parts_of(" | ".join("abcdefghijkl" * 50)))) == MOST_PARTS * (MOST_PARTS + 1) // 2


@pytest.mark.parametrize("filler", [" ", "- ", " -", "|", ":", "—", " - "])
def test_a_title_of_separators_alone_is_read_once(filler: str) -> None:
    # a form that scans a run again from each of its characters takes minutes for this
    assert len(list(parts_of("a" + filler * 100_000 + "b"))) <= MOST_PARTS * (MOST_PARTS + 1) // 2

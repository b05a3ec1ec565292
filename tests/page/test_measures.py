"""All texts at once, against the functions that count one."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.page.measures import Measures, measures
from newsextract.text.measure import SENTENCE_MARKS, char_length, punctuation_count
from newsextract.text.scripts import HAN, HANGUL, KANA
from newsextract.text.words import word_count

ASTRAL = "\U00010000"
"""Digits and capitals are told up to here."""
IDEOGRAPH = re.compile(f"[{HAN}{KANA}{HANGUL}]")


def counted(texts: list[str]) -> list[list[int]]:
    return [column.tolist() for column in measures(texts)]


def one_by_one(texts: list[str]) -> list[list[int]]:
    return [
        [char_length(text) for text in texts],
        [punctuation_count(text) for text in texts],
        [word_count(text) for text in texts],
        [sum(character.isdigit() for character in text if character < ASTRAL) for text in texts],
        [sum(character.isupper() for character in text if character < ASTRAL) for text in texts],
        [len(IDEOGRAPH.findall(text)) for text in texts],
    ]


@pytest.mark.parametrize(
    ("text", "length", "marks", "words"),
    [
        ("", 0, 0, 0),
        (" \t\n\xa0\u3000", 0, 0, 0),
        ("Two words.", 9, 1, 2),
        ("don't don’t", 10, 0, 2),
        ("'so' the dogs' bone", 16, 0, 4),
        ("'' ' a", 4, 0, 1),
        ("snake_case a/b", 13, 0, 4),
        ("Regierungs\xaderklärung", 20, 0, 1),
        ("cafe\u0301 \u0301x", 7, 0, 2),
        ("中国，经济。", 6, 2, 4),
        ("iPhone手机2024年", 13, 0, 5),
        ("中'a", 3, 0, 2),
        ("ไทยดี่", 6, 0, 4),
        ("हिन्दी में", 9, 0, 2),
        ("👍 \U00020000\U00010400a", 4, 0, 2),
        ("\ud83d", 1, 0, 0),
    ],
)
def test_counts(text: str, length: int, marks: int, words: int) -> None:
    assert counted([text])[:3] == [[length], [marks], [words]]
    assert counted([text]) == one_by_one([text])


def test_kinds_of_characters() -> None:
    found = measures(["NATO met 27 times in 2024", "第3届IT大会", "サッカー 축구", ""])
    assert found.digits.tolist() == [6, 1, 0, 0]
    assert found.capitals.tolist() == [4, 2, 0, 0]
    assert found.ideographs.tolist() == [0, 4, 5, 0]


def test_no_texts() -> None:
    assert counted([]) == [[]] * len(Measures._fields)


def test_texts_do_not_run_into_each_other() -> None:
    texts = ["a", "b", "'", "'c", "", "中", "\u0301d", "", "e'", "f"]
    assert counted(texts) == one_by_one(texts)


def test_long_texts_are_looked_up_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsextract.page.measures._LOOKED_UP", 3)
    texts = ["It's so.", "中国，经济", "", "a b c d"]
    assert counted(texts) == one_by_one(texts)


def test_every_character_there_is() -> None:
    texts = [f"a{chr(code)}b" for code in range(sys.maxunicode + 1)]
    assert counted(texts) == one_by_one(texts)


pieces = st.text(alphabet=st.sampled_from("ab1_ '’-.\xad\u200d\u0301\xa0é中かไี่\U00010400👍" + SENTENCE_MARKS))


@settings(deadline=None, derandomize=True)
@given(st.lists(pieces | st.text(), max_size=8))
def test_any_texts(texts: list[str]) -> None:
    assert counted(texts) == one_by_one(texts)

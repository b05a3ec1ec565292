from __future__ import annotations

import re
import unicodedata

import pytest

from newsextract.text.scripts import HAN, INVISIBLE, JOINERS, KANA, LETTERS, MARKS, SYLLABLES

FIRST_PLANE = [chr(code) for code in range(0x10000) if not 0xD800 <= code <= 0xDFFF]


def members(inside_brackets: str) -> set[str]:
    return set(re.findall(f"[{inside_brackets}]", "".join(FIRST_PLANE)))


def test_every_letter_and_digit_is_in_exactly_one_class() -> None:
    classes = [members(LETTERS), members(SYLLABLES), members(HAN)]
    assigned = [c for c in FIRST_PLANE if c.isalnum() and unicodedata.category(c) != "No"]
    assert [c for c in assigned if sum(c in one for one in classes) != 1] == []


def test_every_mark_is_a_mark() -> None:
    marks = {c for c in FIRST_PLANE if unicodedata.category(c).startswith("M")}
    assert members(MARKS) == marks


def test_classes_hold_no_punctuation_and_no_space() -> None:
    every = members(LETTERS + SYLLABLES + HAN + MARKS)
    assert [c for c in every if unicodedata.category(c)[0] in "PZC" and unicodedata.category(c) != "Cn"] == []


@pytest.mark.parametrize(
    ("character", "inside_brackets"),
    [
        ("中", HAN),
        ("々", HAN),
        ("か", SYLLABLES),
        ("か", KANA),
        ("ッ", KANA),
        ("한", SYLLABLES),
        ("ก", SYLLABLES),
        ("ກ", SYLLABLES),
        ("က", SYLLABLES),
        ("ក", SYLLABLES),
        ("๕", LETTERS),  # a Thai digit: numbers are runs in every script
        ("ß", LETTERS),
        ("ꙁ", LETTERS),
        ("𝐀", LETTERS),
        ("\u0301", MARKS),
        ("\u200d", JOINERS),
        ("\ufeff", INVISIBLE),
    ],
)
def test_class_of_a_character(character: str, inside_brackets: str) -> None:
    assert re.fullmatch(f"[{inside_brackets}]", character) is not None


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_joiners_that_spell_words_are_not_thrown_away(joiner: str) -> None:
    assert re.fullmatch(f"[{INVISIBLE}]", joiner) is None

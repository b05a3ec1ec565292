from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.text.measure import (
    SENTENCE_MARKS,
    char_length,
    clean,
    clean_line,
    fold_space,
    punctuation_count,
)
from newsextract.text.scripts import INVISIBLE

repeatable = settings(deadline=None, derandomize=True)
any_text = st.text(alphabet=st.characters())  # surrogates and controls included
mixed_text = st.text(alphabet="ab中 \t\n\r\x00\x0b\x0c\x1f\x85\xa0\xad\u200b\u200d\u2028\u3000\ufeff\ud83d")


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("", 0),
        (" \n\t\xa0\u3000", 0),
        ("a b", 2),
        ("  two  words\n", 8),
        ("中国 经济", 4),
        ("a\xa0b\u2003c", 3),
    ],
)
def test_char_length(text: str, length: int) -> None:
    assert char_length(text) == length


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("no marks here", 0),
        ('He said, "no"; then left!', 5),  # , " " ; !
        ("Home | News > Sport » A/B • C · D + E", 0),
        ("mail@example #tag a=b ~ [1]", 0),
        ("well-known, isn't it?", 2),  # hyphen and apostrophe spell words: , ?
        ("it’s", 0),
        ("Posted: 12:30 (News)", 0),
        ("你好，世界。真的吗？是！", 4),
        ("他说：“《书》、…”；", 8),  # ： “ 《 》 、 … ” ；
        ("（注）", 2),
        ("Он — «да» сказал…", 3),  # — « …: the closing guillemet is also a bread crumb
        ("„So“ – ja", 3),  # „ “ –
        ("¿Qué? ¡No!", 4),
        ("Τι\u037e ναι\u0387", 2),
        ("نعم، لا؟", 2),
        ("यह है। वह॥", 2),
    ],
)
def test_punctuation_count(text: str, count: int) -> None:
    assert punctuation_count(text) == count


def test_sentence_marks_are_punctuation_and_listed_once() -> None:
    assert {unicodedata.category(mark)[0] for mark in SENTENCE_MARKS} == {"P"}
    assert len(set(SENTENCE_MARKS)) == len(SENTENCE_MARKS)
    assert set(SENTENCE_MARKS).isdisjoint("|>»/•·+@#=~-'’:()")


@given(st.text(alphabet="ab ." + SENTENCE_MARKS))
@repeatable
def test_every_sentence_mark_counts_one(text: str) -> None:
    assert punctuation_count(text) == sum(character in SENTENCE_MARKS for character in text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("  a \n\t b  ", "a b"),
        ("a\xa0b", "a b"),
        ("a\u3000\u2003b", "a b"),
        ("\ufeffa\u200b", "a"),
        ("a \u200b b", "a b"),  # one space, not two with nothing between
        ("\u200b \ufeff", ""),
        ("Regie\xadrung", "Regierung"),
        ("\u200fשלום\u200e", "שלום"),
        ("می\u200cشود", "می\u200cشود"),
        ("👩\u200d🔬", "👩\u200d🔬"),
    ],
)
def test_fold_space(text: str, folded: str) -> None:
    assert fold_space(text) == folded


@given(mixed_text)
@repeatable
def test_folding_again_changes_nothing(text: str) -> None:
    once = fold_space(text)
    assert fold_space(once) == once
    assert "  " not in once
    assert once == once.strip()


@given(mixed_text)
@repeatable
def test_length_does_not_depend_on_white_space(text: str) -> None:
    assert char_length(text) == sum(not character.isspace() for character in text)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("", ""),
        ("plain", "plain"),
        ("Zürich, 中国 👍", "Zürich, 中国 👍"),
        ("a\n\tb", "a\n\tb"),
        ("a\x00b\x07\x1b\x7f", "ab"),
        ("a\x80\x9fb", "ab"),
        ("a\r\nb", "a\nb"),
        ("a\rb\x0bc\x0cd\x85e", "a b c d e"),  # white space keeps words apart
        ("broken \ud83d half", "broken  half"),
        ("\udc00\udfff", ""),
        ("a\ufffe\uffff\ufdd0\ufdefb", "ab"),
        ("a\U0001fffe\U0001ffff\U0010ffffb", "ab"),
        ("Regie\xadrung", "Regierung"),
        ("\ufdcf\ufdf0\ufffd\U0001fffd", "\ufdcf\ufdf0\ufffd\U0001fffd"),  # next to noncharacters, but fit
    ],
)
def test_clean(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.one_of(any_text, mixed_text))
@repeatable
def test_clean_text_can_be_written(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned
    assert [c for c in cleaned if unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t"] == []
    assert clean(cleaned) == cleaned


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cn"])))
@repeatable
def test_fit_text_is_returned_as_it_is(text: str) -> None:
    assert clean(text) is text


def test_no_character_that_folding_or_cleaning_touches_is_missed() -> None:
    hidden = re.compile(f"[{INVISIBLE}]")
    for code in range(sys.maxunicode + 1):
        text = f"a {chr(code)} b{chr(code)}c"
        assert fold_space(text) == " ".join(hidden.sub("", text).split())
        assert clean_line(text) == fold_space(clean(text))


@given(
    st.lists(st.sampled_from("a é\t\r\n\v\x01\x1c\x85\xa0\xad\u200b\u200d\u2028\ufffe\ud83d中")).map("".join)
)
@repeatable
def test_a_clean_line_is_cleaned_and_folded(text: str) -> None:
    assert clean_line(text) == fold_space(clean(text))

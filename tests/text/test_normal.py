from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.text.normal import MAX_MARKS, nfkc


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("", ""),
        ("plain", "plain"),
        ("cafe\u0301", "café"),
        ("ﬁ ＡＢ ｶﾞ ²", "fi AB ガ 2"),
        ("각", "각"),
    ],
)
def test_nfkc(text: str, normal: str) -> None:
    assert nfkc(text) == unicodedata.normalize("NFC", normal)


@given(st.text(alphabet=st.characters(), max_size=MAX_MARKS))
@settings(deadline=None, derandomize=True)
def test_ordinary_text_is_normalised_as_python_does(text: str) -> None:
    assert nfkc(text) == unicodedata.normalize("NFKC", text)


def test_thirty_marks_in_a_row_are_kept() -> None:
    below, above = "\u0316", "\u0301"
    assert nfkc("q" + (above + below) * 15) == "q" + below * 15 + above * 15


def test_every_mark_that_has_an_order_is_bounded() -> None:
    # Marks of a lower class come first, so that one pair of these is always out of order.
    overlay, below = "\u0334", "\u0316"
    ordered = [c for c in map(chr, range(sys.maxunicode + 1)) if unicodedata.combining(c)]
    pairs = [c + overlay if unicodedata.combining(c) > 1 else below + c for c in ordered]
    # A mark may decompose into two, so that thirty may become sixty.
    assert [pair for pair in pairs if len(nfkc(pair * 5 * MAX_MARKS)) > 2 * MAX_MARKS] == []


@pytest.mark.parametrize(
    "two_marks",
    [
        pytest.param("\u0315\u0316", id="first plane"),
        pytest.param("\U0001d165\U0001d167", id="stems of musical notes, beyond the first plane"),
    ],
)
def test_marks_without_end_are_cut_short(two_marks: str) -> None:
    # in full this would take Python 7 s to put in order
    assert len(nfkc("q" + two_marks * 50_000 + "q")) == MAX_MARKS + 2

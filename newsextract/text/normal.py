"""NFKC, the one form that equal texts share, in linear time."""

from __future__ import annotations

import re
import unicodedata

from newsextract.text.scripts import MARKS

MAX_MARKS = 30
"""Marks kept in a row where marks have to be put in order: the bound of Unicode for streams (UAX #15); no
language writes more than four. Python orders them in quadratic time: 100,000 in a row take 7 s."""

# Beyond the first plane marks are not told from letters: words of those scripts are shorter than the bound.
_MARK = f"[{MARKS}\U00010000-\U0001efff]"
_ANY_MARK = re.compile(_MARK)
_TOO_MANY_MARKS = re.compile(f"({_MARK}{{{MAX_MARKS}}}){_MARK}+")


_FULL_WIDTH = re.compile("[\uff01-\uff5e]")
_TO_ASCII = 0xFF01 - 0x21


def nfkc(text: str) -> str:
    """The text in NFKC: ligatures, full-width and half-width forms resolved, accents composed."""
    # most text is in NFKC already, and the check takes a fiftieth of the time
    if unicodedata.is_normalized("NFKC", text):
        return text
    # too many in a row have one at a place that the bound and one more divides: so few places are looked at
    if _ANY_MARK.search(text[:: MAX_MARKS + 1]):
        text = _TOO_MANY_MARKS.sub(r"\1", text)
    # What is left to do is mostly full-width marks, which stand for one character each, and else in few
    # lines; lines can be normalised one by one because nothing composes with a line end.
    return "\n".join(map(_nfkc_of_line, _FULL_WIDTH.sub(_half_width, text).split("\n")))


def _half_width(match: re.Match[str]) -> str:
    return chr(ord(match[0]) - _TO_ASCII)


def _nfkc_of_line(line: str) -> str:
    return line if unicodedata.is_normalized("NFKC", line) else unicodedata.normalize("NFKC", line)

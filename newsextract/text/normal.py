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
_TOO_MANY_MARKS = re.compile(f"({_MARK}{{{MAX_MARKS}}}){_MARK}+")


def nfkc(text: str) -> str:
    """The text in NFKC: ligatures, full-width and half-width forms resolved, accents composed."""
    # most text is in NFKC already; the check is linear, and ten times as fast as looking for runs of marks
    if unicodedata.is_normalized("NFKC", text):
        return text
    return unicodedata.normalize("NFKC", _TOO_MANY_MARKS.sub(r"\1", text))

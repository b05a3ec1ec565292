"""Titles taken apart: the words that two of them are compared by, and the parts between separators."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

MOST_PARTS = 8
"""Parts of one title that are looked at. The most on 3,457 pages are 11, of a title that lists keywords."""

_WORD = re.compile(r"[^\W_]+")

# With space around them the marks of ASCII divide, else they spell a word or a time. The others stand between
# a headline and a name only. Each form begins with another character, so that nothing is scanned twice.
_SEPARATOR = re.compile(
    r"\s(?:[-–—:·•«>/~+*]+(?=\s)\s?)+"
    r"|\s-(?=\S)|(?<=\S)-\s"
    r"|[|_»¦｜│丨→›‹]+|:{2,}|-{2,}|－+|—{2,}"
)
SPACELESS_FROM = "\u3040"
"""The first of the scripts that are written without spaces between words: kana, ideographs, hangul."""


class Part(NamedTuple):
    """A run of neighbouring parts of a title."""

    text: str
    is_first: bool
    is_last: bool
    is_single: bool
    """Whether it holds no separator."""


def words_of(text: str) -> str:
    """The words of a text, in lower case with a space between: what two titles have in common that differ in
    marks, spacing or width of letters."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(_WORD.findall(text.lower()))


def holds(words: str, part: str) -> bool:
    """Whether words hold others, next to each other and in this order."""
    return part in words and (part >= SPACELESS_FROM or f" {part} " in f" {words} ")


def begins_with(words: str, start: str) -> bool:
    """Whether words begin with others and go on."""
    if len(words) <= len(start) or not words.startswith(start):
        return False
    return start >= SPACELESS_FROM or words[len(start)] == " "


def parts_of(title: str) -> Iterator[Part]:
    """Every run of neighbouring parts of a title, the whole of it first among those that begin with it."""
    ends = [(found.start(), found.end()) for found in _SEPARATOR.finditer(title)]
    starts = [0, *(end for _, end in ends)][:MOST_PARTS]
    stops = [*(start for start, _ in ends), len(title)]
    for first, start in enumerate(starts):
        for last in range(min(len(stops), MOST_PARTS) - 1, first - 1, -1):
            text = title[start : stops[last]].strip()
            if text:
                yield Part(text, first == 0, last == len(stops) - 1, first == last)

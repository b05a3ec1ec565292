"""Characters, marks, words and more of all text nodes of a page, counted in one go.

As ``char_length``, ``punctuation_count`` and ``word_count`` count them one by one, in a third of the time:
the texts are laid end to end, every character is looked up in a table of its traits, and the traits are
summed up text by text.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsextract.text.measure import SENTENCE_MARKS
from newsextract.text.scripts import HAN, HANGUL, JOINERS, KANA, LETTERS, MARKS, SYLLABLES

# traits of a character, as bits
_SHOWN = np.uint8(1)  # no white space
_MARK = np.uint8(2)
_LETTER = np.uint8(4)  # one of a run of letters, which is a word
_WORD = np.uint8(8)  # a word of its own
_JOINER = np.uint8(16)  # goes with what is before it
_DIGIT = np.uint8(32)
_CAPITAL = np.uint8(64)
_IDEOGRAPH = np.uint8(128)  # kana and hangul among them: says about half as much as a word

_Traits = NDArray[np.uint8]
_Flags = NDArray[np.bool_]
Counts = NDArray[np.intp]

_LOOKED_UP = 100_000
"""Characters at a time: each takes 13 bytes while it is looked up, and one after that."""

_BETWEEN = "\n"  # between two texts: white space, so it counts for nothing


class Measures(NamedTuple):
    """One number for each text."""

    lengths: Counts
    """Characters without white space."""
    marks: Counts
    words: Counts
    digits: Counts
    capitals: Counts
    ideographs: Counts


def measures(texts: Sequence[str]) -> Measures:
    """Count everything in every text."""
    if not texts:
        return Measures(*(np.zeros(0, dtype=np.intp) for _ in Measures._fields))
    traits = _traits(_BETWEEN.join(texts) + _BETWEEN)
    sizes = np.fromiter(map(len, texts), dtype=np.intp, count=len(texts)) + len(_BETWEEN)
    starts = np.cumsum(sizes) - sizes

    def counts(flags: _Flags) -> Counts:
        found: Counts = np.add.reduceat(flags, starts, dtype=np.intp)
        return found

    shown, marks, digits, capitals, ideographs = (
        counts((traits & trait) != 0) for trait in (_SHOWN, _MARK, _DIGIT, _CAPITAL, _IDEOGRAPH)
    )
    return Measures(shown, marks, counts(_beginnings_of_words(traits)), digits, capitals, ideographs)


def _traits(text: str) -> _Traits:
    parts = (text[start : start + _LOOKED_UP] for start in range(0, len(text), _LOOKED_UP))
    # surrogatepass: what cannot be encoded is still a character
    codes = (np.frombuffer(part.encode("utf-32-le", "surrogatepass"), dtype=np.uint32) for part in parts)
    return np.concatenate([_table().take(part) for part in codes])


def _beginnings_of_words(traits: _Traits) -> _Flags:
    letters = traits & _LETTER
    joiners = np.flatnonzero(traits & _JOINER)
    if len(joiners):
        # behind a letter a run of joiners is part of its word, which the next letter goes on with
        first = np.ones(len(joiners), dtype=np.bool_)
        first[1:] = joiners[1:] != joiners[:-1] + 1
        before_runs = letters[joiners[first] - 1]
        letters[joiners] = before_runs[np.cumsum(first) - 1]
    begins = traits & (_LETTER | _WORD)
    begins[1:] &= ~letters[:-1]
    found: _Flags = begins != 0
    return found


@cache
def _table() -> _Traits:
    """The traits of every character there is."""
    table = np.full(sys.maxunicode + 1, _SHOWN, dtype=np.uint8)
    for code in range(0x10000):  # there is no white space beyond the first plane, and digits are rare
        character = chr(code)
        if character.isspace():
            table[code] = 0
        elif character.isdigit():
            table[code] |= _DIGIT
        elif character.isupper():
            table[code] |= _CAPITAL
    table[[ord(mark) for mark in SENTENCE_MARKS]] |= _MARK
    for characters, trait in (
        (LETTERS, _LETTER),
        (SYLLABLES + HAN, _WORD),
        (MARKS + JOINERS + "'’", _JOINER),
        (HAN + KANA + HANGUL, _IDEOGRAPH),
    ):
        for first, last in _spans(characters):
            table[first : last + 1] |= trait
    return table


def _spans(characters: str) -> list[tuple[int, int]]:
    """The first and last code of each part of what stands between the brackets of a character class."""
    spans = []
    place = 0
    while place < len(characters):
        is_span = characters[place + 1 : place + 2] == "-"
        last = place + 2 if is_span else place
        spans.append((ord(characters[place]), ord(characters[last])))
        place = last + 1
    return spans

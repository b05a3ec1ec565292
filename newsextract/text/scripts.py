"""Which characters make words: character classes for regular expressions, shared by all that cuts or counts.

Scripts with spaces are cut into runs of letters, marks and digits. Scripts without spaces, and Korean, whose
spaces divide phrases, are cut into characters.

    HAN         ideographs; Chinese words are made of them with a dictionary (see chinese.py)
    SYLLABLES   letters of kana, hangul, Thai, Lao, Khmer, Myanmar: always one word each
    LETTERS     all other letters, and all digits
    MARKS       accents and vowel signs, which stay with the character before them
    JOINERS     invisible characters inside a word: soft hyphen, zero-width joiners and spaces

Python's ``\\w`` will not do: it takes the underscore and leaves out the marks that Hindi and Arabic need.
The classes are built once, at import, in 4 ms. A class of plain spans is a bitmap to the regular expression
engine: counting words with it takes two thirds of the time of ``[^\\W_...]``.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby

_Blocks = tuple[tuple[int, int], ...]

_HAN: _Blocks = (
    (0x3005, 0x3007),  # repetition mark, closing mark, zero
    (0x3021, 0x3029),  # Suzhou numerals
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_SYLLABLES: _Blocks = (
    (0x1100, 0x11FF),  # hangul letters
    (0x3041, 0x3096),  # hiragana
    (0x309D, 0x309F),
    (0x30A1, 0x30FA),  # katakana
    (0x30FC, 0x30FF),
    (0x3131, 0x318E),  # hangul letters of older encodings
    (0x31F0, 0x31FF),  # small katakana
    (0xA960, 0xA97C),  # hangul letters
    (0xAC00, 0xD7FB),  # hangul syllables, and more of their letters
    (0xFF66, 0xFFDC),  # half-width kana and hangul
)
# Thai and Lao, Myanmar, Khmer: these blocks hold digits, marks and punctuation as well.
_MIXED: _Blocks = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF))
# Where else letters and marks are; what lies between is symbols, ideographs or hangul.
_ALPHABETS: _Blocks = (
    (0x0000, 0x0DFF),
    (0x0F00, 0x0FFF),
    (0x10A0, 0x10FF),
    (0x1200, 0x177F),
    (0x1800, 0x2FFF),
    (0x302A, 0x303C),  # tone marks, repetition marks
    (0x3099, 0x309A),  # voicing marks of kana
    (0x3105, 0x312F),  # bopomofo
    (0x31A0, 0x31BF),
    (0xA000, 0xA95F),
    (0xA980, 0xABFF),
    (0xFB00, 0xFE2F),
    (0xFE70, 0xFF5A),
)
# Beyond the first plane blocks are taken whole, marks and punctuation too: they are not in news.
_RARE_ALPHABETS: _Blocks = ((0x10000, 0x1CFFF), (0x1D400, 0x1D7FF), (0x1E000, 0x1EFFF))


def _of_kinds(kinds: str, blocks: _Blocks) -> _Blocks:
    """The characters whose Unicode category begins with one of the letters, neighbours joined to spans."""
    category = unicodedata.category
    spans: list[tuple[int, int]] = []
    for first, last in blocks:
        inside = [category(chr(code))[0] in kinds for code in range(first, last + 1)]
        start = first
        for same, run in groupby(inside):
            end = start + sum(1 for _ in run)
            if same:
                spans.append((start, end - 1))
            start = end
    return tuple(spans)


def _as_class(blocks: _Blocks) -> str:
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in blocks)


# Each of these goes between the square brackets of a character class.
HAN = _as_class(_HAN)
KANA = "\u3041-\u3096\u30a1-\u30fa"
HANGUL = "\uac00-\ud7a3"
SYLLABLES = _as_class(_of_kinds("L", _MIXED) + _SYLLABLES)
LETTERS = _as_class(_of_kinds("LN", _ALPHABETS) + _of_kinds("N", _MIXED) + _RARE_ALPHABETS)
MARKS = _as_class(_of_kinds("M", _ALPHABETS + _MIXED))
INVISIBLE = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
JOINERS = INVISIBLE + "\u200c\u200d"

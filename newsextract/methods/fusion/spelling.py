"""How rows begin and end, what they repeat, and what their words hint at."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from newsextract.methods.fusion.hints import (
    LINE_KINDS,
    LONGEST_SPOKEN_LINE,
    SPOKEN_KINDS,
    line_hints,
    spoken_phrases,
)
from newsextract.methods.fusion.rows import BETWEEN, Rows, numbers, rows_with, sums, texts_with

_END_MARKS = '.!?…。！？"”»」』)'
_COLONS = ":："
_CUT_OFF_MARKS = "…»>"
_ENDS, _COLON, _CUT_OFF, _SMALL = (np.uint8(1 << place) for place in range(4))
_LAST_CODE = 0xFFFF

_LINE_NUMBERS = np.arange(1, len(LINE_KINDS) + 1)[:, None]

SPELLING = (
    "ends a sentence", "ends with a colon", "is cut off", "starts small", "has a bar", "repeated",
    *(f"starts with {kind}" for kind in LINE_KINDS), *(f"speaks of {kind}" for kind in SPOKEN_KINDS),
)  # fmt: skip
_CUT_OFF_LINE, _BAR_LINE = SPELLING.index("is cut off"), SPELLING.index("has a bar")


def spelling(rows: Rows) -> NDArray[np.float32]:
    """A line for each of ``SPELLING``, a column a row."""
    texts = rows.texts
    last = _traits("".join([text[-1] for text in texts]))
    first = _traits("".join([text[0] for text in texts]))
    times = Counter(texts)
    plain = np.array(
        (
            last & _ENDS != 0,
            last & _COLON != 0,
            last & _CUT_OFF != 0,
            first & _SMALL != 0,
            np.zeros(len(texts)),
            np.log(numbers([times[text] for text in texts])),
        ),
        dtype=np.float32,
    )
    # few rows have these: found by searching all rows at once
    plain[_CUT_OFF_LINE, list(rows_with(".." + BETWEEN, rows))] = 1
    plain[_CUT_OFF_LINE, -1] = max(plain[_CUT_OFF_LINE, -1], texts[-1].endswith(".."))
    plain[_BAR_LINE, list(rows_with("|", rows))] = 1
    hints = numbers(line_hints(rows.lowered)) == _LINE_NUMBERS
    return np.concatenate((plain, hints, _spoken(rows)), dtype=np.float32)


def _spoken(rows: Rows) -> NDArray[np.bool_]:
    """What rows of moderate length speak of."""
    short = (rows.sizes <= LONGEST_SPOKEN_LINE).nonzero()[0]
    joined = BETWEEN.join([rows.lowered[row] for row in short.tolist()])
    places = sums(rows.sizes[short] + len(BETWEEN)).tolist()
    kinds: list[int] = []
    lines: list[int] = []
    for phrase, kind in spoken_phrases(joined, ideographs=bool(rows.ideographs.any())).items():
        if phrase in joined:
            found = list(texts_with(phrase, joined, places))
            lines += found
            kinds += [kind] * len(found)
    spoken = np.zeros((len(SPOKEN_KINDS), len(rows.texts)), dtype=bool)
    spoken[kinds, short[lines]] = True
    return spoken


def _traits(characters: str) -> NDArray[np.uint8]:
    # surrogatepass: what cannot be encoded is still a character
    codes = np.frombuffer(characters.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return _table()[np.minimum(codes, _LAST_CODE)]


@cache
def _table() -> NDArray[np.uint8]:
    """The traits of every character of the first plane; others are taken for its last, which has none."""
    table = np.zeros(_LAST_CODE + 1, dtype=np.uint8)
    for marks, trait in ((_END_MARKS, _ENDS), (_COLONS, _COLON), (_CUT_OFF_MARKS, _CUT_OFF)):
        table[[ord(mark) for mark in marks]] |= trait
    table[[code for code in range(_LAST_CODE) if chr(code).islower()]] |= _SMALL
    return table

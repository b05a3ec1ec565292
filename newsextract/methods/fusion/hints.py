"""What a part of a page calls itself (id, class and the like), and what short lines say of themselves.

Each kind of hint is one bit, so that an element's own hints and those of all elements around it are one
number each. Words are those that sites in several languages use; none belongs to one site.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from newsextract.page.names import name_words

Words = dict[str, tuple[str, ...]]
"""Kinds of hints and the words that make them."""


def read_words(text: str) -> dict[str, Words]:
    """The sections of a file of hint words, see ``hint-words.txt``."""
    sections: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    words: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            section = sections.setdefault(line.strip("[]"), {})
        elif line.startswith(" "):
            words.extend(_parted(line))
        elif line and not line.startswith("#"):
            kind, _, rest = line.partition(":")
            words = section.setdefault(kind, [])
            words.extend(_parted(rest))
    return {
        name: {kind: tuple(words) for kind, words in section.items()} for name, section in sections.items()
    }


def _parted(words: str) -> list[str]:
    """Phrases where there are bars, else words."""
    return (
        [phrase.strip() for phrase in words.split("|") if phrase.strip()] if "|" in words else words.split()
    )


_SECTIONS = read_words(Path(__file__).with_name("hint-words.txt").read_text(encoding="utf-8"))
_NAMES, _FIRST_WORDS, _PHRASES = (_SECTIONS[name] for name in ("names", "first words", "phrases"))

NAMING = frozenset({"class", "id", "itemprop", "role", "data-testid", "data-component", "data-type"})
"""Attributes in which a part of a page says what it is."""

HIDING = frozenset({"style", "hidden", "aria-hidden"})
"""Attributes that can keep an element from being shown."""

UNSEEN = "unseen"
"""Hint of an element that its own attributes keep from being shown."""

_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

NAME_KINDS = (*_NAMES, UNSEEN)
NAME_BIT = {kind: 1 << place for place, kind in enumerate(NAME_KINDS)}
LINE_KINDS = tuple(_FIRST_WORDS)
SPOKEN_KINDS = tuple(_PHRASES)

LONGEST_HINTING_LINE = 120
LONGEST_SPOKEN_LINE = 300
"""Characters up to which first words, and words anywhere, say something of a line."""

FIRST_IDEOGRAPH = "\u3000"
"""What sorts behind this is written without spaces."""

_BITS_OF_WORD: dict[str, int] = {}
for _kind, _words in _NAMES.items():
    for _word in _words:
        _BITS_OF_WORD[_word] = _BITS_OF_WORD.get(_word, 0) | NAME_BIT[_kind]

_KIND_OF_WORD: dict[str, int] = {}
for _number, _words in enumerate(_FIRST_WORDS.values(), start=1):
    for _word in _words:
        _KIND_OF_WORD.setdefault(_word, _number)

_ASCII_PHRASES: dict[str, int] = {}
_OTHER_PHRASES: dict[str, int] = {}
_IDEOGRAPHIC_PHRASES: dict[str, int] = {}
for _number, _words in enumerate(_PHRASES.values()):
    for _word in _words:
        if _word > FIRST_IDEOGRAPH:
            _IDEOGRAPHIC_PHRASES[_word] = _number
        else:
            (_ASCII_PHRASES if _word.isascii() else _OTHER_PHRASES)[_word] = _number

_AROUND_WORDS = ".,:;!?|·•»›>«‹<[](){}【】（）「」《》\"'“”„-–—*#&+/\\"


def hiding_bits(attribute: str, value: str) -> int:
    """The hint of an attribute in ``HIDING``."""
    if attribute == "style":
        lowered = value.lower()  # most styles hold neither word, which is told in a fifth of the time
        hides = ("none" in lowered or "hidden" in lowered) and _HIDING_STYLE.search(value) is not None
    else:
        hides = attribute == "hidden" or value == "true"
    return NAME_BIT[UNSEEN] if hides else 0


def spoken_phrases(text: str, *, ideographs: bool) -> dict[str, int]:
    """The phrases to look for in a text in lower case, and the place of each's kind in ``SPOKEN_KINDS``."""
    phrases = _ASCII_PHRASES if text.isascii() else _ASCII_PHRASES | _OTHER_PHRASES
    return phrases | _IDEOGRAPHIC_PHRASES if ideographs else phrases


@lru_cache(maxsize=8192)
def name_bits(value: str) -> int:
    """The hints of one name, or of several with spaces between them."""
    bits = 0
    for word in name_words(value):
        bits |= _BITS_OF_WORD.get(word, 0)
    return bits


def line_hint(line: str) -> int:
    """1 + the place in ``LINE_KINDS`` of the hint that a line in lower case starts with, or 0. Numbers are
    passed over: ``12 comments`` starts with ``comments``."""
    return line_hints((line,))[0]


def line_hints(lines: Sequence[str]) -> list[int]:
    """``line_hint`` of each line; one loop, as it runs over all rows of a page."""
    hints = [0] * len(lines)
    for place, line in enumerate(lines):
        if 0 < len(line) <= LONGEST_HINTING_LINE:
            words = line.split(None, 2)
            word = words[1] if words[0].isdigit() and len(words) > 1 else words[0]
            word = word.strip(_AROUND_WORDS)
            if word in _KIND_OF_WORD:
                hints[place] = _KIND_OF_WORD[word]
            elif word > FIRST_IDEOGRAPH:
                hints[place] = _KIND_OF_WORD.get(word[:2], 0)
    return hints

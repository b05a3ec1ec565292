"""Words of any language: cut into a list, or counted fast."""

from __future__ import annotations

import re

from newsextract.text import chinese
from newsextract.text.normal import nfkc
from newsextract.text.scripts import HAN, INVISIBLE, JOINERS, KANA, LETTERS, MARKS, SYLLABLES

# Apostrophes may hang on to the end of a run: a count does not mind, and words() cuts them off.
_RUNS = re.compile(f"[{LETTERS}][{LETTERS}{MARKS}{JOINERS}'’]*|[{SYLLABLES}{HAN}][{MARKS}]*")
_RUN_ENDS = "'\u200c\u200d"
_ASCII_LETTERS = bytes(code if chr(code).isalnum() else 0x20 for code in range(256))

_HAS_HAN = re.compile(f"[{HAN}]")
_HAS_KANA = re.compile(f"[{KANA}]")
_HIDDEN = re.compile(f"[{INVISIBLE}]")
# The ideographs jieba has words of; it gives every other one back as a word of its own, and so do we.
_IN_DICTIONARY = re.compile("([\u4e00-\u9fd5]+)")


def words(text: str) -> list[str]:
    """The words of a text, lower-cased, in NFKC, in order.

    Scripts with spaces give runs of letters, marks and digits; apostrophes inside a word belong to it
    (``don't``), all other punctuation divides. Ideographs are cut into Chinese words, which loads jieba;
    a text with kana anywhere is Japanese and gives one word a character. So do hangul, Thai, Lao, Khmer and
    Myanmar, marks kept with their base.
    """
    text = folded(text)
    if not has_ideographs(text) or _HAS_KANA.search(text) is not None:
        return _runs(text)
    found: list[str] = []
    for place, part in enumerate(_IN_DICTIONARY.split(text)):
        found.extend(chinese.cut(part) if place % 2 else _runs(part))
    return found


def word_count(text: str) -> int:
    """How many words, fast and without a dictionary: the number that formulas over text nodes use.

    As ``words``, except that every ideograph counts one and that the text is not normalised first.
    """
    if text.isascii():
        return len(text.encode().translate(_ASCII_LETTERS, b"'").split())
    return len(_RUNS.findall(text))


def has_ideographs(text: str) -> bool:
    """Whether any character is an ideograph, as in Chinese and most Japanese."""
    return not text.isascii() and _HAS_HAN.search(text) is not None


def folded(text: str) -> str:
    """The text as ``words`` reads it: lower-cased, NFKC, one kind of apostrophe, nothing invisible."""
    if text.isascii():
        return text.lower()
    text = nfkc(_HIDDEN.sub("", text))
    # one apostrophe for all; and lower() would make two characters of the Turkish capital
    return text.replace("’", "'").replace("ʼ", "'").replace("İ", "i").lower()


def _runs(text: str) -> list[str]:
    return [run.rstrip(_RUN_ENDS) for run in _RUNS.findall(text)]

"""Lengths and punctuation of text, and text made fit for comparing and for output."""

from __future__ import annotations

import re

from newsextract.text.scripts import INVISIBLE

SENTENCE_MARKS = (
    '.,;!?"'  # ASCII
    "，。！？；：、．｡､…‥"  # full-width and half-width, ellipses
    "“”„‟‘‚«‹「」『』《》〈〉（）"  # quotation marks, titles, full-width brackets
    "–—―"  # dashes
    "¿¡"  # Spanish
    "\u037e\u0387"  # Greek question mark and ano teleia
    "՝։،؛؟۔।॥።፣"  # Armenian, Arabic, Urdu, Hindi, Amharic
)
"""What ``punctuation_count`` counts: marks that sentences have and menus have not.

Left out are the separators of menus and bread crumbs (``| > » / • · + @ # = ~``), hyphens and apostrophes,
which spell words, and ASCII colons and round brackets, which stand in labels, times and counters
(``Posted: 12:30``, ``News (34)``). Without these five the count tells article text from other text better:
area under the ROC curve over text nodes .884 for .872 (news of 2011-12 in five languages), .842 for .830
(news of 2023-26), .787 for .775 (English news and blogs).
"""

_ASCII_MARKS = "".join(filter(str.isascii, SENTENCE_MARKS)).encode()
_MARK = re.compile(f"[{re.escape(SENTENCE_MARKS)}]")

_HIDDEN = re.compile(f"[{INVISIBLE}]")

# White space that becomes a plain space in output, so that the words on its sides stay apart.
_SPACE_CONTROLS = "\x0b\x0c\r\x1c-\x1f\x85"
# All but C0 and C1 controls, soft hyphen, surrogates and what Unicode will never assign: 32 code points in
# the first plane and the last two of each. Written as what is fit, for speed: nearly every character is found
# in the bitmap of the first plane, and the list of the others is not looked at (0.25 us instead of 1.7).
_FIT = "\t\n -~\xa0-\xac\xae-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd" + "".join(
    f"{chr(plane)}-{chr(plane + 0xFFFD)}" for plane in range(0x10000, 0x110000, 0x10000)
)
_UNFIT = re.compile(f"[^{_FIT}]")
_SPACING = re.compile(f"[{_SPACE_CONTROLS}]")


def char_length(text: str) -> int:
    """Characters without white space."""
    return len("".join(text.split()))


def punctuation_count(text: str) -> int:
    """Marks of sentence punctuation in any script: see ``SENTENCE_MARKS``."""
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _ASCII_MARKS))
    return len(_MARK.findall(text))


def fold_space(text: str) -> str:
    """White space of any kind folded to single spaces, none at the ends, invisible characters removed.

    Zero-width joiner and non-joiner stay: they spell Persian and Hindi words and hold emoji together.
    """
    folded = " ".join(text.split())
    if folded.isprintable():  # nothing invisible is; most text is told by this, at a third of the time
        return folded
    return " ".join(_HIDDEN.sub("", text).split())


def clean(text: str) -> str:
    """The text as it may be written out: encodes to UTF-8, and no control character but line end and tab.

    Controls that are white space become a space, the line end of Windows a plain one; the others go, and
    with them soft hyphens, lone surrogates and noncharacters. All else stays as it is.
    """
    if (text.isascii() and text.isprintable()) or _UNFIT.search(text) is None:
        return text
    return _UNFIT.sub("", _SPACING.sub(" ", text.replace("\r\n", "\n")))


def clean_line(text: str) -> str:
    """The text as it may be written out, in one line: first ``clean``, then ``fold_space``."""
    folded = " ".join(text.split())
    if folded.isprintable():  # then there was nothing to clean, or it was white space
        return folded
    return fold_space(clean(text))

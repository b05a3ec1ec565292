"""Names of elements as rules can use them: what is made anew for each page or build is left open.

An id such as ``post-12345`` becomes ``post-*``, a class such as ``css-1x2y3z`` or ``Article_body__aB3dE``
becomes ``css-*`` or ``Article_body__*``. Numbers in a class that tell parts of a page apart (``col-4``) stay.
"""

from __future__ import annotations

import re
from functools import lru_cache

OPEN = "*"
"""Stands for the part of a name that differs from page to page."""

LONGEST_NAME = 60
"""Characters of a name; longer ones are data, and are taken for missing."""

MOST_CLASSES = 6
"""Classes of an element that count, the first ones; lists of utility classes go on for dozens."""

_DIGITS = re.compile(r"\d+")
_LONG_NUMBER = re.compile(r"\d{4,}")
_PIECES = re.compile(r"([-_]+)")
_FORBIDDEN = re.compile(r"[^\w:-]+")  # what would end a name in the grammar of rules; left open as well
_BUILD_PREFIXES = frozenset({"css", "sc", "jsx", "jss", "emotion", "svelte"})
"""Names that style libraries put before a hash."""
_SHORTEST_HASH = 5
_VOWELS = re.compile(r"[aeiouyAEIOUY]")


@lru_cache(maxsize=8192)
def id_name(value: str) -> str:
    """An id as a rule names it; empty for one that says nothing."""
    return _open(value.strip(), _DIGITS)


@lru_cache(maxsize=8192)
def class_names(value: str) -> tuple[str, ...]:
    """The classes of an element as a rule names them, each once, in their order."""
    names = (_open(name, _LONG_NUMBER) for name in value.split()[:MOST_CLASSES])
    return tuple(dict.fromkeys(name for name in names if name))


def _open(name: str, numbers: re.Pattern[str]) -> str:
    if not name or len(name) > LONGEST_NAME:
        return ""
    pieces = _PIECES.split(_FORBIDDEN.sub(OPEN, name))
    for place in range(0, len(pieces), 2):
        before = pieces[place - 2] if place else ""
        if _is_hash(pieces[place], after=before, glue=pieces[place - 1] if place else ""):
            pieces[place] = OPEN
    opened = numbers.sub(OPEN, "".join(pieces))
    return "" if not opened.strip(f"{OPEN}-_:") else opened


def _is_hash(piece: str, *, after: str, glue: str) -> bool:
    """Whether letters and digits are mixed as no one would write them."""
    if len(piece) < _SHORTEST_HASH:
        return False
    if after in _BUILD_PREFIXES:
        return True
    inner = piece.rstrip("0123456789")
    if any(char.isdigit() for char in inner) and any(char.isalpha() for char in inner):
        return True
    if glue == "__":  # the hash of a CSS module stands behind two underscores
        is_mixed = piece != piece.lower() and piece[1:] != piece[1:].lower()
        return is_mixed or not _VOWELS.search(piece)
    return False

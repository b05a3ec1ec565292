"""Names of authors in declared values."""

from __future__ import annotations

import re
from collections.abc import Iterable

from newsextract.metadata.plain import LONGEST_VALUE
from newsextract.text.measure import fold_space

LONGEST_NAME = 100
"""Characters; the longest on 2,172 pages, that of a society, has 56. Longer ones are sentences."""

MOST_NAMES = 200
"""Authors of one article; the most on 2,172 pages, on that of a paper in a journal, are 75."""

# these see folded white space
_BETWEEN = re.compile(r" ?[,;|、，；] ?| (?:and|und|et|og|och|en|ve|и|và|&) ", re.IGNORECASE)
_ASIDE = re.compile(r" ?\([^()]*\)")
_ADDRESS = re.compile(
    r"(?:https?:|www\.|//|/|@)|[^\s/]+\.[a-z]{2,}/|[^\s@]+@[^\s@]+\.[a-z]+\Z", re.IGNORECASE
)
_LETTER = re.compile(r"[^\W\d_]")
_NO_NAMES = frozenset({"null", "none", "undefined", "n/a"})
"""What programs print for a name that is not there."""


def author_names(values: Iterable[str]) -> tuple[str, ...]:
    """The names in plain strings, each once; a string may hold several, addresses hold none."""
    names: dict[str, str] = {}
    for value in values:
        value = value[:LONGEST_VALUE]
        if _ADDRESS.match(value):
            continue
        for part in _BETWEEN.split(_ASIDE.sub("", fold_space(value))):
            name = part.strip(' :"“”„')
            if is_name(name):
                names.setdefault(name.casefold(), name)
        if len(names) >= MOST_NAMES:
            break
    return tuple(names.values())[:MOST_NAMES]


def is_name(text: str) -> bool:
    """Whether a string can be someone's name: it has a letter, is short, and is no address."""
    return (
        0 < len(text) <= LONGEST_NAME
        and _LETTER.search(text) is not None
        and not _ADDRESS.match(text)
        and text.casefold() not in _NO_NAMES
    )

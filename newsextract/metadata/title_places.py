"""Where on the page a headline stands: above the text, below other texts, in a link."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from newsextract.metadata.title_parts import SPACELESS_FROM
from newsextract.page import Page

LONG_ROW = 120
LONG_ROW_SPACELESS = 40
"""Characters of a row that is likely a paragraph of the text; the second without spaces between words."""

NEXT = 3
FAR = 21
"""Rows to the next paragraph: a date and a byline are between; and so many that it is not the headline's."""

_BEFORE = ((0, "above text"), (1, "below 1 text"), (3, "below 3 texts"))
_SCRIPT = ("#", "javascript:")
_HOST = re.compile(r"(?:https?:)?//[^/]*")
_HOME = frozenset({"", ".", "..", "index.html", "/index.html", "index.php", "/index.php"})


class TextRows:
    """Where the paragraphs of a page are, as far as can be told by their length alone."""

    def __init__(self, page: Page) -> None:
        self._starts = [start for start, _ in page.row_spans]
        self._long = [
            row
            for row, text in enumerate(page.row_texts)
            if len(text) >= LONG_ROW or (len(text) >= LONG_ROW_SPACELESS and _is_spaceless(text))
        ]

    def row_of(self, node: int) -> int:
        """The row that a text node is in."""
        return bisect_right(self._starts, node) - 1

    def around(self, row: int) -> Iterator[str]:
        """Whether paragraphs stand above a row, and how far below it the next one does."""
        before = bisect_right(self._long, row)
        if self._long[before - 1 : before] == [row]:
            yield "is text"
        else:
            distance = self._long[before] - row if before < len(self._long) else FAR
            yield "text next" if distance <= NEXT else "text near" if distance < FAR else "text far"
        yield next((name for most, name in _BEFORE if before <= most), "below many texts")


def _is_spaceless(text: str) -> bool:
    return text[len(text) // 2] >= SPACELESS_FROM


def link_evidence(page: Page, node: int) -> Iterator[str]:
    """Where the link leads that a text node lies in: names of sites lead to the pages above this one,
    headlines of blogs to the page itself, and those of other stories elsewhere."""
    link = page.walk.links[page.walk.owners[node]]
    href = (page.walk.elements[link].get("href") or "").strip() if link >= 0 else ""
    if not href or href.startswith(_SCRIPT):
        return
    target = _HOST.sub("", href, count=1).rstrip("/")
    here = _HOST.sub("", page.url, count=1).rstrip("/")
    if here and target == here:
        yield "leads here"
    elif target in _HOME or (here.startswith(target) and here[len(target)] == "/"):
        yield "leads above"
    else:
        yield "leads elsewhere"

"""The day of publication in the data that a page carries for its own programs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from newsextract.page import Page

MOST_SCRIPT = 2_000_000
"""Characters of scripts that are searched."""

_DATE = re.compile(
    r"\b(?:datePublished|published_?(?:at|date|time|on)|publish(?:ed)?_?date|publication_?date|"
    r"first_?publi(?:shed|cation)_?(?:at|date)|post_?date)\\{0,3}[\"']?\s?:\s?\\{0,3}[\"'](\d{4}-?\d\d-?\d\d[^\"'\\]{0,20})",
    re.IGNORECASE,
)


def embedded_dates(page: Page) -> Iterator[str]:
    """What stands behind names like ``publishedAt`` in scripts, as written."""
    left = MOST_SCRIPT
    for element in page.elements_of("script"):
        text = (element.text or "")[:left]
        left -= len(text)
        yield from _DATE.findall(text)

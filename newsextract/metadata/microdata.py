"""Microdata: what elements with an ``itemprop`` say, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from newsextract.page import Page
from newsextract.page.declared import element_text

MOST_ELEMENTS = 2_000
"""Elements with an ``itemprop`` that are looked at; a shop has some hundreds."""

_WITH_ITEMPROP = etree.XPath("//*[@itemprop]")  # finds them at a fifth of the time that a loop takes


def microdata(page: Page, name: str) -> Iterator[str]:
    """The values of a property, in page order: those for machines, else the text that is shown."""
    if page.root is None:
        return
    found: Any = _WITH_ITEMPROP(page.root)  # elements, and no other result of XPath
    for element in found[:MOST_ELEMENTS]:
        if name in (element.get("itemprop") or "").split():
            for attribute in ("content", "datetime", "title"):
                if value := element.get(attribute):
                    yield value
                    break
            else:
                yield element_text(element)

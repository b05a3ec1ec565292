"""Declared values as plain text: feeds, meta elements and JSON-LD carry markup, and escapes of escapes."""

from __future__ import annotations

import html
import re

from newsextract.text.measure import clean_line

LONGEST_VALUE = 10_000
"""Characters read of one value; the longest list of keywords on 2,172 pages has 4,096."""

ROUNDS = 2
"""How often escapes are resolved: ``&amp;lt;`` is what feeds make of headlines that are escaped already."""

REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""A character reference that ends as it should: ``&copy=`` in an address is none."""

_TAG = re.compile(r"<[/!A-Za-z][^<>]{0,300}>")
_DIVIDING = re.compile(r"</?(?:br|p|div|li|h[1-6]|td|tr)\b", re.IGNORECASE)


def plain(value: str) -> str:
    """The value without markup and escapes, in one line, fit for output."""
    value = value[:LONGEST_VALUE]
    for _ in range(ROUNDS):
        if "<" in value:
            value = _TAG.sub(_gap, value)
        if "&" not in value:
            break
        value = unescape(value)
    return clean_line(value)


def unescape(text: str) -> str:
    """The text with its character references resolved once, as HTML resolves them."""
    return REFERENCE.sub(lambda found: html.unescape(found.group()), text)


def _gap(tag: re.Match[str]) -> str:
    """A space where the tag divides words, nothing where it only changes how they look."""
    return " " if _DIVIDING.match(tag.group()) else ""

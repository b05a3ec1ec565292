"""Refuses, in linear time, what would stall a parser or is no web page at all."""

from __future__ import annotations

import re

from newsextract.limits import Limits
from newsextract.page.tokens import ATTRIBUTE, ATTRIBUTES, tokens

_POSSIBLE_TAG = re.compile(rf"<(?=[a-zA-Z]({ATTRIBUTES}))")

MAX_OVERLAP = 8
"""How many times the page's length all possible tags together may have. Tags do not overlap, so an honest
page stays near 1; only markup within markup within quotes comes to more."""

_SIGNATURES = (
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a RIFF media file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a gzip archive; decompress it first"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
)
"""First bytes of what servers send in place of a page most often."""


def foreign_kind(body: bytes) -> str | None:
    """What the bytes are, when their first ones show that they are not a page."""
    for signature, kind in _SIGNATURES:
        if body.startswith(signature):
            return kind
    return None


def too_large(size: int, limits: Limits) -> str | None:
    """Why a page of ``size`` bytes or characters is not parsed, or None.

    The size itself is not told: whoever reads pages stops one byte past the limit.
    """
    if size > limits.max_bytes:
        return f"more than max_bytes={limits.max_bytes}"
    return None


def too_many_tags(html: str, limits: Limits) -> str | None:
    """Why a page with this many tags is not parsed, or None."""
    tags = html.count("<")
    if tags > limits.max_tags:
        return f"{tags} tags, above max_tags={limits.max_tags}"
    return None


def may_stall(html: str, limits: Limits) -> bool:
    """Whether some ``<`` in the page could begin a tag with more attributes than libxml2 should see.

    Every ``<`` is tried, also in scripts, comments and quotes, so that no trick with those hides a tag. A
    long script can raise a false alarm.
    """
    if len(html) < limits.attribute_scan_bytes:
        return False
    shortest = 2 * limits.max_attributes  # an attribute takes at least a letter and a separator
    work = 0
    for match in _POSSIBLE_TAG.finditer(html):
        start, end = match.span(1)
        work += end - start
        if work > MAX_OVERLAP * len(html):
            return True
        if end - start >= shortest and _attribute_count(match[1]) > limits.max_attributes:
            return True
    return False


def stalling_tag(html: str, limits: Limits) -> str | None:
    """The first tag, outside of scripts and comments, with too many attributes, or None."""
    for token in tokens(html):
        count = _attribute_count(token.attributes)
        if count > limits.max_attributes:
            return f"a tag with {count} attributes, above max_attributes={limits.max_attributes}"
    return None


def _attribute_count(source: str) -> int:
    return sum(1 for _ in ATTRIBUTE.finditer(source))

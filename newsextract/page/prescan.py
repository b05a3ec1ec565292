"""Refuses, in one linear pass, what would stall a parser or is no web page at all."""

from __future__ import annotations

import re

from newsextract.limits import Limits
from newsextract.page.tokens import ATTRIBUTE, ATTRIBUTES, COMMENT, RAW_TEXT_TAGS

_RAW_TEXT = "|".join(rf"{tag}\b{ATTRIBUTES}>[^<]*+(?:<(?!/{tag})[^<]*+)*+" for tag in RAW_TEXT_TAGS)
_MARKUP = re.compile(
    rf"{COMMENT}|<(?:{_RAW_TEXT}|[a-z][^\s/>]*+({ATTRIBUTES}))", re.IGNORECASE | re.DOTALL | re.ASCII
)

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
    """Why a page of ``size`` bytes or characters is not parsed, or None."""
    if size > limits.max_bytes:
        return f"{size} bytes, above max_bytes={limits.max_bytes}"
    return None


def too_many_tags(html: str, limits: Limits) -> str | None:
    """Why a page with this many tags is not parsed, or None."""
    tags = html.count("<")
    if tags > limits.max_tags:
        return f"{tags} tags, above max_tags={limits.max_tags}"
    return None


def stalling_tag(html: str, limits: Limits) -> str | None:
    """The tag with so many attributes that libxml2 would take seconds over it, or None."""
    if len(html) < limits.attribute_scan_bytes:
        return None
    shortest = 2 * limits.max_attributes  # an attribute takes at least a letter and a separator
    for match in _MARKUP.finditer(html):
        if match.end() - match.start() < shortest or match.group(1) is None:
            continue
        attributes = sum(1 for _ in ATTRIBUTE.finditer(match.group(1)))
        if attributes > limits.max_attributes:
            return f"a tag with {attributes} attributes, above max_attributes={limits.max_attributes}"
    return None

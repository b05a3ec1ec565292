"""Refuses, in linear time, what would stall a parser or is no web page at all."""

from __future__ import annotations

import re

from newsextract.limits import Limits
from newsextract.page.tokens import ATTRIBUTE, attributes_end, tokens

_POSSIBLE_TAG = re.compile(r"<[a-zA-Z]")
_BEFORE_VALUES = "= \t\n\f\r"

MAX_OVERLAP = 8
"""How many times the page's length all tags that are tried may have together. Tags do not overlap, so an
honest page stays near 1; only markup within markup within quotes comes to more."""

_SIGNATURES = (
    (0, b"%PDF-", "a PDF file"),
    (0, b"\x89PNG", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF8", "a GIF image"),
    (0, b"RIFF", "a RIFF media file"),
    (0, b"PK\x03\x04", "a ZIP archive"),
    (0, b"\x1f\x8b", "a gzip archive"),
    (0, b"Rar!\x1a", "a RAR archive"),
    (0, b"7z\xbc\xaf", "a 7z archive"),
    (0, b"\xd0\xcf\x11\xe0", "an Office document"),
    (0, b"\x00\x00\x01\x00", "an icon"),
    (0, b"wOFF", "a font"),
    (0, b"wOF2", "a font"),
    (0, b"ID3\x02", "a sound file"),
    (0, b"ID3\x03", "a sound file"),
    (0, b"ID3\x04", "a sound file"),
    (0, b"fLaC", "a sound file"),
    (0, b"OggS", "an Ogg media file"),
    (0, b"\x1aE\xdf\xa3", "a film"),
    (4, b"ftyp", "an MP4 media file"),
)
"""Where a signature stands, and what it belongs to: what servers send in place of a page most often."""


def foreign_kind(body: bytes) -> str | None:
    """What the bytes are, when their first ones show that they are not a page."""
    for start, signature, kind in _SIGNATURES:
        if body.startswith(signature, start):
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
    if len(html) <= limits.max_tags:  # nearly every page: not even of ``<`` alone could it hold so many
        return None
    tags = html.count("<")
    if tags > limits.max_tags:
        return f"{tags} tags, above max_tags={limits.max_tags}"
    return None


def may_stall(html: str, limits: Limits) -> bool:
    """Whether some ``<`` in the page could begin a tag with more attributes than libxml2 should see.

    Every ``<`` counts, also in scripts, comments and quotes, so that no trick with those hides a tag. A
    long script can raise a false alarm. Most of a page is passed over from one ``_sure_end`` to the next;
    only where there is none, which is mostly in scripts, tags are tried one by one.
    """
    if len(html) < limits.attribute_scan_bytes:
        return False
    # an attribute takes at least a letter and a separator
    shortest = max(1, 2 * limits.max_attributes)
    work = 0
    place = 0
    while len(html) - place >= shortest:
        end_of_all = _sure_end(html, place, place + shortest)
        if end_of_all >= 0:
            place = end_of_all
            continue
        for match in _POSSIBLE_TAG.finditer(html, place, place + shortest + 1):
            start = match.end()
            end = attributes_end(html, start)
            work += end - start
            if work > MAX_OVERLAP * len(html):
                return True
            if end - start >= shortest and _attribute_count(html[start:end]) > limits.max_attributes:
                return True
        place += shortest
    return False


def _sure_end(html: str, start: int, stop: int) -> int:
    """The place of a ``>`` below ``stop`` at which no tag that begins at ``start`` or later is still open; -1
    when none is seen.

    Such is the one of ``">``. Outside of quotes, or within double ones, it ends the tag, unless this very
    quotation mark opens a value: not without ``=`` before it. Within single quotes it would not, but there it
    is not: the nearest single quote before it cannot open a value either.
    """
    quote = html.rfind('">', start, stop)
    if quote <= start or html[quote - 1] in _BEFORE_VALUES:
        return -1
    single = html.rfind("'", start, quote)
    if single == start or (single > start and html[single - 1] in _BEFORE_VALUES):
        return -1
    return quote + 1


def stalling_tag(html: str, limits: Limits) -> str | None:
    """The first tag, outside of scripts and comments, with too many attributes, or None."""
    for token in tokens(html):
        count = _attribute_count(token.attributes)
        if count > limits.max_attributes:
            return f"a tag with {count} attributes, above max_attributes={limits.max_attributes}"
    return None


def _attribute_count(source: str) -> int:
    return sum(1 for _ in ATTRIBUTE.finditer(source))

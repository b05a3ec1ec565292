"""The bounds that keep one page from costing more than a page may cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a page may ask of the parsers. Whoever calls may set other bounds."""

    max_bytes: int = 8 * 1024 * 1024
    """Longer pages are not parsed: state ``too large``. The largest of 3,895 real ones has 1.7 MB."""

    max_tags: int = 400_000
    """Pages with more ``<`` are not parsed: ``too large``. The largest of 3,895 real ones has 20,574."""

    max_attributes: int = 4_000
    """Most attributes of one tag: libxml2 compares each with all before it (4,000: 9 ms, 100,000: 35 s)."""

    attribute_scan_bytes: int = 128 * 1024
    """Shorter pages are not scanned for attributes: what fits in them stalls libxml2 below a second."""

    max_depth: int = 512
    """Nesting kept by the second parser; what lies deeper hangs from the element at this depth."""


DEFAULT_LIMITS = Limits()

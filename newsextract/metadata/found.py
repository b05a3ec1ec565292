"""A value of one field, with where it was found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A value and the evidence for it. Nothing was found when ``value`` is empty."""

    value: str = ""
    raw: str = ""
    """The string that the value was read from, or one that could not be read."""
    source: str = ""
    """``json-ld``, ``meta``, ``microdata``, ``address`` or ``page`` (what a reader sees)."""
    confidence: float = 0.0
    """Share of labelled pages where a value of this source was right."""

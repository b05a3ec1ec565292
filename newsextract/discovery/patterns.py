"""Shapes of addresses, and what a batch of links says of each.

The shape of an address is what is left when names and numbers are taken out of it:
``/sport/2019-05-24/cup-final-goes-to-replay-63250.html`` becomes ``/w/date/slug-D.html``. On an index page
the addresses of stories share a few shapes, and the words of their links are as long as headlines; sections
and services have other shapes and short words. A batch is counted as a whole, so the order of its links does
not matter.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from newsextract.discovery.address_parts import (
    AddressParts,
    has_digit,
    is_date,
    read_address,
    slug_length,
    step_words,
)
from newsextract.discovery.candidate import Candidate
from newsextract.text.measure import char_length
from newsextract.text.scripts import HAN, SYLLABLES

LONG_LETTERS = 22
LONG_WORDS = 4
"""Letters and words from which a link reads like a headline; sections have names of one to three words."""

LONG_CHARACTERS = 9
"""The same in scripts that write a syllable or word a character; names of sections have two to six."""

SHORT_WORDS = 3
SHORT_CHARACTERS = 6
"""Up to here the words of a link read like the name of a section."""

LEAST_LINKS = 3
"""Addresses of one shape from which it says anything."""

STRONGEST = 2.5
"""Bound of a shape's evidence: an address that says clearly what it is (date, login) outweighs its shape."""

SLUG_WORDS = 3
"""Words from which a step is written as ``slug``: fewer are mostly the name of something."""

HASH_NUMBERS = 3
"""Numbers in one step from which it is an id written with letters and digits; dates were taken out before."""

_DENSE = re.compile(f"[{HAN}{SYLLABLES}]")
_NUMBER = re.compile(r"[0-9]+")


class _Count(NamedTuple):
    """Addresses of one shape: with words as long as a headline, and with none of those."""

    long: int = 0
    short: int = 0


@dataclass(frozen=True, slots=True)
class AddressPatterns:
    """What each shape of address stands for on one site."""

    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By shape: addresses linked with words as long as a headline, and addresses with short words only."""

    @classmethod
    def learn(cls, candidates: Iterable[Candidate]) -> AddressPatterns:
        """Count the shapes of a batch. An address that comes twice counts once, with its longest words."""
        lengths: dict[str, int] = {}
        for candidate in candidates:
            length = words_length(candidate.titles, candidate.words)
            lengths[candidate.url] = max(length, lengths.get(candidate.url, -1))
        counts: dict[str, _Count] = {}
        for url, length in lengths.items():
            if length == 0:
                continue
            for shape in address_shapes(read_address(url)):
                long, short = counts.get(shape, _Count())
                counts[shape] = _Count(long + (length > 0), short + (length < 0))
        return cls({shape: counts[shape] for shape in sorted(counts)})

    def evidence(self, parts: AddressParts) -> float:
        """For (above 0) or against a story, from the most special shape that enough addresses have."""
        for shape in address_shapes(parts):
            long, short = self.counts.get(shape, (0, 0))
            if long + short >= LEAST_LINKS:
                weight = math.log((long + 0.5) / (short + 0.5))
                return max(-STRONGEST, min(STRONGEST, weight))
        return 0.0


def address_shapes(parts: AddressParts) -> tuple[str, ...]:
    """The shapes of an address: with the first of several steps as it is, and without names."""
    shapes = [_step_shape(step) for step in parts.steps]
    query = "&".join(sorted({f"{name}={_value_shape(value)}" for name, value in parts.query}))
    tail = (f".{parts.ending}" if parts.ending else "") + (f"?{query}" if query else "")
    general = "/" + "/".join(shapes) + tail
    if len(shapes) < 2:
        return (general,)
    return "/" + "/".join([parts.steps[0], *shapes[1:]]) + tail, general


def _step_shape(step: str) -> str:
    if is_date(step):
        return "date"
    if not has_digit(step):
        return "slug" if slug_length(step) >= SLUG_WORDS else "w"
    if slug_length(step) > 1:
        # where the number stands tells stories from galleries: the words around it do not
        words = step_words(step)
        return "slug-" + _id_shape(words[-1]) if has_digit(words[-1]) else "slug"
    return _id_shape(step)


def _id_shape(text: str) -> str:
    """``content_123`` is ``content_D``; letters and digits in turn, as in a hash, are ``X``."""
    shape, numbers = _NUMBER.subn("D", text)
    return "X" if numbers >= HASH_NUMBERS else shape


def _value_shape(value: str) -> str:
    return "D" if value.isdigit() else "w"


def words_length(titles: Iterable[str], words: Iterable[str]) -> int:
    """1 when anything that links say is as long as a headline, -1 when all their headlines are short, else 0.

    What can be no headline (``more``, ``3``, one that was cut off) counts only when it is long.
    """
    lengths = list(map(headline_length, titles))
    if lengths:
        return max(lengths)
    return max(0, max(map(headline_length, words), default=0))


def headline_length(text: str) -> int:
    """1 when words are as long as a headline, -1 when they are as short as a menu's, 0 between."""
    length = char_length(text)
    if _DENSE.search(text):
        return 1 if length >= LONG_CHARACTERS else -1 if length <= SHORT_CHARACTERS else 0
    words = len(text.split())
    if length >= LONG_LETTERS and words >= LONG_WORDS:
        return 1
    return -1 if words < SHORT_WORDS or length < LONG_LETTERS // 2 else 0

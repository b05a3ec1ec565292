"""Fingerprints of texts: which are the same, and which are nearly the same.

A text is read as its tokens: words, and single characters where words are not parted by spaces (Chinese,
Japanese, Korean, Thai), so that no dictionary is needed. Spacing, case and punctuation do not count.

Nearly the same is measured with a simhash: every distinct pair of neighbouring tokens has a hash of 64 bits,
and each bit of the fingerprint is what most pairs have there. A few other words turn a few bits.

Pairs, each counted once, because of what was measured on 3,025 labelled bodies of five sets, 4.6 million
pairs of stories: the distances of different ones are then those of random numbers, the nearest 11 bits apart.
With single words different stories come as near as 7. With runs of four tokens one changed word turns more
than 6 bits in 6 % of the stories, with pairs in 2 %.
"""

from __future__ import annotations

import re
import struct
from collections import deque
from hashlib import blake2b
from itertools import pairwise

from newsextract.text.scripts import HAN, JOINERS, LETTERS, MARKS, SYLLABLES
from newsextract.text.words import folded

FEWEST_TOKENS = 12
"""A shorter text has no similarity: one other word is a tenth of it."""

NEAR_DISTANCE = 6
"""Bits in which two near-duplicates may differ. Finds 0.98, 0.89 and 0.74 of the bodies of `daniel` and
`fundus` with one, three and six words changed (3 bits: 0.82, 0.53, 0.32). All 24 pairs found in those 3,025
bodies are one story; from 8 bits on some are two with long passages in common. Two random numbers are within
6 bits once in 200 billion pairs: among 50,000 stories, a hundredth of a pair."""

CAPACITY = 100_000
"""Fingerprints kept; beyond it the oldest go. They take 0.4 kB each, a key of 60 letters included."""

_BITS = 64
_TOKEN = re.compile(f"[{LETTERS}{MARKS}{JOINERS}]+|[{SYLLABLES}{HAN}]")
_ASCII_TOKEN = re.compile("[0-9a-z]+")
# In UTF-8 all that is not ASCII has bytes from 0x80 on: these stay, and of ASCII what makes words.
_PARTED = bytes(code if code >= 0x80 or chr(code).isalnum() else 0x20 for code in range(256))
_NO_TOKEN = re.compile(f"[^\\x00-\\x7f{LETTERS}{MARKS}{JOINERS}{SYLLABLES}{HAN}]")
_UNSPACED = re.compile(f"([{SYLLABLES}{HAN}]+)")
_MAYBE_UNSPACED = re.compile("[^\x00-\u0dff]")  # told in a third of the time: those scripts lie beyond
_FIRST_AND_SECOND = struct.Struct("<2Q")
_ONE = (1).to_bytes(_BITS // 8, "little")


def content_hash(text: str) -> str:
    """Hexadecimal fingerprint of the tokens, for the same text only; empty for a text without any."""
    # the same as joining ``tokens``, in half of the time and less
    joined = b" ".join(_spaced(folded(text)).encode("utf-8", "replace").translate(_PARTED).split())
    return blake2b(joined, digest_size=16).hexdigest() if joined else ""


def similarity_hash(text: str) -> int | None:
    """Simhash of 64 bits, for nearly the same text; None for a text of fewer than 12 tokens."""
    found = tokens(text)
    if len(found) < FEWEST_TOKENS:
        return None
    # A pair's hash is made of one of its first and one of its second token: so each token is hashed once.
    halves = {token: _FIRST_AND_SECOND.unpack(_digest(token)) for token in set(found)}
    pairs = [halves[first][0] ^ halves[second][1] for first, second in set(pairwise(found))]
    return _majority(pairs)


def distance(left: int, right: int) -> int:
    """Bits in which two simhashes differ."""
    return (left ^ right).bit_count()


def tokens(text: str) -> list[str]:
    """Words, lower-cased, in NFKC; characters where a script has no spaces. Marks divide."""
    text = folded(text)
    return (_ASCII_TOKEN if text.isascii() else _TOKEN).findall(text)


def _spaced(text: str) -> str:
    """The text with no other marks between its tokens than those of ASCII, if not a space."""
    if text.isascii():
        return text
    text = _NO_TOKEN.sub(" ", text)
    if not _MAYBE_UNSPACED.search(text):
        return text
    parts = _UNSPACED.split(text)
    parts[1::2] = map(" ".join, parts[1::2])  # runs of characters that are a token each
    return " ".join(parts)


def _digest(token: str) -> bytes:
    return blake2b(token.encode("utf-8", "replace"), digest_size=_FIRST_AND_SECOND.size).digest()


def _majority(hashes: list[int]) -> int:
    """The number that has each bit which more than half of the hashes have.

    All hashes side by side make one long number, in which a bit of all of them is masked and counted at once.
    """
    together = int.from_bytes(struct.pack(f"<{len(hashes)}Q", *hashes), "little")
    lowest_bits = int.from_bytes(_ONE * len(hashes), "little")
    half = len(hashes) / 2
    return sum(1 << bit for bit in range(_BITS) if (together >> bit & lowest_bits).bit_count() > half)


class NearDuplicates:
    """Finds the fingerprint within ``distance`` bits of a given one, without comparing with all.

    The 64 bits are cut into one band more than bits may differ, so two near-duplicates share a band whole.
    """

    def __init__(self, distance: int = NEAR_DISTANCE, capacity: int = CAPACITY) -> None:
        if not 0 <= distance < _BITS or capacity < 1:
            raise ValueError(f"distance={distance}, capacity={capacity}: give 0 to 63, and 1 or more")
        self._distance = distance
        self._capacity = capacity
        self._shifts_and_masks = _bands(distance + 1)
        self._buckets: list[dict[int, list[int]]] = [{} for _ in self._shifts_and_masks]
        self._entries: dict[int, tuple[int, str]] = {}
        self._oldest_first: deque[int] = deque()
        self._added = 0

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, value: int) -> str | None:
        """The key of the nearest fingerprint that is near enough; of equally near ones the first added."""
        near = {
            other
            for (shift, mask), buckets in zip(self._shifts_and_masks, self._buckets, strict=True)
            for other in buckets.get(value >> shift & mask, ())
            if (value ^ other).bit_count() <= self._distance
        }
        if not near:
            return None
        return self._entries[min(near, key=lambda other: (distance(value, other), self._entries[other]))][1]

    def add(self, value: int, key: str) -> None:
        """Remember a fingerprint. One that is there keeps its key."""
        if value in self._entries:
            return
        if len(self._entries) >= self._capacity:
            self._drop_oldest()
        self._entries[value] = (self._added, key)
        self._oldest_first.append(value)
        self._added += 1
        for (shift, mask), buckets in zip(self._shifts_and_masks, self._buckets, strict=True):
            buckets.setdefault(value >> shift & mask, []).append(value)

    def _drop_oldest(self) -> None:
        value = self._oldest_first.popleft()
        del self._entries[value]
        for (shift, mask), buckets in zip(self._shifts_and_masks, self._buckets, strict=True):
            bucket = buckets[value >> shift & mask]
            del bucket[0]  # the oldest of all is the first wherever it is
            if not bucket:
                del buckets[value >> shift & mask]


def _bands(count: int) -> list[tuple[int, int]]:
    """Shift and mask of so many neighbouring bands, about equally wide, which together are all bits."""
    edges = [_BITS * band // count for band in range(count + 1)]
    return [(start, (1 << (end - start)) - 1) for start, end in pairwise(edges)]

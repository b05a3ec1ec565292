"""What a page's score is made of: the longest stretch that was missed, and the longest that was added."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from newsextract.bench.corpus import Case, Scoring
from newsextract.bench.score import (
    TOKEN,
    Shingle,
    fold,
    shingle_list,
    shingles,
    text_gold,
    tokens,
    without_title_line,
)

EXCERPT_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text and its length in tokens; ``excerpt`` is its beginning, fit for a terminal."""

    excerpt: str
    length: int


@dataclass(frozen=True, slots=True)
class Differences:
    """The longest stretches in gold alone and in the found text alone; None when there is none."""

    missed: Stretch | None
    added: Stretch | None


def differences(case: Case, found: str) -> Differences:
    """Compare a found text with a case's gold, be it a body or segments."""
    if case.scoring is Scoring.SEGMENTS:
        text = fold(found)
        return Differences(
            missed=_longest_segment([segment for segment in case.wanted if fold(segment) not in text]),
            added=_longest_segment([segment for segment in case.unwanted if fold(segment) in text]),
        )
    gold = text_gold(case.body, case.title)
    body = without_title_line(found, gold.title_tokens)
    return Differences(
        missed=longest_unmatched(case.body, shingles(tokens(body))),
        added=longest_unmatched(body, gold.shingles),
    )


def longest_unmatched(text: str, other: Mapping[Shingle, int]) -> Stretch | None:
    """The longest run of tokens that no shingle shared with ``other`` covers; the first of several.

    A shingle that ``other`` holds n times matches n times: the (n+1)-th copy of a passage is unmatched.
    """
    normal = unicodedata.normalize("NFKC", text)
    matches = list(TOKEN.finditer(normal))
    covered = _covered([match.group().lower() for match in matches], dict(other))
    first, length = _longest_run_of_false(covered)
    if not length:
        return None
    return Stretch(_excerpt(normal[matches[first].start() : matches[first + length - 1].end()]), length)


def _covered(words: list[str], left: dict[Shingle, int]) -> list[bool]:
    covered = [False] * len(words)
    for start, shingle in enumerate(shingle_list(words)):
        if left.get(shingle, 0):
            left[shingle] -= 1
            covered[start : start + len(shingle)] = [True] * len(shingle)
    return covered


def _longest_run_of_false(flags: list[bool]) -> tuple[int, int]:
    best_start = best_length = start = 0
    for flag, group in groupby(flags):
        length = sum(1 for _ in group)
        if not flag and length > best_length:
            best_start, best_length = start, length
        start += length
    return best_start, best_length


def _longest_segment(segments: list[str]) -> Stretch | None:
    if not segments:
        return None
    longest = max(segments, key=len)
    return Stretch(_excerpt(longest), len(tokens(longest)))


def printable(text: str) -> str:
    """A page's words on one line, without control characters, which must not reach a terminal."""
    return fold("".join(character if character.isprintable() else " " for character in text))


def _excerpt(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= EXCERPT_CHARACTERS else shown[:EXCERPT_CHARACTERS].rstrip() + "…"

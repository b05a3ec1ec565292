"""A story of several pages as one reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from newsextract.text.fingerprints import content_hash, similarity_hash
from newsextract.workers.jobs import Reading


class Part(NamedTuple):
    """A further page of a story."""

    url: str
    text: str


def with_parts(first: Reading, parts: Sequence[Part], problem: str = "") -> Reading:
    """The reading of the first page with the texts of the others after its own; ``problem`` says what is
    missing."""
    if not parts and not problem:
        return first
    text = joined_text([first.article.text, *(part.text for part in parts)])
    article = replace(
        first.article,
        text=text,
        content_hash=content_hash(text),
        parts=(first.article.url, *(part.url for part in parts)) if parts else (),
        state_reason=problem or first.article.state_reason,
    )
    return replace(first, article=article, similarity=similarity_hash(text))


def joined_text(texts: Iterable[str]) -> str:
    """The texts one after the other. Lines that a later page repeats of an earlier one are left out."""
    lines: list[str] = []
    for text in texts:
        known = set(lines)
        lines += [line for line in text.split("\n") if line not in known]
    return "\n".join(lines)

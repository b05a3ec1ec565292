"""The abstract: what stands under its label, else the visual block with the largest symbol density score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from newsextract.methods.vbptc import block_scores
from newsextract.page import Page
from newsextract.page.page import running_sum
from newsextract.records.lines import Line
from newsextract.records.patterns import after_label
from newsextract.text.words import word_count

FEWEST_WORDS = 30
"""The best block of a page without abstract is a notice or a label; ideographs count one each."""

FEWEST_WORDS_OF_LINE = 5
"""Shorter lines under the heading of an abstract are buttons and counters ("Listen", "12 views")."""

MOST_WORDS = 800
"""A block of more is a whole article, and a section too, where nothing ends it. Abstracts have up to 500."""


class Abstract(NamedTuple):
    """The text, and the number of the line it begins in."""

    text: str
    place: int


NO_ABSTRACT = Abstract("", 0)


def labelled_abstract(lines: Sequence[Line]) -> Abstract:
    """The first text under a heading "Abstract" or behind that word at the beginning of a line."""
    for place, line in enumerate(lines):
        follows = after_label("abstract", line.text)
        if line.section == "abstract":
            if line.level or not _is_text(line):
                continue
            while lines[place - 1].level and _in_section(lines[place - 1]):
                place -= 1
            texts = _lines_of_abstract(lines, place, _in_section)
            return Abstract("\n".join(texts), place)
        if word_count(follows) >= FEWEST_WORDS_OF_LINE and not line.level:
            rest = _lines_of_abstract(lines, place + 1, partial(_in_block, line.block))
            return Abstract("\n".join([follows, *rest]), place)
    return NO_ABSTRACT


def _lines_of_abstract(lines: Sequence[Line], start: int, belongs: Callable[[Line], bool]) -> list[str]:
    """The lines from ``start`` on that belong. Headings inside (Methods, Results) stay, as lines."""
    texts: list[str] = []
    words = 0
    for place in range(start, len(lines)):
        line = lines[place]
        words += word_count(line.text)
        if not belongs(line) or after_label("keywords", line.text) or (texts and words > MOST_WORDS):
            break
        if line.level or _is_text(line):
            texts.append(line.text)
    return texts


def _in_section(line: Line) -> bool:
    return line.section == "abstract"


def _in_block(block: int, line: Line) -> bool:
    return line.block == block


def _is_text(line: Line) -> bool:
    return not line.noise and word_count(line.text) >= FEWEST_WORDS_OF_LINE


def densest_block(
    page: Page, lines: Sequence[Line], left_out: Sequence[bool], cited: Sequence[Line]
) -> Abstract:
    """The block of largest score among those that are no noise, list of works, keywords or whole article."""
    left_out = list(left_out)
    for line in [*cited, *(line for line in lines if line.section in ("related", "keywords"))]:
        left_out[line.start : line.end] = [True] * (line.end - line.start)
    words = running_sum(page.word_counts)
    scores = [
        score if words[block.end] - words[block.start] <= MOST_WORDS else 0.0
        for block, score in zip(page.blocks, block_scores(page, left_out), strict=True)
    ]
    if not any(scores):
        return NO_ABSTRACT
    best = scores.index(max(scores))
    block = page.blocks[best]
    text = page.render(node for node in range(block.start, block.end) if not left_out[node])
    if word_count(text) < FEWEST_WORDS:
        return NO_ABSTRACT
    return Abstract(text, next((place for place, line in enumerate(lines) if line.block == best), 0))

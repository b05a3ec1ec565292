"""TWCEM: title-based extraction of news contents (Tan et al. 2018).

The page's text falls into rows. Rows of at least d1 characters with at least d2 punctuation marks are kept; a
Cblock is a kept row with the K kept rows after it (from the front) or before it (from the back). The content
starts at the first Cblock of the first half, and ends at the last of the second half, that shares at least d3
words, in order, with the title; where none does, at the first and last kept row. Rows are the lines a browser
would show, not those of the source, which is often one line.

The method knows nothing of links: teasers and comments with a full stop in them stay where a common word sets
the start too early or the end too late (precision 0.59, recall 0.96 on `daniel`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from newsextract.methods.extraction import Context, Extraction, nodes_of_rows, spread_over_nodes
from newsextract.page import Page
from newsextract.text.distance import common_words
from newsextract.text.measure import char_length, punctuation_count
from newsextract.text.words import folded, words


@dataclass(frozen=True, slots=True)
class Preset:
    """The paper's thresholds for a kind of page."""

    min_length: int
    """d1: characters a row needs."""
    min_marks: int
    """d2: punctuation marks a row needs."""
    min_common: int
    """d3: words that a Cblock and the title must share."""


PRESETS = {"news": Preset(4, 1, 2), "microblog": Preset(2, 1, 1)}

CONTEXT_ROWS = 1
"""K, which the paper does not give. For K = 0, 1, 2 F1 is 0.728, 0.729, 0.729 on `daniel` and 0.717, 0.722,
0.720 on a third of `dragnet`."""


def kept_rows(rows: Sequence[str], preset: Preset) -> list[int]:
    """Positions of the rows long and punctuated enough to be text."""
    return [
        position
        for position, row in enumerate(rows)
        if char_length(row) >= preset.min_length and punctuation_count(row) >= preset.min_marks
    ]


def content_span(cblocks: Sequence[str], title: str, preset: Preset, context_rows: int) -> tuple[int, int]:
    """First and last position, both included, of the content among the kept rows."""
    count = len(cblocks)
    title_words = words(title)
    start, end = 0, count - 1
    if len(title_words) < preset.min_common:
        return start, end
    for position in range((count + 1) // 2):
        block = cblocks[position : position + context_rows + 1]
        if shares_words(block, title_words, preset.min_common):
            start = position
            break
    for position in range(count - 1, (count + 1) // 2 - 1, -1):
        block = cblocks[max(0, position - context_rows) : position + 1]
        if shares_words(block, title_words, preset.min_common):
            end = position
            break
    return start, end


def shares_words(rows: Sequence[str], title_words: Sequence[str], least: int) -> bool:
    """Whether the rows share a subsequence of at least ``least`` words with the title.

    Cutting Chinese into words is dear, so rows that do not even contain enough of the title's words as
    strings are not cut: each shared word is a string of the row.
    """
    text = folded(" ".join(rows))
    if _contained(title_words, text) < least:
        return False
    return common_words(words(text), title_words) >= least


def _contained(title_words: Iterable[str], text: str) -> int:
    return sum(word in text for word in title_words)


def extract(page: Page, context: Context, *, preset: str = "news") -> Extraction:
    """TWCEM with one of its presets."""
    thresholds = PRESETS[preset]
    rows = page.row_texts
    kept = kept_rows(rows, thresholds)
    values = [0.0] * len(rows)
    if not kept:
        return Extraction((), spread_over_nodes(page, values))
    start, end = content_span([rows[position] for position in kept], context.title, thresholds, CONTEXT_ROWS)
    content = kept[start : end + 1]
    for position in content:
        values[position] = 1.0
    return Extraction(nodes_of_rows(page, content), spread_over_nodes(page, values))


twcem = partial(extract, preset="news")
twcem_microblog = partial(extract, preset="microblog")

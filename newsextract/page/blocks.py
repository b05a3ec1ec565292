"""Visual blocks (VB-PTC): headings, paragraphs, list items, innermost ``div``, and the text between them."""

from __future__ import annotations

from typing import NamedTuple

from newsextract.page.walk import Walk

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_OWN_BLOCK = HEADINGS | {"p", "li"}


class Block(NamedTuple):
    """A run of text nodes that stand together."""

    element: int
    """Number of the heading, paragraph, list item or ``div``; -1 for text in a gap between those."""
    start: int
    end: int
    """Text nodes from ``start`` up to, not including, ``end``."""


def visual_blocks(walk: Walk) -> list[Block]:
    """Every text node in exactly one block, in document order.

    A block that holds others (a list item with paragraphs) keeps only the text outside of them, and comes
    again after each of them: a block is always one run of text nodes.
    """
    holders = _holders(walk)
    blocks: list[Block] = []
    start = 0
    for node in range(1, len(walk.texts) + 1):
        if node < len(walk.texts):
            before, here = holders[walk.owners[node - 1]], holders[walk.owners[node]]
            together = here == before if here >= 0 else before < 0 and walk.rows[node - 1] == walk.rows[node]
            if together:
                continue
        blocks.append(Block(holders[walk.owners[start]], start, node))
        start = node
    return blocks


def _holders(walk: Walk) -> list[int]:
    """For each element the innermost block element that it is or lies in, or -1."""
    tags, parents = walk.tags, walk.parents
    holds_div = [False] * len(tags)
    for number in range(len(tags) - 1, 0, -1):
        if tags[number] == "div" or holds_div[number]:
            holds_div[parents[number]] = True
    holders: list[int] = []
    for number, tag in enumerate(tags):
        if tag in _OWN_BLOCK or (tag == "div" and not holds_div[number]):
            holders.append(number)
        else:
            holders.append(holders[parents[number]] if parents[number] >= 0 else -1)
    return holders

"""The parts of a page, element by element: what they call themselves, how much they hold, how they nest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from newsextract.methods.fusion.hints import HIDING, NAME_BIT, NAME_KINDS, NAMING, hiding_bits, name_bits
from newsextract.methods.fusion.rows import Column, Ints, Rows, numbers
from newsextract.page import Page
from newsextract.page.walk import BLOCK_TAGS

TAGS = tuple(
    "nav aside footer header form button figure figcaption article main section ul ol dl table blockquote "
    "p li td label address h1 h2 h3 h4 h5 h6 div th dt dd pre span a b strong em i time small".split()
)
BITS = (*NAME_KINDS, *TAGS)
"""What an element is or calls itself, a bit each."""

_NAMELESS = frozenset("html body a b i em strong font u sup sub br img".split())
"""Tags whose names say nothing of a part: of the whole page, or of a word in it."""

_TAG_BIT = {tag: 1 << (place + len(NAME_BIT)) for place, tag in enumerate(TAGS)}
_TRAITS = {
    tag: (_TAG_BIT.get(tag, 0), tag not in _NAMELESS, tag in BLOCK_TAGS)
    for tag in {*TAGS, *_NAMELESS, *BLOCK_TAGS}
}
"""By tag: its bit, whether names say something, whether it starts a line."""
_OTHER_TRAITS = (0, True, False)

_DOUBLINGS = 6
"""64 wrappers around the same text are seen through."""


class Parts(NamedTuple):
    """By element number. Those that show no text have no bits and no signature."""

    parents: Ints
    """0 for the root, too: it is above everything."""
    bits: Ints
    """``BITS`` of the element itself."""
    bits_around: Ints
    """... and of all elements that it lies in."""
    blocks: Ints
    """The innermost element that starts a line, which it is or lies in."""
    signatures: Ints
    """The same number for the same tag path and class."""
    ends: Ints
    first_text: Ints
    end_text: Ints
    wider: Ints
    """The nearest ancestor with more text."""
    text: Ints
    """Characters inside."""
    linked: Ints
    marks: Ints


def measured_parts(page: Page, rows: Rows) -> Parts:
    """Measure the elements of a page that has rows."""
    walk = page.walk
    first_text, end_text = numbers(walk.first_text), numbers(walk.end_text)
    parents = np.maximum(0, numbers(walk.parents))
    text = rows.length_sums[end_text] - rows.length_sums[first_text]
    with_text = np.flatnonzero(first_text < end_text).tolist()
    bits, bits_around, blocks, signatures = _names(page, with_text)
    return Parts(
        parents=parents,
        bits=numbers(bits),
        bits_around=numbers(bits_around),
        blocks=numbers(blocks),
        signatures=numbers(signatures),
        ends=numbers(walk.ends),
        first_text=first_text,
        end_text=end_text,
        wider=_wider(parents, text),
        text=text,
        linked=rows.linked_sums[end_text] - rows.linked_sums[first_text],
        marks=rows.mark_sums[end_text] - rows.mark_sums[first_text],
    )


def _names(page: Page, with_text: list[int]) -> tuple[list[int], list[int], list[int], list[int]]:
    """Bits, bits around, blocks, signatures: the one loop over elements, ancestors before what they hold."""
    walk = page.walk
    elements, tags, parents, paths = walk.elements, walk.tags, walk.parents, walk.path_ids
    attributes: list[tuple[str, str]]
    bits = [0] * len(tags)
    around, blocks, signatures = bits.copy(), bits.copy(), bits.copy()
    known: dict[tuple[int, str | None], int] = {}
    traits_of = _TRAITS.get
    for number in with_text:
        parent = parents[number]  # -1 for the root: at the end of each list the 0 that it needs still stands
        own, has_names, is_block = traits_of(tags[number], _OTHER_TRAITS)
        name: str | None = None
        if has_names:
            attributes = elements[number].items()  # type: ignore[assignment]  # a parsed page has no bytes
            for key, value in attributes:
                if key == "class":
                    own |= name_bits(value)
                    name = value
                elif key in NAMING:
                    own |= name_bits(value)
                elif key in HIDING:
                    own |= hiding_bits(key, value)
        bits[number] = own
        around[number] = own | around[parent]
        if is_block:
            blocks[number] = number
            signatures[number] = known.setdefault((paths[number], name), len(known) + 1)
        else:
            blocks[number] = blocks[parent]
    return bits, around, blocks, signatures


def _wider(parents: Ints, text: Column) -> Ints:
    wider = parents
    for _ in range(_DOUBLINGS):
        same = text[wider] == text
        wider = np.where(same, wider[wider], wider)
    return wider

"""Chosen text nodes to lines of text."""

from __future__ import annotations

from collections.abc import Iterable

from newsextract.page.walk import Walk
from newsextract.text.measure import clean, fold_space

_CELLS = frozenset({"td", "th"})


def render(walk: Walk, nodes: Iterable[int]) -> str:
    """The text of ``nodes``, given in ascending order: a line for each row, cells of a table row joined.

    Nodes left out inside a row leave a space, so that no two words grow together.
    """
    lines: list[str] = []
    pieces: list[str] = []
    last = -1
    for node in nodes:
        if pieces and walk.rows[node] != walk.rows[last] and not _same_table_row(walk, last, node):
            lines.append("".join(pieces))
            pieces = []
        elif pieces and (node != last + 1 or walk.rows[node] != walk.rows[last]):
            pieces.append(" ")
        pieces.append(walk.texts[node])
        last = node
    lines.append("".join(pieces))
    return "\n".join(line for line in map(fold_space, map(clean, lines)) if line)


def _same_table_row(walk: Walk, first: int, second: int) -> bool:
    """Whether two text nodes stand alone in neighbouring cells of one data row.

    A cell with several lines is layout, not data: its lines stay apart from the other cells'.
    """
    one, other = _cell(walk, walk.owners[first]), _cell(walk, walk.owners[second])
    if one < 0 or other < 0 or one == other or walk.parents[one] != walk.parents[other]:
        return False
    return _one_line(walk, one) and _one_line(walk, other)


def _cell(walk: Walk, element: int) -> int:
    """The innermost table cell around an element, or -1."""
    while element >= 0 and walk.tags[element] not in _CELLS:
        element = walk.parents[element]
    return element


def _one_line(walk: Walk, element: int) -> bool:
    return walk.rows[walk.first_text[element]] == walk.rows[walk.end_text[element] - 1]

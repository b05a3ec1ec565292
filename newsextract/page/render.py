"""Chosen text nodes to lines of text."""

from __future__ import annotations

from collections.abc import Iterable

from newsextract.page.walk import Walk
from newsextract.text.measure import clean_line

_CELLS = frozenset({"td", "th"})


def render(walk: Walk, nodes: Iterable[int]) -> str:
    """The text of ``nodes``, given in ascending order: a line for each row, cells of a table row joined.

    Nodes left out inside a row leave a space, so that no two words grow together.
    """
    texts, rows = walk.texts, walk.rows
    cells = _cells(walk)
    lines: list[str] = []
    pieces: list[str] = []
    last = -1
    for node in nodes:
        if pieces:
            if rows[node] == rows[last]:
                if node != last + 1:
                    pieces.append(" ")
            elif cells and _same_table_row(walk, cells, last, node):
                pieces.append(" ")
            else:
                lines.append("".join(pieces))
                pieces = []
        pieces.append(texts[node])
        last = node
    lines.append("".join(pieces))
    return "\n".join(filter(None, map(clean_line, lines)))


def _cells(walk: Walk) -> list[int]:
    """The innermost table cell that each element is or lies in, or -1; an empty list for a page without."""
    if _CELLS.isdisjoint(walk.numbers):
        return []
    cells: list[int] = []
    for element, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        if tag in _CELLS:
            cells.append(element)
        else:
            cells.append(cells[parent] if parent >= 0 else -1)
    return cells


def _same_table_row(walk: Walk, cells: list[int], first: int, second: int) -> bool:
    """Whether two text nodes stand alone in neighbouring cells of one data row.

    A cell with several lines is layout, not data: its lines stay apart from the other cells'.
    """
    one, other = cells[walk.owners[first]], cells[walk.owners[second]]
    if one < 0 or other < 0 or one == other or walk.parents[one] != walk.parents[other]:
        return False
    return _one_line(walk, one) and _one_line(walk, other)


def _one_line(walk: Walk, element: int) -> bool:
    return walk.rows[walk.first_text[element]] == walk.rows[walk.end_text[element] - 1]

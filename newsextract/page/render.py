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
    cells = _cells_by_row(walk)
    lines: list[str] = []
    pieces: list[str] = []
    last = -1
    for node in nodes:
        if pieces:
            if rows[node] == rows[last]:
                if node != last + 1:
                    pieces.append(" ")
            elif cells and _same_table_row(walk, cells.get(rows[last]), cells.get(rows[node])):
                pieces.append(" ")
            else:
                lines.append("".join(pieces))
                pieces = []
        pieces.append(texts[node])
        last = node
    lines.append("".join(pieces))
    return "\n".join(filter(None, map(clean_line, lines)))


def _cells_by_row(walk: Walk) -> dict[int, int]:
    """For each row that is all of a table cell, the innermost such cell.

    A cell with several lines is layout, not data: its lines stay apart from the other cells'.
    """
    cells: dict[int, int] = {}
    for cell in sorted(cell for tag in _CELLS for cell in walk.numbers.get(tag, ())):  # inner ones come later
        first, end = walk.first_text[cell], walk.end_text[cell]
        if first < end and walk.rows[first] == walk.rows[end - 1]:
            cells[walk.rows[first]] = cell
    return cells


def _same_table_row(walk: Walk, one: int | None, other: int | None) -> bool:
    """Whether two cells stand side by side."""
    return one is not None and other is not None and walk.parents[one] == walk.parents[other]

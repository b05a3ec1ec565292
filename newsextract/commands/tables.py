"""Tables for a terminal: texts to the left, numbers to the right, whatever the script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from newsextract.terminal import display_width, printable


class Column(NamedTuple):
    """One column."""

    title: str
    is_number: bool = False


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    """The titles and the rows, aligned; nothing in a cell can reach the terminal but what can be printed."""
    cells = [[column.title for column in columns], *([printable(cell) for cell in row] for row in rows)]
    widths = [max(map(display_width, cells_of_column)) for cells_of_column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(map(_padded, row, widths, (column.is_number for column in columns))).rstrip()
        for row in cells
    )


def _padded(cell: str, width: int, is_number: bool) -> str:
    space = " " * (width - display_width(cell))
    return space + cell if is_number else cell + space

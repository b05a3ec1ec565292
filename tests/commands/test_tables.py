"""Tables for a terminal."""

from __future__ import annotations

import pytest

from newsextract.commands.tables import Column, table

COLUMNS = (Column("name"), Column("count", is_number=True), Column("note"))


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([], ["name  count  note"]),
        (
            [("a", "12", "x"), ("long name", "3", "")],
            ["name       count  note", "a             12  x", "long name      3"],
        ),
        ([("千盏渔灯", "1", "x")], ["name      count  note", "千盏渔灯      1  x"]),
        ([("a\x1b[2J\n", "1", "x")], ["name    count  note", "a�[2J�      1  x"]),
    ],
)
def test_columns_are_aligned_and_cells_are_printable(rows: list[tuple[str, ...]], lines: list[str]) -> None:
    assert table(COLUMNS, rows).split("\n") == lines

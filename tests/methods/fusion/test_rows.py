"""Rows measured, and searched all at once."""

from __future__ import annotations

import importlib

import pytest

from newsextract.methods.extraction import Context
from newsextract.methods.fusion import fusion
from newsextract.methods.fusion.reasons import explain_fusion
from newsextract.methods.fusion.rows import Rows, measured_rows, numbers, rows_with, sums
from newsextract.page import read_page


def rows_of(html: str) -> Rows:
    return measured_rows(read_page(html))


def test_figures_of_rows() -> None:
    rows = rows_of("<p>One, <a href=/>TWO</a> 33</p><p>中文。</p>")
    assert rows.texts == ["One, TWO 33", "中文。"]
    assert rows.lowered == ["one, two 33", "中文。"]
    assert rows.starts.tolist() == [0, 3]
    assert rows.ends.tolist() == [3, 4]
    assert rows.length.tolist() == [9, 3]
    assert rows.linked.tolist() == [3, 0]
    assert rows.plain.tolist() == [6, 3]
    assert rows.marks.tolist() == [1, 1]
    assert rows.words.tolist() == [3, 2]
    assert rows.digits.tolist() == [2, 0]
    assert rows.capitals.tolist() == [4, 0]
    assert rows.ideographs.tolist() == [0, 2]


def test_running_sums_go_over_text_nodes() -> None:
    rows = rows_of("<p>One, <a href=/>TWO</a> 33</p><p>x.</p>")
    assert rows.length_sums.tolist() == [0, 4, 7, 9, 11]
    assert rows.linked_sums.tolist() == [0, 0, 3, 3, 3]
    assert rows.mark_sums.tolist() == [0, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("ferry", [0, 2]),  # once a row, however often
        ("sail", [0, 1]),
        ("sailed\nagain", [1]),  # line ends inside of a row stay
        ("again the", []),  # nothing across rows
        ("istanbul", []),  # the capital's dot is a mark of its own
        ("bul", [3]),
        ("ship", []),
    ],
)
def test_rows_with_a_word(word: str, found: list[int]) -> None:
    rows = rows_of("<p>Ferry, ferry: sail</p><p>sailed\nagain</p><p>The FERRY</p><p>İstanbul</p>")
    assert list(rows_with(word, rows)) == found


def test_of_a_huge_page_the_first_rows_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("newsextract.methods.fusion.rows"), "MOST_ROWS", 3)
    page = read_page("".join(f"<p>Row {number}</p>" for number in range(9)) + "<h1>Row 9</h1>")
    assert measured_rows(page).texts == ["Row 0", "Row 1", "Row 2"]
    found = fusion(page, Context(title="Row 9"))
    assert len(found.values) == len(page.walk.texts)
    assert set(found.nodes) <= {0, 1, 2}
    assert len(explain_fusion(page, Context())) == 3


def test_sums_and_numbers() -> None:
    assert sums(numbers([3, 1, 2])).tolist() == [0, 3, 4, 6]
    assert numbers([]).tolist() == []

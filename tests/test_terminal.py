"""Layout on a terminal: widths, cuts, columns, and a line that stays last."""

from __future__ import annotations

import io
import os
import pty

import pytest

from newsextract.terminal import (
    ERASE_LINE,
    AboveLine,
    LiveLine,
    aligned,
    clock_time,
    columns,
    display_width,
    fit,
    printable,
)


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0, "0:00"), (59.6, "1:00"), (75, "1:15"), (3600, "1:00:00"), (7325, "2:02:05")]
)
def test_clock_time(seconds: float, expected: str) -> None:
    assert clock_time(seconds) == expected


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("news", 4), ("新闻", 4), ("ニュース", 8), ("ﾆｭｰｽ", 4), ("é", 1), ("e\u0301", 1), ("＝", 2)],
)
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("news.example", 12, "news.example"),
        ("news.example", 11, "news.examp…"),
        ("新闻网站", 8, "新闻网站"),
        ("新闻网站", 7, "新闻网…"),  # three of two columns and the ellipsis
        ("新闻网站", 6, "新闻…"),  # a third would need a seventh column
        ("news", 1, "…"),
        ("news", 0, ""),
        ("a\x1b[31mb\r\n", 20, "a�[31mb��"),
    ],
)
def test_fit(text: str, width: int, expected: str) -> None:
    assert fit(text, width) == expected
    assert display_width(fit(text, width)) <= width


def test_printable_keeps_letters_of_all_scripts() -> None:
    assert printable("Zürich 新闻 \u200f\x07\u2028") == "Zürich 新闻 ���"


def test_columns_are_aligned_whatever_the_script() -> None:
    rows = [["site", "pages"], ["新闻", "12"], ["news.example", "1,234"]]
    # The first column is as wide as news.example, 12; 新闻 takes four of them.
    assert aligned(rows) == [
        "site          pages",
        "新闻             12",
        "news.example  1,234",
    ]


@pytest.mark.parametrize(
    ("asked", "expected"), [("100", 100), ("0", 80), ("", 80), ("x", 80), ("-5", 80), ("²", 80)]
)
def test_columns_without_a_terminal(asked: str, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", asked)
    assert columns(io.StringIO()) == expected


def test_columns_of_a_terminal_that_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    ours, theirs = pty.openpty()  # a new pseudo-terminal has 0 columns
    try:
        with os.fdopen(os.dup(theirs), "w") as stream:
            assert columns(stream) == 80
    finally:
        os.close(ours)
        os.close(theirs)


def test_what_is_written_above_leaves_the_line_last() -> None:
    stream = io.StringIO()
    line = LiveLine(stream)
    handler_stream = AboveLine(line, stream)
    handler_stream.write("before\n")
    line.draw("1 page")
    handler_stream.write("a record\n")
    handler_stream.write("")
    handler_stream.write("no line end")
    line.draw("2 pages")
    line.erase()
    line.erase()
    handler_stream.write("after\n")
    assert stream.getvalue().split(ERASE_LINE) == [
        "before\n",
        "1 page",
        "a record\n1 page",
        "no line end\n1 page",
        "2 pages",
        "after\n",
    ]


def test_the_line_never_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    stream = io.StringIO()
    LiveLine(stream).draw("1,234 pages")
    assert stream.getvalue() == f"{ERASE_LINE}1,234 pa…"  # nine columns


def test_a_terminal_that_has_gone_is_no_error() -> None:
    stream = io.StringIO()
    line = LiveLine(stream)
    stream.close()
    line.draw("1 page")
    line.above("a record\n")
    line.erase()
    assert stream.closed


def test_other_properties_are_those_of_the_stream() -> None:
    assert AboveLine(LiveLine(io.StringIO()), io.StringIO()).isatty() is False

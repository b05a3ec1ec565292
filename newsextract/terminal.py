"""How text is laid out on a terminal: a line that is redrawn in place, columns that also hold Chinese."""

from __future__ import annotations

import os
import threading
import unicodedata
from collections.abc import Sequence
from typing import Any, TextIO

ERASE_LINE = "\r\x1b[K"
"""Back to the start of the line, and wipe it."""

_ELLIPSIS = "…"
_USUAL_COLUMNS = 80


class LiveLine:
    """A last line on a terminal that stays last: what others write through ``above()`` goes over it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._line = ""
        self._lock = threading.Lock()  # a thread may log while the event loop draws

    def draw(self, line: str) -> None:
        """Put this in place of the line."""
        # A line that wraps could not be erased.
        line = fit(line, columns(self._stream) - 1)
        with self._lock:
            self._line = line
            self._put(ERASE_LINE + line)

    def erase(self) -> None:
        """Leave an empty line, as if there had been none."""
        with self._lock:
            if self._line:
                self._line = ""
                self._put(ERASE_LINE)

    def above(self, text: str) -> None:
        """Write what belongs above the line."""
        with self._lock:
            if not self._line:
                self._put(text)
            elif text:
                end = "" if text.endswith("\n") else "\n"
                self._put(f"{ERASE_LINE}{text}{end}{self._line}")

    def _put(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._line = ""  # the terminal has gone, or was closed; the crawl goes on without it


class AboveLine:
    """Stands in for a terminal's stream in a log handler, so that records go above the live line."""

    def __init__(self, line: LiveLine, stream: TextIO) -> None:
        self._line = line
        self._stream = stream

    def write(self, text: str) -> int:
        """Write above the line."""
        self._line.above(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def clock_time(seconds: float) -> str:
    """``m:ss``, or ``h:mm:ss`` from an hour on."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def columns(stream: TextIO) -> int:
    """How wide the terminal behind a stream is: as ``COLUMNS`` says, else the terminal, else 80."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit() and int(asked) > 0:
        return int(asked)
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL_COLUMNS
    except (OSError, ValueError):
        return _USUAL_COLUMNS


def printable(text: str) -> str:
    """The text with a mark in place of what could move the cursor or colour the screen."""
    return "".join(char if char.isprintable() else "�" for char in text)


def display_width(text: str) -> int:
    """Columns that a text takes: ideographs and full-width forms two each, marks on a letter none."""
    return sum(map(_char_width, text))


def fit(text: str, width: int) -> str:
    """The text, printable, cut to a width with an ellipsis if it is wider."""
    text = printable(text)
    if display_width(text) <= width:
        return text
    kept, room = [], width - 1
    for char in text:
        room -= _char_width(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept) + _ELLIPSIS if width > 0 else ""


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table: the first column to the left, the others to the right, two spaces between."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(cell, widths[i], left=i == 0) for i, cell in enumerate(row)) for row in rows]


def _padded(cell: str, width: int, *, left: bool) -> str:
    space = " " * (width - display_width(cell))
    return cell + space if left else space + cell


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1

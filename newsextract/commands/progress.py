"""A line on standard error that says how far a long run is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from newsextract.terminal import ERASE_LINE, clock_time, columns, fit

REDRAW_SECONDS = 0.1
"""Ten times a second looks steady; drawing for every page would cost more than a fast page."""


class Progress:
    """Count, share, rate and time left, redrawn in place; silent when the stream is no terminal.

    ``with Progress(len(pages), "daniel") as progress:`` and ``progress.advance()``; the end erases the line.
    """

    def __init__(
        self,
        total: int | None,
        label: str,
        stream: TextIO | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total = total
        self._label = label
        # Looked up now, not at import: a test or a program may have put another stream there.
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._shown = self._stream.isatty()
        self._done = 0
        self._started = self._drawn = clock()

    def __enter__(self) -> Progress:
        self._started = self._clock()
        self._draw(self._started)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._stream.write(ERASE_LINE)
            self._stream.flush()

    def advance(self, count: int = 1) -> None:
        """Say that ``count`` more are done."""
        self._done += count
        now = self._clock()
        if now - self._drawn >= REDRAW_SECONDS or self._done == self._total:
            self._draw(now)

    def _draw(self, now: float) -> None:
        if not self._shown:
            return
        self._drawn = now
        line = progress_line(self._label, self._done, self._total, now - self._started)
        # A line that wraps could not be erased.
        self._stream.write(ERASE_LINE + fit(line, columns(self._stream) - 1))
        self._stream.flush()


def progress_line(label: str, done: int, total: int | None, seconds: float) -> str:
    """``label  30/120  25%  15.0/s  0:06 left``; without a total, and at the start, as much as is known."""
    parts = [label, f"{done:,}" if total is None else f"{done:,}/{total:,}"]
    if total:
        parts.append(f"{100 * done // total}%")
    if done and seconds > 0:
        rate = done / seconds
        parts.append(f"{rate:.1f}/s")
        if total is not None:
            parts.append(f"{clock_time(max(total - done, 0) / rate)} left")
    return "  ".join(parts)

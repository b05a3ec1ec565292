"""How far the crawl is: a line kept up to date on a terminal, elsewhere a line in the log now and then."""

from __future__ import annotations

import atexit
import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from newsextract.extensions.states import PageStates, page_states
from newsextract.settings import read
from newsextract.terminal import AboveLine, LiveLine, clock_time

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

REDRAW_SECONDS = 0.25
"""Four times a second looks alive and costs next to nothing."""

LOOK_SECONDS = 1.0
"""How often pages are counted where there is no line to draw; a stall is told to this precision."""

RATE_SECONDS = 10.0
"""The rate is that of the last ten seconds: shorter jumps about, longer hides a change."""

STALL_SECONDS = 30.0
"""Silence for longer than this is said: well above a polite delay between two pages of one site."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What there is to say at one moment."""

    pages: int
    articles: int
    sites: int
    waiting: int = 0
    """Pages kept until their site has a rule."""
    errors: int = 0
    rate: float = 0.0
    """Pages a second of late."""
    silent: float = 0.0
    """Seconds since the last page."""
    seconds: float = 0.0
    """Since the start."""


class Meter:
    """The rate of late and the time since the last page, from counts looked at now and then."""

    def __init__(self, now: float) -> None:
        self._samples: deque[tuple[float, int]] = deque([(now, 0)])
        self._last_page = now

    def look(self, now: float, pages: int) -> None:
        """Note a count."""
        if pages != self._samples[-1][1]:
            self._last_page = now
        self._samples.append((now, pages))
        # The newest sample that is old enough stays: the rate is measured from it.
        while len(self._samples) > 2 and now - self._samples[1][0] >= RATE_SECONDS:
            self._samples.popleft()

    def rate(self) -> float:
        """Pages a second over the last ten seconds, or since the start if that is less."""
        (then, before), (now, pages) = self._samples[0], self._samples[-1]
        return (pages - before) / (now - then) if now > then else 0.0

    def silent(self) -> float:
        """Seconds without a page."""
        return self._samples[-1][0] - self._last_page


class Progress:
    """Says how the crawl is doing, from ``spider_opened`` to ``spider_closed``."""

    def __init__(
        self, crawler: Crawler, log_seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._crawler = crawler
        self._log_seconds = log_seconds
        self._clock = clock
        self._states = PageStates(crawler.stats)
        self._line: LiveLine | None = None
        self._handlers: list[tuple[logging.StreamHandler[Any], TextIO]] = []
        self._call: Any = None  # AsyncioLoopingCall or, on a reactor without asyncio, Twisted's

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Progress:
        """As Scrapy makes it; off when nothing is to be said: see ``is_wanted``."""
        if not is_wanted(crawler.settings):
            raise NotConfigured
        progress = cls(crawler, read(crawler.settings, "NEWSEXTRACT_PROGRESS_SECONDS"))
        crawler.signals.connect(progress.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(progress.spider_closed, signal=signals.spider_closed)
        return progress

    def spider_opened(self, spider: Spider) -> None:
        """Signal: the crawl begins."""
        self._states = page_states(self._crawler)
        self._started = self._clock()
        self._next_log = self._started + self._log_seconds
        self._meter = Meter(self._started)
        if is_live(sys.stderr, sys.stdout, self._crawler.settings):
            self._take_terminal(sys.stderr)
        self._call = create_looping_call(self.look)
        self._call.start(REDRAW_SECONDS if self._line else LOOK_SECONDS)

    def spider_closed(self) -> None:
        """Signal: the crawl has ended."""
        if self._call is not None and self._call.running:
            self._call.stop()
        self._leave_terminal()

    def look(self) -> None:
        """Count, and say so if it is time."""
        now = self._clock()
        self._meter.look(now, self._states.pages())
        if self._line is not None:
            self._line.draw(progress_line(self._snapshot(now)))
        elif now >= self._next_log:
            self._next_log = now + self._log_seconds
            logger.info(progress_line(self._snapshot(now)), extra={"spider": self._crawler.spider})

    def _snapshot(self, now: float) -> Snapshot:
        stat = self._crawler.stats.get_value
        return Snapshot(
            pages=self._states.pages(),
            articles=self._states.articles,
            sites=self._states.sites,
            waiting=stat("newsextract/waiting", 0),
            errors=stat("log_count/ERROR", 0) + stat("log_count/CRITICAL", 0),
            rate=self._meter.rate(),
            silent=self._meter.silent(),
            seconds=now - self._started,
        )

    def _take_terminal(self, stream: TextIO) -> None:
        self._line = LiveLine(stream)
        for handler in _handlers_on(stream):
            handler.setStream(AboveLine(self._line, stream))
            self._handlers.append((handler, stream))
        # After a second Ctrl-C no signal comes, and the shell's prompt would stand behind the line.
        atexit.register(self._leave_terminal)

    def _leave_terminal(self) -> None:
        if self._line is None:
            return
        self._line.erase()
        self._line = None
        for handler, stream in self._handlers:
            handler.setStream(stream)
        self._handlers.clear()
        atexit.unregister(self._leave_terminal)


def progress_line(now: Snapshot) -> str:
    """``12 pages  9 articles  3.1/s  2 sites  1 waiting for a rule  0:04``; what is zero and no news is left
    out. A stall takes the place of the rate."""
    stalled = now.silent >= STALL_SECONDS
    parts = [
        f"{now.pages:,} {'page' if now.pages == 1 else 'pages'}",
        f"{now.articles:,} {'article' if now.articles == 1 else 'articles'}",
        f"no answer for {now.silent:.0f} s" if stalled else f"{now.rate:.1f}/s",
        f"{now.sites:,} {'site' if now.sites == 1 else 'sites'}",
    ]
    if now.waiting:
        parts.append(f"{now.waiting:,} waiting for a rule")
    if now.errors:
        parts.append(f"{now.errors:,} {'error' if now.errors == 1 else 'errors'}")
    return "  ".join([*parts, clock_time(now.seconds)])


def is_wanted(settings: BaseSettings) -> bool:
    """Not with ``NEWSEXTRACT_PROGRESS=False``, without a log, or where the log holds errors alone."""
    if not read(settings, "NEWSEXTRACT_PROGRESS") or not settings.getbool("LOG_ENABLED"):
        return False
    level = settings.get("LOG_LEVEL")
    number = level if isinstance(level, int) else logging.getLevelName(str(level))
    return not isinstance(number, int) or number < logging.ERROR


def is_live(errors: TextIO | None, output: TextIO | None, settings: BaseSettings) -> bool:
    """Whether standard error is a terminal with room for a line that nobody else writes over."""
    if errors is None or not errors.isatty() or os.environ.get("TERM") == "dumb":
        return False
    # Articles written to the same screen would tear the line, and a second crawl has a line of its own.
    to_screen = output is not None and output.isatty() and any(_is_stdout(uri) for uri in settings["FEEDS"])
    return not to_screen and not any(isinstance(stream, AboveLine) for stream in _log_streams())


def _is_stdout(uri: object) -> bool:
    return str(uri).startswith("stdout:")


def _handlers_on(stream: TextIO) -> list[logging.StreamHandler[Any]]:
    return [handler for handler in _stream_handlers() if handler.stream is stream]


def _log_streams() -> Iterable[object]:
    return (handler.stream for handler in _stream_handlers())


def _stream_handlers() -> Iterable[logging.StreamHandler[Any]]:
    return (handler for handler in logging.root.handlers if isinstance(handler, logging.StreamHandler))

"""The line of progress: what it says, where it goes, and that it leaves a terminal as it should be."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
import scrapy
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from newsextract.errors import SettingError
from newsextract.extensions.progress import (
    Meter,
    Progress,
    Snapshot,
    is_live,
    is_wanted,
    progress_line,
)
from newsextract.extensions.states import PageStates
from newsextract.terminal import AboveLine, LiveLine

PROGRESS = "newsextract.extensions.progress.Progress"
PAGE_STATES = "newsextract.extensions.states.PageStates"


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("snapshot", "line"),
    [
        (Snapshot(pages=0, articles=0, sites=0), "0 pages  0 articles  0.0/s  0 sites  0:00"),
        (
            Snapshot(pages=1, articles=1, sites=1, errors=1, rate=0.25, seconds=4),
            "1 page  1 article  0.2/s  1 site  1 error  0:04",
        ),
        (
            Snapshot(
                pages=12_345, articles=9_876, sites=12, waiting=1_000, errors=2, rate=31.26, seconds=3_725
            ),
            "12,345 pages  9,876 articles  31.3/s  12 sites  1,000 waiting for a rule  2 errors  1:02:05",
        ),
        (Snapshot(pages=2, articles=1, sites=1, silent=29.9), "2 pages  1 article  0.0/s  1 site  0:00"),
        (
            Snapshot(pages=2, articles=1, sites=1, silent=42.4, seconds=50),
            "2 pages  1 article  no answer for 42 s  1 site  0:50",
        ),
    ],
)
def test_progress_line(snapshot: Snapshot, line: str) -> None:
    assert progress_line(snapshot) == line


def test_the_rate_is_that_of_the_last_ten_seconds() -> None:
    meter = Meter(100.0)
    assert meter.rate() == 0.0
    for second in range(1, 11):
        meter.look(100.0 + second, 2 * second)  # two pages a second
    assert meter.rate() == 2.0
    for second in range(11, 21):
        meter.look(100.0 + second, 20 + 5 * (second - 10))  # then five
    assert meter.rate() == 5.0
    meter.look(122.0, 70)  # since 112.0, when there were 30: 40 in 10 s
    assert meter.rate() == 4.0


def test_the_rate_before_ten_seconds_is_that_since_the_start() -> None:
    meter = Meter(0.0)
    meter.look(0.0, 0)
    assert meter.rate() == 0.0
    meter.look(4.0, 2)
    assert meter.rate() == 0.5


def test_silence_is_counted_from_the_last_page() -> None:
    meter = Meter(0.0)
    meter.look(5.0, 0)
    assert meter.silent() == 5.0  # from the start when there was none
    meter.look(6.0, 1)
    assert meter.silent() == 0.0
    meter.look(48.0, 1)
    assert meter.silent() == 42.0


def test_a_long_crawl_keeps_few_samples() -> None:
    meter = Meter(0.0)
    for tick in range(1, 4_001):
        meter.look(tick / 4, tick)
    assert meter.rate() == 4.0
    assert len(meter._samples) == 41  # ten seconds at four a second, both ends counted


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({}, True),
        ({"LOG_LEVEL": "WARNING"}, True),
        ({"LOG_LEVEL": logging.INFO}, True),
        ({"LOG_LEVEL": "ERROR"}, False),
        ({"LOG_LEVEL": "CRITICAL"}, False),
        ({"LOG_LEVEL": logging.CRITICAL}, False),
        ({"LOG_ENABLED": False}, False),
        ({"NEWSEXTRACT_PROGRESS": False}, False),
        ({"NEWSEXTRACT_PROGRESS": "0"}, False),
    ],
)
def test_where_nothing_is_to_be_said(settings: dict[str, Any], wanted: bool) -> None:
    assert is_wanted(Settings(settings)) is wanted
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, **settings})
    if wanted:
        assert isinstance(Progress.from_crawler(crawler), Progress)
    else:
        with pytest.raises(NotConfigured):
            Progress.from_crawler(crawler)


@pytest.mark.parametrize("value", [0, -1, "often", "nan"])
def test_a_wrong_number_of_seconds_is_an_error_at_the_start(value: Any) -> None:
    crawler = get_crawler(settings_dict={"NEWSEXTRACT_PROGRESS_SECONDS": value})
    with pytest.raises(
        SettingError, match=f"^NEWSEXTRACT_PROGRESS_SECONDS={value!r}: give a number of seconds"
    ):
        Progress.from_crawler(crawler)


@pytest.mark.parametrize(
    ("errors", "output", "term", "feed", "live"),
    [
        (Terminal(), Terminal(), "xterm", "news.jsonl", True),
        (Terminal(), io.StringIO(), "xterm", "stdout:", True),
        (Terminal(), None, "xterm", "stdout:", True),
        (Terminal(), Terminal(), "xterm", "stdout:", False),  # articles on the same screen
        (Terminal(), Terminal(), "dumb", "news.jsonl", False),
        (io.StringIO(), Terminal(), "xterm", "news.jsonl", False),
        (None, Terminal(), "xterm", "news.jsonl", False),
    ],
)
def test_where_the_line_is_live(
    errors: Any, output: Any, term: str, feed: str, live: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    assert is_live(errors, output, Settings({"FEEDS": {feed: {"format": "jsonlines"}}})) is live


def test_a_second_crawl_of_the_process_leaves_the_line_to_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    handler = logging.StreamHandler(AboveLine(LiveLine(terminal), terminal))
    logging.root.addHandler(handler)
    try:
        assert not is_live(terminal, None, Settings())
    finally:
        logging.root.removeHandler(handler)


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def progress_of(clock: Clock) -> tuple[Progress, PageStates, Crawler]:
    settings = {"TWISTED_REACTOR_ENABLED": False, "EXTENSIONS": {PAGE_STATES: 0}}
    crawler = get_crawler(settings_dict=settings)
    states = crawler.get_extension(PageStates)
    assert states is not None
    return Progress(crawler, 60.0, clock), states, crawler


def test_without_a_terminal_a_line_a_minute_goes_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    progress, states, crawler = progress_of(clock)

    async def crawl() -> None:
        progress.spider_opened(scrapy.Spider("s"))
        for second in range(1, 122):
            clock.now = 100.0 + second
            if second <= 20:
                states.opened("a.example")
            progress.look()
        progress.spider_closed()

    crawler.stats.set_value("newsextract/waiting", 3)
    crawler.stats.set_value("log_count/ERROR", 1)
    with caplog.at_level(logging.INFO):
        asyncio.run(crawl())
    lines = [record.getMessage() for record in caplog.records if "articles" in record.getMessage()]
    # The last page came at second 20.
    assert lines == [
        "20 pages  0 articles  no answer for 40 s  1 site  3 waiting for a rule  1 error  1:00",
        "20 pages  0 articles  no answer for 100 s  1 site  3 waiting for a rule  1 error  2:00",
    ]


def test_a_record_goes_above_the_line_and_handlers_are_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    handler = logging.StreamHandler(terminal)
    other = logging.StreamHandler(io.StringIO())
    progress, _, _ = progress_of(Clock())

    async def crawl() -> None:
        progress.spider_opened(scrapy.Spider("s"))
        logging.getLogger("test").error("a record")
        progress.spider_closed()
        progress.spider_closed()

    logging.root.addHandler(handler)
    logging.root.addHandler(other)
    try:
        asyncio.run(crawl())
        logging.getLogger("test").error("another")
    finally:
        logging.root.removeHandler(handler)
        logging.root.removeHandler(other)
    line = "0 pages  0 articles  0.0/s  0 sites  0:00"
    assert terminal.getvalue().split("\r\x1b[K") == ["", line, f"a record\n{line}", "another\n"]
    assert handler.stream is terminal
    assert other.stream.getvalue() == "a record\nanother\n"


def test_a_crawl_that_is_no_terminals_business_writes_nothing(
    crawl: Callable[..., Crawler], capfd: pytest.CaptureFixture[str]
) -> None:
    crawl([("a.example", "article")], PROGRESS)
    assert capfd.readouterr().err == ""


CRAWL = """
import asyncio, sys
import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from newsextract.extensions.states import page_states
from newsextract.items import Article

class Stories(scrapy.Spider):
    name = "stories"
    async def start(self):
        for number in range(12):
            yield scrapy.Request(f"data:,{number}")
    async def parse(self, response):
        number = int(response.text)
        await asyncio.sleep(0.1 * number)
        page_states(self.crawler).opened("a.example")
        self.logger.warning("story %d", number)
        yield Article(url=response.url, site="a.example")

process = AsyncCrawlerProcess({
    "TWISTED_REACTOR_ENABLED": sys.argv[1] == "reactor",
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_LEVEL": sys.argv[2],
    "LOG_FORMAT": "LOG %(message)s",
    "EXTENSIONS": dict.fromkeys(sys.argv[3:], 0),
})
process.crawl(Stories)
process.start()
"""
SECONDS = 60


def on_a_terminal(*arguments: str) -> str:
    """What a crawl writes to a terminal that is its standard error."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    command = [sys.executable, "-c", CRAWL, *arguments, PAGE_STATES, PROGRESS]
    written, deadline = b"", time.monotonic() + SECONDS
    with subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL, env=environment) as process:  # noqa: S603  our own interpreter
        os.close(theirs)
        try:
            while time.monotonic() < deadline:
                if select.select([ours], [], [], 1.0)[0]:
                    piece = read(ours)
                    if not piece:
                        break
                    written += piece
        finally:
            process.kill() if time.monotonic() >= deadline else process.wait(SECONDS)
            os.close(ours)
    assert process.returncode == 0, written
    return written.decode()


def read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65_536)
    except OSError:  # Linux says so when the other end of a pseudo-terminal has been closed
        return b""


def screen(written: str) -> list[str]:
    """The lines that a terminal shows: carriage returns go back, and what is erased is gone."""
    lines, column = [""], 0
    for part in re.findall(r"\x1b\[K|\r|\n|[^\r\n\x1b]+", written):
        if part == "\x1b[K":
            lines[-1] = lines[-1][:column]
        elif part == "\r":
            column = 0
        elif part == "\n":
            lines.append("")
        else:
            lines[-1] = lines[-1][:column] + part + lines[-1][column + len(part) :]
            column += len(part)
    return lines


def test_what_a_screen_shows() -> None:
    assert screen("one\r\ntwo\rT\r\x1b[Kthree\r\n") == ["one", "three", ""]


@pytest.mark.parametrize("engine", ["reactor", "reactorless"])
def test_on_a_terminal_the_line_is_redrawn_below_the_log_and_gone_at_the_end(engine: str) -> None:
    written = on_a_terminal(engine, "WARNING")
    lines = screen(written)
    assert lines[-1] == ""
    assert all(line.startswith("LOG ") for line in lines[:-1])
    assert [line for line in lines if "story" in line] == [f"LOG story {number}" for number in range(12)]
    drawn = re.findall(r"\r\x1b\[K(\d+) pages?  \d+ articles?  [\d.]+/s  \d sites?  0:\d\d", written)
    # At the start, and at least twice in the 1.1 s until the last page.
    assert drawn[0] == "0"
    assert len(set(drawn)) > 2


def test_nothing_is_drawn_where_the_log_holds_errors_alone() -> None:
    assert on_a_terminal("reactorless", "ERROR") == ""

"""The worker processes of a crawl."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import scrapy
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from newsextract.errors import SettingError
from newsextract.extensions import workers as workers_module
from newsextract.extensions.workers import Workers
from newsextract.methods import method_names
from newsextract.settings import usable_cores
from newsextract.workers.jobs import PageJob, Reading

STORY = (
    "<title>Ferry returns</title><nav><a href=/a>Home</a> <a href=/b>News</a></nav>"
    "<article><h1>Ferry returns</h1>"
    "<p>The ferry to the outer islands sails again from Monday, the harbour office said on Friday.</p>"
    "<p>It had been laid up since a storm, in January, tore away the landing stage at the north pier.</p>"
    "<p>For the first month there will be three crossings a day, at seven, at noon and at five.</p></article>"
)
ADDRESS = "https://news.example/2024/05/17/ferry-returns.html"
PAGE = HtmlResponse(ADDRESS, body=STORY.encode(), headers={"Content-Type": "text/html; charset=utf-8"})
JOB = PageJob(body=b"<p>words</p>", url=ADDRESS)

BAD_READERS = """
import os, time

def stall(job):
    time.sleep(60)

def kill(job):
    os._exit(5)

def fail(job):
    raise KeyError("no such thing")
"""


@pytest.fixture
def readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Functions that do badly, in a module that workers can import."""
    (tmp_path / "bad_readers.py").write_text(BAD_READERS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("bad_readers")
    del sys.modules["bad_readers"]


def crawler_with(**settings: Any) -> Crawler:
    return get_crawler(settings_dict={f"NEWSEXTRACT_{name}": value for name, value in settings.items()})


def run(crawler: Crawler, use: Callable[[Workers], Coroutine[Any, Any, Reading]]) -> Reading:
    """What a use of the extension gives; it is closed, twice, whatever happens."""

    async def whole() -> Reading:
        workers = Workers.from_crawler(crawler)
        try:
            return await use(workers)
        finally:
            await workers.close()
            await workers.close()

    reading = asyncio.run(whole())
    assert child_processes() == []
    return reading


def child_processes() -> list[int]:
    """The processes that our threads have started, where /proc tells."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path("/proc/self/task").iterdir():
            with suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
    return found


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_page_is_read(number: int) -> None:
    crawler = crawler_with(WORKERS=number)
    reading = run(crawler, lambda workers: workers.read_response(PAGE))
    article = reading.article
    assert (article.page_state, article.url, article.site) == ("article", ADDRESS, "news.example")
    assert "three crossings a day" in article.text
    assert (article.encoding, article.encoding_source) == ("utf-8", "header")
    waited = crawler.stats.get_value("newsextract/workers/seconds_waited")
    assert 0 < waited < 60
    assert crawler.stats.get_value("newsextract/workers/timeouts") is None


def test_the_crawls_method_and_limits_are_used() -> None:
    crawler = crawler_with(WORKERS=0, METHOD="twcem")
    assert run(crawler, lambda workers: workers.read_response(PAGE)).article.method == "twcem"
    crawler = crawler_with(WORKERS=0, MAX_BYTES="100")
    assert run(crawler, lambda workers: workers.read_response(PAGE)).article.page_state == "too large"


@pytest.mark.parametrize(
    ("reader", "state", "reason", "counted"),
    [
        ("stall", "timeout", "took longer than 0.5 s", "timeouts"),
        ("kill", "timeout", "the process that read it died (exit code 5)", "died"),
        ("fail", "failed", "KeyError: 'no such thing'", ""),
    ],
)
def test_a_page_that_cannot_be_read_has_a_state_that_says_why(
    readers: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    reader: str,
    state: str,
    reason: str,
    counted: str,
) -> None:
    monkeypatch.setattr(workers_module, "read_page_job", getattr(readers, reader))
    crawler = crawler_with(WORKERS=1, PAGE_SECONDS=0.5)
    article = run(crawler, lambda workers: workers.read(JOB)).article
    assert (article.url, article.page_state, article.state_reason) == (ADDRESS, state, reason)
    stats = {name: crawler.stats.get_value(f"newsextract/workers/{name}", 0) for name in ("timeouts", "died")}
    assert stats == {"timeouts": 0, "died": 0} | ({counted: 1} if counted else {})
    logged = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in logged] == (
        [f"Reading <{ADDRESS}> failed"] * (state == "failed")
    )
    if logged:
        assert 'raise KeyError("no such thing")' in caplog.text


def test_a_crawl_without_workers_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "missing"))
    article = run(crawler_with(WORKERS=1), lambda workers: workers.read(JOB)).article
    assert article.page_state == "failed"
    assert article.state_reason.startswith("worker processes cannot be started (")
    assert article.state_reason in caplog.text


@pytest.mark.parametrize(
    ("name", "value", "remedy"),
    [
        ("WORKERS", -1, "give a whole number, 0 or more"),
        ("WORKERS", "many", "give a whole number, 0 or more"),
        ("PAGE_SECONDS", 0, "give a number of seconds above 0"),
        ("PAGE_SECONDS", "soon", "give a number of seconds above 0"),
        ("MAX_BYTES", "", "give a whole number, 1 or more"),
        ("METHOD", "none", f"method='none' does not exist; choose one of: {', '.join(method_names())}"),
    ],
)
def test_wrong_settings_stop_the_crawl_at_its_start(name: str, value: object, remedy: str) -> None:
    with pytest.raises(SettingError) as raised:
        Workers.from_crawler(crawler_with(**{name: value}))
    assert str(raised.value) == f"NEWSEXTRACT_{name}={value!r}: {remedy}"


def test_one_core_is_left_to_the_crawl() -> None:
    workers = Workers.from_crawler(crawler_with())
    assert workers._pool._workers == max(1, usable_cores() - 1)
    assert workers._pool._deadline == 10.0


class PageSpider(scrapy.Spider):
    """Asks for some pages at once, and has them read."""

    name = "pages"
    states: list[str]

    async def start(self) -> AsyncIterator[Any]:
        self.states = []
        for number in range(6):
            yield scrapy.Request(f"data:text/html,{STORY}<!--{number}-->")

    async def parse(self, response: Response, **kwargs: Any) -> None:
        workers = self.crawler.get_extension(Workers)
        assert workers is not None
        reading = await workers.read(PageJob(body=response.body, url=f"{ADDRESS}?{response.url[-5]}"))
        self.states.append(reading.article.page_state)


def test_a_crawl_finds_it_and_ends_its_processes() -> None:
    crawler = Crawler(
        PageSpider,
        {
            "TWISTED_REACTOR_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "EXTENSIONS": {Workers: 1},
            "NEWSEXTRACT_WORKERS": 2,
        },
    )
    asyncio.run(crawler.crawl_async())
    assert isinstance(crawler.spider, PageSpider)
    assert crawler.spider.states == ["article"] * 6
    assert child_processes() == []


SCRIPT = """
import scrapy
from scrapy.crawler import CrawlerProcess
from newsextract.extensions.workers import Workers

print("the script runs")

class Spider(scrapy.Spider):
    name = "one"
    start_urls = ["data:text/html,<p>some words, and more"]

    async def parse(self, response):
        workers = self.crawler.get_extension(Workers)
        await workers.read_response(response)
        print("read with", type(__import__("twisted.internet").internet.reactor).__name__)

settings = {"EXTENSIONS": {Workers: 1}, "NEWSEXTRACT_WORKERS": 1}
process = CrawlerProcess({**settings, "LOG_LEVEL": "ERROR", "REMOTE_CONTROL_ENABLED": False})
process.crawl(Spider)
process.start()
"""


def test_a_script_without_a_guard_crawls_once_on_the_asyncio_reactor(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "the script runs\nread with AsyncioSelectorReactor\n"

"""Real crawls of servers on this machine, without Twisted's reactor and with it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.http import Response

MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "newsextract.middlewares.robots.RobotsTxt": 100,
    "newsextract.middlewares.charset.CharsetGuard": 584,
    "newsextract.middlewares.content.ContentGuard": 588,
    "newsextract.middlewares.addresses.FetchableAddresses": 760,
}
HANDLER = "newsextract.middlewares.handler.GuardedAiohttpHandler"
SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "DOWNLOAD_HANDLERS": {"http": HANDLER, "https": HANDLER},
    "DOWNLOADER_MIDDLEWARES": MIDDLEWARES,
    "NEWSEXTRACT_ALLOWED_NETWORKS": "127.0.0.1/32",
    "NEWSEXTRACT_STORE": "",
    "USER_AGENT": "newsextract/0.1.0 (test)",
    "DOWNLOAD_TIMEOUT": 5,
    "RETRY_ENABLED": False,
    "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue",  # in the order given
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_ENABLED": False,
}


@dataclass
class Crawled:
    """What became of each address that was asked for."""

    crawler: Crawler
    pages: dict[str, Response] = field(default_factory=dict)
    failures: dict[str, Exception] = field(default_factory=dict)
    answer: Any = None

    @property
    def stats(self) -> dict[str, Any]:
        return dict(self.crawler.stats.get_stats())


class _Fetcher(Spider):
    name = "fetcher"

    async def start(self) -> Any:
        if self.ask:
            self.outcome.answer = await self.ask(self.crawler)
        for place, request in enumerate(self.requests):
            yield request.replace(
                callback=self.parse, errback=self.failed, dont_filter=True, priority=-10 * place
            )

    def __init__(self, outcome: Crawled, requests: list[Request], ask: Any, domains: list[str]) -> None:
        super().__init__()
        self.outcome, self.requests, self.ask, self.allowed_domains = outcome, requests, ask, domains

    def parse(self, response: Response) -> None:
        self.outcome.pages[_asked_for(response.request)] = response

    def failed(self, failure: Any) -> None:
        self.outcome.failures[_asked_for(failure.request)] = failure.value


def _asked_for(request: Request | None) -> str:
    assert request is not None
    first: str = request.meta.get("redirect_urls", [request.url])[0]
    return first


@pytest.fixture
def crawl() -> Callable[..., Crawled]:
    """Crawl addresses or requests; ``ask`` is awaited with the crawler first, its answer is kept.

    ``domains`` are those of the spider, for robots.txt to lie beyond them.
    """

    def run(
        targets: list[str | Request], ask: Any = None, domains: list[str] | None = None, **settings: Any
    ) -> Crawled:
        async def crawled() -> Crawled:
            runner = AsyncCrawlerRunner({**SETTINGS, **settings})
            crawler = runner.create_crawler(_Fetcher)
            requests = [target if isinstance(target, Request) else Request(target) for target in targets]
            outcome = Crawled(crawler)
            await runner.crawl(crawler, outcome=outcome, requests=requests, ask=ask, domains=domains or [])
            return outcome

        return asyncio.run(crawled())

    return run


# The reactor runs once a process, so this is a process of its own.
_ON_REACTOR = """
import json, socket, sys
from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess
from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.middlewares.failures import failure_state

requests, zone, settings = json.loads(sys.argv[1])
real = socket.gethostbyname

def lookup(name):
    answers = zone.get(name)
    if answers is None:
        return real(name)
    return answers.pop(0) if len(answers) > 1 else answers[0]

socket.gethostbyname = lookup
outcome = {}

class Fetcher(Spider):
    name = "fetcher"

    async def start(self):
        for place, (url, proxy) in enumerate(requests):
            meta = {META_KEY: Candidate(url=url), **({"proxy": proxy} if proxy else {})}
            yield Request(url, meta=meta, errback=self.failed, dont_filter=True, priority=-10 * place)

    def parse(self, response):
        outcome[response.url] = "page"

    def failed(self, failure):
        error = failure.value
        state, _ = failure_state(error)
        outcome[failure.request.url] = [type(error).__name__, state, getattr(error, "reason", "")]

process = AsyncCrawlerProcess(settings)
process.crawl(Fetcher)
process.start()
print(json.dumps(outcome))
"""


@pytest.fixture
def crawl_on_reactor() -> Callable[..., dict[str, Any]]:
    """Crawl (address, proxy) pairs; ``zone`` says what names resolve to, the last address for good.

    Gives for each address "page", or the exception's name, state and reason.
    """

    def run(
        requests: list[tuple[str, str]], zone: dict[str, list[str]] | None = None, **settings: Any
    ) -> dict[str, Any]:
        reactor = {
            "TWISTED_REACTOR_ENABLED": True,
            "DOWNLOAD_HANDLERS": {},
            "TWISTED_DNS_RESOLVER": "newsextract.middlewares.resolver.GuardedResolver",
        }
        task = json.dumps([requests, zone or {}, {**SETTINGS, **reactor, **settings}])
        done = subprocess.run(  # noqa: S603 - our own program and words
            [sys.executable, "-c", _ON_REACTOR, task], capture_output=True, text=True, timeout=60, check=True
        )
        outcome: dict[str, Any] = json.loads(done.stdout)
        return outcome

    return run

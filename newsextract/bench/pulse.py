"""Times a crawl from inside: a Scrapy extension that only ``newsextract bench --crawl`` switches on.

It warms the workers up before the first request, so that their start is left out, then notes which pages
arrive, how long it takes until the last one is through, and how late the event loop is for a beat that should
come every few milliseconds. All of it is written as JSON when the crawl has ended.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals

from newsextract.bench.warm_up import warm_up_jobs
from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.extensions.workers import WORKERS, Workers

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

FILE_SETTING = "BENCH_PULSE_FILE"
"""Setting: where the record goes."""

BEAT_SECONDS = 0.005
"""About the time that a worker takes for a page: who is later than that may keep one waiting."""

OK = 200


class Pulse:
    """Writes ``{"seconds", "processor_seconds", "pages": [...], "articles", "late_seconds": [...]}``."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._file = Path(crawler.settings[FILE_SETTING])
        self._pages: list[tuple[str, Candidate | None]] = []
        self._articles = 0
        self._late: list[float] = []
        self._began = self._ended = self._processor_began = self._processor_ended = 0.0
        self._beat: asyncio.TimerHandle | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Pulse:
        """As Scrapy makes it."""
        pulse = cls(crawler)
        crawler.signals.connect(pulse.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(pulse.response_received, signal=signals.response_received)
        crawler.signals.connect(pulse.item_scraped, signal=signals.item_scraped)
        for ended in (signals.item_dropped, signals.item_error):
            crawler.signals.connect(pulse.page_ended, signal=ended)
        crawler.signals.connect(pulse.spider_closed, signal=signals.spider_closed)
        return pulse

    async def spider_opened(self) -> None:
        """Signal: no request is made before this has ended."""
        workers = self._crawler.get_extension(Workers)
        if workers is not None:
            jobs = warm_up_jobs(self._crawler.settings.getint(WORKERS))
            await asyncio.gather(*(workers.read(job) for job in jobs))
        self._processor_began = time.process_time()
        self._began = self._ended = time.monotonic()
        self._expect(asyncio.get_running_loop())

    def response_received(self, response: Response) -> None:
        """Signal: a page has arrived, or something else."""
        self.note(response, has_workers=self._crawler.get_extension(Workers) is not None)
        self._ended = time.monotonic()

    def note(self, response: Response, *, has_workers: bool) -> None:
        """Keep what is a page: with workers, what they are given to read."""
        candidate = response.meta.get(META_KEY)
        if response.status == OK and (candidate is not None or not has_workers):
            self._pages.append((response.url, candidate))

    def item_scraped(self) -> None:
        """Signal: an article is on its way to the file."""
        self._articles += 1
        self._ended = time.monotonic()

    def page_ended(self) -> None:
        """Signal: a page is no article."""
        self._ended = time.monotonic()

    def spider_closed(self) -> None:
        """Signal: write the record."""
        self._processor_ended = time.process_time()
        if self._beat is not None:
            self._beat.cancel()
        self._file.write_text(json.dumps(self.record()), encoding="utf-8")

    def record(self) -> dict[str, Any]:
        """What has been measured, as plain values."""
        return {
            "seconds": self._ended - self._began,
            "processor_seconds": self._processor_ended - self._processor_began,
            "pages": [
                {"url": url, "candidate": None if candidate is None else asdict(candidate)}
                for url, candidate in self._pages
            ],
            "articles": self._articles,
            "late_seconds": self._late,
        }

    def _expect(self, loop: asyncio.AbstractEventLoop) -> None:
        due = time.monotonic() + BEAT_SECONDS
        self._beat = loop.call_later(BEAT_SECONDS, self._heard, loop, due)

    def _heard(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self._late.append(max(0.0, time.monotonic() - due))
        self._expect(loop)

"""What a crawl costs: the same pages, read by the same workers with a crawl around them and without.

Three ways take turns, so that what disturbs the machine disturbs all of them:

pool    jobs for the pages go to a ``WorkerPool``, and its articles become JSON lines; nothing else is done.
crawl   ``scrapy crawl news`` with the profile ``fast``, of the sites as they are served on this machine.
bare    Scrapy with the same settings, but nothing of newsextract: it fetches the same pages and drops them.

A page is what a worker reads: a story, a home page or a section. The jobs of the pool are those that a first
crawl, not measured, gave to its workers: same bytes, same titles. Starting the interpreter and the workers is
left out everywhere, by a few pages read before. What remains is timed as a whole: the crawl's time goes from
before its first request (robots.txt) until its last article is handed to the file.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from newsextract.bench.live_sites import LiveSites
from newsextract.bench.serving import SiteServer
from newsextract.bench.warm_up import warm_up_jobs
from newsextract.discovery.candidate import Candidate
from newsextract.errors import NewsextractError
from newsextract.settings import SETTINGS
from newsextract.workers.jobs import PageJob, Reading, read_page_job
from newsextract.workers.pool import WorkerPool

PROFILE = "settings_profiles.fast"
"""The shipped profile without considerate limits by domain: sites of one's own may be asked so."""

SOURCES = "anchors,sections"
"""Feeds and sitemaps give a worker hardly anything to do; here nobody serves them."""

IN_FLIGHT = 8
"""Jobs a worker that are submitted and not answered: more than it takes to keep it busy."""

WAYS = 3
"""The ways above."""

LOG_LINES = 5
"""Last lines of what a failed crawl said that are shown."""

PAGE_SECONDS: float = next(entry.default for entry in SETTINGS if entry.name == "NEWSEXTRACT_PAGE_SECONDS")

_PULSE = "newsextract.bench.pulse.Pulse"
_BARE_SPIDER = Path(__file__).with_name("bare_spider.py")
_PROXY_NAMES = {"http_proxy", "https_proxy", "all_proxy", "no_proxy"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One way, once."""

    pages: int
    articles: int
    seconds: float
    processor_seconds: float
    """Of the process that hands out the pages; not of its workers."""
    late_seconds: tuple[float, ...] = ()
    """How late each beat of the event loop was; see ``pulse``."""

    @property
    def rate(self) -> float:
        """Pages a second; 0 for none."""
        return self.pages / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The three ways, one after the other."""

    pool: Run
    crawl: Run
    bare: Run


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlReport:
    """All that was measured of some sites."""

    sites: LiveSites
    workers: int
    rounds: tuple[Round, ...]


def measure_crawl(
    sites: LiveSites, *, workers: int, rounds: int, advance: Callable[[], None] = lambda: None
) -> CrawlReport:
    """Serve the sites and measure. ``advance`` is called ``1 + WAYS * rounds`` times.

    Raises NewsextractError when a crawl fails, or reads no home page.
    """
    with TemporaryDirectory(prefix="newsextract-bench-") as folder, SiteServer(sites) as server:
        place = _Place(Path(folder), server.proxy, sites, workers)
        jobs = pool_jobs(sites, place.crawl().pages)
        advance()
        ways = {
            "pool": lambda: run_pool(jobs, workers, place.folder / "pool.jsonl"),
            "crawl": lambda: place.crawl().run,
            "bare": lambda: place.bare([job.url for job in jobs]).run,
        }
        measured = [
            _measure_round(ways, is_odd=bool(number % 2), advance=advance) for number in range(rounds)
        ]
    return CrawlReport(sites=sites, workers=workers, rounds=tuple(measured))


def pool_jobs(sites: LiveSites, pages: Sequence[Mapping[str, Any]]) -> list[PageJob]:
    """The jobs that a crawl gave its workers, from the pages in the record of its ``pulse``."""
    jobs = []
    for page in pages:
        served = sites.answers[page["url"]]
        lists = {name: tuple(page["candidate"][name]) for name in ("titles", "words")}
        candidate = Candidate(**{**page["candidate"], **lists})
        jobs.append(
            PageJob(
                body=served.unpacked(),
                url=page["url"],
                content_type=served.content_type,
                candidate=candidate,
                home=sites.home_of(candidate.site),
                is_home=candidate.source == "home",
            )
        )
    return jobs


def run_pool(jobs: Sequence[PageJob], workers: int, output: Path) -> Run:
    """Have the pool read the pages, and write the articles."""
    pool = WorkerPool(workers, PAGE_SECONDS)
    try:
        for future in [pool.submit(read_page_job, job) for job in warm_up_jobs(workers)]:
            future.result()
        began, processor_began, articles = time.monotonic(), time.process_time(), 0
        with output.open("w", encoding="utf-8") as lines:
            for reading in _readings(pool, jobs, IN_FLIGHT * workers):
                if reading is not None and reading.article.text:
                    articles += 1
                    lines.write(json.dumps(reading.article.to_dict(), ensure_ascii=False) + "\n")
        return Run(
            pages=len(jobs),
            articles=articles,
            seconds=time.monotonic() - began,
            processor_seconds=time.process_time() - processor_began,
        )
    finally:
        pool.close()


def _readings(pool: WorkerPool, jobs: Sequence[PageJob], in_flight: int) -> Iterator[Reading | None]:
    """The readings in the order of the jobs; None for a page that cost its worker the time or its life."""
    waiting: deque[Future[Reading]] = deque()
    for job in [*jobs, *[None] * in_flight]:
        if job is not None:
            waiting.append(pool.submit(read_page_job, job))
        if waiting and (job is None or len(waiting) > in_flight):
            first = waiting.popleft()
            yield None if first.exception() else first.result()


def _measure_round(
    ways: Mapping[str, Callable[[], Run]], *, is_odd: bool, advance: Callable[[], None]
) -> Round:
    """Every other round goes the other way round, so that none always runs on a machine that is warm."""
    runs = {}
    for name in reversed(list(ways)) if is_odd else ways:
        runs[name] = ways[name]()
        advance()
    return Round(**runs)


@dataclass(frozen=True, slots=True)
class _Crawled:
    run: Run
    pages: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where crawls run: a folder for their files, and the proxy that leads to the sites."""

    folder: Path
    proxy: str
    sites: LiveSites
    workers: int

    def crawl(self) -> _Crawled:
        """``scrapy crawl news`` of all sites."""
        homes = self.folder / "homes.txt"
        homes.write_text("\n".join(self.sites.homes), encoding="utf-8")
        return self._scrapy(
            *("crawl", "news", "-a", f"sites={homes}", "-a", f"sources={SOURCES}"),
            *("-O", f"{self.folder / 'news.jsonl'}:jsonlines"),
            *("-s", f"NEWSEXTRACT_WORKERS={self.workers}"),
            # the same work as without a crawl: no page is read twice, and nothing is learned
            *("-s", "NEWSEXTRACT_LEARN=False"),
        )

    def bare(self, addresses: Sequence[str]) -> _Crawled:
        """Scrapy alone, of the same pages."""
        listed = self.folder / "addresses.txt"
        listed.write_text("\n".join(addresses), encoding="utf-8")
        return self._scrapy(
            "runspider",
            str(_BARE_SPIDER),
            "-a",
            f"addresses={listed}",
            "-s",
            "ADDONS={}",
            "-s",
            "ROBOTSTXT_OBEY=False",
        )

    def _scrapy(self, *arguments: str) -> _Crawled:
        log, record = self.folder / "scrapy.log", self.folder / "pulse.json"
        for old in (log, record):
            old.unlink(missing_ok=True)
        ended = subprocess.run(  # noqa: S603  our own interpreter
            [
                *(sys.executable, "-m", "scrapy", *arguments),
                *("-s", f"EXTENSIONS={json.dumps({_PULSE: 0})}"),
                *("-s", f"BENCH_PULSE_FILE={record}"),
                *("-s", f"LOG_FILE={log}"),
            ],
            env=scrapy_environment(os.environ, self.proxy),
            cwd=self.folder,
            stderr=subprocess.PIPE,
            check=False,
        )
        if ended.returncode or not record.is_file():
            said = (log.read_bytes() if log.is_file() else b"") + ended.stderr
            tail = said.decode("utf-8", "replace").splitlines()[-LOG_LINES:]
            raise NewsextractError("\n".join([f"a crawl ended with exit code {ended.returncode}", *tail]))
        return _crawled(json.loads(record.read_text(encoding="utf-8")))


def scrapy_environment(environment: Mapping[str, str], proxy: str) -> dict[str, str]:
    """The caller's environment, but with our profile, whatever project this is run in, and our proxy."""
    kept = {
        name: value
        for name, value in environment.items()
        if not name.startswith("SCRAPY_") and name.lower() not in _PROXY_NAMES
    }
    return {**kept, "SCRAPY_SETTINGS_MODULE": PROFILE, "http_proxy": proxy}


def _crawled(record: Mapping[str, Any]) -> _Crawled:
    run = Run(
        pages=len(record["pages"]),
        articles=record["articles"],
        seconds=record["seconds"],
        processor_seconds=record["processor_seconds"],
        late_seconds=tuple(record["late_seconds"]),
    )
    return _Crawled(run, record["pages"])

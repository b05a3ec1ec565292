"""A crawl beside its workers: a real run on a handful of pages, without a word on how fast it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from newsextract.bench.corpus import read_corpus
from newsextract.bench.crawl import (
    WAYS,
    CrawlReport,
    Run,
    measure_crawl,
    pool_jobs,
    run_pool,
    scrapy_environment,
)
from newsextract.bench.live_sites import LiveSites, Served, corpus_sites
from newsextract.bench.warm_up import HOME, warm_up_jobs
from newsextract.discovery.candidate import Candidate
from newsextract.errors import NewsextractError
from newsextract.workers.jobs import PageJob, read_page_job

SHIPS = ["ferry", "tanker", "trawler"]


def story(ship: str) -> str:
    lines = "".join(
        f"<p>The {ship} left the harbour {when}, the company said, with most of its seats taken by then.</p>"
        for when in ("at noon", "on Monday", "in the rain", "once more", "before the storm")
    )
    return f"<html><title>The {ship} sails again after the storm</title><body>{heading(ship)}{lines}</body>"


def heading(ship: str) -> str:
    return f"<h1>The {ship} sails again after the storm</h1>"


def job_of(ship: str) -> PageJob:
    url = f"http://news.example/2024/05/01/{ship}-sails-again.html"
    candidate = Candidate(url=url, site="news.example", titles=(f"The {ship} sails again after the storm",))
    return PageJob(body=story(ship).encode(), url=url, content_type="text/html", candidate=candidate)


@pytest.fixture
def sites(write_corpus: Any) -> LiveSites:
    rows = [
        {
            "id": ship,
            "url": f"https://{host}.example/2024/05/01/{ship}-sails-again.html",
            "title": f"The {ship} sails again after the storm",
            "body": "x",
        }
        for ship, host in zip(SHIPS, ("news", "news", "paper"), strict=True)
    ]
    corpus = read_corpus(write_corpus(rows, {ship: story(ship) for ship in SHIPS}))
    return corpus_sites(corpus, corpus.cases)


def test_all_ways_see_the_same_pages(sites: LiveSites) -> None:
    steps: list[None] = []
    report = measure_crawl(sites, workers=1, rounds=2, advance=lambda: steps.append(None))
    assert isinstance(report, CrawlReport)
    assert (report.sites, report.workers, len(report.rounds)) == (sites, 1, 2)
    assert len(steps) == 1 + WAYS * 2
    for turn in report.rounds:
        # two home pages and three stories
        assert [run.pages for run in (turn.pool, turn.crawl, turn.bare)] == [5, 5, 5]
        assert [run.articles for run in (turn.pool, turn.crawl, turn.bare)] == [3, 3, 0]
        assert all(run.seconds > 0 and run.rate > 0 for run in (turn.pool, turn.crawl, turn.bare))
        assert turn.pool.late_seconds == ()


def test_sites_that_give_nothing_are_an_error() -> None:
    sites = LiveSites(name="empty", homes=("http://news.example/",), answers={})
    with pytest.raises(NewsextractError, match=r"(?s)exit code 1.*no home page could be read"):
        measure_crawl(sites, workers=1, rounds=1)


def test_a_crawl_that_fails_is_an_error_that_shows_what_it_said() -> None:
    sites = LiveSites(name="wrong", homes=("ftp://news.example/",), answers={})
    with pytest.raises(NewsextractError, match=r"(?s)exit code 2.*not an http or https address"):
        measure_crawl(sites, workers=1, rounds=1)


def test_the_jobs_of_a_crawl_are_made_again_from_its_record() -> None:
    home, url = "http://news.example/", "http://news.example/a.html"
    answers = {
        home: Served(body=b"home", content_type="text/html; charset=utf-8"),
        url: Served(body=b"story", content_type="text/html"),
    }
    sites = LiveSites(name="tiny", homes=(home,), answers=answers)
    plain = {"kind": "article", "date": "", "depth": 1, "found_on": home, "site": "news.example"}
    pages = [
        {"url": home, "candidate": {**plain, "url": home, "source": "home", "titles": [], "words": []}},
        {"url": url, "candidate": {**plain, "url": url, "titles": ["A title"], "words": ["A title", "1"]}},
    ]
    first, second = pool_jobs(sites, json.loads(json.dumps(pages)))
    assert (first.body, first.is_home, first.home) == (b"home", True, home)
    assert (second.body, second.is_home, second.home) == (b"story", False, home)
    assert (first.content_type, second.content_type) == ("text/html; charset=utf-8", "text/html")
    assert second.candidate == Candidate(
        url=url,
        site="news.example",
        titles=("A title",),
        words=("A title", "1"),
        depth=1,
        found_on=home,
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_the_pool_reads_every_page_and_writes_the_articles_in_order(tmp_path: Path, workers: int) -> None:
    nothing = PageJob(body=b"", url="http://news.example/nothing.html")
    jobs = [*map(job_of, SHIPS), nothing] * 10  # more than are in flight at a time
    output = tmp_path / "pool.jsonl"
    run = run_pool(jobs, workers, output)
    assert (run.pages, run.articles, run.late_seconds) == (40, 30, ())
    titles = [json.loads(line)["title"] for line in output.read_text(encoding="utf-8").splitlines()]
    assert titles == [f"The {ship} sails again after the storm" for ship in SHIPS] * 10


def test_a_rate_is_pages_by_seconds() -> None:
    assert Run(pages=30, articles=0, seconds=1.5, processor_seconds=0).rate == 20
    assert Run(pages=0, articles=0, seconds=0, processor_seconds=0).rate == 0


def test_the_environment_of_a_crawl() -> None:
    given = {"PATH": "/bin", "SCRAPY_PROJECT": "mine", "HTTPS_PROXY": "http://p", "no_proxy": "*"}
    assert scrapy_environment(given, "http://127.0.0.1:1") == {
        "PATH": "/bin",
        "SCRAPY_SETTINGS_MODULE": "settings_profiles.fast",
        "http_proxy": "http://127.0.0.1:1",
    }


def test_warming_up_reads_both_kinds_of_page() -> None:
    jobs = warm_up_jobs(2)
    states = [read_page_job(job).article.page_state for job in jobs[:2]]
    assert states == ["index", "article"]
    assert [job.home for job in jobs[:2]] == [HOME, HOME]
    assert len(jobs) == 2 * len(warm_up_jobs(1))

"""Table and record of ``bench --crawl``, with numbers worked out by hand."""

from __future__ import annotations

import pytest

from newsextract.bench.crawl import CrawlReport, Round, Run
from newsextract.bench.crawl_report import crawl_record, crawl_text, lateness, share
from newsextract.bench.live_sites import LiveSites


def run(pages: int, seconds: float, *late: float) -> Run:
    """One whose process was busy for a tenth of the time."""
    return Run(
        pages=pages,
        articles=pages // 2,
        seconds=seconds,
        processor_seconds=seconds / 10,
        late_seconds=late,
    )


# crawl by pool: 80/100, 90/100, 50/100; crawl by bare: 80/200, 90/180, 50/250
ROUNDS = (
    Round(pool=run(100, 1), crawl=run(80, 1, 0.002, 0.001), bare=run(200, 1)),
    Round(pool=run(200, 2), crawl=run(90, 1, 0.05), bare=run(90, 0.5)),
    Round(pool=run(100, 1), crawl=run(100, 2), bare=run(250, 1)),
)


def report(rounds: tuple[Round, ...] = ROUNDS, *, workers: int = 1, digest: str = "") -> CrawlReport:
    sites = LiveSites(name="tiny", homes=("http://a.example/",), answers={}, digest=digest)
    return CrawlReport(sites=sites, workers=workers, rounds=rounds)


def test_share_is_the_median_of_the_rounds() -> None:
    assert share(ROUNDS, lambda turn: turn.pool) == pytest.approx(0.8)
    assert share(ROUNDS, lambda turn: turn.bare) == pytest.approx(0.4)


def test_share_of_a_way_that_read_nothing() -> None:
    idle = (Round(pool=run(0, 0), crawl=run(1, 1), bare=run(1, 1)),)
    assert share(idle, lambda turn: turn.pool) == 0


def test_lateness() -> None:
    assert lateness(ROUNDS) == (0.002, 0.05)  # of three beats, place int(0.99 * 2) = 1, and the last
    assert lateness((Round(pool=run(1, 1), crawl=run(1, 1), bare=run(1, 1)),)) == (0.0, 0.0)


def test_text() -> None:
    heading, rows, late = crawl_text(report(workers=2, digest="0123456789abcdef")).split("\n\n")
    assert heading == (
        "tiny: 1 site served on this machine; digest 0123456789ab; 2 workers; medians of 3 rounds"
    )
    # ms a page: seconds / 10 / pages. pool 1, 1, 1; crawl 1.25, 1.11, 2; bare 0.5, 0.56, 0.4
    assert [row.split() for row in rows.split("\n")] == [
        ["pages/s", "of", "pool", "of", "bare", "ms/page", "pages", "articles"],
        ["workers", "without", "a", "crawl", "100.0", "1.00", "1.00", "100", "50"],
        ["scrapy", "crawl", "news", "80.0", "0.80", "0.40", "1.25", "80", "40"],
        ["Scrapy", "that", "extracts", "nothing", "200.0", "1.00", "0.50", "200", "100"],
    ]
    assert "more than 50 ms, and by at most 2.0 ms in 99 of 100 cases" in late


def test_heading_of_one_of_each() -> None:
    heading = crawl_text(report(ROUNDS[:1])).split("\n")[0]
    assert heading == "tiny: 1 site served on this machine; 1 worker; medians of 1 round"


def test_record() -> None:
    record = crawl_record(report(digest="d"))
    assert [record[key] for key in ("name", "digest", "sites", "workers")] == ["tiny", "d", 1, 1]
    assert (record["of_pool"], record["of_bare"]) == (pytest.approx(0.8), pytest.approx(0.4))
    assert record["late_ms"] == {"p99": 2.0, "longest": 50.0}
    assert len(record["rounds"]) == 3
    assert record["rounds"][1]["crawl"] == {
        "pages": 90,
        "articles": 45,
        "seconds": 1,
        "rate": 90,
        "processor_ms": pytest.approx(100 / 90),
    }
    assert list(record["rounds"][0]) == ["pool", "crawl", "bare"]

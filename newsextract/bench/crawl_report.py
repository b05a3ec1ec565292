"""What ``newsextract bench --crawl`` prints and records.

As JSON: ``name``, ``digest`` (empty for made-up sites), ``sites``, ``workers``, ``of_pool`` and ``of_bare``
(the crawl's pages a second as a share of those of the others: medians over the rounds), ``late_ms`` (``p99``
and ``longest``: how late the crawl's event loop was for a beat, of all rounds), and ``rounds``: each with
``pool``, ``crawl`` and ``bare``, and these with ``pages articles seconds rate processor_ms`` (a page, of the
process that hands out the pages).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from newsextract.bench.crawl import CrawlReport, Round, Run
from newsextract.bench.report import DIGEST_CHARACTERS, table

LATE_SHARE = 0.99

_COLUMNS = ("", "pages/s", "of pool", "of bare", "ms/page", "pages", "articles")


def crawl_text(report: CrawlReport) -> str:
    """Everything there is to print on one set of sites."""
    return "\n\n".join([_heading(report), _table(report.rounds), _late_text(report)])


def crawl_record(report: CrawlReport) -> dict[str, Any]:
    """Everything measured, as plain values."""
    p99, longest = lateness(report.rounds)
    return {
        "name": report.sites.name,
        "digest": report.sites.digest,
        "sites": len(report.sites.homes),
        "workers": report.workers,
        "of_pool": share(report.rounds, lambda turn: turn.pool),
        "of_bare": share(report.rounds, lambda turn: turn.bare),
        "late_ms": {"p99": 1000 * p99, "longest": 1000 * longest},
        "rounds": [
            {"pool": _run_record(turn.pool), "crawl": _run_record(turn.crawl), "bare": _run_record(turn.bare)}
            for turn in report.rounds
        ],
    }


def share(rounds: Sequence[Round], other: Callable[[Round], Run]) -> float:
    """The crawl's pages a second as a share of another way's in the same round; the median of the rounds."""
    return median(turn.crawl.rate / other(turn).rate if other(turn).rate else 0.0 for turn in rounds)


def lateness(rounds: Sequence[Round]) -> tuple[float, float]:
    """Seconds that the crawl's event loop was late for a beat, of all rounds: 99th percentile, and most."""
    late = sorted(seconds for turn in rounds for seconds in turn.crawl.late_seconds)
    return (late[int(LATE_SHARE * (len(late) - 1))], late[-1]) if late else (0.0, 0.0)


def _run_record(run: Run) -> dict[str, Any]:
    return {
        "pages": run.pages,
        "articles": run.articles,
        "seconds": run.seconds,
        "rate": run.rate,
        "processor_ms": _processor_ms(run),
    }


def _processor_ms(run: Run) -> float:
    return 1000 * run.processor_seconds / max(1, run.pages)


def _heading(report: CrawlReport) -> str:
    workers, rounds, sites = report.workers, len(report.rounds), len(report.sites.homes)
    parts = [
        f"{report.sites.name}: {_counted(sites, 'site')} served on this machine",
        *([f"digest {report.sites.digest[:DIGEST_CHARACTERS]}"] if report.sites.digest else []),
        _counted(workers, "worker"),
        f"medians of {_counted(rounds, 'round')}",
    ]
    return "; ".join(parts)


def _table(rounds: Sequence[Round]) -> str:
    of_pool, of_bare = share(rounds, lambda turn: turn.pool), share(rounds, lambda turn: turn.bare)
    return table(
        [
            _COLUMNS,
            _row("workers without a crawl", [turn.pool for turn in rounds], "1.00", ""),
            _row("scrapy crawl news", [turn.crawl for turn in rounds], f"{of_pool:.2f}", f"{of_bare:.2f}"),
            _row("Scrapy that extracts nothing", [turn.bare for turn in rounds], "", "1.00"),
        ]
    )


def _row(name: str, runs: Sequence[Run], of_pool: str, of_bare: str) -> list[str]:
    return [
        name,
        f"{median(run.rate for run in runs):.1f}",
        of_pool,
        of_bare,
        f"{median(map(_processor_ms, runs)):.2f}",
        str(runs[0].pages),
        str(runs[0].articles),
    ]


def _late_text(report: CrawlReport) -> str:
    p99, longest = lateness(report.rounds)
    return (
        f"The crawl's event loop was never late by more than {1000 * longest:.0f} ms, and by at most "
        f"{1000 * p99:.1f} ms in 99 of 100 cases. ms/page is the processor's time of the process that hands "
        "out the pages, without the workers."
    )


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"

"""The benchmark as one JSON value, for comparing runs.

``{"version": 1, "newsextract": "0.1.0", "sets": [SET, ...]}``

SET: ``name``, ``digest`` (SHA-256 of gold and pages), ``scoring`` (``body`` or ``segments``),
``pages_in_set``, ``pages`` (measured), ``left_out`` (lines without such gold), ``parse_ms`` (median
of parsing alone), ``language_pages`` and ``methods``, a list of METHOD in the order of the table.

METHOD: ``name``, ``kind`` (``method`` or ``peer``), ``version`` of a peer, ``precision``, ``recall``, ``f1``,
``mean_f1``, ``perfect``, ``bad`` (null where undefined), ``exact_titles``, ``empty``, ``errors``,
``language_f1``, ``speed`` (``median`` and ``p95`` as multiples of parsing alone, ``slowest_ms``,
``slowest_page``), and ``pages``, a list of PAGE in the order of the corpus.

PAGE: ``id``, ``url``, ``language``, ``shared``, ``found``, ``gold`` (shingles, or segments), ``precision``,
``recall``, ``f1``, ``found_characters``, ``title_exact``, ``page_state``, ``error``, ``ms``, ``parse_ms``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from newsextract.bench.contestants import Entry
from newsextract.bench.peers import peer_version
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.summary import SetReport, Summary

RECORD_VERSION = 1


def record(reports: Sequence[SetReport]) -> dict[str, Any]:
    """Everything measured, as plain values."""
    return {
        "version": RECORD_VERSION,
        "newsextract": own_version(),
        "sets": [_set_record(report) for report in reports],
    }


def own_version() -> str:
    """The installed version of this package; empty when it runs from its source without being installed."""
    try:
        return version("newsextract")
    except PackageNotFoundError:
        return ""


def _set_record(report: SetReport) -> dict[str, Any]:
    corpus = report.corpus
    return {
        "name": corpus.name,
        "digest": corpus.digest,
        "scoring": corpus.scoring.value,
        "pages_in_set": len(corpus.cases),
        "pages": len(report.results),
        "left_out": corpus.left_out,
        "parse_ms": report.parse_ms,
        "language_pages": report.language_pages,
        "methods": [_method_record(report, summary) for summary in report.summaries],
    }


def _method_record(report: SetReport, summary: Summary) -> dict[str, Any]:
    return {
        "name": summary.entry.name,
        "kind": summary.entry.kind,
        "version": _version(summary.entry),
        **asdict(summary.score),
        "exact_titles": summary.exact_titles,
        "empty": summary.empty,
        "errors": summary.errors,
        "language_f1": summary.language_f1,
        "speed": asdict(summary.speed),
        "pages": [
            _page_record(result, outcome)
            for result, outcome in zip(report.results, summary.outcomes, strict=True)
        ],
    }


def _version(entry: Entry) -> str:
    return peer_version(entry.name) if entry.kind == "peer" else own_version()


def _page_record(result: PageResult, outcome: Outcome) -> dict[str, Any]:
    case, score = result.case, outcome.score
    return {
        "id": case.id,
        "url": case.url,
        "language": case.language,
        **asdict(score),
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
        "found_characters": outcome.found_characters,
        "title_exact": outcome.title_exact,
        "page_state": outcome.page_state,
        "error": outcome.error,
        "ms": outcome.seconds * 1000,
        "parse_ms": result.parse_seconds * 1000,
    }

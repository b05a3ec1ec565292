"""The benchmark as one JSON value, for comparing runs.

``{"version": 1, "newsextract": "0.1.0", "sets": [SET, ...], "reliability": {NAME: RELIABILITY, ...}}``

``version`` is raised when a key goes or changes its meaning, not for a new key. ``reliability`` is that of
each contestant which gives confidences, over all sets scored by body together.

SET: ``name``, ``digest`` (SHA-256 of gold and pages), ``scoring`` (``body`` or ``segments``),
``pages_in_set``, ``pages`` (measured), ``left_out`` (lines without such gold), ``parse_ms`` (median
of parsing alone), ``language_pages`` and ``methods``, a list of METHOD in the order of the table.

METHOD: ``name``, ``kind`` (``method`` or ``peer``), ``version`` of a peer, ``precision``, ``recall``, ``f1``,
``mean_f1``, ``perfect``, ``bad`` (null where undefined), ``exact_titles``, ``empty``, ``errors``,
``language_f1``, ``speed`` (``median`` and ``p95`` as multiples of parsing alone, ``slowest_ms``,
``slowest_page``), ``reliability`` (RELIABILITY, or null without confidences or gold bodies), and ``pages``, a
list of PAGE in the order of the corpus.

RELIABILITY: ``pages`` (with a confidence), ``without_confidence``, ``calibration_error`` and ``bins``, ten
from low to high, each with ``from``, ``to``, ``pages``, ``mean_confidence`` and ``good`` (share of the pages
with F1 above 0.9); the last two are null without pages.

PAGE: ``id``, ``url``, ``language``, ``shared``, ``found``, ``gold`` (shingles, or segments), ``precision``,
``recall``, ``f1``, ``found_characters``, ``title_exact``, ``page_state``, ``confidence``, ``error``, ``ms``,
``parse_ms``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from newsextract.bench.contestants import Entry
from newsextract.bench.peers import peer_version
from newsextract.bench.reliability import Bin, Reliability, bin_bounds
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.summary import SetReport, Summary, pooled_reliability

RECORD_VERSION = 1


def record(reports: Sequence[SetReport]) -> dict[str, Any]:
    """Everything measured, as plain values."""
    return {
        "version": RECORD_VERSION,
        "newsextract": own_version(),
        "sets": [_set_record(report) for report in reports],
        "reliability": {
            entry.name: _reliability_record(found) for entry, found in pooled_reliability(reports).items()
        },
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
        "reliability": _reliability_record(summary.reliability) if summary.reliability else None,
        "pages": [
            _page_record(result, outcome)
            for result, outcome in zip(report.results, summary.outcomes, strict=True)
        ],
    }


def _reliability_record(found: Reliability) -> dict[str, Any]:
    return {
        "pages": found.pages,
        "without_confidence": found.without_confidence,
        "calibration_error": found.calibration_error,
        "bins": [_bin_record(number, one) for number, one in enumerate(found.bins)],
    }


def _bin_record(number: int, one: Bin) -> dict[str, Any]:
    low, high = bin_bounds(number)
    return {"from": low, "to": high, **asdict(one)}


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
        "confidence": outcome.confidence,
        "error": outcome.error,
        "ms": outcome.seconds * 1000,
        "parse_ms": result.parse_seconds * 1000,
    }

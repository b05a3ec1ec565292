"""What ``bench --fields`` prints, and the same as plain values.

Record of a set: ``name``, ``digest``, ``pages``, ``parse_ms`` (median of parsing alone), ``speed``
(``median`` and ``p95`` of all metadata as multiples of it), ``contestants`` by name, each with ``title``,
``date`` and ``authors`` (means; null where nothing was to be judged) and ``errors``, and ``rows``, in corpus
order: ``id``, ``url``, ``parse_ms``, ``ms`` and ``found`` by contestant with what it found and how that was
judged.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from newsextract.bench.corpus import Corpus
from newsextract.bench.differences import printable
from newsextract.bench.fields import FieldScores, FieldsResult
from newsextract.bench.report import DIGEST_CHARACTERS, table
from newsextract.bench.score import mean

_FIELDS = ("title", "date", "authors")
_COLUMNS = ("method", "exact titles", "right days", "authors F1", "errors")
TICK = 1e-9
"""A page too small for the clock counts as one tick of parsing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsReport:
    """All that was measured on one set of at least one page."""

    corpus: Corpus
    names: tuple[str, ...]
    """The contestants, this package first."""
    results: tuple[FieldsResult, ...]

    def scores_of(self, name: str) -> list[FieldScores]:
        """One contestant on all pages."""
        place = self.names.index(name)
        return [result.scores[place] for result in self.results]

    @property
    def parse_ms(self) -> float:
        """Median time of parsing alone."""
        return median(result.parse_seconds for result in self.results) * 1000

    @property
    def cost(self) -> dict[str, float]:
        """Median and 95th percentile of the time of all metadata, as multiples of parsing alone."""
        ratios = sorted(result.seconds / max(result.parse_seconds, TICK) for result in self.results)
        return {"median": median(ratios), "p95": ratios[math.ceil(0.95 * len(ratios)) - 1]}


def shares_of(scores: Sequence[FieldScores]) -> dict[str, float | None]:
    """By field the mean over the pages where it was judged; None without such pages."""
    values = {name: [getattr(one, name) for one in scores] for name in _FIELDS}
    known = {name: [value for value in judged if value is not None] for name, judged in values.items()}
    return {name: mean(judged) if judged else None for name, judged in known.items()}


def fields_text(report: FieldsReport, *, worst: int = 0) -> str:
    """Everything there is to print on one set."""
    corpus, cost = report.corpus, report.cost
    counts = [
        f"{sum(bool(getattr(result.case, name)) for result in report.results)} with {label}"
        for name, label in zip(_FIELDS, ("title", "day", "authors"), strict=True)
    ]
    heading = (
        f"{corpus.name}: {len(report.results)} pages, {', '.join(counts)}; digest "
        f"{corpus.digest[:DIGEST_CHARACTERS]}; all metadata takes {cost['median']:.2f} of parsing alone "
        f"({report.parse_ms:.2f} ms; medians), {cost['p95']:.2f} at the 95th percentile"
    )
    rows = [_row(name, report.scores_of(name)) for name in report.names]
    parts = [heading, table([_COLUMNS, *rows])]
    if worst:
        parts.append(_wrong_titles(report, worst))
    return "\n\n".join(parts)


def _row(name: str, scores: Sequence[FieldScores]) -> list[str]:
    shares = shares_of(scores).values()
    errors = sum(bool(one.error) for one in scores)
    return [name, *("-" if share is None else f"{share:.3f}" for share in shares), str(errors)]


def _wrong_titles(report: FieldsReport, count: int) -> str:
    """The wrong titles that this package was surest of."""
    own = zip(report.results, report.scores_of(report.names[0]), strict=True)
    wrong = [(result.case, one) for result, one in own if one.title is False]
    wrong.sort(key=lambda pair: -(pair[1].found.confidence or 0.0))
    lines = [f"wrong titles on {report.corpus.name}: {len(wrong)}, the surest first:"]
    for case, one in wrong[:count]:
        sure, source = one.found.confidence or 0.0, one.found.title_source or "nothing"
        lines += [
            f"  {sure:.3f}  {source}  {printable(case.id)}  {printable(case.url)}",
            f"         gold:  {printable(case.title)}",
            f"         found: {printable(one.found.title or '')}",
        ]
    return "\n".join(lines)


def fields_record(report: FieldsReport) -> dict[str, Any]:
    """The set as plain values."""
    return {
        "name": report.corpus.name,
        "digest": report.corpus.digest,
        "pages": len(report.results),
        "parse_ms": report.parse_ms,
        "speed": report.cost,
        "contestants": {name: _contestant_record(report.scores_of(name)) for name in report.names},
        "rows": [_page_record(report.names, result) for result in report.results],
    }


def _contestant_record(scores: Sequence[FieldScores]) -> dict[str, Any]:
    return {**shares_of(scores), "errors": sum(bool(one.error) for one in scores)}


def _page_record(names: Sequence[str], result: FieldsResult) -> dict[str, Any]:
    return {
        "id": result.case.id,
        "url": result.case.url,
        "parse_ms": result.parse_seconds * 1000,
        "ms": result.seconds * 1000,
        "found": {
            name: {
                **one.found._asdict(),
                "title_exact": one.title,
                "date_right": one.date,
                "authors_f1": one.authors,
                "error": one.error,
            }
            for name, one in zip(names, result.scores, strict=True)
        },
    }

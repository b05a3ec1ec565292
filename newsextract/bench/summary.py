"""From pages to a set: one summary for each contestant."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import Corpus, Scoring
from newsextract.bench.reliability import JudgedPage, Reliability, reliability
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.score import PageScore, SetScore, mean, score_segment_set, score_set

LEAST_PAGES_OF_A_LANGUAGE = 5
"""The mean of fewer pages says more of the pages than of the language."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Time a page as a multiple of parsing alone: median and 95th percentile; and the slowest page."""

    median: float
    p95: float
    slowest_ms: float
    slowest_page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One contestant on one set."""

    entry: Entry
    score: SetScore
    speed: Speed
    language_f1: dict[str, float]
    """By name; empty when fewer than two languages have enough pages."""
    exact_titles: float | None
    """Share of the pages with a gold title; None when there is none, or the contestant gives no titles."""
    empty: int
    errors: int
    first_error: str
    reliability: Reliability | None
    """None when no page has a confidence, or the set is not scored by body."""
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetReport:
    """All that was measured on one set."""

    corpus: Corpus
    results: tuple[PageResult, ...]
    parse_ms: float
    """Median time of parsing alone."""
    language_pages: dict[str, int]
    summaries: tuple[Summary, ...]


def summarise(corpus: Corpus, entries: Sequence[Entry], results: Sequence[PageResult]) -> SetReport:
    """Sum up the results of at least one page."""
    languages = compared_languages([result.case.language for result in results])
    by_entry = zip(*(result.outcomes for result in results), strict=True)
    return SetReport(
        corpus=corpus,
        results=tuple(results),
        parse_ms=median(result.parse_seconds for result in results) * 1000,
        language_pages=languages,
        summaries=tuple(
            _summary(corpus.scoring, entry, results, outcomes, languages)
            for entry, outcomes in zip(entries, by_entry, strict=True)
        ),
    )


def compared_languages(names: Sequence[str]) -> dict[str, int]:
    """Pages of each language that has enough of them, by name; empty unless there are two such languages."""
    counts = sorted(Counter(names).items())
    enough = {name: count for name, count in counts if name and count >= LEAST_PAGES_OF_A_LANGUAGE}
    return enough if len(enough) > 1 else {}


def _summary(
    scoring: Scoring,
    entry: Entry,
    results: Sequence[PageResult],
    outcomes: Sequence[Outcome],
    languages: dict[str, int],
) -> Summary:
    titles = [outcome.title_exact for outcome in outcomes if outcome.title_exact is not None]
    gives_titles = any(outcome.title_exact is not None and not outcome.error for outcome in outcomes)
    failed = [(result, outcome) for result, outcome in zip(results, outcomes, strict=True) if outcome.error]
    return Summary(
        entry=entry,
        score=_set_score(scoring, [outcome.score for outcome in outcomes]),
        speed=speed(results, outcomes),
        language_f1={
            language: _set_score(
                scoring,
                [
                    outcome.score
                    for result, outcome in zip(results, outcomes, strict=True)
                    if result.case.language == language
                ],
            ).f1
            for language in languages
        },
        exact_titles=mean(titles) if gives_titles else None,
        empty=sum(not outcome.found_characters for outcome in outcomes),
        errors=len(failed),
        first_error=f"{failed[0][0].case.id}: {failed[0][1].error}" if failed else "",
        reliability=reliability(_judged_pages(scoring, outcomes)),
        outcomes=tuple(outcomes),
    )


def pooled_reliability(reports: Sequence[SetReport]) -> dict[Entry, Reliability]:
    """Of each contestant that gives confidences, over the pages of all sets that are scored by body."""
    pages: dict[Entry, list[JudgedPage]] = {}
    for report in reports:
        for summary in report.summaries:
            judged = _judged_pages(report.corpus.scoring, summary.outcomes)
            pages.setdefault(summary.entry, []).extend(judged)
    pooled = {entry: reliability(judged) for entry, judged in pages.items()}
    return {entry: found for entry, found in pooled.items() if found is not None}


def _judged_pages(scoring: Scoring, outcomes: Sequence[Outcome]) -> list[JudgedPage]:
    """A page's F1 by segments says little: it has a handful of them. Such pages are not judged."""
    if scoring is not Scoring.BODY:
        return []
    return [(outcome.confidence, outcome.score.f1) for outcome in outcomes]


def _set_score(scoring: Scoring, pages: Sequence[PageScore]) -> SetScore:
    return score_set(pages) if scoring is Scoring.BODY else score_segment_set(pages)


def speed(results: Sequence[PageResult], outcomes: Sequence[Outcome]) -> Speed:
    """Sum up the times of one contestant. A page too small for the clock counts as one tick of parsing."""
    ratios = sorted(
        outcome.seconds / max(result.parse_seconds, 1e-9)
        for result, outcome in zip(results, outcomes, strict=True)
    )
    slowest = max(range(len(outcomes)), key=lambda place: outcomes[place].seconds)
    return Speed(
        median=median(ratios),
        p95=ratios[math.ceil(0.95 * len(ratios)) - 1],
        slowest_ms=outcomes[slowest].seconds * 1000,
        slowest_page=results[slowest].case.id,
    )

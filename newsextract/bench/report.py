"""What the benchmark prints: one table a set, F1 by language, what confidences are worth, the worst pages."""

from __future__ import annotations

from collections.abc import Sequence

from newsextract.bench.corpus import Corpus, Scoring
from newsextract.bench.differences import Differences, Stretch, differences, printable
from newsextract.bench.reliability import GOOD_ABOVE, Bin, Reliability, bin_bounds
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.summary import SetReport, Summary, pooled_reliability

DIGEST_CHARACTERS = 12

_SCORED_BY = {
    Scoring.BODY: "scored by the gold body",
    Scoring.SEGMENTS: "scored by wanted and unwanted segments",
}
_COLUMNS = (
    "method", "P", "R", "F1", "mean F1", "perfect", "bad", "title", "empty", "errors",
    "x parse", "x p95", "max ms",
)  # fmt: skip


def set_text(report: SetReport, *, worst: int = 0, reliability: bool = False) -> str:
    """Everything there is to print on one set; reliability and the worst pages when they are asked for."""
    parts = [_heading(report), table([_COLUMNS, *(_row(summary) for summary in report.summaries)])]
    if report.language_pages:
        parts.append(_language_table(report))
    if reliability:
        parts.extend(
            _reliability_text(summary.entry.name, summary.reliability)
            for summary in report.summaries
            if summary.reliability is not None
        )
    parts.extend(_error_line(summary) for summary in report.summaries if summary.errors)
    if worst:
        methods = [summary for summary in report.summaries if summary.entry.kind == "method"]
        parts.extend(worst_text(report, summary, worst) for summary in methods)
    return "\n\n".join(parts)


def pooled_text(reports: Sequence[SetReport]) -> str:
    """Reliability over all sets together; empty where that would only repeat the table of the one set."""
    pooled = pooled_reliability(reports)
    if not pooled:
        return (
            "reliability: no confidence to judge; a method has to give one, on pages with a body in the gold"
        )
    if len(reports) == 1:
        return ""
    return "\n\n".join(
        _reliability_text(f"{entry.name} on all sets together", found) for entry, found in pooled.items()
    )


def nothing_to_score_text(corpus: Corpus) -> str:
    """Why a set gets no table."""
    return (
        f"{corpus.name}: {len(corpus.cases)} pages, none with a body or with wanted and unwanted segments "
        "in its gold: nothing here for this benchmark"
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as aligned columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )


def worst_text(report: SetReport, summary: Summary, count: int) -> str:
    """The pages with the lowest F1, in corpus order where equal, with what was missed and added."""
    pairs = zip(report.results, summary.outcomes, strict=True)
    lowest = sorted(pairs, key=lambda pair: pair[1].score.f1)[:count]
    return "\n".join(
        [
            f"{summary.entry.name} on {report.corpus.name}, lowest first:",
            *(_worst_page(result, outcome) for result, outcome in lowest),
        ]
    )


def _heading(report: SetReport) -> str:
    corpus = report.corpus
    measured = len(report.results)
    pages = (
        f"{measured} pages" if measured == len(corpus.cases) else f"{measured} of {len(corpus.cases)} pages"
    )
    left_out = f", {corpus.left_out} without such gold left out" if corpus.left_out else ""
    return (
        f"{corpus.name}: {pages}, {_SCORED_BY[corpus.scoring]}{left_out}; digest "
        f"{corpus.digest[:DIGEST_CHARACTERS]}; parsing alone {report.parse_ms:.2f} ms (median)"
    )


def _row(summary: Summary) -> list[str]:
    score, speed = summary.score, summary.speed
    shares = (score.precision, score.recall, score.f1, score.mean_f1, score.perfect, score.bad)
    return [
        summary.entry.name,
        *map(_share, shares),
        _share(summary.exact_titles),
        str(summary.empty),
        str(summary.errors),
        f"{speed.median:.1f}",
        f"{speed.p95:.1f}",
        f"{speed.slowest_ms:.1f}",
    ]


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _language_table(report: SetReport) -> str:
    header = ["F1 by language", "pages", *(summary.entry.name for summary in report.summaries)]
    rows = [
        [language, str(pages), *(_share(summary.language_f1[language]) for summary in report.summaries)]
        for language, pages in report.language_pages.items()
    ]
    return table([header, *rows])


def _reliability_text(name: str, found: Reliability) -> str:
    without = f", {found.without_confidence} without confidence left out" if found.without_confidence else ""
    heading = (
        f"reliability of {name}: {found.pages} pages{without}; "
        f"expected calibration error {found.calibration_error:.3f}"
    )
    header = ["confidence", "pages", "mean", f"F1 > {GOOD_ABOVE}"]
    return f"{heading}\n{table([header, *(_bin_row(*numbered) for numbered in enumerate(found.bins))])}"


def _bin_row(number: int, one: Bin) -> list[str]:
    low, high = bin_bounds(number)
    return [f"{low:.1f} to {high:.1f}", str(one.pages), _share(one.mean_confidence), _share(one.good)]


def _error_line(summary: Summary) -> str:
    first = printable(summary.first_error)
    return f"{summary.entry.name}: errors counted as empty text: {summary.errors}; the first on page {first}"


def _worst_page(result: PageResult, outcome: Outcome) -> str:
    case = result.case
    state = printable(outcome.error or outcome.page_state)
    lines = [
        f"  {outcome.score.f1:.3f}  {printable(case.id)}  {printable(case.url)}",
        f"         found {outcome.found_characters} characters{f' ({state})' if state else ''}",
    ]
    apart = differences(case, outcome.text) if outcome.text is not None else Differences(None, None)
    lines.extend(
        f"         {label} {stretch.length} tokens: {stretch.excerpt}"
        for label, stretch in _named_stretches(apart)
    )
    return "\n".join(lines)


def _named_stretches(apart: Differences) -> list[tuple[str, Stretch]]:
    named = [("missed", apart.missed), ("added", apart.added)]
    return [(label, stretch) for label, stretch in named if stretch is not None]

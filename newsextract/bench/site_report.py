"""What ``newsextract bench --site`` prints, and its JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from newsextract.bench.corpus import Corpus
from newsextract.bench.report import DIGEST_CHARACTERS, table
from newsextract.bench.score import PageScore, SetScore, score_set
from newsextract.bench.site_learning import PageOutcome, SiteOutcome, below

FAILS_BELOW = 0.7
"""F1 below which a page fails by itself, and from which it is mended."""

LOSS = 0.01
"""F1 that a site may lose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReport:
    """All that was measured on one set."""

    corpus: Corpus
    method: str
    split: bool
    sites: tuple[SiteOutcome, ...]

    @property
    def pages(self) -> list[PageOutcome]:
        """Those of all sites."""
        return [page for site in self.sites for page in site.pages]


def _alone(pages: Sequence[PageOutcome]) -> SetScore:
    return score_set([page.alone for page in pages])


def _known(pages: Sequence[PageOutcome]) -> SetScore:
    return score_set([page.known for page in pages])


def mended(pages: Sequence[PageOutcome]) -> tuple[int, int]:
    """How many pages that fail by themselves do not with their site, and how many fail."""
    failed = below(pages, FAILS_BELOW)
    return sum(page.known.f1 >= FAILS_BELOW for page in failed), len(failed)


def losing(sites: Sequence[SiteOutcome]) -> list[str]:
    """The sites that lose by learning."""
    return [site.site for site in sites if _gain(site) < -LOSS]


def _gain(site: SiteOutcome) -> float:
    return _known(site.pages).f1 - _alone(site.pages).f1


def learning_cost(sites: Sequence[SiteOutcome]) -> float:
    """Reading and learning as a multiple of parsing the same pages: of the median site."""
    return median(site.teaching_seconds / max(site.teaching_parse_seconds, 1e-9) for site in sites)


def rule_cost(pages: Sequence[PageOutcome]) -> float | None:
    """Reading by a rule as a multiple of parsing: of the median page that a rule reads."""
    ratios = [
        page.rule_seconds / max(page.parse_seconds, 1e-9) for page in pages if page.rule_seconds is not None
    ]
    return median(ratios) if ratios else None


def site_text(report: SiteReport) -> str:
    """The tables."""
    corpus, pages = report.corpus, report.pages
    how = (
        "half of a site's pages read with what the other half taught" if report.split else "learned from all"
    )
    head = (
        f"{corpus.name}: {len(report.sites)} sites with 6 pages or more, {len(pages)} pages, {how}; "
        f"own evidence by {report.method}; digest {corpus.digest[:DIGEST_CHARACTERS]}"
    )
    rows = [["", "P", "R", "F1", "mean F1", "perfect", "bad"]]
    rows += [_row("one at a time", _alone(pages)), _row("with its site", _known(pages))]
    by_rule = [page for page in pages if page.rule]
    lines = [head, table(rows), f"pages read by a rule: {len(by_rule)} of {len(pages)}"]
    repaired, failed = mended(pages)
    lines.append(f"pages below {FAILS_BELOW} one at a time: {failed}, of these mended: {repaired}")
    lost = losing(report.sites)
    lines.append(f"sites that lose more than {LOSS}: {', '.join(lost) or 'none'}")
    cost = rule_cost(pages)
    lines.append(
        f"time, as a multiple of parsing: learning a site {learning_cost(report.sites):.1f}, "
        f"reading a page by a rule {'-' if cost is None else f'{cost:.2f}'} (medians)"
    )
    return "\n\n".join([*lines, _sites_table(report.sites)])


def _sites_table(sites: Sequence[SiteOutcome]) -> str:
    rows = [["site", "pages", "by rule", "alone", "with site", "gain", "rules"]]
    rows += [
        [
            site.site,
            str(len(site.pages)),
            str(sum(bool(page.rule) for page in site.pages)),
            f"{_alone(site.pages).f1:.3f}",
            f"{_known(site.pages).f1:.3f}",
            f"{_gain(site):+.3f}",
            ", ".join(site.rules) or "-",
        ]
        for site in sorted(sites, key=lambda one: (_gain(one), one.site))
    ]
    return table(rows)


def _row(label: str, score: SetScore) -> list[str]:
    shares = (score.precision, score.recall, score.f1, score.mean_f1, score.perfect, score.bad)
    return [label, *("-" if share is None else f"{share:.3f}" for share in shares)]


def site_record(report: SiteReport) -> dict[str, Any]:
    """For comparing runs."""
    pages = report.pages
    repaired, failed = mended(pages)
    return {
        "name": report.corpus.name,
        "digest": report.corpus.digest,
        "method": report.method,
        "split": report.split,
        "pages": len(pages),
        "pages_by_rule": sum(bool(page.rule) for page in pages),
        "alone": _score_record(_alone(pages)),
        "known": _score_record(_known(pages)),
        "failing_alone": failed,
        "mended": repaired,
        "losing": losing(report.sites),
        "learning_cost": learning_cost(report.sites),
        "rule_cost": rule_cost(pages),
        "sites": [
            {
                "site": site.site,
                "rules": list(site.rules),
                "alone": _alone(site.pages).f1,
                "known": _known(site.pages).f1,
                "pages": [
                    {"id": page.id, "alone": _f1(page.alone), "known": _f1(page.known), "rule": page.rule}
                    for page in site.pages
                ],
            }
            for site in report.sites
        ],
    }


def _f1(score: PageScore) -> float:
    return score.f1


def _score_record(score: SetScore) -> dict[str, float | None]:
    return {
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
        "mean_f1": score.mean_f1,
        "perfect": score.perfect,
        "bad": score.bad,
    }

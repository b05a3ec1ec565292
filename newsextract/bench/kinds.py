"""How well article pages are told from index pages and others: by their links alone, and by the pages.

What is known before a page is fetched are its address, the words of the links to it that other pages of the
set have, and the shapes of the addresses that they link to. Both verdicts are those a crawl would come to.

As JSON: ``name``, ``digest``, ``pages``, ``articles``, ``linked`` (pages that another one links to), ``link``
and ``page`` (``found missed added precision recall f1``), and ``results``: for each page ``id url site
is_article link link_score page page_score reason``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from newsextract.addresses import resolve, site_name
from newsextract.bench.corpus import Case, Corpus
from newsextract.bench.differences import printable
from newsextract.bench.report import DIGEST_CHARACTERS, table
from newsextract.discovery.anchors import page_candidates
from newsextract.discovery.candidate import ARTICLE, Candidate
from newsextract.discovery.kinds import Verdict, judge_link
from newsextract.discovery.page_kinds import PageVerdict, judge_page
from newsextract.discovery.patterns import AddressPatterns
from newsextract.page import Page, read_page

READINGS = 2
"""How often each page is read: for its links, and then to be judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindResult:
    """One page, and what it was taken for before and after it was fetched."""

    case: Case
    link: Verdict
    page: PageVerdict
    linked: bool
    """Whether another page of the set links to it."""


@dataclass(frozen=True, slots=True)
class KindScore:
    """Articles that were found and missed, and other pages that were added to them."""

    found: int
    missed: int
    added: int

    @property
    def precision(self) -> float:
        """Share of articles among what was taken for one; 0 when nothing was."""
        return self.found / max(1, self.found + self.added)

    @property
    def recall(self) -> float:
        """Share of the articles that were found; 0 when there are none."""
        return self.found / max(1, self.found + self.missed)

    @property
    def f1(self) -> float:
        """Harmonic mean of the two."""
        return 2 * self.found / max(1, 2 * self.found + self.missed + self.added)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsReport:
    """All that was judged of one set."""

    corpus: Corpus
    results: tuple[KindResult, ...]


def judge_cases(cases: Sequence[Case], *, advance: Callable[[], None] = lambda: None) -> list[KindResult]:
    """Judge every page. ``advance`` is called ``READINGS`` times a page."""
    links: dict[str, dict[str, Candidate]] = {}
    for case in cases:
        _gather(links.setdefault(case.site, {}), page_candidates(_read(case), home=case.url))
        advance()
    patterns = {site: AddressPatterns.learn(found.values()) for site, found in links.items()}
    results = []
    for case in cases:
        results.append(_judge(case, links[case.site], patterns[case.site]))
        advance()
    return results


def link_score(results: Iterable[KindResult]) -> KindScore:
    """How well articles are told by their links."""
    return _score((result.case.is_article is True, result.link.kind) for result in results)


def page_score(results: Iterable[KindResult]) -> KindScore:
    """How well articles are told once the page is there."""
    return _score((result.case.is_article is True, result.page.kind) for result in results)


def kinds_text(report: KindsReport, *, worst: int = 0) -> str:
    """Everything there is to print on one set."""
    parts = [_heading(report), _score_table(report.results), _site_table(report.results)]
    if worst:
        parts.append(_wrong_text("by its links", report.results, lambda result: result.link, worst))
        parts.append(_wrong_text("by the page", report.results, lambda result: result.page, worst))
    return "\n\n".join(parts)


def kinds_record(report: KindsReport) -> dict[str, Any]:
    """Everything judged of one set, as plain values."""
    return {
        "name": report.corpus.name,
        "digest": report.corpus.digest,
        "pages": len(report.results),
        "articles": _articles(report.results),
        "linked": sum(result.linked for result in report.results),
        "link": _score_record(link_score(report.results)),
        "page": _score_record(page_score(report.results)),
        "results": [_result_record(result) for result in report.results],
    }


def no_kinds_text(corpus: Corpus) -> str:
    """Why a set gets no table."""
    return f"{corpus.name}: no page whose gold says whether it is an article; --kinds needs is_article there"


def _read(case: Case) -> Page:
    return read_page(case.read_page(), url=case.url)


def _gather(known: dict[str, Candidate], found: Iterable[Candidate]) -> None:
    for candidate in found:
        place = _place(candidate.url)
        before = known.get(place)
        known[place] = before.merged(candidate) if before else candidate


def _place(url: str) -> str:
    """What an address names, whatever its scheme, ``www.`` or last slash: links and gold differ in these."""
    address = resolve(url, url)
    return site_name(address) + "/" + address.partition("://")[2].partition("/")[2].rstrip("/")


def _judge(case: Case, links: Mapping[str, Candidate], patterns: AddressPatterns) -> KindResult:
    candidate = links.get(_place(case.url))
    link = judge_link(
        case.url,
        titles=candidate.titles if candidate else (),
        words=candidate.words if candidate else (),
        region=candidate.region if candidate else "",
        patterns=patterns,
    )
    page = judge_page(_read(case), link=link if case.url else None)
    return KindResult(case=case, link=link, page=page, linked=candidate is not None)


def _score(pairs: Iterable[tuple[bool, str]]) -> KindScore:
    counted = [(is_article, kind == ARTICLE) for is_article, kind in pairs]
    return KindScore(counted.count((True, True)), counted.count((True, False)), counted.count((False, True)))


def _articles(results: Iterable[KindResult]) -> int:
    return sum(result.case.is_article is True for result in results)


def _heading(report: KindsReport) -> str:
    results, corpus = report.results, report.corpus
    linked = sum(result.linked for result in results)
    return (
        f"{corpus.name}: {len(results)} pages, {_articles(results)} of them articles, {linked} linked to by "
        f"others; digest {corpus.digest[:DIGEST_CHARACTERS]}"
    )


def _score_table(results: Sequence[KindResult]) -> str:
    rows = [
        [name, *(f"{value:.3f}" for value in (score.precision, score.recall, score.f1))]
        for name, score in (("by its links", link_score(results)), ("by the page", page_score(results)))
    ]
    return table([["articles told", "P", "R", "F1"], *rows])


def _site_table(results: Sequence[KindResult]) -> str:
    """Missed and added articles by site; some sites of a set have no articles, and so no F1."""
    rows = []
    for site in sorted({result.case.site for result in results}):
        of_site = [result for result in results if result.case.site == site]
        link, page = link_score(of_site), page_score(of_site)
        counts = (len(of_site), _articles(of_site), link.missed, link.added, page.missed, page.added)
        rows.append([printable(site) or "-", *map(str, counts)])
    header = ["site", "pages", "articles", "links: missed", "added", "page: missed", "added"]
    return table([header, *rows])


def _wrong_text(
    name: str,
    results: Iterable[KindResult],
    verdict: Callable[[KindResult], Verdict | PageVerdict],
    count: int,
) -> str:
    wrong = [result for result in results if (verdict(result).kind == ARTICLE) != result.case.is_article]
    wrong.sort(key=lambda result: -abs(verdict(result).score))
    lines = [f"wrong {name}: {len(wrong)}" + (", the surest first" if wrong else "")]
    for result in wrong[:count]:
        given = verdict(result)
        gold = "article" if result.case.is_article else "no article"
        reason = f" ({given.reason})" if isinstance(given, PageVerdict) else ""
        lines.append(
            f"  {given.score:6.2f}  {gold} taken for {given.kind}{reason}: {printable(result.case.url)}"
        )
    return "\n".join(lines)


def _score_record(score: KindScore) -> dict[str, Any]:
    return {
        "found": score.found,
        "missed": score.missed,
        "added": score.added,
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
    }


def _result_record(result: KindResult) -> dict[str, Any]:
    case = result.case
    return {
        "id": case.id,
        "url": case.url,
        "site": case.site,
        "is_article": case.is_article,
        "link": result.link.kind,
        "link_score": result.link.score,
        "page": result.page.kind,
        "page_score": result.page.score,
        "reason": result.page.reason,
    }

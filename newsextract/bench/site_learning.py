"""Measures what the pages of a site teach each other: every page by itself, and with what was learned.

Nothing here shows the gold to what learns. With ``split`` a page is read with what the other half of its
site's pages taught, without it by all of them, itself among them, as in a second crawl.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from newsextract.bench.corpus import Case
from newsextract.bench.held_out import packaged_held_out
from newsextract.bench.plaintext import parse_html
from newsextract.bench.run import CLOCK, PAGE_SECONDS, TURNS
from newsextract.bench.score import PageScore, score_text, text_gold
from newsextract.errors import NewsextractError
from newsextract.methods import DEFAULT_METHOD, Method, get_method
from newsextract.page import read_page
from newsextract.page.decode import decode
from newsextract.reading import article_of
from newsextract.site.memory import SiteMemory
from newsextract.site.structure import CLASS_PAGES
from newsextract.site.view import SiteView
from newsextract.teaching import hear_page, teach
from newsextract.workers.pool import WorkerDied, WorkerPool

PAGES_SECONDS = 0.5 * PAGE_SECONDS
"""Longest time for the pages of one site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOutcome:
    """One page, by itself and with its site."""

    id: str
    alone: PageScore
    known: PageScore
    rule: str
    """The rule that read it; empty where the page's own evidence was weighed with its site's."""
    parse_seconds: float
    rule_seconds: float | None
    """Time from bytes to text and headline by the site's rules; None where none fitted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOutcome:
    """One site."""

    site: str
    pages: tuple[PageOutcome, ...]
    rules: tuple[str, ...]
    """Keys of the rules, with their confidence in percent."""
    teaching_seconds: float
    """Time to read the pages that were learned from, and to learn."""
    teaching_parse_seconds: float
    """Time to parse these pages alone."""


@dataclass(frozen=True, slots=True)
class _Task:
    site: str
    cases: tuple[Case, ...]
    method: str
    split: bool


def sites_of(cases: Iterable[Case]) -> dict[str, tuple[Case, ...]]:
    """The sites with enough pages to learn from, by name."""
    sites: dict[str, list[Case]] = {}
    for case in cases:
        sites.setdefault(case.site, []).append(case)
    return {site: tuple(found) for site, found in sites.items() if site and len(found) >= CLASS_PAGES}


def run_sites(
    cases: Iterable[Case], method: str = DEFAULT_METHOD, *, split: bool = False, workers: int = 1
) -> Iterator[SiteOutcome]:
    """Measure every site that has enough pages, and give the results in the order of the sites."""
    tasks = [_Task(site, found, method, split) for site, found in sites_of(cases).items()]
    if workers == 1:
        yield from map(run_site, tasks)
        return
    pool = WorkerPool(workers, PAGES_SECONDS)
    try:
        for future in [pool.submit(run_site, task) for task in tasks]:
            yield future.result()
    except (TimeoutError, WorkerDied) as error:
        raise NewsextractError(f"a site: {error}; find it with --workers 1") from error
    finally:
        pool.abandon()


def run_site(task: _Task) -> SiteOutcome:
    """Measure one site."""
    halves = (task.cases[::2], task.cases[1::2])
    lessons = [(halves[0], halves[1]), (halves[1], halves[0])] if task.split else [(task.cases, task.cases)]
    outcomes: dict[str, PageOutcome] = {}
    rules: list[str] = []
    seconds = parse_seconds = 0.0
    for taught, scored in lessons:
        memory = SiteMemory(task.site)
        bodies = [(case, case.read_page()) for case in taught]
        parse_seconds += sum(_parse_seconds(body) for _, body in bodies)
        started = CLOCK()
        for case, body in bodies:
            hear_page(memory, read_page(body, url=case.url), run=_own(task.method, body))
            if memory.class_is_complete:
                teach(memory)
        if memory.has_news:
            teach(memory)
        seconds += CLOCK() - started
        rules += [f"{rule.key} {rule.confidence:.0%}" for rule in memory.rules]
        outcomes |= {case.id: _page(case, task.method, memory.view) for case in scored}
    return SiteOutcome(
        site=task.site,
        pages=tuple(outcomes[case.id] for case in task.cases),
        rules=tuple(rules),
        teaching_seconds=seconds,
        teaching_parse_seconds=parse_seconds,
    )


def _own(method: str, body: bytes) -> Method:
    """What finds a page's own evidence; of `fusion` a network that has not seen the site (``held_out``)."""
    from newsextract.methods.fusion import fusion  # loads NumPy

    network = packaged_held_out().network_for(body) if method == DEFAULT_METHOD else None
    return get_method(method) if network is None else partial(fusion, network=network)


def _page(case: Case, method: str, view: SiteView) -> PageOutcome:
    body = case.read_page()
    run = _own(method, body)
    gold = text_gold(case.body, case.title)
    known = article_of(read_page(body, url=case.url), (), method, view, run=run)
    return PageOutcome(
        id=case.id,
        alone=score_text(article_of(read_page(body, url=case.url), (), method, run=run).text, gold),
        known=score_text(known.text, gold),
        rule=known.rule,
        parse_seconds=min(_parse_seconds(body) for _ in range(TURNS)),
        rule_seconds=min(_rule_seconds(body, view) for _ in range(TURNS)) if known.rule else None,
    )


def _parse_seconds(body: bytes) -> float:
    markup = decode(body).text.encode("utf-8", "replace")
    started = CLOCK()
    tree = parse_html(markup)
    seconds = CLOCK() - started
    del tree  # freeing it is not counted, as in ``run``
    return seconds


def _rule_seconds(body: bytes, view: SiteView) -> float:
    started = CLOCK()
    page = read_page(body)
    view.read(page.root)
    seconds = CLOCK() - started
    del page
    return seconds


def below(pages: Sequence[PageOutcome], floor: float) -> list[PageOutcome]:
    """The pages that fail by themselves."""
    return [page for page in pages if page.alone.f1 < floor]

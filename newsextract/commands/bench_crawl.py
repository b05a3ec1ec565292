"""``newsextract bench --crawl``: which sites are crawled, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from newsextract.addresses import resolve
from newsextract.bench.corpus import find_corpora, read_corpus, select
from newsextract.bench.crawl import WAYS, CrawlReport, measure_crawl
from newsextract.bench.live_sites import LiveSites, Served, corpus_sites
from newsextract.commands.progress import Progress
from newsextract.demo import SITE_NAMES, build_site
from newsextract.errors import InputError
from newsextract.settings import SETTINGS

DEFAULT_ROUNDS = 3
"""The least with a median that one disturbed round does not move."""

DEMO_COPIES = 10
"""How often the made-up sites are served, each time under other names: some 2,000 pages, for several seconds
of crawling."""

DEFAULT_WORKERS: int = next(entry.default for entry in SETTINGS if entry.name == "NEWSEXTRACT_WORKERS")


def crawl_sites(
    folders: Sequence[Path], *, limit: int | None = None, language: str | None = None
) -> Iterator[LiveSites]:
    """The sites of each set, or made-up ones when no set is named. Raises InputError for a set without."""
    if not folders:
        if limit or language:
            raise InputError("--limit and --language choose pages of a CORPUS: name one")
        yield made_up_sites(DEMO_COPIES)
    for folder in [folder for path in folders for folder in find_corpora(path)]:
        corpus = read_corpus(folder)
        sites = corpus_sites(corpus, select(corpus.cases, limit=limit, language=language))
        if not sites.homes:
            raise InputError(f"{corpus.name}: no page to crawl; the gold has to say the url of each")
        yield sites


def made_up_sites(copies: int) -> LiveSites:
    """The demo sites, as often as asked for, each under a host name of its own."""
    homes: list[str] = []
    answers: dict[str, Served] = {}
    for base in (f"http://{name}-{copy}.example" for copy in range(1, copies + 1) for name in SITE_NAMES):
        site = build_site(base.removeprefix("http://").partition("-")[0], base)
        homes.append(resolve(site.home, base))
        for path, response in site.pages.items():
            answers[resolve(base + path, base)] = Served(
                body=response.body,
                content_type=response.content_type,
                status=response.status,
                headers=dict(response.headers),
            )
    return LiveSites(name="made-up sites", homes=tuple(homes), answers=answers)


def measure_sites(sites: LiveSites, *, workers: int | None, rounds: int | None) -> CrawlReport:
    """Measure, with a line that says how far it is."""
    rounds = rounds or DEFAULT_ROUNDS
    with Progress(1 + WAYS * rounds, sites.name) as progress:
        return measure_crawl(
            sites, workers=workers or DEFAULT_WORKERS, rounds=rounds, advance=progress.advance
        )

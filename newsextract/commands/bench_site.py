"""``newsextract bench --site``: what the pages of a site teach each other."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import newsextract
from newsextract.bench.corpus import Case, Corpus, Scoring, find_corpora, read_corpus, select
from newsextract.commands.progress import Progress
from newsextract.errors import InputError
from newsextract.methods import get_method
from newsextract.site.structure import CLASS_PAGES

if TYPE_CHECKING:
    from newsextract.bench.site_report import SiteReport

_UNFIT_OPTIONS = ("against", "worst", "kinds", "crawl", "reliability", "gate")


def add_site_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--site", action="store_true",
        help=f"measure pages by themselves and with what all pages of their site taught, on sites with "
        f"{CLASS_PAGES} pages or more; own evidence by the one --method (also `density-paper`)",
    )  # fmt: skip
    parser.add_argument(
        "--split", action="store_true",
        help="with --site: learn from half of a site's pages and measure the other half, in turn",
    )  # fmt: skip


def check_site_arguments(args: argparse.Namespace) -> None:
    """Raise InputError for options that do not go together."""
    if args.split and not args.site:
        raise InputError("--split goes with --site")
    unfit = [name for name in _UNFIT_OPTIONS if args.site and getattr(args, name)]
    if unfit:
        raise InputError(f"--site compares pages with and without their site: leave out --{unfit[0]}")
    if args.site and "," in args.method:
        raise InputError(f"--method {args.method}: --site measures one method at a time")


def run_site_learning(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure every set that has sites to learn, print the tables, and give the records."""
    from newsextract.bench.site_learning import sites_of  # loads NumPy
    from newsextract.bench.site_report import site_record, site_text

    method = args.method or newsextract.methods()[0]
    get_method(method)
    records = []
    for corpus in [read_corpus(folder) for path in args.corpus for folder in find_corpora(path)]:
        cases = select(corpus.cases, limit=args.limit, language=args.language)
        if corpus.scoring is not Scoring.BODY or not sites_of(cases):
            print(
                f"{corpus.name}: no site with {CLASS_PAGES} pages or more and a body in the gold",
                file=sys.stderr,
            )
            continue
        report = _measure(corpus, cases, method, args)
        print(site_text(report), end="\n\n", flush=True)
        records.append(site_record(report))
    if not records:
        raise InputError("no site to learn in the corpora named; see the lines above")
    return records


def _measure(corpus: Corpus, cases: Sequence[Case], method: str, args: argparse.Namespace) -> SiteReport:
    from newsextract.bench.site_learning import run_sites, sites_of  # loads NumPy
    from newsextract.bench.site_report import SiteReport

    sites = []
    with Progress(len(sites_of(cases)), f"{corpus.name}, sites") as progress:
        for site in run_sites(cases, method, split=args.split, workers=args.workers or 1):
            sites.append(site)
            progress.advance()
    return SiteReport(corpus=corpus, method=method, split=args.split, sites=tuple(sites))

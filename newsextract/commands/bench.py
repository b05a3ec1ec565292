"""``newsextract bench``: how well and how fast the methods read labelled pages, next to other extractors."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import newsextract
from newsextract.bench.contestants import Entry, prepare
from newsextract.bench.corpus import Case, Corpus, Scoring, find_corpora, read_corpus, select
from newsextract.bench.crawl_report import crawl_record, crawl_text
from newsextract.bench.kinds import (
    READINGS,
    KindsReport,
    judge_cases,
    kinds_record,
    kinds_text,
    no_kinds_text,
)
from newsextract.bench.peers import BASELINE, PEERS
from newsextract.bench.record import RECORD_VERSION, own_version, record
from newsextract.bench.report import nothing_to_score_text, pooled_text, set_text
from newsextract.bench.run import PageResult, run_pages
from newsextract.bench.summary import SetReport, summarise
from newsextract.commands.arguments import positive_number
from newsextract.commands.bench_crawl import DEFAULT_ROUNDS, crawl_sites, measure_sites
from newsextract.commands.bench_fields import (
    add_fields_arguments,
    check_fields_arguments,
    run_field_measures,
)
from newsextract.commands.bench_gate import add_gate_arguments, check_gate_arguments, open_gate, pass_gate
from newsextract.commands.bench_site import add_site_arguments, check_site_arguments, run_site_learning
from newsextract.commands.progress import Progress
from newsextract.errors import InputError, OutputError, UnknownMethodError
from newsextract.methods import get_method

NAME = "bench"
HELP = "measure the methods on labelled pages, next to other extractors"

_DESCRIPTION = """\
Measure methods, and other extractors beside them, on labelled pages, and print one table a set.

P, R and F1 compare the text found with the gold text by runs of four words; mean F1 is the mean of the
pages' own F1, perfect the share of pages above 0.98, bad the share below 0.5, title the share of exact
titles. Time is a multiple of the time lxml needs to parse the same page in the same run: of the median page
(x parse) and at the 95th percentile (x p95); max ms is the slowest page. The row `alltext` is the text of
the whole page.

With --kinds the question is another one: which pages are articles, told by their links before they are
fetched and by the pages themselves. The gold says so with is_article.

With --crawl it is what a crawl costs: the pages are served on this machine as live sites, crawled by
`scrapy crawl news`, and read by the same workers without a crawl. Without a CORPUS made-up sites are taken.

With --site it is what the pages of a site teach each other: every page by itself, and with what was learned
from all pages of its site (--split: from the half that it is not in), without a look at the gold.

With --fields it is titles, days of publication and authors: the share of exact titles, that of right days,
the mean F1 of the names, and what all metadata costs next to parsing alone.

With --gate the figures are held against floors, one for each of F1, perfect, bad and the F1 of a language:
exit code 0 if all hold, 1 if one is missed, 2 if there are none for this corpus.

With --reliability it is also told what a method's confidence is worth: for each tenth of it, the share of
pages whose F1 is above 0.9, and over all of them the expected calibration error.
"""
_EPILOG = """\
example:
  newsextract bench corpus/daniel --method all --against trafilatura,readability --worst 5
  newsextract bench corpus/kinds --kinds --worst 10
  newsextract bench corpus/daniel --crawl --workers 2
  newsextract bench corpus/daniel --site --split
  newsextract bench corpus/fundus --fields --against trafilatura,goose3 --worst 5
  newsextract bench corpus --gate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    parser.add_argument(
        "corpus", metavar="CORPUS", nargs="*", type=Path,
        help="a folder with gold.jsonl and html/ID.html.gz, or a folder of such folders",
    )  # fmt: skip
    parser.add_argument(
        "--method", metavar="A,B", default="",
        help="methods to measure, `all` or `none` (default: the default method)",
    )  # fmt: skip
    parser.add_argument(
        "--against", metavar="A,B", default="",
        help=f"other extractors to measure, or `all`: {', '.join(PEERS)} (install newsextract[bench])",
    )  # fmt: skip
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write every figure of every page")
    parser.add_argument(
        "--workers", metavar="N", type=positive_number,
        help="processes to share the pages out to; with more than one, times are noisier (default: 1; with "
        "--crawl as many as a crawl has)",
    )  # fmt: skip
    parser.add_argument(
        "--worst", metavar="N", type=positive_number, default=0,
        help="list each method's N lowest pages of a set, with what was missed and what was added",
    )  # fmt: skip
    parser.add_argument(
        "--limit", metavar="N", type=positive_number,
        help="measure N pages a set, spread evenly over it",
    )  # fmt: skip
    parser.add_argument("--language", metavar="NAME", help="measure only pages in this language of the gold")
    parser.add_argument(
        "--reliability", action="store_true",
        help="also print how many pages are good, by how sure a method was of them: of each set, and of all",
    )  # fmt: skip
    _add_other_questions(parser)
    add_gate_arguments(parser)


def _add_other_questions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--kinds", action="store_true",
        help="measure how well articles are told from index pages and others, instead of methods",
    )  # fmt: skip
    parser.add_argument(
        "--crawl", action="store_true",
        help="measure how many pages a second a crawl reads, next to its workers alone, instead of methods",
    )  # fmt: skip
    add_site_arguments(parser)
    add_fields_arguments(parser)
    parser.add_argument(
        "--rounds", metavar="N", type=positive_number,
        help=f"how often each way is measured, with --crawl (default: {DEFAULT_ROUNDS})",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Measure and print. A wrong name, corpus or file is a ``NewsextractError`` that says what is allowed."""
    check_gate_arguments(args)
    check_site_arguments(args)
    check_fields_arguments(args)
    if args.reliability and (args.crawl or args.kinds):
        raise InputError("--reliability is of methods: leave out --crawl and --kinds")
    if args.crawl:
        return _run_crawl(args)
    if args.rounds:
        raise InputError("--rounds goes with --crawl")
    if not args.corpus:
        raise InputError("name a CORPUS, a folder with gold.jsonl; only --crawl can do without")
    if args.kinds:
        return _run_kinds(args)
    if args.site:
        return _run_records(args, "site", run_site_learning)
    if args.fields:
        return _run_records(args, "fields", run_field_measures)
    entries = chosen_entries(args.method, args.against)
    check_output(args.json)
    corpora = [read_corpus(folder) for path in args.corpus for folder in find_corpora(path)]
    measurable = _measurable(args, corpora)
    gate = open_gate(args, entries, [corpus for corpus, _ in measurable]) if args.gate is not None else None
    reports = [_measure(args, entries, corpus, cases) for corpus, cases in measurable]
    pooled = pooled_text(reports) if args.reliability else ""
    if pooled:
        print(pooled, end="\n\n", flush=True)
    if args.json is not None:
        write_json(args.json, reports)
    return pass_gate(gate, reports) if gate else 0


def chosen_entries(method: str, against: str) -> list[Entry]:
    """The methods, the baseline and the peers that two comma-separated lists name; all of them loadable."""
    known = newsextract.methods()
    special = {"": known[:1], "all": known, "none": []}
    methods = special[method] if method in special else _names(method)
    for name in methods:
        _check_method(name, known)
    peers = list(PEERS) if against == "all" else _names(against)
    entries = [Entry("method", name) for name in methods]
    entries += [Entry("peer", name) for name in dict.fromkeys([BASELINE, *peers])]
    for entry in entries:
        prepare(entry)
    return entries


def _check_method(name: str, known: Sequence[str]) -> None:
    try:
        get_method(name)
    except UnknownMethodError as error:
        raise UnknownMethodError(
            f"unknown method {name!r}; there are: all, none, {', '.join(known)}"
        ) from error


def check_output(path: Path | None) -> None:
    """Find out before a long run, not after it, that the result could not be written."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise OutputError(f"--json {path}: cannot be written; name a file in a folder that exists")


def write_json(path: Path, reports: Sequence[SetReport]) -> None:
    """Write the record of a run."""
    _write(path, record(reports))


def _write(path: Path, value: dict[str, Any]) -> None:
    text = json.dumps(value, allow_nan=False, indent=1)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(
            f"--json {path}: cannot be written ({error.strerror}); name another file"
        ) from error


def _run_kinds(args: argparse.Namespace) -> int:
    if args.method or args.against or args.workers:
        raise InputError("--kinds measures no methods: leave out --method, --against and --workers")
    check_output(args.json)
    corpora = [read_corpus(folder) for path in args.corpus for folder in find_corpora(path)]
    reports = []
    for corpus in corpora:
        cases = select(corpus.judged, limit=args.limit, language=args.language)
        if not corpus.judged:
            print(no_kinds_text(corpus), file=sys.stderr)
        elif not cases:
            print(_no_language_text(args.language, corpus.name, corpus.judged), file=sys.stderr)
        else:
            reports.append(_judge_kinds(args, corpus, cases))
    if not reports:
        raise InputError("no page to judge in the corpora named; see the lines above")
    if args.json is not None:
        sets = [kinds_record(report) for report in reports]
        _write(args.json, {"version": RECORD_VERSION, "newsextract": own_version(), "kinds": sets})
    return 0


def _run_crawl(args: argparse.Namespace) -> int:
    if args.method or args.against or args.kinds or args.worst:
        raise InputError("--crawl measures no methods: leave out --method, --against, --kinds and --worst")
    check_output(args.json)
    reports = []
    for sites in crawl_sites(args.corpus, limit=args.limit, language=args.language):
        reports.append(measure_sites(sites, workers=args.workers, rounds=args.rounds))
        print(crawl_text(reports[-1]), end="\n\n", flush=True)
    if args.json is not None:
        crawls = [crawl_record(report) for report in reports]
        _write(args.json, {"version": RECORD_VERSION, "newsextract": own_version(), "crawl": crawls})
    return 0


def _run_records(
    args: argparse.Namespace, name: str, measure: Callable[[argparse.Namespace], list[dict[str, Any]]]
) -> int:
    check_output(args.json)
    records = measure(args)
    if args.json is not None:
        _write(args.json, {"version": RECORD_VERSION, "newsextract": own_version(), name: records})
    return 0


def _judge_kinds(args: argparse.Namespace, corpus: Corpus, cases: Sequence[Case]) -> KindsReport:
    with Progress(READINGS * len(cases), corpus.name) as progress:
        results = judge_cases(cases, advance=progress.advance)
    report = KindsReport(corpus=corpus, results=tuple(results))
    print(kinds_text(report, worst=args.worst), end="\n\n", flush=True)
    return report


def _no_language_text(language: str, name: str, cases: Sequence[Case]) -> str:
    return f"{name}: no page in {language!r}; there are: {sorted({case.language for case in cases})}"


def _measurable(args: argparse.Namespace, corpora: Sequence[Corpus]) -> list[tuple[Corpus, list[Case]]]:
    chosen: list[tuple[Corpus, list[Case]]] = []
    for corpus in corpora:
        cases = select(corpus.cases, limit=args.limit, language=args.language)
        if corpus.scoring is Scoring.NOTHING:
            print(nothing_to_score_text(corpus), file=sys.stderr)
        elif not cases:
            print(_no_language_text(args.language, corpus.name, corpus.cases), file=sys.stderr)
        else:
            chosen.append((corpus, cases))
    if not chosen:
        raise InputError("no page to measure in the corpora named; see the lines above")
    return chosen


def _measure(
    args: argparse.Namespace, entries: Sequence[Entry], corpus: Corpus, cases: Sequence[Case]
) -> SetReport:
    results: list[PageResult] = []
    with Progress(len(cases), corpus.name) as progress:
        for result in run_pages(cases, entries, workers=args.workers or 1, keep_text=args.worst > 0):
            results.append(result)
            progress.advance()
    report = summarise(corpus, entries, results)
    text = set_text(report, worst=args.worst, reliability=args.reliability)
    print(text, end="\n\n", flush=True)
    return report


def _names(listed: str) -> list[str]:
    return list(dict.fromkeys(name.strip() for name in listed.split(",") if name.strip()))

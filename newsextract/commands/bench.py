"""``newsextract bench``: how well and how fast the methods read labelled pages, next to other extractors."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import newsextract
from newsextract.bench.contestants import Entry, prepare
from newsextract.bench.corpus import Case, Corpus, Scoring, find_corpora, read_corpus, select
from newsextract.bench.peers import BASELINE, PEERS
from newsextract.bench.record import record
from newsextract.bench.report import nothing_to_score_text, set_text
from newsextract.bench.run import PageResult, run_pages
from newsextract.bench.summary import SetReport, summarise
from newsextract.commands.arguments import positive_number
from newsextract.commands.progress import Progress
from newsextract.errors import InputError, OutputError, UnknownMethodError

NAME = "bench"
HELP = "measure the methods on labelled pages, next to other extractors"

_DESCRIPTION = """\
Measure methods, and other extractors beside them, on labelled pages, and print one table a set.

P, R and F1 compare the text found with the gold text by runs of four words; mean F1 is the mean of the
pages' own F1, perfect the share of pages above 0.98, bad the share below 0.5, title the share of exact
titles. Time is a multiple of the time lxml needs to parse the same page in the same run: of the median page
(x parse) and at the 95th percentile (x p95); max ms is the slowest page. The row `alltext` is the text of
the whole page.
"""
_EPILOG = """\
example:
  newsextract bench corpus/daniel --method all --against trafilatura,readability --worst 5
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    parser.add_argument(
        "corpus", metavar="CORPUS", nargs="+", type=Path,
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
        "--workers", metavar="N", type=positive_number, default=1,
        help="processes to share the pages out to; with more than one, times are noisier (default: 1)",
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


def run(args: argparse.Namespace) -> int:
    """Measure and print. A wrong name, corpus or file is a ``NewsextractError`` that says what is allowed."""
    entries = chosen_entries(args.method, args.against)
    check_output(args.json)
    corpora = [read_corpus(folder) for path in args.corpus for folder in find_corpora(path)]
    reports = [_measure(args, entries, corpus, cases) for corpus, cases in _measurable(args, corpora)]
    if args.json is not None:
        write_json(args.json, reports)
    return 0


def chosen_entries(method: str, against: str) -> list[Entry]:
    """The methods, the baseline and the peers that two comma-separated lists name; all of them loadable."""
    known = newsextract.methods()
    special = {"": known[:1], "all": known, "none": []}
    methods = special[method] if method in special else _names(method)
    unknown = [name for name in methods if name not in known]
    if unknown:
        raise UnknownMethodError(f"unknown method {unknown[0]!r}; there are: all, none, {', '.join(known)}")
    peers = list(PEERS) if against == "all" else _names(against)
    entries = [Entry("method", name) for name in methods]
    entries += [Entry("peer", name) for name in dict.fromkeys([BASELINE, *peers])]
    for entry in entries:
        prepare(entry)
    return entries


def check_output(path: Path | None) -> None:
    """Find out before a long run, not after it, that the result could not be written."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise OutputError(f"--json {path}: cannot be written; name a file in a folder that exists")


def write_json(path: Path, reports: Sequence[SetReport]) -> None:
    """Write the record of a run."""
    text = json.dumps(record(reports), allow_nan=False, indent=1)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(
            f"--json {path}: cannot be written ({error.strerror}); name another file"
        ) from error


def _measurable(args: argparse.Namespace, corpora: Sequence[Corpus]) -> list[tuple[Corpus, list[Case]]]:
    chosen: list[tuple[Corpus, list[Case]]] = []
    for corpus in corpora:
        cases = select(corpus.cases, limit=args.limit, language=args.language)
        if corpus.scoring is Scoring.NOTHING:
            print(nothing_to_score_text(corpus), file=sys.stderr)
        elif not cases:
            languages = sorted({case.language for case in corpus.cases})
            print(f"{corpus.name}: no page in {args.language!r}; there are: {languages}", file=sys.stderr)
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
        for result in run_pages(cases, entries, workers=args.workers, keep_text=args.worst > 0):
            results.append(result)
            progress.advance()
    report = summarise(corpus, entries, results)
    print(set_text(report, worst=args.worst), end="\n\n", flush=True)
    return report


def _names(listed: str) -> list[str]:
    return list(dict.fromkeys(name.strip() for name in listed.split(",") if name.strip()))

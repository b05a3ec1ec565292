"""``newsextract bench --fields``: titles, days of publication and authors."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from newsextract.bench.corpus import find_corpora, read_corpus, select
from newsextract.bench.field_peers import FIELD_PEERS
from newsextract.bench.fields import field_readers, run_fields
from newsextract.bench.fields_report import FieldsReport, fields_record, fields_text
from newsextract.commands.progress import Progress
from newsextract.errors import InputError

_UNFIT_OPTIONS = ("method", "kinds", "crawl", "site", "reliability", "workers", "gate")


def add_fields_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        "--fields", action="store_true",
        help="measure titles, days of publication and authors instead of methods; --against takes "
        f"{', '.join(FIELD_PEERS)} or `all`, --worst lists wrong titles",
    )  # fmt: skip


def check_fields_arguments(args: argparse.Namespace) -> None:
    """Raise InputError for options that do not go together."""
    unfit = [name for name in _UNFIT_OPTIONS if args.fields and getattr(args, name) not in (None, "", False)]
    if unfit:
        raise InputError(
            f"--fields measures what is known of an article, not its text: leave out --{unfit[0]}"
        )


def run_field_measures(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure every set with such gold, print the tables, and give the records."""
    named = dict.fromkeys(name.strip() for name in args.against.split(",") if name.strip())
    readers = field_readers([*FIELD_PEERS] if args.against == "all" else [*named])
    records = []
    for corpus in [read_corpus(folder) for path in args.corpus for folder in find_corpora(path)]:
        cases = select(corpus.with_fields, limit=args.limit, language=args.language)
        if not cases:
            print(f"{corpus.name}: no such page with a title, a day or authors in its gold", file=sys.stderr)
            continue
        results = []
        with Progress(len(cases), corpus.name) as progress:
            for result in run_fields(cases, readers):
                results.append(result)
                progress.advance()
        report = FieldsReport(corpus=corpus, names=tuple(readers), results=tuple(results))
        print(fields_text(report, worst=args.worst), end="\n\n", flush=True)
        records.append(fields_record(report))
    if not records:
        raise InputError("no page with fields in the corpora named; see the lines above")
    return records

"""``newsextract train``: makes the model of ``fusion`` from labelled pages."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from newsextract.bench.corpus import Corpus, Scoring, find_corpora, read_corpus
from newsextract.bench.report import table
from newsextract.commands.arguments import positive_number
from newsextract.commands.progress import Progress
from newsextract.errors import InputError, OutputError

NAME = "train"
HELP = "make the model of fusion from labelled pages"

MODEL, HELD_OUT, REPORT = "model.npz", "held_out.zip", "model.json"

_DESCRIPTION = """\
Make the model of the method `fusion` from labelled pages (folders with gold.jsonl and html/ID.html.gz).

First networks are fitted that each leave out the pages of a fifth of all sites; they judge the pages that
they have not seen, and that is what the report says. Then the network that is the model is fitted to all
pages. The same pages, seed and machine make the same model. Takes about 15 minutes for 3,500 pages.

Written are model.npz, held_out.zip (the networks of the folds, by which `newsextract bench` measures pages
that the model learned from) and model.json (how it was made, and the cross-validation by site).
"""
_EPILOG = """\
examples:
  newsextract train corpus/daniel corpus/fundus -o mine      write three files to the folder `mine`
  newsextract train corpus --weight fundus=3 --package       replace the model of this installation
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    parser.add_argument(
        "corpus", metavar="CORPUS", nargs="+", type=Path,
        help="a folder with gold.jsonl and html/ID.html.gz, or a folder of such folders",
    )  # fmt: skip
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("-o", "--output", metavar="FOLDER", type=Path, help="where the three files go")
    where.add_argument("--package", action="store_true", help="replace the model that the package uses")
    parser.add_argument(
        "--weight", metavar="SET=X", action="append", default=[], type=_weight,
        help="how much a page of that set counts (default: 1); can be given several times",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="N", type=positive_number, help="for another draw of chances")
    parser.add_argument(
        "--epochs", metavar="N", type=positive_number, help="how often every page is learned from"
    )


def run(args: argparse.Namespace) -> int:
    """Train, write, and print the cross-validation."""
    from newsextract.training.making import make_model

    paths = _paths(args)
    corpora = [read_corpus(folder) for path in args.corpus for folder in find_corpora(path)]
    labelled = [corpus for corpus in corpora if corpus.scoring is not Scoring.NOTHING]
    if not labelled:
        raise InputError(
            "no page to learn from in the corpora named: none has a body or segments in its gold"
        )
    repeated = [name for name, count in Counter(corpus.name for corpus in labelled).items() if count > 1]
    if repeated:
        raise InputError(f"sets are told by their names, and {repeated[0]} is named twice: name it once")
    weights = dict(args.weight)
    unknown = sorted(set(weights) - {corpus.name for corpus in labelled})
    if unknown:
        raise InputError(f"--weight {unknown[0]}: no such set is named; there are: {_names(labelled)}")
    watch = _Watch()
    made = make_model(labelled, weights, _recipe(args), watch)
    watch.close()
    report = json.dumps(made.report, allow_nan=False, indent=1) + "\n"
    for path, data in zip(paths, (made.model, made.held_out, report.encode()), strict=True):
        try:
            path.write_bytes(data)
        except OSError as error:
            raise OutputError(f"{path}: cannot be written ({error.strerror}); name another folder") from error
        print(f"{path}: {len(data):,} bytes", file=sys.stderr)
    print(report_text(made.report))
    return 0


def report_text(report: dict[str, Any]) -> str:
    """The cross-validation for people."""
    columns = ("precision", "recall", "f1", "mean_f1", "perfect", "bad")
    found = report["cross_validation"]
    rows = [["pages of sites not seen", *columns]]
    for name, values in found["sets"].items():
        rows.append([name, *("-" if values[key] is None else f"{values[key]:.3f}" for key in columns)])
    error = found["reliability"]["calibration_error"] if found["reliability"] else None
    sure = "" if error is None else f"\n\nexpected calibration error of the confidence: {error:.3f}"
    return table(rows) + sure


class _Watch:
    """Shows how far the work is, a line for each part of it."""

    def __init__(self) -> None:
        self._shown: Progress | None = None

    def __call__(self, label: str, total: int) -> Callable[[], None]:
        self.close()
        self._shown = Progress(total, label)
        self._shown.__enter__()
        return self._shown.advance

    def close(self) -> None:
        if self._shown is not None:
            self._shown.__exit__(None, None, None)
            self._shown = None


def _recipe(args: argparse.Namespace) -> Any:
    from newsextract.training.fit import Recipe

    chosen = {"seed": args.seed, "epochs": args.epochs}
    return Recipe(**{name: value for name, value in chosen.items() if value is not None})


def _paths(args: argparse.Namespace) -> tuple[Path, Path, Path]:
    """Where model, held-out networks and report go; found out before the work, not after it."""
    if args.package:
        from newsextract.bench.held_out import HELD_OUT_FILE
        from newsextract.methods.fusion.model import MODEL_FILE

        return MODEL_FILE, HELD_OUT_FILE, MODEL_FILE.with_name(REPORT)
    if not args.output.is_dir():
        raise OutputError(f"--output {args.output}: no such folder; make it first")
    return args.output / MODEL, args.output / HELD_OUT, args.output / REPORT


def _weight(value: str) -> tuple[str, float]:
    name, _, number = value.partition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = 0.0
    if not name or not 0 < weight < float("inf"):
        raise argparse.ArgumentTypeError(f"{value!r} is not SET=X with a number X above 0")
    return name, weight


def _names(corpora: list[Corpus]) -> str:
    return ", ".join(corpus.name for corpus in corpora)

"""``newsextract bench --gate``: whether a method still reaches its floors, and how they are changed."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import Corpus
from newsextract.bench.gate import (
    PACKAGED_FLOORS,
    Change,
    Floors,
    Mode,
    SetFigures,
    Verdict,
    changes,
    check_set,
    compare,
    floors_after,
    measured_figures,
    read_floors,
    write_floors,
)
from newsextract.bench.report import table
from newsextract.bench.summary import SetReport
from newsextract.errors import InputError, OutputError

MISSED_EXIT_CODE = 1

_NOTHING_RAISED = "; no floor was raised (--lower-floors would lower these)"
_UNFIT_OPTIONS = ("limit", "language", "against", "kinds", "crawl")


@dataclass(frozen=True, slots=True)
class Gate:
    """What a run is held against, and what it may change."""

    floors: Floors
    mode: Mode


def add_gate_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the gate."""
    parser.add_argument(
        "--gate", metavar="FILE", nargs="?", const=PACKAGED_FLOORS, type=Path,
        help="compare the default method, or the one of --method, with the floors in FILE, and end with exit "
        "code 1 if one is missed (default: the floors that come with the package; name CORPUS first)",
    )  # fmt: skip
    parser.add_argument(
        "--raise-floors", action="store_true",
        help="with --gate: if all floors hold, raise them to what was measured, and add those that are "
        "missing; no floor is lowered and no other corpus accepted",
    )  # fmt: skip
    parser.add_argument(
        "--lower-floors", action="store_true",
        help="with --gate: make the floors of the sets named what was measured, raised or lowered, also for "
        "another corpus of that name, and list those that were lowered; includes --raise-floors",
    )  # fmt: skip


def check_gate_arguments(args: argparse.Namespace) -> None:
    """Raise InputError for options that do not go together."""
    if args.gate is None:
        if args.raise_floors or args.lower_floors:
            raise InputError("--raise-floors and --lower-floors go with --gate: add it")
        return
    unfit = [f"--{option}" for option in _UNFIT_OPTIONS if getattr(args, option)]
    if unfit:
        raise InputError(f"--gate measures whole sets with one method: leave out {', '.join(unfit)}")
    if args.gate.is_dir():
        raise InputError(f"--gate {args.gate}: a folder, not a file of floors; name CORPUS before --gate")


def open_gate(args: argparse.Namespace, entries: Sequence[Entry], corpora: Sequence[Corpus]) -> Gate:
    """Read the floors, and find out before a long run, not after it, that they are not for it."""
    methods = [entry.name for entry in entries if entry.kind == "method"]
    if len(methods) != 1:
        raise InputError(
            f"--gate measures one method, --method {args.method} names {len(methods)}: name one, or leave it "
            "out for the default"
        )
    repeated = [name for name, count in Counter(corpus.name for corpus in corpora).items() if count > 1]
    if repeated:
        raise InputError(f"--gate tells sets by their names, and {repeated[0]} is named twice: name it once")
    mode = _mode(args)
    if mode is not Mode.HOLD and not os.access(args.gate.parent, os.W_OK):
        raise OutputError(f"--gate {args.gate}: cannot be written; name a file in a folder that can be")
    floors = read_floors(args.gate, mode)
    for corpus in corpora:
        check_set(floors, corpus.name, corpus.digest, mode)
    return Gate(floors, mode)


def pass_gate(gate: Gate, reports: Sequence[SetReport]) -> int:
    """Compare what was measured with the floors, change these as the mode says, and give the exit code."""
    measured = [measured_figures(report) for report in reports]
    verdicts = [verdict for found in measured for verdict in compare(gate.floors, found, gate.mode)]
    print(verdict_table(verdicts), end="\n\n")
    for line in _other_methods(gate.floors, measured):
        print(line)
    if gate.mode is not Mode.LOWER and not all(verdict.holds for verdict in verdicts):
        print(missed_text(verdicts) + (_NOTHING_RAISED if gate.mode is Mode.RAISE else ""))
        return MISSED_EXIT_CODE
    if gate.mode is Mode.HOLD:
        print(f"gate: all {len(verdicts)} floors hold")
        return 0
    after = floors_after(gate.floors, measured, gate.mode)
    if after != gate.floors:
        write_floors(after)
    print(changes_text(after.path, changes(gate.floors, after)))
    return 0


def verdict_table(verdicts: Sequence[Verdict]) -> str:
    """One row a figure. A measured value has one digit more than a floor, as the tolerance has."""
    header = ["set", "figure", "floor", "measured", "verdict"]
    rows = [
        [
            verdict.set_name,
            verdict.figure,
            _floor(verdict.floor),
            f"{verdict.measured:.4f}",
            _verdict(verdict),
        ]
        for verdict in verdicts
    ]
    return table([header, *rows])


def missed_text(verdicts: Sequence[Verdict]) -> str:
    """Which floors were missed, and by how much."""
    missed = [verdict for verdict in verdicts if not verdict.holds]
    count = sum(verdict.floor is not None for verdict in verdicts)
    each = ", ".join(f"{verdict.set_name} {verdict.figure} by {verdict.shortfall:.4f}" for verdict in missed)
    return f"gate: {len(missed)} of {count} floors missed: {each}"


def changes_text(path: Path, changed: Sequence[Change]) -> str:
    """Every floor that was lowered, and how many were changed otherwise."""
    lowered = [change for change in changed if change.lowers]
    added = sum(change.before is None for change in changed)
    raised = len(changed) - len(lowered) - added
    lines = [
        f"lowered: {change.set_name} {change.figure} from {_floor(change.before)} to {_floor(change.after)}"
        for change in lowered
    ]
    return "\n".join(
        [*lines, f"gate: {len(lowered)} floors lowered, {raised} raised, {added} added in {path}"]
    )


def _mode(args: argparse.Namespace) -> Mode:
    if args.lower_floors:
        return Mode.LOWER
    return Mode.RAISE if args.raise_floors else Mode.HOLD


def _other_methods(floors: Floors, measured: Sequence[SetFigures]) -> list[str]:
    """Worth a line: the floors bind whatever method is the default, but are not then its own figures."""
    return [
        f"{found.name}: the floors are those of {floors.sets[found.name].method}, measured was {found.method}"
        for found in measured
        if found.name in floors.sets and floors.sets[found.name].method != found.method
    ]


def _floor(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _verdict(verdict: Verdict) -> str:
    if verdict.floor is None:
        return "new"
    return "holds" if verdict.holds else f"missed by {verdict.shortfall:.4f}"

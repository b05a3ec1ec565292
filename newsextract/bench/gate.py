"""Floors that a method has to hold: the benchmark as a gate.

They are pinned in one JSON file, ``floors.json`` beside this module unless another is named, with sets and
figures in the order of their names:

``{"version": 1, "sets": {NAME: SET, ...}}``

SET: ``digest`` (SHA-256 of gold and pages; the floors are for this corpus only), ``method`` (the one whose
measurement changed the floors last) and ``floors``, a number of three decimals for each FIGURE.

FIGURE: ``F1``; where the set is scored by body also ``perfect`` and ``bad``; where it has several languages
also ``F1 LANGUAGE`` for each. All of them must not fall below their floor but ``bad``, which must not rise
above it. Every figure of a set has a floor: a gate that leaves one out would not be noticed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from enum import Enum
from pathlib import Path
from typing import Any

from newsextract.bench.report import DIGEST_CHARACTERS
from newsextract.bench.summary import SetReport
from newsextract.errors import InputError, OutputError

PACKAGED_FLOORS = Path(__file__).with_name("floors.json")
FLOORS_VERSION = 1

TOLERANCE = 0.0005
"""Half of a floor's last digit: BLAS kernels differ between machines, and with them a page here and there."""

STEP = Decimal("0.001")
AT_MOST = frozenset({"bad"})
"""Figures that are better when they are lower."""


class Mode(Enum):
    """What a run may do with the floors."""

    HOLD = "compare only"
    RAISE = "raise floors and add missing ones, if all that are there hold"
    LOWER = "make the floors what was measured, also where that is lower or the corpus another"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFigures:
    """The figures of one set by name: its floors, or what was measured."""

    name: str
    digest: str
    method: str
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Floors:
    """The floors of a file, by set."""

    path: Path
    sets: Mapping[str, SetFigures]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One figure next to its floor, which is None when it has none yet."""

    set_name: str
    figure: str
    floor: float | None
    measured: float

    @property
    def shortfall(self) -> float:
        """How far the figure is on the wrong side of its floor; below 0 on the right side."""
        if self.floor is None:
            return 0.0
        apart = self.floor - self.measured
        return -apart if self.figure in AT_MOST else apart

    @property
    def holds(self) -> bool:
        """Whether the floor is reached, within the tolerance."""
        return self.shortfall <= TOLERANCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A floor that is not what it was. ``before`` is None for a new one, ``after`` for a dropped one."""

    set_name: str
    figure: str
    before: float | None
    after: float | None

    @property
    def lowers(self) -> bool:
        """Whether less is asked for than before: the floor is lower, or gone."""
        if self.before is None or self.after is None:
            return self.after is None
        return _stricter(self.figure, self.before, self.after) == self.before


def read_floors(path: Path, mode: Mode) -> Floors:
    """Read a file of floors. Only where floors may be added may it be missing: then there are none yet."""
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        if mode is Mode.HOLD:
            raise InputError(
                f"--gate {path}: no such file; name a file of floors, or write one with --raise-floors"
            ) from error
        return Floors(path, {})
    except OSError as error:
        raise InputError(f"--gate {path}: cannot be read ({error.strerror}); name another file") from error
    try:
        return Floors(path, _parse(json.loads(content)))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"--gate {path}: not a file of floors ({error}); restore it, or delete it and write it anew with "
            "--raise-floors"
        ) from error


def write_floors(floors: Floors) -> None:
    """Write to a new file that then takes the name, so that nobody reads half of it."""
    sets = {
        name: {"digest": of_set.digest, "method": of_set.method, "floors": dict(of_set.figures)}
        for name, of_set in floors.sets.items()
    }
    value = {"version": FLOORS_VERSION, "sets": sets}
    text = json.dumps(value, allow_nan=False, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    unfinished = floors.path.with_name(f"{floors.path.name}.{os.getpid()}.part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(floors.path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OutputError(
            f"--gate {floors.path}: cannot be written ({error.strerror}); name another file"
        ) from error


def measured_figures(report: SetReport) -> SetFigures:
    """The figures of the one method that was measured on a set, in the order of the benchmark's tables."""
    summary = next(summary for summary in report.summaries if summary.entry.kind == "method")
    score = summary.score
    figures = {"F1": score.f1, "perfect": score.perfect, "bad": score.bad}
    figures |= {f"F1 {language}": f1 for language, f1 in summary.language_f1.items()}
    return SetFigures(
        name=report.corpus.name,
        digest=report.corpus.digest,
        method=summary.entry.name,
        figures={figure: value for figure, value in figures.items() if value is not None},
    )


def check_set(floors: Floors, name: str, digest: str, mode: Mode) -> None:
    """Raise InputError when a set has no floors, or those of another corpus, and the mode needs them."""
    standing = floors.sets.get(name)
    if standing is None:
        if mode is Mode.HOLD:
            raise InputError(f"{name}: has no floors in {floors.path}; --raise-floors adds them")
    elif standing.digest != digest and mode is not Mode.LOWER:
        raise InputError(
            f"{name}: its floors in {floors.path} are for another corpus (digest "
            f"{standing.digest[:DIGEST_CHARACTERS]}, this one has {digest[:DIGEST_CHARACTERS]}); measure "
            "that corpus, or write floors for this one with --lower-floors"
        )


def compare(floors: Floors, measured: SetFigures, mode: Mode) -> list[Verdict]:
    """Every figure of a set next to its floor. Raises InputError when the two do not fit together."""
    check_set(floors, measured.name, measured.digest, mode)
    standing = _standing(floors, measured)
    missing = [figure for figure in measured.figures if figure not in standing]
    if missing and mode is Mode.HOLD:
        raise InputError(
            f"{measured.name}: {missing[0]} has no floor in {floors.path}; --raise-floors adds it"
        )
    unmeasured = sorted(set(standing) - set(measured.figures))
    if unmeasured and mode is not Mode.LOWER:
        raise InputError(
            f"{measured.name}: {unmeasured[0]} has a floor in {floors.path} and was not measured; "
            "--lower-floors drops it"
        )
    return [
        Verdict(set_name=measured.name, figure=figure, floor=standing.get(figure), measured=value)
        for figure, value in measured.figures.items()
    ]


def floors_after(floors: Floors, measured: Iterable[SetFigures], mode: Mode) -> Floors:
    """The floors with those of the measured sets raised, or in mode LOWER made what was measured."""
    sets = dict(floors.sets)
    for found in measured:
        check_set(floors, found.name, found.digest, mode)
        standing = _standing(floors, found)
        new = {figure: rounded(figure, value) for figure, value in found.figures.items()}
        if mode is not Mode.LOWER:
            new |= {
                figure: _stricter(figure, floor, new.get(figure, floor)) for figure, floor in standing.items()
            }
        if new != standing:
            sets[found.name] = replace(found, figures=new)
    return replace(floors, sets=sets)


def changes(before: Floors, after: Floors) -> list[Change]:
    """Every floor that differs between two states of a file, by set and figure."""
    pairs = [
        (name, _figures(before, name), _figures(after, name)) for name in sorted({*before.sets, *after.sets})
    ]
    return [
        Change(set_name=name, figure=figure, before=old.get(figure), after=new.get(figure))
        for name, old, new in pairs
        for figure in sorted({*old, *new})
        if old.get(figure) != new.get(figure)
    ]


def rounded(figure: str, value: float) -> float:
    """The strictest floor of three decimals that a measured value still reaches."""
    direction = ROUND_CEILING if figure in AT_MOST else ROUND_FLOOR
    # by its digits: 0.57 * 1000 is a little less than 570, and would lose a step
    return float(Decimal(repr(value)).quantize(STEP, direction))


def _stricter(figure: str, one: float, other: float) -> float:
    return min(one, other) if figure in AT_MOST else max(one, other)


def _standing(floors: Floors, measured: SetFigures) -> Mapping[str, float]:
    """The floors that stand for a measured set: none when there are only those of another corpus."""
    of_set = floors.sets.get(measured.name)
    return of_set.figures if of_set is not None and of_set.digest == measured.digest else {}


def _figures(floors: Floors, name: str) -> Mapping[str, float]:
    return floors.sets[name].figures if name in floors.sets else {}


def _parse(value: Any) -> dict[str, SetFigures]:
    version = _entry(value, "version", int, "the file")
    if version != FLOORS_VERSION:
        raise ValueError(f"version {version} instead of {FLOORS_VERSION}")
    return {name: _parse_set(name, entry) for name, entry in _entry(value, "sets", dict, "the file").items()}


def _parse_set(name: str, value: Any) -> SetFigures:
    figures = _entry(value, "floors", dict, name)
    for figure, floor in figures.items():
        if isinstance(floor, bool) or not isinstance(floor, int | float) or not 0 <= floor <= 1:
            raise ValueError(f"{name}: the floor of {figure} is {floor!r}, not a number from 0 to 1")
    return SetFigures(
        name=name,
        digest=_entry(value, "digest", str, name),
        method=_entry(value, "method", str, name),
        figures=figures,
    )


def _entry(value: Any, key: str, kind: type, where: str) -> Any:
    found = value.get(key) if isinstance(value, dict) else None
    if not isinstance(found, kind):
        raise ValueError(f"{where}: {key} is {found!r}; {kind.__name__} expected")
    return found

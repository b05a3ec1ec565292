"""The network that weighs the evidence on rows.

Each row starts from its own evidence. In every layer it then hears other rows: those some places before and
behind it, the mean of a group that it belongs to (its siblings, rows of the same path and class, those in its
container, the whole page), the mean of all rows before it and of all behind it. So the last layer knows the
run of rows that a row stands in. Plain NumPy; ``training.fit`` runs the same steps backwards.

Chosen by measurement, on sites not seen. Gradient boosting (250 trees of 63 leaves over the same evidence
and that of both neighbours) comes to the same on two folds: F1 .950 on `daniel`, .969 `fundus`, .940
`dragnet`, .967 `chaos`, .955 `wcxb`, .932 `trafilatura`, where a network has .949, .969, .942, .965, .957
and .935. The network is the smaller file and takes 0.4 ms a page without a runtime of its own. On all
folds, a model of three layers (16 epochs, line ends in rows folded) has .967 for .972 on `fundus`, .970
for .975 on `chaos`, .938 for .941 on `trafilatura` and the same elsewhere; 48 numbers a row in place of
64 lose .002 to .004 on `fundus` and `dragnet`; 112 numbers, or the mean of three networks, gain nothing
on the fold that was tried.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsextract.errors import ModelError

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

HEARD: tuple[tuple[str, ...], ...] = (
    ("1 before", "1 behind", "siblings"),
    ("2 before", "2 behind", "signature"),
    ("4 before", "4 behind", "container", "all before", "all behind"),
    ("1 before", "1 behind", "page"),
)
"""What a row hears, layer by layer."""

GROUPS = ("siblings", "signature", "container", "page")

LARGEST_VALUE = 6.0
"""Evidence further from its mean than so many deviations counts as that far."""

FORMAT = 1


class Neighbourhood:
    """Who hears whom: the rows of one page, or of several that stand end to end.

    Every way of hearing is a linear map of rows; ``hear`` applies it, ``answer`` its transpose, which is what
    learning needs.
    """

    def __init__(self, groups: Sequence[Ints], pages: Ints | None = None) -> None:
        self._count = len(groups[0])
        self._pages = pages
        self._groups = dict(zip(GROUPS, (*groups, pages), strict=True))
        self._means: dict[str, _GroupMean | _WholeMean] = {}

    def hear(self, way: str, rows: Floats, into: Floats, through: Floats | None = None) -> None:
        """Add to every row what it hears, all of it multiplied with the matrix ``through``. That is to hear
        ``rows @ through``, but a mean has fewer rows to multiply."""
        if way in self._groups:
            self._mean(way).add(rows, into, through)
        elif way.startswith("all"):
            into += _times(
                self._running.before(rows) if way == "all before" else self._running.behind(rows), through
            )
        else:
            self._add_shifted(rows, into, _steps(way), through)

    def answer(self, way: str, rows: Floats, into: Floats) -> None:
        """The transpose of ``hear``: add what goes back to the rows that were heard."""
        if way in self._groups:
            self._mean(way).add(rows, into)
        elif way.startswith("all"):
            running = self._running
            into += running.answer_before(rows) if way == "all before" else running.answer_behind(rows)
        else:
            self._add_shifted(rows, into, -_steps(way))

    def _mean(self, way: str) -> _GroupMean | _WholeMean:
        if way not in self._means:
            group = self._groups[way]
            self._means[way] = _WholeMean() if group is None else _GroupMean(group)
        return self._means[way]

    @cached_property
    def _running(self) -> _RunningMean:
        if self._pages is None:
            return _RunningMean(np.array((self._count,)))
        starts = np.flatnonzero(np.diff(self._pages, prepend=-1))
        return _RunningMean(np.diff(starts, append=self._count))

    def _add_shifted(self, rows: Floats, into: Floats, by: int, through: Floats | None = None) -> None:
        """Add the rows moved down by so many places (up if negative); nothing comes from another page."""
        if abs(by) >= len(rows):
            return
        target, source = (
            slice(max(by, 0), by if by < 0 else None),
            slice(max(-by, 0), -by if by > 0 else None),
        )
        moved = _times(rows[source], through)
        if self._pages is not None:
            moved = moved * (self._pages[target] == self._pages[source])[:, None]
        into[target] += moved


def _times(rows: Floats, matrix: Floats | None) -> Floats:
    return rows if matrix is None else rows @ matrix


def _steps(way: str) -> int:
    """``2 before`` hears the row two places up, which comes two places down."""
    steps, _, where = way.partition(" ")
    return int(steps) if where == "before" else -int(steps)


class _GroupMean:
    """Adds to every row the mean of its group. Its own transpose."""

    def __init__(self, group: Ints) -> None:
        self._order = group.argsort(kind="stable")
        ordered = group[self._order]
        is_first = np.ones(len(group), dtype=bool)
        np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
        self._starts = is_first.nonzero()[0]
        self._back = np.empty(len(group), dtype=np.int64)
        self._back[self._order] = is_first.cumsum() - 1
        self._shares = (1 / np.bincount(self._back)[:, None]).astype(np.float32)

    def add(self, rows: Floats, into: Floats, through: Floats | None = None) -> None:
        means = np.add.reduceat(rows.take(self._order, axis=0), self._starts, axis=0)
        means *= self._shares
        into += _times(means, through).take(self._back, axis=0)


class _WholeMean:
    """Adds to every row the mean of all: the page is the group, and there is but one. Its own transpose."""

    def add(self, rows: Floats, into: Floats, through: Floats | None = None) -> None:
        into += _times(rows.mean(axis=0), through)


class _RunningMean:
    """The mean of a row and all before it on its page, of a row and all behind it, and their transposes."""

    def __init__(self, sizes: Ints) -> None:
        """``sizes`` says how many rows each page has."""
        self._sizes = sizes
        self._ends = np.cumsum(sizes)
        before = np.arange(1, self._ends[-1] + 1) - np.repeat(self._ends - sizes, sizes)
        self._before = (1 / before[:, None]).astype(np.float32)
        self._behind = (1 / (np.repeat(sizes, sizes) - before + 1)[:, None]).astype(np.float32)

    def before(self, rows: Floats) -> Floats:
        found: Floats = self._until(rows) * self._before
        return found

    def behind(self, rows: Floats) -> Floats:
        found: Floats = self._from(rows) * self._behind
        return found

    def answer_before(self, rows: Floats) -> Floats:
        return self._from(rows * self._before)

    def answer_behind(self, rows: Floats) -> Floats:
        return self._until(rows * self._behind)

    def _until(self, rows: Floats) -> Floats:
        """Sum of a row and all before it on its page."""
        running = np.cumsum(rows, axis=0)
        if len(self._sizes) > 1:
            earlier = np.zeros((len(self._sizes), rows.shape[1]), dtype=np.float32)
            earlier[1:] = running[self._ends[:-1] - 1]
            running -= np.repeat(earlier, self._sizes, axis=0)
        return running

    def _from(self, rows: Floats) -> Floats:
        """Sum of a row and all behind it on its page."""
        running = self._until(rows)
        return np.repeat(running[self._ends - 1], self._sizes, axis=0) - running + rows


@dataclass(frozen=True)
class Network:
    """The weights, and the scale of the evidence they were fitted to."""

    features: tuple[str, ...]
    mean: Floats
    deviation: Floats
    weights: tuple[Floats, ...]
    """Matrix and bias of the first layer, of each hearing layer, and of the last. The matrix of a hearing
    layer has, side by side, the part for the row itself and one for each way of hearing."""
    calibration: Floats
    """How a page's confidence is read from its figures; see ``verdict``."""
    about: dict[str, Any]
    """How the model was made."""

    @cached_property
    def _first_layer(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Bounds of the evidence, and matrix and bias that take it as it is: the scale is part of them."""
        reach = LARGEST_VALUE * self.deviation
        matrix, bias = self.weights[0] / self.deviation[:, None], self.weights[1]
        return (self.mean - reach)[:, None], (self.mean + reach)[:, None], matrix, bias - self.mean @ matrix

    @cached_property
    def _hearing_layers(self) -> tuple[tuple[list[Floats], Floats], ...]:
        """The parts of the matrix of each hearing layer, and its bias."""
        size = len(self.weights[-2])
        cuts = (np.split(matrix, matrix.shape[1] // size, axis=1) for matrix in self.weights[2:-2:2])
        parts = ([np.ascontiguousarray(part) for part in matrix] for matrix in cuts)
        return tuple(zip(parts, self.weights[3:-2:2], strict=True))

    def logits(self, evidence: Floats, around: Neighbourhood | None) -> Floats:
        """For every row (a column of ``evidence``), how much speaks for it: above 0 is content. With nobody
        around, each row is judged alone."""
        lowest, highest, matrix, bias = self._first_layer
        state = np.minimum(np.maximum(evidence, lowest), highest).T @ matrix  # faster than np.clip
        state += bias
        np.maximum(state, 0, out=state)
        for ways, (matrices, bias) in zip(HEARD, self._hearing_layers, strict=True):
            heard = state @ matrices[0]
            heard += bias
            if around is not None:
                for way, matrix in zip(ways, matrices[1:], strict=True):
                    around.hear(way, state, heard, matrix)
            state += np.maximum(heard, 0, out=heard)
        logits: Floats = (state @ self.weights[-2] + self.weights[-1])[:, 0]
        return logits


def to_bytes(network: Network) -> bytes:
    """A model file: arrays in half precision, everything else as JSON; nothing in it is code."""
    about = json.dumps({"format": FORMAT, "features": network.features, "about": network.about}).encode()
    arrays: dict[str, Any] = {
        "about": np.frombuffer(about, dtype=np.uint8),
        "mean": network.mean,
        "deviation": network.deviation,
        "calibration": network.calibration,
    }
    arrays |= {f"weight{place:02d}": array.astype(np.float16) for place, array in enumerate(network.weights)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def from_bytes(data: bytes, where: Path | str, features: Sequence[str]) -> Network:
    """Read a model file; nothing in it is ever run. ``features`` are those that the code computes."""
    try:
        network, version = _read(data)
    except Exception as error:  # NumPy, zip and JSON readers raise what they like on damaged bytes
        raise ModelError(
            f"{where}: no model of fusion ({type(error).__name__}); make one with `newsextract train`"
        ) from error
    if version != FORMAT or network.features != tuple(features) or not _fits(network):
        raise ModelError(
            f"{where}: made for other features than this version's; make it anew with `newsextract train`"
        )
    return network


def _read(data: bytes) -> tuple[Network, Any]:
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        about = json.loads(stored["about"].tobytes())
        names = sorted(name for name in stored.files if name.startswith("weight"))
        network = Network(
            tuple(about["features"]),
            stored["mean"],
            stored["deviation"],
            tuple(stored[name].astype(np.float32) for name in names),
            stored["calibration"],
            about["about"],
        )
    return network, about.get("format")


def _fits(network: Network) -> bool:
    """Whether all weights are there, in the shapes that ``HEARD`` asks for."""
    count, width = len(network.features), len(network.weights[-2])
    shapes = [(count, width), (width,)]
    for ways in HEARD:
        shapes += [(width, (1 + len(ways)) * width), (width,)]
    shapes += [(width, 1), (1,)]
    return [weight.shape for weight in network.weights] == shapes and network.mean.shape == (count,)

"""From the network's word on each row to the rows that are kept and the confidence of the page."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsextract.methods.fusion.network import Floats

LARGEST_LOGIT = 60.0
"""Beyond it a chance is 0 or 1 to the last digit, and exponentials overflow."""

LEAST_CHANCE = 1e-4
"""When no row has so much, there is no text on the page."""

Choice = NDArray[np.bool_]

CONFIDENCE_FIGURES = (
    "expected F1",
    "expected F1 squared",
    "doubtful share",
    "kept words",
    "margin",
    "rows kept",
)
"""What a page's confidence is read from; see ``confidence_figures``."""


class Verdict(NamedTuple):
    """What was decided on the rows of a page."""

    kept: Choice
    chances: Floats
    """How likely each row is content."""
    expected: float
    """The F1 that the chances let expect."""


def decide(logits: Floats, words: NDArray[np.int64]) -> Verdict:
    """Keep every row that is more likely content than not; on a page without such a row, what lets expect the
    most: a page that was asked for mostly has a text, if a short one (pages of `dragnet` below 0.5: .033 for
    .038). Keeping what lets expect the most on every page gains nothing: doubts on neighbouring rows, such as
    the captions of one gallery, are wrong together."""
    chances: Floats = (1 / (1 + np.exp(-np.clip(logits, -LARGEST_LOGIT, LARGEST_LOGIT)))).astype(np.float32)
    weights = np.maximum(1, words)
    kept = logits > 0
    if not kept.any() and chances.max() >= LEAST_CHANCE:
        kept = _most_expected(chances, weights)
    return Verdict(kept, chances, expected_f1(kept, chances, weights))


def expected_f1(kept: Choice, chances: Floats, weights: NDArray[np.int64]) -> float:
    """F1 of a choice with the chances in place of the truth."""
    likely = chances * weights
    return float(2 * likely[kept].sum() / max(1e-9, float(weights[kept].sum() + likely.sum())))


def _most_expected(chances: Floats, weights: NDArray[np.int64]) -> Choice:
    """The rows above that threshold which gives the largest expected F1."""
    order = np.argsort(-chances, kind="stable")
    likely = np.cumsum((chances * weights)[order])
    expected = 2 * likely / (np.cumsum(weights[order]) + likely[-1] + 1e-9)
    kept = np.zeros(len(chances), dtype=bool)
    kept[order[: int(expected.argmax()) + 1]] = True
    return kept


def confidence_figures(verdict: Verdict, words: NDArray[np.int64]) -> Floats:
    """The page's figures in the order of ``CONFIDENCE_FIGURES``."""
    weights = np.maximum(1, words)
    kept, chances = verdict.kept, verdict.chances
    sure = np.abs(2 * chances - 1)
    near = kept | (chances > 0.1)
    total = max(1.0, float(weights[near].sum()))
    return np.array(
        (
            verdict.expected,
            verdict.expected**2,
            float((weights * (sure < 0.8))[near].sum()) / total,
            np.log1p(float(weights[kept].sum())),
            float((weights * sure)[near].sum()) / total,
            np.log1p(float(kept.sum())),
        ),
        dtype=np.float32,
    )


def confidence(figures: Floats, calibration: Floats) -> float:
    """How likely the page's F1 is above 0.9: a logistic function of the figures, fitted to pages of sites
    that the network had not seen (the last number of ``calibration`` is its constant)."""
    logit = float(figures @ calibration[:-1] + calibration[-1])
    return 1 / (1 + math.exp(-min(LARGEST_LOGIT, max(-LARGEST_LOGIT, logit))))

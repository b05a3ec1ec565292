"""Fits how a page's confidence is read from its figures: logistic regression by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

RIDGE = 1.0
"""Weight that keeps coefficients small: the figures go with each other."""

STEPS = 50
ENOUGH = 1e-8
"""Newton's method has arrived when a step is shorter; it takes about ten."""


def fit_calibration(figures: Floats, good: NDArray[np.bool_]) -> Floats:
    """Coefficients, and last the constant, for pages (lines of ``figures``) of which these are good."""
    inputs = np.column_stack([figures, np.ones(len(figures))]).astype(np.float64)
    price = np.diag([RIDGE] * figures.shape[1] + [0.0])
    found = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-inputs @ found))
        slope = inputs.T @ (chances - good) + price @ found
        curve = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + price
        step = np.linalg.solve(curve + ENOUGH * np.eye(len(found)), slope)
        found = found - step
        if np.abs(step).max() < ENOUGH:
            break
    return found.astype(np.float32)

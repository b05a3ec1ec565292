"""Fits a network to labelled pages: plain NumPy, the same weights for the same examples and seed.

The loss of a page is the mean cross entropy of its rows, long rows counting more, and 1 - F1 with
probabilities in place of choices, which is what the benchmark counts. Weights move by Adam with decay; those
kept are the mean over the last steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsextract.methods.fusion.network import HEARD, LARGEST_VALUE, Floats, Ints, Neighbourhood


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a network is fitted. The values were chosen by cross-validation."""

    seed: int = 1
    width: int = 64
    """Numbers that a row is described by between layers."""
    epochs: int = 14
    rows_a_step: int = 6000
    rate: float = 2e-3
    warm_up: int = 100
    """Steps in which the rate rises to its full height; then it falls along a cosine."""
    decay: float = 1e-4
    dropped: float = 0.3
    """Share of the numbers between layers that is left out at random while fitting."""
    dropped_features: float = 0.1
    """Share of the evidence that is left out at random, for a page at a time: no page relies on one hint."""
    entropy_weight: float = 10.0
    overlap_weight: float = 3.0
    longest_gradient: float = 1.0
    memory: float = 0.998
    """How slowly the mean of the weights follows them."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page to learn from."""

    matrix: NDArray[np.float16]
    """Evidence, features by rows."""
    groups: tuple[Ints, ...]
    labels: Floats
    """The share of each row that is gold."""
    sizes: Floats
    """Tokens of each row; 0 where the gold says nothing of it."""
    weight: float = 1.0
    """How much the page counts."""


class Scale(NamedTuple):
    """Mean and deviation of every feature."""

    mean: Floats
    deviation: Floats


class _Batch(NamedTuple):
    rows: Floats
    around: Neighbourhood
    pages: Ints
    labels: Floats
    sizes: Floats
    row_weights: Floats
    page_weights: Floats


SMALLEST_DEVIATION = 1e-3


def measure_scale(examples: Sequence[Example]) -> Scale:
    """The scale of the evidence, every row counting the same."""
    count = sum(example.matrix.shape[1] for example in examples)
    mean = sum(example.matrix.sum(axis=1, dtype=np.float64) for example in examples) / count
    squares = sum(
        ((example.matrix.astype(np.float64) - mean[:, None]) ** 2).sum(axis=1) for example in examples
    )
    deviation = np.sqrt(squares / count) + SMALLEST_DEVIATION
    return Scale(mean.astype(np.float32), deviation.astype(np.float32))


def fit(
    examples: Sequence[Example], scale: Scale, recipe: Recipe, advance: Callable[[], None] = lambda: None
) -> tuple[Floats, ...]:
    """The fitted weights; ``advance`` is called after every epoch."""
    rng = np.random.default_rng(recipe.seed)
    weights = first_weights(len(scale.mean), recipe.width, rng)
    kept = [weight.copy() for weight in weights]
    first, second = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    batches = [list(_split(examples, recipe.rows_a_step, rng)) for _ in range(recipe.epochs)]
    steps = sum(map(len, batches))
    step = 0
    for epoch in batches:
        for chosen in epoch:
            batch = _batch([examples[place] for place in chosen], scale)
            gradients = _clipped(_gradients(weights, batch, recipe, rng), recipe.longest_gradient)
            step += 1
            rate = recipe.rate * min(1.0, step / recipe.warm_up) * (1 + cos(pi * step / steps)) / 2
            _adam_step(weights, gradients, first, second, step, rate, recipe.decay)
            keep = min(recipe.memory, (step + 1) / (step + 20))
            for mean, weight in zip(kept, weights, strict=True):
                mean += (1 - keep) * (weight - mean)
        advance()
    return tuple(kept)


def first_weights(features: int, width: int, rng: np.random.Generator) -> list[Floats]:
    """Random weights, as large as lets values pass through the layers unchanged in size."""
    shapes = [(features, width)]
    shapes += [(width, (1 + len(ways)) * width) for ways in HEARD]
    shapes.append((width, 1))
    fan_in = [features, *((1 + len(ways)) * width for ways in HEARD), width]
    weights: list[Floats] = []
    for shape, inputs in zip(shapes, fan_in, strict=True):
        bound = 1 / np.sqrt(inputs)
        weights.append(rng.uniform(-bound, bound, shape).astype(np.float32))
        weights.append(np.zeros(1 if shape[1] == 1 else width, dtype=np.float32))
    return weights


def _split(examples: Sequence[Example], rows: int, rng: np.random.Generator) -> Iterator[list[int]]:
    """The pages in random order, in batches of about so many rows."""
    batch: list[int] = []
    size = 0
    for place in rng.permutation(len(examples)).tolist():
        batch.append(place)
        size += len(examples[place].labels)
        if size >= rows:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _batch(examples: Sequence[Example], scale: Scale) -> _Batch:
    counts = [len(example.labels) for example in examples]
    pages = np.repeat(np.arange(len(examples)), counts)
    matrix = np.concatenate([example.matrix for example in examples], axis=1).T.astype(np.float32)
    rows = np.clip((matrix - scale.mean) / scale.deviation, -LARGEST_VALUE, LARGEST_VALUE)
    offset = 1 + max(int(group.max()) for example in examples for group in example.groups)
    groups = [
        np.concatenate([example.groups[kind] + place * offset for place, example in enumerate(examples)])
        for kind in range(len(examples[0].groups))
    ]
    sizes = np.concatenate([example.sizes for example in examples])
    return _Batch(
        rows=rows,
        around=Neighbourhood(groups, pages),
        pages=pages,
        labels=np.concatenate([example.labels for example in examples]),
        sizes=sizes,
        row_weights=_row_weights(sizes, pages, counts),
        page_weights=np.array([example.weight / len(examples) for example in examples], dtype=np.float32),
    )


def _row_weights(sizes: Floats, pages: Ints, counts: Sequence[int]) -> Floats:
    """Long rows count more, but not by their length; pages of many rows more, but not by their number."""
    worth = np.sqrt(sizes) + 0.5 * (sizes > 0)
    total = np.maximum(1e-6, np.bincount(pages, worth))
    weights: Floats = (worth / total[pages] * np.sqrt(counts)[pages] / 10).astype(np.float32)
    return weights


def _gradients(
    weights: Sequence[Floats], batch: _Batch, recipe: Recipe, rng: np.random.Generator
) -> list[Floats]:
    """How the loss changes with every weight: forwards through the layers, then back."""
    shown = (
        rng.random((len(batch.page_weights), batch.rows.shape[1]), dtype=np.float32)
        >= recipe.dropped_features
    )
    rows = batch.rows * shown[batch.pages]
    before = rows @ weights[0] + weights[1]
    state = _dropout(np.maximum(before, 0), recipe.dropped, rng)
    first_passes = (state.values, before > 0, state.mask)
    values = state.values
    passes = []
    size = values.shape[1]
    for layer, ways in enumerate(HEARD):
        dropped = _dropout(values, recipe.dropped, rng)
        mixed = dropped.values @ weights[2 + 2 * layer]
        heard = mixed[:, :size] + weights[3 + 2 * layer]
        for place, way in enumerate(ways, start=1):
            batch.around.hear(way, mixed[:, place * size : (place + 1) * size], heard)
        passes.append((dropped, heard > 0))
        values = values + np.maximum(heard, 0)
    logits = (values @ weights[-2] + weights[-1])[:, 0]

    change = loss_gradient(
        logits, batch.labels, batch.sizes, batch.pages, batch.row_weights, batch.page_weights, recipe
    )
    gradients: list[Floats] = [np.zeros(0, dtype=np.float32)] * len(weights)
    gradients[-2] = values.T @ change[:, None]
    gradients[-1] = change.sum(keepdims=True)
    back = change[:, None] * weights[-2].T
    for layer in range(len(HEARD) - 1, -1, -1):
        dropped, alive = passes[layer]
        heard_back = back * alive
        mixed_back = np.zeros((len(rows), (1 + len(HEARD[layer])) * size), dtype=np.float32)
        mixed_back[:, :size] = heard_back
        for place, way in enumerate(HEARD[layer], start=1):
            batch.around.answer(way, heard_back, mixed_back[:, place * size : (place + 1) * size])
        gradients[2 + 2 * layer] = dropped.values.T @ mixed_back
        gradients[3 + 2 * layer] = heard_back.sum(axis=0)
        back = back + (mixed_back @ weights[2 + 2 * layer].T) * dropped.mask
    _, alive, mask = first_passes
    back = back * mask * alive
    gradients[0] = rows.T @ back
    gradients[1] = back.sum(axis=0)
    return gradients


class _Dropped(NamedTuple):
    values: Floats
    mask: Floats


def _dropout(values: Floats, share: float, rng: np.random.Generator) -> _Dropped:
    if not share:
        return _Dropped(values, np.ones_like(values))
    mask = (rng.random(values.shape, dtype=np.float32) >= share) / np.float32(1 - share)
    return _Dropped(values * mask, mask)


def loss_gradient(
    logits: Floats, labels: Floats, sizes: Floats, pages: Ints, row_weights: Floats, page_weights: Floats,
    recipe: Recipe,
) -> Floats:  # fmt: skip
    """How the loss changes with every row's logit."""
    chance = 1 / (1 + np.exp(-logits))
    change = recipe.entropy_weight * (chance - labels) * row_weights
    gold = np.bincount(pages, labels * sizes)
    shared = np.bincount(pages, chance * labels * sizes)
    both = np.maximum(1, np.bincount(pages, chance * sizes) + gold)
    # F1 = 2 * shared / both; pages without gold have none to lose
    overlap = -2 * sizes * (labels * both[pages] - shared[pages]) / both[pages] ** 2 * chance * (1 - chance)
    change = change + recipe.overlap_weight * overlap * (gold[pages] > 0)
    gradient: Floats = (change * page_weights[pages]).astype(np.float32)
    return gradient


def _clipped(gradients: list[Floats], longest: float) -> list[Floats]:
    length = float(np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients)))
    return [gradient * (longest / length) for gradient in gradients] if length > longest else gradients


def _adam_step(
    weights: list[Floats], gradients: list[Floats], first: list[Floats], second: list[Floats], step: int,
    rate: float, decay: float,
) -> None:  # fmt: skip
    """Adam with decoupled weight decay, in place; its usual constants."""
    for weight, gradient, mean, square in zip(weights, gradients, first, second, strict=True):
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        weight -= rate * decay * weight
        weight -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)

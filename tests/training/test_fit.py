"""A network fitted to labelled pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from newsextract.methods.fusion.network import HEARD, Neighbourhood, Network
from newsextract.training.fit import (
    SMALLEST_DEVIATION,
    Example,
    Recipe,
    Scale,
    _adam_step,
    _batch,
    _clipped,
    _gradients,
    _split,
    first_weights,
    fit,
    loss_gradient,
    measure_scale,
)

Doubles = NDArray[np.float64]

FEATURES = 5
NOTHING_DROPPED = Recipe(width=3, dropped=0, dropped_features=0)
NO_SCALE = Scale(np.zeros(FEATURES, np.float32), np.ones(FEATURES, np.float32))


def example(rows: int, seed: int, weight: float = 1.0, label: float | None = None) -> Example:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, rows) if label is None else np.full(rows, label)
    return Example(
        rng.normal(size=(FEATURES, rows)).astype(np.float16),
        tuple(rng.integers(0, 3, rows) for _ in range(3)),
        labels.astype(np.float32),
        rng.integers(0, 20, rows).astype(np.float32),
        weight,
    )


# of several rows, of one, without gold, and one that counts half
EXAMPLES = [example(7, 1), example(1, 2), example(4, 3, label=0), example(9, 4, weight=0.5)]


def hearing_matrix(around: Neighbourhood, way: str, rows: int) -> Doubles:
    """A way of hearing is linear: what is heard of each row alone is its matrix."""
    heard = np.zeros((rows, rows), dtype=np.float32)
    around.hear(way, np.eye(rows, dtype=np.float32), heard)
    return heard.astype(np.float64)


class Masks:
    """What is left out at random, drawn as fitting draws it."""

    def __init__(self, batch: Any, recipe: Recipe, rng: np.random.Generator) -> None:
        self._recipe, self._rng = recipe, rng
        pages, features = len(batch.page_weights), batch.rows.shape[1]
        shown = rng.random((pages, features), dtype=np.float32) >= recipe.dropped_features
        self.features = shown[batch.pages]
        shape = (len(batch.rows), recipe.width)
        self.first, *self.layers = (self._drawn(shape) for _ in range(1 + len(HEARD)))

    def _drawn(self, shape: tuple[int, int]) -> Doubles:
        share = self._recipe.dropped
        if not share:
            return np.ones(shape)
        return (self._rng.random(shape, dtype=np.float32) >= share) / (1 - share)


def plain_logits(
    weights: Sequence[Doubles], rows: NDArray[np.float32], around: Neighbourhood, masks: Masks | None = None
) -> Doubles:
    """The layers in the plainest form, in double precision."""
    if masks:
        rows = rows * masks.features
    state = np.maximum(rows @ weights[0] + weights[1], 0) * (masks.first if masks else 1)
    for layer, ways in enumerate(HEARD):
        own, *others = np.split(weights[2 + 2 * layer], 1 + len(ways), axis=1)
        shown = state * masks.layers[layer] if masks else state
        heard = shown @ own + weights[3 + 2 * layer]
        for way, matrix in zip(ways, others, strict=True):
            heard = heard + hearing_matrix(around, way, len(rows)) @ shown @ matrix
        state = state + np.maximum(heard, 0)
    logits: Doubles = (state @ weights[-2] + weights[-1])[:, 0]
    return logits


def plain_loss(logits: Doubles, batch: Any, recipe: Recipe) -> float:
    """Mean cross entropy and 1 - F1 of each page, as the module describes them."""
    chances = 1 / (1 + np.exp(-logits))
    total = 0.0
    for page, page_weight in enumerate(batch.page_weights):
        here = batch.pages == page
        chance, label, size = chances[here], batch.labels[here], batch.sizes[here]
        entropy = -(label * np.log(chance) + (1 - label) * np.log(1 - chance)) * batch.row_weights[here]
        gold = (label * size).sum()
        f1 = 2 * (chance * label * size).sum() / max(1, (chance * size).sum() + gold)
        overlap = 1 - f1 if gold else 0
        total += page_weight * (recipe.entropy_weight * entropy.sum() + recipe.overlap_weight * overlap)
    return float(total)


def slopes(values: Doubles, loss: Any) -> Doubles:
    """How ``loss()`` changes with each of the values, which it reads."""
    step = 1e-5
    found = np.zeros_like(values)
    for place in np.ndindex(values.shape):
        kept = values[place]
        values[place] = kept + step
        above = loss()
        values[place] = kept - step
        below = loss()
        values[place] = kept
        found[place] = (above - below) / (2 * step)
    return found


@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param(NOTHING_DROPPED, id="whole loss"),
        pytest.param(replace(NOTHING_DROPPED, overlap_weight=0), id="cross entropy alone"),
        pytest.param(replace(NOTHING_DROPPED, entropy_weight=0), id="overlap alone"),
        pytest.param(Recipe(width=3, dropped=0.3, dropped_features=0.2), id="some left out at random"),
    ],
)
def test_gradients_are_the_slopes_of_the_loss(recipe: Recipe) -> None:
    rng = np.random.default_rng(9)
    single = first_weights(FEATURES, recipe.width, rng)
    for bias in single[1::2]:  # away from 0, where a layer has its kink
        bias += rng.normal(0, 0.1, bias.shape).astype(np.float32)
    batch = _batch(EXAMPLES, measure_scale(EXAMPLES))
    weights = [weight.astype(np.float64) for weight in single]
    gradients = _gradients(single, batch, recipe, np.random.default_rng(5))
    masks = Masks(batch, recipe, np.random.default_rng(5))
    assert [gradient.shape for gradient in gradients] == [weight.shape for weight in single]
    for weight, gradient in zip(weights, gradients, strict=True):
        found = slopes(
            weight, lambda: plain_loss(plain_logits(weights, batch.rows, batch.around, masks), batch, recipe)
        )
        assert gradient.ravel().tolist() == pytest.approx(found.ravel().tolist(), rel=1e-3, abs=2e-5)
    assert all(np.abs(gradient).max() > 1e-4 for gradient in gradients)


def test_the_slope_by_row_is_that_of_the_loss() -> None:
    batch = _batch(EXAMPLES, NO_SCALE)
    logits = np.random.default_rng(3).normal(0, 2, len(batch.labels))
    found = slopes(logits, lambda: plain_loss(logits, batch, NOTHING_DROPPED))
    gradient = loss_gradient(
        logits.astype(np.float32), batch.labels, batch.sizes, batch.pages, batch.row_weights,
        batch.page_weights, NOTHING_DROPPED,
    )  # fmt: skip
    assert gradient.tolist() == pytest.approx(found.tolist(), rel=1e-3, abs=1e-6)


def test_rows_that_the_gold_says_nothing_of_do_not_count() -> None:
    silent = replace(EXAMPLES[0], sizes=np.array([5, 0, 3, 0, 8, 0, 1], np.float32))
    batch = _batch([silent], NO_SCALE)
    gradient = loss_gradient(
        np.ones(7, np.float32), batch.labels, batch.sizes, batch.pages, batch.row_weights, batch.page_weights,
        NOTHING_DROPPED,
    )  # fmt: skip
    assert (gradient == 0).tolist() == [size == 0 for size in silent.sizes]


def test_a_page_of_half_the_weight_counts_half() -> None:
    light = [replace(EXAMPLES[0], weight=0.5), EXAMPLES[3]]
    one, other = (_batch(examples, NO_SCALE) for examples in (light, [EXAMPLES[0], EXAMPLES[3]]))
    assert one.page_weights.tolist() == [0.25, 0.25]
    assert other.page_weights.tolist() == [0.5, 0.25]


def test_the_groups_of_pages_stay_apart_in_a_batch() -> None:
    batch = _batch(EXAMPLES, NO_SCALE)
    apart = batch.pages[:, None] != batch.pages
    for way in {way for ways in HEARD for way in ways}:
        assert not hearing_matrix(batch.around, way, len(batch.pages))[apart].any(), way


def test_what_is_fitted_is_what_a_network_computes() -> None:
    rng = np.random.default_rng(2)
    scale = measure_scale(EXAMPLES)
    weights = first_weights(FEATURES, 4, rng)
    batch = _batch([EXAMPLES[3]], scale)
    logits = Network((), scale.mean, scale.deviation, tuple(weights), np.zeros(1, np.float32), {}).logits(
        EXAMPLES[3].matrix.astype(np.float32), Neighbourhood(EXAMPLES[3].groups)
    )
    plain = plain_logits([weight.astype(np.float64) for weight in weights], batch.rows, batch.around)
    assert logits.tolist() == pytest.approx(plain.tolist(), abs=1e-4)


@pytest.mark.parametrize(
    ("matrices", "mean", "deviation"),
    [
        ([[[1, 2, 3]]], [2], [(2 / 3) ** 0.5]),
        ([[[1]], [[2, 3]]], [2], [(2 / 3) ** 0.5]),  # every row counts the same, not every page
        ([[[4, 4]]], [4], [0]),
        ([[[0, 10], [1, 1]]], [5, 1], [5, 0]),
    ],
)
def test_measure_scale(matrices: list[list[list[float]]], mean: list[float], deviation: list[float]) -> None:
    nothing = np.zeros(0, np.float32)
    scale = measure_scale(
        [Example(np.array(matrix, np.float16), (), nothing, nothing) for matrix in matrices]
    )
    assert scale.mean.tolist() == pytest.approx(mean)
    assert scale.deviation.tolist() == pytest.approx([value + SMALLEST_DEVIATION for value in deviation])
    assert scale.mean.dtype == scale.deviation.dtype == np.float32


def test_the_scale_of_many_large_values_is_exact() -> None:
    # in half precision their sum would be infinite, in single their mean wrong
    nothing = np.zeros(0, np.float32)
    examples = [Example(np.full((1, 1000), 30_000, np.float16), (), nothing, nothing)] * 100
    assert measure_scale(examples).mean.tolist() == [30_000]


def same(one: Sequence[NDArray[np.float32]], other: Sequence[NDArray[np.float32]]) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


def test_the_same_seed_gives_the_same_weights_and_another_does_not() -> None:
    scale = measure_scale(EXAMPLES)
    recipe = Recipe(width=4, epochs=3, rows_a_step=10)
    first = fit(EXAMPLES, scale, recipe)
    assert same(first, fit(EXAMPLES, scale, recipe))
    assert not same(first, fit(EXAMPLES, scale, replace(recipe, seed=2)))
    assert all(weight.dtype == np.float32 and np.isfinite(weight).all() for weight in first)


@pytest.mark.parametrize(
    "change",
    [
        {"rate": 1e-3},
        {"warm_up": 2},
        {"decay": 10.0},
        {"dropped": 0.0},
        {"dropped_features": 0.0},
        {"entropy_weight": 0.0},
        {"overlap_weight": 0.0},
        {"longest_gradient": 1e-9},
        {"rows_a_step": 1},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_part_of_the_recipe_counts(change: dict[str, float]) -> None:
    recipe = Recipe(width=2, epochs=2, rows_a_step=10)
    changed = replace(recipe, **change)  # type: ignore[arg-type]  # mypy takes the values for all fields
    assert not same(fit(EXAMPLES, NO_SCALE, recipe), fit(EXAMPLES, NO_SCALE, changed))


def test_every_epoch_is_told() -> None:
    told: list[None] = []
    fit(EXAMPLES, NO_SCALE, Recipe(width=2, epochs=4), lambda: told.append(None))
    assert len(told) == 4


@pytest.mark.parametrize("rows", [1, 8, 10, 1000])
def test_every_page_is_in_one_batch_of_an_epoch(rows: int) -> None:
    batches = list(_split(EXAMPLES, rows, np.random.default_rng(1)))
    assert sorted(place for batch in batches for place in batch) == [0, 1, 2, 3]
    sizes = [[len(EXAMPLES[place].labels) for place in batch] for batch in batches]
    assert all(sum(size) >= rows for size in sizes[:-1])
    assert all(sum(size[:-1]) < rows for size in sizes)


@pytest.mark.parametrize(
    ("values", "longest", "expected"),
    [
        ([[3.0], [4.0]], 10.0, [[3.0], [4.0]]),
        ([[3.0], [4.0]], 5.0, [[3.0], [4.0]]),
        ([[3.0], [4.0]], 1.0, [[0.6], [0.8]]),
        ([[0.0], [0.0]], 1.0, [[0.0], [0.0]]),
    ],
)
def test_gradients_are_cut_to_a_length(
    values: list[list[float]], longest: float, expected: list[list[float]]
) -> None:
    found = _clipped([np.array(value, np.float32) for value in values], longest)
    assert [gradient.tolist() for gradient in found] == [pytest.approx(value) for value in expected]


@pytest.mark.parametrize(
    ("gradients", "decay", "expected"),
    [
        # the first step of Adam is as long as the rate, whatever the gradient; the second gradient is against
        # the first, so its mean is (0.9 * 0.1 * 0.5 - 0.1 * 0.5) / 0.19, and that of the squares 0.25
        ([0.5], 0.0, 2 - 0.1),
        ([-50.0], 0.0, 2 + 0.1),
        ([0.5, -0.5], 0.0, 1.9 + 0.1 * (0.005 / 0.19) / 0.5),
        ([0.0], 0.5, 2 * (1 - 0.1 * 0.5)),
        ([0.5], 0.5, 2 * (1 - 0.1 * 0.5) - 0.1),
    ],
)
def test_steps_of_adam_worked_by_hand(gradients: list[float], decay: float, expected: float) -> None:
    weights, first, second = ([np.array([value], np.float32)] for value in (2.0, 0.0, 0.0))
    for step, gradient in enumerate(gradients, start=1):
        _adam_step(weights, [np.array([gradient], np.float32)], first, second, step, 0.1, decay)
    assert weights[0][0] == pytest.approx(expected, rel=1e-5)


def test_the_weights_kept_are_the_mean_over_the_last_steps() -> None:
    recipe = Recipe(width=2, epochs=3, rows_a_step=5, memory=0)
    last = fit(EXAMPLES, NO_SCALE, recipe)
    assert not same(last, fit(EXAMPLES, NO_SCALE, replace(recipe, memory=0.9)))
    # a mean of the same steps: as near to the last weights as a few steps of the rate can lead
    for one, other in zip(last, fit(EXAMPLES, NO_SCALE, replace(recipe, memory=0.9)), strict=True):
        assert np.abs(one - other).max() < 20 * recipe.rate


def test_something_plain_is_learned() -> None:
    """Gold is what has a positive first number; the others are chance."""
    pages = []
    for seed in range(24):
        page = example(10, seed)
        pages.append(
            replace(page, labels=(page.matrix[0] > 0).astype(np.float32), sizes=np.full(10, 5, np.float32))
        )
    learned, unseen = pages[:16], pages[16:]
    scale = measure_scale(learned)
    recipe = Recipe(width=8, epochs=60, rows_a_step=40, rate=1e-2, warm_up=5, memory=0.9)
    weights = fit(learned, scale, recipe)
    network = Network((), scale.mean, scale.deviation, weights, np.zeros(1, np.float32), {})
    right = [
        ((network.logits(page.matrix.astype(np.float32), Neighbourhood(page.groups)) > 0) == page.labels)
        for page in unseen
    ]
    assert np.mean(right) > 0.9

"""CEPF: content extraction by fused tag path features (Wu et al. 2016).

A tag path is the sequence of tags from the root to a text node. Text nodes that share a path share its
features: article paragraphs hang from few paths with much text and many marks, of varying length.

======== =========================================================
TPL(p)   total text length over the nodes of p
TPR(p)   TPL(p) / number of nodes of p
TPLR(p)  TPL(p) * TPR(p)
PPL ...  the same three with punctuation marks in place of length
======== =========================================================

TPF(p) is the product of the selected features, TPFE(p) = TPF(p) times the standard deviations of text
length and of punctuation over the nodes of p. The values are smoothed over neighbouring nodes, a neighbour
weighing less the further its path, and parted at the threshold with the largest between-class variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from newsextract.methods.extraction import Context, Extraction, whole_rows
from newsextract.methods.feature_groups import select_features
from newsextract.methods.smoothing import smooth
from newsextract.methods.thresholds import otsu, standard_deviation
from newsextract.page import Page

DEFAULT_FEATURES = ("TPL", "TPR", "PPLR")
"""The selection of the paper's experiments."""

RADIUS = 3
"""Neighbours on each side that smoothing hears, as in the paper's experiments."""

ALPHA = 3
"""How fast a neighbour's word loses weight with the distance of its path."""

THRESHOLD_STEPS = 250
THRESHOLD_STEP = 0.01
"""Thresholds tried: 0 to 2.5 standard deviations in steps of a hundredth."""


def path_features(page: Page) -> dict[str, list[float]]:
    """The six features of the path of every text node."""
    paths = page.node_paths
    count = [0] * len(page.walk.path_steps)
    length = count.copy()
    marks = count.copy()
    for path, node_length, node_marks in zip(paths, page.lengths, page.marks, strict=True):
        count[path] += 1
        length[path] += node_length
        marks[path] += node_marks
    return {
        "TPL": [float(length[p]) for p in paths],
        "TPR": [length[p] / count[p] for p in paths],
        "TPLR": [length[p] * length[p] / count[p] for p in paths],
        "PPL": [float(marks[p]) for p in paths],
        "PPR": [marks[p] / count[p] for p in paths],
        "PPLR": [marks[p] * marks[p] / count[p] for p in paths],
    }


def path_deviations(page: Page) -> list[float]:
    """For every text node: standard deviation of text length times that of punctuation over its path."""
    members: dict[int, list[int]] = {}
    for node, path in enumerate(page.node_paths):
        members.setdefault(path, []).append(node)
    deviations = {
        path: _spread([page.lengths[n] for n in nodes]) * _spread([page.marks[n] for n in nodes])
        for path, nodes in members.items()
    }
    return [deviations[path] for path in page.node_paths]


def _spread(values: Sequence[float]) -> float:
    """The standard deviation, at least 1.

    An article in a single node, or with a mark a paragraph, has none, and a factor 0 would erase it
    (0.852 in place of 0.869 on `daniel`).
    """
    return max(1.0, standard_deviation(values))


def fuse(features: dict[str, list[float]], selected: Sequence[str]) -> list[float]:
    """TPF: the product of the selected features, node by node."""
    fused = features[selected[0]]
    for name in selected[1:]:
        fused = [a * b for a, b in zip(fused, features[name], strict=True)]
    return fused


def smooth_by_path(page: Page, values: Sequence[float], radius: int) -> list[float]:
    """Gaussian smoothing in which a neighbour on another path weighs 1 / (edit distance of the paths)^3."""
    paths = page.node_paths
    known: dict[tuple[int, int], float] = {}

    def weight(i: int, j: int) -> float:
        first, second = paths[i], paths[j]
        if first == second:
            return 1.0
        pair = (first, second) if first < second else (second, first)
        if pair not in known:
            known[pair] = 1.0 / page.path_distance(*pair) ** ALPHA
        return known[pair]

    return smooth(values, radius, weight)


def best_threshold(values: Sequence[float]) -> float:
    """The multiple of the standard deviation that parts the values best."""
    deviation = standard_deviation(values)
    return otsu(values, (step * THRESHOLD_STEP * deviation for step in range(THRESHOLD_STEPS + 1)))


def extract(
    page: Page, context: Context, *, deviations: bool, smoothed: bool, select: bool = False
) -> Extraction:
    """CEPF with its options; the three systems of the paper are below."""
    features = path_features(page)
    values = fuse(features, select_features(features) if select else DEFAULT_FEATURES)
    if deviations:
        values = [a * b for a, b in zip(values, path_deviations(page), strict=True)]
    if smoothed:
        values = smooth_by_path(page, values, RADIUS)
    threshold = best_threshold(values)
    chosen = [value >= threshold for value in values] if any(values) else [False] * len(values)
    return Extraction(whole_rows(page, chosen), tuple(values))


cepf_s = partial(extract, deviations=False, smoothed=True)
cepf_e = partial(extract, deviations=True, smoothed=False)
cepf_es = partial(extract, deviations=True, smoothed=True)
cepf_es_select = partial(extract, deviations=True, smoothed=True, select=True)

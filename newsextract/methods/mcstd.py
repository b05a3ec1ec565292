"""MCSTD: the maximum continuous sum of text density (Sun et al. 2016), a baseline of TWCEM's paper.

Each line has a density, its text outside of links. The content is the run of lines with the largest
sum of what each has more, or less, than the mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from newsextract.methods.extraction import Context, Extraction, nodes_of_rows, spread_over_nodes
from newsextract.methods.thresholds import mean
from newsextract.page import Page


def best_run(values: Sequence[float]) -> tuple[int, int]:
    """Start and end (not included) of the run with the largest sum; the first of equal ones."""
    best_sum, best_start, best_end = float("-inf"), 0, 0
    run_sum, run_start = 0.0, 0
    for position, value in enumerate(values):
        if run_sum <= 0:
            run_sum, run_start = 0.0, position
        run_sum += value
        if run_sum > best_sum:
            best_sum, best_start, best_end = run_sum, run_start, position + 1
    return best_start, best_end


def row_densities(page: Page) -> list[float]:
    """Characters of each row outside of links."""
    sums, linked = page.length_sums, page.linked_length_sums
    return [float(sums[end] - sums[start] - (linked[end] - linked[start])) for start, end in page.row_spans]


def mcstd(page: Page, context: Context) -> Extraction:
    """The run of rows that holds most text above the mean."""
    densities = row_densities(page)
    if not any(densities):
        return Extraction((), spread_over_nodes(page, densities))
    middle = mean(densities)
    start, end = best_run([density - middle for density in densities])
    return Extraction(nodes_of_rows(page, range(start, end)), spread_over_nodes(page, densities))

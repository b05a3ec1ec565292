"""CEPR: news extraction by tag path ratios (Wu et al. 2013), a baseline of CEPF's paper.

ETPR = TPR * PPR * standard deviation of text length * standard deviation of punctuation, over the nodes of a
path; smoothed with radius 1, neighbours weighed by the distance of their paths; content is what
reaches 0.8 standard deviations.
"""

from __future__ import annotations

from newsextract.methods.cepf import fuse, path_deviations, path_features, smooth_by_path
from newsextract.methods.extraction import Context, Extraction, whole_rows
from newsextract.methods.thresholds import standard_deviation
from newsextract.page import Page

RADIUS = 1
THRESHOLD = 0.8
"""Standard deviations, the paper's value."""


def cepr(page: Page, context: Context) -> Extraction:
    """The text nodes whose smoothed path ratio stands out."""
    ratios = fuse(path_features(page), ("TPR", "PPR"))
    extended = [ratio * deviation for ratio, deviation in zip(ratios, path_deviations(page), strict=True)]
    values = smooth_by_path(page, extended, RADIUS)
    threshold = THRESHOLD * standard_deviation(values)
    chosen = [value >= threshold and value > 0 for value in values]
    return Extraction(whole_rows(page, chosen), tuple(values))

"""Labelled pages as a network learns from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from newsextract.bench.corpus import Case, Scoring
from newsextract.bench.held_out import page_digest
from newsextract.methods.fusion.features import evidence
from newsextract.page import read_page
from newsextract.titles import find_title
from newsextract.training.fit import Example
from newsextract.training.labels import body_labels, segment_labels
from newsextract.training.sites import fold_of, site_of

MOST_ROWS = 1500
"""Longer pages are a few lists and forums that would fill a batch each; they are judged, not learned from."""

SEGMENT_WEIGHT = 0.5
"""A page of which only some rows are known counts half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPage:
    """One page of a corpus, ready for learning and for being judged."""

    case: Case
    corpus: str
    digest: bytes
    """By which the benchmark finds the network that has not seen the page's site."""
    fold: int
    example: Example | None
    """None for a page from which nothing can be learned."""


def labelled_page(case: Case, corpus: str, weight: float) -> LabelledPage:
    """Read a page and lay its gold over its rows."""
    body = case.read_page()
    page = read_page(body, url=case.url)
    found = evidence(page, find_title(page).text)
    example = None
    if found is not None and found.matrix.shape[1] <= MOST_ROWS:
        if case.scoring is Scoring.BODY:
            labels, sizes = body_labels(page.row_texts, case.body, case.title)
        else:
            labels, sizes = segment_labels(page.row_texts, case.wanted, case.unwanted)
            weight *= SEGMENT_WEIGHT
        if sizes.any():
            example = Example(found.matrix.astype(np.float16), found.groups, labels, sizes, weight)
    return LabelledPage(
        case=case,
        corpus=corpus,
        digest=page_digest(body),
        fold=fold_of(site_of(case, page)),
        example=example,
    )

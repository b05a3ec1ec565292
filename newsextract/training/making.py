"""From corpora to a model: networks of the folds, the network of all pages, calibration, report.

Every figure in the report is of pages whose site the network that judged them had not seen, and every
confidence of one that was calibrated without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from newsextract.bench.corpus import Corpus, Scoring
from newsextract.bench.held_out import held_out_bytes
from newsextract.bench.record import own_version
from newsextract.bench.reliability import GOOD_ABOVE, Reliability, reliability
from newsextract.bench.score import (
    PageScore,
    score_segment_set,
    score_segments,
    score_set,
    score_text,
    text_gold,
)
from newsextract.errors import CorpusError
from newsextract.methods.extraction import nodes_of_rows
from newsextract.methods.fusion.features import FEATURES
from newsextract.methods.fusion.judging import judge
from newsextract.methods.fusion.network import Floats, Network, to_bytes
from newsextract.methods.fusion.verdict import CONFIDENCE_FIGURES, confidence, confidence_figures
from newsextract.page import read_page
from newsextract.titles import find_title
from newsextract.training.calibration import fit_calibration
from newsextract.training.examples import LabelledPage, labelled_page
from newsextract.training.fit import Example, Recipe, fit, measure_scale
from newsextract.training.sites import FOLDS

Watch = Callable[[str, int], Callable[[], None]]
"""Told what comes next and in how many steps; returns what is to be called after each."""


@dataclass(frozen=True, slots=True)
class Made:
    """The files of a model."""

    model: bytes
    held_out: bytes
    report: dict[str, Any]


class _Judged(NamedTuple):
    """A page judged by the network of its fold."""

    page: LabelledPage
    score: PageScore
    figures: Floats | None
    """None for a page without rows."""

    @property
    def is_good(self) -> bool:
        return self.score.f1 > GOOD_ABOVE


def make_model(corpora: Sequence[Corpus], weights: Mapping[str, float], recipe: Recipe, watch: Watch) -> Made:
    """Learn from all pages of the corpora; ``weights`` says how much a page of one counts, if not 1."""
    pages = _read(corpora, weights, watch)
    _check_sites(pages)
    held_out = [
        _fitted([page for page in pages if page.fold != fold], recipe, watch, f"fold {fold + 1} of {FOLDS}")
        for fold in range(FOLDS)
    ]
    judged = list(_judge(pages, held_out, watch("judging", len(pages))))
    held_out = [
        replace(network, calibration=_calibration(one for one in judged if one.page.fold != fold))
        for fold, network in enumerate(held_out)
    ]
    about = {
        "newsextract": own_version(),
        "recipe": asdict(recipe),
        "corpora": [
            {"name": corpus.name, "digest": corpus.digest, "pages": len(corpus.cases),
             "weight": weights.get(corpus.name, 1.0)}
            for corpus in corpora
        ],
    }  # fmt: skip
    network = _fitted(pages, recipe, watch, "all pages")
    network = replace(network, calibration=_calibration(judged), about=about)
    return Made(
        model=to_bytes(network),
        held_out=held_out_bytes(held_out, {page.digest: page.fold for page in pages}),
        report={**about, "folds": FOLDS, "cross_validation": _report(corpora, judged, held_out)},
    )


def _read(corpora: Sequence[Corpus], weights: Mapping[str, float], watch: Watch) -> list[LabelledPage]:
    advance = watch("reading", sum(len(corpus.cases) for corpus in corpora))
    pages = []
    for corpus in corpora:
        for case in corpus.cases:
            pages.append(labelled_page(case, corpus.name, weights.get(corpus.name, 1.0)))
            advance()
    return pages


def _check_sites(pages: Sequence[LabelledPage]) -> None:
    """Every fold has to have something to learn from, which are pages of sites in other folds."""
    if len({page.fold for page in pages if page.example is not None}) < 2:
        raise CorpusError(
            "the pages to learn from are of too few sites for a cross-validation by site; name corpora with "
            "pages of more sites"
        )


def _fitted(pages: Iterable[LabelledPage], recipe: Recipe, watch: Watch, label: str) -> Network:
    examples: list[Example] = [page.example for page in pages if page.example is not None]
    scale = measure_scale(examples)
    weights = fit(examples, scale, recipe, watch(label, recipe.epochs))
    # as they will be read from the file
    stored = tuple(weight.astype(np.float16).astype(np.float32) for weight in weights)
    calibration = np.zeros(len(CONFIDENCE_FIGURES) + 1, dtype=np.float32)
    return Network(FEATURES, scale.mean, scale.deviation, stored, calibration, {})


def _judge(
    pages: Iterable[LabelledPage], held_out: Sequence[Network], advance: Callable[[], None]
) -> Iterable[_Judged]:
    """Every page by the network that has not seen its site."""
    for labelled in pages:
        case = labelled.case
        page = read_page(case.read_page(), url=case.url)
        found = judge(page, find_title(page).text, held_out[labelled.fold])
        figures, text = None, ""
        if found is not None:
            text = page.render(nodes_of_rows(page, np.flatnonzero(found.verdict.kept).tolist()))
            figures = confidence_figures(found.verdict, found.evidence.words)
        if case.scoring is Scoring.BODY:
            score = score_text(text, text_gold(case.body, case.title))
        else:
            score = score_segments(text, case.wanted, case.unwanted)
        yield _Judged(labelled, score, figures)
        advance()


def _calibration(judged: Iterable[_Judged]) -> Floats:
    """Fitted to pages with a gold body: segments do not say how good a page is."""
    pairs = [
        (one.figures, one.is_good)
        for one in judged
        if one.figures is not None and one.page.case.scoring is Scoring.BODY
    ]
    figures = np.array([figures for figures, _ in pairs], dtype=np.float32)
    return fit_calibration(
        figures.reshape(-1, len(CONFIDENCE_FIGURES)), np.array([good for _, good in pairs])
    )


def _report(
    corpora: Sequence[Corpus], judged: Sequence[_Judged], held_out: Sequence[Network]
) -> dict[str, Any]:
    sets = {}
    for corpus in corpora:
        of_set = [one for one in judged if one.page.corpus == corpus.name]
        score = score_set if corpus.scoring is Scoring.BODY else score_segment_set
        sets[corpus.name] = {
            **asdict(score([one.score for one in of_set])),
            "pages_of_folds": [sum(one.page.fold == fold for one in of_set) for fold in range(FOLDS)],
        }
    sure = partial(_confidence, held_out=held_out)
    with_body = [one for one in judged if one.page.case.scoring is Scoring.BODY]
    found = reliability((sure(one), one.score.f1) for one in with_body)
    return {"sets": sets, "reliability": _reliability_record(found)}


def _confidence(one: _Judged, held_out: Sequence[Network]) -> float | None:
    return None if one.figures is None else confidence(one.figures, held_out[one.page.fold].calibration)


def _reliability_record(found: Reliability | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"calibration_error": found.calibration_error, "bins": [asdict(one) for one in found.bins]}

"""From a corpus to the files of a model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from newsextract.bench.corpus import Corpus, read_corpus
from newsextract.bench.held_out import page_digest, read_held_out
from newsextract.errors import NewsextractError
from newsextract.methods.fusion.features import FEATURES
from newsextract.methods.fusion.judging import judge
from newsextract.methods.fusion.network import from_bytes
from newsextract.training import making
from newsextract.training.fit import Example, Recipe, Scale, fit
from newsextract.training.making import Made, make_model
from newsextract.training.sites import FOLDS, fold_of

RECIPE = Recipe(width=4, epochs=2, rows_a_step=60)
SENTENCE = "The ferry left the harbour at noon, said the company."


def unwatched(label: str, total: int) -> Callable[[], None]:
    return lambda: None


def make(corpora: list[Corpus], **weights: float) -> Made:
    return make_model(corpora, weights, RECIPE, unwatched)


def segment_set(folder: Path) -> Path:
    """Pages of two sites, of which one sentence and the menu are known."""
    (folder / "html").mkdir(parents=True)
    rows = []
    for number, site in enumerate(("ships.com", "quay.info")):
        row = {
            "id": str(number),
            "url": f"https://{site}/{number}",
            "wanted": [SENTENCE],
            "unwanted": ["Menu"],
        }
        rows.append(json.dumps(row) + "\n")
        markup = f"<p><a href=/>Menu</a></p><p>{SENTENCE}</p><p>Page {number}</p>"
        (folder / "html" / f"{number}.html").write_text(markup)
    (folder / "gold.jsonl").write_text("".join(rows))
    return folder


def test_the_files_of_a_model(news_corpus: Path, tmp_path: Path) -> None:
    corpus = read_corpus(news_corpus)
    made = make([corpus])
    network = from_bytes(made.model, "made", FEATURES)
    path = tmp_path / "held_out.zip"
    path.write_bytes(made.held_out)
    held_out = read_held_out(path)
    assert len(held_out.networks) == FOLDS
    for one in (network, *held_out.networks):
        assert one.weights[0].shape == (len(FEATURES), RECIPE.width)
        assert all(np.isfinite(weight).all() for weight in one.weights)
        assert np.isfinite(one.calibration).all()
    # a fold that left pages out is another network than the model
    assert {len(one.weights) for one in held_out.networks} == {len(network.weights)}
    for case in corpus.cases:
        body = case.read_page()
        assert held_out.folds[page_digest(body)] == fold_of(case.site)
        left_out = held_out.network_for(body)
        assert left_out is held_out.networks[fold_of(case.site)]
        assert (left_out.weights[0] != network.weights[0]).any()
    assert len(held_out.folds) == len(corpus.cases)


def test_the_same_pages_make_the_same_files(news_corpus: Path) -> None:
    corpus = read_corpus(news_corpus)
    first = make([corpus])
    assert make([corpus]) == first
    assert make([corpus], ships=3.0).model != first.model


def test_what_the_report_says(news_corpus: Path, tmp_path: Path) -> None:
    corpora = [read_corpus(news_corpus), read_corpus(segment_set(tmp_path / "menus"))]
    made = make(corpora, menus=2.0)
    report = made.report
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert report["recipe"]["epochs"] == 2
    assert report["folds"] == FOLDS
    assert report["newsextract"]
    assert report["corpora"] == [
        {"name": "ships", "digest": corpora[0].digest, "pages": 12, "weight": 1.0},
        {"name": "menus", "digest": corpora[1].digest, "pages": 2, "weight": 2.0},
    ]
    sets = report["cross_validation"]["sets"]
    assert list(sets) == ["ships", "menus"]
    assert [sum(values["pages_of_folds"]) for values in sets.values()] == [12, 2]
    assert all(0 <= sets["ships"][name] <= 1 for name in ("precision", "recall", "f1", "mean_f1"))
    assert sets["menus"]["mean_f1"] is None  # segments do not say how good a page is
    found = report["cross_validation"]["reliability"]
    assert 0 <= found["calibration_error"] <= 1
    about = from_bytes(made.model, "made", FEATURES).about
    assert about == {name: report[name] for name in ("newsextract", "recipe", "corpora")}


def test_folds_never_share_a_site(news_corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = read_corpus(news_corpus)
    fitted: list[tuple[Example, ...]] = []

    def noting(examples: list[Example], scale: Scale, *others: Any) -> tuple[np.ndarray[Any, Any], ...]:
        fitted.append(tuple(examples))
        return fit(examples, scale, *others)

    monkeypatch.setattr(making, "fit", noting)
    make([corpus])
    *folds, everything = fitted
    assert len(folds) == FOLDS
    assert len(everything) == len(corpus.cases)
    site_of_example = {id(one): case.site for one, case in zip(everything, corpus.cases, strict=True)}
    for fold, examples in enumerate(folds):
        learned = {site_of_example[id(one)] for one in examples}
        assert learned == {case.site for case in corpus.cases if fold_of(case.site) != fold}


def test_every_page_is_judged_by_the_network_that_left_it_out(
    news_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = read_corpus(news_corpus)
    judged: list[Any] = []

    def noting(page: Any, title: str, network: Any) -> Any:
        judged.append(network.weights[0])
        return judge(page, title, network)

    monkeypatch.setattr(making, "judge", noting)
    made = make([corpus])
    path = news_corpus / "held_out.zip"
    path.write_bytes(made.held_out)
    networks = read_held_out(path).networks
    assert len(judged) == len(corpus.cases)
    for weights, case in zip(judged, corpus.cases, strict=True):
        assert (weights == networks[fold_of(case.site)].weights[0]).all()


def test_confidence_is_calibrated_without_the_pages_it_is_for(
    news_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = read_corpus(news_corpus)
    counts: list[int] = []

    def noting(figures: Any, good: Any) -> Any:
        counts.append(len(figures))
        assert len(good) == len(figures)
        return np.full(7, len(counts), dtype=np.float32)

    monkeypatch.setattr(making, "fit_calibration", noting)
    made = make([corpus])
    of_folds = [sum(fold_of(case.site) != fold for case in corpus.cases) for fold in range(FOLDS)]
    assert counts == [*of_folds, len(corpus.cases)]
    path = news_corpus / "held_out.zip"
    path.write_bytes(made.held_out)
    found = [network.calibration[0] for network in read_held_out(path).networks]
    assert found == [1, 2, 3, 4, 5]
    assert from_bytes(made.model, "made", FEATURES).calibration[0] == 6


def test_how_far_the_work_is(news_corpus: Path) -> None:
    told: list[list[Any]] = []

    def watch(label: str, total: int) -> Callable[[], None]:
        told.append([label, total, 0])

        def advance() -> None:
            told[-1][2] += 1

        return advance

    make_model([read_corpus(news_corpus)], {}, RECIPE, watch)
    assert [label for label, _, _ in told] == [
        "reading",
        *(f"fold {fold} of {FOLDS}" for fold in range(1, FOLDS + 1)),
        "judging",
        "all pages",
    ]
    assert all(total == done for _, total, done in told)


def test_a_page_without_rows_is_measured_and_not_learned_from(news_corpus: Path) -> None:
    (news_corpus / "html" / "page03.html").write_text("<script>x</script>")
    made = make([read_corpus(news_corpus)])
    assert sum(made.report["cross_validation"]["sets"]["ships"]["pages_of_folds"]) == 12


def test_pages_of_one_site_are_not_enough(news_corpus: Path) -> None:
    """With all pages in one fold the network that leaves it out has nothing to learn from."""
    gold = (news_corpus / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    (news_corpus / "gold.jsonl").write_text("\n".join(gold[:2]), encoding="utf-8")
    with pytest.raises(NewsextractError, match="site"):
        make([read_corpus(news_corpus)])

"""The model that comes with the package: what any sensible one passes, whatever its weights are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import newsextract
from newsextract.bench.held_out import HELD_OUT_FILE, read_held_out
from newsextract.bench.score import score_text, text_gold
from newsextract.methods.fusion.features import FEATURES
from newsextract.methods.fusion.model import MODEL_FILE, read_network
from newsextract.methods.fusion.network import Network
from newsextract.methods.fusion.verdict import CONFIDENCE_FIGURES
from newsextract.training.sites import FOLDS

COURIER = Path(__file__).parents[2] / "pages" / "courier"
STORIES = sorted(path.stem for path in COURIER.glob("*.txt"))

MOST_BYTES = 500_000
"""A wheel of half a megabyte more is what a model may cost."""

STORY_FLOOR = 0.88
MEAN_FLOOR = 0.93
"""F1 that a model has to reach on each of the made-up stories, and on the mean of them."""

LARGEST_CALIBRATION_ERROR = 0.1


@pytest.fixture(scope="module")
def network() -> Network:
    return read_network(MODEL_FILE)


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    path = MODEL_FILE.with_name("model.json")
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def f1(name: str) -> float:
    article = newsextract.extract((COURIER / f"{name}.html").read_bytes(), method="fusion")
    body = (COURIER / f"{name}.txt").read_text(encoding="utf-8")
    return score_text(article.text, text_gold(body, article.title)).f1


def test_the_model_file_is_small() -> None:
    assert MODEL_FILE.stat().st_size <= MOST_BYTES


def assert_sound(network: Network) -> None:
    assert network.features == FEATURES
    assert network.mean.shape == network.deviation.shape == (len(FEATURES),)
    assert (network.deviation > 0).all()
    assert network.calibration.shape == (len(CONFIDENCE_FIGURES) + 1,)
    for array in (network.mean, network.deviation, network.calibration, *network.weights):
        assert np.isfinite(array).all()


def test_the_network_is_sound(network: Network) -> None:
    assert_sound(network)


def test_the_held_out_networks_are_sound() -> None:
    held_out = read_held_out(HELD_OUT_FILE)
    assert len(held_out.networks) == FOLDS
    for network in held_out.networks:
        assert_sound(network)
    assert set(held_out.folds.values()) == set(range(FOLDS))


def test_the_report_is_of_this_model(network: Network, report: dict[str, Any]) -> None:
    assert network.about == {name: report[name] for name in network.about}
    assert network.about["recipe"]


def test_the_report_names_the_corpora(report: dict[str, Any]) -> None:
    assert report["corpora"]
    for corpus in report["corpora"]:
        assert corpus["name"]
        assert len(bytes.fromhex(corpus["digest"])) == 32
        assert corpus["pages"] > 0
        assert corpus["weight"] > 0


def test_the_held_out_networks_are_for_the_pages_of_the_report(report: dict[str, Any]) -> None:
    pages = sum(corpus["pages"] for corpus in report["corpora"])
    # some pages are in two sets
    assert 0.9 * pages <= len(read_held_out(HELD_OUT_FILE).folds) <= pages


def test_the_report_has_the_cross_validation(report: dict[str, Any]) -> None:
    assert report["folds"] == FOLDS
    found = report["cross_validation"]
    assert list(found["sets"]) == [corpus["name"] for corpus in report["corpora"]]
    for corpus in report["corpora"]:
        values = found["sets"][corpus["name"]]
        assert values["f1"] > 0.5
        assert sum(values["pages_of_folds"]) == corpus["pages"]
    assert found["reliability"]["calibration_error"] <= LARGEST_CALIBRATION_ERROR


def test_there_are_stories_to_read() -> None:
    assert len(STORIES) >= 7


@pytest.mark.parametrize("name", STORIES)
def test_the_stories_are_found(name: str) -> None:
    assert f1(name) >= STORY_FLOOR


def test_the_stories_are_found_well_on_the_whole() -> None:
    assert sum(map(f1, STORIES)) / len(STORIES) >= MEAN_FLOOR


@pytest.mark.parametrize("path", sorted(COURIER.parent.glob("*/*.html")), ids=lambda path: path.stem)
def test_confidence_is_a_probability(path: Path) -> None:
    article = newsextract.extract(path.read_bytes(), method="fusion")
    assert article.text
    assert article.confidence is not None
    assert 0 <= article.confidence <= 1


def test_an_ordinary_story_is_surer_than_a_page_of_links() -> None:
    links = "".join(f"<li><a href='/{n}'>Story number {n} of the day</a></li>" for n in range(60))
    story = newsextract.extract((COURIER / "ferry-returns.html").read_bytes(), method="fusion")
    index = newsextract.extract(f"<title>Index</title><ul>{links}</ul>", method="fusion")
    assert (story.confidence or 0) > (index.confidence or 0)


def test_reasons_are_given_for_what_is_kept_and_left_out() -> None:
    article = newsextract.extract((COURIER / "ferry-returns.html").read_bytes(), method="fusion")
    blocks = article.explain().blocks
    assert {block.kept for block in blocks} == {True, False}
    assert all(block.speaks_for or block.speaks_against for block in blocks)

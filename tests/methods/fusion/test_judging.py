"""One page before a network."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from newsextract.methods.fusion.judging import judge
from newsextract.methods.fusion.network import Neighbourhood
from newsextract.methods.fusion.verdict import confidence, confidence_figures
from newsextract.page import read_page

PAGE = (
    "<ul><li><a href=/a>Sport</a><li><a href=/b>Weather</a></ul><h1>Ferry returns</h1>"
    "<p>The ferry left the harbour at noon, said the company.</p><p>It was full.</p>"
)
ROWS = 5


@pytest.mark.parametrize("markup", ["", "<title>x</title>", "<script>x</script>"])
def test_a_page_without_rows_is_not_judged(markup: str, linear_network: Any) -> None:
    assert judge(read_page(markup), "", linear_network({})) is None


def test_the_verdict_is_on_the_evidence(linear_network: Any) -> None:
    judged = judge(read_page(PAGE), "Ferry returns", linear_network({"link share": -4.0}, constant=1.0))
    assert judged is not None
    assert judged.logits.tolist() == pytest.approx([-3, -3, 1, 1, 1])
    assert judged.verdict.kept.tolist() == [False, False, True, True, True]
    assert judged.evidence.matrix.shape[1] == ROWS


def test_the_title_is_part_of_the_evidence(linear_network: Any) -> None:
    network = linear_network({"is the title": 4.0}, constant=-1.0)
    for title, kept in (("Ferry returns", [False, False, True, False, False]), ("Weather", [False, True])):
        judged = judge(read_page(PAGE), title, network)
        assert judged is not None
        assert judged.verdict.kept.tolist()[: len(kept)] == kept


def test_rows_hear_the_other_rows_of_the_page(linear_network: Any) -> None:
    network = linear_network({"link share": 1.0}, heard=1.0)
    judged = judge(read_page(PAGE), "", network)
    assert judged is not None
    assert judged.logits.tolist() == pytest.approx([1.4, 1.4, 0.4, 0.4, 0.4])
    matrix = judged.evidence.matrix
    again = network.logits(matrix, Neighbourhood(judged.evidence.groups))
    assert again.tolist() == judged.logits.tolist()


@pytest.mark.parametrize(
    ("known", "logits"),
    [
        (None, [-3, -3, 1, 1, 1]),
        ([0] * 5, [-3, -3, 1, 1, 1]),
        ([5, 0, -5, 0, 0.5], [2, -3, -4, 1, 1.5]),
    ],
)
def test_what_is_known_of_rows_is_added(
    known: list[float] | None, logits: list[float], linear_network: Any
) -> None:
    judged = judge(
        read_page(PAGE),
        "",
        linear_network({"link share": -4.0}, constant=1.0),
        None if known is None else np.array(known, dtype=np.float32),
    )
    assert judged is not None
    assert judged.logits.tolist() == pytest.approx(logits)
    assert judged.verdict.kept.tolist() == [value > 0 for value in logits]


@pytest.mark.parametrize(
    ("known", "kept"),
    [
        ([1e4] * 5, [True] * 5),
        ([-1e4] * 5, [False] * 5),
        ([1e4, -1e4, -1e4, -1e4, -1e4], [True, False, False, False, False]),
        ([-1e4, -1e4, -1e4, -1e4, 1e4], [False, False, False, False, True]),
    ],
)
def test_what_is_surely_known_decides(known: list[float], kept: list[bool], linear_network: Any) -> None:
    network = linear_network({"link share": -4.0, "length": 1.0}, constant=-1.0)
    judged = judge(read_page(PAGE), "", network, np.array(known, dtype=np.float32))
    assert judged is not None
    assert judged.verdict.kept.tolist() == kept


def test_the_confidence_is_read_with_the_calibration_of_the_network(linear_network: Any) -> None:
    network = linear_network({"link share": -4.0}, constant=1.0)
    network.calibration[:] = (1, -1, 0.5, 0.25, 0, 0.125, -0.5)
    judged = judge(read_page(PAGE), "", network)
    assert judged is not None
    figures = confidence_figures(judged.verdict, judged.evidence.words)
    assert judged.confidence == confidence(figures, network.calibration) != 0.5
    assert 0 < judged.confidence < 1

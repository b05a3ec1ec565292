"""What spoke for and against each row."""

from __future__ import annotations

from typing import Any

import pytest

from newsextract.explanation import Block
from newsextract.methods.extraction import Context
from newsextract.methods.fusion.features import FAMILIES, FEATURES
from newsextract.methods.fusion.reasons import LEAST_WEIGHT, NEIGHBOURS, explain_fusion
from newsextract.page import read_page

PAGE = (
    "<ul><li><a href=/a>Sport</a><li><a href=/b>Weather</a></ul><h1>Ferry returns</h1>"
    "<p>The ferry  left the harbour at noon, said the company.</p><p>It was full.</p>"
)
TEXTS = [
    "Sport",
    "Weather",
    "Ferry returns",
    "The ferry left the harbour at noon, said the company.",
    "It was full.",
]


def explained(network: Any, markup: str = PAGE, title: str = "Ferry returns") -> tuple[Block, ...]:
    return explain_fusion(read_page(markup), Context(title=title), network)


def weights(block: Block) -> dict[str, float]:
    """All reasons of a block; those for it must be above 0 and those against it below."""
    assert all(reason.weight > 0 for reason in block.speaks_for)
    assert all(reason.weight < 0 for reason in block.speaks_against)
    return {reason.evidence: reason.weight for reason in (*block.speaks_for, *block.speaks_against)}


def test_every_feature_is_in_exactly_one_family() -> None:
    assert sorted(int(line) for lines in FAMILIES.values() for line in lines) == list(range(len(FEATURES)))
    assert all(len(lines) for lines in FAMILIES.values())
    assert NEIGHBOURS not in FAMILIES


def test_every_row_is_a_block_in_order(linear_network: Any) -> None:
    blocks = explained(linear_network({"link share": -4.0}, constant=1.0))
    assert [block.text for block in blocks] == TEXTS
    assert [block.kept for block in blocks] == [False, False, True, True, True]
    # 1 / (1 + exp(3)) and 1 / (1 + exp(-1))
    assert [block.value for block in blocks] == pytest.approx([0.0474, 0.0474, *[0.7311] * 3], abs=1e-4)


@pytest.mark.parametrize("markup", ["", "<title>x</title>"])
def test_a_page_without_rows_has_no_blocks(markup: str, linear_network: Any) -> None:
    assert explained(linear_network({}), markup) == ()


@pytest.mark.parametrize(
    ("feature", "family", "rows"),
    [
        ("link share", "its links", [0, 1]),
        ("is the title", "the title (TWCEM) and what the page says of itself", [2]),
        ("ends a sentence", "how it is spelled", [3, 4]),
        ("own h1", "its tags", [2]),
        ("around ul", "its tags", [0, 1]),
    ],
)
@pytest.mark.parametrize("weight", [3.0, -3.0])
def test_the_evidence_that_decides_is_the_reason(
    feature: str, family: str, rows: list[int], weight: float, linear_network: Any
) -> None:
    blocks = explained(linear_network({feature: weight}))
    expected = [{family: weight} if row in rows else {} for row in range(len(TEXTS))]
    assert [weights(block) for block in blocks] == [pytest.approx(reasons) for reasons in expected]


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_can_be_a_reason(family: str, linear_network: Any) -> None:
    # every feature of a family at once: what is 0 on this page adds nothing, and some are not
    names = [FEATURES[line] for line in FAMILIES[family]]
    page = PAGE.replace("<p>", "<div class=story><p>")
    named = [set(weights(block)) for block in explained(linear_network(dict.fromkeys(names, 1.0)), page)]
    assert set().union(*named) == {family}


def test_the_heaviest_reason_is_first(linear_network: Any) -> None:
    network = linear_network({"own h1": 1.0, "is the title": 2.0, "ends a sentence": -1.5})
    blocks = explained(network)
    assert [reason.weight for reason in blocks[2].speaks_for] == pytest.approx([2, 1])
    assert blocks[2].speaks_against == ()
    assert [reason.weight for reason in blocks[3].speaks_against] == pytest.approx([-1.5])


@pytest.mark.parametrize(("weight", "named"), [(LEAST_WEIGHT * 1.1, True), (LEAST_WEIGHT * 0.9, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_what_weighs_next_to_nothing_is_not_named(
    weight: float, named: bool, sign: int, linear_network: Any
) -> None:
    assert bool(weights(explained(linear_network({"is the title": sign * weight}))[2])) == named


def test_the_rows_around_are_a_reason_of_their_own(linear_network: Any) -> None:
    # two of five rows are links, so each row hears 0.4 more than it has itself
    blocks = explained(linear_network({"link share": 1.0}, heard=1.0))
    assert weights(blocks[0]) == pytest.approx({"its links": 1.4, NEIGHBOURS: 0.4})
    assert weights(blocks[4]) == pytest.approx({"its links": 0.4, NEIGHBOURS: 0.4})


def test_evidence_like_that_of_the_average_row_is_no_reason(linear_network: Any) -> None:
    network = linear_network({"link share": 3.0})
    network.mean[FEATURES.index("link share")] = 1.0
    blocks = explained(network)
    assert weights(blocks[0]) == {}
    assert weights(blocks[4]) == pytest.approx({"its links": -3})


def test_without_a_network_the_one_of_the_package_is_asked(linear_network: Any, use_network: Any) -> None:
    network = linear_network({"is the title": 3.0}, constant=-1.0)
    use_network(network)
    page = read_page(PAGE)
    context = Context(title="Ferry returns")
    assert explain_fusion(page, context) == explain_fusion(page, context, network)

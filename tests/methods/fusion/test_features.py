"""The evidence on rows, worked by hand on small pages."""

from __future__ import annotations

import math

import numpy as np
import pytest

from newsextract.methods.fusion.features import FAMILIES, FEATURES, Evidence, evidence
from newsextract.page import read_page

STORY = """
<html><head><title>Ferry sails again - Harbour Post</title>
<meta name="description" content="The ferry sailed again on Monday, the company said."></head><body>
<div class="nav"><a href="/">Home</a> <a href="/sport">Sport</a></div>
<div class="article-body">
  <h1>Ferry sails again</h1>
  <p class="byline">By Ada Quill</p>
  <p>The ferry sailed again on Monday, the company said. It was full.</p>
  <p>All 27 seats were taken, and NO one complained.</p>
</div>
<ul id="comment-list"><li>Great!</li><li>Great!</li></ul>
</body></html>
"""
ROWS = ["nav", "title", "byline", "first", "second", "comment", "same comment"]


def weighed(html: str = STORY, title: str = "Ferry sails again") -> Evidence:
    found = evidence(read_page(html), title)
    assert found is not None
    return found


def column(name: str, html: str = STORY) -> list[float]:
    values: list[float] = weighed(html).matrix[FEATURES.index(name)].tolist()
    return values


def test_a_line_for_each_feature_and_a_column_for_each_row() -> None:
    found = weighed()
    assert found.matrix.shape == (len(FEATURES), len(ROWS))
    assert found.matrix.dtype == np.float32
    assert np.isfinite(found.matrix).all()
    assert len(set(FEATURES)) == len(FEATURES)


@pytest.mark.parametrize("html", ["", "<p></p>", "<html><script>var a</script>"])
def test_a_page_without_rows_has_no_evidence(html: str) -> None:
    assert evidence(read_page(html), "A title") is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("length", [math.log1p(n) for n in (9, 15, 10, 53, 39, 6, 6)]),
        ("marks", [math.log1p(n) for n in (0, 0, 0, 3, 2, 1, 1)]),
        ("link share", [1, 0, 0, 0, 0, 0, 0]),
        ("digit share", [0, 0, 0, 0, 2 / 39, 0, 0]),
        ("capital share", [2 / 9, 1 / 15, 3 / 10, 3 / 53, 3 / 39, 1 / 6, 1 / 6]),
        ("pieces", [math.log1p(n) for n in (2, 1, 1, 1, 1, 1, 1)]),
        ("ends a sentence", [0, 0, 0, 1, 1, 1, 1]),
        ("repeated", [0, 0, 0, 0, 0, math.log(2), math.log(2)]),
        ("starts with byline", [0, 0, 1, 0, 0, 0, 0]),
        ("place", [row / 7 for row in range(7)]),
        ("own h1", [0, 1, 0, 0, 0, 0, 0]),
        ("own byline", [0, 0, 1, 0, 0, 0, 0]),
        ("near body", [0, 1, 1, 1, 1, 0, 0]),
        ("around comment", [0, 0, 0, 0, 0, 1, 1]),
        ("around around", [1, 0, 0, 0, 0, 0, 0]),
        ("title words", [0, 1, 0, 2 / 3, 0, 0, 0]),
        ("is the title", [0, 1, 0, 0, 0, 0, 0]),
        ("there is a heading", [1] * 7),
        ("rows behind the heading", [-math.log(2), 0, *(math.log1p(n) for n in range(1, 6))]),
        ("there is a description", [1] * 7),
        (
            "rows behind the description",
            [-math.log(4), -math.log(3), -math.log(2), 0, *map(math.log, (2, 3, 4))],
        ),
        ("body declared", [0] * 7),
        ("fills its block", [1] * 7),
        ("page rows", [math.log1p(7)] * 7),
    ],
)
def test_values(name: str, expected: list[float]) -> None:
    assert column(name) == pytest.approx(expected, abs=1e-5)


def test_shares_of_the_text_add_up() -> None:
    assert sum(column("share of the text")) == pytest.approx(1, abs=1e-5)
    assert column("text before")[0] == 0


def test_the_densest_block_holds_the_story() -> None:
    assert column("in the densest block")[3:5] == [1, 1]
    assert column("in the densest block")[0] == 0


def test_the_best_run_is_the_story() -> None:
    html = (
        "<a href=/>One</a>" * 3
        + "<p>A sentence, with its marks, long enough to be worth it.</p>" * 3
        + "<p>x</p>"
    )
    assert column("in the best run", html) == [0, 1, 1, 1, 0]
    assert column("rows before the best run", html) == pytest.approx([math.log(2), 0, 0, 0, 0], abs=1e-5)


def test_a_list_of_links_is_a_link_cluster() -> None:
    links = "".join(f"<li><a href=/{n}>Another story of the day {n}</a></li>" for n in range(9))
    clusters = column(
        "link cluster", f"<div><p>A text without any links, with some words.</p></div><ul>{links}</ul>"
    )
    assert clusters[0] < clusters[1] == max(clusters)


def test_hidden_parts_are_told() -> None:
    html = '<div style="display: none"><p>Not seen</p></div><div hidden><p>Nor this</p></div><p>Seen</p>'
    assert column("around unseen", html) == [1, 1, 0]


def test_a_declared_body_marks_its_rows() -> None:
    text = "The harbour was closed for two days, the company said on Monday."
    script = f'<script type="application/ld+json">{{"articleBody": "{text * 4}"}}</script>'
    assert column(
        "in the declared body", f"{script}<p>{text}</p><p>Something else entirely, about sheep.</p>"
    ) == [1, 0]


def test_siblings_and_containers_are_groups() -> None:
    siblings, signatures, containers = weighed().groups
    assert siblings[3] == siblings[4] != siblings[5] == siblings[6]
    assert signatures[3] == signatures[4] != signatures[2]
    assert containers[3] == containers[4]


def test_words_and_nodes_of_rows() -> None:
    found = weighed()
    assert found.words.tolist() == [2, 3, 3, 12, 9, 1, 1]
    assert found.nodes.tolist() == [2, 1, 1, 1, 1, 1, 1]


def test_every_feature_is_in_one_family() -> None:
    places = sorted(place for family in FAMILIES.values() for place in family.tolist())
    assert places == list(range(len(FEATURES)))


def test_the_order_of_pages_does_not_matter() -> None:
    first = weighed().matrix
    weighed("<p>Another page, in between.</p>")
    assert np.array_equal(weighed().matrix, first)

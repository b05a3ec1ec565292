from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from newsextract.methods.extraction import Context, Extraction, nodes_of_rows, spread_over_nodes, whole_rows
from newsextract.page import Page, read_page

# Row 0 has the nodes "aaaa", "bb", "cc" (4, 2 and 2 characters), row 1 "dd", row 2 "e" and "fff".
HTML = "<p>aaaa<a>bb</a>cc</p><p>dd</p><p>e<b>fff</b></p>"


@pytest.fixture
def page() -> Page:
    return read_page(HTML)


def test_the_page_is_as_assumed(page: Page) -> None:
    assert page.walk.texts == ["aaaa", "bb", "cc", "dd", "e", "fff"]
    assert page.row_texts == ["aaaabbcc", "dd", "efff"]


@pytest.mark.parametrize(
    ("chosen", "nodes"),
    [
        ("", ()),
        ("aaaa", ()),  # 4 of 8 characters are not most of them
        ("aaaa bb", (0, 1, 2)),  # 6 of 8
        ("bb cc", ()),  # two nodes of three, but 4 of 8 characters
        ("dd", (3,)),
        ("e", ()),  # 1 of 4
        ("fff", (4, 5)),  # 3 of 4
        ("aaaa cc dd fff", (0, 1, 2, 3, 4, 5)),
        ("aaaa bb cc dd e fff", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_whole_rows(page: Page, chosen: str, nodes: tuple[int, ...]) -> None:
    assert whole_rows(page, [text in chosen.split() for text in page.walk.texts]) == nodes


@pytest.mark.parametrize(
    ("rows", "nodes"), [([], ()), ([0], (0, 1, 2)), ([1, 2], (3, 4, 5)), ([0, 2], (0, 1, 2, 4, 5))]
)
def test_nodes_of_rows(page: Page, rows: list[int], nodes: tuple[int, ...]) -> None:
    assert nodes_of_rows(page, rows) == nodes


def test_spread_over_nodes(page: Page) -> None:
    assert spread_over_nodes(page, [1.5, 2.0, 0.5]) == (1.5, 1.5, 1.5, 2.0, 0.5, 0.5)


def test_a_page_without_text_has_no_rows() -> None:
    empty = read_page("")
    assert whole_rows(empty, []) == nodes_of_rows(empty, []) == spread_over_nodes(empty, []) == ()


def test_values_between_stages_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Context(title="a").title = "b"  # type: ignore[misc]  # that it is frozen is what is tested
    with pytest.raises(FrozenInstanceError):
        Extraction((), ()).nodes = (1,)  # type: ignore[misc]  # as above


def test_nothing_is_known_beside_the_page_unless_given() -> None:
    assert Context() == Context(title="", others=())

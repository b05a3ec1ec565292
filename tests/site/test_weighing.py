"""What a page says itself and what its site says, weighed together."""

from __future__ import annotations

import pytest

from newsextract.methods.extraction import Extraction, nodes_of_rows
from newsextract.page import Page, read_page
from newsextract.site import testimony
from newsextract.site.lessons import SiteKnowledge
from newsextract.site.noise import noise_key
from newsextract.site.weighing import weighed

ROWS = ("The ferry is back.", "It had been laid up.", "Subscribe to our letter.", "All rights reserved.")
NOTHING = SiteKnowledge()


def page() -> Page:
    body = "".join(
        f"<div class='{name}'><p>{text}</p></div>"
        for name, text in zip(("story", "more", "box", "foot"), ROWS, strict=True)
    )
    return read_page(f"<body>{body}</body>")


def finding(on: Page, *rows: int) -> Extraction:
    """A method that says yes to these rows and no to the others."""
    return Extraction(nodes_of_rows(on, rows), tuple(1.0 for _ in on.walk.texts))


def kept(on: Page, found: Extraction) -> list[str]:
    return on.render(found.nodes).split("\n") if found.nodes else []


def place_of(says: testimony.Testimony, row: int) -> str:
    return says.places[says.row_places[row]]


def weigh(rows: tuple[int, ...], worth: dict[int, float], noise: tuple[int, ...] = ()) -> list[str]:
    """The texts that are kept; ``worth`` and ``noise`` by row."""
    on = page()
    own = finding(on, *rows)
    says = testimony.testify(on, own)
    keys = frozenset(noise_key(place_of(says, row), says.row_texts[row]) for row in noise)
    knowledge = SiteKnowledge(noise=keys, worth={place_of(says, row): value for row, value in worth.items()})
    return kept(on, weighed(on, own, says, knowledge))


@pytest.mark.parametrize(
    ("rows", "worth", "noise", "expected"),
    [
        ((0, 1), {}, (), (0, 1)),
        ((0, 1), {2: 1.0}, (), (0, 1)),  # a little does not outweigh the page
        ((0, 1), {2: 9.0}, (), (0, 1, 2)),
        ((0, 1, 2), {2: -9.0}, (), (0, 1)),
        ((0, 1, 2), {}, (2,), (0, 1)),
        ((0, 1), {2: 9.0}, (2,), (0, 1)),
        ((0,), {0: -9.0, 1: 9.0}, (), (1,)),
    ],
)
def test_evidence_adds_up(
    rows: tuple[int, ...], worth: dict[int, float], noise: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert weigh(rows, worth, noise) == [ROWS[row] for row in expected]


def test_where_nothing_would_be_left_the_likeliest_is_kept() -> None:
    assert weigh((0,), {row: -9.0 + (row == 2) for row in range(4)}) == [ROWS[0]]
    assert weigh((0,), {0: -9.0, 1: -9.0, 3: -9.0}) == [ROWS[2]]


@pytest.mark.parametrize("knowledge", [NOTHING, SiteKnowledge(worth={"div.nowhere > p": 9.0})])
def test_where_nothing_changes_the_finding_is_the_methods_own(knowledge: SiteKnowledge) -> None:
    on = page()
    own = finding(on, 0, 1)
    assert weighed(on, own, testimony.testify(on, own), knowledge) is own


def test_rows_beyond_those_that_testify_are_as_the_method_found_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsextract.site.testimony.MOST_ROWS", 2)
    on = page()
    own = finding(on, 0, 3)
    says = testimony.testify(on, own)
    assert len(says.row_places) == 2
    found = weighed(on, own, says, SiteKnowledge(worth={place_of(says, 1): 9.0}))
    assert kept(on, found) == [ROWS[0], ROWS[1], ROWS[3]]


def test_only_what_has_a_confidence_gets_a_new_one() -> None:
    from newsextract.methods import Context, get_method

    on = read_page(
        "<body><h1>Ferry returns</h1>"
        + "".join(
            f"<div class='r{n}'><p>{ROWS[0]} {'It sailed at noon, ' * 9} {n}.</p></div>" for n in range(6)
        )
        + "<div class='foot'><p>All rights reserved.</p></div></body>"
    )
    for method, has_one in (("fusion", True), ("density", False)):
        own = get_method(method)(on, Context(title="Ferry returns"))
        says = testimony.testify(on, own)
        worth = {place: -9.0 for place in says.places if ".r0" in place}
        found = weighed(on, own, says, SiteKnowledge(worth=worth))
        assert found.nodes != own.nodes
        assert (found.confidence is not None) is has_one
        if has_one:
            assert found.confidence is not None
            assert 0 < found.confidence <= 1

"""The elements of a page, measured."""

from __future__ import annotations

import pytest

from newsextract.methods.fusion.parts import BITS, Parts, measured_parts
from newsextract.methods.fusion.rows import measured_rows
from newsextract.page import Page, read_page

HTML = """<html class="comment"><body class="comment">
<div class="story-text"><div><p class="Lead2 x">One <b>two</b></p><p class="lead2 x">Three</p></div></div>
<img class="photo"><div hidden><span id="share-bar">Four</span></div></body></html>"""


def parts_of(html: str) -> tuple[Page, Parts]:
    page = read_page(html)
    return page, measured_parts(page, measured_rows(page))


def names(bits: int) -> set[str]:
    return {name for place, name in enumerate(BITS) if bits >> place & 1}


@pytest.mark.parametrize(
    ("tag", "which", "own", "around"),
    [
        ("p", 0, {"lead", "p"}, {"lead", "p", "body", "div"}),
        ("p", 1, {"lead", "p"}, {"lead", "p", "body", "div"}),
        ("b", 0, {"b"}, {"b", "lead", "p", "body", "div"}),
        ("div", 0, {"body", "div"}, {"body", "div"}),
        ("span", 0, {"share", "around", "span"}, {"share", "around", "span", "div", "unseen"}),
        ("img", 0, set(), set()),  # shows no text
        ("body", 0, set(), set()),  # names of the whole page say nothing of its parts
    ],
)
def test_names(tag: str, which: int, own: set[str], around: set[str]) -> None:
    page, parts = parts_of(HTML)
    number = page.numbers_of(tag)[which]
    assert names(int(parts.bits[number])) == own
    assert names(int(parts.bits_around[number])) == around


def test_blocks_are_the_innermost_elements_that_start_a_line() -> None:
    page, parts = parts_of(HTML)
    bold, paragraph = page.numbers_of("b")[0], page.numbers_of("p")[0]
    assert parts.blocks[bold] == parts.blocks[paragraph] == paragraph


def test_signatures_are_path_and_class() -> None:
    page, parts = parts_of("<p class=a>1</p><p class=b>2</p><p class=a>3</p><div><p class=a>4</p></div>")
    one, two, three, four = (int(parts.signatures[number]) for number in page.numbers_of("p"))
    assert one == three
    assert len({one, two, four}) == 3


def test_the_wider_ancestor_is_seen_through_wrappers() -> None:
    deep = "<div>" * 40 + "<p>One</p>" + "</div>" * 40
    page, parts = parts_of(f"<html><body>{deep}<p>Two</p></body></html>")
    assert page.walk.tags[parts.wider[page.numbers_of("p")[0]]] == "body"


def test_sums_over_elements() -> None:
    page, parts = parts_of("<div><p>One, <a href=/>two</a></p><p>3.</p></div>")
    outer = page.numbers_of("div")[0]
    assert (parts.text[outer], parts.linked[outer], parts.marks[outer]) == (9, 3, 2)

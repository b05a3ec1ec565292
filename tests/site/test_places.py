"""Where on a page something stands."""

from __future__ import annotations

import pytest

from newsextract.page import read_page
from newsextract.site.places import (
    LAST_POSITION,
    MOST_STEPS,
    element_step,
    page_places,
    positioned,
    row_places,
    step_name,
    written,
)
from newsextract.site.selectors import way_of


def places_of_rows(body: str) -> dict[str, str]:
    """Text of each row, and where it begins."""
    page = read_page(f"<html><body>{body}</body></html>")
    places = page_places(page)
    at = row_places(page, places)
    return {
        text.strip(): written(places.paths[place]) for text, place in zip(page.row_texts, at, strict=True)
    }


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        ("a", {"a": ""}),
        ("<p>a", {"a": "p"}),
        ("<div id=story>a</div>", {"a": "div#story"}),
        ("<div id=story class=x>a</div>", {"a": "div#story"}),  # the id says it all
        ("<div id=77 class='x y'>a</div>", {"a": "div.x.y"}),  # unless it says nothing
        ("<div>a</div><div>b</div>", {"a": "div[1]", "b": "div[2]"}),
        ("<div></div><div>b</div>", {"b": "div[2]"}),  # those without text count
        ("<div class=x>a</div><div>b</div>", {"a": "div.x", "b": "div[2]"}),  # and those with a name
        ("<p>a<p>b", {"a": "p", "b": "p"}),  # paragraphs stand in lists of any length
        ("<ul><li>a<li>b</ul>", {"a": "ul > li", "b": "ul > li"}),
        ("<div><span><p>a</p></span></div>", {"a": "div[1] > p"}),  # a nameless span is no step
        ("<div><span class=x>a</span></div>", {"a": "div[1] > span.x"}),
        ("<table><tr><td>a<td>b</table>", {"a": "table[1] > tr[1] > td[1]", "b": "table[1] > tr[1] > td[2]"}),
        ("<p>a <b>b</b>", {"a b": "p"}),
        ("<p><b class=x>b</b> a", {"b a": "p > b.x"}),  # where the row begins
        ('<div class=x><b"c class=y>a</div>', {"a": "div.x"}),  # a broken tag is no step
        ("<div class=x><x.y class=z>a</x.y></div>", {"a": "div.x"}),
        ("<my-tag class=z>a</my-tag>", {"a": "my-tag.z"}),
    ],
)
def test_places(body: str, rows: dict[str, str]) -> None:
    assert places_of_rows(body) == rows


def test_positions_end_where_they_say_nothing() -> None:
    found = places_of_rows("".join(f"<div>row {number}.</div>" for number in range(1, LAST_POSITION + 3)))
    assert found[f"row {LAST_POSITION}."] == f"div[{LAST_POSITION}]"
    assert found[f"row {LAST_POSITION + 1}."] == found[f"row {LAST_POSITION + 2}."] == "div"
    assert positioned("p", 1) == "p"


def test_only_so_many_steps_from_the_body_on() -> None:
    page = read_page("<div class=a>" * (MOST_STEPS + 20) + "text")
    places = page_places(page)
    assert max(map(len, places.paths)) == MOST_STEPS
    assert row_places(page, places) == [MOST_STEPS]


def test_the_step_of_one_element_is_the_one_in_its_place() -> None:
    body = (
        "<div>a</div><div id=x>b</div><div>c<section>d</section><p>e</p></div>"
        + "<table><tr><td>f<td class=y>g<tr><td>h</table>"
        + "<div>i</div>" * LAST_POSITION
    )
    page = read_page(body)
    places = page_places(page)
    steps = 0
    for number, element in enumerate(page.walk.elements):
        place = places.paths[places.of_element[number]]
        if place and element_step(element):
            steps += 1
            assert element_step(element) == place[-1]
    assert steps > LAST_POSITION


def test_looking_for_a_position_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_page("<div>a</div>" * 300)
    last = page.walk.elements[-1]
    looked: list[int] = []

    class Watched:
        tag = "div"
        get = last.get

        def itersiblings(self, *tags: str, preceding: bool) -> object:
            for element in last.itersiblings(*tags, preceding=preceding):
                looked.append(1)
                yield element

    assert element_step(Watched()) == "div"  # type: ignore[arg-type]  # as much of an element as is looked at
    assert 0 < len(looked) <= LAST_POSITION


@pytest.mark.parametrize("tag", ["a.b", 'a"b', "_a", "p[1]", "a#b", "é", "b=c"])
def test_what_no_rule_can_name_is_no_step(tag: str) -> None:
    assert step_name(tag, "story", "text") == ""
    page = read_page(f"<div class=x><{tag} class=k>text</{tag}></div>")
    for path in page_places(page).paths:
        assert len(way_of(written(path))) == len(path)


def test_elements_without_text_are_at_no_place() -> None:
    page = read_page("<html><body><div class=x><img src=a></div><p>a</p></body></html>")
    places = page_places(page)
    assert places.paths == [(), ("p",)]
    assert places.parents == [-1, 0]

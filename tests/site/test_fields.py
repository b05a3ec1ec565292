"""Where that stands which is known of an article."""

from __future__ import annotations

import pytest

from newsextract.metadata.declared import Declared, declared
from newsextract.page import read_page
from newsextract.site.fields import FEWEST_TAGS, LONGEST_LINE, field_places
from newsextract.site.places import page_places


def found(
    body: str, says: Declared | None = None, titles: tuple[str, ...] = (), head: str = ""
) -> list[tuple[str, str]]:
    page = read_page(f"<html><head>{head}</head><body>{body}</body></html>", url="http://tide.test/1")
    return list(field_places(page, page_places(page), titles, declared(page) if says is None else says))


NOTHING = Declared()


@pytest.mark.parametrize(
    ("body", "titles", "places"),
    [
        ("<h1>Ferry sails</h1>", ("Ferry sails",), ["h1"]),
        ("<h1> FERRY\n sails </h1>", ("Ferry Sails",), ["h1"]),
        ("<h1>Ferry sails again</h1>", ("Ferry sails",), []),
        ("<h1>Ferry sails</h1><div class=crumb>Ferry sails</div>", ("Ferry sails",), ["h1", "div.crumb"]),
        ("<h1>Ferry</h1><p class=x>Cup</p>", ("Cup", "Ferry"), ["h1", "p.x"]),
        ("<p>Ferry sails</p><p>More of it</p>", ("Ferry sails",), []),  # one of several rows there
        ("Ferry sails", ("Ferry sails",), []),  # at no place but the body
        ("<h1></h1>", ("",), []),
    ],
)
def test_the_title(body: str, titles: tuple[str, ...], places: list[str]) -> None:
    assert found(body, NOTHING, titles) == [("title", place) for place in places]


@pytest.mark.parametrize(
    ("row", "says", "names"),
    [
        ("By Ann Berg", Declared(authors=("Ann Berg",)), ["authors"]),
        ("BY ANN BERG, editor", Declared(authors=("Cy Dee", "Ann Berg")), ["authors"]),
        ("By Ann " + "x" * LONGEST_LINE, Declared(authors=("Ann",)), []),
        ("Politics", Declared(section="politics"), ["section"]),
        ("Politics today", Declared(section="Politics"), []),
        ("", Declared(section=""), []),
        ("4 March 2026", Declared(date_published="2026-03-04T10:00:00Z"), ["date"]),
        ("2026年3月4日", Declared(date_published="2026-03-04"), ["date"]),
        ("5 March 2026", Declared(date_published="2026-03-04"), []),
        ("4 March", Declared(date_published="2026-03-04"), []),
        ("4 March 2026, 10:30", NOTHING, ["date"]),  # nothing is declared: what is a date at all
        ("March 2026", NOTHING, []),
        ("In 2026 the 4 ferries have sailed 12 times to all of the islands.", NOTHING, []),
        ("Ann, 4/3/2026", Declared(authors=("Ann",), date_published="2026-03-04"), ["authors", "date"]),
        ("² March 2026", Declared(date_published="2026-03-0²"), []),
    ],
)
def test_short_rows(row: str, says: Declared, names: list[str]) -> None:
    assert found(f"<div class=x>{row}</div>", says) == [(name, "div.x") for name in names]


@pytest.mark.parametrize(
    ("items", "tags", "is_found"),
    [
        (["Sea", "Ferries", "Cup"], ("sea", "ferries"), True),
        (["Sea,", "Ferries;"], ("sea", "ferries"), True),
        (["Sea", "Cup"], ("sea", "ferries"), False),
    ],
)
def test_tags_stand_several_at_a_place(items: list[str], tags: tuple[str, ...], is_found: bool) -> None:
    body = "<ul class=tags>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
    assert found(body, Declared(tags=tags)) == ([("tags", "ul.tags > li")] if is_found else [])
    assert FEWEST_TAGS == 2


LEAD = "The ferry to the islands sails again after a week"


@pytest.mark.parametrize(
    ("content", "is_found"),
    [(f"{LEAD} ...", True), (f"{LEAD.upper()}", True), ("The ferry", False), (f"Now {LEAD}", False)],
)
def test_the_lead_by_the_start_of_the_description(content: str, is_found: bool) -> None:
    places = found(
        f"<p class=lead>{LEAD} of storms.</p>", NOTHING, head=f'<meta name=description content="{content}">'
    )
    assert places == ([("lead", "p.lead")] if is_found else [])


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("/small/ferry.jpg?w=300", "div.photo"),
        ("//img.test/ferry.jpg", "div.photo"),
        ("/other.jpg", ""),
        ("http://[", ""),
    ],
)
def test_the_picture_by_the_name_of_its_file(source: str, place: str) -> None:
    head = '<meta property="og:image" content="http://img.test/large/ferry.jpg">'
    body = f"<div class=photo><p><img src='{source}'></p>The ferry</div>"
    assert found(body, NOTHING, head=head) == ([("image", place)] if place else [])


def test_what_a_page_declares_is_looked_for_on_it() -> None:
    head = '<meta name="author" content="Ann Berg"><meta property="article:section" content="Sport">'
    body = "<div class=kicker>Sport</div><div class=by>By Ann Berg</div><p>Text.</p>"
    assert found(body, head=head) == [("section", "div.kicker"), ("authors", "div.by")]


def test_each_pair_once() -> None:
    body = "<div class=x>Ann Berg</div>"
    assert found(body, Declared(authors=("Ann Berg", "Ann"))) == [("authors", "div.x")]

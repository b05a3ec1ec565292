"""The authors of a page, declared or shown."""

from __future__ import annotations

import pytest

from newsextract.metadata.authorship import Authorship, authorship
from newsextract.metadata.bylines import LONGEST_ROW
from newsextract.metadata.declared import declared
from newsextract.metadata.surroundings import Surroundings
from newsextract.page import read_page

HEADLINE = "Ferry to the north runs again"
BODY = "<p>" + "The boat came back to the harbour at noon, the company said. " * 4 + "</p>"
PAPER = '<meta property="og:site_name" content="The Paper">'


def of(shown: str = "", head: str = "", below: str = "") -> Authorship:
    html = f"<html><head>{head}</head><body><h1>{HEADLINE}</h1>{shown}{BODY}{below}</body></html>"
    page = read_page(html, url="https://www.paper.example/a")
    return authorship(page, declared(page), Surroundings(page, HEADLINE))


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ("<p>By Ann Lee</p>", ("Ann Lee",)),
        ("<p>By Ann Lee and Bo Ek | 1 December 2011</p>", ("Ann Lee", "Bo Ek")),
        ("<p>1 December 2011 by Ann Lee</p>", ("Ann Lee",)),
        ("<p>Von Lea Wild, DPA NEWS</p>", ("Lea Wild",)),
        ("<p><span class=author>Ann Lee</span></p>", ("Ann Lee",)),
        ("<p><span class=author>Ann Lee</span><span>December 1, 2011</span></p>", ("Ann Lee",)),
        ('<p><a href="/authors/ann-lee">Ann Lee</a> in the north</p>', ("Ann Lee",)),
        ('<p><a rel=author href="/x">Ann Lee</a></p>', ("Ann Lee",)),
        ("<p>Autor: Lea Wild</p>", ("Lea Wild",)),
        ("<p>本报记者 王小明 李华</p>", ("王小明", "李华")),
        ("<p>(责编：王小明、李华)</p>", ("王小明", "李华")),
        ("<p>By accident the boat came back</p>", ()),
        ("<p>Photo by Ann Lee</p>", ()),
        ("<p>Reviewed by Ann Lee</p>", ()),
        ("<p>By The Paper Staff</p>", ()),
        (f"<p>By Ann Lee {'x' * LONGEST_ROW}</p>", ()),
        ("", ()),
    ],
)
def test_bylines(shown: str, names: tuple[str, ...]) -> None:
    assert of(shown, PAPER).people == names


def test_bylines_of_comments_are_those_of_others() -> None:
    below = "<p>x</p>" * 5 + "<div class=comments><p class=author>Bo Ek</p></div>"
    assert of(below=below).people == ()


def test_people_that_are_declared_need_no_byline() -> None:
    found = of("<p>By Bo Ek</p>", '<meta name="author" content="By Ann Lee, Health correspondent">')
    assert (found.people, found.source) == (("Ann Lee",), "meta")
    assert found.raw


def test_a_site_that_declares_itself_gives_way_to_a_byline() -> None:
    head = PAPER + '<meta name="author" content="The Paper">'
    found = of("<p>By Ann Lee</p>", head)
    assert (found.people, found.organisations, found.names) == (("Ann Lee",), ("The Paper",), ("Ann Lee",))
    assert (found.source, found.raw) == ("page", "By Ann Lee")
    alone = of("", head)
    assert (alone.people, alone.names) == ((), ("The Paper",))


def test_agencies_are_kept_apart() -> None:
    beside = of("", '<meta name="author" content="Ann Lee, AP">')
    assert (beside.people, beside.organisations, beside.names) == (("Ann Lee",), ("AP",), ("Ann Lee", "AP"))
    alone = of("<p>By Bo Ek</p>", '<meta name="author" content="dpa">')
    assert (alone.people, alone.names) == ((), ("dpa",))


def test_a_page_with_nothing() -> None:
    assert of() == Authorship()

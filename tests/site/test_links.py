"""Links of a page to other pages of its site."""

from __future__ import annotations

import pytest

from newsextract.page import read_page
from newsextract.site.links import address_mark, link_rows
from newsextract.site.testimony import MOST_ROWS


def links(body: str, url: str = "http://www.tide.test/news/1") -> list[tuple[int, int]]:
    return list(link_rows(read_page(f"<html><body>{body}</body></html>", url=url)))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://tide.test/a", "https://www.tide.test/a", True),
        ("http://tide.test/a#top", "//tide.test/a", True),
        ("http://tide.test/a", "http://tide.test/b", False),
        ("http://tide.test/a", "http://tide.test/a?x=1", False),
        ("http://tide.test/a", "http://ebb.test/a", False),
    ],
)
def test_marks_of_addresses(one: str, other: str, same: bool) -> None:
    assert (address_mark(one) == address_mark(other)) is same


@pytest.mark.parametrize(
    "href",
    ["/a", "http://tide.test/a", "https://www.tide.test/a", "//tide.test/a", "../a", "/a#comments", " /a "],
)
def test_a_row_that_is_a_link(href: str) -> None:
    assert links(f"<p>text</p><p><a href='{href}'>A <b>title</b></a></p>") == [
        (1, address_mark("http://tide.test/a"))
    ]


@pytest.mark.parametrize(
    "body",
    [
        "<p><a href=/a>A title</a> and more</p>",
        "<p><a href=/a>A</a><a href=/b>B</a></p>",
        "<p><a href=#top>A title</a></p>",
        "<p><a href=''>A title</a></p>",
        "<p><a>A title</a></p>",
        "<p><a href=http://ebb.test/a>A title</a></p>",
        "<p><a href=mailto:a@tide.test>A title</a></p>",
        "<p><a href=/a><img src=x></a></p>",
    ],
)
def test_a_row_that_is_none(body: str) -> None:
    assert links(body) == []


@pytest.mark.parametrize("url", ["", "http://[", "tide"])
def test_a_page_of_no_site_has_none(url: str) -> None:
    assert links("<p><a href=/a>A title</a></p>", url) == []


def test_only_rows_that_testify() -> None:
    assert len(links("<p><a href=/a>A</a></p>" * (MOST_ROWS + 5))) == MOST_ROWS

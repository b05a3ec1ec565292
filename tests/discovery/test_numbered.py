"""Addresses read as numbered pages of a series."""

from __future__ import annotations

import pytest

from newsextract.discovery.numbered import (
    HYPHEN,
    LONGEST_ADDRESS,
    MOST_PARAMETERS,
    OFFSET,
    QUERY,
    STEP,
    SUFFIX,
    bare,
    is_home,
    readings,
)

SITE = "http://sea.test"


@pytest.mark.parametrize(
    ("first", "numbered", "number", "form"),
    [
        ("/story.html", "/story_2.html", 2, SUFFIX),
        ("/story.html", "/story,2.html", 2, SUFFIX),
        ("/story.html", "/story-2.html", 2, HYPHEN),
        ("/story", "/story-2", 2, HYPHEN),
        ("/story", "/story/2", 2, STEP),
        ("/story/", "/story/2/", 2, STEP),
        ("/story.html", "/story.html/3", 3, STEP),
        ("/a/4711", "/a/4711/2", 2, STEP),
        # a word that says page is as good as a parameter
        ("/story", "/story/page/2", 2, QUERY),
        ("/town/", "/town/page2.html", 2, QUERY),
        ("/town.html", "/town-page2.html", 2, QUERY),
        ("/story", "/story/page-12", 12, QUERY),
        ("/story", "/story/seite-2", 2, QUERY),
        ("/story.html", "/story_p2.html", 2, QUERY),
        ("/", "/page/2/", 2, QUERY),
        ("/story", "/story?page=2", 2, QUERY),
        ("/story?id=7", "/story?id=7&page=2", 2, QUERY),
        ("/story?id=7", "/story?Page=02&id=7", 2, QUERY),
        ("/story", "/story?p=0", 0, QUERY),
        ("/list", "/list?start=20", 20, OFFSET),
        # a directory goes on in numbered files
        ("/news/", "/news/index_2.html", 2, SUFFIX),
        ("/news/index.shtml", "/news/list_3.shtml", 3, SUFFIX),
        # scheme and www. do not matter
        ("/story", "https://www.sea.test/story/2", 2, STEP),
    ],
)
def test_read_as_page(first: str, numbered: str, number: int, form: str) -> None:
    url = numbered if "://" in numbered else SITE + numbered
    assert (bare(SITE + first).series, number, form) in list(readings(url))


@pytest.mark.parametrize(
    "address",
    [
        "/story",
        "/story2.html",  # part of the name
        "/covid19",
        "/story_2019.html",  # a year, an id
        "/story/63250123",
        "/2012/05/12",  # a day, a month
        "/2012/05",
        "/story?page=last",
        "/story?page=",
        "/story?page=1234",
        "/story?page=²",
        "/story?id=2",
        "/" + "a" * LONGEST_ADDRESS + "/2",
        "/story/2?" + "&".join(f"a{n}=1" for n in range(MOST_PARAMETERS + 1)),
    ],
)
def test_no_page_number(address: str) -> None:
    assert list(readings(SITE + address)) == []


@pytest.mark.parametrize("url", ["", "http://[", "::"])
def test_what_is_no_address(url: str) -> None:
    assert list(readings(url)) == []
    assert bare(url).form == ""


def test_two_ways_to_read_one() -> None:
    assert [(reading.number, reading.form) for reading in readings(f"{SITE}/apollo-11?page=2")] == [
        (2, QUERY),
        (11, HYPHEN),
    ]


@pytest.mark.parametrize(
    ("address", "expected"),
    [("/", True), ("", True), ("/index.html", True), ("/news", False), ("/?p=12", False), ("/index", False)],
)
def test_home(address: str, expected: bool) -> None:
    assert is_home(bare(SITE + address)) == expected

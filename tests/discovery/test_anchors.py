"""The links of an index page as candidates."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from newsextract.discovery.anchors import LONGEST_CARD, MOST_ANCHORS, MOST_TITLES, MOST_WORDS, page_candidates
from newsextract.discovery.candidate import ARTICLE, INDEX, OTHER, Candidate
from newsextract.page import Page, read_page

HOME = "http://www.example.org/"
HEADLINE = "Ferry returns to the north port"
SUMMARY = "The old ferry came back on Monday after two years of repairs, and its crew was glad to see home."


def candidates(html: str, url: str = HOME) -> tuple[Candidate, ...]:
    return page_candidates(read_page(html, url=url), home=HOME)


def only(html: str) -> Candidate:
    (candidate,) = candidates(html)
    return candidate


def test_a_candidate_says_where_it_was_found() -> None:
    page = read_page(f"<main><a href='/ferry#top'>{HEADLINE}</a></main>", url=f"{HOME}sport/")
    (found,) = page_candidates(page, home=HOME, depth=2)
    assert found == Candidate(
        url=f"{HOME}ferry",
        site="example.org",
        titles=(HEADLINE,),
        words=(HEADLINE,),
        region="main",
        kind=found.kind,
        source="anchor",
        depth=2,
        found_on=f"{HOME}sport/",
    )


@pytest.mark.parametrize(
    ("head", "href", "expected"),
    [
        ("", "ferry", f"{HOME}sport/ferry"),
        ("", "/ferry?utm_source=home", f"{HOME}ferry"),
        ("", "//archive.example.org/ferry", "http://archive.example.org/ferry"),
        ("<base href='/2024/'>", "ferry", f"{HOME}2024/ferry"),
    ],
)
def test_addresses(head: str, href: str, expected: str) -> None:
    found = candidates(f"{head}<a href='{href}'>{HEADLINE}</a>", f"{HOME}sport/")
    assert [candidate.url for candidate in found] == [expected]


@pytest.mark.parametrize(
    "href",
    [
        *("/", HOME, "http://example.org", "https://example.org/index.html"),  # the home page
        *("#top", "", "/sport/", "/sport", "?utm_medium=x"),  # the page itself
        *("http://port.test/x", "http://example.org.port.test/", "//ads.test/click"),  # other sites
        *("mailto:desk@example.org", "javascript:void(0)", "tel:123", "data:text/html,x", "http://["),
    ],
)
def test_left_out(href: str) -> None:
    found = candidates(f"<a href='{href}'>{HEADLINE}</a><a href='/x'>{HEADLINE}</a>", f"{HOME}sport/")
    assert [candidate.url for candidate in found] == [f"{HOME}x"]


def test_links_to_one_address_are_one_candidate_with_all_words_in_page_order() -> None:
    found = candidates(
        "<a href='/ferry'><img alt='The ferry at the pier'></a>"
        "<a href='/pier'>Long pier closes for the whole winter</a>"
        f"<a href='http://example.org/ferry/#more'>{HEADLINE}</a>"
        "<a href='/ferry'>more »</a><a href='/ferry'>[3]</a><a href='/ferry'>more »</a>"
    )
    assert [candidate.url for candidate in found] == [f"{HOME}ferry", f"{HOME}pier"]
    assert found[0].words == ("The ferry at the pier", HEADLINE, "more »", "[3]")
    assert found[0].titles == (HEADLINE,)


@pytest.mark.parametrize(
    ("links", "titles"),
    [
        # a heading before a text, a text before an attribute, the longest of its kind first
        (
            f"<a href=/x>The ferry comes back to us all</a><h2><a href=/x>{HEADLINE}</a></h2>",
            (HEADLINE, "The ferry comes back to us all"),
        ),
        (
            f"<a href=/x title='The ferry comes back to us all'>{HEADLINE}</a>",
            (HEADLINE, "The ferry comes back to us all"),
        ),
        ("<a href=/x>Ferry is here</a><a href=/x>" + HEADLINE + "</a>", (HEADLINE, "Ferry is here")),
        ("<a href=/x>Sport</a><a href=/x>" + HEADLINE + "</a>", (HEADLINE, "Sport")),
        # the same in other letters, or with a label before it, is the same
        (f"<a href=/x>{HEADLINE}</a><a href=/x>{HEADLINE.upper()}</a>", (HEADLINE,)),
        (f"<a href=/x>Full story: {HEADLINE}</a><a href=/x>{HEADLINE}</a>", (HEADLINE,)),
        # one that was cut off only when there is no other
        (f"<a href=/x>Ferry returns to the nor...</a><a href=/x>{HEADLINE}</a>", (HEADLINE,)),
        ("<a href=/x>Ferry returns to the nor...</a>", ("Ferry returns to the nor...",)),
        (f"<a href=/x title='{HEADLINE}'>Ferry returns to the nor...</a>", (HEADLINE,)),
        # neither a summary nor what is said of a picture
        (f"<a href=/x>{SUMMARY}</a>", ()),
        ("<a href=/x><img alt='A ferry that comes home to port'></a>", ()),
    ],
)
def test_titles(links: str, titles: tuple[str, ...]) -> None:
    assert only(links).titles == titles


def test_a_card_is_not_a_title_as_a_whole() -> None:
    found = only(f"<a href=/x><span>Sport</span><h3>{HEADLINE}</h3><p>{SUMMARY}</p><time>12:30</time></a>")
    assert found.titles == (HEADLINE,)
    assert found.words == ("Sport", HEADLINE, SUMMARY, "12:30")


@pytest.mark.parametrize(
    "card",
    [
        f"<li><p>{HEADLINE}</p><a href=/x>more</a></li>",
        f"<li><a href=/x><img></a> {HEADLINE}</li>",
        f"<article><h3>{HEADLINE}</h3><p>{SUMMARY}</p><p><a href=/x>Read more</a></p></article>",
        f"<div><div><a href=/x><img></a></div><div><h3>{HEADLINE}</h3></div></div>",
        f"<h2>{HEADLINE} <a href=/x>more</a></h2>",
        f"<table><tr><td><a href=/x><img></a></td><td>{HEADLINE}</td></tr></table>",
        # links that lead nowhere do not count, nor does a second one to the same story
        f"<li><p>{HEADLINE}</p><a href=/x><img></a><a href='#'>up</a><a href=/x/>more</a></li>",
        f"<li><p>{HEADLINE}</p><a href=/x>more</a><a href='javascript:share()'>Share</a></li>",
    ],
)
def test_a_silent_link_gets_the_headline_beside_it(card: str) -> None:
    found = only(card)
    assert found.titles == (HEADLINE,)
    assert found.words[-1] == HEADLINE


@pytest.mark.parametrize(
    "html",
    [
        f"<li><p>{HEADLINE}</p><a href=/x>more</a> <a href=/y>more</a></li>",
        f"<li><p>{HEADLINE}</p><a href=/x>more</a> <a href='http://port.test/'>Port</a></li>",
        f"<ul><li>{HEADLINE}</li><li><a href=/x>more</a></li></ul>",
        f"<section><h2>{HEADLINE}</h2><ul><li><a href=/x>more</a></li></ul></section>",
        f"<p>{HEADLINE}</p><a href=/x>more</a>",
        "<div><h2>Latest</h2><div><a href=/x><img></a></div></div>",
        f"<li><p>{HEADLINE}</p><a href=/x>more</a><p>{'word ' * LONGEST_CARD}</p></li>",
    ],
)
def test_no_headline_from_elsewhere(html: str) -> None:
    assert candidates(html)[0].titles == ()


def test_a_link_that_says_its_headline_takes_none_from_beside_it() -> None:
    assert only(f"<li><h3>The long new pier opens at noon</h3><a href=/x>{HEADLINE}</a></li>").words == (
        HEADLINE,
    )


def test_the_region_is_that_of_the_first_link() -> None:
    html = f"<nav><a href=/x>Ferry</a></nav><main><a href=/x>{HEADLINE}</a></main>"
    assert only(html).region == "nav"


def home_page(stories: int) -> str:
    """A home page with its menu, and for each story a headline, a picture or a teaser with "more"."""
    rows = []
    for number in range(stories):
        link, title = (
            f"/2024/05/{number:02}/harbour-{number}-reopens",
            f"Harbour {number} reopens after the storm",
        )
        rows.append(
            (
                f"<li><a href='{link}'>{title}</a></li>",
                f"<li><a href='{link}'><img src='/{number}.jpg' alt=''></a></li>",
                f"<li><p>{title}</p><a href='{link}'>more &raquo;</a></li>",
            )[number % 3]
        )
    menu = "".join(f"<a href='/section/{number}'>Section {number}</a> | " for number in range(4))
    return (
        f"<div id=nav><a href='/'>Home</a> | {menu}<a href='/about'>About us</a> | "
        "<a href='/login'>Log in</a></div>"
        f"<div id=main><h2>Latest</h2><ul>{''.join(rows)}</ul></div>"
        "<div id=foot><a href='mailto:desk@example.org'>Contact</a> <a href='javascript:x()'>Top</a></div>"
    )


def test_a_home_page() -> None:
    found = {candidate.url.removeprefix(HOME): candidate for candidate in candidates(home_page(12))}
    stories = [candidate for url, candidate in found.items() if url.startswith("2024/")]
    assert [candidate.kind for candidate in stories] == [ARTICLE] * 12
    assert [candidate.titles for candidate in stories] == [
        () if number % 3 == 1 else (f"Harbour {number} reopens after the storm",) for number in range(12)
    ]
    assert {candidate.region for candidate in stories} == {"main"}
    assert found["section/0"].kind == INDEX
    assert [found[name].kind for name in ("about", "login")] == [OTHER, OTHER]
    assert len(found) == 12 + 4 + 2


def test_links_behind_the_most_are_ignored() -> None:
    links = "".join(f"<a href='/{number}'>{HEADLINE}</a>" for number in range(MOST_ANCHORS + 5))
    assert [candidate.url for candidate in candidates(links)] == [f"{HOME}{n}" for n in range(MOST_ANCHORS)]


def test_a_page_of_links_to_one_address_stays_small() -> None:
    found = only("".join(f"<a href=/x>Harbour {number} reopens after the storm</a>" for number in range(200)))
    assert (len(found.words), len(found.titles)) == (MOST_WORDS, MOST_TITLES)


SHAPES: dict[str, Callable[[int], str]] = {
    "stories": lambda n: "".join(
        f"<li><a href='/{i}'>Harbour {i} reopens after the storm</a></li>" for i in range(n)
    ),
    "silent": lambda n: "".join(
        f"<li><p>Harbour {i} reopens today at noon</p><a href='/{i}'>more</a></li>" for i in range(n)
    ),
    "one address": lambda n: "<li>" + "<p>Storm</p><a href='/x'>more</a>" * n,
    "nested": lambda n: "".join(f"<div><a href='/{i}'>more</a>" for i in range(n)),
    "one link around all": lambda n: "<a href=/x>" + "<p>Storm over the pier</p>" * n,
}


def calls(page: Page) -> int:
    """Python functions called while the links of a page are read: the same on every machine."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        page_candidates(page, home=HOME)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_four_times_the_page_is_no_more_than_six_times_the_work(shape: str) -> None:
    calls(read_page(SHAPES[shape](2), url=HOME))  # tables are read once, before the count
    small, large = (calls(read_page(SHAPES[shape](n), url=HOME)) for n in (100, 400))
    assert small > 100
    assert large <= 6 * small

"""Feeds, the next part of a story, the next pages of a list."""

from __future__ import annotations

import pytest

from newsextract.discovery.links import (
    MOST_FEEDS,
    MOST_MORE_PAGES,
    MOST_PARTS,
    base_address,
    feed_links,
    more_pages,
    next_part,
)
from newsextract.page import Page, read_page

SITE = "http://sea.test"
STORY = f"{SITE}/2024/ferry-returns.html"


def at(url: str, html: str) -> Page:
    return read_page(html, url=url)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>No base</p>", STORY),
        ("<base href='/archive/'>", f"{SITE}/archive/"),
        ("<base target='_top'><base href='http://port.test/x/'>", "http://port.test/x/"),
        ("<base href='mailto:desk@sea.test'>", STORY),
        ("<base href=' '>", STORY),
    ],
)
def test_base_address(html: str, expected: str) -> None:
    assert base_address(at(STORY, html)) == expected


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("rel='alternate' type='application/rss+xml' href='/feed.xml'", (f"{SITE}/feed.xml",)),
        (
            "rel='Alternate HOME' type='Application/Atom+XML; charset=utf-8' href='atom'",
            (f"{SITE}/2024/atom",),
        ),
        ("rel='feed' type='application/feed+json' href='http://feeds.test/sea'", ("http://feeds.test/sea",)),
        ("rel='alternate' type='application/rdf+xml' href='/rdf?utm_source=head'", (f"{SITE}/rdf",)),
        # other versions of the page, data that is no feed, what people say
        ("rel='alternate' hreflang='de' href='/de/'", ()),
        ("rel='alternate' type='application/json' href='/wp-json/1'", ()),
        ("rel='stylesheet' type='application/rss+xml' href='/feed.xsl'", ()),
        ("rel='alternate' type='application/rss+xml' href='/comments/feed/'", ()),
        ("rel='alternate' type='application/rss+xml' title='Kommentare zu: Die Fähre' href='/feed/1'", ()),
        ("rel='alternate' type='application/rss+xml' href='javascript:void(0)'", ()),
        ("rel='alternate' type='application/rss+xml'", ()),
    ],
)
def test_feed_links(link: str, expected: tuple[str, ...]) -> None:
    assert feed_links(at(STORY, f"<link {link}><p>Text</p>")) == expected


def test_feeds_come_once_in_page_order_and_not_without_end() -> None:
    hrefs = ["/b", "/a", "/b", *(f"/f{n}" for n in range(MOST_FEEDS))]
    page = at(STORY, "".join(f"<link rel=alternate type=application/rss+xml href={href}>" for href in hrefs))
    found = feed_links(page)
    assert found[:3] == (f"{SITE}/b", f"{SITE}/a", f"{SITE}/f0")
    assert len(found) == MOST_FEEDS


PARTS = {
    "underscore": ("/ferry.html", "/ferry_2.html"),
    "step": ("/ferry", "/ferry/2"),
    "page step": ("/ferry/", "/ferry/page/2/"),
    "parameter": ("/ferry.html", "/ferry.html?page=2"),
    "short parameter": ("/ferry.html", "/ferry.html?p=2"),
    "parameter more": ("/story.php?id=4711", "/story.php?id=4711&page=2"),
    "counted from 0": ("/ferry.html", "/ferry.html?page=1"),
}


@pytest.mark.parametrize(("own", "second"), PARTS.values(), ids=PARTS)
@pytest.mark.parametrize(
    "link",
    [
        "<link rel='next' href='{}'>",
        "<a rel='next' href='{}'>And then the storm came back</a>",
        "<a href='{}'>2</a>",
        "<a href='{}'>Page 2</a>",
        "<a href='{}'>Next</a>",
        "<a href='{}'>Next page »</a>",
        "<a href='{}'>»</a>",
        "<a href='{}' title='Nächste Seite'><img src=arrow.png></a>",
        *(
            f"<a href='{{}}'>{word}</a>"
            for word in "下一页 weiter Suivant siguiente Avanti następna Далее Επόμενη 次へ [下一頁]".split()
        ),
    ],
)
def test_next_part_of_a_first_page(own: str, second: str, link: str) -> None:
    assert next_part(at(SITE + own, f"<p>Text</p>{link.format(second)}")) == SITE + second


@pytest.mark.parametrize(
    ("own", "links", "expected"),
    [
        ("/ferry_2.html", "<a href=/ferry.html>1</a> 2 <a href=/ferry_3.html>3</a>", "/ferry_3.html"),
        ("/ferry_2.html", "<a href=/ferry.html>1</a> 2 <a href=/ferry_3.html>下一页</a>", "/ferry_3.html"),
        ("/ferry/2", "<a href=/ferry/1>1</a> 2 <a href=/ferry/3>3</a> <a href=/ferry/4>4</a>", "/ferry/3"),
        ("/ferry?page=2", "<a href=/ferry>1</a> 2 <a href=/ferry?page=3>Next</a>", "/ferry?page=3"),
        # counted from 0: the third page has the number 2
        ("/ferry?page=1", "<a href=/ferry>1</a> 2 <a href=/ferry?page=2>3</a>", "/ferry?page=2"),
        # the last part
        ("/ferry_3.html", "<a href=/ferry.html>1</a> <a href=/ferry_2.html>2</a> 3", ""),
        # ids that are neighbours: nothing shows that they are page numbers
        ("/news/12", "<a href=/news/11>Previous</a> <a rel=next href=/news/13>Next</a>", ""),
        ("/ferry_2.html", "<a href=/ferry_3.html>Next</a>", ""),
        ("/?p=12", "<a href='/?p=13'>Next</a> <a href='/?p=11'>11</a>", ""),
    ],
)
def test_next_part_of_a_later_page(own: str, links: str, expected: str) -> None:
    assert next_part(at(SITE + own, f"<p>Text</p>{links}")) == (SITE + expected if expected else "")


@pytest.mark.parametrize(
    "link",
    [
        "<a rel='next' href='/2024/tide-mill.html'>Next</a>",  # the next story
        "<link rel='next' href='/2024/tide-mill.html'>",
        "<a href='/2024/ferry-returns_2.html'>Ferry returns, the second part</a>",  # says nothing of next
        "<a href='/2024/ferry-returns_3.html'>3</a>",  # not the next
        "<a href='/2024/ferry-returns_2.html'>7</a>",  # a number that is not the page's
        "<a href='/2024/ferry-returns-2.html'>Next</a>",  # may be another story of the same name
        "<a href='/2024/ferry-returns.html?start=2'>2</a>",
        "<a href='/2024/ferry-returns.html?cpage=2'>2</a>",
        "<a href='/2024/ferry-returns.html?page=2#comments'>2</a>",
        "<div class='comments'><a href='/2024/ferry-returns.html?page=2'>2</a></div>",
        "<div id='kommentare'><p><a href='/2024/ferry-returns.html?page=2'>Weiter</a></p></div>",
        "<a href='http://port.test/2024/ferry-returns_2.html'>2</a>",
        "<a href='/2024/?page=2'>2</a>",  # the list that it stands in
        "<a href='javascript:next()'>Next page</a>",
        "<a href=''>Next page</a>",
        "<a>Next page</a>",
        "",
    ],
)
def test_what_is_no_next_part(link: str) -> None:
    assert next_part(at(STORY, f"<p>Text</p>{link}")) == ""


@pytest.mark.parametrize(("number", "expected"), [(MOST_PARTS, f"{STORY}?page=2"), (MOST_PARTS + 1, "")])
def test_a_long_pager_is_that_of_a_list(number: int, expected: str) -> None:
    page = at(STORY, f"<a href='?page=2'>2</a> <a href='?page={number}'>{number}</a>")
    assert next_part(page) == expected


def test_a_hyphen_needs_a_pager() -> None:
    page = at(STORY, "1 <a href='/2024/ferry-returns-2.html'>2</a>")
    assert next_part(page) == f"{SITE}/2024/ferry-returns-2.html"


@pytest.mark.parametrize("url", [f"{SITE}/", "", "not an address"])
def test_neither_a_home_page_nor_a_page_without_address_has_parts(url: str) -> None:
    page = at(url, f"<a href='{SITE}/?page=2'>2</a>")
    assert next_part(page) == ""


@pytest.mark.parametrize(
    ("own", "links", "expected"),
    [
        ("/", "<a href='/page/2/'>Older posts</a>", ("/page/2/",)),
        ("/sport/", "<a href=/sport/index_2.html>2</a>", ("/sport/index_2.html",)),
        ("/sport/", "<a href=list_2.shtml>下一页</a>", ("/sport/list_2.shtml",)),
        ("/sport", "<link rel=next href='/sport?page=2'>", ("/sport?page=2",)),
        (
            "/sport",
            "<a href='/sport?page=1'>2</a> <a href='/sport?page=2'>3</a>",
            ("/sport?page=1", "/sport?page=2"),
        ),
        ("/sport?page=3", "<a href='?page=2'>2</a> 3 <a href='?page=4'>4</a>", ("/sport?page=4",)),
        ("/sport/page/2", "<a href=/sport/page/3>next</a> <a href=/sport>1</a>", ("/sport/page/3",)),
        (
            "/sport",
            "<a href='?start=20'>2</a> <a href='?start=40'>3</a>",
            ("/sport?start=20", "/sport?start=40"),
        ),
        ("/sport?start=20", "<a href='?start=0'>1</a> <a href='?start=40'>Next</a>", ("/sport?start=40",)),
        # by number, the next few only, each once
        (
            "/sport",
            "".join(f"<a href='?page={n}'>{n}</a>" for n in (9, 4, 2, 3, 2, 5)),
            ("/sport?page=2", "/sport?page=3", "/sport?page=4"),
        ),
        # this page, other lists, days of a calendar, numbers that are not the page's
        ("/sport", "<a href='?page=1'>1</a>", ()),
        ("/sport", "<a href='/money?page=2'>2</a>", ()),
        ("/2024/05", "<a href='/2024/05/02'>2</a>", ()),
        ("/sport", "<a href='?page=2'>14</a>", ()),
        ("/sport", "<a href='?page=2'>All that happened</a>", ()),
    ],
)
def test_more_pages(own: str, links: str, expected: tuple[str, ...]) -> None:
    assert more_pages(at(SITE + own, links)) == tuple(SITE + path for path in expected)
    assert len(expected) <= MOST_MORE_PAGES


def test_more_pages_of_a_page_without_address() -> None:
    assert more_pages(at("", f"<a href='{SITE}/?page=2'>2</a>")) == ()

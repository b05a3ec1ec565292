"""Feeds of every format, tidy and not."""

from __future__ import annotations

import json
import random
import re
import time
from typing import Any

import pytest

from newsextract.discovery.feeds import MAX_ENTRIES, FeedEntry, read_feed

URL = "https://example.com/feeds/all.xml"
STORY = "https://example.com/2011/story.html"
DATE = "2011-12-01T10:00:05+00:00"
MAIL_DATE = "Thu, 01 Dec 2011 10:00:05 GMT"


def rss(items: str, channel: str = "<title>Paper</title><link>https://example.com/</link>") -> bytes:
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{channel}{items}</channel></rss>'.encode()


def item(body: bytes) -> FeedEntry:
    (entry,) = read_feed(body, URL)
    return entry


RSS_091 = f"""<?xml version="1.0"?>
<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.example/rss-0.91.dtd">
<rss version="0.91"><channel><title>P</title><link>https://example.com/</link>
<image><title>P</title><url>https://example.com/p.gif</url><link>https://example.com/</link></image>
<item><title>A story</title><link>{STORY}</link></item></channel></rss>"""

RSS_1 = f"""<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://example.com/"><title>P</title><link>https://example.com/</link>
<items><rdf:Seq><rdf:li resource="{STORY}"/></rdf:Seq></items></channel>
<item rdf:about="{STORY}"><title>A story</title><link>{STORY}</link>
<dc:date>2011-12-01T10:00:05Z</dc:date></item>
</rdf:RDF>"""

RSS_2 = f"""<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
 xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>P</title>
<atom:link rel="self" href="{URL}"/><link>https://example.com/</link>
<item><media:title>A picture</media:title><title>A story</title><dc:creator>Ann Lee</dc:creator>
<atom:link rel="related" href="https://example.com/other"/><link>{STORY}</link>
<guid isPermaLink="false">17</guid><pubDate>{MAIL_DATE}</pubDate>
<content:encoded><![CDATA[<p>Text</p>]]></content:encoded></item></channel></rss>"""

ATOM_03 = f"""<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>P</title>
<link rel="alternate" type="text/html" href="https://example.com/"/>
<entry><title mode="escaped">A story</title><link rel="alternate" type="text/html" href="{STORY}"/>
<id>tag:example.com,2011:17</id><modified>2011-12-05T00:00:00Z</modified><issued>2011-12-01T10:00:05Z</issued>
</entry></feed>"""

ATOM_1 = f"""<feed xmlns="http://www.w3.org/2005/Atom"><title>P</title><link href="https://example.com/"/>
<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>story</b></div></title>
<link rel="enclosure" href="https://example.com/a.mp3"/><link rel="replies" href="https://example.com/c"/>
<link rel="alternate" type="application/json" href="https://example.com/a.json"/><link href="{STORY}"/>
<id>urn:uuid:17</id><updated>2011-12-05T00:00:00Z</updated><published>2011-12-01T10:00:05Z</published>
<source><title>Other paper</title><link href="https://other.example/"/></source></entry></feed>"""

JSON_FEED = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "P",
        "home_page_url": "https://example.com/",
        "items": [
            {
                "id": "17",
                "url": "/2011/story.html",
                "title": "A story",
                "date_published": "2011-12-01T10:00:05Z",
            }
        ],
    }
)


@pytest.mark.parametrize(
    ("feed", "date"),
    [(RSS_091, ""), (RSS_1, DATE), (RSS_2, DATE), (ATOM_03, DATE), (ATOM_1, DATE), (JSON_FEED, DATE)],
)
def test_formats(feed: str, date: str) -> None:
    entry = item(feed.encode())
    assert (entry.url, entry.title, entry.date) == (STORY, "A story", date)


@pytest.mark.parametrize("feed", [RSS_091, RSS_1, RSS_2, ATOM_03, ATOM_1])
def test_formats_without_their_namespaces(feed: str) -> None:
    body = re.sub(r' xmlns(?::\w+)?="[^"]*"', "", feed)
    entry = item(body.encode())
    assert (entry.url, entry.title) == (STORY, "A story")


@pytest.mark.parametrize(
    ("parts", "url"),
    [
        (f"<link>{STORY}</link>", STORY),
        (f"<link>\n  {STORY}\n</link>", STORY),
        (f"<link><![CDATA[{STORY}?a=1&b=2]]></link>", f"{STORY}?a=1&b=2"),
        (f"<link>{STORY}?a=1&b=2</link>", f"{STORY}?a=1&b=2"),
        (f"<link>{STORY}?a=1&amp;b=2</link>", f"{STORY}?a=1&b=2"),
        (f"<link>{STORY}?a=1&amp;amp;b=2</link>", f"{STORY}?a=1&b=2"),
        (f"<link>{STORY}?utm_source=rss#top</link>", STORY),
        ("<link>/2011/story.html</link>", STORY),
        ("<link>2011/story.html</link>", STORY),
        (f'<link href="{STORY}"/>', STORY),
        (f"<guid>{STORY}</guid>", STORY),
        (f'<guid isPermaLink="true">{STORY}</guid>', STORY),
        (f"<link></link><guid>{STORY}</guid>", STORY),
        (f"<guid>https://example.com/?p=17</guid><link>{STORY}</link>", STORY),
        (
            f"<link>https://feeds.example/~r/17</link><feedburner:origLink>{STORY}</feedburner:origLink>",
            STORY,
        ),
        ("<link>https://feeds.example/~r/17</link><origLink/>", "https://feeds.example/~r/17"),
    ],
)
def test_addresses(parts: str, url: str) -> None:
    assert item(rss(f"<item><title>A</title>{parts}</item>")).url == url


@pytest.mark.parametrize(
    "parts",
    [
        "",
        "<link/>",
        "<link>javascript:a()</link>",
        "<link>mailto:a@example.com</link>",
        "<guid>17</guid>",
        f'<guid isPermaLink="false">{STORY}</guid>',
        f'<link rel="enclosure" href="{STORY}"/>',
        f"<comments>{STORY}</comments>",
    ],
)
def test_entries_that_lead_nowhere_are_left_out(parts: str) -> None:
    assert read_feed(rss(f"<item><title>A</title>{parts}</item>"), URL) == ()


@pytest.mark.parametrize(
    ("channel", "url"),
    [
        ("<link>https://www.example.com/news/</link>", "https://www.example.com/news/a"),
        (
            '<atom:link rel="self" href="https://x.example/"/><link>https://e.example/</link>',
            "https://e.example/a",
        ),
        ("<link>/news/</link>", "https://example.com/news/a"),
        ("<link></link>", "https://example.com/feeds/a"),
        ("", "https://example.com/feeds/a"),
    ],
)
def test_what_relative_addresses_of_rss_are_relative_to(channel: str, url: str) -> None:
    assert item(rss("<item><link>a</link></item>", channel)).url == url


def test_xml_base() -> None:
    feed = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.example/x/">
    <link href="https://example.com/"/>
    <entry><link href="a"/></entry><entry xml:base="y/"><link href="b"/></entry>
    <entry xml:base="y/"><link xml:base="/z/" href="c"/></entry>
    <entry xml:base="javascript:"><link href="d"/></entry>
    </feed>"""
    assert [entry.url for entry in read_feed(feed.encode(), URL)] == [
        "https://base.example/x/a",
        "https://base.example/x/y/b",
        "https://base.example/z/c",
        "https://base.example/x/d",
    ]


def test_atom_without_xml_base_is_relative_to_itself() -> None:
    feed = b'<feed><link href="https://other.example/"/><entry><link href="a"/></entry></feed>'
    assert item(feed).url == "https://example.com/feeds/a"


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("A\n   B", "A B"),
        ("A &amp; B", "A & B"),
        ("A & B", "A & B"),
        ("A &amp;amp; B", "A & B"),
        ("<![CDATA[A &amp; B]]>", "A & B"),
        ("<![CDATA[A <b>B</b>C]]>", "A BC"),
        ("A &lt;b&gt;B&lt;/b&gt;", "A B"),
        ("A &amp;lt;b&amp;gt;B&amp;lt;/b&amp;gt;", "A B"),
        ("A <b>B</b>", "A B"),
        ("A&nbsp;B &amp;#8211; C", "A B – C"),
        ("5 &lt; 6", "5 < 6"),
        ("A\u200b\u00adB", "AB"),
        ("", ""),
    ],
)
def test_titles(written: str, title: str) -> None:
    assert item(rss(f"<item><title>{written}</title><link>{STORY}</link></item>")).title == title


@pytest.mark.parametrize(
    ("parts", "date", "raw"),
    [
        (f"<pubDate>{MAIL_DATE}</pubDate>", DATE, MAIL_DATE),
        ("<pubDate> 2011-12-01 </pubDate>", "2011-12-01", "2011-12-01"),
        ("<dc:date>2011-12-01T10:00:05Z</dc:date>", DATE, "2011-12-01T10:00:05Z"),
        ("<updated>2011-12-05</updated><published>2011-12-01</published>", "2011-12-01", "2011-12-01"),
        ("<updated>2011-12-05</updated>", "2011-12-05", "2011-12-05"),
        ("<pubDate>gestern</pubDate><dc:date>2011-12-01</dc:date>", "2011-12-01", "2011-12-01"),
        ("<pubDate>gestern</pubDate>", "", "gestern"),
        ("<pubDate/>", "", ""),
        ("", "", ""),
    ],
)
def test_dates(parts: str, date: str, raw: str) -> None:
    entry = item(rss(f"<item><link>{STORY}</link>{parts}</item>"))
    assert (entry.date, entry.date_raw) == (date, raw)


def test_order_is_kept_and_each_address_comes_once() -> None:
    links = ["b", "a", "b?utm_medium=x", "c"]
    feed = rss("".join(f"<item><title>{n}</title><link>{link}</link></item>" for n, link in enumerate(links)))
    assert [(entry.url[-1], entry.title) for entry in read_feed(feed, URL)] == [
        ("b", "0"),
        ("a", "1"),
        ("c", "3"),
    ]


def test_a_chinese_feed_in_gbk() -> None:
    story = f"<item><title>新闻标题</title><link>{STORY}</link></item>"
    feed = f'<?xml version="1.0" encoding="gb2312"?><rss>{story}</rss>'
    assert item(feed.encode("gbk")).title == "新闻标题"


def test_a_cut_off_feed_gives_its_whole_entries() -> None:
    whole = rss("".join(f"<item><link>https://example.com/{n}{n}</link></item>" for n in range(10, 30)))
    expected = [entry.url for entry in read_feed(whole, URL)]
    assert len(expected) == 20
    for end in range(len(whole)):
        found = [entry.url for entry in read_feed(whole[:end], URL)]
        assert found == expected[: len(found)]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"text",
        b"<html><head><title>A</title></head><body><a href='/a'>A</a></body></html>",
        b"<!DOCTYPE html><html><body><feed><entry><link href='/a'/></entry></feed></body></html>",
        b"<urlset><url><loc>https://example.com/a</loc></url></urlset>",
        b"<rss/>",
        b"<feed></feed>",
        b"{}",
        b"[]",
        b"{" * 100_000,
        b'{"version": "https://jsonfeed.org/version/1"}',
        b'{"version": "https://jsonfeed.org/version/1", "items": {"url": "/a"}}',
        b'{"items": [{"url": "/a"}]}',
        b'{"version": 1, "items": [{"url": "/a"}]}',
        b"\xff\xfe\x00",
        b"\x1f\x8b\x08\x00",
    ],
)
def test_what_is_no_feed(body: bytes) -> None:
    assert read_feed(body, URL) == ()


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"url": STORY}, [(STORY, "", "")]),
        ({"id": STORY, "title": None}, [(STORY, "", "")]),
        ({"url": STORY, "date_modified": "2011-12-05"}, [(STORY, "", "2011-12-05")]),
        ({"url": STORY, "title": "A &amp; <b>B</b>\ud83d"}, [(STORY, "A & B", "")]),
        ({"id": "17"}, []),
        ({"url": 5, "id": None}, []),
        ("text", []),
        (None, []),
    ],
)
def test_entries_of_json_feeds(entry: Any, found: list[tuple[str, str, str]]) -> None:
    body = json.dumps({"version": "https://jsonfeed.org/version/1", "items": [entry]}).encode()
    assert [(entry.url, entry.title, entry.date) for entry in read_feed(body, URL)] == found


def test_entries_are_bounded() -> None:
    feed = rss("".join(f"<item><link>/{n}</link></item>" for n in range(MAX_ENTRIES + 10)))
    assert len(read_feed(feed, URL)) == MAX_ENTRIES


@pytest.mark.parametrize(
    "piece",
    [
        "<item><title>",
        "<item xml:base='/a/'>",
        "<item><link>",
        "<item>",
        "<link href='x:'/>",
        "<title/>",
        "<a><b>",
    ],
)
def test_time_is_linear(piece: str) -> None:
    body = b"<rss><channel><item>" + piece.encode() * (400_000 // len(piece))
    started = time.perf_counter()
    assert len(read_feed(body, URL)) <= MAX_ENTRIES
    assert time.perf_counter() - started < 2


def test_damaged_feeds_never_raise() -> None:
    chance = random.Random(17)  # noqa: S311  # the same damage in every run
    for feed in (RSS_091, RSS_1, RSS_2, ATOM_03, ATOM_1, JSON_FEED):
        for _ in range(100):
            body = bytearray(feed.encode())
            for _ in range(chance.randrange(1, 20)):
                body[chance.randrange(len(body))] = chance.randrange(256)
            for entry in read_feed(bytes(body), URL):
                assert entry.url.startswith("http")
                assert "\x00" not in entry.title

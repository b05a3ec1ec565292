"""Sitemaps of every kind."""

from __future__ import annotations

import gzip
import random
import time

import pytest

from newsextract.discovery import sitemaps
from newsextract.discovery.sitemaps import (
    MAX_SITEMAPS,
    Sitemap,
    SitemapEntry,
    SitemapRef,
    read_sitemap,
    sitemap_addresses,
)
from newsextract.limits import Limits

URL = "https://example.com/sitemap.xml"
STORY = "https://example.com/a"

PLAIN = f"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
 xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>{STORY}</loc><lastmod>2011-12-01</lastmod><changefreq>daily</changefreq>
<image:image><image:loc>https://example.com/a.jpg</image:loc><image:title>Picture</image:title></image:image>
<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/a"/></url>
<url><loc>https://example.com/b</loc></url></urlset>"""

NEWS = f"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
 xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
<url><loc>{STORY}</loc><lastmod>2011-12-05</lastmod>
<video:video><video:title>A film</video:title>
<video:publication_date>2001-01-01</video:publication_date></video:video>
<news:news><news:publication><news:name>The Paper</news:name>
<news:language>en</news:language></news:publication>
<news:publication_date>2011-12-01T10:00:05Z</news:publication_date>
<news:title>A &amp;amp; B</news:title><news:keywords>x, y</news:keywords></news:news></url></urlset>"""

INDEX = """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://example.com/1.xml.gz</loc><lastmod>2011-12-01T10:00:05+08:00</lastmod></sitemap>
<sitemap><loc>/2.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap><sitemap/></sitemapindex>"""

NEWS_ENTRY = SitemapEntry(
    url=STORY,
    title="A & B",
    date="2011-12-01T10:00:05+00:00",
    date_raw="2011-12-01T10:00:05Z",
    is_news=True,
    language="en",
)


def test_a_plain_list() -> None:
    assert read_sitemap(PLAIN.encode(), URL) == Sitemap(
        entries=(
            SitemapEntry(url=STORY, date="2011-12-01", date_raw="2011-12-01"),
            SitemapEntry(url="https://example.com/b"),
        )
    )


@pytest.mark.parametrize(
    "body",
    [
        NEWS,
        NEWS.replace("news:", "n:"),
        NEWS.replace("schemas/sitemap-news/0.9", "schemas/sitemap-news/0.8"),
        NEWS.replace(' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"', ""),
        NEWS.replace(
            "http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.google.com/schemas/sitemap/0.84"
        ),
        NEWS.replace(' xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"', ""),
        NEWS.replace("<", "<s:")
        .replace("<s:/", "</s:")
        .replace("s:news:", "news:")
        .replace("s:video:", "video:"),
        f"\n\n junk {NEWS}",
        NEWS.removesuffix("</urlset>"),
    ],
)
def test_news_under_any_prefix(body: str) -> None:
    assert read_sitemap(body.encode(), URL) == Sitemap(entries=(NEWS_ENTRY,))


def test_an_index() -> None:
    assert read_sitemap(INDEX.encode(), URL) == Sitemap(
        sitemaps=(
            SitemapRef(url="https://example.com/1.xml.gz", date="2011-12-01T10:00:05+08:00"),
            SitemapRef(url="https://example.com/2.xml"),
        )
    )


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("\n https://example.com/a?x=1&amp;y=2 \n", "https://example.com/a?x=1&y=2"),
        ("https://example.com/a?x=1&y=2", "https://example.com/a?x=1&y=2"),
        ("<![CDATA[https://example.com/a]]>", STORY),
        ("/a", STORY),
        ("https://EXAMPLE.com/a#x", STORY),
    ],
)
def test_addresses(location: str, url: str) -> None:
    found = read_sitemap(f"<urlset><url><loc>{location}</loc></url></urlset>".encode(), URL)
    assert [entry.url for entry in found.entries] == [url]


@pytest.mark.parametrize("location", ["", " ", "javascript:a()", "file:///etc/passwd", "http://["])
def test_addresses_that_are_none(location: str) -> None:
    assert read_sitemap(f"<urlset><url><loc>{location}</loc></url></urlset>".encode(), URL) == Sitemap()


def test_a_news_date_that_cannot_be_read_gives_way_to_the_other() -> None:
    body = NEWS.replace("2011-12-01T10:00:05Z", "gestern").encode()
    (entry,) = read_sitemap(body, URL).entries
    assert (entry.date, entry.date_raw) == ("2011-12-05", "2011-12-05")


@pytest.mark.parametrize(
    "body",
    [
        "https://example.com/a\nhttps://example.com/b\n",
        "\ufeffhttps://example.com/a\r\n\r\n  https://example.com/b\r\nhttps://example.com/a\r\n",
        "HTTPS://example.com/a\n# note\n/relative\nhttps://example.com/b",
    ],
)
def test_a_list_of_lines(body: str) -> None:
    assert [entry.url for entry in read_sitemap(body.encode(), URL).entries] == [
        STORY,
        "https://example.com/b",
    ]


def test_a_feed_counts() -> None:
    story = f"<title>A</title><link>{STORY}</link><pubDate>20111201</pubDate>"
    feed = f"<rss><channel><item>{story}</item></channel></rss>"
    entry = SitemapEntry(url=STORY, title="A", date="2011-12-01", date_raw="20111201")
    assert read_sitemap(feed.encode(), URL) == Sitemap(entries=(entry,))


@pytest.mark.parametrize("text", [PLAIN, NEWS, INDEX, "https://example.com/a\n"])
def test_packed_once_and_twice(text: str) -> None:
    expected = read_sitemap(text.encode(), URL)
    assert expected != Sitemap()
    once = gzip.compress(text.encode(), mtime=0)
    assert read_sitemap(once, URL) == expected
    assert read_sitemap(gzip.compress(once, mtime=0), URL) == expected


def test_a_bomb_stops_at_the_bound() -> None:
    body = b"<urlset><url><loc>https://example.com/a</loc></url>" + b" " * (64 * 1024 * 1024)
    started = time.perf_counter()
    found = read_sitemap(gzip.compress(body, mtime=0), URL, limits=Limits(max_bytes=1_000_000))
    assert [entry.url for entry in found.entries] == [STORY]
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"text",
        b"ftp://example.com/a",
        b"<html><body>https://example.com/a <urlset><url><loc>/a</loc></url></urlset></body></html>",
        b"<urlset/>",
        b"<sitemapindex></sitemapindex>",
        b"<urlset><url/><url><loc/></url></urlset>",
        b"\x1f\x8b",
        b"\x1f\x8b\x08\x00broken",
        b"\xff\xfe\x00\x00",
        b"{}",
    ],
)
def test_what_is_none(body: bytes) -> None:
    assert read_sitemap(body, URL) == Sitemap()


def test_entries_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "MAX_ENTRIES", 20)
    urls = "".join(f"<url><loc>/{n}</loc></url>" for n in range(30))
    assert len(read_sitemap(f"<urlset>{urls}</urlset>".encode(), URL).entries) == 20
    lines = "".join(f"https://example.com/{n}\n" for n in range(30))
    assert len(read_sitemap(lines.encode(), URL).entries) == 20


@pytest.mark.parametrize(
    "piece", ["<url>", "<url><loc>", "<news><publication>", "<url><news><title>", "</url>", "\n"]
)
def test_time_is_linear(piece: str) -> None:
    body = b"<urlset><url>" + piece.encode() * (400_000 // len(piece))
    started = time.perf_counter()
    assert read_sitemap(body, URL) == Sitemap()
    assert time.perf_counter() - started < 2


def test_damaged_sitemaps_never_raise() -> None:
    chance = random.Random(17)  # noqa: S311  # the same damage in every run
    bodies = [text.encode() for text in (PLAIN, NEWS, INDEX)]
    for whole in (*bodies, *(gzip.compress(body, mtime=0) for body in bodies)):
        for _ in range(100):
            body = bytearray(whole)
            for _ in range(chance.randrange(1, 20)):
                body[chance.randrange(len(body))] = chance.randrange(256)
            for entry in read_sitemap(bytes(body), URL).entries:
                assert entry.url.startswith("http")


@pytest.mark.parametrize(
    ("robots", "addresses"),
    [
        ("Sitemap: https://example.com/a.xml", ["https://example.com/a.xml"]),
        ("sitemap:/a.xml\nSITEMAP : b.xml", ["https://example.com/a.xml", "https://example.com/b.xml"]),
        ("  Sitemap:\thttps://example.com/a.xml  # all", ["https://example.com/a.xml"]),
        ("\ufeffSitemap: /a.xml\r\nSitemap: /a.xml\r\n", ["https://example.com/a.xml"]),
        (
            "User-agent: *\nDisallow: /\n\nSitemap: /b\nSitemap: /a",
            ["https://example.com/b", "https://example.com/a"],
        ),
        ("# Sitemap: /a.xml\nSitemap:\nSitemap\nX-Sitemap: /a\nSitemap: javascript:a()", []),
        ("", []),
    ],
)
def test_sitemaps_of_robots_txt(robots: str, addresses: list[str]) -> None:
    assert list(sitemap_addresses(robots, "https://example.com/robots.txt")) == addresses


def test_sitemaps_of_robots_txt_are_bounded() -> None:
    robots = "".join(f"Sitemap: /{n}\n" for n in range(MAX_SITEMAPS + 10))
    assert len(sitemap_addresses(robots, "https://example.com/robots.txt")) == MAX_SITEMAPS

"""What a page declares, from all of its sources together."""

from __future__ import annotations

import json
from typing import Any

import pytest

from newsextract.metadata.declared import LONGEST_TAG, MOST_TAGS, Declared, declared
from newsextract.page import read_page

URL = "https://news.example.com/world/story.html"


def of(head: str, *, url: str = URL, lang: str = "") -> Declared:
    return declared(read_page(f"<html {lang}><head>{head}</head><body><p>x</p></body></html>", url=url))


def linked(**fields: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **fields})}</script>'


def test_a_page_that_declares_everything() -> None:
    head = (
        '<link rel="canonical" href="/story.html?utm_source=x">'
        + linked(
            author=[{"name": "Ann Lee"}, {"name": "Bo Ek"}],
            datePublished="2011-12-01T10:00:05+0800",
            dateModified="2011-12-02",
            articleSection="World",
            keywords=["a", "b"],
            publisher={"name": "The Paper"},
        )
        + '<meta name="news_keywords" content="B; c、d，e">'
    )
    assert of(head, lang="lang=en") == Declared(
        canonical_url="https://news.example.com/story.html",
        authors=("Ann Lee", "Bo Ek"),
        authors_source="json-ld",
        date_published="2011-12-01T10:00:05+08:00",
        date_published_raw="2011-12-01T10:00:05+0800",
        date_published_source="json-ld",
        date_modified="2011-12-02",
        date_modified_raw="2011-12-02",
        section="World",
        tags=("a", "b", "c", "d", "e"),
        language="en",
        publisher="The Paper",
    )


@pytest.mark.parametrize("html", ["", "<p>x", "\x00", "<html><head></head></html>", b"%PDF-1.4"])
def test_a_page_that_declares_nothing(html: str | bytes) -> None:
    assert declared(read_page(html, url=URL)) == Declared()


@pytest.mark.parametrize(
    ("head", "address"),
    [
        ('<link rel="canonical" href="https://example.com/a">', "https://example.com/a"),
        ('<link rel="nofollow CANONICAL" href="a.html#top">', "https://news.example.com/world/a.html"),
        ('<meta property="og:url" content="//example.com/a">', "https://example.com/a"),
        (
            '<meta property="og:url" content="/b"><link rel="canonical" href="/a">',
            "https://news.example.com/a",
        ),
        ('<link rel="canonical" href=""><meta property="og:url" content="/b">', "https://news.example.com/b"),
        ('<base href="https://example.com/x/"><link rel="canonical" href="a">', "https://example.com/x/a"),
        ('<base href="javascript:1"><link rel="canonical" href="a">', "https://news.example.com/world/a"),
        ('<link rel="canonical" href="javascript:a()">', ""),
        ('<link rel="canonical" href="file:///etc/passwd">', ""),
        ('<link rel="canonical" href="http://[">', ""),
        ('<link rel="alternate" href="/a">', ""),
    ],
)
def test_canonical_address(head: str, address: str) -> None:
    assert of(head).canonical_url == address


def test_a_relative_address_on_a_page_without_one_leads_nowhere() -> None:
    assert of('<link rel="canonical" href="/a">', url="").canonical_url == ""


@pytest.mark.parametrize(
    ("head", "date", "raw"),
    [
        (
            linked(datePublished="2011-12-01") + '<meta name="date" content="2012-01-01">',
            "2011-12-01",
            "2011-12-01",
        ),
        (linked(datePublished="soon") + '<meta name="date" content="20120101">', "2012-01-01", "20120101"),
        ('<meta name="date" content="14/12/2011 11:00">', "", "14/12/2011 11:00"),
        ('<meta name="date" content="">', "", ""),
        (linked(datePublished=None), "", ""),
        (linked(datePublished=1322733605), "", "1322733605"),
    ],
)
def test_the_first_date_that_can_be_read_counts(head: str, date: str, raw: str) -> None:
    found = of(head)
    assert (found.date_published, found.date_published_raw) == (date, raw)


def test_authors_of_one_source_are_not_mixed_with_those_of_another() -> None:
    meta = '<meta name="author" content="The Paper">'
    assert of(linked(author="Ann Lee") + meta).authors == ("Ann Lee",)
    assert of(linked(author="https://example.com/ann") + meta).authors == ("The Paper",)


@pytest.mark.parametrize(
    ("lang", "head", "language"),
    [
        ("lang=en-GB", '<meta property="og:locale" content="de_DE">', "en-GB"),
        ("", '<meta property="og:locale" content="de_DE">', "de-DE"),
        ("lang=zh_Hans_CN", "", "zh-Hans-CN"),
        ("lang='{{ lang }}'", '<meta http-equiv="content-language" content="pl">', "pl"),
        ("", linked(inLanguage="fr"), "fr"),
        ("lang=en", linked(inLanguage="fr"), "en"),
        ("lang=english-language-of-the-site", "", ""),
    ],
)
def test_language(lang: str, head: str, language: str) -> None:
    assert of(head, lang=lang).language == language


def test_publisher() -> None:
    name = '<meta property="og:site_name" content="The Site">'
    assert of(name).publisher == "The Site"
    assert of(linked(publisher={"name": "The\n Paper"}) + name).publisher == "The Paper"
    assert of(linked(publisher={"name": "x" * 500}) + name).publisher == "The Site"


def test_tags_are_bounded() -> None:
    many = ",".join(f"tag {n}" for n in range(1_000))
    tags = of(f'<meta name="keywords" content="{"x" * (LONGEST_TAG + 1)},,{many}">').tags
    assert tags == tuple(f"tag {n}" for n in range(MOST_TAGS))


def test_values_are_fit_for_output() -> None:
    found = of(linked(author="A\ud83dnn\u0000", keywords=["x\ufffe<b>y</b>"], articleSection="a\u0085b"))
    assert (found.authors, found.tags, found.section) == (("Ann",), ("xy",), "a b")


def test_the_same_page_declares_the_same_again() -> None:
    page = read_page(f"<head>{linked(author=['B', 'A'], keywords=['z', 'a'])}</head>", url=URL)
    assert declared(page) == declared(page)

"""Meta elements, ``time`` elements and the language of the page."""

from __future__ import annotations

import pytest

from newsextract.metadata.claims import Claims
from newsextract.metadata.meta import meta_claims
from newsextract.page import read_page


def of(markup: str) -> Claims:
    return meta_claims(read_page(f"<html><head>{markup}</head><body><p>x</p></body></html>"))


@pytest.mark.parametrize(
    "name",
    [
        "article:published_time",
        "og:article:published_time",
        "og:published_time",
        "DC.date.issued",
        "dcterms.created",
        "pubdate",
        "publishdate",
        "publish-date",
        "publish_date",
        "parsely-pub-date",
        "sailthru.date",
        "datePublished",
        "OriginalPublicationDate",
    ],
)
def test_names_of_the_date_of_publication(name: str) -> None:
    claims = of(f'<meta name="{name}" content="2011-12-01">')
    assert claims == Claims(published=("2011-12-01",))
    assert of(f'<meta property="{name}" content="2011-12-01">') == claims


@pytest.mark.parametrize(
    "name", ["article:modified_time", "og:updated_time", "dcterms.modified", "last-modified", "dateModified"]
)
def test_names_of_the_date_of_change(name: str) -> None:
    assert of(f'<meta name="{name}" content="2011-12-01">') == Claims(modified=("2011-12-01",))


@pytest.mark.parametrize("name", ["date", "Date", "dc.date", "DCTERMS.date", "dateCreated"])
def test_names_that_do_not_say_of_what_the_date_is(name: str) -> None:
    assert of(f'<meta name="{name}" content="2011-12-01">') == Claims(dated=("2011-12-01",))


def test_the_more_exact_name_comes_first() -> None:
    claims = of('<meta name="pubdate" content="2"><meta property="article:published_time" content="1">')
    assert claims.published == ("1", "2")


@pytest.mark.parametrize(
    ("element", "published", "modified"),
    [
        ('<time itemprop="datePublished" datetime="1">x</time>', ("1",), ()),
        ('<time itemprop="datePublished dateModified" datetime="1">x</time>', ("1",), ("1",)),
        ('<time itemprop="dateModified" content="1">x</time>', (), ("1",)),
        ('<time pubdate datetime="1">x</time>', ("1",), ()),
        ("<time pubdate>1 <b>Dec</b></time>", ("1 Dec",), ()),
        ('<meta itemprop="datePublished" content="1">', ("1",), ()),
        ('<time datetime="1">x</time>', (), ()),
        ('<time itemprop="startDate" datetime="1">x</time>', (), ()),
        ("<time pubdate></time>", (), ()),
    ],
)
def test_dates_in_the_body(element: str, published: tuple[str, ...], modified: tuple[str, ...]) -> None:
    claims = meta_claims(read_page(f"<body><p>a</p>{element}</body>"))
    assert (claims.published, claims.modified) == (published, modified)


@pytest.mark.parametrize(
    ("markup", "authors"),
    [
        ('<meta name="author" content="Ann Lee">', ("Ann Lee",)),
        ('<meta name="author" content="Ann Lee"><meta name="author" content="Bo Ek">', ("Ann Lee", "Bo Ek")),
        ('<meta property="article:author" content="Ann Lee">', ("Ann Lee",)),
        ('<meta property="article:author" content="https://social.example/ann">', ()),
        ('<meta name="DC.creator" content="Ann Lee">', ("Ann Lee",)),
        ('<meta name="author" content="105092"><meta name="dc.creator" content="Ann Lee">', ("Ann Lee",)),
        ('<meta name="dc.creator" content="Bo Ek"><meta name="author" content="Ann Lee">', ("Ann Lee",)),
        ('<meta name="twitter:creator" content="@ann">', ()),
    ],
)
def test_authors(markup: str, authors: tuple[str, ...]) -> None:
    assert of(markup).authors == authors


def test_other_fields() -> None:
    claims = of(
        '<meta property="article:section" content="World &amp; Asia">'
        '<meta property="article:tag" content="a"><meta property="article:tag" content="b">'
        '<meta name="keywords" content="c, d"><meta name="news_keywords" content="e">'
        '<meta property="og:site_name" content="The Paper"><meta name="application-name" content="Paper">'
        '<meta name="description" content="no">'
    )
    assert claims == Claims(
        sections=("World & Asia",), tags=("a", "b", "e", "c, d"), publishers=("The Paper", "Paper")
    )


@pytest.mark.parametrize(
    ("html", "languages"),
    [
        ("<html lang=en-GB><p>x", ("en-GB",)),
        ("<html xml:lang=el><p>x", ("el",)),
        ("<html lang='' xml:lang=el><p>x", ("el",)),
        ("<html lang=en><meta property=og:locale content=en_US><p>x", ("en", "en_US")),
        ("<meta http-equiv=Content-Language content='de, en'><p>x", ("de",)),
        ("<meta name=content-language content=de><p>x", ("de",)),
        ("<p lang=de>x", ()),
        ("", ()),
    ],
)
def test_languages(html: str, languages: tuple[str, ...]) -> None:
    assert meta_claims(read_page(html)).languages == languages

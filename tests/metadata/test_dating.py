"""The dates of a page, from all sources together."""

from __future__ import annotations

from datetime import datetime

import pytest

from newsextract.metadata.dating import Dating
from newsextract.metadata.declared import declared
from newsextract.metadata.surroundings import Surroundings
from newsextract.page import read_page

HEADLINE = "Ferry to the north runs again"
BODY = "<p>" + "The boat came back to the harbour at noon, the company said. " * 4 + "</p>"


def of(
    shown: str = "",
    head: str = "",
    url: str = "",
    lang: str = "en",
    below: str = "",
    fetched: datetime | None = None,
) -> Dating:
    body = f"<body><h1>{HEADLINE}</h1>{shown}{BODY}{below}</body>"
    html = f"<html lang={lang}><head>{head}</head>{body}</html>"
    page = read_page(html, url=url)
    return Dating(page, declared(page), Surroundings(page, HEADLINE), fetched)


@pytest.mark.parametrize(
    ("shown", "lang", "date"),
    [
        ("<p>1 December 2011</p>", "en", "2011-12-01"),
        ("<p>By Ann Lee | December 1st, 2011 10:12</p>", "en", "2011-12-01T10:12:00"),
        (
            "<span>Lead.</span> <time datetime='2011-12-01T10:00:00Z'>today</time>",
            "en",
            "2011-12-01T10:00:00+00:00",
        ),
        ("<p>Veröffentlicht am 1. Dezember 2011</p>", "de", "2011-12-01"),
        ("<p>03/04/2011</p>", "de", "2011-04-03"),
        ("<p>03/04/2011</p>", "en-US", "2011-03-04"),
        ("<p>03/04/2011</p>", "en", ""),
        ("<p>来源：日报 2011年12月1日10:12</p>", "zh", "2011-12-01T10:12:00"),
        ("<p>© 2011 The Paper, 1 December 2011</p>", "en", ""),
        ("<p>yesterday</p>", "en", ""),
    ],
)
def test_dates_that_a_reader_sees(shown: str, lang: str, date: str) -> None:
    assert of(shown, lang=lang).published.value == date


@pytest.mark.parametrize(
    "below",
    [
        "<div class=comments><p>Bo</p><p>2 December 2011</p></div>",
        "<aside><p>2 December 2011</p></aside>",
        "<footer><p>Copyright 1 December 2011</p></footer>",
        "<ul class=related>"
        + "<li><a href=/a>Story</a> <span class=date>2 December 2011</span></li>" * 5
        + "</ul>",
    ],
)
def test_dates_of_others_are_not_the_storys(below: str) -> None:
    assert of(below="<p>x</p>" * 4 + below).published.value == ""


def test_sources_are_asked_in_order() -> None:
    ld = '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2011-12-01"}</script>'
    meta = '<meta property="article:published_time" content="2011-12-02">'
    vague = '<meta name="date" content="2011-12-09">'
    micro = '<i itemprop="datePublished" content="2011-12-04"></i>'
    shown, url = "<p class=date>5 December 2011</p>", "https://example.com/2011/12/03/a"
    script = '<script>var a = {"publishedAt": "2011-12-06"}</script>'
    sources = [
        (of(shown, ld + meta, url).published, "json-ld", "2011-12-01"),
        (of(shown, meta + vague, url).published, "meta", "2011-12-02"),
        (of(shown, vague + script, url, below=micro).published, "address", "2011-12-03"),
        (of(shown, vague + script, below=micro).published, "microdata", "2011-12-04"),
        (of(shown, vague + script).published, "page", "2011-12-05"),
        (of("", vague + script).published, "vague", "2011-12-09"),
        (of("", script).published, "embedded", "2011-12-06"),
    ]
    for found, source, date in sources:
        assert (found.source, found.value) == (source, date)
        assert found.raw
        assert 0 < found.confidence < 1
    assert of().published.source == ""


def test_several_days_in_the_data_of_programs_say_nothing() -> None:
    script = '<script>a = [{"publishedAt": "2011-12-06"}, {"publishedAt": "2011-12-07"}]</script>'
    assert of("", script).published.value == ""


def test_the_day_of_a_change() -> None:
    both = of("<p>Published 1 December 2011</p><p>Updated 3 December 2011</p>")
    assert (both.published.value, both.modified.value) == ("2011-12-01", "2011-12-03")
    only = of("<p>Updated 3 December 2011</p>")
    assert (only.published.value, only.published.source) == ("2011-12-03", "page, changed")
    declared_later = of(
        "<p>Stand: 3. Dezember 2011</p>", '<meta name="date" content="2011-12-09">', lang="de"
    )
    assert declared_later.published.value == "2011-12-03"


@pytest.mark.parametrize(
    ("shown", "fetched", "date"),
    [
        ("<p>3 hours ago</p>", datetime(2011, 12, 2, 1), "2011-12-01"),
        ("<p>Вчера</p>", datetime(2011, 12, 2, 1), "2011-12-01"),
        ("<p>1 December 2012</p>", datetime(2011, 12, 2, 1), ""),
        ("<p>3 December 2011</p>", datetime(2011, 12, 2, 1), "2011-12-03"),
    ],
)
def test_what_the_time_of_fetching_tells(shown: str, fetched: datetime, date: str) -> None:
    assert of(shown, fetched=fetched).published.value == date


def test_a_declared_date_in_the_future_gives_way() -> None:
    head = '<meta property="article:published_time" content="2031-12-02">'
    fetched = datetime(2011, 12, 2)
    assert of("<p>1 December 2011</p>", head, fetched=fetched).published.value == "2011-12-01"


def test_a_declared_date_in_words_or_numbers_is_read_in_the_pages_language() -> None:
    assert of("", '<meta name="pubdate" content="14/12/2011 11:00">').published.value == "2011-12-14T11:00:00"
    assert of("", '<meta name="pubdate" content="03/04/2011">', lang="de").published.value == "2011-04-03"
    unread = of("", '<meta name="pubdate" content="soon">').published
    assert (unread.value, unread.raw) == ("", "soon")


@pytest.mark.parametrize("html", ["", "<p>", "<html></html>", "\x00"])
def test_pages_with_nothing(html: str) -> None:
    page = read_page(html)
    assert Dating(page, declared(page), Surroundings(page, "")).published.value == ""

"""The article's own title: which of the candidates wins."""

from __future__ import annotations

import pytest

from newsextract.metadata.declared import declared
from newsextract.metadata.title import NO_TITLE, Title, article_title
from newsextract.page import read_page

TEXT = (
    "<p>"
    + "The ferry left the harbour at noon, the company said, with most of its seats taken. " * 2
    + "</p>"
)
TITLE = "Ferry returns to the north port"
SITE = "<meta property='og:site_name' content='Post'>"
BROKEN = "<script type='application/ld+json'>{'@type': 'NewsArticle'</script>"
MENU = "<ul><li>News<li>Sea<li>Sport</ul>"


def title_of(
    markup: str, anchors: tuple[str, ...] = (), at_place: str = "", url: str = "https://post.example/a/b"
) -> Title:
    page = read_page(markup, url=url)
    return article_title(page, declared(page), anchors, at_place)


@pytest.mark.parametrize(
    ("markup", "source"),
    [
        (f"<title>{TITLE} - Post</title>{MENU}<h1>{TITLE}</h1>{TEXT}<h2>More of the sea</h2>", "heading"),
        (f"<title>{TITLE} | News | Post</title>{MENU}<div>{TITLE}</div>{TEXT}", "row"),
        (f"<title>Post :: {TITLE}</title>{MENU}<h1><a href='/'>Post</a></h1><b>{TITLE}</b>{TEXT}", "row"),
        (f"<title>{TITLE}_Sea_Post</title><h3>Read more of this and that</h3>{TEXT}", "title tag"),
        (f"{SITE}<meta property='og:title' content='{TITLE} | Post'>{TEXT}", "og"),
        (f"<h1>Post</h1><h2>{TITLE}</h2>{TEXT}<h3>Also read this story of the sea</h3>", "heading"),
        (f"<title>Post</title><h1>{TITLE}</h1>{TEXT}", "heading"),
        (f"<title>{TITLE}, Post, 7 May 2012</title><td>{TITLE}<td>Post<tr><td>{TEXT}", "row"),
        (f"{BROKEN}<h1>{TITLE}</h1>{TEXT}", "heading"),
    ],
)  # fmt: skip
def test_the_headline_without_the_site(markup: str, source: str) -> None:
    found = title_of(markup)
    assert (found.text, found.source) == (TITLE, source)
    assert 0 < found.confidence < 1
    assert TITLE in found.raw


def test_what_json_ld_and_opengraph_agree_on_beats_a_part_of_it() -> None:
    full = f"Storm in the bay: {TITLE}"
    head = f"<meta property='og:title' content='{full}'><title>{full}, Post</title>"
    ld = f'<script type="application/ld+json">{{"@type": "Article", "headline": "{full}"}}</script>'
    assert title_of(f"{head}{ld}<h1>{full}</h1>{TEXT}<h2>{TITLE}</h2>").text == full


def test_raw_is_what_stood_there_before_it_was_cut() -> None:
    assert title_of(f"<title>{TITLE} | Post</title>{TEXT}").raw == f"{TITLE} | Post"


@pytest.mark.parametrize(
    ("anchors", "markup", "text"),
    [
        (("Boat is back",), TEXT, "Boat is back"),
        (("More", "Boat is back"), TEXT, "Boat is back"),
        (("More",), TEXT, ""),
        (("Ferry returns to...",), TEXT, ""),
        (("Boat is back",), f"<title>{TITLE} | Post</title><h1>{TITLE}</h1>{TEXT}", TITLE),
        (("Boat is back in the bay",), f"<h3>What others read today</h3>{TEXT}", "Boat is back in the bay"),
        (("Ferry returns to...",), f"<h2>Storm in the southern bay</h2><h2>{TITLE}</h2>{TEXT}", TITLE),
        ((TITLE.upper(),), f"<h2>Storm in the southern bay</h2><h2>{TITLE}</h2>{TEXT}", TITLE),
    ],
)
def test_links_that_led_here(anchors: tuple[str, ...], markup: str, text: str) -> None:
    assert title_of(markup, anchors).text == text


def test_a_rule_that_knows_the_place_needs_no_walk() -> None:
    page = read_page(f"<title>{TITLE} - Post</title><h1>{TITLE}</h1>{TEXT}")
    found = article_title(page, declared(page), at_place=TITLE)
    assert (found.text, found.source) == (TITLE, "rule")
    assert "walk" not in vars(page)


def test_what_stands_at_the_place_may_be_no_title() -> None:
    assert (
        title_of(f"<title>{TITLE} - Post</title><h1>{TITLE}</h1>{TEXT}", at_place="...").source == "heading"
    )


@pytest.mark.parametrize("markup", ["", "<p>12</p>", TEXT, "<h1> </h1>"])
def test_no_title(markup: str) -> None:
    assert title_of(markup) == NO_TITLE


def test_agreement_makes_sure() -> None:
    alone = title_of(f"<h1>{TITLE}</h1><h1>Storm in the southern bay</h1>{TEXT}")
    agreed = title_of(
        f"<title>{TITLE} - Post</title><h1>{TITLE}</h1><h1>Storm in the southern bay</h1>{TEXT}"
    )
    assert alone.confidence < agreed.confidence


@pytest.mark.parametrize(
    "url", ["", "x", "http://[", "http://[::1]:99999/", "http://a b/c", "//", "http://\ud800/"]
)
def test_an_address_that_is_none_is_no_matter(url: str) -> None:
    assert title_of(f"<title>{TITLE} | Post</title><h1>{TITLE}</h1>{TEXT}", url=url).text == TITLE

"""What speaks for and against each string that can be the title of a page."""

from __future__ import annotations

import pytest

from newsextract.metadata.declared import declared
from newsextract.metadata.title import WEIGHTS
from newsextract.metadata.title_evidence import LONGEST_TITLE, gather
from newsextract.page import read_page

TEXT = (
    "<p>"
    + "The ferry left the harbour at noon, the company said, with most of its seats taken. " * 2
    + "</p>"
)
URL = "https://www.harbourpost.example/news/ferry.html"


def evidence(head: str, body: str, url: str = URL, anchors: tuple[str, ...] = ()) -> dict[str, set[str]]:
    page = read_page(f"<html><head>{head}</head><body>{body}</body></html>", url=url)
    return {one.text: one.evidence for one in gather(page, declared(page), anchors)}


HEAD = "<title>Ferry returns to the port - News - Post</title>"
ARTICLE = '{"@type": "NewsArticle", "headline": "Ferry returns to the port"}'
LD = f'<script type="application/ld+json">{ARTICLE}</script>'
OG = '<meta property="og:title" content="Ferry returns to the port">'
ROW = "<div>Ferry returns to the port</div>"


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (HEAD, f"<h1>Ferry returns to the port</h1>{TEXT}", {"h1 alone", "above text", "text next"}),
        (HEAD, f"<h1>Ferry returns to the port</h1><h1>B</h1>{TEXT}", {"h1"}),
        (HEAD, f"{ROW}{TEXT}", {"row", "title tag: first part", "shown, 1 agree"}),
        (HEAD + OG, f"{ROW}{TEXT}", {"og: whole", "shown, 2 agree"}),
        (OG + LD, TEXT, {"og: whole", "json-ld: whole", "json-ld and og", "7 words"}),
        (HEAD, f"{TEXT}{ROW}", {"row", "below 1 text", "text far"}),
        (HEAD, f"{TEXT * 4}{ROW}", {"below many texts"}),
        (HEAD, f"<h1>Ferry returns to the port 7 May</h1>{TEXT}", {"begins a heading"}),
        ("", f"<h1><a href='{URL}'>Ferry returns to the port</a></h1>", {"leads here"}),
        ("", "<h1><a href='/news/'>Ferry returns to the port</a></h1>", {"leads above"}),
        ("", "<h1><a href='//harbourpost.example/'>Ferry returns to the port</a></h1>", {"leads above"}),
        ("", "<h3><a href='/news/b'>Ferry returns to the port</a></h3>", {"h3", "leads elsewhere"}),
    ],
)
def test_what_speaks_for_a_headline(head: str, body: str, expected: set[str]) -> None:
    assert expected <= evidence(head, body)["Ferry returns to the port"]


@pytest.mark.parametrize(
    ("text", "head", "expected"),
    [
        ("Harbour Post", "<meta property='og:site_name' content='Harbour Post'>", "name of the site"),
        ("Harbour Post", "", "in the address"),
        (
            "Harbour Post today",
            "<meta name='publisher' content='Harbour Post'>",
            "holds the name of the site",
        ),
        ("Sea and Sky", "<meta property='article:section' content='Sea and Sky'>", "section"),
        ("News", "", "1 word"),
        ("Port news", "", "2 words"),
        ("台风登陆停航", "", "7 words"),
    ],
)
def test_what_speaks_for_a_part_of_the_site(text: str, head: str, expected: str) -> None:
    assert expected in evidence(head, f"<h2>{text}</h2>{TEXT}")[text]


def test_a_row_is_a_part_of_a_title_without_a_separator() -> None:
    found = evidence(
        "<title>Ferry returns to port, Harbour Post</title>", f"<b>Ferry returns to port</b>{TEXT}"
    )
    assert {"row", "no part", "title tag: begins it"} <= found["Ferry returns to port"]


@pytest.mark.parametrize("text", ["x", "1234", "—", "x" * (LONGEST_TITLE + 1), ""])
def test_what_cannot_be_a_title(text: str) -> None:
    assert evidence(f"<title>{text}</title>", f"<h1>{text}</h1>") == {}


def test_writings_of_the_page_come_before_those_of_the_head() -> None:
    found = evidence("<title>FERRY RETURNS</title>", "<h1>Ferry returns!</h1>", anchors=("ferry returns",))
    assert list(found) == ["Ferry returns!"]
    assert "anchor: whole" in found["Ferry returns!"]


def test_a_page_without_anything_has_no_candidates() -> None:
    page = read_page(b"%PDF-1.4")
    assert gather(page, declared(page)) == []


def test_every_weight_is_of_evidence_that_can_be_found() -> None:
    head = (
        "<title>Post - Ferry returns to the port</title>"
        "<meta property='og:title' content='Ferry returns to the port | Post'>"
        "<meta name='title' content='Tide'>"
        "<meta property='og:site_name' content='Post'><meta property='article:section' content='Sea'>"
    )
    long = " ".join(["word"] * 30)
    pages = [
        (head + LD, f"<h1>Post</h1><h1>Ferry returns</h1><h2>Sea</h2>{TEXT * 5}<h3>Port post</h3>"),
        (
            head + LD,
            f"<h1>Ferry returns to the port</h1><h2>{long}</h2><p>Post</p>{TEXT}<h4>{long[:80]}</h4>",
        ),
        (OG + LD, f"<h1>Ferry returns to the port today</h1><h1>{long[:50]}</h1><b>Ferry returns to</b>"),
        ("<title>Post | Sea | Ferry returns to the port</title>" + OG, ROW + TEXT),
        ("<title>Ferry returns to the port, Post | Sea</title>", ROW + TEXT + "<h2>Ferry</h2>"),
        ("<meta property='og:title' content='Post | Ferry returns to the port'>", ROW),
        ("", f"<h1><a href='{URL}'>A b</a></h1><h2><a href='/'>Cd</a></h2><h3><a href='/x'>Ef</a></h3>"),
        ("<title>Ferry returns to the port</title>", "<h1>Ferry returns to the port today</h1>"),
    ]
    found = {name for head, body in pages for names in evidence(head, body).values() for name in names}
    page = read_page("<h1>Ferry returns at noon</h1>")
    both = gather(page, declared(page), ["Ferry returns at noon"], ["Ferry returns"])
    found |= {name for one in both for name in one.evidence}
    assert WEIGHTS.keys() - found == set()

"""Methods and peers behind one call."""

from __future__ import annotations

import pytest

import newsextract
from newsextract.bench.contestants import Entry, Found, PageInput, prepare
from newsextract.errors import PeerError

SENTENCE = "The ferry left the harbour at noon, the company said, with most of its seats taken by then."
MARKUP = (
    "<title>Ferry sails</title><h1>Ferry sails</h1>"
    + f"<p>{SENTENCE}</p>" * 6
    + "<p>Élan, noted the captain.</p>"
)
PAGE = PageInput(body=MARKUP.encode("cp1252"), text=MARKUP, url="http://news.example/ferry")


def test_a_method_reads_the_bytes_and_gives_text_title_and_state() -> None:
    name = newsextract.methods()[0]
    article = newsextract.extract(PAGE.body, url=PAGE.url, method=name)
    assert SENTENCE in article.text
    found = prepare(Entry("method", name)).extract(PAGE)
    assert found == Found(article.text, "Ferry sails", "article", article.confidence)


def test_a_method_gives_the_confidence_of_its_article(monkeypatch: pytest.MonkeyPatch) -> None:
    article = newsextract.Article(text=SENTENCE, confidence=0.75)
    monkeypatch.setattr(newsextract, "extract", lambda *_, **__: article)
    assert prepare(Entry("method", newsextract.methods()[0])).extract(PAGE).confidence == 0.75


def test_a_peer_reads_the_decoded_text_and_gives_no_title_and_no_confidence() -> None:
    found = prepare(Entry("peer", "alltext")).extract(PAGE)
    assert found.text.endswith("Élan, noted the captain.")
    assert (found.title, found.confidence) == (None, None)


def test_what_a_peer_warns_of_is_not_shown() -> None:
    # It warns of a time zone that it does not know, which in a test would be an error.
    date = "<meta property='article:published_time' content='Sat, 3 Mar 2012 10:00 EST'>"
    page = PageInput(body=b"", text=f"<html lang=en><head>{date}</head><body>{MARKUP}</body>")
    try:
        peer = prepare(Entry("peer", "newspaper4k"))
    except PeerError as error:
        pytest.skip(str(error))
    assert SENTENCE in peer.extract(page).text


def test_an_unknown_peer_is_refused() -> None:
    with pytest.raises(PeerError, match="unknown peer 'nobody'"):
        prepare(Entry("peer", "nobody"))

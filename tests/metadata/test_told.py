"""Who wrote an article and when."""

from __future__ import annotations

from newsextract import extract
from newsextract.metadata.authorship import Authorship
from newsextract.metadata.declared import declared
from newsextract.metadata.found import Found
from newsextract.metadata.told import Told, told
from newsextract.page import read_page

HTML = (
    "<html lang=en><body><h1>Boat is back</h1><p>By Ann Lee, 1 December 2011 10:12</p>"
    + "<p>The boat came back to the harbour at noon, the company said.</p>" * 8
)


def test_all_values_come_with_their_evidence() -> None:
    page = read_page(HTML)
    found = told(page, declared(page), "Boat is back")
    assert found.published.raw == "1 December 2011 10:12"
    assert (found.published.source, found.authors.source) == ("page", "page")
    assert found.authors.raw == "By Ann Lee, 1 December 2011 10:12"


def test_a_page_with_nothing() -> None:
    page = read_page("")
    assert told(page, declared(page), "") == Told(published=Found(), modified=Found(), authors=Authorship())


def test_an_article_has_them() -> None:
    article = extract(HTML)
    assert article.authors == ("Ann Lee",)
    assert article.date_published == "2011-12-01T10:12:00"
    assert article.date_published_raw == "1 December 2011 10:12"

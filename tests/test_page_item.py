"""A page on its way through the pipelines."""

from __future__ import annotations

from scrapy.http import HtmlResponse

from newsextract.discovery.candidate import Candidate
from newsextract.items import Article
from newsextract.page_item import PageItem
from newsextract.workers.jobs import Reading

ADDRESS = "https://news.example/story"


def test_it_is_shown_in_a_line_whatever_it_holds() -> None:
    article = Article(url=ADDRESS, text="words " * 10_000)
    response = HtmlResponse(ADDRESS, body=b"words " * 10_000)
    page = PageItem(response, Candidate(url=ADDRESS), Reading(article=article), cluster="c1", article=article)
    assert repr(page) == str(page) == f"PageItem(<200 {ADDRESS}>)"


def test_a_spider_gives_the_response_alone() -> None:
    page = PageItem(HtmlResponse(ADDRESS))
    assert (page.candidate, page.reading, page.cluster, page.article) == (None, None, "", None)
    assert (page.parts, page.missing, page.fetched_at, page.has_waited) == ((), "", "", False)

"""What was said of a page while it was under way is on its response."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy import Request
from scrapy.http import Response

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.middlewares.candidates import CandidateTitles

ADDRESS = "https://news.example/story"
LINKED = Candidate(url=ADDRESS, titles=("Ferry returns",), words=("Ferry returns",))


def arrived(middleware: CandidateTitles, candidate: Candidate) -> Candidate:
    """The candidate on the request of a response, as a spider sees it."""
    request = Request(candidate.url, meta={META_KEY: candidate})
    response = Response(candidate.url, request=request)
    assert middleware.process_response(request, response) is response
    found: Candidate = response.meta[META_KEY]
    return found


def test_words_that_came_in_the_meantime_are_added() -> None:
    middleware = CandidateTitles()
    assert middleware.book.add(LINKED)
    again = Candidate(url=ADDRESS, titles=("The ferry is back",), words=("The ferry is back", "more"))
    assert not middleware.book.add(again)
    middleware.book.note_hint(ADDRESS, "Ferry sails again", "2026-11-02")
    found = arrived(middleware, LINKED)
    assert found.titles == ("Ferry returns", "The ferry is back", "Ferry sails again")
    assert found.words == ("Ferry returns", "The ferry is back", "more")
    assert found.date == "2026-11-02"


def test_a_page_that_arrived_is_not_asked_for_again() -> None:
    middleware = CandidateTitles()
    assert arrived(middleware, LINKED) == LINKED
    assert not middleware.book.add(LINKED)


def test_a_redirect_keeps_what_was_known_of_the_first_address() -> None:
    middleware = CandidateTitles()
    middleware.book.add(LINKED)
    middleware.book.add(Candidate(url=ADDRESS, titles=("The ferry is back",)))
    request = Request("https://news.example/moved", meta={META_KEY: LINKED})
    middleware.process_response(request, Response(request.url))
    assert request.meta[META_KEY].titles == ("Ferry returns", "The ferry is back")


@pytest.mark.parametrize("meta", [{}, {"depth": 1}, {META_KEY: "a word of somebody else's"}])
def test_other_requests_are_left_alone(meta: dict[str, Any]) -> None:
    request = Request(ADDRESS, meta=dict(meta))
    response = Response(ADDRESS)
    assert CandidateTitles().process_response(request, response) is response
    assert request.meta == meta


def test_each_crawl_has_a_book_of_its_own() -> None:
    first, second = CandidateTitles(), CandidateTitles()
    assert first.book.add(LINKED)
    assert second.book.add(LINKED)

"""A page that has not been to a worker is sent to one."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.extensions.states import PageStates
from newsextract.extensions.workers import Workers
from newsextract.items import Article
from newsextract.page_item import PageItem
from newsextract.pipelines.reading import ReadingPipeline
from newsextract.workers.jobs import Reading

URL = "https://www.paper.example/2026/story.html"
KNOWN = Candidate(url=URL, site="home.example", titles=("A ferry returns",))
READING = Reading(article=Article(url=URL, text="A text."))


class FakeWorkers:
    """Notes what it is asked to read."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Any, bool]] = []

    async def read_response(self, response: Any, candidate: Any, *, testifies: bool) -> Reading:
        self.asked.append((response, candidate, testifies))
        return READING


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> tuple[ReadingPipeline, FakeWorkers, PageStates]:
    crawler = get_crawler(settings_dict={"NEWSEXTRACT_STORE": ""})
    workers, states = FakeWorkers(), PageStates.from_crawler(crawler)
    monkeypatch.setattr(crawler, "get_extension", {Workers: workers, PageStates: states}.get)
    return ReadingPipeline.from_crawler(crawler), workers, states


def response(request: Request | None) -> HtmlResponse:
    return HtmlResponse(URL, body=b"<p>A text.</p>", request=request)


def test_a_page_of_any_spider_is_read_and_counted(parts: Any, process: Any) -> None:
    pipeline, workers, states = parts
    page = process(pipeline, PageItem(response(None)))
    assert page.reading is READING
    assert workers.asked == [(page.response, None, True)]
    assert states.pages("paper.example") == 1
    fetched = datetime.fromisoformat(page.fetched_at)
    assert timedelta() <= datetime.now(timezone.utc) - fetched < timedelta(minutes=10)


@pytest.mark.parametrize(
    ("request_", "given", "expected"),
    [
        (Request(URL, meta={META_KEY: KNOWN}), None, KNOWN),
        (Request(URL, meta={META_KEY: "somebody else's"}), None, None),
        (Request(URL), None, None),
        (Request(URL, meta={META_KEY: KNOWN}), Candidate(url=URL), Candidate(url=URL)),
    ],
)
def test_what_was_known_of_it_is_taken_from_its_request(
    request_: Request, given: Any, expected: Any, parts: Any, process: Any
) -> None:
    pipeline, workers, _ = parts
    page = process(pipeline, PageItem(response(request_), given))
    assert page.candidate == expected
    assert workers.asked[0][1] == expected


def test_a_page_that_was_read_already_is_not_read_again(parts: Any, process: Any) -> None:
    pipeline, workers, states = parts
    page = process(pipeline, PageItem(response(None), KNOWN, READING, fetched_at="2026-11-02T10:00:00+00:00"))
    assert page.fetched_at == "2026-11-02T10:00:00+00:00"
    assert (workers.asked, states.pages()) == ([], 0)


def test_a_page_that_has_waited_is_read_once_more_and_says_nothing_new(parts: Any, process: Any) -> None:
    pipeline, workers, states = parts
    page = process(pipeline, PageItem(response(None), KNOWN, has_waited=True))
    assert workers.asked == [(page.response, KNOWN, False)]
    assert states.pages() == 0  # it was counted before it waited

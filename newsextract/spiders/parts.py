"""A story on several pages, joined by the site's own links to the next page."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import scrapy
from scrapy.spidermiddlewares.httperror import HttpError

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.extensions.states import PageStates
from newsextract.extensions.workers import Workers
from newsextract.middlewares.failures import failure_state
from newsextract.settings import read
from newsextract.workers.joining import Part

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from newsextract.workers.jobs import Reading

logger = logging.getLogger(__name__)

MAX_PARTS = "NEWSEXTRACT_MAX_PARTS"

OK = 200


class PartsReader:
    """Fetches the further pages of a story one after the other, while the first waits.

    They are fetched by the engine directly, not through the scheduler: so a crawl that is told to stop still
    finishes the story, and a page that fails costs the story only what stood on it.
    """

    def __init__(self, crawler: Crawler, workers: Workers, states: PageStates) -> None:
        self._crawler = crawler
        self._workers = workers
        self._states = states
        self._most: int = read(crawler.settings, MAX_PARTS)

    async def read_on(self, first: Reading, candidate: Candidate) -> tuple[tuple[Part, ...], str]:
        """The further pages of a story, and what is missing of it, if anything is."""
        parts: list[Part] = []
        address, problem = first.next_part, ""
        seen, lines = {first.article.url, candidate.url}, set(first.article.paragraphs)
        while address and address not in seen:
            if len(parts) + 1 == self._most:
                problem = f"it goes on at {address}, beyond {MAX_PARTS}={self._most}"
                break
            seen.add(address)
            reading, problem = await self._read(address, candidate, lines)
            if reading is None:
                break
            parts.append(Part(reading.article.url, reading.article.text))
            lines.update(reading.article.paragraphs)
            address = reading.next_part
        return tuple(parts), problem

    async def _read(self, address: str, story: Candidate, known: set[str]) -> tuple[Reading | None, str]:
        """One further page; or none, and the reason if something is missing without it. It is counted like
        every page. One with ``known`` lines only is the same page under another address, as behind the pager
        of a list beside the story."""
        candidate = Candidate(url=address, site=story.site, titles=story.titles, source="part")
        reading: Reading | None = None
        try:
            response = await self._fetch(address, candidate)
            reading = await self._workers.read_response(response, candidate)
            state, reason = reading.article.page_state, reading.article.state_reason
        except Exception as error:  # whatever happened to it, the story goes on without
            state, reason = failure_state(error)
        self._states.opened(story.site)
        if reading is not None and state == "article":
            if known.issuperset(reading.article.paragraphs):
                self._states.settled(story.site, "duplicate", "adds nothing to its story", address)
                return None, ""
            self._states.settled(story.site, "part", url=address)
            return reading, ""
        self._states.settled(story.site, state, reason, address)
        logger.info("%s: the story ends before this page: %s (%s)", address, state, reason)
        return None, f"its next page {address} was not read: {state}"

    async def _fetch(self, address: str, candidate: Candidate) -> Response:
        request = scrapy.Request(address, meta={META_KEY: candidate})
        response = await self._crawler.engine.download_async(request)
        if response.status != OK:
            raise HttpError(response)
        return response

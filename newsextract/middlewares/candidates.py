"""Hands over what links, feeds and sitemaps said of a page when the page arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.discovery.book import CandidateBook
from newsextract.discovery.candidate import META_KEY, Candidate

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response


class CandidateTitles:
    """Between a request and its response more links to the same page turn up. Their words are gathered in the
    ``book`` and are on the response's request when the spider sees it; redirects keep them as well.

    The spider enters its candidates with ``crawler.get_downloader_middleware(CandidateTitles).book``.
    """

    def __init__(self) -> None:
        self.book = CandidateBook()

    def process_response(self, request: Request, response: Response) -> Response:
        """The outermost middleware: what comes here is final, redirects and retries are behind it."""
        candidate = request.meta.get(META_KEY)
        if isinstance(candidate, Candidate):
            request.meta[META_KEY] = self.book.merged(candidate)
        return response

"""A page on its way through the pipelines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.http import Response

    from newsextract.discovery.candidate import Candidate
    from newsextract.items import Article
    from newsextract.workers.jobs import Reading
    from newsextract.workers.joining import Part


@dataclass(slots=True, repr=False)
class PageItem:
    """A fetched page on its way to an ``Article``: ``yield newsextract.PageItem(response)`` from any spider.

    The pipelines fill in the rest, one stage after the other; what leaves them is the ``Article``.
    """

    response: Response
    """As the spider got it."""

    candidate: Candidate | None = None
    """What was known of the page before it was fetched."""

    reading: Reading | None = None
    """What a worker read off the page."""

    parts: tuple[Part, ...] = ()
    """The further pages of its story."""

    missing: str = ""
    """What is not there of the story, and why."""

    fetched_at: str = ""
    """When it was fetched, ISO 8601 in UTC."""

    has_waited: bool = False
    """It waited until there was a rule for it, or none to be had, and has come back."""

    cluster: str = ""
    """Name of its group of like-built pages."""

    article: Article | None = None
    """The article so far."""

    def __repr__(self) -> str:
        """Short: Scrapy logs items that are dropped."""
        return f"PageItem({self.response!r})"

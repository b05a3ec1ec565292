"""One story, one line: by address, by text, and by nearly the same text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from newsextract.addresses import resolve
from newsextract.pipelines.page_pipeline import PagePipeline, article_of, drop, reading_of, site_of
from newsextract.settings import read
from newsextract.text.fingerprints import NearDuplicates, content_hash

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from newsextract.items import Article
    from newsextract.page_item import PageItem


class _Story(NamedTuple):
    """What makes two pages of one site the same story."""

    site: str
    title: str
    text: str


class DuplicatesPipeline(PagePipeline):
    """Drops an article that this crawl has had already: the same address, or the same text and title on the
    same site. One whose text is that of another site, or of a story by another name, or nearly so, may be a
    story of its own: it is marked with ``duplicate_of``, or dropped too with ``NEWSEXTRACT_DROP_DUPLICATES``.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        distance = read(crawler.settings, "NEWSEXTRACT_NEAR_DUPLICATES")
        self._near = NearDuplicates(distance) if distance else None
        self._drop_all = read(crawler.settings, "NEWSEXTRACT_DROP_DUPLICATES")
        self._addresses: set[str] = set()
        self._stories: dict[_Story, str] = {}
        self._texts: dict[str, str] = {}

    async def process_page(self, page: PageItem) -> PageItem:
        """Let the first one pass, and mark its twins."""
        article, similarity = article_of(page), reading_of(page).similarity
        address = resolve(article.url, "")
        if address in self._addresses:
            raise drop(page, "duplicate", "this address has been read already")
        self._addresses.add(address)
        story = _Story(site_of(page), content_hash(article.title), article.content_hash)
        if story in self._stories:
            raise drop(page, "duplicate", f"the same story as {self._stories[story]}")
        self._stories[story] = article.url
        twin = self._twin(article, similarity)
        if twin and self._drop_all:
            raise drop(page, "duplicate", f"the text of {twin}")
        if twin:
            page.article = replace(article, duplicate_of=twin)
        return page

    def _twin(self, article: Article, similarity: int | None) -> str:
        """The address of the first article with this text, or nearly; empty for a new text, which is kept."""
        twin = self._texts.get(article.content_hash)
        if twin is None and self._near is not None and similarity is not None:
            twin = self._near.find(similarity)
            if twin is None:
                self._near.add(similarity, article.url)
        self._texts.setdefault(article.content_hash, article.url)
        return twin or ""

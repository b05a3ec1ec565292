"""A page that somebody else's spider yielded is read by a worker. The spider ``news`` has done so already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.extensions.states import PageStates
from newsextract.extensions.workers import Workers
from newsextract.pipelines.page_pipeline import PagePipeline, site_of

if TYPE_CHECKING:
    from newsextract.page_item import PageItem


class ReadingPipeline(PagePipeline):
    """Fills in ``PageItem.reading``."""

    async def process_page(self, page: PageItem) -> PageItem:
        """Send the page to a worker unless it has been there."""
        if page.reading is not None:
            return page
        known = page.response.meta.get(META_KEY) if page.response.request else None
        if page.candidate is None and isinstance(known, Candidate):
            page.candidate = known
        states, workers = self.crawler.get_extension(PageStates), self.crawler.get_extension(Workers)
        if states is None or workers is None:
            raise RuntimeError("the extensions of newsextract are off: leave them in EXTENSIONS")
        states.opened(site_of(page))
        page.reading = await workers.read_response(page.response, page.candidate)
        return page

"""Pages that still wait when a crawl ends, whyever it ends."""

from __future__ import annotations

import logging

from scrapy.pipelines import ItemPipelineManager

from newsextract.pipelines.learning import LearningPipeline

logger = logging.getLogger(__name__)


class PagePipelines(ItemPipelineManager):
    """Scrapy's item pipelines, which let the waiting pages through before they close: no other place is left
    then, as the spider is not asked any more and all pipelines close at the same time."""

    async def close_spider_async(self) -> None:
        """Called by Scrapy when the last item is through."""
        for pipeline in self.middlewares:
            if isinstance(pipeline, LearningPipeline):
                try:
                    await pipeline.bring_back_all()
                except Exception:  # the pipelines must close; the pages stay in the store for the next crawl
                    logger.exception("The pages that wait cannot be brought back; they stay in the store")
        await super().close_spider_async()

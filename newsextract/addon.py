"""The add-on: ``ADDONS = {"newsextract.NewsExtractAddon": 300}`` installs all of it in any Scrapy project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.settings import SETTINGS, check_settings, read

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

PRIORITY = "addon"
"""Below the project's own settings, so that what a user sets always wins."""

COMPONENTS: dict[str, dict[str, int | None]] = {
    "DOWNLOADER_MIDDLEWARES": {
        "newsextract.middlewares.candidates.CandidateTitles": 40,
        # Scrapy's lets forbidden pages through while the first robots.txt of a host is awaited
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "newsextract.middlewares.robots.RobotsTxt": 100,
        "newsextract.middlewares.charset.CharsetGuard": 584,
        "newsextract.middlewares.content.ContentGuard": 588,
        "newsextract.middlewares.charset.PackedPages": 592,
        "newsextract.middlewares.addresses.FetchableAddresses": 760,
    },
    "ITEM_PIPELINES": {
        "newsextract.pipelines.reading.ReadingPipeline": 100,
        "newsextract.pipelines.clustering.ClusteringPipeline": 200,
        "newsextract.pipelines.learning.LearningPipeline": 300,
        "newsextract.pipelines.extraction.ExtractionPipeline": 400,
        "newsextract.pipelines.metadata.MetadataPipeline": 500,
        "newsextract.pipelines.duplicates.DuplicatesPipeline": 600,
        "newsextract.pipelines.range.RangePipeline": 700,
        "newsextract.pipelines.validation.ValidationPipeline": 800,
    },
    "EXTENSIONS": {
        "newsextract.exporters.parquet.ParquetCheck": 50,
        "newsextract.extensions.sites.Sites": 80,
        "newsextract.extensions.workers.Workers": 100,
        "newsextract.extensions.pauses.ShortPauses": 150,
        "newsextract.extensions.states.PageStates": 200,
        "newsextract.extensions.progress.Progress": 300,
        "newsextract.extensions.summary.Summary": 400,
        "newsextract.extensions.manifest.Manifest": 500,
        "newsextract.extensions.archive.Archive": 600,
    },
}
"""What is installed, and where among Scrapy's own; a request meets the middlewares in this order, a response
the other way round."""

GUARDED_RESOLVER = "newsextract.middlewares.resolver.GuardedResolver"
GUARDED_HANDLER = "newsextract.middlewares.handler.GuardedAiohttpHandler"
"""Names that lead to private addresses are refused: by Twisted's resolver, or by the download handler where
there is no reactor."""

ITEM_PROCESSOR = "newsextract.pipelines.closing.PagePipelines"
"""Scrapy's own, which lets the waiting pages through before it closes."""

CONCURRENT_ITEMS = 4
"""Scrapy's default of 100 starts 100 tasks a response: 1.5 ms a page."""


class NewsExtractAddon:
    """Installs the middlewares, pipelines, extensions and settings. Never overrides what the user has set."""

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        """Called by Scrapy before there is a crawler: the reactor's resolver is made then."""
        settings.set("TWISTED_DNS_RESOLVER", GUARDED_RESOLVER, PRIORITY)

    def update_settings(self, settings: BaseSettings) -> None:
        """Called by Scrapy before the crawl's parts are made. Raises SettingError for a wrong value."""
        from scrapy.settings import get_settings_priority
        from scrapy.utils.misc import load_object

        for setting in SETTINGS:
            settings.set(setting.name, setting.default, PRIORITY)
        check_settings(settings)
        settings.set("CONCURRENT_ITEMS", CONCURRENT_ITEMS, PRIORITY)
        settings.set("ITEM_PROCESSOR", ITEM_PROCESSOR, PRIORITY)
        if not settings.getbool("TWISTED_REACTOR_ENABLED"):
            own = settings.getdict("DOWNLOAD_HANDLERS")
            handlers = {"http": GUARDED_HANDLER, "https": GUARDED_HANDLER, **own}
            # Scrapy sets its own handlers at the priority of a project when there is no reactor
            priority = max(settings.getpriority("DOWNLOAD_HANDLERS") or 0, get_settings_priority("project"))
            settings.set("DOWNLOAD_HANDLERS", handlers, priority)
        settings.set("DOWNLOAD_MAXSIZE", read(settings, "NEWSEXTRACT_MAX_BYTES"), PRIORITY)
        for name, components in COMPONENTS.items():
            for path, order in components.items():
                settings.setdefault_in_component_priority_dict(name, load_object(path), order)

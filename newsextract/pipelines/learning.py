"""Each group of a site's pages learns where their content stands (page clustering, seed 004)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from newsextract.pipelines.page_pipeline import PagePipeline, site_of
from newsextract.site.learning import ClusterRule, RuleVotes

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from newsextract.page_item import PageItem

WAITING = "newsextract/waiting"
"""Stat: articles whose group has no rule yet."""


RULES = "newsextract/rules"
"""Stat: the rules learned, by site and group."""


class LearningPipeline(PagePipeline):
    """Gathers the pages' votes. The rules stand in the manifest; no text is extracted by them yet."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._votes: dict[tuple[str, str], RuleVotes] = {}

    async def process_page(self, page: PageItem) -> PageItem:
        """Count the page's vote in its group."""
        if page.reading and page.reading.vote and page.cluster:
            votes = self._votes.setdefault((site_of(page), page.cluster), RuleVotes())
            had_rule = votes.rule() is not None
            votes.add(page.reading.vote)
            if not had_rule:
                waiting = 1 if votes.rule() is None else 1 - votes.pages
                self.crawler.stats.inc_value(WAITING, waiting)
        return page

    def close_spider(self) -> None:
        """Called by Scrapy at the end: the rules become a stat, which the manifest takes over."""
        rules = {
            site: {cluster: asdict(rule) for cluster, rule in by_cluster.items()}
            for site, by_cluster in self.rules().items()
        }
        if rules:
            self.crawler.stats.set_value(RULES, rules)

    def rules(self) -> dict[str, dict[str, ClusterRule]]:
        """The rule of each group that has one, by site and name."""
        found: dict[str, dict[str, ClusterRule]] = {}
        for (site, cluster), votes in sorted(self._votes.items()):
            rule = votes.rule()
            if rule:
                found.setdefault(site, {})[cluster] = rule
        return found

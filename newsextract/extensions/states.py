"""The state that every page ends in, counted by site as the crawl goes."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import DropItem

from newsextract.addresses import site_name
from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.items import Article
from newsextract.page_item import PageItem
from newsextract.states import STATES

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

SITES_WITH_STATS = 100
"""Sites with stats of their own. Scrapy prints all stats at the end, some six lines a site."""

SITES_COUNTED = 5_000
"""Sites with counts of their own, in the summary and the manifest: 1.2 kB each with every field
filled, so 6 MB at most."""

OTHER_SITES = "other sites"
"""Where the pages of all further sites are counted."""

NO_SITE = "(no site)"
"""Name of the site of a page without an address."""

COVERED_FIELDS = tuple(entry.name for entry in fields(Article) if entry.default in ("", (), None))
"""The fields of an article that can be empty."""

logger = logging.getLogger(__name__)


class PageDropped(DropItem):
    """Ends a page in a pipeline, in one of ``STATES`` and with a sentence that says why."""

    def __init__(self, state: str, reason: str, *, site: str, url: str) -> None:
        # Most pages of a site are no articles: nothing to warn of.
        super().__init__(f"{state}: {reason} <{url}>", log_level="DEBUG")
        self.state = _known(state)
        self.reason = reason
        self.site = site
        self.url = url


@dataclass(slots=True)
class SiteCounts:
    """What became of the pages of one site."""

    stats_name: str
    pages: int = 0
    states: Counter[str] = field(default_factory=Counter)
    filled: Counter[str] = field(default_factory=Counter)
    """Articles by field that is not empty."""


class PageStates:
    """Counts pages that were asked for and the states they ended in; every page ends in exactly one.

    Whoever gets the answer or the failure of a request for a page calls ``opened``. Articles that leave the
    pipelines, ``PageDropped`` and errors in a pipeline are counted from Scrapy's signals; pages that end
    elsewhere by ``settled``. Find it with ``page_states(crawler)``.
    """

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._sites: dict[str, SiteCounts] = {}
        self._pages = 0
        self._articles = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PageStates:
        """As Scrapy makes it."""
        states = cls(crawler.stats)
        crawler.signals.connect(states.item_scraped, signal=signals.item_scraped)
        crawler.signals.connect(states.item_dropped, signal=signals.item_dropped)
        crawler.signals.connect(states.item_error, signal=signals.item_error)
        crawler.signals.connect(states.request_dropped, signal=signals.request_dropped)
        return states

    def opened(self, site: str) -> None:
        """A page was asked for, and an answer or a failure has arrived."""
        counts = self._counts(site)
        counts.pages += 1
        self._pages += 1
        self._stats.inc_value("newsextract/pages")
        self._stats.inc_value(f"newsextract/pages/{counts.stats_name}")

    def settled(self, site: str, state: str, reason: str = "", url: str = "") -> None:
        """A page has ended in a state. Raises ValueError for a state that does not exist."""
        self._settle(site, _known(state))
        logger.debug("%s <%s>: %s", state, url, reason)

    def item_scraped(self, item: Any) -> None:
        """Signal: an item has left the pipelines."""
        if not isinstance(item, Article):
            return
        counts = self._settle(item.site or site_name(item.url), _known(item.page_state))
        if item.page_state == "article":
            # One by one: a Counter's update() with a generator is no faster for so few.
            for name in COVERED_FIELDS:
                if getattr(item, name) not in ("", (), None):
                    counts.filled[name] += 1

    def item_dropped(self, exception: BaseException) -> None:
        """Signal: a pipeline has dropped an item."""
        if isinstance(exception, PageDropped):
            self._settle(exception.site or site_name(exception.url), exception.state)

    def item_error(self, item: Any) -> None:
        """Signal: a pipeline has failed on an item."""
        if isinstance(item, PageItem):
            known = item.candidate.site if item.candidate is not None else ""
            self._settle(known or site_name(item.response.url), "failed")

    def request_dropped(self, request: Request) -> None:
        """Signal: the scheduler knows a request already. So ends a page that redirects to one asked for."""
        candidate = request.meta.get(META_KEY)
        if isinstance(candidate, Candidate):
            self.opened(candidate.site)
            self.settled(candidate.site, "duplicate", "its address was asked for before", request.url)

    def table(self) -> dict[str, dict[str, int]]:
        """How many pages ended in each state, by site; sites in the order they came, states in that of
        ``STATES``."""
        return {site: _in_order(counts.states) for site, counts in self._sites.items()}

    def pages(self, site: str | None = None) -> int:
        """Pages of a site that were asked for; of all sites without one."""
        if site is None:
            return self._pages
        return self._sites[site].pages if site in self._sites else 0

    @property
    def articles(self) -> int:
        """Pages that ended as an article."""
        return self._articles

    @property
    def sites(self) -> int:
        """Sites that were met, the first ``SITES_COUNTED``."""
        return len(self._sites)

    def unsettled(self) -> dict[str, int]:
        """Pages without a state, by site; below 0 when more ended than were asked for. Only sites with
        any: at the end of a crawl it is empty."""
        missing = {site: counts.pages - counts.states.total() for site, counts in self._sites.items()}
        return {site: number for site, number in missing.items() if number}

    def coverage(self) -> dict[str, dict[str, int]]:
        """How many articles have a value in each of ``COVERED_FIELDS``, by site."""
        return {
            site: {name: counts.filled[name] for name in COVERED_FIELDS}
            for site, counts in self._sites.items()
        }

    def _settle(self, site: str, state: str) -> SiteCounts:
        counts = self._counts(site)
        counts.states[state] += 1
        self._articles += state == "article"
        self._stats.inc_value(f"newsextract/states/{state}")
        self._stats.inc_value(f"newsextract/states/{counts.stats_name}/{state}")
        return counts

    def _counts(self, site: str) -> SiteCounts:
        site = site or NO_SITE
        if site not in self._sites:
            if len(self._sites) >= SITES_COUNTED:
                site = OTHER_SITES
            stats_name = site if len(self._sites) < SITES_WITH_STATS else OTHER_SITES
            self._sites.setdefault(site, SiteCounts(stats_name))
        return self._sites[site]


def page_states(crawler: Crawler) -> PageStates:
    """The crawl's counts, from ``spider_opened`` on; empty ones when the extension is not switched on."""
    return crawler.get_extension(PageStates) or PageStates(crawler.stats)


def _known(state: str) -> str:
    if state not in STATES:
        raise ValueError(f"page state {state!r}: not one of {', '.join(STATES)}")
    return state


def _in_order(states: Counter[str]) -> dict[str, int]:
    return {state: states[state] for state in STATES if states[state]}

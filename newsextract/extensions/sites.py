"""What is known of the sites of a crawl: taken from the store, learned on, and saved."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from scrapy import signals

from newsextract.discovery.candidate import ARTICLE
from newsextract.errors import StoreError
from newsextract.settings import read
from newsextract.site.keeping import SiteShelf
from newsextract.store import open_store
from newsextract.store.crawls import Crawls
from newsextract.store.opening import in_project
from newsextract.workers.views import PackedView, pack_view

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

    from newsextract.site.memory import Change, SiteMemory
    from newsextract.site.view import SiteView
    from newsextract.workers.jobs import Reading

MOST_PACKED = 64
"""Sites whose view is kept packed."""

SAVED_AFTER = 200
"""Pages of a site after which what it taught is saved, lesson or not."""

RULES = "newsextract/rules"
"""Beginning of the stats that count what happened to rules: ``newsextract/rules/learned`` ..."""

MOST_REPORTED = 1_000
"""Sites whose rules stand in the manifest."""

_TOLD = {
    "learned": "%s: rule %s learned",
    "renewed": "%s: rule %s takes the place of the one before it",
    "ended": "%s: rule %s does not fit the site's pages any more; they are read by their own evidence until "
    "the next version is learned",
    "returned": "%s: rule %s fits again and is back in use",
    "drift": "%s: no rule fits the latest pages%s: the site may have a new layout",
}
_WARNINGS = frozenset({"ended"})
"""What somebody should look at. That the latest pages fit no rule is told as well, but may be no more than
another template's turn."""

logger = logging.getLogger(__name__)


class Sites:
    """Owns the store. Find it with ``crawler.get_extension(Sites)``."""

    def __init__(self, settings: BaseSettings, stats: StatsCollector) -> None:
        self.learns: bool = read(settings, "NEWSEXTRACT_LEARN")
        self.store = open_store(in_project(read(settings, "NEWSEXTRACT_STORE")) if self.learns else "")
        self.crawls = Crawls(self.store)
        self.crawl = ""
        """Name of this crawl in the store, once it has begun."""
        self._stats = stats
        self._shelf = SiteShelf(self.store)
        self._packed: OrderedDict[str, tuple[SiteView, PackedView]] = OrderedDict()
        self._unsaved: dict[str, int] = {}
        self._met: dict[str, None] = {}
        self._rules: dict[str, list[dict[str, Any]]] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Sites:
        """As Scrapy makes it. Raises StoreError for a store that cannot be used."""
        sites = cls(crawler.settings, crawler.stats)
        crawler.signals.connect(sites.begin, signal=signals.spider_opened)
        crawler.signals.connect(sites.close, signal=signals.spider_closed)
        # A spider that fails to open is never closed, but its engine is stopped.
        crawler.signals.connect(sites.close, signal=signals.engine_stopped)
        return sites

    def begin(self) -> None:
        """Signal: the crawl begins."""
        self.crawls.strike_dead()
        self.crawl = self.crawls.begin()

    def close(self) -> None:
        """Signal: the crawl has ended. What was learned is saved; any number of times."""
        if self._rules is not None:
            return
        self._rules = self.rules_record()
        try:
            self._shelf.save_all()
            self.crawls.end(self.crawl)
        finally:
            self.store.close()

    def memory(self, site: str) -> SiteMemory:
        """What is known of a site."""
        if self.learns and len(self._met) < MOST_REPORTED:
            self._met.setdefault(site)
        return self._shelf.get(site)

    def holding(self, site: str) -> AbstractContextManager[SiteMemory]:
        """The same, kept open for a while: a site that is held is not put away for others."""
        return self._shelf.holding(site)

    def packed_view(self, site: str) -> PackedView | None:
        """What a worker has to know of a site; None for nothing."""
        if not self.learns:
            return None
        view = self.memory(site).view
        if not view.rules and not view.knowledge.has_something:
            return None
        known = self._packed.get(site)
        if known is None or known[0] is not view:
            known = self._packed[site] = (view, pack_view(view))
            if len(self._packed) > MOST_PACKED:
                self._packed.popitem(last=False)
        self._packed.move_to_end(site)
        return known[1]

    def place(self, site: str, reading: Reading) -> str:
        """Put a page into its class, and give the name of that: by its structure, or by the rule that has
        read it. Pages that are no articles have classes of their own."""
        if not self.learns:
            return ""
        memory = self.memory(site)
        if reading.structure:
            state = reading.article.page_state
            kind = ARTICLE if reading.testimony or reading.article.text else state
            return memory.assign(reading.structure, kind)
        return reading.article.rule.partition(" ")[0]

    def save(self, site: str) -> None:
        """Write what is known of a site to the store. Where that fails, the page that is on its way goes on;
        it is tried again with the next lesson and at the end."""
        self._unsaved.pop(site, None)
        try:
            self._shelf.save(site)
        except StoreError as error:
            logger.error("%s: what was learned of it is not saved (%s)", site, error)

    def note(self, site: str) -> None:
        """A page has taught something, which is saved now and then."""
        self._unsaved[site] = self._unsaved.get(site, 0) + 1
        if self._unsaved[site] >= SAVED_AFTER:
            self.save(site)

    def tell(self, site: str, changes: Iterable[Change]) -> None:
        """Log and count what happened to rules."""
        for change in changes:
            level = logging.WARNING if change.what in _WARNINGS else logging.INFO
            logger.log(level, _TOLD[change.what], site, change.rule)
            self._stats.inc_value(f"{RULES}/{change.what}")

    def rules_record(self) -> dict[str, list[dict[str, Any]]]:
        """The rules of the crawl's sites, for the manifest; of each site the latest first. After the crawl
        those of its end."""
        if self._rules is not None:
            return self._rules
        found = {}
        for site in self._met:
            rules = [rule.to_record() for rule in reversed(self._shelf.get(site).rules)]
            if rules:
                found[site] = [
                    {name: value for name, value in rule.items() if name != "noise"} for rule in rules
                ]
        return found

"""The table at the end of a crawl: what became of the pages of each site."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import NotConfigured

from newsextract.extensions.states import page_states
from newsextract.settings import read
from newsextract.states import STATES
from newsextract.terminal import aligned, fit

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler

MAX_ROWS = 40
"""Sites with a row of their own, those with most pages; a screen or two. The manifest has all."""

SITE_COLUMNS = 32
"""A longer host is cut, so that the counts stay on the screen."""

logger = logging.getLogger(__name__)


class Summary:
    """Logs the table, and a warning when pages and states do not add up."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Summary:
        """As Scrapy makes it; off with ``NEWSEXTRACT_SUMMARY=False``."""
        if not read(crawler.settings, "NEWSEXTRACT_SUMMARY"):
            raise NotConfigured
        summary = cls(crawler)
        crawler.signals.connect(summary.spider_closed, signal=signals.spider_closed)
        return summary

    def spider_closed(self, spider: Spider) -> None:
        """Signal: the crawl has ended."""
        states = page_states(self._crawler)
        table = states.table()
        pages = {site: states.pages(site) for site in table}
        logger.info("Pages by site:\n%s", summary_table(table, pages), extra={"spider": spider})
        for line in unsettled_lines(states.unsettled()):
            logger.warning(line, extra={"spider": spider})


def summary_table(table: Mapping[str, Mapping[str, int]], pages: Mapping[str, int]) -> str:
    """Lines with a site, its pages and how many ended in each state that occurred, and a total.

    Sites with most pages come first; beyond ``MAX_ROWS`` the rest share a row.
    """
    names = sorted(table, key=lambda site: (-pages.get(site, 0), site))
    occurred = [state for state in STATES if any(states.get(state) for states in table.values())]
    shown = names if len(names) <= MAX_ROWS else names[: MAX_ROWS - 1]
    rows = [_row(site, pages.get(site, 0), table[site], occurred) for site in shown]
    rest = names[len(shown) :]
    if rest:
        rows.append(_sum_row(f"{len(rest):,} more sites", rest, table, pages, occurred))
    total = _sum_row("total", names, table, pages, occurred)
    return "\n".join(aligned([["site", "pages", *occurred], *rows, total]))


def unsettled_lines(unsettled: Mapping[str, int]) -> list[str]:
    """What to say of pages that ended in no state, or in two; nothing when all add up."""
    return [
        f"{fit(site, SITE_COLUMNS)}: {_mismatch(number)}"
        for site, number in list(unsettled.items())[:MAX_ROWS]
    ]


def _mismatch(number: int) -> str:
    if number < 0:
        return f"{-number:,} more states than pages"
    return f"{number:,} {'page' if number == 1 else 'pages'} ended in no state"


def _row(site: str, pages: int, states: Mapping[str, int], occurred: list[str]) -> list[str]:
    return [fit(site, SITE_COLUMNS), f"{pages:,}", *(f"{states.get(state, 0):,}" for state in occurred)]


def _sum_row(
    label: str,
    names: list[str],
    table: Mapping[str, Mapping[str, int]],
    pages: Mapping[str, int],
    occurred: list[str],
) -> list[str]:
    states: Counter[str] = Counter()
    for name in names:
        states.update(table[name])
    return _row(label, sum(pages.get(name, 0) for name in names), states, occurred)

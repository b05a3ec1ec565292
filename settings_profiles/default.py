"""The profile that is used when none is named: polite, closed to the outside, UTF-8."""

from __future__ import annotations

from newsextract import __version__

BOT_NAME = "newsextract"

SPIDER_MODULES: list[str] = []
"""No spiders yet."""

USER_AGENT = f"newsextract/{__version__} (news text corpora; Scrapy)"
"""A site's owner must be able to see who calls, and to name us in robots.txt."""

ROBOTSTXT_OBEY = True
"""Scrapy's default is not to ask."""

REMOTE_CONTROL_ENABLED = False
"""On by default, and it runs Python inside the crawl for whoever reaches its port."""

TELNETCONSOLE_ENABLED = False
"""Likewise: a Python prompt on a port."""

DOWNLOAD_VERIFY_CERTIFICATES = True
"""Scrapy's default takes any certificate, so anyone on the way could write the articles."""

CONCURRENT_ITEMS = 4
"""The default of 100 starts 100 tasks a response: 1.5 ms a page, for pages that give one item."""

FEED_EXPORT_ENCODING = "utf-8"
"""The default writes every letter beyond ASCII in JSON as an escape."""

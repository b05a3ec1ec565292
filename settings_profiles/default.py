"""The profile that is used when none is named: considerate, closed to the outside, UTF-8."""

from __future__ import annotations

from importlib.util import find_spec

from newsextract import __version__

BOT_NAME = "newsextract"

SPIDER_MODULES = ["newsextract.spiders"]

COMMANDS_MODULE = "newsextract.scrapy_commands"
"""``scrapy crawl`` that checks its arguments."""

ADDONS = {"newsextract.NewsExtractAddon": 300}
"""Middlewares, pipelines and extensions: all that makes articles of pages."""

USER_AGENT = f"newsextract/{__version__} (news text corpora; Scrapy)"
"""A site's owner must be able to see who calls, and to name us in robots.txt."""

ROBOTSTXT_OBEY = True
"""Scrapy's default is not to ask."""

CONCURRENT_REQUESTS = 32
CONCURRENT_REQUESTS_PER_DOMAIN = 4
"""Many sites at once, each with a light hand. Scrapy's own are 16 and 8."""

DOWNLOAD_TIMEOUT = 60
"""Scrapy waits three minutes for a page."""

REMOTE_CONTROL_ENABLED = False
"""On by default, and it runs Python inside the crawl for whoever reaches its port."""

TELNETCONSOLE_ENABLED = False
"""Likewise: a Python prompt on a port."""

DOWNLOAD_VERIFY_CERTIFICATES = True
"""Scrapy's default takes any certificate, so anyone on the way could write the articles."""

COOKIES_ENABLED = False
"""A corpus needs no sessions, and without cookies nobody is tracked through a crawl."""

FEED_EXPORT_ENCODING = "utf-8"
"""The default writes every letter beyond ASCII in JSON as an escape."""

FEED_EXPORTERS = {
    "csv": "newsextract.exporters.csv.SafeCsvItemExporter",
    "parquet": "newsextract.exporters.parquet.ParquetItemExporter",
}
"""An add-on would set them too late for ``-O news.parquet``."""

LOG_LEVEL = "INFO"
"""Scrapy's default prints every page and every item."""

LOGSTATS_INTERVAL = 0
"""Our own progress line says it all."""

if find_spec("uvloop"):
    ASYNCIO_EVENT_LOOP = "uvloop.Loop"
    """A quarter more pages a second, where it is installed (the extra ``fast``)."""

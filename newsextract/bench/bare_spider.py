"""A spider that fetches pages and does nothing with them: what Scrapy itself makes of the same addresses.

Run by ``newsextract bench --crawl`` with ``scrapy runspider``, outside of any project.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import scrapy


class BareSpider(scrapy.Spider):
    """``-a addresses=FILE``: one address a line."""

    name = "bare"
    addresses: str

    async def start(self) -> AsyncIterator[Any]:
        """All pages."""
        for address in Path(self.addresses).read_text(encoding="utf-8").splitlines():
            yield scrapy.Request(address, dont_filter=True)

    def parse(self, response: scrapy.http.Response) -> None:
        """The page is there; that is all."""

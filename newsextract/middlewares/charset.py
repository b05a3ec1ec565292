"""Lets pages through that declare a charset, or a refresh, over which Scrapy would stumble.

Scrapy decodes every HTML page to look for a refresh. There ``charset=hex`` raises, ``punycode`` takes time
that grows with the square of the page, and a refresh to ``javascript:`` is no address: each time the page is
lost. Body and headers stay as they are; the extraction decodes the page itself.

And before it unpacks a page it asks for the charset of the packed bytes, and where no header tells it, it
guesses: for nothing, and with the whole crawl waiting.
"""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.utils.response import get_meta_refresh
from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
)
from webencodings.labels import LABELS

FALLBACK = "utf-8"
"""How a page is decoded for Scrapy when it declares no encoding of the web."""

_WEB_ENCODINGS = frozenset(
    codec for codec in map(resolve_encoding, (*LABELS, "utf-32", "utf-32le", "utf-32be")) if codec is not None
)


class PackedPages:
    """Keeps Scrapy from guessing the charset of packed bytes. On 1,085 packed pages without a charset in
    their header that took 0.8 of 2.7 ms a page, and held up the event loop for 155 ms at the longest; now it
    is 60 to 105 ms.

    Has to stand right behind HttpCompression, which makes a page of the response once it is unpacked.
    """

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.getbool("COMPRESSION_ENABLED"):
            raise NotConfigured

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PackedPages:
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response:
        """Return a packed text as plain bytes, everything else as it is."""
        is_packed = response.headers.get("Content-Encoding") and request.method != "HEAD"
        if not is_packed or not isinstance(response, TextResponse):
            return response
        # Not by replace(), which would ask for the encoding.
        return Response(**{name: getattr(response, name) for name in Response.attributes})


class CharsetGuard:
    """Gives a response an encoding that can be read; has to stand between HttpCompression and MetaRefresh."""

    def __init__(self, crawler: Crawler) -> None:
        self._ignored_tags = crawler.settings.getlist("METAREFRESH_IGNORE_TAGS")
        self._stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> CharsetGuard:
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response:
        """Return the response, as a page that Scrapy can decode and need not follow into nowhere."""
        if not isinstance(response, TextResponse):
            return response
        if not declares_web_encoding(response):
            self._stats.inc_value("newsextract/charset/replaced")
            response = response.replace(encoding=FALLBACK)
        if isinstance(response, HtmlResponse) and self._refreshes_nowhere(response):
            self._stats.inc_value("newsextract/charset/refresh_ignored")
            # Scrapy looks for a refresh in an HtmlResponse alone.
            return response.replace(cls=TextResponse)
        return response

    def _refreshes_nowhere(self, response: HtmlResponse) -> bool:
        try:
            _, url = get_meta_refresh(
                response, ignore_tags=self._ignored_tags
            )  # kept by Scrapy: no work twice
            if url:
                Request(url)
        except ValueError:
            return True
        return False


def declares_web_encoding(response: TextResponse) -> bool:
    """Tell whether the encoding that Scrapy will take is one of the web's, or none is declared."""
    if read_bom(response.body)[0]:
        return True
    content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
    declared = http_content_type_encoding(content_type) or html_body_declared_encoding(response.body)
    return declared is None or declared in _WEB_ENCODINGS

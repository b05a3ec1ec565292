"""Stops what is no web page: images, films, PDF and other files, by their type or by their first bytes."""

from __future__ import annotations

import re

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, StopDownload
from scrapy.http import Response
from scrapy.http.headers import Headers

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.page.prescan import foreign_kind

PAGE, FILE, UNKNOWN = "page", "file", "unknown"
"""What a Content-Type says: a page, something else, or nothing that helps."""

SNIFFED_BYTES = 1024
"""How far to look for markup in a body of unknown type; browsers look as far."""

_FILE_FAMILIES = frozenset("image audio video font model multipart chemical".split())
_FILE_TYPES = frozenset(
    """text/css text/csv text/javascript text/calendar text/vcard text/x-vcard application/javascript
    application/x-javascript application/ecmascript application/pdf application/x-pdf application/zip
    application/x-zip-compressed application/x-rar-compressed application/vnd.rar application/x-7z-compressed
    application/x-tar application/x-bzip2 application/java-archive application/rtf application/msword
    application/postscript application/epub+zip application/x-mobipocket-ebook application/wasm
    application/ogg application/mp4 application/x-shockwave-flash application/x-msdownload
    application/x-bittorrent application/x-apple-diskimage application/vnd.android.package-archive
    application/vnd.apple.mpegurl application/x-mpegurl application/dash+xml""".split()
)
_FILE_PREFIXES = (
    "application/vnd.ms-",
    "application/vnd.openxmlformats",
    "application/vnd.oasis",
    "application/font",
)
_PAGE_TYPES = frozenset("application/xhtml application/xml application/json".split())
_PAGE_SUFFIXES = ("+xml", "+json")

_MARKUP = re.compile(
    rb"<(?:!doctype\s+html|\?xml|html|head|body|meta|title|script|rss|feed|urlset|sitemapindex|div|p|a|table|h1)"
    rb"[\s>/]",
    re.IGNORECASE,
)


class ContentRefused(IgnoreRequest):
    """The answer is no page; ``state`` is one of ``newsextract.states.STATES``, ``reason`` is for people."""

    state = "refused"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _NoPage(StopDownload):
    """Raised at the headers, which come without the status."""

    def __init__(self, reason: str) -> None:
        super().__init__(fail=True)
        self.reason = reason


class ContentGuard:
    """Refuses files: by their Content-Type before the body has come, or else by the body. Only what carries a
    ``Candidate`` is a page of ours; what else a crawl fetches (feeds, somebody's images) may be anything.

    Has to stand between HttpCompression (590) and MetaRefresh (580), to see what was unpacked.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._stats = crawler.stats
        crawler.signals.connect(self.headers_received, signals.headers_received)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ContentGuard:
        return cls(crawler)

    def headers_received(self, headers: Headers, request: Request) -> None:
        """End the download of what says that it is a file."""
        media_type = _media_type(headers)
        if _is_page_request(request) and kind_of_type(media_type) == FILE:
            raise _NoPage(f"not a web page but {media_type}")

    def process_exception(self, request: Request, exception: Exception) -> Response | None:
        """Refuse what was stopped, unless its status tells more: a redirect or an error without its body."""
        if not isinstance(exception, _NoPage):
            return None
        response = exception.response
        if response is not None and not 200 <= response.status < 300:
            return response
        raise self._refusal(exception.reason) from exception

    def process_response(self, request: Request, response: Response) -> Response:
        """Let pages pass; raise ContentRefused for files that go by another name."""
        if not _is_page_request(request) or not 200 <= response.status < 300:
            return response
        media_type = _media_type(response.headers)
        kind = kind_of_type(media_type)
        if kind == FILE:  # from a cache, or from a handler that sends no signals
            raise self._refusal(f"not a web page but {media_type}")
        file = foreign_kind(response.body)
        if file:
            raise self._refusal(f"not a web page but {file}, sent as {media_type or 'nothing in particular'}")
        if kind == UNKNOWN and media_type and not looks_like_markup(response.body):
            raise self._refusal(f"not a web page but {media_type}")
        return response

    def _refusal(self, reason: str) -> ContentRefused:
        self._stats.inc_value("newsextract/refused/content")
        return ContentRefused(reason)


def kind_of_type(media_type: str) -> str:
    """Tell what a media type such as ``text/html`` stands for: ``page``, ``file`` or ``unknown``."""
    family, _, name = media_type.partition("/")
    if family in _FILE_FAMILIES or media_type in _FILE_TYPES or media_type.startswith(_FILE_PREFIXES):
        return FILE
    if family == "text" or name.endswith(_PAGE_SUFFIXES) or media_type in _PAGE_TYPES:
        return PAGE
    return UNKNOWN


def looks_like_markup(body: bytes) -> bool:
    """Tell whether a body of unknown type may be a page."""
    return _MARKUP.search(body, 0, SNIFFED_BYTES) is not None


def _is_page_request(request: Request) -> bool:
    return isinstance(request.meta.get(META_KEY), Candidate)


def _media_type(headers: Headers) -> str:
    value = headers.get("Content-Type") or b""
    return value.partition(b";")[0].partition(b",")[0].strip().lower().decode("latin-1")

"""Keeps what was fetched: a WARC file, the format that web archives and Common Crawl use."""

from __future__ import annotations

from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from scrapy import signals
from scrapy.exceptions import NotConfigured

from newsextract import __version__
from newsextract.errors import SettingError
from newsextract.settings import read

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self
    from warcio.warcwriter import WARCWriter

SETTING = "NEWSEXTRACT_ARCHIVE"

CHANGED_HEADERS = {b"content-encoding", b"transfer-encoding", b"content-length"}
"""Headers that are no longer true of a body that Scrapy has decompressed and joined."""


class Archive:
    """Writes every response that reaches the crawl, each as a compressed record of its own.

    A record is flushed when it is written, so that a killed crawl loses at most the one under way.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file, self._writer = _open(path)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Off unless ``NEWSEXTRACT_ARCHIVE`` names a file. Raises SettingError when it cannot be written."""
        pattern: str = read(crawler.settings, SETTING)
        if not pattern:
            raise NotConfigured
        name = crawler.spider.name if crawler.spider else crawler.spidercls.name
        time = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H-%M-%S")
        archive = cls(Path(pattern % {"name": name, "time": time}))
        crawler.signals.connect(archive.response_received, signal=signals.response_received)
        crawler.signals.connect(archive.close, signal=signals.spider_closed)
        return archive

    def response_received(self, response: Response) -> None:
        """Write one response, with its body as Scrapy decompressed it."""
        from warcio.statusandheaders import StatusAndHeaders

        headers = StatusAndHeaders(f"{response.status} ", _headers(response), protocol="HTTP/1.1")
        record = self._writer.create_warc_record(
            response.url,
            "response",
            payload=BytesIO(response.body),
            length=len(response.body),  # else warcio finds it out by way of two temporary files
            http_headers=headers,
        )
        self._writer.write_record(record)
        self._file.flush()

    def close(self) -> None:
        """Called at the end of the crawl."""
        self._file.close()


def _open(path: Path) -> tuple[BinaryIO, WARCWriter]:
    """A new file, never over another one, with its first record. Raises SettingError."""
    try:
        from warcio.warcwriter import WARCWriter
    except ImportError as error:
        raise SettingError(
            f"{SETTING}={str(path)!r}: needs warcio; pip install 'newsextract[archive]'"
        ) from error
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb")
    except OSError as error:
        raise SettingError(f"{SETTING}={str(path)!r}: cannot be written ({error.strerror})") from error
    writer = WARCWriter(file, gzip=path.suffix == ".gz")
    writer.write_record(writer.create_warcinfo_record(path.name, {"software": f"newsextract/{__version__}"}))
    return file, writer


def _headers(response: Response) -> list[tuple[str, str]]:
    kept = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in response.headers.items()
        if name.lower() not in CHANGED_HEADERS
        for value in values
    ]
    return [*kept, ("Content-Length", str(len(response.body)))]

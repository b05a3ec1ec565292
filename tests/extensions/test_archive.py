"""What was fetched can be read back from the archive, byte for byte."""

from __future__ import annotations

import builtins
import gzip
from pathlib import Path
from typing import Any

import pytest
import scrapy
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse
from scrapy.utils.test import get_crawler
from warcio.archiveiterator import ArchiveIterator

from newsextract import __version__
from newsextract.errors import SettingError
from newsextract.extensions.archive import Archive

ADDRESS = "https://news.example/story?page=2"
PAGE = TextResponse(
    ADDRESS,
    status=203,
    headers={
        "Content-Type": "text/html; charset=gbk",
        "Content-Encoding": "gzip",
        "Transfer-Encoding": "chunked",
        "Content-Length": "7",
        "Set-Cookie": ["a=1", "b=2"],
        "X-Note": "caf\xe9".encode("latin-1"),
    },
    body="<p>新闻</p>\r\n\x00".encode("gbk"),
    request=Request(ADDRESS),
)


def crawler_for(archive: object) -> Crawler:
    crawler = get_crawler(settings_dict={"NEWSEXTRACT_ARCHIVE": archive})
    crawler.spider = scrapy.Spider("news")
    return crawler


def archived(path: Path, *responses: Response) -> Path:
    """A file with these responses, written as a crawl does: by its signals."""
    crawler = crawler_for(path)
    archive = Archive.from_crawler(crawler)
    for response in responses:
        sent = {"response": response, "request": response.request, "spider": crawler.spider}
        outcomes = crawler.signals.send_catch_log(signals.response_received, **sent)
        assert {value for _, value in outcomes} == {None}  # a failure would stand here
    crawler.signals.send_catch_log(signals.spider_closed, spider=crawler.spider, reason="finished")
    return archive.path


def records(path: Path) -> list[tuple[str, str, Any, bytes]]:
    """Kind, address, HTTP head and payload of each record."""
    with path.open("rb") as file:
        return [
            (
                record.rec_type,
                record.rec_headers.get_header("WARC-Target-URI") or "",
                record.http_headers,
                record.content_stream().read(),
            )
            for record in ArchiveIterator(file)
        ]


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_a_response_comes_back_with_status_headers_and_body(tmp_path: Path, name: str) -> None:
    path = archived(tmp_path / name, PAGE)
    (kind, _, _, info), (response, url, head, body) = records(path)
    assert (kind, response, url) == ("warcinfo", "response", ADDRESS)
    assert f"software: newsextract/{__version__}\r\n".encode() in info
    assert head.statusline.split() == ["203"]
    assert body == PAGE.body
    # The body is unpacked and whole, so the headers on packing are those that no longer hold.
    assert sorted(head.headers) == [
        ("Content-Length", str(len(PAGE.body))),
        ("Content-Type", "text/html; charset=gbk"),
        ("Set-Cookie", "a=1"),
        ("Set-Cookie", "b=2"),
        ("X-Note", "caf%C3%A9"),  # warcio's way with what is not ASCII
    ]


def test_every_response_is_a_record_in_its_order(tmp_path: Path) -> None:
    pages = [Response(f"https://news.example/{n}", body=b"x" * n, request=Request(ADDRESS)) for n in range(3)]
    found = records(archived(tmp_path / "a.warc.gz", *pages))
    assert [(url, len(body)) for kind, url, _, body in found if kind == "response"] == [
        (page.url, len(page.body)) for page in pages
    ]


def test_what_was_written_is_on_the_disk_before_the_end(tmp_path: Path) -> None:
    archive = Archive.from_crawler(crawler_for(tmp_path / "a.warc.gz"))
    archive.response_received(PAGE)
    assert [kind for kind, *_ in records(archive.path)] == ["warcinfo", "response"]
    archive.close()


def test_each_record_is_compressed_on_its_own(tmp_path: Path) -> None:
    data = archived(tmp_path / "a.warc.gz", PAGE).read_bytes()
    second = data.index(b"\x1f\x8b\x08", 1)
    assert gzip.decompress(data[:second]).startswith(b"WARC/1.0\r\nWARC-Type: warcinfo")
    assert b"WARC-Type: response" in gzip.decompress(data[second:])


def test_the_name_has_the_spider_and_the_time_and_folders_are_made(tmp_path: Path) -> None:
    path = archived(Path(f"{tmp_path}/new/folder/%(name)s-%(time)s.warc"))
    (found,) = (tmp_path / "new" / "folder").iterdir()
    assert found == path
    assert found.name.startswith("news-20")
    assert found.name.count(":") == 0  # not in a file name on Windows


def test_no_archive_is_overwritten(tmp_path: Path) -> None:
    path = archived(tmp_path / "a.warc", PAGE)
    before = path.read_bytes()
    with pytest.raises(
        SettingError, match=r"^NEWSEXTRACT_ARCHIVE='.*a\.warc': cannot be written \(File exists"
    ):
        archived(path)
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_to_stops_the_crawl_at_its_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SettingError, match=r"^NEWSEXTRACT_ARCHIVE='.*': cannot be written \("):
        Archive.from_crawler(crawler_for(tmp_path / "file" / "a.warc"))


def test_without_warcio_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_warcio(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "warcio":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_warcio)
    with pytest.raises(SettingError, match=r"needs warcio; pip install 'newsextract\[archive\]'"):
        Archive.from_crawler(crawler_for(tmp_path / "a.warc"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("archive", [None, ""])
def test_it_is_off_unless_a_file_is_named(archive: str | None) -> None:
    with pytest.raises(NotConfigured):
        Archive.from_crawler(crawler_for(archive))

"""What the benchmark's extension writes of a crawl."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from scrapy import Request
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.http import Response

from newsextract.bench.bare_spider import BareSpider
from newsextract.bench.pulse import FILE_SETTING, Pulse
from newsextract.discovery.candidate import META_KEY, Candidate

SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "EXTENSIONS": {Pulse: 0},
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "LOG_ENABLED": False,
}
PAGE = "data:text/html,<p>one</p>"


def crawl(tmp_path: Path, addresses: list[str], **settings: Any) -> dict[str, Any]:
    listed, record = tmp_path / "addresses.txt", tmp_path / "pulse.json"
    listed.write_text("\n".join(addresses))

    async def run() -> None:
        runner = AsyncCrawlerRunner({**SETTINGS, FILE_SETTING: record, **settings})
        await runner.crawl(BareSpider, addresses=str(listed))

    asyncio.run(run())
    return dict(json.loads(record.read_text(encoding="utf-8")))


def test_the_record_of_a_bare_crawl(tmp_path: Path) -> None:
    record = crawl(tmp_path, [PAGE, PAGE])
    assert [page["candidate"] for page in record["pages"]] == [None, None]
    assert all(page["url"].startswith("data:text/html,") for page in record["pages"])
    assert record["articles"] == 0
    assert record["seconds"] > 0
    assert record["processor_seconds"] > 0
    assert all(late >= 0 for late in record["late_seconds"])


def test_the_record_of_a_crawl_that_fetches_nothing(tmp_path: Path) -> None:
    record = crawl(tmp_path, [])
    assert (record["pages"], record["seconds"]) == ([], 0)


def test_with_our_parts_only_pages_that_are_read_count(tmp_path: Path) -> None:
    """Neither robots.txt, which has no candidate, nor an error page."""
    runner = AsyncCrawlerRunner({**SETTINGS, FILE_SETTING: tmp_path / "pulse.json"})
    crawler = runner.create_crawler(BareSpider)
    pulse = Pulse(crawler)
    candidate = Candidate(url="http://news.example/a", titles=("A title",))
    for status, meta in ((200, {}), (404, {META_KEY: candidate}), (200, {META_KEY: candidate})):
        request = Request("http://news.example/a", meta=meta)
        pulse.note(Response(request.url, status=status, request=request), has_workers=True)
    (page,) = pulse.record()["pages"]
    assert page["url"] == "http://news.example/a"
    assert (page["candidate"]["titles"], page["candidate"]["source"]) == (("A title",), "anchor")

"""The manifest beside an output: complete, true, free of secrets, whole or not there at all."""

from __future__ import annotations

import gzip
import json
import logging
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import scrapy
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

import newsextract
from newsextract.extensions.manifest import Manifest, line_count, spider_arguments, write_atomically

MANIFEST = "newsextract.extensions.manifest.Manifest"
JSON_LINES = {"format": "jsonlines"}
PAGES = [
    ("a.example", "article"),
    ("a.example", "article"),
    ("a.example", "index"),
    ("b.example", "failed"),
]


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_says_what_was_crawled_and_how(crawl: Callable[..., Crawler], tmp_path: Path) -> None:
    output = tmp_path / "news.jsonl"
    settings = {"FEEDS": {output: JSON_LINES}, "NEWSEXTRACT_WORKERS": 1, "NEWSEXTRACT_TOKEN": "hunter2"}
    crawl(PAGES, MANIFEST, settings=settings, since="2026-01-01", password="hunter2")  # noqa: S106  a decoy
    assert names(tmp_path) == ["news.jsonl", "news.jsonl.manifest.json"]
    manifest = read(tmp_path / "news.jsonl.manifest.json")
    assert manifest["output"] == {
        "file": "news.jsonl",
        "format": "jsonlines",
        "bytes": output.stat().st_size,
        "items": 2,
        "lines": 2,
    }
    assert manifest["newsextract_version"] == newsextract.__version__
    assert manifest["scrapy_version"] == scrapy.__version__
    assert manifest["schema_version"] == 1
    assert manifest["finish_reason"] == "finished"
    assert manifest["spider"] == {"name": "pages", "arguments": {"since": "2026-01-01"}}
    assert manifest["settings"]["NEWSEXTRACT_WORKERS"] == 1
    assert "hunter2" not in (tmp_path / "news.jsonl.manifest.json").read_text(encoding="utf-8")
    started, finished = (datetime.fromisoformat(manifest[key]) for key in ("started", "finished"))
    assert started.utcoffset() == timedelta(0)
    assert timedelta(0) <= finished - started < timedelta(minutes=1)


def test_counts_and_coverage_of_all_and_by_site(crawl: Callable[..., Crawler], tmp_path: Path) -> None:
    crawl(PAGES, MANIFEST, settings={"FEEDS": {tmp_path / "news.jsonl": JSON_LINES}})
    manifest = read(tmp_path / "news.jsonl.manifest.json")
    assert (manifest["pages"], manifest["articles"]) == (4, 2)
    assert manifest["states"] == {"article": 2, "index": 1, "failed": 1}
    coverage = {name: share for name, share in manifest["field_coverage"].items() if share}
    assert coverage == {"url": 1.0, "site": 1.0, "title": 1.0, "text": 1.0}
    assert manifest["field_coverage"]["authors"] == 0.0
    first, second = manifest["sites"]["a.example"], manifest["sites"]["b.example"]
    assert (first["pages"], first["articles"], first["states"]) == (3, 2, {"article": 2, "index": 1})
    assert first["field_coverage"] == manifest["field_coverage"]
    assert second == {"pages": 1, "articles": 0, "states": {"failed": 1}, "field_coverage": {}}


def test_each_output_has_its_own(crawl: Callable[..., Crawler], tmp_path: Path) -> None:
    feeds = {
        tmp_path / "news.jsonl.gz": {
            **JSON_LINES,
            "postprocessing": ["scrapy.extensions.postprocessing.GzipPlugin"],
        },
        f"file://{tmp_path}/new/%(name)s.csv": {"format": "csv"},
    }
    crawl(PAGES, MANIFEST, settings={"FEEDS": feeds})
    assert names(tmp_path) == ["new", "news.jsonl.gz", "news.jsonl.gz.manifest.json"]
    assert names(tmp_path / "new") == ["pages.csv", "pages.csv.manifest.json"]
    packed = read(tmp_path / "news.jsonl.gz.manifest.json")["output"]
    assert packed == {
        "file": "news.jsonl.gz",
        "format": "jsonlines",
        "bytes": (tmp_path / "news.jsonl.gz").stat().st_size,
        "items": 2,
    }
    assert len(gzip.decompress((tmp_path / "news.jsonl.gz").read_bytes()).splitlines()) == 2
    assert read(tmp_path / "new" / "pages.csv.manifest.json")["output"]["items"] == 2


def test_every_batch_has_its_own(crawl: Callable[..., Crawler], tmp_path: Path) -> None:
    feeds = {f"{tmp_path}/%(batch_id)d.jsonl": {**JSON_LINES, "batch_item_count": 1}}
    crawl(PAGES, MANIFEST, settings={"FEEDS": feeds})
    manifests = [name for name in names(tmp_path) if name.endswith(".manifest.json")]
    assert manifests == ["1.jsonl.manifest.json", "2.jsonl.manifest.json"]
    assert [read(tmp_path / name)["output"]["items"] for name in manifests] == [1, 1]


def test_a_file_that_was_appended_to(crawl: Callable[..., Crawler], tmp_path: Path) -> None:
    for _ in range(2):
        crawl(PAGES, MANIFEST, settings={"FEEDS": {tmp_path / "news.jsonl": JSON_LINES}})
    output = read(tmp_path / "news.jsonl.manifest.json")["output"]
    assert (output["items"], output["lines"]) == (2, 4)


def test_a_crawl_without_articles(crawl: Callable[..., Crawler], tmp_path: Path) -> None:
    crawl([], MANIFEST, settings={"FEEDS": {tmp_path / "news.jsonl": JSON_LINES}})
    manifest = read(tmp_path / "news.jsonl.manifest.json")
    assert (manifest["pages"], manifest["states"], manifest["sites"]) == (0, {}, {})
    assert (manifest["output"]["bytes"], manifest["output"]["items"], manifest["output"]["lines"]) == (
        0,
        0,
        0,
    )


@pytest.mark.parametrize("uri", ["stdout:", os.devnull])
def test_none_for_what_is_no_file(
    crawl: Callable[..., Crawler], tmp_path: Path, uri: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    crawl(PAGES, MANIFEST, settings={"FEEDS": {uri: JSON_LINES}})
    assert not os.path.exists(f"{uri}.manifest.json")
    assert capfdbinary.readouterr().out.count(b"\n") == (2 if uri == "stdout:" else 0)


def test_a_failure_to_write_is_logged_and_the_output_stays(
    crawl: Callable[..., Crawler], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "news.jsonl.manifest.json").mkdir()  # a file cannot take the place of a folder
    with caplog.at_level(logging.ERROR):
        crawl(PAGES, MANIFEST, settings={"FEEDS": {tmp_path / "news.jsonl": JSON_LINES}})
    (record,) = [record for record in caplog.records if record.name == "newsextract.extensions.manifest"]
    assert record.levelno == logging.ERROR
    assert "news.jsonl.manifest.json cannot be written" in record.getMessage()
    assert names(tmp_path) == ["news.jsonl", "news.jsonl.manifest.json"]
    assert line_count(str(tmp_path / "news.jsonl")) == 2


def test_it_can_be_switched_off() -> None:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, "NEWSEXTRACT_MANIFEST": False})
    with pytest.raises(NotConfigured):
        Manifest.from_crawler(crawler)


class Keeper(scrapy.Spider):
    """A spider that keeps its arguments."""

    name = "keeper"
    arguments = {"since": "2026-01-01", "homes": ("https://u:p@a.example/",)}  # noqa: RUF012  not changed


@pytest.mark.parametrize(
    ("spider", "arguments"),
    [
        (scrapy.Spider("s", since="2026", _hidden="x", found=["u"]), {"since": "2026"}),
        (Keeper(since="2026"), {"since": "2026-01-01", "homes": ["https://a.example/"]}),
    ],
)
def test_the_arguments_of_a_spider(spider: scrapy.Spider, arguments: dict[str, Any]) -> None:
    assert spider_arguments(spider) == arguments


def test_the_new_file_takes_the_place_of_the_old_at_once(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text("old", encoding="utf-8")
    with path.open(encoding="utf-8") as old:
        write_atomically(str(path), {"é": "\udcff"})
        assert old.read() == "old"  # who had it open still reads all of it
    assert path.read_bytes() == '{\n  "é": "?"\n}\n'.encode()
    assert names(tmp_path) == ["m.json"]


@pytest.mark.parametrize(
    ("content", "lines"), [(b"", 0), (b"a\n", 1), (b"a\nb", 1), (b"\n" * (3 << 20), 3 << 20)]
)
def test_line_count(tmp_path: Path, content: bytes, lines: int) -> None:
    (tmp_path / "x").write_bytes(content)
    assert line_count(str(tmp_path / "x")) == lines

"""Parquet: typed, in groups of bounded size, complete; refused at the start where it could not be written."""

from __future__ import annotations

import gzip
import io
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scrapy.exceptions import NotConfigured
from scrapy.extensions.postprocessing import PostProcessingManager
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from newsextract.errors import SettingError
from newsextract.exporters import parquet
from newsextract.exporters.parquet import ParquetCheck, ParquetItemExporter, check_parquet_feeds
from newsextract.items import FIELD_NAMES, Article

pq = pytest.importorskip("pyarrow.parquet")


def exported(*items: Any, **options: Any) -> Any:
    """The Parquet file that was written, opened."""
    file = io.BytesIO()
    exporter = ParquetItemExporter(file, **options)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    assert not file.closed
    return pq.ParquetFile(io.BytesIO(file.getvalue()))


ARTICLE = Article(
    url="https://n.example/", text="one\n二", authors=("Ann", "Bo"), confidence=0.25, truncated=True
)


def test_an_article_comes_back_as_it_was() -> None:
    assert exported(ARTICLE).read().to_pylist() == [ARTICLE.to_dict()]


def test_the_columns_of_articles_do_not_depend_on_their_values() -> None:
    schema = exported(Article()).schema_arrow
    assert tuple(schema.names) == FIELD_NAMES
    types = {name: str(schema.field(name).type) for name in FIELD_NAMES}
    assert {types[name] for name in ("title", "text", "date_published")} == {"string"}
    assert {types[name].split("<")[0] for name in ("authors", "paragraphs", "tags")} == {"list"}
    assert (types["truncated"], types["schema_version"], types["confidence"]) == ("bool", "int64", "double")
    assert schema.equals(exported(ARTICLE).schema_arrow)


def test_a_file_without_items_is_a_table_without_rows() -> None:
    table = exported().read()
    assert table.num_rows == 0
    assert tuple(table.column_names) == FIELD_NAMES


@pytest.mark.parametrize(
    ("items", "groups"), [(0, []), (1, [1]), (3, [3]), (4, [3, 1]), (6, [3, 3]), (7, [3, 3, 1])]
)
def test_rows_are_written_in_groups_and_none_is_lost(items: int, groups: list[int]) -> None:
    file = exported(*(Article(url=f"u{number}") for number in range(items)), rows_per_group=3)
    assert [file.metadata.row_group(i).num_rows for i in range(file.metadata.num_row_groups)] == groups
    assert file.read().column("url").to_pylist() == [f"u{number}" for number in range(items)]


def test_long_texts_make_groups_of_fewer_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "CHARACTERS_PER_GROUP", 1_000)
    file = exported(*(Article(text="a" * 300) for _ in range(4)))
    # A text counts twice, for its paragraphs hold it again: two rows are over 1,000 characters, one is not.
    assert [file.metadata.row_group(i).num_rows for i in range(2)] == [2, 2]


def test_half_a_surrogate_pair_costs_itself() -> None:
    assert exported(Article(title="a\ud83db"), ARTICLE).read().column("title").to_pylist() == ["a?b", ""]


@pytest.mark.parametrize("rows_per_group", [1, 2, 1_000])
def test_other_items_get_the_columns_of_the_first_group(rows_per_group: int) -> None:
    items = [{"name": "a", "size": 1, "parts": ["x"]}, {"name": "b", "size": 2, "parts": []}]
    assert exported(*items, rows_per_group=rows_per_group).read().to_pylist() == items


def test_items_of_several_kinds_share_a_table() -> None:
    rows = exported({"url": "u", "note": {"a": 1}}, Article(url="v", title="t")).read().to_pylist()
    assert [(row["url"], row["note"], row["title"]) for row in rows] == [
        ("u", '{"a": 1}', None),
        ("v", None, "t"),
    ]


def test_an_item_that_does_not_fit_is_an_error_and_the_others_stay() -> None:
    file = io.BytesIO()
    exporter = ParquetItemExporter(file, rows_per_group=1)
    exporter.start_exporting()
    exporter.export_item({"size": 1})
    with pytest.raises(ValueError, match="item left out: 'large' does not fit"):
        exporter.export_item({"size": "large"})
    exporter.export_item({"size": 3})
    exporter.finish_exporting()
    assert pq.read_table(io.BytesIO(file.getvalue())).column("size").to_pylist() == [1, 3]


def test_a_key_without_a_column_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    table = exported({"a": 1}, {"a": 2, "b": 3}, {"a": 3, "c": 4}, rows_per_group=1).read()
    assert table.to_pylist() == [{"a": 1}, {"a": 2}, {"a": 3}]
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING] == [
        "Parquet: no column for ['b']; name all in FEED_EXPORT_FIELDS"
    ]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (["title", "confidence"], {"title": "t", "confidence": 0.5}),
        ({"title": "headline"}, {"headline": "t"}),
        (["title", "unheard_of"], {"title": "t", "unheard_of": None}),
    ],
)
def test_chosen_fields(fields: Any, expected: dict[str, Any]) -> None:
    article = Article(title="t", confidence=0.5)
    assert exported(article, fields_to_export=fields).read().to_pylist() == [expected]
    assert exported(fields_to_export=fields).schema_arrow.names == list(expected)


def test_it_can_be_compressed_on_the_way(tmp_path: Path) -> None:
    with (tmp_path / "x.parquet.gz").open("wb") as raw:
        file: Any = PostProcessingManager(["scrapy.extensions.postprocessing.GzipPlugin"], raw, {})
        exporter = ParquetItemExporter(file)
        exporter.start_exporting()
        exporter.export_item(ARTICLE)
        exporter.finish_exporting()
        file.close()
    content = gzip.decompress((tmp_path / "x.parquet.gz").read_bytes())
    assert pq.read_table(io.BytesIO(content)).to_pylist() == [ARTICLE.to_dict()]


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_a_file_that_would_be_appended_to_is_refused_at_the_start(tmp_path: Path, scheme: str) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(SettingError, match=r"x\.parquet: exists, and a Parquet file cannot be appended to"):
        check_parquet_feeds(Settings({"FEEDS": {f"{scheme}{path}": {"format": "parquet"}}}))


@pytest.mark.parametrize(
    ("name", "options", "content"),
    [
        ("x.parquet", {"format": "parquet", "overwrite": True}, b"PAR1"),
        ("x.parquet", {"format": "parquet"}, b""),
        ("new.parquet", {"format": "parquet"}, b"PAR1"),
        ("x.parquet", {"format": "jsonlines"}, b"PAR1"),
        ("%(time)s.parquet", {"format": "parquet"}, b"PAR1"),
    ],
)
def test_any_other_output_passes_the_check(
    tmp_path: Path, name: str, options: dict[str, Any], content: bytes
) -> None:
    (tmp_path / "x.parquet").write_bytes(content)
    settings = {"FEEDS": {tmp_path / name: options}, "TWISTED_REACTOR_ENABLED": False}
    with pytest.raises(NotConfigured):
        ParquetCheck.from_crawler(get_crawler(settings_dict=settings))


CRAWL = """
import asyncio, sys
if sys.argv[2] == "without":
    sys.modules["pyarrow"] = None  # as if it were not installed: an import fails
import scrapy
from scrapy.crawler import Crawler
from newsextract.items import Article

class Stories(scrapy.Spider):
    name = "stories"
    start_urls = ["data:,a", "data:,b"]
    def parse(self, response):
        yield Article(url=response.url)

crawler = Crawler(Stories, {
    "TWISTED_REACTOR_ENABLED": False,
    "FEEDS": {sys.argv[1]: {"format": "parquet"}},
    "FEED_EXPORTERS": {"parquet": "newsextract.exporters.parquet.ParquetItemExporter"},
    "EXTENSIONS": {"newsextract.exporters.parquet.ParquetCheck": 0},
})
asyncio.run(crawler.crawl_async())
"""


def crawl(path: Path, pyarrow: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-c", CRAWL, str(path), pyarrow],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_crawl_writes_it(tmp_path: Path) -> None:
    ran = crawl(tmp_path / "x.parquet", "with")
    assert ran.returncode == 0, ran.stderr
    assert sorted(pq.read_table(tmp_path / "x.parquet").column("url").to_pylist()) == ["data:,a", "data:,b"]


def test_without_pyarrow_the_crawl_stops_at_its_start_and_names_the_extra(tmp_path: Path) -> None:
    ran = crawl(tmp_path / "x.parquet", "without")
    assert ran.returncode == 1
    assert "pip install 'newsextract[parquet]'" in ran.stderr
    assert list(tmp_path.iterdir()) == []

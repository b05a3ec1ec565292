"""`scrapy crawl news` as a user starts it, from home pages to files: real processes, reactor and workers."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from newsextract.commands.demo_report import DemoScore, score_demo
from newsextract.demo.server import DemoServer
from newsextract.demo.values import DemoArticle, DemoSite
from newsextract.extensions.summary import summary_table

SECONDS = 60
FLOOR = 0.98
CHINESE_FLOOR = 0.97
FORMATS = ["news.jsonl", "news.jsonl.gz", "news.csv", *(["news.parquet"] if find_spec("pyarrow") else [])]

Start = Callable[..., subprocess.Popen[str]]


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@dataclass(frozen=True)
class Crawl:
    """One crawl of all the demo's sites, into every format at once."""

    folder: Path
    log: str
    sites: tuple[DemoSite, ...]
    requests: tuple[tuple[str, str], ...]

    @property
    def articles(self) -> list[dict[str, Any]]:
        return read_lines(self.folder / "news.jsonl")

    @property
    def manifest(self) -> dict[str, Any]:
        text = (self.folder / "news.jsonl.manifest.json").read_text(encoding="utf-8")
        return dict(json.loads(text))

    def score(self, *names: str) -> DemoScore:
        """Of the sites named, or of all."""
        sites = [site for site in self.sites if not names or site.name in names]
        found = [line for line in self.articles if any(line["url"].startswith(site.base) for site in sites)]
        gold = {address: truth for site in sites for address, truth in site.gold().items()}
        copies = {
            site.base + copy: site.base + path for site in sites for copy, path in site.duplicates.items()
        }
        return score_demo(found, gold, copies)

    def pairs(self) -> Iterator[tuple[DemoSite, dict[str, Any], DemoArticle]]:
        """Every line of an article's own address with its gold."""
        by_address = {line["url"]: line for line in self.articles}
        for site in self.sites:
            for address, truth in site.gold().items():
                if address in by_address:
                    yield site, by_address[address], truth


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory, start_crawl: Start) -> Crawl:
    folder = tmp_path_factory.mktemp("crawl")
    outputs = [option for name in FORMATS for option in ("-O", str(folder / name))]
    with DemoServer() as server, start_crawl(server.addresses, *outputs) as process:
        printed, log = process.communicate(timeout=SECONDS)
        assert (process.returncode, printed) == (0, ""), log
        return Crawl(folder, log, server.sites, server.requests)


def test_every_article_is_found_once_and_nothing_else(crawl: Crawl) -> None:
    score = crawl.score()
    assert score.wanted == sum(len(site.articles) for site in crawl.sites) == len(crawl.articles)
    assert (score.missing, score.repeated, score.wrong) == ((), (), ())
    assert {line["page_state"] for line in crawl.articles} == {"article"}


@pytest.mark.parametrize(("names", "floor"), [((), FLOOR), (("portal",), CHINESE_FLOOR)])
def test_bodies_and_titles_are_right(names: tuple[str, ...], floor: float, crawl: Crawl) -> None:
    score = crawl.score(*names)
    assert score.titles == 1.0
    assert score.bodies.f1 >= floor


def test_the_chinese_site_is_read_as_the_gbk_it_is(crawl: Crawl) -> None:
    found = [(line, truth) for site, line, truth in crawl.pairs() if site.name == "portal"]
    assert len(found) == 54
    assert {line["encoding"] for line, _ in found} == {"gbk"}
    garbled = [truth for line, truth in found if "\ufffd" in line["title"] + line["text"]]
    assert all("broken" in truth.traits for truth in garbled)  # those have bytes that are no GBK


def test_days_are_right_and_all_there_where_pages_declare_them(crawl: Crawl) -> None:
    known = Counter(site.name for site, line, _ in crawl.pairs() if line["date_published"])
    assert (known["review"], known["portal"]) == (54, 54)  # the courier's pages declare none, its feed some
    wrong = [
        line["url"] for _, line, truth in crawl.pairs() if line["date_published"][:10] not in ("", truth.day)
    ]
    assert wrong == []


def test_stories_of_several_pages_are_joined(crawl: Crawl) -> None:
    long = [(site, line, truth) for site, line, truth in crawl.pairs() if len(truth.parts) > 1]
    assert long
    for site, line, truth in long:
        assert line["parts"] == [site.base + path for path in truth.parts]


def test_each_page_is_fetched_once_and_forbidden_ones_never(crawl: Crawl) -> None:
    asked = Counter((site, path.partition("?utm_")[0]) for site, path in crawl.requests)
    wanted = {(site.name, path) for site in crawl.sites for story in site.articles for path in story.parts}
    assert {page: asked[page] for page in wanted} == dict.fromkeys(wanted, 1)
    assert [path for _, path in crawl.requests if path.startswith(("/login", "/private/"))] == []


def test_every_page_has_a_state_in_manifest_stats_and_log(crawl: Crawl) -> None:
    manifest = crawl.manifest
    assert sum(manifest["states"].values()) == manifest["pages"] > len(crawl.articles)
    assert manifest["states"]["article"] == manifest["articles"] == len(crawl.articles)
    assert {site.base.removeprefix("http://") for site in crawl.sites} == set(manifest["sites"])
    assert f"'newsextract/pages': {manifest['pages']}," in crawl.log
    for state, count in manifest["states"].items():
        assert f"'newsextract/states/{state}': {count}," in crawl.log
    sites = manifest["sites"].items()
    table = summary_table(
        {name: site["states"] for name, site in sites}, {name: site["pages"] for name, site in sites}
    )
    assert table in crawl.log
    assert manifest["finish_reason"] == "finished"
    assert "WARNING" not in crawl.log
    assert "ERROR" not in crawl.log


def read_any(path: Path) -> list[dict[str, Any]]:
    if path.name == "news.parquet":
        from pyarrow.parquet import read_table

        return list(read_table(path).to_pylist())
    if path.name == "news.csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", ["news.jsonl.gz", "news.csv", "news.parquet"])
def test_every_format_holds_the_same_articles(name: str, crawl: Crawl) -> None:
    if name not in FORMATS:
        pytest.skip("pyarrow is not installed")
    fields = ("url", "title", "text", "date_published", "encoding", "content_hash")

    def rows(lines: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        return sorted(tuple(line[field] for field in fields) for line in lines)

    assert rows(read_any(crawl.folder / name)) == rows(crawl.articles)


TYPES: dict[str, Any] = {
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "array": list,
    "null": type(None),
}


def faults(value: Any, schema: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a value by the few words of JSON Schema that ours uses."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, TYPES[kind]) for kind in kinds):
        yield f"{value!r} is no {kinds}"
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        yield f"{value!r} is not allowed"
    for inner in value if isinstance(value, list) else ():
        yield from faults(inner, schema["items"])


def test_lines_are_as_the_schema_says(crawl: Crawl) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "newsextract", "schema"], stdout=subprocess.PIPE, check=True
    )
    schema = json.loads(printed.stdout)
    for line in crawl.articles:
        assert list(line) == schema["required"] == list(schema["properties"])
        assert [
            f"{key}: {fault}"
            for key, value in line.items()
            for fault in faults(value, schema["properties"][key])
        ] == []


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (1, {"type": "string"}),
        (None, {"type": "string"}),
        ([1], {"type": "array", "items": {"type": "string"}}),
        ("x", {"type": "string", "enum": ["y"]}),
        (2, {"type": "integer", "const": 1}),
    ],
)
def test_the_check_by_the_schema_can_fail(value: Any, schema: dict[str, Any]) -> None:
    assert len(list(faults(value, schema))) == 1


def test_a_crawl_without_trouble_is_quiet_and_appends(tmp_path: Path, start_crawl: Start) -> None:
    output = tmp_path / "new folder" / "news.jsonl"
    options = ("-o", str(output), "-L", "ERROR", "-a", "sources=anchors", "-a", "depth=0")
    with DemoServer(["review"]) as server:
        for times in (1, 2):
            with start_crawl(server.addresses, *options) as process:
                told = process.communicate(timeout=SECONDS)
            assert (process.returncode, *told) == (0, "", "")
            counts = Counter(line["url"] for line in read_lines(output))
            assert counts
            assert set(counts.values()) == {times}

"""The add-on, as code and in a Scrapy project of somebody else's."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from scrapy.settings import Settings
from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import load_object

from newsextract import NewsExtractAddon
from newsextract.addon import COMPONENTS, GUARDED_HANDLER, GUARDED_RESOLVER
from newsextract.demo.server import DemoServer
from newsextract.demo.values import DemoArticle, DemoSite
from newsextract.errors import SettingError
from newsextract.settings import SETTINGS

SECONDS = 60


def updated(values: Mapping[str, Any] | None = None, times: int = 1) -> Settings:
    """Settings of a project with these values, after the add-on."""
    settings = Settings(dict(values or {}), priority="project")
    for _ in range(times):
        NewsExtractAddon().update_settings(settings)
    return settings


def installed(settings: Settings, name: str) -> list[str]:
    """The class names of a list of components, in the order that Scrapy makes of it."""
    with_base = settings.get_component_priority_dict_with_base(name)
    return [load_object(path).__name__ for path in build_component_list(with_base)]


def test_middlewares_stand_where_they_have_to_among_scrapys_own() -> None:
    names = installed(updated(), "DOWNLOADER_MIDDLEWARES")
    assert "RobotsTxtMiddleware" not in names
    ours = ["CandidateTitles", "RobotsTxt", "CharsetGuard", "ContentGuard", "FetchableAddresses"]
    assert [name for name in names if name in ours] == ours
    place = {name: place for place, name in enumerate(names)}
    assert place["CandidateTitles"] < place["OffsiteMiddleware"]  # notes also what is filtered
    assert place["RobotsTxt"] < place["DownloadTimeoutMiddleware"]  # nothing is done for a forbidden page
    # a response comes up from the end: unpacked, then its type and charset, before anyone reads the text
    assert place["MetaRefreshMiddleware"] < place["CharsetGuard"] < place["ContentGuard"]
    assert place["ContentGuard"] < place["HttpCompressionMiddleware"]
    assert place["HttpProxyMiddleware"] < place["FetchableAddresses"]  # a proxy asks in our place


def test_pipelines_and_extensions_are_all_there_in_order() -> None:
    settings = updated()
    assert installed(settings, "ITEM_PIPELINES") == [
        *("ReadingPipeline", "ClusteringPipeline", "LearningPipeline", "ExtractionPipeline"),
        *("MetadataPipeline", "DuplicatesPipeline", "RangePipeline", "ValidationPipeline"),
    ]
    ours = [path.rpartition(".")[2] for path in COMPONENTS["EXTENSIONS"]]
    assert [name for name in installed(settings, "EXTENSIONS") if name in ours] == ours


def test_every_setting_of_ours_has_its_default() -> None:
    settings = updated()
    assert {setting.name: settings.get(setting.name) for setting in SETTINGS} == {
        setting.name: setting.default for setting in SETTINGS
    }
    assert settings.getint("CONCURRENT_ITEMS") == 4
    assert settings.getint("DOWNLOAD_MAXSIZE") == settings.getint("NEWSEXTRACT_MAX_BYTES")


@pytest.mark.parametrize("values", [{}, {"TWISTED_REACTOR_ENABLED": False}, {"NEWSEXTRACT_MAX_BYTES": 1000}])
def test_twice_is_as_once(values: dict[str, Any]) -> None:
    assert updated(values, times=2).copy_to_dict() == updated(values).copy_to_dict()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONCURRENT_ITEMS", 7),
        ("DOWNLOAD_MAXSIZE", 123),
        ("NEWSEXTRACT_MAX_PARTS", 3),
        ("NEWSEXTRACT_SUMMARY", False),
        ("NEWSEXTRACT_METHOD", "density"),
    ],
)
def test_what_the_project_has_set_wins(name: str, value: object) -> None:
    assert updated({name: value}).get(name) == value


def test_the_limit_of_downloads_follows_that_of_pages() -> None:
    assert updated({"NEWSEXTRACT_MAX_BYTES": 1000}).getint("DOWNLOAD_MAXSIZE") == 1000


@pytest.mark.parametrize("as_class", [False, True], ids=["path", "class"])
@pytest.mark.parametrize(
    ("name", "path"),
    [(name, path) for name, components in COMPONENTS.items() for path in components],
)
def test_a_component_that_the_project_has_moved_or_switched_off_stays_so(
    name: str, path: str, as_class: bool
) -> None:
    component = load_object(path) if as_class else path
    off = updated({name: {component: None}})
    assert load_object(path).__name__ not in installed(off, name)
    last = updated({name: {component: 9_999}})
    assert installed(last, name)[-1] == load_object(path).__name__


def test_components_of_the_project_keep_their_places() -> None:
    own = {"scrapy.pipelines.files.FilesPipeline": 450}
    names = installed(updated({"ITEM_PIPELINES": own}), "ITEM_PIPELINES")
    assert names.index("ExtractionPipeline") + 1 == names.index("FilesPipeline")
    assert len(names) == len(COMPONENTS["ITEM_PIPELINES"]) + 1


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({}, {"http": GUARDED_HANDLER, "https": GUARDED_HANDLER}),
        ({"http": "my.Handler"}, {"http": "my.Handler", "https": GUARDED_HANDLER}),
        (
            {"https": None, "s3": "my.S3"},
            {"http": GUARDED_HANDLER, "https": None, "s3": "my.S3"},
        ),
    ],
)
def test_without_a_reactor_the_download_handler_guards_names(
    given: dict[str, Any], taken: dict[str, Any]
) -> None:
    settings = updated({"TWISTED_REACTOR_ENABLED": False, "DOWNLOAD_HANDLERS": given})
    assert settings.getdict("DOWNLOAD_HANDLERS") == taken
    assert updated({"DOWNLOAD_HANDLERS": given}).getdict("DOWNLOAD_HANDLERS") == given


@pytest.mark.parametrize(
    ("values", "resolver"), [({}, GUARDED_RESOLVER), ({"TWISTED_DNS_RESOLVER": "my.Resolver"}, "my.Resolver")]
)
def test_with_a_reactor_its_resolver_guards_names(values: dict[str, Any], resolver: str) -> None:
    settings = Settings(values, priority="project")
    NewsExtractAddon.update_pre_crawler_settings(settings)
    assert settings.get("TWISTED_DNS_RESOLVER") == resolver


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"NEWSEXTRACT_METHOD": "best"}, "NEWSEXTRACT_METHOD='best': method='best' does not exist"),
        ({"NEWSEXTRACT_WORKERS": "two"}, "NEWSEXTRACT_WORKERS='two': give a whole number, 0 or more"),
        ({"NEWSEXTRACT_METHODS": "x"}, "NEWSEXTRACT_METHODS: there is no such setting"),
    ],
)
def test_a_wrong_value_is_an_error(values: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError, match=re.escape(message)):
        updated(values)


PROJECT = {
    "scrapy.cfg": "[settings]\ndefault = theirs.settings\n",
    "theirs/__init__.py": "",
    "theirs/settings.py": """
        BOT_NAME = "theirs"
        SPIDER_MODULES = ["theirs.spider"]
        ADDONS = {"newsextract.NewsExtractAddon": 300}
        ITEM_PIPELINES = {"theirs.pipelines.Before": 50, "theirs.pipelines.After": 450}
        DOWNLOADER_MIDDLEWARES = {"newsextract.middlewares.charset.CharsetGuard": None}
        CONCURRENT_ITEMS = 7
        NEWSEXTRACT_MAX_PARTS = 3
        NEWSEXTRACT_SUMMARY = False
        NEWSEXTRACT_WORKERS = 1
        NEWSEXTRACT_ALLOWED_NETWORKS = "127.0.0.0/8"
        NEWSEXTRACT_STORE = ""
        LOG_LEVEL = "INFO"
        """,
    "theirs/pipelines.py": """
        import logging

        class Before:
            def process_item(self, item):
                logging.info("before: %s", type(item).__name__)
                return item

        class After:
            def process_item(self, item):
                logging.info("after: %s", type(item).__name__)
                return item
        """,
    "theirs/spider.py": """
        import newsextract
        import scrapy

        class Theirs(scrapy.Spider):
            name = "theirs"

            def __init__(self, urls="", **arguments):
                super().__init__(**arguments)
                self.start_urls = urls.split(",")

            def parse(self, response):
                yield {"seen": response.url, "text": ["untouched", None, 1.5]}
                yield newsextract.PageItem(response)
        """,
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in PROJECT.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(text).lstrip(), encoding="utf-8")
    return folder


def crawl(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}
    return subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-m", "scrapy", "crawl", "theirs", *options],
        cwd=project,
        env={**kept, "no_proxy": "127.0.0.1"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )


@dataclass(frozen=True)
class Crawled:
    lines: list[dict[str, Any]]
    manifest: dict[str, Any]
    log: str
    site: DemoSite
    stories: tuple[DemoArticle, ...]


@pytest.fixture(scope="module")
def crawled(project: Path) -> Crawled:
    """Two stories, a home page and a video page of a demo site, through somebody else's spider."""
    with DemoServer(["review"]) as server:
        site = server.sites[0]
        stories = tuple(story for story in site.articles if not story.traits)[:2]
        video = next(path for path, kind in site.others.items() if kind == "video")
        paths = [*(story.path for story in stories), site.home, video]
        urls = ",".join(site.base + path for path in paths)
        ended = crawl(project, "-a", f"urls={urls}", "-O", "out.jsonl")
        assert ended.returncode == 0, ended.stderr
    lines = [json.loads(line) for line in (project / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    manifest = json.loads((project / "out.jsonl.manifest.json").read_text(encoding="utf-8"))
    return Crawled(lines, manifest, ended.stderr, site, stories)


def test_pages_of_another_spider_become_articles(crawled: Crawled) -> None:
    articles = {line["url"]: line for line in crawled.lines if "url" in line}
    assert set(articles) == {crawled.site.base + story.path for story in crawled.stories}
    for story in crawled.stories:
        article = articles[crawled.site.base + story.path]
        assert article["title"] == story.title
        assert story.lines[0] in article["paragraphs"]
        assert article["site"] == crawled.site.base.removeprefix("http://")
        assert article["date_published"] == story.published
        assert article["page_state"] == "article"


def test_its_own_items_pass_untouched(crawled: Crawled) -> None:
    own = [line for line in crawled.lines if "seen" in line]
    assert len(own) == 4
    assert all(line == {"seen": line["seen"], "text": ["untouched", None, 1.5]} for line in own)


def test_pages_that_are_no_articles_are_dropped_and_counted(crawled: Crawled) -> None:
    for stat in (
        "'newsextract/pages': 4",
        "'newsextract/states/article': 2",
        "'newsextract/states/index': 1",
        "'newsextract/states/other': 1",
        "'item_dropped_count': 4",
        "'item_dropped_reasons_count/PageDropped': 2",
        "'item_dropped_reasons_count/PageWaits': 2",
        "'newsextract/waited': 2",
        "'newsextract/waiting': 0",
        "'item_scraped_count': 6",
        "'finish_reason': 'finished'",
    ):
        assert f"{stat}," in crawled.log
    assert "Traceback" not in crawled.log
    assert "ERROR" not in crawled.log


def test_its_settings_hold_in_the_crawl(crawled: Crawled) -> None:
    assert "'CONCURRENT_ITEMS': 7," in crawled.log
    assert "CharsetGuard" not in crawled.log
    assert "ContentGuard" in crawled.log
    assert "Pages by site" not in crawled.log  # NEWSEXTRACT_SUMMARY
    assert crawled.manifest["settings"]["NEWSEXTRACT_MAX_PARTS"] == 3


def test_its_pipelines_run_where_it_has_put_them(crawled: Crawled) -> None:
    # 4 pages and 4 items go in; the two pages that are none are dropped before `After`, and the two others
    # wait behind `Before` until the crawl ends, and come through it once more
    seen = re.findall(r"\[root\] INFO: (before|after): (\w+)", crawled.log)
    assert {entry: seen.count(entry) for entry in set(seen)} == {
        ("before", "PageItem"): 6,
        ("before", "dict"): 4,
        ("after", "PageItem"): 2,
        ("after", "dict"): 4,
    }


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("NEWSEXTRACT_METHOD=best", "NEWSEXTRACT_METHOD='best': method='best' does not exist; choose one of"),
        ("NEWSEXTRACT_WORKRES=2", "NEWSEXTRACT_WORKRES: there is no such setting; there are"),
    ],
)
def test_a_wrong_setting_ends_its_crawl_with_a_clear_error(option: str, message: str, project: Path) -> None:
    ended = crawl(project, "-s", option, "-a", "urls=https://news.example/")
    assert ended.returncode == 1
    assert f"newsextract.errors.SettingError: {message}" in ended.stderr

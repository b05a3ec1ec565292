"""The profiles in ``settings_profiles``, as ``SCRAPY_PROJECT=NAME scrapy ...`` gives them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from newsextract.demo.server import DemoServer

ROOT = Path(__file__).parents[1]
SECONDS = 60
PROFILES = ["default", "polite", "fast", "archive", "microblog"]


def scrapy(profile: str, *arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}
    return subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-m", "scrapy", *arguments],
        cwd=folder,
        env={**kept, "SCRAPY_PROJECT": profile, "no_proxy": "127.0.0.1"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )


def loaded(profile: str) -> Settings:
    settings = Settings()
    settings.setmodule(f"settings_profiles.{profile}")
    return settings


@pytest.mark.parametrize(
    ("profile", "name", "value"),
    [
        ("default", "CONCURRENT_REQUESTS_PER_DOMAIN", "4"),
        ("polite", "DOWNLOAD_DELAY", "2"),
        ("fast", "CONCURRENT_REQUESTS", "128"),
        ("archive", "NEWSEXTRACT_ARCHIVE", "archive/%(name)s-%(time)s.warc.gz"),
        ("microblog", "NEWSEXTRACT_METHOD", "twcem-microblog"),
    ],
)
def test_scrapy_takes_the_profile_that_is_named(profile: str, name: str, value: str) -> None:
    ended = scrapy(profile, "settings", "--get", name)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{value}\n", "")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_is_considerate_and_closed(profile: str) -> None:
    settings = loaded(profile)
    assert settings.getbool("ROBOTSTXT_OBEY")
    assert settings.getbool("DOWNLOAD_VERIFY_CERTIFICATES")
    assert not settings.getbool("REMOTE_CONTROL_ENABLED")
    assert not settings.getbool("TELNETCONSOLE_ENABLED")
    assert not settings.getbool("COOKIES_ENABLED")
    assert settings.get("USER_AGENT").startswith("newsextract/")
    assert settings.get("FEED_EXPORT_ENCODING") == "utf-8"
    assert settings.getdict("ADDONS") == {"newsextract.NewsExtractAddon": 300}
    assert settings.getlist("SPIDER_MODULES") == ["newsextract.spiders"]


def test_polite_is_one_request_at_a_time_with_pauses_that_follow_the_server() -> None:
    settings = loaded("polite")
    assert settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN") == 1
    assert settings.getfloat("DOWNLOAD_DELAY") >= 1
    assert settings.getbool("AUTOTHROTTLE_ENABLED")
    assert settings.getfloat("AUTOTHROTTLE_MAX_DELAY") > settings.getfloat("AUTOTHROTTLE_START_DELAY") >= 1


def test_fast_asks_for_more_at_once_and_waits_less() -> None:
    fast, default = loaded("fast"), loaded("default")
    for more in ("CONCURRENT_REQUESTS", "CONCURRENT_REQUESTS_PER_DOMAIN", "REACTOR_THREADPOOL_MAXSIZE"):
        assert fast.getint(more) > default.getint(more)
    for less in ("DOWNLOAD_TIMEOUT", "RETRY_TIMES"):
        assert fast.getint(less) < default.getint(less)
    assert fast.getfloat("DOWNLOAD_DELAY") == 0


def test_microblog_reads_posts_and_takes_only_the_same_text_for_the_same() -> None:
    settings = loaded("microblog")
    assert settings.get("NEWSEXTRACT_METHOD") == "twcem-microblog"
    assert settings.getint("NEWSEXTRACT_NEAR_DUPLICATES") == 0


def crawl_review(profile: str, folder: Path) -> tuple[dict[str, Any], DemoServer]:
    """Crawl the stories that a demo site's home page names, into ``folder``; gives the manifest."""
    (folder / "scrapy.cfg").write_text((ROOT / "scrapy.cfg").read_text(encoding="utf-8"))
    with DemoServer(["review"]) as server:
        ended = scrapy(
            *(profile, "crawl", "news", "-a", f"url={server.addresses[0]}", "-O", "news.jsonl"),
            *("-s", "NEWSEXTRACT_ALLOWED_NETWORKS=127.0.0.0/8", "-a", "sources=anchors", "-a", "depth=0"),
            *("-s", "NEWSEXTRACT_STORE="),
            folder=folder,
        )
    assert ended.returncode == 0, ended.stderr
    assert "ERROR" not in ended.stderr
    return json.loads((folder / "news.jsonl.manifest.json").read_text(encoding="utf-8")), server


def test_archive_keeps_every_response_beside_the_output(tmp_path: Path) -> None:
    pytest.importorskip("warcio", reason="warcio is not installed")
    from warcio.archiveiterator import ArchiveIterator

    manifest, server = crawl_review("archive", tmp_path)
    (archive,) = (tmp_path / "archive").iterdir()
    assert archive.name.startswith("news-20")
    assert archive.name.endswith(".warc.gz")
    bodies = {}
    with archive.open("rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response":
                bodies[record.rec_headers.get_header("WARC-Target-URI")] = record.content_stream().read()
    site = server.sites[0]
    assert manifest["articles"] > 0
    found = [json.loads(line) for line in (tmp_path / "news.jsonl").read_text(encoding="utf-8").splitlines()]
    for article in found:
        path = article["url"].removeprefix(site.base)
        assert bodies[article["url"]] == site.pages[path].body
    assert bodies[f"{site.base}/"] == site.pages["/"].body


def test_microblog_crawls_with_its_method(tmp_path: Path) -> None:
    crawl_review("microblog", tmp_path)
    lines = (tmp_path / "news.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["method"] for line in lines} == {"twcem-microblog", "rule"}


def test_polite_waits_between_requests(serve: Callable[..., Any], tmp_path: Path) -> None:
    delay = 0.3  # one that a test can bear; Scrapy varies it from half to one and a half times as long
    site = serve({"/*": (200, {"Content-Type": "text/html"}, b"<h1>Home</h1> <p>The harbour is quiet.")})
    homes = ",".join(f"{site.root}/{name}" for name in "abcd")
    ended = scrapy(
        *("polite", "crawl", "news", "-a", f"url={homes}", "-a", "sources=anchors", "-a", "depth=0"),
        *("-s", "NEWSEXTRACT_ALLOWED_NETWORKS=127.0.0.0/8", "-s", f"DOWNLOAD_DELAY={delay}"),
        *("-s", "NEWSEXTRACT_STORE="),
        *("-s", f"AUTOTHROTTLE_START_DELAY={delay}"),
    )
    assert ended.returncode == 0, ended.stderr
    assert sorted(site.paths) == ["/a", "/b", "/c", "/d", "/robots.txt"]
    times = [moment for path, moment in site.hits if path != "/robots.txt"]
    assert min(after - before for before, after in pairwise(times)) > delay / 2 * 0.9

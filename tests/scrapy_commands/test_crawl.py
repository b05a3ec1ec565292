"""``scrapy crawl``: whatever is wrong is said in one line, before anything is fetched."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from newsextract.demo.server import DemoServer
from newsextract.scrapy_commands.crawl import HELP_COLUMNS, arguments_help, unstored_outputs
from newsextract.spiders.arguments import HELP

ROOT = Path(__file__).parents[2]

Scrapy = Callable[..., subprocess.CompletedProcess[str]]

HOME = ["-a", "url=https://news.example/"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "no home page: give one with -a url=https://news.example/"),
        (["-a", "url="], "no home page: give one"),
        (["-a", "url=news.example"], "-a url='news.example': not an http or https address"),
        (["-a", "sites=no/such/file"], "-a sites=no/such/file: cannot be read (No such file or directory)"),
        ([*HOME, "-a", "allow=("], "-a allow='(': not a regular expression"),
        ([*HOME, "-a", "since=today"], "-a since='today': give a day as YYYY-MM-DD"),
        ([*HOME, "-a", "dept=2"], "-a dept: the spider has no such argument; it has url, sites, depth"),
        ([*HOME, "-a", "depth"], "Invalid -a value"),
        ([*HOME, "-s", "NEWSEXTRACT_X=1"], "NEWSEXTRACT_X: there is no such setting; there are"),
        ([*HOME, "-s", "NEWSEXTRACT_METHOD=best"], "NEWSEXTRACT_METHOD='best': method='best' does not exist"),
        ([*HOME, "-s", "NEWSEXTRACT_WORKERS=-1"], "NEWSEXTRACT_WORKERS='-1': give a whole number, 0 or more"),
        ([*HOME, "-s", "NEWSEXTRACT_WORKERS=two"], "NEWSEXTRACT_WORKERS='two': give a whole number"),
        ([*HOME, "-s", "NEWSEXTRACT_ALLOWED_NETWORKS=here"], "NEWSEXTRACT_ALLOWED_NETWORKS='here': "),
        ([*HOME, "-O", "news.docx"], "Unrecognized output format 'docx'"),
        ([*HOME, "-O", "news.gz"], "Unrecognized output format 'gz'"),
        ([*HOME, "-O", "news.parquet.gz"], "news.parquet.gz: a Parquet file is compressed already"),
        ([*HOME, "--no-such-option"], "--no-such-option: not an option"),
        ([*HOME, "times"], "times: not an option, and one spider is enough"),
    ],
)
def test_wrong_arguments_stop_it_with_one_line(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "settings_profiles.default")
    with pytest.raises(SystemExit) as leaving:
        execute(["scrapy", "crawl", "news", *options])
    printed, told = capsys.readouterr()
    assert told.startswith(f"newsextract: error: {message}")
    assert told.count("\n") == 1
    assert (leaving.value.code, printed) == (2, "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "no home page: give one with -a url=https://news.example/ or a file with -a sites=FILE"),
        ([*HOME, "-s", "NEWSEXTRACT_WORKERS=-1"], "NEWSEXTRACT_WORKERS='-1': give a whole number, 0 or more"),
    ],
)
def test_nothing_but_that_line_leaves_the_process(options: list[str], message: str, scrapy: Scrapy) -> None:
    ended = scrapy("crawl", "news", *options)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"newsextract: error: {message}\n")


def test_an_unknown_spider_is_said(scrapy: Scrapy) -> None:
    ended = scrapy("crawl", "newz", *HOME)
    assert (ended.returncode, ended.stderr) == (
        2,
        "newsextract: error: newz: there is no such spider; there are news\n",
    )


def test_without_a_spider_the_help_is_shown(scrapy: Scrapy) -> None:
    ended = scrapy("crawl")
    assert (ended.returncode, ended.stderr) == (2, "")
    assert arguments_help() in ended.stdout


@pytest.mark.parametrize("place", ["file/news.jsonl", "file/deeper/news.csv", "folder"])
def test_an_output_that_cannot_be_written_stops_it(place: str, scrapy: Scrapy, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    output = tmp_path / place
    ended = scrapy("crawl", "news", *HOME, "-O", f"{output}:jsonlines")
    assert re.fullmatch(
        rf"newsextract: error: {re.escape(str(output))}: cannot be written \([\w ]+\)\n", ended.stderr
    )
    assert (ended.returncode, ended.stdout) == (2, "")


def test_an_archive_that_cannot_be_written_stops_it(scrapy: Scrapy, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    archive = tmp_path / "file" / "news.warc.gz"
    ended = scrapy("crawl", "news", *HOME, "-s", f"NEWSEXTRACT_ARCHIVE={archive}", "-L", "ERROR")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert re.fullmatch(
        rf"newsextract: error: NEWSEXTRACT_ARCHIVE='{archive}': cannot be written \([\w ]+\)\n", ended.stderr
    )


def test_parquet_without_pyarrow_stops_it(scrapy: Scrapy, tmp_path: Path) -> None:
    shadow = tmp_path / "pyarrow.py"
    shadow.write_text("raise ImportError('as if it were not installed')\n")
    ended = scrapy(
        *("crawl", "news", *HOME, "-O", str(tmp_path / "news.parquet"), "-L", "ERROR"),
        PYTHONPATH=str(tmp_path),
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (
        2,
        "",
        "newsextract: error: FEEDS: the format 'parquet' needs pyarrow: pip install 'newsextract[parquet]'\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("kind", ["jsonlines", "parquet"])
def test_a_full_disk_is_no_success(kind: str, scrapy: Scrapy) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    with DemoServer(["review"]) as server:
        ended = scrapy(
            *("crawl", "news", "-a", f"url={server.addresses[0]}", "-O", f"/dev/full:{kind}"),
            *("-s", "NEWSEXTRACT_ALLOWED_NETWORKS=127.0.0.0/8", "-a", "sources=anchors", "-a", "depth=0"),
            *("-s", "NEWSEXTRACT_STORE="),
            no_proxy="127.0.0.1",
        )
    assert "No space left on device" in ended.stderr
    last = ended.stderr.splitlines()[-1]
    assert last == "newsextract: error: an output could not be written to its end; the log says why"
    assert ended.returncode == 2


FEEDS = {"a.jsonl": {"format": "jsonl"}, "b.csv": {"format": "csv"}}


@pytest.mark.parametrize(
    ("stats", "store_empty", "unstored"),
    [
        ({"feedexport/success_count/FileFeedStorage": 2}, True, 0),
        (
            {"feedexport/success_count/FileFeedStorage": 1, "feedexport/success_count/S3FeedStorage": 1},
            True,
            0,
        ),
        ({"feedexport/success_count/FileFeedStorage": 7}, True, 0),  # in batches
        ({"feedexport/success_count/FileFeedStorage": 1}, True, 1),
        ({"item_scraped_count": 2}, True, 2),
        ({}, False, 0),  # no articles, no files
        ({"feedexport/failed_count/FileFeedStorage": 1}, False, 1),
        (
            {"feedexport/success_count/FileFeedStorage": 7, "feedexport/failed_count/FileFeedStorage": 1},
            True,
            1,
        ),
    ],
)
def test_outputs_that_are_not_complete_are_counted(
    stats: dict[str, int], store_empty: bool, unstored: int
) -> None:
    settings = Settings({"FEEDS": FEEDS, "FEED_STORE_EMPTY": store_empty})
    assert unstored_outputs(settings, stats) == unstored


def test_help_names_every_argument_of_the_spider(scrapy: Scrapy) -> None:
    ended = scrapy("crawl", "--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert arguments_help() in ended.stdout
    shown = " ".join(arguments_help().split())
    for name, text in HELP.items():
        assert f"-a {name}=... {text}" in shown
    assert max(map(len, arguments_help().splitlines())) <= HELP_COLUMNS


def test_list_names_the_spider(scrapy: Scrapy) -> None:
    ended = scrapy("list")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "news\n", "")

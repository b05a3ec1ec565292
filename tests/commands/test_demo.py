"""``newsextract demo``: the whole way, on this machine alone."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from newsextract.commands.demo import (
    LAST_PORT,
    crawl_command,
    crawl_environment,
    port_number,
    printable,
    read_lines,
)
from newsextract.commands.main import main

SECONDS = 60
PROGRAM = [sys.executable, "-m", "newsextract", "demo"]


def run_demo(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  our own interpreter
        [*PROGRAM, *options],
        env={**os.environ, **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )


def test_it_crawls_and_shows_what_came_of_it(tmp_path: Path) -> None:
    output = tmp_path / "demo.jsonl"
    # whatever project or profile the user is in: the demo is run with the default one
    ended = run_demo("-o", str(output), SCRAPY_PROJECT="nonsense", SCRAPY_SETTINGS_MODULE="no.such.module")
    assert (ended.returncode, ended.stderr) == (0, "")
    articles = read_lines(output)
    assert len(articles) == 162
    addresses, head, *_ = ended.stdout.splitlines()
    assert re.fullmatch(r"3 made-up news sites:( http://127\.0\.0\.1:\d+/){3}", addresses)
    assert head.split()[:4] == ["site", "pages", "article", "index"]
    assert re.search(r"^total +\d+ +162 ", ended.stdout, re.MULTILINE)
    assert re.search(
        rf"^{re.escape(str(output))}: 162 articles in \d+\.\d s\. The first:$", ended.stdout, re.M
    )
    assert f"\n  {articles[0]['title']}\n  {articles[0]['site']}" in ended.stdout
    assert ended.stdout.splitlines()[-1].startswith(
        "162 of 162 articles found, 0 twice, 0 pages that are none; titles 100.0% right; body F1 0.9"
    )


def test_another_method_and_a_compressed_file_can_be_asked_for_on_any_terminal(tmp_path: Path) -> None:
    output = tmp_path / "demo.jsonl.gz"
    ended = run_demo("-o", str(output), "--method", "density", PYTHONIOENCODING="ascii")
    assert ended.returncode in (0, 1), ended.stderr  # 1: that method misses an article
    assert ended.stderr == ""
    assert {article["method"] for article in read_lines(output)} == {"density", "rule"}
    assert " of 162 articles found" in ended.stdout


def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    output = tmp_path / "file" / "demo.jsonl"
    ended = run_demo("-o", str(output))
    assert ended.returncode == 2
    assert re.fullmatch(
        rf"newsextract: error: {re.escape(str(output))}: cannot be written \([\w ]+\)\n", ended.stderr
    )


def test_an_unknown_method_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--method", "best"]) == 2
    printed, told = capsys.readouterr()
    assert printed == ""
    assert told.startswith("newsextract: error: method='best' does not exist; choose one of:")
    assert told.count("\n") == 1


@pytest.fixture
def port_in_use() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield int(taken.getsockname()[1])


def test_a_port_in_use_is_one_line(port_in_use: int, capsys: pytest.CaptureFixture[str]) -> None:
    if port_in_use > LAST_PORT:
        pytest.skip("the system gave one of the last ports")
    assert main(["demo", "--serve", "--port", str(port_in_use)]) == 2
    assert capsys.readouterr() == (
        "",
        f"newsextract: error: --port {port_in_use}: cannot be used (Address already in use)\n",
    )


@contextmanager
def serving(port: int) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """``demo --serve``, and the three lines it prints, when it has printed them."""
    process = subprocess.Popen(  # noqa: S603  our own interpreter
        [*PROGRAM, "--serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    with process:
        try:
            assert process.stdout is not None
            yield process, [process.stdout.readline() for _ in range(3)]
        finally:
            process.kill()


def three_free_ports() -> int:
    """The first of three neighbours that nobody listens on."""
    for first in range(20_000, 30_000, 3):
        try:
            for port in range(first, first + 3):
                socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return first
    raise AssertionError("all ports are in use")


def test_serve_serves_until_it_is_interrupted() -> None:
    port = three_free_ports()
    with serving(port) as (process, lines):
        addresses = lines[0].split()[-3:]
        assert addresses == [f"http://127.0.0.1:{port + site}/" for site in range(3)]
        assert lines[1].startswith("Serving until Ctrl-C.")
        assert lines[2].startswith("  scrapy crawl news -a url=ADDRESS ")
        for address in addresses:
            with build_opener(ProxyHandler({})).open(address, timeout=SECONDS) as page:
                assert (page.status, page.read(200).lower().count(b"<html")) == (200, 1)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=SECONDS)
    assert (process.returncode, *told) == (130, "", "")


@pytest.mark.parametrize(("value", "port"), [("0", 0), ("8000", 8000), (str(LAST_PORT), LAST_PORT)])
def test_ports(value: str, port: int) -> None:
    assert port_number(value) == port


@pytest.mark.parametrize("value", ["", "-1", "x", "80.5", "٣", str(LAST_PORT + 1)])
def test_what_is_no_port(value: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not a port number, 0 to"):
        port_number(value)


def test_the_crawl_is_the_users_own_command() -> None:
    command = crawl_command(["http://127.0.0.1:1/", "http://127.0.0.1:2/"], Path("a:b.jsonl"), "twcem")
    assert command[:5] == [sys.executable, "-m", "scrapy", "crawl", "news"]
    assert "url=http://127.0.0.1:1/,http://127.0.0.1:2/" in command
    assert f"{Path.cwd() / 'a:b.jsonl'}:jsonlines" in command  # else Scrapy reads "a:" as a scheme
    assert "NEWSEXTRACT_METHOD=twcem" in command


def test_the_environment_is_the_users_but_for_scrapys_variables() -> None:
    given = {"HOME": "/home/x", "SCRAPY_PROJECT": "x", "SCRAPY_SETTINGS_MODULE": "y", "no_proxy": ""}
    assert crawl_environment(given) == {
        "HOME": "/home/x",
        "SCRAPY_SETTINGS_MODULE": "settings_profiles.default",
        "no_proxy": "127.0.0.1",
    }


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("灯会 · 1", "utf-8", "灯会 · 1"),
        ("灯会 · 1", "latin-1", "?? · 1"),
        ("灯", "ascii", "?"),
        ("灯", None, "灯"),
    ],
)
def test_what_a_terminal_cannot_show_is_a_question_mark(text: str, encoding: str | None, shown: str) -> None:
    assert printable(text, encoding) == shown


def test_lines_are_read_from_plain_and_compressed_files(tmp_path: Path) -> None:
    text = json.dumps({"title": "灯会"}, ensure_ascii=False) + "\n"
    (tmp_path / "a.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    for name in ("a.jsonl", "a.jsonl.gz"):
        assert read_lines(tmp_path / name) == [{"title": "灯会"}]

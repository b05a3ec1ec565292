"""A crawl that is stopped keeps what it has, and leaves no process behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from newsextract.demo.server import DemoServer

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs a /proc to see processes")

SECONDS = 30
SECONDS_TO_STOP = 10
SECONDS_A_PAGE = 0.2
"""12 pages are under way at once, 4 of each site: 60 a second, so that the crawl takes a few seconds."""

STORIES_BEFORE = 30
"""Stories asked for when the signal comes, so some have arrived and most are still to come."""

Start = Callable[..., subprocess.Popen[str]]


def wait_until(condition: Callable[[], object], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def parents() -> dict[int, int]:
    """Every process that is alive, and its parent."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # "pid (name) state parent ...", and the name may hold anything
            state, parent = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it has ended meanwhile
        if state not in "ZX":
            found[int(path.parent.name)] = int(parent)
    return found


@contextmanager
def crawl_under_way(start: Start, output: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A crawl that is in the midst of its stories, and the processes of its workers."""
    options = ("-O", str(output), "-s", "NEWSEXTRACT_WORKERS=2")
    with (
        DemoServer(delay=SECONDS_A_PAGE) as server,
        start(server.addresses, *options, start_new_session=True) as process,
    ):
        stories = {(site.name, story.path) for site in server.sites for story in site.articles}
        try:
            wait_until(lambda: len(stories.intersection(server.requests)) >= STORIES_BEFORE, SECONDS)
            yield process, [child for child, parent in parents().items() if parent == process.pid]
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("number", "to_all"),
    [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGTERM, True)],
    ids=["Ctrl-C", "SIGTERM", "SIGTERM of a service manager"],
)
def test_a_signal_ends_it_in_order(
    number: signal.Signals, to_all: bool, tmp_path: Path, start_crawl: Start
) -> None:
    output = tmp_path / "news.jsonl"
    with crawl_under_way(start_crawl, output) as (process, workers):
        assert workers
        began = time.monotonic()
        (os.killpg if to_all else os.kill)(process.pid, number)
        _, log = process.communicate(timeout=SECONDS)
        assert time.monotonic() - began < SECONDS_TO_STOP
        assert process.returncode == 0
        assert not set(workers) & set(parents())

    assert "Traceback" not in log
    assert "ERROR" not in log
    assert "WARNING" not in log
    written = output.read_text(encoding="utf-8")
    articles = [json.loads(line) for line in written.splitlines()]
    assert written.endswith("\n")
    assert all(article["title"] and article["text"] for article in articles)
    scraped = re.search(r"'item_scraped_count': (\d+)", log)
    assert scraped is not None
    manifest = json.loads((tmp_path / "news.jsonl.manifest.json").read_text(encoding="utf-8"))
    assert 0 < len(articles) < 162
    assert len(articles) == int(scraped[1]) == manifest["articles"] == manifest["output"]["lines"]
    assert sum(manifest["states"].values()) == manifest["pages"]
    assert manifest["finish_reason"] == "shutdown"


def test_workers_do_not_outlive_a_crawl_that_is_killed(tmp_path: Path, start_crawl: Start) -> None:
    with crawl_under_way(start_crawl, tmp_path / "news.jsonl") as (process, workers):
        assert workers
        process.kill()
        assert process.wait(SECONDS) == -signal.SIGKILL
        wait_until(lambda: not set(workers) & set(parents()), SECONDS_TO_STOP)

"""Crawls that end while pages wait for a rule: interrupted, or killed; and a store that is none."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from newsextract.demo import DemoSite, build_site
from newsextract.site.structure import CLASS_PAGES
from newsextract.store import SqliteStore

SECONDS = 60
LET_THROUGH = CLASS_PAGES - 2
"""Stories that are answered at once: too few for a rule."""

Start = Callable[..., "subprocess.Popen[str]"]


class Gate(dict[str, float]):
    """The delays of a server that answers a few stories, and the others when it is opened."""

    def __init__(self, stories: set[str]) -> None:
        super().__init__()
        self.opened = threading.Event()
        self._stories = stories
        self._let_through: set[str] = set()
        self._lock = threading.Lock()

    def get(self, path: str, default: Any = None) -> Any:
        """Called for every request, in its own thread."""
        with self._lock:
            if path in self._stories and len(self._let_through) < LET_THROUGH:
                self._let_through.add(path)
            must_wait = path in self._stories - self._let_through
        if must_wait:
            self.opened.wait(SECONDS)
        return default


class Harbour:
    """A demo site behind a gate, and a store for what is crawled."""

    def __init__(self, serve: Callable[..., Any], folder: Path, start: Start) -> None:
        self.server = serve({})
        self.site: DemoSite = build_site("review", self.server.root)
        self.server.answers = {
            path: (page.status, {"Content-Type": page.content_type, **page.headers}, page.body)
            for path, page in self.site.pages.items()
        }
        self.gate = Gate({article.path for article in self.site.articles if len(article.parts) == 1})
        self.server.delays = cast(Any, self.gate)
        self.store = folder / "sites.db"
        self._start = start

    @property
    def name(self) -> str:
        return str(self.server.root.removeprefix("http://"))

    def crawl(self, output: Path, *options: str) -> subprocess.Popen[str]:
        chosen = ("-s", f"NEWSEXTRACT_STORE={self.store}", "-s", "NEWSEXTRACT_WORKERS=1", "-O", str(output))
        return self._start([self.server.root + "/"], *chosen, *options)

    def waiting(self) -> list[str]:
        if not self.store.exists():
            return []
        with closing(SqliteStore(self.store)) as store:
            return store.waiting(self.name)

    def until_pages_wait(self, process: subprocess.Popen[str]) -> list[str]:
        """The addresses of those that do, when the crawl can get no further."""
        deadline = time.monotonic() + SECONDS
        while len(found := self.waiting()) < LET_THROUGH:
            assert process.poll() is None, "the crawl has ended"
            assert time.monotonic() < deadline, "waited in vain"
            time.sleep(0.05)
        return found


@pytest.fixture
def harbour(serve: Any, tmp_path: Path, start_crawl: Start) -> Iterator[Harbour]:
    made = Harbour(serve, tmp_path, start_crawl)
    yield made
    made.gate.opened.set()


def urls(output: Path) -> list[str]:
    return [json.loads(line)["url"] for line in output.read_text(encoding="utf-8").splitlines()]


def manifest(output: Path) -> dict[str, Any]:
    text = output.with_name(output.name + ".manifest.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def test_what_waits_at_ctrl_c_is_in_the_output(harbour: Harbour, tmp_path: Path) -> None:
    output = tmp_path / "news.jsonl"
    with harbour.crawl(output, "-s", "DOWNLOAD_TIMEOUT=2", "-s", "RETRY_ENABLED=False") as process:
        try:
            waiting = harbour.until_pages_wait(process)
            process.send_signal(signal.SIGINT)
            _, log = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "Traceback" not in log
    found = urls(output)
    assert len(set(found)) == len(found)
    assert set(waiting) <= set(found)
    told = manifest(output)
    assert told["finish_reason"] == "shutdown"
    assert sum(told["states"].values()) == told["pages"]
    assert told["states"]["article"] == told["articles"] == len(found)
    assert re.search(r"'newsextract/waiting': 0,", log)
    assert harbour.waiting() == []


def test_what_waits_when_a_crawl_is_killed_comes_with_the_next(harbour: Harbour, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    with harbour.crawl(first) as process:
        try:
            waiting = harbour.until_pages_wait(process)
        finally:
            process.kill()
    assert process.returncode == -signal.SIGKILL
    assert harbour.waiting() == waiting
    # One of them is not there any more: it can only come from the store.
    gone = harbour.server.root + next(path for path in harbour.gate._let_through)
    assert gone in waiting
    harbour.server.answers[gone.removeprefix(harbour.server.root)] = (404, {}, b"gone")
    harbour.gate.opened.set()
    with harbour.crawl(second) as process:
        _, log = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, log
    before, after = urls(first) if first.exists() else [], urls(second)
    assert len(set(before)) == len(before)
    assert len(set(after)) == len(after)
    assert set(before) | set(after) == set(harbour.site.gold())
    assert set(waiting) <= set(after)
    assert harbour.waiting() == []
    told = manifest(second)
    assert sum(told["states"].values()) == told["pages"]
    assert told["states"]["article"] == len(after)


@pytest.mark.parametrize("content", ["a letter, no database\n" * 100, "-- SQL --"])
def test_a_store_that_is_somebody_elses_ends_a_crawl_at_once(
    content: str, tmp_path: Path, start_crawl: Start
) -> None:
    store = tmp_path / "letter.txt"
    store.write_text(content, encoding="utf-8")
    with start_crawl(["http://127.0.0.1:9/"], "-s", f"NEWSEXTRACT_STORE={store}") as process:
        printed, told = process.communicate(timeout=SECONDS)
    assert (process.returncode, printed) == (2, "")
    last = told.splitlines()[-1]
    assert last.startswith(f"newsextract: error: {store}: ")
    assert "Traceback" not in told
    assert store.read_text(encoding="utf-8") == content

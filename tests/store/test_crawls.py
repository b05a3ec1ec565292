"""Which crawls are under way."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from newsextract.store import SqliteStore, Store
from newsextract.store.crawls import CRAWL, ELSEWHERE_SECONDS, Crawls

StartProcess = Callable[..., "subprocess.Popen[str]"]

BEGIN_AND_STAY = """
import sys
from newsextract.store import open_store
from newsextract.store.crawls import Crawls
print(Crawls(open_store(sys.argv[1])).begin(), flush=True)
sys.stdin.readline()
"""


def test_a_crawl_is_under_way_from_its_beginning_to_its_end(store: Store) -> None:
    crawls = Crawls(store)
    first, second = crawls.begin(), crawls.begin()
    assert first != second
    assert [crawls.is_under_way(name) for name in (first, second, "other", "")] == [True, True, False, False]
    crawls.strike_dead()
    crawls.end(first)
    assert [crawls.is_under_way(name) for name in (first, second)] == [False, True]
    crawls.end(second)
    crawls.end(second)
    assert store.keys(CRAWL) == []


def test_a_crawl_that_was_killed_is_not(tmp_path: Path, start_process: StartProcess) -> None:
    path = tmp_path / "store.db"
    process = start_process(BEGIN_AND_STAY, str(path))
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    with closing(SqliteStore(path)) as store:
        crawls = Crawls(store)
        mine = crawls.begin()
        crawls.strike_dead()
        assert crawls.is_under_way(name)
        process.kill()
        process.wait()
        assert not crawls.is_under_way(name)
        assert set(store.keys(CRAWL)) == {name, mine}
        crawls.strike_dead()
        assert store.keys(CRAWL) == [mine]


def here(**values: Any) -> dict[str, Any]:
    """The record of this process, with some values changed."""
    from newsextract.store import MemoryStore

    store = MemoryStore()
    record = store.get(CRAWL, Crawls(store).begin())
    assert record is not None
    return {**record, **values}


@pytest.mark.parametrize(
    ("values", "lives"),
    [
        ({}, True),
        ({"began": 0}, True),
        ({"started": "1"}, False),  # the number was given to another process since
        ({"pid": 2**22 + 1}, False),
        ({"pid": 2**80}, False),
        ({"pid": 0}, False),
        ({"pid": -1}, False),
        ({"pid": None}, False),
        ({"pid": str(os.getpid())}, False),
        ({"host": "elsewhere"}, True),
        ({"host": "elsewhere", "began": time.time() - ELSEWHERE_SECONDS - 60}, False),
        ({"host": "elsewhere", "began": time.time() + 3600}, False),
        ({"host": "elsewhere", "began": "today"}, False),
        ({"host": None, "began": None}, False),
    ],
)
def test_records(values: dict[str, Any], lives: bool, store: Store) -> None:
    record = here(**values)
    store.update(CRAWL, "c", lambda _: record)
    crawls = Crawls(store)
    assert crawls.is_under_way("c") is lives
    crawls.strike_dead()
    assert store.keys(CRAWL) == (["c"] if lives else [])


@pytest.mark.parametrize("record", [[], "c", 7, {}, {"host": socket.gethostname()}])
def test_what_is_no_record_is_no_crawl(record: Any, store: Store) -> None:
    store.update(CRAWL, "c", lambda _: record)
    crawls = Crawls(store)
    assert not crawls.is_under_way("c")
    crawls.strike_dead()
    assert store.keys(CRAWL) == []


def test_a_process_of_somebody_else_lives(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    record = here()

    def forbidden(pid: int, number: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", forbidden)
    store.update(CRAWL, "c", lambda _: record)
    assert Crawls(store).is_under_way("c")

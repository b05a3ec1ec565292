"""Several processes use one file at the same time, and some of them are killed."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from newsextract.store import SqliteStore
from newsextract.store.migrations import APPLICATION_ID, MIGRATIONS, VERSION

RunTogether = Callable[..., list[str]]
StartProcess = Callable[..., "subprocess.Popen[str]"]

PROCESSES = 8
INCREMENTS = 250
PAGES = 60
FILES = 20
KILLS = 5
CONFIRMED = 20

COUNT = f"""
store = open_store(sys.argv[2])
for number in range({INCREMENTS}):
    store.update("count", "all", lambda value: (value or 0) + 1)
store.close()
"""
OPEN = f"""
stores = [open_store(sys.argv[2] + str(number)) for number in range({FILES})]
for store in stores:
    store.update("process", sys.argv[1], lambda value: 1)
    store.close()
"""
PUT = f"""
store = open_store(sys.argv[2])
for number in range({PAGES}):
    page = WaitingPage(site="s", url=str(number), cluster="c", about={{}}, body=b"x" * 10_000)
    if store.put_page(page):
        print(number)
store.close()
"""
DROP = f"""
store = open_store(sys.argv[2])
for number in range({PAGES}):
    if store.drop_page("s", str(number)):
        print(number)
store.close()
"""
WRITE_FOR_EVER = """
import itertools, sys
from newsextract.store import WaitingPage, open_store
store = open_store(sys.argv[1])
for number in itertools.count(int(sys.argv[2])):
    body = b"%09d" % number * 20_000
    store.put_page(WaitingPage(site="s", url=str(number), cluster="c", about={"n": number}, body=body))
    store.update("count", "all", lambda value: {"n": number, "again": [number] * 5_000})
    print(number, flush=True)
"""


def test_no_update_is_lost(tmp_path: Path, run_together: RunTogether) -> None:
    path = tmp_path / "store.sqlite"
    run_together(PROCESSES, COUNT, str(path))
    with closing(SqliteStore(path)) as store:
        assert store.get("count", "all") == PROCESSES * INCREMENTS


@pytest.mark.parametrize("version", [0, 1])
def test_a_file_is_made_or_migrated_once_however_many_open_it(
    tmp_path: Path, run_together: RunTogether, version: int
) -> None:
    paths = [tmp_path / f"store{number}" for number in range(FILES)]
    for path in paths * version:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(";".join(MIGRATIONS[0]))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("PRAGMA user_version = 1")
    run_together(PROCESSES, OPEN, str(tmp_path / "store"))
    for path in paths:
        with closing(SqliteStore(path)) as store:
            assert store.keys("process") == [str(number) for number in range(PROCESSES)]
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_page_is_put_by_one_process_and_dropped_by_one(tmp_path: Path, run_together: RunTogether) -> None:
    path = tmp_path / "store.sqlite"
    for script, left in ((PUT, PAGES), (DROP, 0)):
        told = run_together(PROCESSES, script, str(path))
        assert sorted(int(page) for output in told for page in output.split()) == list(range(PAGES))
        with closing(SqliteStore(path)) as store:
            assert store.count_waiting() == left


def test_nothing_is_torn_when_a_writer_is_killed(tmp_path: Path, start_process: StartProcess) -> None:
    path = tmp_path / "store.sqlite"
    number = -1
    for _ in range(KILLS):
        writer = start_process(WRITE_FOR_EVER, str(path), str(number + 1))
        assert writer.stdout is not None
        for _ in range(CONFIRMED):
            number = int(writer.stdout.readline())
        writer.kill()
        number = max([number, *map(int, writer.stdout.read().split())])
        with closing(SqliteStore(path)) as store:
            record = store.get("count", "all")
            assert record is not None
            # what was confirmed is there; what was under way is there as a whole, or not
            assert record["n"] in (number, number + 1)
            assert record["again"] == [record["n"]] * 5_000
            waiting = [int(url) for url in store.waiting("s")]
            assert waiting == list(range(len(waiting)))
            assert waiting[-1] in (number, number + 1)
            for place in waiting[-CONFIRMED:]:
                page = store.get_page("s", str(place))
                assert page is not None
                assert (page.about, page.body) == ({"n": place}, b"%09d" % place * 20_000)
            number = waiting[-1]
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

"""Files that cannot be opened, read or written: what is said, and that nothing is half written."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from newsextract.store import SqliteStore, StoreError, WaitingPage, database
from newsextract.store.database import Database

MakePage = Callable[..., WaitingPage]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path)) as store:
        yield store


@pytest.fixture
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody who writes to the store and does not end."""
    SqliteStore(path).close()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


def test_the_file_is_in_wal_mode_and_flushed_at_checkpoints(path: Path) -> None:
    with closing(Database(path)) as opened:
        assert opened.read("PRAGMA journal_mode", {}) == [(b"wal",)]
        assert opened.read("PRAGMA synchronous", {}) == [(1,)]
        assert opened.read("PRAGMA busy_timeout", {}) == [(30_000,)]


@pytest.mark.parametrize("name", ["a/b/c/store.sqlite", ":memory:", "file:a?mode=memory", "a b%20'\"新.db"])
def test_any_name_is_that_of_a_file_and_its_folder_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(SqliteStore(name)) as store:
        store.update("rule", "a", lambda _: 1)
    assert (tmp_path / name).is_file()
    with closing(SqliteStore(tmp_path / name)) as store:
        assert store.get("rule", "a") == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"xy", "file is not a database; name another file"),
        (b"<p>news</p>" * 1000, "file is not a database; name another file"),
        (b"\x00" * 8192, "file is not a database; name another file"),
        (b"SQLite format 3\x00" + b"?" * 4080, "(file is not a database|database disk image is malformed); "),
    ],
    ids=["bytes", "page", "zeros", "head"],
)
def test_what_is_no_database_is_refused_and_left_as_it_is(path: Path, content: bytes, reason: str) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match=rf"store\.sqlite: {reason}"):
        SqliteStore(path)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == ["store.sqlite"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".", r"is no file; name a file, which is made if it is not there"),
        ("pipe", r"is no file; name a file"),
        (
            "file/store.sqlite",
            r"store\.sqlite: cannot be made \(.*\); make the file and its folder writable, or",
        ),
        (
            "file/folder/store.sqlite",
            r"cannot be made \(.*\); make the file and its folder writable, or name",
        ),
        (
            "link",
            r"unable to open database file; make the file and its folder writable, or name another file",
        ),
        ("a\x00b", r"cannot be made \(.*null.*\); "),
        ("a" * 300, r"cannot be made \(.*too long.*\); |unable to open database file; make the file and"),
    ],
)
def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "missing" / "store.sqlite")
    with pytest.raises(StoreError, match=reason) as raised:
        SqliteStore(tmp_path / name)
    assert str(raised.value).startswith(f"{tmp_path / name}: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "link", "pipe"]


@pytest.mark.parametrize("exists", [True, False])
def test_a_place_that_may_not_be_written_to_is_refused(path: Path, exists: bool) -> None:
    if exists:
        SqliteStore(path).close()
        path.chmod(0o444)
    path.parent.chmod(0o555)
    if os.access(path.parent, os.W_OK):
        pytest.skip("nothing is forbidden to this user")
    with pytest.raises(
        StoreError, match=r"store\.sqlite: .*; make the file and its folder writable, or name"
    ):
        SqliteStore(path)
    path.parent.chmod(0o755)


def limit(store: SqliteStore, pragma: str) -> None:
    store._database.read(f"PRAGMA {pragma}", {})


@pytest.mark.parametrize(
    ("pragma", "reason"),
    [
        ("max_page_count = 20", "database or disk is full; make room on the disk and start again"),
        (
            "query_only = ON",
            "attempt to write a readonly database; make the file and its folder writable, or ",
        ),
    ],
)
def test_a_write_that_fails_changes_nothing(
    path: Path, store: SqliteStore, make_page: MakePage, pragma: str, reason: str
) -> None:
    big = os.urandom(200_000)
    store.update("rule", "a", lambda _: 1)
    store.put_page(make_page("u"))
    limit(store, pragma)
    writes: list[Callable[[], object]] = [
        lambda: store.update("rule", "a", lambda _: big.hex()),
        lambda: store.update("rule", "b", lambda _: big.hex()),
        lambda: store.put_page(make_page("v", body=big)),
    ]
    for write in writes:
        with pytest.raises(StoreError, match=rf"^{path}: {reason}"):
            write()
    with closing(SqliteStore(path)) as other:
        for seen in (store, other):
            assert (seen.get("rule", "a"), seen.keys("rule")) == (1, ["a"])
            assert seen.waiting("a.example") == ["u"]
        assert other.put_page(make_page("v", body=big))
    assert whole(path)


def test_what_was_written_before_the_disk_was_full_can_be_read(
    store: SqliteStore, make_page: MakePage
) -> None:
    limit(store, "max_page_count = 40")
    pages = (make_page(str(number), body=os.urandom(3000)) for number in range(100))
    with pytest.raises(StoreError, match="full"):
        assert all(map(store.put_page, pages))
    assert store.count_waiting() > 10
    assert all(store.get_page("a.example", url) for url in store.waiting("a.example"))
    limit(store, "max_page_count = 10000")
    assert all(store.drop_page("a.example", url) for url in store.waiting("a.example"))
    assert store.put_page(make_page(body=os.urandom(3000)))


def test_a_damaged_file_is_told(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        for number in range(200):
            store.update("rule", str(number), lambda _: "x" * 1000)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\x5a" * (len(data) - 4096))
    remedy = r"malformed; it is damaged: move it away, and a new one is made$"
    with pytest.raises(StoreError, match=remedy), closing(SqliteStore(path)) as store:
        store.get("rule", "150")


def test_a_file_whose_tables_are_gone_is_told(path: Path) -> None:
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE records")
    with (
        closing(SqliteStore(path)) as store,
        pytest.raises(StoreError, match="no such table: records; it is d"),
    ):
        store.get("rule", "a")


def test_readers_do_not_wait_for_a_writer(path: Path, store: SqliteStore, locked: sqlite3.Connection) -> None:
    began = time.monotonic()
    assert (store.get("rule", "a"), store.keys("rule"), store.count_waiting()) == (None, [], 0)
    assert time.monotonic() - began < 5


def test_it_tries_again_when_sqlite_does_not_wait(
    path: Path, monkeypatch: pytest.MonkeyPatch, locked: sqlite3.Connection
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.0)
    writer = threading.Timer(0.2, locked.rollback)
    writer.start()
    with closing(SqliteStore(path)) as store:
        assert store.update("rule", "a", lambda _: 1) == 1
    writer.join()


def test_patience_ends(path: Path, monkeypatch: pytest.MonkeyPatch, locked: sqlite3.Connection) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.0)
    monkeypatch.setattr(database, "PATIENCE_SECONDS", 0.1)
    reason = (
        r"store\.sqlite: database is locked; another process keeps writing to it: end it, or name another"
    )
    with pytest.raises(StoreError, match=reason):
        SqliteStore(path)


def whole(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

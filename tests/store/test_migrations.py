"""Files of every version can be opened, and those that are not ours stay as they are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from newsextract.store import SqliteStore, StoreError
from newsextract.store.migrations import APPLICATION_ID, MIGRATIONS, VERSION

VERSION_1 = """
CREATE TABLE records (kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, UNIQUE (kind, key));
CREATE TABLE pages (number INTEGER PRIMARY KEY, site TEXT NOT NULL, url TEXT NOT NULL,
    cluster TEXT NOT NULL, about BLOB NOT NULL, body BLOB NOT NULL, UNIQUE (site, url));
CREATE INDEX pages_by_cluster ON pages (site, cluster);
INSERT INTO records VALUES ('rule', 'a', CAST('{"steps":["div"]}' AS BLOB));
INSERT INTO pages VALUES (7, 'a.example', 'u', 'c1', CAST('{}' AS BLOB), x'7801b329b0030001d500eb');
PRAGMA application_id = 1313167187;
PRAGMA user_version = 1;
"""
"""As it was written then. Not made with today's steps: they could be changed by mistake."""

TABLES = "SELECT name, replace(replace(replace(sql, char(10), ''), '  ', ' '), '  ', ' ') FROM sqlite_master"


def made(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def test_a_new_file_says_whose_it_is_and_of_which_version(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    SqliteStore(path).close()
    assert rows(path, "PRAGMA application_id") == [(0x4E455753,)]
    assert rows(path, "PRAGMA user_version") == [(VERSION,)] == [(2,)]


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite"
    path.write_bytes(b"")
    with closing(SqliteStore(path)) as store:
        assert store.update("rule", "a", lambda _: 1) == 1


def test_version_1_keeps_what_it_holds_and_gets_the_form_of_a_new_file(tmp_path: Path) -> None:
    path = made(tmp_path / "old.sqlite", VERSION_1)
    with closing(SqliteStore(path)) as store:
        assert store.get("rule", "a") == {"steps": ["div"]}
        page = store.get_page("a.example", "u")
        assert page is not None
        assert (page.cluster, page.about, page.body) == ("c1", {}, b"<p>")
        assert rows(path, "SELECT key, changed FROM records") == [("a", None)]
        store.update("rule", "a", lambda _: 1)
    assert rows(path, "PRAGMA user_version") == [(2,)]
    assert rows(path, "SELECT count(*) FROM records WHERE changed LIKE '20__-__-__T%+00:00'") == [(1,)]
    SqliteStore(tmp_path / "new.sqlite").close()
    assert rows(path, TABLES) == rows(tmp_path / "new.sqlite", TABLES)


def test_a_file_of_the_present_version_is_not_written_to_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    SqliteStore(path).close()
    before = path.read_bytes()
    SqliteStore(path).close()
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path / "old.sqlite", VERSION_1)
    broken = (*MIGRATIONS, ("DELETE FROM records", "DROP TABLE pages", "ALTER TABLE absent ADD COLUMN a"))
    with monkeypatch.context() as patch:
        patch.setattr("newsextract.store.migrations.MIGRATIONS", broken)
        patch.setattr("newsextract.store.migrations.VERSION", 3)
        with pytest.raises(StoreError, match=r"old\.sqlite: no such table: absent; "):
            SqliteStore(path)
    assert rows(path, "PRAGMA user_version") == [(1,)]
    with closing(SqliteStore(path)) as store:
        assert (store.keys("rule"), store.count_waiting()) == (["a"], 1)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("CREATE TABLE a (b)", "is the database of another program; name another file"),
        ("PRAGMA user_version = 2", "is the database of another program; name another file"),
        ("PRAGMA application_id = 7", "is the database of another program; name another file"),
        (
            f"PRAGMA journal_mode = WAL; CREATE TABLE a (b); PRAGMA user_version = {VERSION}",
            "is the database of another program; name another file",
        ),
        (
            f"PRAGMA application_id = {APPLICATION_ID}",
            "is the database of another program; name another file",
        ),
        (
            f"{VERSION_1} PRAGMA user_version = 99",
            "is of version 99 and this newsextract reads up to 2; update newsextract or name another file",
        ),
    ],
    ids=["tables", "version", "application", "wal", "no version", "newer"],
)
def test_what_is_not_ours_is_refused_and_left_as_it_is(tmp_path: Path, script: str, reason: str) -> None:
    path = made(tmp_path / "other.sqlite", script)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=rf"other\.sqlite: {reason}$"):
        SqliteStore(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["other.sqlite"]

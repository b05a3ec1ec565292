"""What is particular to the file: it lasts, and what others wrote into it is not believed."""

from __future__ import annotations

import logging
import sqlite3
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from newsextract.store import SqliteStore, WaitingPage

MakePage = Callable[..., WaitingPage]
Rejected = list[tuple[str, str, str]]
BOUND = 1000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.fixture
def store(path: Path, rejected: Rejected) -> Iterator[SqliteStore]:
    with closing(
        SqliteStore(path, on_rejected=lambda *report: rejected.append(report), max_bytes=BOUND)
    ) as store:
        yield store


def plant(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(sql, values).rowcount > 0


def stored(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def test_everything_is_there_when_it_is_opened_again(path: Path, make_page: MakePage) -> None:
    pages = [make_page(str(number), body=b"%d" % number) for number in range(3)]
    with closing(SqliteStore(path)) as first:
        first.update("rule", "a", lambda _: {"steps": ["div"]})
        assert all(first.put_page(page) for page in pages)
    with closing(SqliteStore(str(path))) as second:
        assert second.get("rule", "a") == {"steps": ["div"]}
        assert [second.get_page("a.example", url) for url in second.waiting("a.example")] == pages
    assert [file.name for file in path.parent.iterdir()] == ["store.sqlite"]


def test_another_store_of_the_same_file_sees_each_step(path: Path, make_page: MakePage) -> None:
    with closing(SqliteStore(path)) as one, closing(SqliteStore(path)) as other:
        one.update("rule", "a", lambda _: 1)
        assert other.update("rule", "a", lambda value: (value or 0) + 1) == 2
        assert one.get("rule", "a") == 2
        assert [one.put_page(make_page()), other.put_page(make_page())] == [True, False]
        assert [other.drop_page("a.example", make_page().url), one.count_waiting()] == [True, 0]


def test_bodies_are_packed(path: Path, make_page: MakePage) -> None:
    with closing(SqliteStore(path)) as store:
        store.put_page(make_page(body=b"<p>news</p>" * 1000))
    ((body,),) = stored(path, "SELECT body FROM pages")
    assert isinstance(body, bytes)
    assert len(body) < 200
    assert zlib.decompress(body) == b"<p>news</p>" * 1000


def test_a_record_has_the_time_it_was_last_written(store: SqliteStore, path: Path) -> None:
    store.update("rule", "a", lambda _: 1)
    plant(path, "UPDATE records SET changed = '2001-01-01T00:00:00+00:00'")
    store.update("rule", "a", lambda _: 1)
    ((changed,),) = stored(path, "SELECT changed FROM records")
    moment = datetime.fromisoformat(str(changed))
    assert moment.utcoffset() == timedelta(0)
    assert abs(datetime.now(timezone.utc) - moment) < timedelta(seconds=60)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("CAST('{\"a\": 1' AS BLOB)", "is no JSON (Expecting ',' delimiter: line 1 column 8 (char 7))"),
        ("CAST('NaN' AS BLOB)", "is no JSON (NaN is no number of JSON)"),
        ("x'22ff22'", "is no JSON ('utf-8' codec can't decode byte 0xff in position 1: invalid start byte)"),
        ("'{}'", "is stored as text, not as bytes"),
        ("17", "is stored as integer, not as bytes"),
        ("1.5", "is stored as real, not as bytes"),
        ("zeroblob(1001)", "is longer than 1,000 bytes"),
    ],
)
def test_a_record_that_is_not_of_our_making_is_rejected_and_left(
    store: SqliteStore, path: Path, rejected: Rejected, value: str, reason: str
) -> None:
    store.update("rule", "a", lambda _: 1)
    store.update("rule", "b", lambda _: 2)
    plant(path, f"UPDATE records SET value = {value} WHERE key = 'a'")  # noqa: S608  of the table above
    before = stored(path, "SELECT typeof(value), substr(value, 1, 2000) FROM records")
    assert (store.get("rule", "a"), store.get("rule", "b"), store.keys("rule")) == (None, 2, ["a", "b"])
    assert rejected == [("rule", "a", reason)]
    assert stored(path, "SELECT typeof(value), substr(value, 1, 2000) FROM records") == before

    assert store.update("rule", "a", lambda present: ["was", present]) == ["was", None]
    assert (store.get("rule", "a"), len(rejected)) == (["was", None], 2)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("about = CAST('[1]' AS BLOB)", "is no JSON object"),
        ("about = CAST('{' AS BLOB)", "is no JSON ("),
        ("about = '{}'", "is stored as text, not as bytes"),
        ("about = zeroblob(1001)", "is longer than 1,000 bytes"),
        ("body = 'text'", "is stored as text, not as bytes"),
        ("body = CAST('<p>' AS BLOB)", "cannot be unpacked (Error -3"),
        ("body = substr(body, 1, 5)", "cannot be unpacked (it does not end where it should)"),
        ("body = zeroblob(100000)", "is longer than 1,065 bytes"),
        ("cluster = CAST(x'ff' AS TEXT)", "'utf-8' codec"),
    ],
)
def test_a_page_that_is_not_of_our_making_is_rejected_until_it_is_dropped(
    store: SqliteStore, path: Path, rejected: Rejected, make_page: MakePage, change: str, reason: str
) -> None:
    store.put_page(make_page("u"))
    store.put_page(make_page("v"))
    plant(path, f"UPDATE pages SET {change} WHERE url = 'u'")  # noqa: S608  of the table above
    assert [store.get_page("a.example", url) for url in ("u", "v")] == [None, make_page("v")]
    assert [(kind, key, why[: len(reason)]) for kind, key, why in rejected] == [("waiting page", "u", reason)]
    assert store.waiting("a.example") == ["u", "v"]
    assert [store.drop_page("a.example", "u") for _ in range(2)] == [True, False]


def test_a_planted_bomb_is_refused(
    store: SqliteStore, path: Path, rejected: Rejected, make_page: MakePage
) -> None:
    store.put_page(make_page("u"))
    bomb = zlib.compress(bytes(500_000))
    assert len(bomb) < BOUND
    plant(path, "UPDATE pages SET body = ?", bomb)
    assert store.get_page("a.example", "u") is None
    assert rejected == [("waiting page", "u", "is longer than 1,000 bytes when unpacked")]


@pytest.mark.parametrize("value", ["zeroblob(20000000)", "hex(zeroblob(10000000))"], ids=["bytes", "text"])
def test_what_is_too_long_is_not_read_into_memory(
    store: SqliteStore, path: Path, rejected: Rejected, make_page: MakePage, value: str
) -> None:
    store.update("rule", "a", lambda _: 1)
    store.put_page(make_page("u"))
    store.put_page(make_page("v"))
    plant(path, f"UPDATE records SET value = {value}")  # noqa: S608  of the list above
    plant(path, f"UPDATE pages SET about = {value} WHERE url = 'u'")  # noqa: S608
    plant(path, f"UPDATE pages SET body = {value} WHERE url = 'v'")  # noqa: S608
    tracemalloc.start()
    try:
        found = [store.get("rule", "a"), *(store.get_page("a.example", url) for url in ("u", "v"))]
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert found == [None] * 3
    assert len(rejected) == 3


def test_names_that_are_no_utf8_are_left_out(
    store: SqliteStore, path: Path, rejected: Rejected, make_page: MakePage
) -> None:
    store.update("rule", "a", lambda _: 1)
    store.put_page(make_page("u"))
    plant(path, "INSERT INTO records (kind, key, value) VALUES ('rule', CAST(x'ff' AS TEXT), x'31')")
    plant(path, "INSERT INTO pages SELECT 9, site, CAST(x'fe41' AS TEXT), cluster, about, body FROM pages")
    assert (store.keys("rule"), store.waiting("a.example")) == (["a"], ["u"])
    assert rejected == [
        ("rule", r"\xff", "has a name that is no UTF-8"),
        ("waiting page", r"\xfeA", "has a name that is no UTF-8"),
    ]


def test_what_is_rejected_stands_in_the_log_unless_somebody_else_is_told(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SqliteStore(path)) as store:
        store.update("rule", "a\nb", lambda _: 1)
        plant(path, "UPDATE records SET value = 1")
        assert store.get("rule", "a\nb") is None
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.WARNING, r"Stored rule 'a\nb' is stored as integer, not as bytes; it is left out")
    ]

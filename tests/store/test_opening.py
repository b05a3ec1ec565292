"""A path means a file, an empty one memory."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from newsextract.errors import NewsextractError
from newsextract.store import MemoryStore, SqliteStore, StoreError, WaitingPage, open_store


@pytest.mark.parametrize(("name", "kind"), [("", MemoryStore), ("store.sqlite", SqliteStore)])
def test_the_kind_of_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: type[object]
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(open_store(name, max_bytes=10)) as store:
        assert type(store) is kind
        with pytest.raises(StoreError, match="has 11 bytes, more than 10"):
            store.put_page(WaitingPage(site="s", url="u", cluster="c", about={}, body=b"x" * 11))
    assert [file.name for file in tmp_path.iterdir()] == [name] * bool(name)


def test_it_tells_who_is_to_be_told(tmp_path: Path) -> None:
    rejected: list[tuple[str, str, str]] = []
    path = str(tmp_path / "a.sqlite")
    with closing(open_store(path, on_rejected=lambda *report: rejected.append(report))) as store:
        store.update("rule", "a", lambda _: 1)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE records SET value = 'text'")
        assert store.get("rule", "a") is None
    assert rejected == [("rule", "a", "is stored as text, not as bytes")]


def test_an_address_is_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        StoreError, match=r"^other://host/0: there is no store of this kind; give the path of"
    ):
        open_store("other://host/0")
    assert list(tmp_path.iterdir()) == []
    assert issubclass(StoreError, NewsextractError)

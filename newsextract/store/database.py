"""The one file that processes and threads share: SQLite, with patience and with errors that say what to do.

In WAL mode readers and the writer do not wait for each other, and a process that is killed leaves no half of
a transaction behind. With ``synchronous=NORMAL`` a power cut may cost the last transactions, never the file.
WAL needs memory that all users share, so the file has to lie on a disk of this machine.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from newsextract.errors import StoreError
from newsextract.store.migrations import migrate

BUSY_SECONDS = 30.0
"""How long SQLite waits for another writer. One of ours is done in milliseconds."""

PATIENCE_SECONDS = 60.0
"""How long to try again when SQLite says "locked" all the same: it does not wait at all when the mode is set
to WAL, nor while another process recovers the file after a crash."""

PAUSE_SECONDS = 0.01
"""Time between two tries: that of several writes of ours."""

_BUSY = ("locked", "locking protocol")  # there are error codes only from Python 3.11 on
_WRITABLE = "make the file and its folder writable, or name another file"
_REMEDIES = (
    ("not a database", "name another file"),
    ("malformed", "it is damaged: move it away, and a new one is made"),
    ("no such", "it is damaged: move it away, and a new one is made"),
    ("full", "make room on the disk and start again"),
    ("readonly", _WRITABLE),
    ("unable to open", _WRITABLE),
    ("closed", "open it again"),
    *((words, "another process keeps writing to it: end it, or name another file") for words in _BUSY),
)
_OTHER_REMEDY = "check the disk and the room on it, or name another file"

_Result = TypeVar("_Result")


class Database:
    """A connection to the file, which is made or migrated where it has to be. Threads take turns.

    Text comes back as bytes: what stands in the file need not be UTF-8. All that fails raises StoreError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()  # entered again by what is read inside of ``writing``
        self._connection = self._connect()
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def read(self, sql: str, values: Mapping[str, object]) -> list[Any]:
        """The rows of a query."""
        return self._patiently(lambda connection: connection.execute(sql, values).fetchall())

    def write(self, sql: str, values: Mapping[str, object]) -> int:
        """Run a statement inside of ``writing``. Gives the number of rows that it changed."""
        return self._patiently(lambda connection: connection.execute(sql, values).rowcount)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One step that no other process can come between. All that is written in it is kept, or nothing."""
        with self._lock:
            if self._patiently(lambda connection: connection.in_transaction):
                raise RuntimeError("a change must not write to the store it is made in")
            try:
                self.write("BEGIN IMMEDIATE", {})
                yield
                self.write("COMMIT", {})
            except BaseException:
                with suppress(sqlite3.Error):  # what happened first is what matters
                    self._connection.rollback()
                raise

    def close(self) -> None:
        """End the connection; the second time does nothing."""
        with self._lock:
            self._connection.close()

    def _prepare(self) -> None:
        # First of all, as it changes nothing in a file that is not ours; and each time, so that a file that
        # cannot be written to is found out before the crawl.
        with self.writing():
            try:
                self._patiently(migrate)
            except ValueError as error:
                raise StoreError(f"{self.path}: {error}") from error
        self.read("PRAGMA journal_mode = WAL", {})
        self.read("PRAGMA synchronous = NORMAL", {})

    def _connect(self) -> sqlite3.Connection:
        try:
            if self.path.exists() and not self.path.is_file():
                raise StoreError(f"{self.path}: is no file; name a file, which is made if it is not there")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                os.path.abspath(self.path),  # so that ":memory:" is a name like others
                timeout=BUSY_SECONDS,
                isolation_level=None,  # transactions begin and end where this module says so
                check_same_thread=False,
            )
        except (OSError, ValueError) as error:
            raise StoreError(f"{self.path}: cannot be made ({error}); {_WRITABLE}") from error
        except sqlite3.Error as error:
            raise self._explained(error) from error
        connection.text_factory = bytes
        return connection

    def _patiently(self, run: Callable[[sqlite3.Connection], _Result]) -> _Result:
        with self._lock:
            deadline = time.monotonic() + PATIENCE_SECONDS
            while True:
                try:
                    return run(self._connection)
                except sqlite3.Error as error:
                    is_busy = any(words in str(error) for words in _BUSY)
                    if not is_busy or time.monotonic() >= deadline:
                        raise self._explained(error) from error
                time.sleep(PAUSE_SECONDS)

    def _explained(self, error: sqlite3.Error) -> StoreError:
        remedies = (remedy for words, remedy in _REMEDIES if words in str(error))
        return StoreError(f"{self.path}: {error}; {next(remedies, _OTHER_REMEDY)}")

"""Which crawls are under way, so that the pages of one that was killed can be told from those of one that
still works."""

from __future__ import annotations

import os
import socket
import time
import uuid
from pathlib import Path

from newsextract.store.interface import Json, Store

CRAWL = "crawl"
"""The kind of the records."""

ELSEWHERE_SECONDS = 24 * 3600.0
"""How long a crawl of another machine counts as under way after it began: nobody can ask for its process."""


class Crawls:
    """The crawls that use a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self) -> str:
        """Enter this process; gives the name of its crawl."""
        name = uuid.uuid4().hex
        self._store.update(CRAWL, name, lambda _: _this_process())
        return name

    def end(self, name: str) -> None:
        """Strike the crawl out."""
        self._store.update(CRAWL, name, lambda _: None)

    def is_under_way(self, name: str) -> bool:
        """Whether a crawl has begun and not ended, and its process lives."""
        record = self._store.get(CRAWL, name)
        return record is not None and _lives(record)

    def strike_dead(self) -> None:
        """Strike out the crawls whose processes have died."""
        for name in self._store.keys(CRAWL):
            self._store.update(CRAWL, name, lambda record: record if _lives(record) else None)


def _this_process() -> Json:
    pid = os.getpid()
    return {"host": socket.gethostname(), "pid": pid, "started": _started(pid), "began": time.time()}


def _lives(record: Json) -> bool:
    """Whether the process of a record is there, and is the same: numbers are given out again."""
    if not isinstance(record, dict):
        return False
    host, pid, began = record.get("host"), record.get("pid"), record.get("began")
    if host != socket.gethostname():
        return isinstance(began, (int, float)) and 0 <= time.time() - began < ELSEWHERE_SECONDS
    if not isinstance(pid, int) or pid <= 0:
        return False
    return _exists(pid) and record.get("started") == _started(pid)


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it is there, and is somebody else's
        return True
    return True


def _started(pid: int) -> str:
    """When a process was started, in the kernel's count; empty where there is no such file."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    return fields.rpartition(")")[2].split()[19]

"""A store in one SQLite file, which several crawls may use at the same time."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path

from newsextract.store.database import Database
from newsextract.store.encoding import MAX_BYTES, decode, decode_object, encode, pack, packed_bound, unpack
from newsextract.store.interface import PAGE, Change, Json, OnRejected, WaitingPage, log_rejected

# Neither typeof nor length of a blob reads it, so what is too long is never in memory.
_GET = """
SELECT typeof(value), CASE WHEN typeof(value) = 'blob' AND length(value) <= :most THEN value END
FROM records WHERE kind = :kind AND key = :key
"""
_KEYS = "SELECT key FROM records WHERE kind = :kind"
_PUT = """
INSERT INTO records (kind, key, value, changed) VALUES (:kind, :key, :value, :changed)
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, changed = excluded.changed
"""
_DELETE = "DELETE FROM records WHERE kind = :kind AND key = :key"

_PUT_PAGE = """
INSERT INTO pages (site, url, cluster, about, body) VALUES (:site, :url, :cluster, :about, :body)
ON CONFLICT (site, url) DO NOTHING
"""
_WAITING = "SELECT url FROM pages WHERE site = :site ORDER BY number"
_WAITING_OF_CLUSTER = "SELECT url FROM pages WHERE site = :site AND cluster = :cluster ORDER BY number"
_COUNT = "SELECT count(*) FROM pages"
_COUNT_OF_SITE = "SELECT count(*) FROM pages WHERE site = :site"
_GET_PAGE = """
SELECT cluster,
    typeof(about), CASE WHEN typeof(about) = 'blob' AND length(about) <= :most THEN about END,
    typeof(body), CASE WHEN typeof(body) = 'blob' AND length(body) <= :most_packed THEN body END
FROM pages WHERE site = :site AND url = :url
"""
_DROP_PAGE = "DELETE FROM pages WHERE site = :site AND url = :url"


class SqliteStore:
    """Keeps everything in the file, which is made, with its folder, if it is not there.

    A row that is not of our making is told to ``on_rejected``. It is left in the file until it is written
    over. Raises StoreError for a file that cannot be used.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        on_rejected: OnRejected = log_rejected,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._on_rejected = on_rejected
        self._max_bytes = max_bytes
        self._database = Database(Path(path))

    def get(self, kind: str, key: str) -> Json | None:
        """See ``Store``."""
        values = {"kind": _bound(kind), "key": _bound(key), "most": self._max_bytes}
        for stored_as, data in self._database.read(_GET, values):
            try:
                return decode(_blob(stored_as, data, self._max_bytes), self._max_bytes)
            except ValueError as error:
                self._on_rejected(kind, key, str(error))
        return None

    def keys(self, kind: str) -> list[str]:
        """See ``Store``."""
        return sorted(self._texts(kind, self._database.read(_KEYS, {"kind": _bound(kind)})))

    def update(self, kind: str, key: str, change: Change) -> Json | None:
        """See ``Store``."""
        values: dict[str, object] = {"kind": _bound(kind), "key": _bound(key)}
        with self._database.writing():
            value = change(self.get(kind, key))
            if value is None:
                self._database.write(_DELETE, values)
                return None
            data, value = encode(value, self._max_bytes, f"{kind} {key!r}")
            self._database.write(_PUT, {**values, "value": data, "changed": _now()})
            return value

    def put_page(self, page: WaitingPage) -> bool:
        """See ``Store``."""
        name = f"page {page.url!r}"
        about, _ = encode(page.about, self._max_bytes, name)
        values = {
            "site": _bound(page.site),
            "url": _bound(page.url),
            "cluster": _bound(page.cluster),
            "about": about,
            "body": pack(page.body, self._max_bytes, name),
        }
        with self._database.writing():
            return self._database.write(_PUT_PAGE, values) == 1

    def waiting(self, site: str, cluster: str | None = None) -> list[str]:
        """See ``Store``."""
        if cluster is None:
            rows = self._database.read(_WAITING, {"site": _bound(site)})
        else:
            rows = self._database.read(
                _WAITING_OF_CLUSTER, {"site": _bound(site), "cluster": _bound(cluster)}
            )
        return list(self._texts(PAGE, rows))

    def count_waiting(self, site: str | None = None) -> int:
        """See ``Store``."""
        if site is None:
            rows = self._database.read(_COUNT, {})
        else:
            rows = self._database.read(_COUNT_OF_SITE, {"site": _bound(site)})
        return int(rows[0][0])

    def get_page(self, site: str, url: str) -> WaitingPage | None:
        """See ``Store``."""
        most, most_packed = self._max_bytes, packed_bound(self._max_bytes)
        values = {"site": _bound(site), "url": _bound(url), "most": most, "most_packed": most_packed}
        for cluster, about_as, about, body_as, body in self._database.read(_GET_PAGE, values):
            try:
                return WaitingPage(
                    site=site,
                    url=url,
                    cluster=_text(cluster),
                    about=decode_object(_blob(about_as, about, most), most),
                    body=unpack(_blob(body_as, body, most_packed), most),
                )
            except ValueError as error:
                self._on_rejected(PAGE, url, str(error))
        return None

    def drop_page(self, site: str, url: str) -> bool:
        """See ``Store``."""
        with self._database.writing():
            return self._database.write(_DROP_PAGE, {"site": _bound(site), "url": _bound(url)}) == 1

    def close(self) -> None:
        """See ``Store``."""
        self._database.close()

    def _texts(self, kind: str, rows: Iterable[tuple[bytes]]) -> Iterable[str]:
        for (data,) in rows:
            try:
                yield _text(data)
            except ValueError:
                self._on_rejected(
                    kind, data.decode("utf-8", "backslashreplace"), "has a name that is no UTF-8"
                )


def _bound(text: str) -> str | bytes:
    """A text as SQLite takes it: one with lone surrogates, which is no UTF-8, as bytes."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _blob(stored_as: bytes, data: bytes | None, most: int) -> bytes:
    """What a query gave for a column of bytes. Raises ValueError where there is something else."""
    if stored_as != b"blob":
        raise ValueError(f"is stored as {stored_as.decode()}, not as bytes")
    if data is None:
        raise ValueError(f"is longer than {most:,} bytes")
    return data


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")

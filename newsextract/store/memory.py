"""A store that lasts as long as the program: for the Python API, and for crawls that remember nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from newsextract.errors import StoreError
from newsextract.store.encoding import MAX_BYTES, decode, decode_object, encode, pack, unpack
from newsextract.store.interface import PAGE, Change, Json, OnRejected, WaitingPage, log_rejected


@dataclass(frozen=True, slots=True)
class _Packed:
    cluster: str
    about: bytes
    body: bytes


class MemoryStore:
    """Keeps everything as it would be on a disk, so that nobody changes what is inside by accident."""

    def __init__(self, *, on_rejected: OnRejected = log_rejected, max_bytes: int = MAX_BYTES) -> None:
        self._on_rejected = on_rejected  # a deep value, asked for where Python has few calls left
        self._max_bytes = max_bytes
        self._lock = threading.RLock()  # entered again by a change that reads
        self._is_writing = self._is_closed = False
        self._records: dict[tuple[str, str], bytes] = {}
        self._pages: dict[tuple[str, str], _Packed] = {}

    def get(self, kind: str, key: str) -> Json | None:
        """See ``Store``."""
        with self._reading():
            data = self._records.get((kind, key))
        try:
            return None if data is None else decode(data, self._max_bytes)
        except ValueError as error:
            self._on_rejected(kind, key, str(error))
            return None

    def keys(self, kind: str) -> list[str]:
        """See ``Store``."""
        with self._reading():
            return sorted(key for of_kind, key in self._records if of_kind == kind)

    def update(self, kind: str, key: str, change: Change) -> Json | None:
        """See ``Store``."""
        with self._writing():
            value = change(self.get(kind, key))
            if value is None:
                self._records.pop((kind, key), None)
                return None
            self._records[kind, key], value = encode(value, self._max_bytes, f"{kind} {key!r}")
            return value

    def put_page(self, page: WaitingPage) -> bool:
        """See ``Store``."""
        name = f"page {page.url!r}"
        about, _ = encode(page.about, self._max_bytes, name)
        packed = _Packed(page.cluster, about, pack(page.body, self._max_bytes, name))
        with self._writing():
            return self._pages.setdefault((page.site, page.url), packed) is packed

    def waiting(self, site: str, cluster: str | None = None) -> list[str]:
        """See ``Store``."""
        with self._reading():
            return [
                url
                for (of_site, url), page in self._pages.items()
                if of_site == site and cluster in (None, page.cluster)
            ]

    def count_waiting(self, site: str | None = None) -> int:
        """See ``Store``."""
        with self._reading():
            return sum(site in (None, of_site) for of_site, _ in self._pages)

    def get_page(self, site: str, url: str) -> WaitingPage | None:
        """See ``Store``."""
        with self._reading():
            packed = self._pages.get((site, url))
        if packed is None:
            return None
        try:
            about = decode_object(packed.about, self._max_bytes)
        except ValueError as error:
            self._on_rejected(PAGE, url, str(error))
            return None
        body = unpack(packed.body, self._max_bytes)
        return WaitingPage(site=site, url=url, cluster=packed.cluster, about=about, body=body)

    def drop_page(self, site: str, url: str) -> bool:
        """See ``Store``."""
        with self._writing():
            return self._pages.pop((site, url), None) is not None

    def close(self) -> None:
        """See ``Store``. Forgets everything."""
        with self._lock:
            self._is_closed = True
            self._records.clear()
            self._pages.clear()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock:
            if self._is_closed:
                raise StoreError("the store in memory is closed; open another")
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._reading():
            if self._is_writing:
                raise RuntimeError("a change must not write to the store it is made in")
            self._is_writing = True
            try:
                yield
            finally:
                self._is_writing = False

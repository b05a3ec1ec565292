"""What a store does, and the values it takes and gives."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Json = Any
"""What JSON can hold: None, bool, int, finite float, str, and lists and dicts (with str keys) of these."""

Change = Callable[[Json | None], Json | None]
OnRejected = Callable[[str, str, str], None]
"""Told the kind, the key and the reason (``is no JSON (...)``) of what is stored but cannot be used."""

PAGE = "waiting page"
"""The kind that a page has when it is rejected; its address is the key."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPage:
    """A page that was fetched and is to be read later. ``site`` and ``url`` together are its key."""

    site: str
    url: str
    cluster: str
    about: dict[str, Json]
    """What its owner needs to bring it back."""
    body: bytes
    """As it was fetched."""


def log_rejected(kind: str, key: str, reason: str) -> None:
    """What stores do about what cannot be used, unless they are told otherwise."""
    logger.warning("Stored %s %r %s; it is left out", kind, key, reason)


class Store(Protocol):
    """Records by kind and key, and pages that wait.

    Threads may share one. Whatever cannot be done raises StoreError and leaves everything as it was. What was
    stored but cannot be used (damaged, planted) is reported, left where it is, and treated as not there.
    """

    def get(self, kind: str, key: str) -> Json | None:
        """A record, None when there is none. It is a copy: changing it changes nothing here."""

    def keys(self, kind: str) -> list[str]:
        """The keys of all records of a kind, sorted."""

    def update(self, kind: str, key: str, change: Change) -> Json | None:
        """Read, change and write a record in one step that no other process can come between.

        ``change`` gets the record, None when there is none; what it returns is kept, and None deletes. If it
        raises, nothing is written. It only computes, while others wait: it may be called again where somebody
        did come between, and must not write to the store. Gives what is stored now.
        """

    def put_page(self, page: WaitingPage) -> bool:
        """Let a page wait. False, and nothing is changed, when one of its site and address waits already."""

    def waiting(self, site: str, cluster: str | None = None) -> list[str]:
        """Addresses of the pages of a site that wait, of one cluster or of all, in the order they came."""

    def count_waiting(self, site: str | None = None) -> int:
        """How many pages of a site, or of all, wait."""

    def get_page(self, site: str, url: str) -> WaitingPage | None:
        """A page that waits, and goes on waiting until it is dropped. None when it does not wait or cannot be
        used."""

    def drop_page(self, site: str, url: str) -> bool:
        """End a page's waiting. Of all who drop the same page, one alone is told True: the page is theirs."""

    def close(self) -> None:
        """End. The store cannot be used afterwards; closing it again does nothing."""

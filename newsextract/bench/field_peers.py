"""Titles, days and authors as other extractors give them, each with its own options. None touches the
network.

They are asked for these alone where they can be: trafilatura for its metadata. Loaded as ``peers`` are.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from newsextract.bench.peers import PEERS
from newsextract.errors import PeerError


class FieldsFound(NamedTuple):
    """What was found on a page. None for a field that the contestant does not give at all."""

    title: str | None = None
    date: str | None = None
    """Starts with year, month and day; empty for none."""
    authors: tuple[str, ...] | None = None
    title_source: str = ""
    confidence: float | None = None


FieldPeer = Callable[[str, str], FieldsFound]
"""From the decoded page and its address."""

_BETWEEN_AUTHORS = re.compile(r"\s*;\s*")


def _load_trafilatura() -> FieldPeer:
    from trafilatura import extract_metadata

    def read(text: str, url: str) -> FieldsFound:
        found = extract_metadata(text, default_url=url or None)
        authors = _BETWEEN_AUTHORS.split(found.author or "") if found else []
        return FieldsFound(
            (found.title or "") if found else "",
            (found.date or "") if found else "",
            tuple(filter(None, authors)),
        )

    return read


def _load_readability() -> FieldPeer:
    from readability import Document

    return lambda text, url: FieldsFound(Document(text).short_title() or "")


def _load_goose3() -> FieldPeer:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})

    def read(text: str, url: str) -> FieldsFound:
        found = goose.extract(raw_html=text)
        return FieldsFound(
            found.title or "",
            day_of(found.publish_datetime_utc or found.publish_date),
            _strings(found.authors),
        )

    return read


def _load_newspaper4k() -> FieldPeer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns on import that nltk, used for summaries alone, is missing
        from newspaper import Article

    def read(text: str, url: str) -> FieldsFound:
        # An article without an address is refused; the images would be fetched.
        article = Article(url or "http://unknown.example/", fetch_images=False, memorize_articles=False)
        article.download(input_html=text)
        article.parse()
        return FieldsFound(article.title or "", day_of(article.publish_date), tuple(article.authors))

    return read


FIELD_PEERS: dict[str, Callable[[], FieldPeer]] = {
    "trafilatura": _load_trafilatura,
    "readability": _load_readability,
    "goose3": _load_goose3,
    "newspaper4k": _load_newspaper4k,
}


def _strings(values: Iterable[Any]) -> tuple[str, ...]:
    """goose3 gives what stands in JSON-LD, lists and objects among it."""
    return tuple(value for value in values if isinstance(value, str))


def day_of(date: Any) -> str:
    """A peer's date, an object or a string, as text that starts with the day if it is one in ISO 8601."""
    return date.isoformat() if hasattr(date, "isoformat") else str(date or "")


def load_field_peer(name: str) -> FieldPeer:
    """Import a peer; the message of the error says what is allowed, or how to install it."""
    load = FIELD_PEERS.get(name)
    if load is None:
        raise PeerError(f"{name!r} gives no titles, days or authors; these do: {', '.join(FIELD_PEERS)}")
    try:
        read = load()
    except ImportError as error:
        raise PeerError(
            f"peer {name!r} cannot be imported ({error}); try: pip install 'newsextract[bench]'"
        ) from error
    for logger in PEERS[name].loggers:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    return read

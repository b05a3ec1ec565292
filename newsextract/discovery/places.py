"""One name for all the spellings of an address that servers answer alike."""

from __future__ import annotations

from urllib.parse import urlsplit

from newsextract.addresses import site_name

_DIRECTORY_FILES = frozenset({"index", "default", "home", "main", "homepage"})


def place_of(url: str) -> str:
    """What an address names, whatever its scheme, ``www.``, last slash or directory file. Never raises.

    Not to be fetched: it only tells whether two addresses are one.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    before, _, last = parts.path.rstrip("/").rpartition("/")
    stem, _, ending = last.partition(".")
    path = before if stem.lower() in _DIRECTORY_FILES and ending else f"{before}/{last}"
    query = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"{site_name(url)}{path.rstrip('/')}{query}{fragment}"

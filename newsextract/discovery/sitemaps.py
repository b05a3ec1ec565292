"""Sitemaps: lists of addresses, of news with their headlines, of other sitemaps; packed or not.

Elements are known by their local names; see ``feeds``. What images, films and translations add is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from lxml import etree

from newsextract.addresses import resolve
from newsextract.discovery import feeds
from newsextract.discovery.packed import unpacked
from newsextract.discovery.xml import local_name, named, read_xml, text_of
from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.metadata.dates import first_date, iso_date
from newsextract.metadata.plain import plain
from newsextract.page.decode import decode

MAX_ENTRIES = 50_000
"""Addresses read of one sitemap: as many as the protocol allows."""

MAX_SITEMAPS = 1_000
"""Sitemaps that one robots.txt may name; real ones name up to some dozens."""

_LISTS = frozenset({"urlset", "sitemapindex"})
_SCHEMES = ("http://", "https://")


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapRef:
    """Another sitemap, as an index names it."""

    url: str
    date: str = ""
    """When it was changed last, ISO 8601."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapEntry:
    """One address of a sitemap."""

    url: str
    """Absolute and cleaned; see ``addresses.resolve``."""
    title: str = ""
    """Headline, given by news sitemaps alone."""
    date: str = ""
    """When it was published, as news sitemaps say, ISO 8601; in others, when it was changed last."""
    date_raw: str = ""
    """The date as the sitemap has it, also when it could not be read."""
    is_news: bool = False
    """Whether the sitemap says that this is a news article."""
    language: str = ""
    """Language of a news article, as the sitemap has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitemap:
    """What a sitemap lists; an index lists sitemaps, the others addresses."""

    sitemaps: tuple[SitemapRef, ...] = ()
    entries: tuple[SitemapEntry, ...] = ()


_Entry = TypeVar("_Entry", SitemapRef, SitemapEntry)


def read_sitemap(body: bytes, url: str, *, limits: Limits = DEFAULT_LIMITS) -> Sitemap:
    """The sitemap in its order, each address once; an empty one for what is none. Never raises.

    A feed counts as a sitemap, as the protocol says. Of more than ``max_bytes``, unpacked, the beginning is
    read.
    """
    body = unpacked(body, limits.max_bytes)
    root = read_xml(body, _LISTS, limits=limits)
    if root is not None:
        return Sitemap(sitemaps=_unique(_sitemaps(root, url)), entries=_unique(_entries(root, url)))
    if body[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"http://", b"https://")):
        return Sitemap(entries=_unique(_lines(decode(body).text, url)))
    return Sitemap(entries=tuple(map(_from_feed, feeds.read_feed(body, url, limits=limits))))


def sitemap_addresses(robots: str, base: str) -> tuple[str, ...]:
    """The sitemaps that a robots.txt names, absolute, in its order, each once."""
    found: dict[str, None] = {}
    for line in robots.splitlines():
        key, _, value = line.partition(":")
        if key.strip("\ufeff \t").lower() == "sitemap" and value.strip():
            address = resolve(value.split()[0], base)
            if address:
                found[address] = None
        if len(found) == MAX_SITEMAPS:
            break
    return tuple(found)


def _unique(entries: Iterable[_Entry]) -> tuple[_Entry, ...]:
    """The entries with an address, the first of each, within the bound."""
    found: dict[str, _Entry] = {}
    for entry in islice(entries, MAX_ENTRIES):
        if entry.url:
            found.setdefault(entry.url, entry)
    return tuple(found.values())


def _sitemaps(root: etree._Element, url: str) -> Iterator[SitemapRef]:
    for element in named(root, "sitemap"):
        fields = _texts(element)
        yield SitemapRef(url=_address(fields, url), date=iso_date(fields.get("lastmod", "")))


def _entries(root: etree._Element, url: str) -> Iterator[SitemapEntry]:
    for element in named(root, "url"):
        fields = _texts(element)
        news = _news(element)
        known = news or {}
        date, date_raw = first_date([known.get("publication_date", ""), fields.get("lastmod", "")])
        yield SitemapEntry(
            url=_address(fields, url),
            title=known.get("title", ""),
            date=date,
            date_raw=date_raw,
            is_news=news is not None,
            language=known.get("language", ""),
        )


def _lines(text: str, url: str) -> Iterator[SitemapEntry]:
    for line in text.splitlines():
        address = line.strip()
        if address[:8].lower().startswith(_SCHEMES):
            yield SitemapEntry(url=resolve(address, url))


def _from_feed(entry: feeds.FeedEntry) -> SitemapEntry:
    return SitemapEntry(url=entry.url, title=entry.title, date=entry.date, date_raw=entry.date_raw)


def _texts(element: etree._Element) -> dict[str, str]:
    """The plain text of each child by local name, the first of a name."""
    texts: dict[str, str] = {}
    for child in element:
        texts.setdefault(local_name(child), plain(text_of(child)))
    return texts


def _news(element: etree._Element) -> dict[str, str] | None:
    """What an entry says for news: title and date, and language of the publication; None if nothing."""
    for child in element:
        if local_name(child) == "news":
            publication = next((part for part in child if local_name(part) == "publication"), child)
            return {**_texts(publication), **_texts(child)}
    return None


def _address(fields: dict[str, str], url: str) -> str:
    location = fields.get("loc", "")
    return resolve(location, url) if location else ""

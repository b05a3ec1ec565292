"""Feeds: RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed.

Elements are known by their local names, wherever they come from: a feed with a wrong or missing namespace is
read like any other. Of an element that stands twice in an entry, that in the entry's own namespace counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from lxml import etree

from newsextract.addresses import resolve
from newsextract.discovery.xml import local_name, named, namespace, read_xml, text_of
from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.metadata.dates import first_date
from newsextract.metadata.plain import plain
from newsextract.page.decode import decode

MAX_ENTRIES = 5_000
"""Entries read of one feed. Feeds have 10 to 100; archives in one file may have a few thousand."""

MOST_LEVELS = 4
"""Elements around an entry whose ``xml:base`` counts; the deepest format, RSS, has two."""

ROOTS = frozenset({"rss", "rdf", "feed", "channel"})
"""Local names of the root elements of feeds; some RSS lacks its ``rss``."""

_DATES = ("pubdate", "published", "issued", "date", "created", "updated", "modified")
_JSON_DATES = ("date_published", "date_modified")
_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"

_Fields = dict[str, list[etree._Element]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One entry of a feed."""

    url: str
    """Absolute and cleaned; see ``addresses.resolve``."""
    title: str = ""
    """Without markup, in one line; may be empty."""
    date: str = ""
    """When it was published, ISO 8601; where the feed does not say, when it was changed."""
    date_raw: str = ""
    """The date as the feed has it, also when it could not be read."""


def read_feed(body: bytes, url: str, *, limits: Limits = DEFAULT_LIMITS) -> tuple[FeedEntry, ...]:
    """The entries of a feed in its order, each address once; () for what is no feed. Never raises."""
    head = body[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n")
    found = _from_json(body, url, limits) if head.startswith(b"{") else _from_xml(body, url, limits)
    entries: dict[str, FeedEntry] = {}
    for entry in islice(found, MAX_ENTRIES):
        if entry.url:
            entries.setdefault(entry.url, entry)
    return tuple(entries.values())


def _from_xml(body: bytes, url: str, limits: Limits) -> Iterator[FeedEntry]:
    root = read_xml(body, ROOTS, limits=limits)
    if root is None:
        return
    site = _site_address(root, url)
    for element in named(root, "item", "entry"):
        fields = _fields(element)
        base = _base(element, site)
        date, date_raw = first_date(plain(text_of(part)) for name in _DATES for part in fields.get(name, ()))
        yield FeedEntry(
            url=next(filter(None, _addresses(element, fields, base)), ""),
            title=next(filter(None, (plain(text_of(part)) for part in fields.get("title", ()))), ""),
            date=date,
            date_raw=date_raw,
        )


def _fields(entry: etree._Element) -> _Fields:
    """The children of an entry by local name, those in its own namespace first."""
    own = namespace(entry)
    fields: _Fields = {}
    for child in sorted(entry, key=lambda child: namespace(child) != own):
        fields.setdefault(local_name(child), []).append(child)
    return fields


def _addresses(entry: etree._Element, fields: _Fields, base: str) -> Iterator[str]:
    """Where the entry leads, the best first: services that count readers add the real address."""
    yield from (_resolved(text_of(part), base) for part in fields.get("origlink", ()))
    links = [(_link_rank(link), link) for link in fields.get("link", ())]
    for rank in (0, 1, 2):
        yield from (_link(link, base) for own, link in links if own == rank)
    for part in (*fields.get("guid", ()), *fields.get("id", ())):
        if (part.get("isPermaLink") or "true").strip().lower() != "false":
            yield _absolute(text_of(part))
    yield from (_absolute(str(value)) for key, value in entry.attrib.items() if str(key).endswith("}about"))


def _link_rank(link: etree._Element) -> int | None:
    """Text first, then the web page, then its other forms; None for enclosures, comments, the feed itself."""
    if (link.get("rel") or "alternate").strip().lower().rpartition("/")[2] != "alternate":
        return None
    if (link.text or "").strip():
        return 0
    return 1 if "html" in (link.get("type") or "html") else 2


def _link(link: etree._Element, base: str) -> str:
    href = (link.text or "").strip() or (link.get("href") or "").strip()
    return _resolved(href, _resolved(link.get(_XML_BASE) or "", base) or base)


def _resolved(href: str, base: str) -> str:
    """As ``resolve``; but nothing leads nowhere, not to the base, and addresses may be escaped twice."""
    return resolve(href.replace("&amp;", "&"), base) if href else ""


def _absolute(address: str) -> str:
    """The address, if it is one: names of entries often are none, and would be taken for relative ones."""
    return resolve(address, "") if address[:8].lower().startswith(("http://", "https://")) else ""


def _site_address(root: etree._Element, url: str) -> str:
    """What relative addresses are relative to: the channel's ``link`` in RSS, in Atom the feed itself."""
    if local_name(root) == "feed":
        return url
    channel = root if local_name(root) == "channel" else next(named(root, "channel"), root)
    links = [child for child in channel if local_name(child) == "link"]
    return next(filter(None, (_resolved(text_of(link), url) for link in links)), url)


def _base(element: etree._Element, outermost: str) -> str:
    """The base with every ``xml:base`` from the root down applied."""
    bases = [above.get(_XML_BASE) or "" for above in (element, *islice(element.iterancestors(), MOST_LEVELS))]
    current = outermost
    for base in reversed(bases):
        current = _resolved(base, current) or current
    return current


def _from_json(body: bytes, url: str, limits: Limits) -> Iterator[FeedEntry]:
    try:
        feed = json.loads(decode(body[: limits.max_bytes]).text, strict=False)
    except (ValueError, RecursionError):
        return
    items = feed.get("items") if isinstance(feed, dict) else None
    if not isinstance(items, list) or "jsonfeed.org" not in str(feed.get("version")):
        return
    site = _resolved(_string(feed, "home_page_url"), url) or url
    for item in items:
        if isinstance(item, dict):
            date, date_raw = first_date(plain(_string(item, key)) for key in _JSON_DATES)
            yield FeedEntry(
                url=_resolved(_string(item, "url"), site) or _absolute(_string(item, "id")),
                title=plain(_string(item, "title")),
                date=date,
                date_raw=date_raw,
            )


def _string(node: dict[str, Any], key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""

"""What a page declares for machines, from all of its sources: JSON-LD, meta elements, ``link`` and ``html``.

JSON-LD comes first, because it names the object it speaks of. Of several values the first that makes sense
counts. What a reader sees on the page is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from newsextract.addresses import resolve
from newsextract.metadata.claims import Claims
from newsextract.metadata.dates import first_date
from newsextract.metadata.json_ld import json_ld_claims
from newsextract.metadata.meta import meta_claims
from newsextract.page import Page

LONGEST_TAG = 100
"""Characters of a keyword or section; longer ones are sentences."""

MOST_TAGS = 100
"""Keywords of one page; the most on 2,172 pages are 86."""

LONGEST_PUBLISHER = 200
"""Characters of the name of a publisher or site; longer ones are slogans."""

_BETWEEN_TAGS = re.compile(r"[,;、，；|\n]")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """See the fields of the same names in ``newsextract.items.Article``. Empty means: not declared."""

    canonical_url: str = ""
    authors: tuple[str, ...] = ()
    """Of one source: as JSON-LD gives them, else the meta elements; see
    ``newsextract.metadata.authorship``."""
    authors_source: str = ""
    """``json-ld`` or ``meta``."""
    date_published: str = ""
    date_published_raw: str = ""
    """What was declared; given also when it could not be read as a date."""
    date_published_source: str = ""
    """``json-ld``, ``meta``, or ``vague`` for a meta element that only says "date"."""
    date_modified: str = ""
    date_modified_raw: str = ""
    section: str = ""
    tags: tuple[str, ...] = ()
    language: str = ""
    publisher: str = ""
    headlines: tuple[str, ...] = ()
    """Of the JSON-LD, as written; see ``title``."""


def declared(page: Page) -> Declared:
    """All that the page declares. Never raises, whatever the declarations hold."""
    linked, named = json_ld_claims(page.json_ld), meta_claims(page)
    claims = Claims(*(first + second for first, second in zip(linked, named, strict=True)))
    published, published_raw, source = _published(linked, named)
    modified, modified_raw = first_date(claims.modified)
    return Declared(
        canonical_url=canonical_url(page),
        authors=linked.authors or named.authors,
        authors_source="json-ld" if linked.authors else "meta" if named.authors else "",
        date_published=published,
        date_published_raw=published_raw,
        date_published_source=source,
        date_modified=modified,
        date_modified_raw=modified_raw,
        section=next((text for text in claims.sections if len(text) <= LONGEST_TAG), ""),
        tags=_tags(claims.tags),
        language=_language([*named.languages, *linked.languages]),
        publisher=next((text for text in claims.publishers if len(text) <= LONGEST_PUBLISHER), ""),
        headlines=claims.headlines,
    )


def _published(linked: Claims, named: Claims) -> tuple[str, str, str]:
    """The date, as written, and its source; without a date the first string that should have been one."""
    first = "", "", ""
    for source, values in (("json-ld", linked.published), ("meta", named.published), ("vague", named.dated)):
        date, raw = first_date(values)
        if date:
            return date, raw, source
        first = first if first[1] else ("", raw, source if raw else "")
    return first


def _tags(values: Iterable[str]) -> tuple[str, ...]:
    tags: dict[str, str] = {}
    for value in values:
        for part in _BETWEEN_TAGS.split(value):
            tag = part.strip()
            if 0 < len(tag) <= LONGEST_TAG:
                tags.setdefault(tag.casefold(), tag)
    return tuple(tags.values())[:MOST_TAGS]


def _language(values: Iterable[str]) -> str:
    """The first value that has the form of a language tag, with hyphens."""
    tags = (value.replace("_", "-") for value in values)
    return next((tag for tag in tags if _LANGUAGE.fullmatch(tag)), "")


def canonical_url(page: Page) -> str:
    """The address that the page names as its own, made absolute; empty when it names none."""
    base = _base(page)
    return next(filter(None, (resolve(href, base) for href in _addresses(page))), "")


def _addresses(page: Page) -> Iterator[str]:
    for element in page.elements_of("link"):
        if "canonical" in (element.get("rel") or "").lower().split():
            href = (element.get("href") or "").strip()
            if href:
                yield href
    yield from (content for name, content in page.meta if name == "og:url" and content)


def _base(page: Page) -> str:
    """What relative addresses are relative to: the first ``base``, else the page's own address."""
    for element in page.elements_of("base"):
        href = element.get("href")
        if href:
            return resolve(href, page.url) or page.url
    return page.url

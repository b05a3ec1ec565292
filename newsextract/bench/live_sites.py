"""Labelled pages as live sites: each host of a set with a home page, sections and its stories.

Addresses are those of the gold, but all under ``http``: what goes through a proxy unencrypted can be served
under its real host name.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from newsextract.addresses import resolve, site_name
from newsextract.bench.corpus import Case, Corpus

LIST_STORIES = 20
"""Stories on a home or section page; front pages name some tens."""

HTML = "text/html"
UTF8_HTML = "text/html; charset=utf-8"

_ROBOTS = b"User-agent: *\nDisallow: /private/\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """What is answered for one address."""

    body: bytes | Path
    """The bytes, or the file that holds them."""
    content_type: str
    is_packed: bool = False
    """The body is compressed with gzip, and sent so to whom can unpack it."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def stored(self) -> bytes:
        """The body as it is kept."""
        return self.body.read_bytes() if isinstance(self.body, Path) else self.body

    def unpacked(self) -> bytes:
        """The body as a reader gets it."""
        return gzip.decompress(self.stored()) if self.is_packed else self.stored()


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSites:
    """Sites that can be served."""

    name: str
    homes: tuple[str, ...]
    """Addresses of the home pages."""
    answers: Mapping[str, Served]
    """By absolute address."""
    digest: str = ""
    """Of the set that they are made of; see ``corpus.Corpus``."""

    def home_of(self, site: str) -> str:
        """The home page of the site of that name; see ``addresses.site_name``."""
        return next((home for home in self.homes if site_name(home) == site), "")


def corpus_sites(corpus: Corpus, cases: Iterable[Case]) -> LiveSites:
    """The pages of a set by host. Those without an address, or with that of a home page, are left out."""
    hosts: dict[str, dict[str, Case]] = {}
    for case in cases:
        address = live_address(case.url)
        host, path = urlsplit(address).netloc, urlsplit(address).path
        if host and path != "/":
            hosts.setdefault(host, {}).setdefault(address, case)
    answers: dict[str, Served] = {}
    for host, stories in hosts.items():
        answers.update(_site(host, stories))
    homes = tuple(f"http://{host}/" for host in hosts)
    return LiveSites(name=corpus.name, homes=homes, answers=answers, digest=corpus.digest)


def live_address(url: str) -> str:
    """The address under which a page is served, in the form a crawl asks for; empty when it has none."""
    scheme, mark, rest = url.partition("://")
    return resolve(f"http://{rest}", "") if mark and scheme.lower() in ("http", "https") else ""


def _site(host: str, stories: Mapping[str, Case]) -> Iterator[tuple[str, Served]]:
    """All that one host answers. The home page lists the first stories, the sections all of them in turn."""
    listed = [(address, case.title or "more") for address, case in stories.items()]
    pages = [listed[start : start + LIST_STORIES] for start in range(0, len(listed), LIST_STORIES)]
    sections = [f"/section/{number}/" for number in range(1, len(pages) + 1)] if len(pages) > 1 else []
    yield f"http://{host}/robots.txt", Served(body=_ROBOTS, content_type="text/plain")
    yield f"http://{host}/", _list_page(host, sections, pages[0])
    for path, page in zip(sections, pages, strict=False):  # a site of one page has no sections
        yield f"http://{host}{path}", _list_page(host, sections, page)
    for address, case in stories.items():
        yield address, Served(body=case.path, content_type=HTML, is_packed=case.path.suffix == ".gz")


def _list_page(host: str, sections: Sequence[str], stories: Sequence[tuple[str, str]]) -> Served:
    menu = "".join(f'<a href="{path}">Section {number}</a> ' for number, path in enumerate(sections, start=1))
    rows = "".join(f'<li><a href="{escape(address)}">{escape(title)}</a></li>' for address, title in stories)
    text = (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{escape(host)}</title></head><body>'
        f'<nav><a href="/">Home</a> {menu}</nav><main><h1>Latest</h1><ul>{rows}</ul></main>'
        f'<footer><a href="mailto:desk@{escape(host)}">Contact</a></footer></body></html>'
    )
    return Served(body=text.encode(), content_type=UTF8_HTML)

"""Pages that wait on disk until there is a rule for them, and how they come back."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.page_item import PageItem
from newsextract.pipelines.page_pipeline import site_of
from newsextract.store import WaitingPage
from newsextract.workers.joining import Part

if TYPE_CHECKING:
    from collections.abc import Mapping

_LISTS = frozenset({"titles", "words"})
"""Fields of a candidate that are tuples, which JSON has not."""


class PageWaits(DropItem):
    """The page has left the pipelines for now, and will come through them once more."""

    def __init__(self, url: str) -> None:
        super().__init__(f"waits until there is a rule for it <{url}>", log_level="DEBUG")


def waiting_page(page: PageItem, *, spider: str, crawl: str) -> WaitingPage:
    """A page as it is kept."""
    header = page.response.headers.get("Content-Type")
    return WaitingPage(
        site=site_of(page),
        url=page.response.url,
        cluster=page.cluster,
        about={
            "spider": spider,
            "crawl": crawl,
            "content_type": header.decode("latin-1") if header else "",
            "candidate": asdict(page.candidate) if page.candidate else None,
            "parts": [list(part) for part in page.parts],
            "missing": page.missing,
            "fetched_at": page.fetched_at,
        },
        body=page.response.body,
    )


def returned_page(kept: WaitingPage) -> PageItem:
    """The page again, as the spider gave it. Raises ValueError, with the reason, for one that was not kept
    by us."""
    about = kept.about
    candidate = _candidate(about.get("candidate"))
    request = Request(kept.url, meta={META_KEY: candidate} if candidate else None)
    content_type = _text(about, "content_type")
    headers = {"Content-Type": content_type} if content_type else None
    return PageItem(
        HtmlResponse(kept.url, headers=headers, body=kept.body, request=request),
        candidate,
        parts=_parts(about.get("parts")),
        missing=_text(about, "missing"),
        fetched_at=_text(about, "fetched_at"),
        has_waited=True,
        cluster=kept.cluster,
    )


def _text(about: Mapping[str, Any], name: str) -> str:
    value = about.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} is no text")
    return value


def _candidate(value: Any) -> Candidate | None:
    if value is None:
        return None
    known = {entry.name for entry in fields(Candidate)}
    if not isinstance(value, dict) or not set(value) <= known:
        raise ValueError("the candidate is none")
    read: dict[str, Any] = {}
    for name, part in value.items():
        if name in _LISTS:
            read[name] = _strings(part, name)
        elif isinstance(part, int if name == "depth" else str):
            read[name] = part
        else:
            raise ValueError(f"{name} of the candidate is not what it should be")
    if not isinstance(read.get("url"), str):
        raise ValueError("the candidate has no address")
    return Candidate(**read)


def _strings(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"{name} is no list of texts")
    return tuple(value)


def _parts(value: Any) -> tuple[Part, ...]:
    if not isinstance(value, list):
        raise ValueError("the parts are no list")
    parts = [_strings(part, "a part") for part in value]
    if any(len(part) != 2 for part in parts):
        raise ValueError("a part is not an address and a text")
    return tuple(Part(url, text) for url, text in parts)

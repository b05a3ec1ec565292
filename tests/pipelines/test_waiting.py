"""Pages that wait come back as they were, and what was never one of ours is refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from newsextract.discovery.candidate import INDEX, META_KEY, Candidate
from newsextract.page_item import PageItem
from newsextract.pipelines.waiting import PageWaits, returned_page, waiting_page
from newsextract.store import MemoryStore, Store, WaitingPage
from newsextract.workers.joining import Part

URL = "https://news.example/2026/11/01/ferry.html"
BODY = "<p>Fähre \u2603</p>".encode("gbk", "replace") + b"\x00\xff"
CANDIDATE = Candidate(
    url=URL,
    site="front.example",
    titles=("Ferry returns", "The ferry is back"),
    words=("front", "news"),
    region="main",
    date="2026-11-01",
    source="feed",
    depth=2,
    kind=INDEX,
)


def page(**values: Any) -> PageItem:
    headers = {"Content-Type": "text/html; charset=gbk", "Set-Cookie": "a=b"}
    response = HtmlResponse(URL, headers=headers, body=BODY, request=Request(URL))
    return replace(
        PageItem(response, CANDIDATE, fetched_at="2026-11-02T10:00:00+00:00", cluster="c1"), **values
    )


def through_a_store(kept: WaitingPage) -> WaitingPage:
    store: Store = MemoryStore()
    assert store.put_page(kept)
    found = store.get_page(kept.site, kept.url)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"parts": (Part(URL + "?2", "More."), Part(URL + "?3", "")), "missing": "part 4: http error"},
        {"candidate": None, "cluster": ""},
        {"candidate": Candidate(url=URL)},
    ],
    ids=["usual", "parts", "of any spider", "bare"],
)
def test_a_page_comes_back_as_it_was(values: dict[str, Any]) -> None:
    before = page(**values)
    kept = waiting_page(before, spider="news", crawl="c")
    assert (kept.url, kept.cluster, kept.about["spider"], kept.about["crawl"]) == (
        URL,
        before.cluster,
        "news",
        "c",
    )
    assert kept.site == ("front.example" if before.candidate and before.candidate.site else "news.example")
    after = returned_page(through_a_store(kept))
    assert after.has_waited
    assert (after.candidate, after.parts, after.missing, after.fetched_at, after.cluster) == (
        before.candidate,
        before.parts,
        before.missing,
        before.fetched_at,
        before.cluster,
    )
    assert (after.reading, after.article) == (None, None)
    assert (after.response.url, after.response.body) == (URL, BODY)
    assert after.response.headers["Content-Type"] == b"text/html; charset=gbk"
    assert after.response.request is not None
    assert after.response.meta.get(META_KEY) == before.candidate


def test_a_page_without_a_content_type_has_none_again() -> None:
    bare = PageItem(HtmlResponse(URL, body=BODY), fetched_at="x")
    after = returned_page(waiting_page(bare, spider="s", crawl="c"))
    assert "Content-Type" not in after.response.headers


def without(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda about: about.pop(name)


def with_candidate(**values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda about: about["candidate"].update(values)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (dict.clear, "content_type is no text"),
        (without("content_type"), "content_type is no text"),
        (without("missing"), "missing is no text"),
        (without("parts"), "the parts are no list"),
        (lambda about: about.update(fetched_at=7), "fetched_at is no text"),
        (lambda about: about.update(parts=["ab"]), "a part is no list of texts"),
        (lambda about: about.update(parts=[["a"]]), "a part is not an address and a text"),
        (lambda about: about.update(parts=[["a", 1]]), "a part is no list of texts"),
        (lambda about: about.update(candidate=[]), "the candidate is none"),
        (lambda about: about.update(candidate={}), "the candidate has no address"),
        (with_candidate(rank=1), "the candidate is none"),
        (with_candidate(url=1), "url of the candidate is not what it should be"),
        (with_candidate(depth="1"), "depth of the candidate is not what it should be"),
        (with_candidate(titles="Ferry"), "titles is no list of texts"),
        (with_candidate(words=[1]), "words is no list of texts"),
    ],
)
def test_what_was_not_kept_by_us_is_refused(spoil: Callable[[dict[str, Any]], object], reason: str) -> None:
    kept = through_a_store(waiting_page(page(), spider="news", crawl="c"))
    spoil(kept.about)
    with pytest.raises(ValueError, match=f"^{reason}$"):
        returned_page(kept)


def test_that_a_page_waits_is_no_warning() -> None:
    waits = PageWaits(URL)
    assert str(waits) == f"waits until there is a rule for it <{URL}>"
    assert waits.log_level == "DEBUG"

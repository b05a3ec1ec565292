from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.test import get_crawler

from newsextract.discovery.candidate import META_KEY, Candidate
from newsextract.middlewares.addresses import OWN_REQUEST
from newsextract.middlewares.content import (
    FILE,
    PAGE,
    UNKNOWN,
    ContentGuard,
    ContentRefused,
    kind_of_type,
    looks_like_markup,
)
from newsextract.states import STATES

Serve = Callable[..., Any]
Crawl = Callable[..., Any]

HTML = b"<!DOCTYPE html><html><body>page</body></html>"
PDF = b"%PDF-1.7 ..."


def page_request(url: str) -> Request:
    """A request as our spider makes it."""
    return Request(url, meta={META_KEY: Candidate(url=url)})


@pytest.mark.parametrize(
    ("media_type", "kind"),
    [
        ("text/html", PAGE),
        ("text/plain", PAGE),
        ("text/xml", PAGE),
        ("text/whatever", PAGE),
        ("application/xhtml+xml", PAGE),
        ("application/rss+xml", PAGE),
        ("application/ld+json", PAGE),
        ("application/json", PAGE),
        ("image/png", FILE),
        ("image/svg+xml", FILE),
        ("video/mp4", FILE),
        ("audio/mpeg", FILE),
        ("font/woff2", FILE),
        ("multipart/x-mixed-replace", FILE),
        ("application/pdf", FILE),
        ("application/zip", FILE),
        ("application/epub+zip", FILE),
        ("application/msword", FILE),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", FILE),
        ("text/css", FILE),
        ("", UNKNOWN),
        ("html", UNKNOWN),
        ("application/octet-stream", UNKNOWN),
        ("application/gzip", UNKNOWN),  # what a page that was packed beforehand may be called
        ("application/x-httpd-php", UNKNOWN),
        ("unknown/unknown", UNKNOWN),
    ],
)
def test_types_are_pages_files_or_unknown(media_type: str, kind: str) -> None:
    assert kind_of_type(media_type) == kind


@pytest.mark.parametrize(
    ("body", "markup"),
    [
        (HTML, True),
        (b"\xef\xbb\xbf\n<HTML lang=en>", True),
        (b"<?xml version='1.0'?><rss/>", True),
        (b"<!-- a comment -->\n<p>text</p>", True),
        (gzip.compress(HTML), False),
        (b" " * 1016 + b"<title>x", True),  # ends at byte 1023
        (b" " * 1018 + b"<title>x", False),
        (b"plain words", False),
        (b"a < b and <p", False),
        (bytes(range(256)), False),
        (b"", False),
    ],
)
def test_markup_is_found_near_the_beginning(body: bytes, markup: bool) -> None:
    assert looks_like_markup(body) is markup


@pytest.mark.parametrize(
    ("content_type", "body", "reason"),
    [
        ("text/html; charset=utf-8", HTML, ""),
        ("Text/HTML", HTML, ""),
        ("text/html, text/html", HTML, ""),
        (None, HTML, ""),
        (None, b"plain words", ""),
        (";", b"plain words", ""),
        ("text/html", b"", ""),
        ("application/octet-stream", HTML, ""),
        ("application/x-httpd-php", HTML, ""),
        ("application/octet-stream", b"\x00\x01\x02", "not a web page but application/octet-stream"),
        ("application/octet-stream", PDF, "not a web page but a PDF file, sent as application/octet-stream"),
        ("text/html", PDF, "not a web page but a PDF file, sent as text/html"),
        (None, PDF, "not a web page but a PDF file, sent as nothing in particular"),
        ("application/pdf", HTML, "not a web page but application/pdf"),
        ("image/png", b"", "not a web page but image/png"),
        ("text/html", gzip.compress(HTML), "not a web page but a gzip archive, sent as text/html"),
    ],
)
def test_answers_are_judged_by_type_and_body(content_type: str | None, body: bytes, reason: str) -> None:
    crawler = get_crawler()
    guard = ContentGuard.from_crawler(crawler)
    headers = {} if content_type is None else {"Content-Type": content_type}
    request, response = page_request("http://a/"), Response("http://a/", headers=headers, body=body)
    of_another_spider = Request("http://a/", meta={"newsextract": "a word of theirs"})
    assert guard.process_response(of_another_spider, response) is response
    if not reason:
        assert guard.process_response(request, response) is response
        return
    with pytest.raises(ContentRefused) as refused:
        guard.process_response(request, response)
    assert refused.value.reason == reason
    assert refused.value.state in STATES
    assert crawler.stats.get_value("newsextract/refused/content") == 1


def test_other_exceptions_are_not_ours() -> None:
    guard = ContentGuard.from_crawler(get_crawler())
    assert guard.process_exception(Request("http://a/"), OSError()) is None


def test_errors_and_redirects_stay_what_they_are(serve: Serve, crawl: Crawl) -> None:
    image = {"Content-Type": "image/png"}
    site = serve(
        {
            "/page": (200, {"Content-Type": "text/html"}, HTML),
            "/image": (200, image, b"\x89PNG"),
            "/redirect": (302, {**image, "Location": "/page"}, b""),
            "/missing": (404, image, b"\x89PNG"),
        }
    )
    outcome = crawl([page_request(site.root + path) for path in ("/image", "/redirect", "/missing")])
    assert outcome.pages[f"{site.root}/redirect"].body == HTML
    missing = outcome.failures[f"{site.root}/missing"]
    assert isinstance(missing, HttpError)
    assert missing.response.status == 404
    assert isinstance(outcome.failures[f"{site.root}/image"], ContentRefused)


def test_a_file_is_not_downloaded(serve: Serve, crawl: Crawl) -> None:
    # More is promised than is sent: who waits for the body waits until the timeout.
    endless = {"Content-Type": "video/mp4", "Content-Length": "1000000"}
    site = serve({"/film": (200, endless, b"\x00")})
    outcome = crawl([page_request(f"{site.root}/film")], DOWNLOAD_TIMEOUT=3)
    assert str(outcome.failures[f"{site.root}/film"]) == "not a web page but video/mp4"
    assert outcome.stats["newsextract/refused/content"] == 1


@pytest.mark.parametrize("flags", [[], [OWN_REQUEST]])
def test_what_is_not_asked_for_as_a_page_may_be_anything(
    flags: list[str], serve: Serve, crawl: Crawl
) -> None:
    site = serve({"/file": (200, {"Content-Type": "application/zip"}, b"PK\x03\x04")})
    url = f"{site.root}/file"
    assert list(crawl([Request(url, flags=flags)]).pages) == [url]


def test_packed_pages_are_judged_unpacked(serve: Serve, crawl: Crawl) -> None:
    headers = {"Content-Type": "application/octet-stream", "Content-Encoding": "gzip"}
    site = serve({"/page": (200, headers, gzip.compress(HTML)), "/pdf": (200, headers, gzip.compress(PDF))})
    outcome = crawl([page_request(f"{site.root}/page"), page_request(f"{site.root}/pdf")])
    assert list(outcome.pages) == [f"{site.root}/page"]
    assert isinstance(outcome.failures[f"{site.root}/pdf"], ContentRefused)

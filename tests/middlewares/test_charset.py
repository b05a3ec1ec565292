from __future__ import annotations

import encodings.aliases
import gzip
import time
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from scrapy.utils.test import get_crawler

from newsextract.middlewares.charset import CharsetGuard, PackedPages, declares_web_encoding

Serve = Callable[..., Any]
Crawl = Callable[..., Any]

CODECS = sorted(
    {*encodings.aliases.aliases, *encodings.aliases.aliases.values(), "idna", "punycode", "undefined"}
)
CODECS += [
    "unicode_escape",
    "raw_unicode_escape",
    "mbcs",
    "oem",
    "utf-7",
    "utf8-sig",
    "nonsense",
    "x-user-defined",
]
TEXT = "<html><head><title>Ünïcode \\u0041 \\N{dash} +ADw- xn--a</title></head><body>text</body></html>"
PLACES = {
    "header": ("text/html; charset={}", "<html>"),
    "quoted header": ('text/html; charset="{}"', "<html>"),
    "meta": ("text/html", '<html><meta charset="{}">'),
    "pragma": ("text/html", '<html><meta http-equiv="Content-Type" content="text/html; charset={}">'),
    "xml": ("application/xhtml+xml", '<?xml version="1.0" encoding="{}"?><html>'),
}


@cache
def _crawler() -> Crawler:
    return get_crawler()


def through(response: Response) -> Request | Response:
    """What Scrapy's refresh makes of a response that has passed the guard."""
    crawler, request = _crawler(), Request(response.url)
    guarded = CharsetGuard.from_crawler(crawler).process_response(request, response)
    return MetaRefreshMiddleware.from_crawler(crawler).process_response(request, guarded)


@pytest.mark.parametrize("place", PLACES)
def test_every_codec_name_lets_the_page_through_unharmed(place: str) -> None:
    content_type, head = PLACES[place]
    for codec in CODECS:
        header = content_type.format(codec)
        body = (head.format(codec) + TEXT).encode()
        page = HtmlResponse("http://example.com/", headers={"Content-Type": header}, body=body)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            arrived = through(page)
            assert isinstance(arrived, TextResponse), codec
            assert isinstance(arrived.text, str)
        assert arrived.body == body
        assert arrived.headers["Content-Type"] == header.encode()


@pytest.mark.parametrize(
    ("charset", "is_web"),
    [
        ("utf-8", True),
        ("UTF8", True),
        ("gb2312", True),
        ("big5", True),
        ("shift_jis", True),
        ("windows-1251", True),
        ("latin1", True),
        ("utf-16", True),
        ("iso-2022-jp", True),
        ("nonsense", True),  # Scrapy does not know it either, and takes none
        ("hex", False),
        ("zlib", False),
        ("rot13", False),
        ("idna", False),
        ("punycode", False),
        ("unicode_escape", False),
        ("undefined", False),
        ("cp037", False),
    ],
)
def test_encodings_of_the_web_are_told_from_others(charset: str, is_web: bool) -> None:
    page = HtmlResponse(
        "http://a/", headers={"Content-Type": f"text/html; charset={charset}"}, body=b"<html>"
    )
    assert declares_web_encoding(page) is is_web


def test_a_byte_order_mark_comes_first() -> None:
    headers = {"Content-Type": "text/html; charset=hex"}
    page = HtmlResponse("http://a/", headers=headers, body=b"\xef\xbb\xbf<html>\xc3\xbc")
    assert declares_web_encoding(page)
    assert through(page) is page


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "cp1251", "euc_jp"])
def test_ordinary_pages_are_left_as_they_are(encoding: str) -> None:
    headers = {"Content-Type": f"text/html; charset={encoding}"}
    page = HtmlResponse("http://a/", headers=headers, body="<html>текст".encode(encoding))
    assert through(page) is page
    assert page.text == "<html>текст"


@pytest.mark.parametrize("charset", ["utf-8", "hex", "idna", "punycode"])
def test_a_refresh_still_works(charset: str) -> None:
    headers = {"Content-Type": f"text/html; charset={charset}"}
    body = '<html><meta http-equiv="refresh" content="0; url=/ü">'.encode()
    arrived = through(HtmlResponse("http://example.com/", headers=headers, body=body))
    assert isinstance(arrived, Request)
    assert arrived.url == "http://example.com/%C3%BC"


@pytest.mark.parametrize(
    "url",
    [
        "javascript:void(0)",
        "http://[bad",
        "http://a:b:c/",
        "http://a:99999/",
        "http://℀.com/",
        "mailto:a@b.c",
    ],
)
@pytest.mark.parametrize("tag", ['<meta http-equiv=refresh content="0;url={}">', '<base href="{}">'])
def test_a_refresh_into_nowhere_is_passed_over(url: str, tag: str) -> None:
    rest = '<meta http-equiv=refresh content="0;url=next">'
    body = f"<html><head>{tag.format(url)}{rest}</head>".encode()
    arrived = through(HtmlResponse("http://example.com/", headers={"Content-Type": "text/html"}, body=body))
    assert isinstance(arrived, TextResponse)
    assert arrived.body == body


@pytest.mark.parametrize(
    "response",
    [
        Response("http://a/", headers={"Content-Type": "text/html; charset=hex"}, body=b"x"),
        XmlResponse("http://a/", body=b"<rss/>"),
    ],
)
def test_what_is_no_text_or_has_no_charset_passes(response: Response) -> None:
    assert through(response) is response


def test_feeds_are_guarded_as_well() -> None:
    feed = XmlResponse("http://a/", headers={"Content-Type": "text/xml; charset=zlib"}, body=b"<rss/>")
    arrived = through(feed)
    assert isinstance(arrived, XmlResponse)
    assert arrived.text == "<rss/>"


@pytest.mark.parametrize("charset", ["punycode", "idna"])
def test_no_slow_codec_is_tried(charset: str) -> None:
    headers = {"Content-Type": f"text/html; charset={charset}"}
    page = HtmlResponse("http://a/", headers=headers, body=b"<html>" + b"a-b" * 300_000)
    start = time.perf_counter()
    assert isinstance(through(page), HtmlResponse)
    assert time.perf_counter() - start < 1


def test_the_pages_arrive_in_a_crawl(serve: Serve, crawl: Crawl) -> None:
    answers = {
        f"/{codec}": (200, {"Content-Type": f"text/html; charset={codec}"}, TEXT.encode()) for codec in CODECS
    }
    site = serve(answers)
    outcome = crawl([f"{site.root}/{codec}" for codec in CODECS])
    assert outcome.failures == {}
    assert {page.body for page in outcome.pages.values()} == {TEXT.encode()}
    assert len(outcome.pages) == len(answers)


def packed(body: bytes, content_type: str = "text/html", coding: str = "gzip") -> HtmlResponse:
    """A page as the download handler makes it: by its type, though its bytes are packed."""
    headers = {"Content-Type": content_type, "Content-Encoding": coding}
    return HtmlResponse("http://a/", headers=headers, body=gzip.compress(body), flags=["f"])


def unpacked(response: Response, request: Request) -> Request | Response:
    """What Scrapy makes of a packed response that ``PackedPages`` has seen."""
    seen = PackedPages.from_crawler(_crawler()).process_response(request, response)
    return HttpCompressionMiddleware.from_crawler(_crawler()).process_response(request, seen)


@pytest.mark.parametrize("content_type", ["text/html", "text/html; charset=gbk", "application/xhtml+xml"])
def test_a_packed_page_arrives_as_the_page_it_is(content_type: str) -> None:
    body = "<html><p>渡轮恢复通航".encode("gbk")
    request = Request("http://a/")
    arrived = unpacked(packed(body, content_type), request)
    plain = HttpCompressionMiddleware.from_crawler(_crawler()).process_response(
        request, packed(body, content_type)
    )
    assert type(arrived) is type(plain) is HtmlResponse
    assert (arrived.body, arrived.encoding, arrived.headers) == (body, plain.encoding, plain.headers)
    assert (arrived.url, arrived.status, arrived.flags) == ("http://a/", 200, ["f"])


def test_nobody_guesses_the_charset_of_packed_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    guessed: list[bytes] = []
    monkeypatch.setattr("scrapy.http.response.text.from_bytes", guessed.append)
    body = b"<html>" + bytes(range(32, 127)) * 50
    with pytest.raises(AttributeError):  # the guess that is to be spared: its answer, None, is of no use
        HttpCompressionMiddleware.from_crawler(_crawler()).process_response(
            Request("http://a/"), packed(body)
        )
    assert len(guessed) == 1
    assert unpacked(packed(body), Request("http://a/")).body == body
    assert len(guessed) == 1


@pytest.mark.parametrize(
    ("response", "method"),
    [
        (HtmlResponse("http://a/", body=b"<html>"), "GET"),
        (Response("http://a/", headers={"Content-Encoding": "gzip"}, body=b"x"), "GET"),
        (packed(b"<html>"), "HEAD"),
    ],
)
def test_what_is_not_packed_or_no_text_passes_as_it_is(response: Response, method: str) -> None:
    pages = PackedPages.from_crawler(_crawler())
    assert pages.process_response(Request("http://a/", method=method), response) is response


def test_without_unpacking_there_is_nothing_to_do() -> None:
    with pytest.raises(NotConfigured):
        PackedPages.from_crawler(get_crawler(settings_dict={"COMPRESSION_ENABLED": False}))

from __future__ import annotations

import asyncio
import gzip
import socket
import zlib
from collections.abc import Callable
from typing import Any

import pytest
import scrapy.exceptions
from scrapy import Request
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    NotSupported,
    ResponseDataLossError,
    StopDownload,
    UnsupportedURLSchemeError,
)
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.internet.error import ConnectionDone, ConnectionLost

from newsextract.middlewares.addresses import AddressRefused
from newsextract.middlewares.content import ContentRefused
from newsextract.middlewares.failures import MAX_REASON_LENGTH, failure_state
from newsextract.middlewares.robots import RobotsForbidden
from newsextract.states import STATES

Serve = Callable[..., Any]
Crawl = Callable[..., Any]
HTML = {"Content-Type": "text/html"}


@pytest.mark.parametrize(
    ("exception", "state", "reason"),
    [
        (ContentRefused("not a web page but image/png"), "refused", "not a web page but image/png"),
        (
            AddressRefused("http://a/", "loopback"),
            "forbidden",
            "http://a/ is not fetched: this machine itself",
        ),
        (RobotsForbidden("http://a/"), "forbidden", "http://a/ is not fetched: robots.txt forbids it"),
        (
            RobotsForbidden("http://a/", "HTTP 503"),
            "forbidden",
            "http://a/ is not fetched: robots.txt could not be read (HTTP 503)",
        ),
        (HttpError(Response("http://a/", status=404)), "http error", "HTTP 404 Not Found"),
        (HttpError(Response("http://a/", status=999)), "http error", "HTTP 999"),
        (IgnoreRequest("max redirections reached"), "http error", "too many redirects"),
        (IgnoreRequest("Filtered offsite request to 'b'"), "forbidden", "not on a site of this crawl"),
        (IgnoreRequest("somebody's reason"), "refused", "somebody's reason"),
        (IgnoreRequest(), "refused", "refused by a middleware"),
        (UnsupportedURLSchemeError("ftp"), "forbidden", "ftp"),
        (NotSupported("Unsupported URL scheme 'x'"), "forbidden", "Unsupported URL scheme 'x'"),
        (DownloadTimeoutError("5 seconds"), "unreachable", "no answer in time: 5 seconds"),
        (TimeoutError(), "unreachable", "no answer in time"),
        (asyncio.TimeoutError(), "unreachable", "no answer in time"),
        (CannotResolveHostError("a"), "unreachable", "host name unknown: a"),
        (DownloadConnectionRefusedError("a"), "unreachable", "connection refused: a"),
        (DownloadFailedError("a"), "unreachable", "connection failed: a"),
        (DownloadCancelledError("Received 9 bytes"), "too large", "Received 9 bytes"),
        (DownloadCancelledError(), "too large", "larger than DOWNLOAD_MAXSIZE"),
        (ResponseDataLossError("a"), "unreachable", "answer broken off: a"),
        (TunnelError("a"), "unreachable", "the proxy opened no tunnel: a"),
        (StopDownload(), "unreachable", "download stopped"),
        (ConnectionResetError("a"), "unreachable", "connection failed, or answer cannot be unpacked: a"),
        (zlib.error("a"), "unreachable", "answer cannot be unpacked: a"),
        (ValueError("a\n  b"), "failed", "ValueError: a b"),
        (KeyError("x"), "failed", "KeyError: 'x'"),
    ],
)
def test_every_exception_is_a_state_and_a_line(exception: Exception, state: str, reason: str) -> None:
    assert failure_state(exception) == (state, reason)
    assert state in STATES


@pytest.mark.parametrize("exception", [ConnectionLost(), ConnectionDone()])
def test_twisted_errors_mean_that_a_host_cannot_be_reached(exception: Exception) -> None:
    state, reason = failure_state(exception)
    assert state == "unreachable"
    assert reason.startswith("connection failed")


def test_no_download_error_of_scrapy_is_forgotten() -> None:
    errors = {
        value
        for name, value in vars(scrapy.exceptions).items()
        if isinstance(value, type) and ("Download" in name or "Host" in name or "Response" in name)
    } - {Response, DownloadCancelledError}
    assert len(errors) >= 6
    for error in errors:
        assert failure_state(error())[0] == "unreachable", error


def test_a_long_reason_is_cut() -> None:
    _, reason = failure_state(ValueError("x" * 1000))
    assert len(reason) == MAX_REASON_LENGTH
    assert reason.endswith("x…")


def test_what_servers_do_becomes_a_state(serve: Serve, crawl: Crawl) -> None:
    page = b"<html>" + b"x" * 20_000
    site = serve(
        {
            "/announced": (200, HTML, page),
            "/growing": (200, {**HTML, "Content-Length": "", "Connection": "close"}, page),
            "/bomb": (200, {**HTML, "Content-Encoding": "gzip"}, gzip.compress(page)),
            "/twice": (200, {**HTML, "Content-Encoding": "gzip, gzip"}, gzip.compress(gzip.compress(page))),
            "/no-gzip": (200, {**HTML, "Content-Encoding": "gzip"}, b"not packed"),
            "/no-deflate": (200, {**HTML, "Content-Encoding": "deflate"}, b"\xff\xffnot packed"),
            "/no-brotli": (200, {**HTML, "Content-Encoding": "br"}, b"not packed"),
            "/no-zstd": (200, {**HTML, "Content-Encoding": "zstd"}, b"not packed"),
            "/short": (200, {**HTML, "Content-Length": "9000", "Connection": "close"}, b"<html>"),
            "/loop": (302, {"Location": "/loop"}, b""),
            "/error": (500, HTML, b"<html>"),
            "/slow": (200, HTML, b"<html>"),
            "/fine": (200, HTML, b"<html>"),
        }
    )
    site.delays["/slow"] = 3
    outcome = crawl([site.root + path for path in site.answers], DOWNLOAD_MAXSIZE=10_000, DOWNLOAD_TIMEOUT=1)
    states = {url.rpartition("/")[2]: failure_state(error)[0] for url, error in outcome.failures.items()}
    assert list(outcome.pages) == [f"{site.root}/fine"]
    assert states == {
        "announced": "too large",
        "growing": "too large",
        "bomb": "too large",
        "twice": "too large",
        "no-gzip": "unreachable",
        "no-deflate": "unreachable",
        "no-brotli": "unreachable",
        "no-zstd": "unreachable",
        "short": "unreachable",
        "loop": "http error",
        "error": "http error",
        "slow": "unreachable",
    }


def test_the_reactor_tells_the_same(serve: Serve, crawl_on_reactor: Crawl) -> None:
    page = b"<html>" + b"x" * 20_000
    answers = {
        "/announced": (200, HTML, page),
        "/growing": (200, {**HTML, "Content-Length": "", "Connection": "close"}, page),
        "/short": (200, {**HTML, "Content-Length": "9000", "Connection": "close"}, b"<html>"),
        "/film": (200, {"Content-Type": "video/mp4", "Content-Length": "9000"}, b"x"),
        "/film-missing": (404, {"Content-Type": "video/mp4"}, b"x"),
        "/hex": (200, {"Content-Type": "text/html; charset=hex"}, b"<html>"),
    }
    site = serve(answers)
    requests = [(site.root + path, "") for path in answers] + [("http://name.invalid/", "")]
    outcome = crawl_on_reactor(requests, DOWNLOAD_MAXSIZE=10_000, DOWNLOAD_TIMEOUT=3)
    assert {url.rpartition("/")[2]: answer[1] for url, answer in outcome.items() if answer != "page"} == {
        "announced": "too large",
        "growing": "too large",
        "short": "unreachable",
        "film": "refused",
        "film-missing": "http error",
        "": "unreachable",
    }
    assert outcome[f"{site.root}/hex"] == "page"


def test_where_nobody_listens_nothing_is_reached(crawl: Crawl) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # bound, but not listening
        url = f"http://127.0.0.1:{reserved.getsockname()[1]}/"
        outcome = crawl([url])
    assert failure_state(outcome.failures[url])[0] == "unreachable"


def test_other_schemes_are_forbidden(crawl: Crawl) -> None:
    outcome = crawl([Request("file:///etc/passwd")])
    assert [failure_state(error) for error in outcome.failures.values()] == [
        ("forbidden", "file:///etc/passwd is not fetched: neither http nor https")
    ]

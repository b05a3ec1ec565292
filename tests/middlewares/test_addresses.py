from __future__ import annotations

import logging
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.httpproxy import HttpProxyMiddleware
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from newsextract.errors import SettingError
from newsextract.middlewares.addresses import OWN_REQUEST, AddressRefused, FetchableAddresses

Serve = Callable[..., Any]
Crawl = Callable[..., Any]
HTML = {"Content-Type": "text/html"}


def middleware(allowed: object = None) -> FetchableAddresses:
    settings = {} if allowed is None else {"NEWSEXTRACT_ALLOWED_NETWORKS": allowed}
    return FetchableAddresses.from_crawler(get_crawler(settings_dict=settings))


def reason_of(guard: FetchableAddresses, request: Request) -> str:
    try:
        guard.process_request(request)
    except AddressRefused as refused:
        return refused.reason
    return ""


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://example.com/", ""),
        ("https://example.com/", ""),
        ("http://127.0.0.1/", "loopback"),
        ("http://①②⑦.1/", "loopback"),
        ("http://169.254.169.254/latest/meta-data/", "metadata"),
        ("http://a:b@192.168.0.1/", "private"),
        ("http://%31%32%37.0.0.1/", "loopback"),
        ("http:///path", "malformed"),
        ("file:///etc/passwd", "scheme"),
        ("ftp://example.com/", "scheme"),
        ("s3://bucket/key", "scheme"),
        ("about:blank", "scheme"),
        ("data:text/html,x", "scheme"),
    ],
)
def test_requests_for_other_than_public_pages_are_refused(url: str, reason: str) -> None:
    assert reason_of(middleware(), Request(url)) == reason


def test_data_of_our_own_passes() -> None:
    assert reason_of(middleware(), Request("data:text/html,x", flags=[OWN_REQUEST])) == ""
    assert reason_of(middleware(), Request("file:///etc/passwd", flags=[OWN_REQUEST])) == "scheme"
    assert reason_of(middleware(), Request("http://127.0.0.1/", flags=[OWN_REQUEST])) == "loopback"


@pytest.mark.parametrize("allowed", ["127.0.0.0/8", ["127.0.0.0/8"], ("10.0.0.0/8", "127.0.0.1")])
def test_networks_can_be_allowed(allowed: object) -> None:
    guard = middleware(allowed)
    assert reason_of(guard, Request("http://localhost/")) == ""
    assert reason_of(guard, Request("http://127.0.0.1/")) == ""
    assert reason_of(guard, Request("http://192.168.0.1/")) == "private"


def test_a_wrong_network_stops_the_crawl_at_its_start() -> None:
    with pytest.raises(SettingError, match=r"NEWSEXTRACT_ALLOWED_NETWORKS='home': 'home' is no network"):
        middleware("home")


def test_each_refusal_is_counted_and_explained() -> None:
    crawler = get_crawler()
    guard = FetchableAddresses.from_crawler(crawler)
    for url in ("http://127.0.0.1/", "http://127.1/", "http://10.0.0.1/"):
        with pytest.raises(AddressRefused, match=r"is not fetched: (this machine|an address of a private)"):
            guard.process_request(Request(url))
    assert crawler.stats.get_value("newsextract/refused/loopback") == 2
    assert crawler.stats.get_value("newsextract/refused/private") == 1


def test_what_goes_through_a_proxy_is_the_proxys_business(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://squid.internal:3128")
    monkeypatch.setenv("no_proxy", "direct.example,10.0.0.1")
    proxies, guard = HttpProxyMiddleware(), middleware()

    def reason(url: str, **meta: Any) -> str:
        request = Request(url, meta=meta)
        proxies.process_request(request)
        return reason_of(guard, request)

    assert reason("http://intranet.local/") == ""
    assert reason("http://10.0.0.1/") == "private"  # named in no_proxy
    assert reason("https://10.0.0.2/") == "private"  # there is no proxy for https
    assert reason("https://10.0.0.2/", proxy="http://127.0.0.1:8080") == ""
    assert reason("http://10.0.0.2/", proxy=None) == "private"
    assert reason("file:///etc/passwd", proxy="http://127.0.0.1:8080") == "scheme"


def test_the_host_of_a_proxy_is_no_page() -> None:
    guard = middleware()
    assert reason_of(guard, Request("http://squid.example/")) == ""
    assert reason_of(guard, Request("http://a.example/", meta={"proxy": "squid.example:3128"})) == ""
    assert reason_of(guard, Request("http://SQUID.example./")) == "proxy host"


@pytest.mark.parametrize(
    ("address", "meta", "reason"),
    [
        ("93.184.216.34", {}, ""),
        (None, {}, ""),  # from a cache
        ("10.0.0.1", {}, "private"),
        ("127.0.0.2", {}, ""),
        ("::1", {}, "loopback"),
        ("::ffff:192.168.0.1", {}, "private"),
        ("10.0.0.1", {"proxy": "http://10.0.0.1:3128"}, ""),
    ],
)
def test_answers_from_private_addresses_are_refused(
    address: str | None, meta: dict[str, str], reason: str
) -> None:
    request = Request("http://example.com/", meta=meta)
    response = HtmlResponse(request.url, ip_address=ip_address(address) if address else None)
    guard = middleware("127.0.0.0/8")
    if not reason:
        assert guard.process_response(request, response) is response
        return
    with pytest.raises(AddressRefused) as refused:
        guard.process_response(request, response)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    "location", ["http://[bad", "http://a:b:c/", "http://a:99999/", "javascript:1", "//[", "///a:b:", "℀://"]
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_that_are_no_addresses_are_refused_by_name(location: str, status: int) -> None:
    request = Request("http://example.com/")
    response = Response(request.url, status=status, headers={"Location": location})
    if location == "℀://":  # taken for a path, so there is nothing to refuse
        assert middleware().process_response(request, response) is response
        return
    for asked in (request, Request(request.url, meta={"proxy": "http://127.0.0.1:3128"})):
        with pytest.raises(AddressRefused, match="is not fetched: no host") as refused:
            middleware().process_response(asked, response)
        assert location in str(refused.value)


@pytest.mark.parametrize(
    ("status", "headers", "meta"),
    [
        (302, {"Location": "/next"}, {}),
        (302, {"Location": "ftp://example.com/"}, {}),
        (302, {}, {}),
        (200, {"Location": "http://[bad"}, {}),
        (302, {"Location": "http://[bad"}, {"dont_redirect": True}),
    ],
)
def test_other_answers_pass(status: int, headers: dict[str, str], meta: dict[str, bool]) -> None:
    request = Request("http://example.com/", meta=meta)
    response = Response(request.url, status=status, headers=headers)
    assert middleware().process_response(request, response) is response


def test_nobody_is_led_to_a_forbidden_address(serve: Serve, crawl: Crawl) -> None:
    canary = serve({"/*": (200, HTML, b"<html>secret")}, host="127.0.0.2")
    refresh = f'<html><head><meta http-equiv=refresh content="0;url={canary.root}/refresh"></head>'.encode()
    site = serve(
        {
            "/page": (200, HTML, b"<html>page"),
            "/redirect": (302, {"Location": f"{canary.root}/redirect"}, b""),
            "/twice": (307, {"Location": "/redirect"}, b""),
            "/refresh": (200, HTML, refresh),
            "/file": (302, {"Location": "file:///etc/passwd"}, b""),
            "/bad": (302, {"Location": "http://[bad"}, b""),
        }
    )
    paths = ["/page", "/redirect", "/twice", "/refresh", "/file", "/bad"]
    outcome = crawl([site.root + path for path in paths] + [f"{canary.root}/direct"])
    assert canary.hits == []
    assert list(outcome.pages) == [f"{site.root}/page"]
    refused = {
        url: error.reason for url, error in outcome.failures.items() if isinstance(error, AddressRefused)
    }
    assert refused == {
        f"{site.root}/redirect": "loopback",
        f"{site.root}/twice": "loopback",
        f"{site.root}/refresh": "loopback",
        f"{site.root}/bad": "malformed",
        f"{canary.root}/direct": "loopback",
    }
    assert outcome.stats["newsextract/refused/loopback"] == 4
    assert outcome.stats["newsextract/refused/malformed"] == 1


def test_a_retried_request_is_judged_again(serve: Serve, crawl: Crawl) -> None:
    canary = serve({"/*": (503, {}, b"")}, host="127.0.0.2")
    outcome = crawl([f"{canary.root}/"], RETRY_ENABLED=True, RETRY_TIMES=2)
    assert canary.hits == []
    assert isinstance(outcome.failures[f"{canary.root}/"], AddressRefused)


def test_unguarded_lookups_are_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    guard = middleware("127.0.0.0/8")
    with caplog.at_level(logging.WARNING):
        for url in ("http://127.0.0.1/", "http://localhost/"):
            guard.process_request(Request(url))
        assert caplog.text == ""
        for _ in range(2):
            guard.process_request(Request("http://example.com/"))
    assert caplog.text.count("GuardedAiohttpHandler") == 1

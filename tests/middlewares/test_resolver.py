from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from scrapy.settings import Settings

from newsextract.errors import SettingError
from newsextract.middlewares.resolver import NameGuard, installed_guard, proxy_host

Serve = Callable[..., Any]
Crawl = Callable[..., Any]

SETTINGS = {"CONCURRENT_REQUESTS": 1, "RETRY_ENABLED": True, "RETRY_TIMES": 1}


@pytest.mark.parametrize("cached", [False, True])
def test_names_are_judged_by_the_address_that_is_connected_to(
    cached: bool, serve: Serve, crawl_on_reactor: Crawl
) -> None:
    html = {"Content-Type": "text/html", "Connection": "close"}
    site = serve({"/*": (200, html, b"<html>page")})
    canary = serve({"/*": (200, html, b"<html>secret")}, host="127.0.0.2")
    port, secret = site.root.rpartition(":")[2], canary.root.rpartition(":")[2]
    proxy = f"http://squid.example:{secret}"
    zone = {
        "fine.example": ["127.0.0.1"],
        "private.example": ["127.0.0.2"],
        "rebind.example": ["127.0.0.1", "127.0.0.2"],
        "squid.example": ["127.0.0.2"],
    }
    requests = [
        (f"http://fine.example:{port}/", ""),
        (f"http://private.example:{secret}/", ""),
        (f"http://private.example:{secret}/again", ""),
        (f"http://rebind.example:{port}/", ""),
        (f"http://rebind.example:{secret}/", ""),
        ("http://10.0.0.1/by-proxy", proxy),
        (f"{proxy}/", ""),
        (f"http://127.0.0.1:{port}/", ""),
        (f"http://127.0.0.2:{secret}/", ""),
        ("http://unknown.invalid/", ""),
    ]
    outcome = crawl_on_reactor(requests, zone, **SETTINGS, DNSCACHE_ENABLED=cached)
    assert canary.paths == ["http://10.0.0.1/by-proxy"]
    # With a cache the name keeps its first answer, where nobody listens at the other port.
    rebound = (
        ["DownloadConnectionRefusedError", "unreachable", ""]
        if cached
        else ["AddressRefused", "forbidden", "loopback"]
    )
    assert outcome == {
        f"http://fine.example:{port}/": "page",
        f"http://private.example:{secret}/": ["AddressRefused", "forbidden", "loopback"],
        f"http://private.example:{secret}/again": ["AddressRefused", "forbidden", "loopback"],
        f"http://rebind.example:{port}/": "page",
        f"http://rebind.example:{secret}/": rebound,
        "http://10.0.0.1/by-proxy": "page",
        f"{proxy}/": ["AddressRefused", "forbidden", "proxy host"],
        f"http://127.0.0.1:{port}/": "page",
        f"http://127.0.0.2:{secret}/": ["AddressRefused", "forbidden", "loopback"],
        "http://unknown.invalid/": ["CannotResolveHostError", "unreachable", ""],
    }


def test_a_private_answer_is_refused_even_without_the_guard(serve: Serve, crawl_on_reactor: Crawl) -> None:
    canary = serve({"/*": (200, {}, b"<html>secret")}, host="127.0.0.2")
    url = f"http://private.example:{canary.root.rpartition(':')[2]}/"
    stock = "scrapy.resolver.CachingThreadedResolver"
    zone = {"private.example": ["127.0.0.2"]}
    outcome = crawl_on_reactor([(url, "")], zone, TWISTED_DNS_RESOLVER=stock)
    assert outcome == {url: ["AddressRefused", "forbidden", "loopback"]}


def test_the_guard_remembers_why() -> None:
    guard = NameGuard.from_settings(Settings({"NEWSEXTRACT_ALLOWED_NETWORKS": "10.0.0.0/8"}))
    assert guard.refusal("a.example", "10.0.0.1") == ""
    assert guard.refusal("a.example", "93.184.216.34") == ""
    assert guard.refusal("B.example", "192.168.0.1") == "private"
    assert guard.refusal("c.example", "fe80::1%eth0") == "link-local"
    guard.exempt("proxy.example")
    assert guard.refusal("Proxy.example.", "192.168.0.1") == ""
    assert dict(guard.refused) == {"b.example": "private", "c.example": "link-local"}


def test_without_the_add_on_nothing_private_is_allowed() -> None:
    guard = NameGuard.from_settings(Settings())  # the process's own, as a reactor's resolver gets them
    assert guard.refusal("a.example", "10.0.0.1") == "private"


def test_a_wrong_network_is_noticed() -> None:
    with pytest.raises(SettingError, match="NEWSEXTRACT_ALLOWED_NETWORKS='10/x': '10/x' is no network"):
        NameGuard.from_settings(Settings({"NEWSEXTRACT_ALLOWED_NETWORKS": "10/x"}))


def test_without_a_reactor_there_is_no_guard_in_it() -> None:
    assert installed_guard() is None


@pytest.mark.parametrize(
    ("proxy", "host"),
    [
        ("http://user:pass@Squid.example:3128", "squid.example"),
        ("squid.example:3128", "squid.example"),
        ("https://[::1]:8080/", "::1"),
        ("http://[bad", ""),
    ],
)
def test_the_host_of_a_proxy_is_found(proxy: str, host: str) -> None:
    assert proxy_host(proxy) == host

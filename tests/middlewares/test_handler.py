from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest
from scrapy import Request

from newsextract.middlewares.addresses import AddressRefused

Serve = Callable[..., Any]
Crawl = Callable[..., Any]
HTML = {"Content-Type": "text/html"}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """Names and what they resolve to, one list for each time that they are asked for; the last one stays."""
    zone: dict[str, list[list[str]]] = {}
    real = socket.getaddrinfo

    def lookup(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        answers = zone.get(host)
        if answers is None:
            return real(host, port, *args, **options)
        addresses = answers.pop(0) if len(answers) > 1 else answers[0]
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
            if ":" in address
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    return zone


def named(url: str, name: str) -> str:
    return f"http://{name}:{url.rpartition(':')[2]}/"


@pytest.mark.parametrize(
    "address", ["127.0.0.2", "127.0.0.3", "::1", "10.0.0.1", "169.254.169.254", "0.0.0.1"]
)
def test_a_name_that_leads_to_a_private_address_is_refused(
    address: str, serve: Serve, crawl: Crawl, names: dict[str, list[list[str]]]
) -> None:
    canary = serve({"/*": (200, HTML, b"<html>secret")}, host="127.0.0.2")
    names["news.example"] = [[address]]
    url = named(canary.root, "news.example")
    outcome = crawl([url], RETRY_ENABLED=True)
    assert canary.hits == []
    assert isinstance(outcome.failures[url], AddressRefused)
    assert sum(value for key, value in outcome.stats.items() if key.startswith("newsextract/refused/")) == 1
    assert "retry/count" not in outcome.stats


def test_addresses_that_may_be_fetched_are_used_and_others_left_out(
    serve: Serve, crawl: Crawl, names: dict[str, list[list[str]]]
) -> None:
    site = serve({"/*": (200, HTML, b"<html>page")})
    canary = serve({"/*": (200, HTML, b"<html>secret")}, host="127.0.0.2")
    names["news.example"] = [["127.0.0.2", "::1", "127.0.0.1"]]
    url = named(site.root, "news.example")
    assert list(crawl([url]).pages) == [url]
    assert canary.hits == []


def test_a_second_answer_is_judged_as_the_first(
    serve: Serve, crawl: Crawl, names: dict[str, list[list[str]]]
) -> None:
    # The ports differ, so the name is looked up twice.
    site = serve({"/*": (200, HTML, b"<html>page")})
    canary = serve({"/*": (200, HTML, b"<html>secret")}, host="127.0.0.2")
    names["rebind.example"] = [["127.0.0.1"], ["127.0.0.2"]]
    first, second = named(site.root, "rebind.example"), named(canary.root, "rebind.example")
    outcome = crawl([first, second], CONCURRENT_REQUESTS=1)
    assert list(outcome.pages) == [first]
    assert isinstance(outcome.failures[second], AddressRefused)
    assert canary.hits == []


def test_a_proxy_may_be_anywhere(serve: Serve, crawl: Crawl, names: dict[str, list[list[str]]]) -> None:
    proxy = serve({"/*": (200, HTML, b"<html>by proxy")}, host="127.0.0.2")
    names["squid.internal"] = [["127.0.0.2"]]
    through = named(proxy.root, "squid.internal")
    outcome = crawl(
        [
            Request("http://intranet.local/page", meta={"proxy": through}),
            Request("http://10.0.0.1/page", meta={"proxy": proxy.root}),
        ]
    )
    assert sorted(proxy.paths) == ["http://10.0.0.1/page", "http://intranet.local/page"]
    assert len(outcome.pages) == 2


def test_the_name_of_a_proxy_is_not_a_way_in(
    serve: Serve, crawl: Crawl, names: dict[str, list[list[str]]]
) -> None:
    proxy = serve({"/*": (200, HTML, b"<html>by proxy")}, host="127.0.0.2")
    names["squid.example"] = [["127.0.0.2"]]
    through = named(proxy.root, "squid.example")
    requests = [Request("http://a.example/", meta={"proxy": through}), Request(through)]
    outcome = crawl(requests, CONCURRENT_REQUESTS=1)
    assert proxy.paths == ["http://a.example/"]
    assert outcome.failures[through].reason == "proxy host"

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.test import get_crawler

from newsextract.access.robots import MAX_BYTES, RobotsFile
from newsextract.errors import SettingError
from newsextract.middlewares import robots
from newsextract.middlewares.addresses import AddressRefused
from newsextract.middlewares.robots import RobotsForbidden, RobotsTxt

Serve = Callable[..., Any]
Crawl = Callable[..., Any]

HTML = (200, {"Content-Type": "text/html"}, b"<html>page")
RULES = b"User-agent: *\nDisallow: /private/\n"
OTHER_RULES = b"User-agent: *\nDisallow: /other/\n"


def text(body: bytes, status: int = 200) -> tuple[int, dict[str, str], bytes]:
    return (status, {"Content-Type": "text/plain"}, body)


@pytest.mark.parametrize(
    "settings", [{}, {"CONCURRENT_REQUESTS_PER_DOMAIN": 1}, {"CONCURRENT_REQUESTS": 100}]
)
def test_of_forty_requests_at_once_no_forbidden_one_is_fetched(
    settings: dict[str, int], serve: Serve, crawl: Crawl
) -> None:
    site = serve({"/robots.txt": text(RULES), "/*": HTML})
    site.delays["/robots.txt"] = 0.5
    paths = [f"/{'private' if number % 2 else 'public'}/{number}" for number in range(40)]
    outcome = crawl([site.root + path for path in paths], ROBOTSTXT_OBEY=True, **settings)
    public = sorted(path for path in paths if "public" in path)
    assert sorted(site.paths) == sorted(["/robots.txt", *public])
    assert site.paths[0] == "/robots.txt"
    assert len(outcome.pages) == 20
    assert {type(error) for error in outcome.failures.values()} == {RobotsForbidden}
    assert outcome.stats["newsextract/robots/forbidden"] == len(outcome.failures) == 20


def test_none_is_fetched_on_the_reactor_either(serve: Serve, crawl_on_reactor: Crawl) -> None:
    site = serve({"/robots.txt": text(RULES + b"Crawl-delay: 0.02\n"), "/*": HTML})
    site.delays["/robots.txt"] = 0.5
    urls = [f"{site.root}/{'private' if number % 2 else 'public'}/{number}" for number in range(40)]
    outcome = crawl_on_reactor([(url, "") for url in urls], ROBOTSTXT_OBEY=True)
    assert outcome == {
        url: ["RobotsForbidden", "forbidden", ""] if "private" in url else "page" for url in urls
    }
    assert sorted(site.paths) == sorted(["/robots.txt", *(f"/public/{number}" for number in range(0, 40, 2))])
    times = [moment for _, moment in site.hits]
    assert times[-1] - times[0] > 20 * 0.02


@pytest.mark.parametrize(
    ("answer", "allowed"),
    [
        (text(RULES), False),
        (text(RULES, 404), True),
        (text(RULES, 403), True),
        (text(RULES, 401), True),
        (text(RULES, 429), True),
        (text(RULES, 500), False),
        (text(RULES, 503), False),
        (text(b"<html>\nUser-agent: *\nDisallow: /\n"), True),
        ((200, {"Content-Type": "application/pdf"}, OTHER_RULES), True),
        (text(RULES + b"Disallow: /x\n" * 800_000), False),  # 10 MB
        (text(OTHER_RULES + b"Disallow: /x\n" * 800_000), True),
        (text(b"#" * MAX_BYTES + b"\n" + RULES), True),
        (text(b""), True),
        ((200, {"Content-Encoding": "gzip"}, b"not packed"), False),
        ((200, {"Content-Length": "900", "Connection": "close"}, b"User-agent: *"), False),
    ],
    ids="200 404 403 401 429 500 503 html pdf 10-MB other-10-MB late empty broken cut".split(),
)
def test_answers_are_taken_as_the_rfc_says(answer: Any, allowed: bool, serve: Serve, crawl: Crawl) -> None:
    site = serve({"/robots.txt": answer, "/*": HTML})
    url = f"{site.root}/private/page"
    outcome = crawl([url], ROBOTSTXT_OBEY=True, DOWNLOAD_MAXSIZE=1_000_000)
    assert list(outcome.pages) == ([url] if allowed else [])
    assert site.paths == ["/robots.txt", *(["/private/page"] if allowed else [])]


@pytest.mark.parametrize(("robots_timeout", "timeout"), [(0.3, 5), (30, 0.3)])
def test_a_host_that_does_not_answer_in_time_is_left_alone(
    robots_timeout: float,
    timeout: float,
    serve: Serve,
    crawl: Crawl,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(robots, "FETCH_SECONDS", robots_timeout)
    site = serve({"/robots.txt": text(b""), "/*": HTML})
    site.delays["/robots.txt"] = 2
    with caplog.at_level(logging.WARNING, "newsextract"):
        urls = [f"{site.root}/{number}" for number in range(3)]
        outcome = crawl(urls, ROBOTSTXT_OBEY=True, DOWNLOAD_TIMEOUT=timeout)
    assert site.paths == ["/robots.txt"]
    assert [str(error).count("DownloadTimeoutError") for error in outcome.failures.values()] == [1, 1, 1]
    assert outcome.stats["newsextract/robots/unreachable"] == 1
    assert caplog.text.count("cannot be had") == 1


@pytest.mark.parametrize(("redirects", "allowed"), [(1, False), (5, False), (6, True)])
def test_five_redirects_are_followed_to_other_hosts_too(
    redirects: int, allowed: bool, serve: Serve, crawl: Crawl
) -> None:
    other = serve({f"/{redirects}": text(RULES)})
    chain = {f"/{step}": (302, {"Location": f"/{step + 1}"}, b"") for step in range(1, redirects)}
    chain[f"/{redirects - 1}" if redirects > 1 else "/robots.txt"] = (
        302,
        {"Location": f"{other.root}/{redirects}"},
        b"",
    )
    site = serve({"/robots.txt": (301, {"Location": "/1"}, b""), "/*": HTML, **chain})
    url = f"{site.root}/private/page"
    assert list(crawl([url], ROBOTSTXT_OBEY=True).pages) == ([url] if allowed else [])
    assert other.paths == ([] if allowed else [f"/{redirects}"])


def test_robots_txt_may_be_kept_off_the_site(serve: Serve, crawl: Crawl) -> None:
    other = serve({"/rules": text(RULES)})
    elsewhere = other.root.replace("127.0.0.1", "localhost")
    site = serve({"/robots.txt": (302, {"Location": f"{elsewhere}/rules"}, b""), "/*": HTML})
    outcome = crawl([f"{site.root}/page"], ROBOTSTXT_OBEY=True, domains=["127.0.0.1"])
    assert other.paths == ["/rules"]
    assert len(outcome.pages) == 1


def test_each_host_is_asked_once_and_rules_its_own_pages(serve: Serve, crawl: Crawl) -> None:
    strict = serve({"/robots.txt": text(b"User-agent: *\nDisallow: /"), "/*": HTML})
    loose = serve(
        {"/*": HTML, "/robots.txt": text(b"", 404), "/to": (302, {"Location": f"{strict.root}/a"}, b"")}
    )
    outcome = crawl(
        [f"{loose.root}/a", f"{loose.root}/b", f"{loose.root}/to", f"{strict.root}/b"], ROBOTSTXT_OBEY=True
    )
    assert sorted(loose.paths) == ["/a", "/b", "/robots.txt", "/to"]
    assert strict.paths == ["/robots.txt"]
    assert len(outcome.pages) == 2
    assert outcome.stats["newsextract/robots/fetched"] == 2


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ({}, False),
        ({"USER_AGENT": "Mozilla/5.0 (compatible; Newsextract/1; +https://example.com)"}, False),
        ({"USER_AGENT": "other/1.0"}, True),
        ({"ROBOTSTXT_USER_AGENT": "other"}, True),
        ({"USER_AGENT": "other", "ROBOTSTXT_USER_AGENT": "newsextract"}, False),
    ],
)
def test_the_user_agents_product_counts(
    settings: dict[str, str], allowed: bool, serve: Serve, crawl: Crawl
) -> None:
    site = serve({"/robots.txt": text(b"User-agent: newsextract\nDisallow: /"), "/*": HTML})
    assert bool(crawl([f"{site.root}/a"], ROBOTSTXT_OBEY=True, **settings).pages) is allowed


def test_robots_txt_can_be_passed_over(serve: Serve, crawl: Crawl) -> None:
    site = serve({"/robots.txt": text(b"User-agent: *\nDisallow: /\nCrawl-delay: 9"), "/*": HTML})
    request = Request(f"{site.root}/a", meta={"dont_obey_robotstxt": True})
    assert len(crawl([request], ROBOTSTXT_OBEY=True).pages) == 1
    assert len(crawl([f"{site.root}/a"], ROBOTSTXT_OBEY=False).pages) == 1
    assert site.paths == ["/a", "/a"]


def test_a_forbidden_address_is_refused_as_such(serve: Serve, crawl: Crawl) -> None:
    canary = serve({"/*": HTML}, host="127.0.0.2")
    outcome = crawl([f"{canary.root}/a"], ROBOTSTXT_OBEY=True)
    assert isinstance(outcome.failures[f"{canary.root}/a"], AddressRefused)
    assert canary.hits == []


@pytest.mark.parametrize("obey", [True, False])
def test_sitemaps_are_told_without_another_fetch(obey: bool, serve: Serve, crawl: Crawl) -> None:
    body = b"Sitemap: https://example.com/a.xml\nSitemap: /b.xml\nUser-agent: *\nDisallow: /"
    site = serve({"/robots.txt": text(body), "/*": HTML})

    async def ask(crawler: Crawler) -> Any:
        middleware = crawler.get_downloader_middleware(RobotsTxt)
        assert middleware is not None
        return await asyncio.gather(*(middleware.sitemaps(f"{site.root}/{number}") for number in range(5)))

    outcome = crawl([f"{site.root}/page"], ask=ask, ROBOTSTXT_OBEY=obey)
    assert outcome.answer == [("https://example.com/a.xml", f"{site.root}/b.xml")] * 5
    assert site.paths == ["/robots.txt"] + ["/page"] * (not obey)


def test_there_are_no_sitemaps_where_there_is_no_answer(serve: Serve, crawl: Crawl) -> None:
    site = serve({"/robots.txt": text(b"Sitemap: /a.xml", 503)})

    async def ask(crawler: Crawler) -> Any:
        middleware = crawler.get_downloader_middleware(RobotsTxt)
        assert middleware is not None
        return [await middleware.sitemaps(url) for url in (site.root, "data:,x", "http://[")]

    assert crawl([], ask=ask).answer == [(), (), ()]


@pytest.mark.parametrize("settings", [{}, {"AUTOTHROTTLE_ENABLED": True, "AUTOTHROTTLE_START_DELAY": 0.01}])
def test_the_crawl_delay_is_kept(settings: dict[str, object], serve: Serve, crawl: Crawl) -> None:
    site = serve({"/robots.txt": text(b"User-agent: *\nCrawl-delay: 0.2"), "/*": HTML})
    outcome = crawl([f"{site.root}/{number}" for number in range(6)], ROBOTSTXT_OBEY=True, **settings)
    assert len(outcome.pages) == 6
    times = [moment for _, moment in site.hits]
    # Requests are sent 0.2 s apart, else a few ms; on a busy machine's way to the server they get closer.
    assert min(later - earlier for earlier, later in pairwise(times)) > 0.1
    assert times[-1] - times[0] > 6 * 0.2 - 0.1


def test_the_delay_survives_the_slot_and_is_at_least_the_settings(serve: Serve, crawl: Crawl) -> None:
    site = serve({"/robots.txt": text(b"User-agent: *\nCrawl-delay: 0.05"), "/*": HTML})
    seen = crawl([f"{site.root}/a"], ROBOTSTXT_OBEY=True, DOWNLOAD_DELAY=0.1).crawler.engine.downloader
    assert seen.per_slot_settings["127.0.0.1"] == {"delay": 0.1, "jitter": 0.0}
    seen = crawl([f"{site.root}/a"], ROBOTSTXT_OBEY=True, DOWNLOAD_DELAY=0.01).crawler.engine.downloader
    assert seen.per_slot_settings["127.0.0.1"] == {"delay": 0.05, "jitter": 0.0}
    slots = {"127.0.0.1": {"concurrency": 3, "delay": 0.08}}
    seen = crawl([f"{site.root}/a"], ROBOTSTXT_OBEY=True, DOWNLOAD_SLOTS=slots).crawler.engine.downloader
    assert seen.per_slot_settings["127.0.0.1"] == {"concurrency": 3, "delay": 0.08, "jitter": 0.0}
    assert slots == {"127.0.0.1": {"concurrency": 3, "delay": 0.08}}
    site.answers["/robots.txt"] = text(b"")
    seen = crawl([f"{site.root}/a"], ROBOTSTXT_OBEY=True).crawler.engine.downloader
    assert seen.per_slot_settings == {}


def test_a_delay_that_is_too_long_is_cut_and_told_once(
    serve: Serve, crawl: Crawl, caplog: pytest.LogCaptureFixture
) -> None:
    site = serve({"/robots.txt": text(b"User-agent: *\nCrawl-delay: 3600"), "/*": HTML})
    urls = [f"{site.root}/{number}" for number in range(3)]
    with caplog.at_level(logging.WARNING, "newsextract"):
        outcome = crawl(urls, ROBOTSTXT_OBEY=True, NEWSEXTRACT_MAX_CRAWL_DELAY="0.1")
    assert len(outcome.pages) == 3
    assert outcome.crawler.engine.downloader.per_slot_settings["127.0.0.1"]["delay"] == 0.1
    assert caplog.text.count("asks for 3600 seconds") == 1


@pytest.mark.parametrize("value", ["long", 0, "-1", "inf", "nan", [1]])
def test_a_wrong_longest_delay_stops_the_crawl_at_its_start(value: object) -> None:
    with pytest.raises(
        SettingError, match=r"NEWSEXTRACT_MAX_CRAWL_DELAY=.*: give a number of seconds above 0"
    ):
        RobotsTxt.from_crawler(get_crawler(settings_dict={"NEWSEXTRACT_MAX_CRAWL_DELAY": value}))


def test_an_answer_is_believed_for_its_time_and_kept_when_the_host_is_gone(
    serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(robots, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    site = serve({"/robots.txt": text(b"Sitemap: /a.xml")})

    async def ask(crawler: Crawler) -> Any:
        middleware = crawler.get_downloader_middleware(RobotsTxt)
        assert middleware is not None
        answers = []
        for after, status in ((0, 200), (86_000, 200), (86_500, 503), (86_700, 503), (86_900, 404)):
            clock[0] = after
            site.answers["/robots.txt"] = text(b"Sitemap: /a.xml", status)
            answers.append((len(await middleware.sitemaps(site.root)), len(site.hits)))
        return answers

    # Sitemaps known and fetches done: good for 86,400 seconds, for 300 more as the host fails, then gone.
    assert crawl([], ask=ask).answer == [(1, 1), (1, 1), (1, 2), (1, 2), (0, 3)]


def test_a_waiter_that_is_cancelled_does_no_harm(serve: Serve, crawl: Crawl) -> None:
    site = serve({"/robots.txt": text(b"Sitemap: /a.xml")})
    site.delays["/robots.txt"] = 0.3

    async def ask(crawler: Crawler) -> Any:
        middleware = crawler.get_downloader_middleware(RobotsTxt)
        assert middleware is not None
        first, second = (asyncio.ensure_future(middleware.sitemaps(site.root)) for _ in range(2))
        await asyncio.sleep(0.05)
        first.cancel()
        return [len(await second), first.cancelled(), len(await middleware.sitemaps(site.root))]

    assert crawl([], ask=ask).answer == [1, True, 1]
    assert site.paths == ["/robots.txt"]


def test_hosts_are_forgotten_when_there_are_too_many(
    serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "MAX_HOSTS", 2)
    sites = [serve({"/robots.txt": text(b"Sitemap: /a.xml")}) for _ in range(3)]

    async def ask(crawler: Crawler) -> Any:
        middleware = crawler.get_downloader_middleware(RobotsTxt)
        assert middleware is not None
        for site in (*sites, sites[2], sites[0]):
            assert len(await middleware.sitemaps(site.root)) == 1

    crawl([], ask=ask)
    assert [len(site.hits) for site in sites] == [2, 1, 1]


def test_requests_that_have_no_host_are_left_to_others() -> None:
    middleware = RobotsTxt.from_crawler(get_crawler(settings_dict={"ROBOTSTXT_OBEY": True}))
    for url in ("data:text/plain,x", "file:///a", "http:///"):
        asyncio.run(middleware.process_request(Request(url)))
    assert RobotsFile().allows("http://a/")

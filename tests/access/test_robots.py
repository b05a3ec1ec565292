from __future__ import annotations

import time

import pytest

from newsextract.access.robots import (
    KEPT_SECONDS,
    MAX_BYTES,
    UNREACHABLE_SECONDS,
    RobotsFile,
    origin_of,
    product_token,
    read_robots,
    unreachable,
)

ROOT = "https://example.com"


def read(text: str | bytes, status: int = 200) -> RobotsFile:
    body = text.encode() if isinstance(text, str) else text
    return read_robots(status, body, url=f"{ROOT}/robots.txt", agent="newsextract")


@pytest.mark.parametrize(
    ("status", "allowed", "kept"),
    [
        (200, False, KEPT_SECONDS),
        (203, False, KEPT_SECONDS),
        (302, True, KEPT_SECONDS),
        (401, True, KEPT_SECONDS),
        (403, True, KEPT_SECONDS),
        (404, True, KEPT_SECONDS),
        (410, True, KEPT_SECONDS),
        (429, True, KEPT_SECONDS),
        (500, False, UNREACHABLE_SECONDS),
        (503, False, UNREACHABLE_SECONDS),
        (599, False, UNREACHABLE_SECONDS),
        (999, False, UNREACHABLE_SECONDS),
        (102, False, UNREACHABLE_SECONDS),
    ],
)
def test_the_status_decides(status: int, allowed: bool, kept: float) -> None:
    robots = read("User-agent: *\nDisallow: /", status)
    assert robots.allows(f"{ROOT}/page") is allowed
    assert robots.seconds_kept == kept


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /a", "/a/b", False),
        ("User-agent: *\nDisallow: /a", "/b", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/x.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x.pdf?y", True),
        ("User-agent: *\nDisallow: /caf%C3%A9", "/café", False),
        ("\ufeffUser-agent: *\nDisallow: /a", "/a", False),
        ("User-agent: *\rDisallow: /a", "/a", False),
        ("User-agent: *\r\nDisallow: /a", "/a", False),
        ("user-AGENT : * # all\nDISALLOW : /a # this", "/a", False),
        ("User agent: *\nDisallow: /a", "/a", False),
        ("Disallow: /a", "/a", True),
        ("User-agent: *\nDisallow: /", "/robots.txt", True),
        ("<!DOCTYPE html>\n<pre>\nUser-agent: *\nDisallow: /\n</pre>", "/a", True),
        ("  \n<html>\nUser-agent: *\nDisallow: /", "/a", True),
        ("User-agent: *\nDisallow: /\n<html>", "/a", False),
    ],
)
def test_rules_are_read(text: str, path: str, allowed: bool) -> None:
    assert read(text).allows(ROOT + path) is allowed


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("newsextract", True),
        ("NewsExtract", True),
        ("newsextract/2.0", True),
        ("newsextract # us", True),
        ("newsextract*", True),
        ("news", False),
        ("n", False),
        ("newsextractor", False),
        ("newsextract-images", False),
        ("extract", False),
        ("*news", False),
        ("-", False),
        ("(somebody else)", False),
    ],
)
def test_a_group_is_ours_when_the_names_are_equal(name: str, ours: bool) -> None:
    assert read(f"User-agent: {name}\nDisallow: /").allows(f"{ROOT}/a") is not ours


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("User-agent: *\nDisallow: /\n\nUser-agent: newsextract\nDisallow: /b", True),
        ("User-agent: newsextract\nDisallow: /b\n\nUser-agent: *\nDisallow: /", True),
        ("User-agent: newsextract\nUser-agent: other\nDisallow: /a", False),
        ("User-agent: other\nUser-agent: newsextract\nDisallow: /a", False),
        ("User-agent: newsextract\nDisallow: /b\nUser-agent: NEWSEXTRACT\nDisallow: /a", False),
        ("User-agent: other\nDisallow: /\nUser-agent: third\nAllow: /", True),
    ],
)
def test_our_own_group_comes_before_the_one_for_all(text: str, allowed: bool) -> None:
    assert read(text).allows(f"{ROOT}/a") is allowed


def test_a_crawler_without_a_name_is_everybody() -> None:
    text = b"User-agent: ...\nDisallow: /a\nUser-agent: *\nDisallow: /b"
    robots = read_robots(200, text, url=ROOT, agent="")
    assert (robots.allows(f"{ROOT}/a"), robots.allows(f"{ROOT}/b")) == (True, False)


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 2.5", 2.5),
        ("User-agent: newsextract\nCrawl-delay: 3\nUser-agent: *\nCrawl-delay: 9", 3.0),
        ("User-agent: other\nCrawl-delay: 9", 0.0),
        ("User-agent: *\nCrawl-delay: soon", 0.0),
        ("User-agent: *\nCrawl-delay: -1", 0.0),
        ("User-agent: *\nCrawl-delay: inf", 0.0),
        ("", 0.0),
    ],
)
def test_the_delay_is_ours(text: str, delay: float) -> None:
    assert read(text).crawl_delay == delay


def test_sitemaps_are_absolute_and_named_once() -> None:
    lines = [
        "Sitemap: https://example.com/a.xml",
        "User-agent: other",
        "sitemap: /b.xml",
        "Sitemap: https://example.com/a.xml",
        "Sitemap: http://cdn.example/c.xml.gz",
        "Sitemap: ftp://example.com/d.xml",
        "Sitemap: http://[bad",
    ]
    assert read("\n".join(lines)).sitemaps == (
        "https://example.com/a.xml",
        "https://example.com/b.xml",
        "http://cdn.example/c.xml.gz",
    )


def test_only_whole_lines_of_a_long_file_are_read() -> None:
    start = "User-agent: *\nDisallow: /first\n"
    last = "Disallow: /last/page\n"
    filler = "#" * (MAX_BYTES - len(start) - len(last) - 1) + "\n"
    whole = start + filler + last
    assert len(whole) == MAX_BYTES
    assert not read(whole).allows(f"{ROOT}/last/page")
    # One byte longer, the last rule is cut off in its middle, where it would forbid /last/pag as well.
    cut = read(" " + whole)
    assert not cut.allows(f"{ROOT}/first")
    assert cut.allows(f"{ROOT}/last/page")


def test_a_long_line_without_an_end_says_nothing() -> None:
    assert read("User-agent: *" + " " * MAX_BYTES).allows(f"{ROOT}/a")


def test_bytes_that_are_no_text_do_not_raise() -> None:
    assert read(bytes(range(256)) * 100).allows(f"{ROOT}/a")


def test_what_could_not_be_had_forbids_all_for_a_while() -> None:
    robots = unreachable("timeout")
    assert not robots.allows(f"{ROOT}/a")
    assert (robots.sitemaps, robots.seconds_kept) == ((), UNREACHABLE_SECONDS)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("http://example.com/a?b#c", "http://example.com"),
        ("https://EXAMPLE.com:443/", "https://example.com"),
        ("http://example.com:443/", "http://example.com:443"),
        ("https://user:pass@example.com:8443/", "https://example.com:8443"),
        ("http://[::1]:80/", "http://[::1]"),
        ("data:text/plain,x", ""),
        ("file:///robots.txt", ""),
        ("http:///", ""),
        ("http://[::1/", ""),
        ("http://a:b/", ""),
    ],
)
def test_the_origin_is_scheme_host_and_port(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("user_agent", "token"),
    [
        ("newsextract/0.1.0 (+https://example.com)", "newsextract"),
        ("My-Bot_2", "my-bot_2"),
        ("Mozilla/5.0 (compatible; Somebot/1.0; +https://example.com)", "somebot"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "mozilla"),
        (" Bot", "bot"),
        ("", ""),
        ("(none)", ""),
    ],
)
def test_the_product_token_names_the_crawler(user_agent: str, token: str) -> None:
    assert product_token(user_agent) == token


@pytest.mark.parametrize(
    "line",
    ["User-agent" + " " * 1000, "User-agent: a", "Disallow: /*a*b*c$", "Allow: /" + "*a" * 500, " " * 1000],
)
def test_the_longest_file_is_read_in_no_time(line: str) -> None:
    body = ("User-agent: *\n" + (line + "\n") * (MAX_BYTES // (len(line) + 1))).encode()[:MAX_BYTES]
    start = time.perf_counter()
    robots = read(body)
    assert time.perf_counter() - start < 2
    start = time.perf_counter()
    robots.allows(f"{ROOT}/{'ab' * 1000}")
    assert time.perf_counter() - start < 1

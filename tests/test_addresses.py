"""Addresses made absolute and clean, and told apart by site."""

from __future__ import annotations

import time

import pytest

from newsextract.addresses import LONGEST_ADDRESS, resolve, same_site, site_name

BASE = "http://www.Paper.example/news/today.html?page=2"
SECONDS = 1.0
"""For one long address; a linear program needs a few milliseconds."""


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("story.html", "http://www.paper.example/news/story.html"),
        ("/story.html", "http://www.paper.example/story.html"),
        ("../../../story", "http://www.paper.example/story"),
        ("?page=3", "http://www.paper.example/news/today.html?page=3"),
        ("//Cdn.Example/x", "http://cdn.example/x"),
        ("https://paper.example", "https://paper.example/"),
        ("HTTP://PAPER.example/A", "http://paper.example/A"),
        ("http:other.html", "http://www.paper.example/news/other.html"),
        (" story.html\n", "http://www.paper.example/news/story.html"),
        ("sto\nry.html", "http://www.paper.example/news/story.html"),
        ("http://paper.example\\a\\b", "http://paper.example/a/b"),
        ("", "http://www.paper.example/news/today.html?page=2"),
    ],
)
def test_links_become_absolute(href: str, address: str) -> None:
    assert resolve(href, BASE) == address


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("/a#comments", "/a"),
        ("/#!/story/7", "/#!/story/7"),
        ("/a?utm_source=x&id=7&UTM_Medium=y&fbclid=z", "/a?id=7"),
        ("/a?spm=1.2", "/a"),
        ("/a?b=2&a=1", "/a?b=2&a=1"),
        ("/a?", "/a"),
        ("/a?ref=7&from=8&source=9", "/a?ref=7&from=8&source=9"),
        ("/a;jsessionid=A1B2?id=7", "/a?id=7"),
        ("/a?PHPSESSID=77&id=7", "/a?id=7"),
        ("/a?id=7&amp;utm_source=x", "/a?id=7"),
        ("/a/./b/../c", "/a/c"),
        ("/%e6%96%b0%41", "/%E6%96%B0A"),
        ("/新闻.html", "/%E6%96%B0%E9%97%BB.html"),
        ("/a b", "/a%20b"),
        ("/a%2fb", "/a%2Fb"),
        ("/a%", "/a%"),
        ("http://paper.example:80/a", "/a"),
        ("http://paper.example:8080/a", ":8080/a"),
        ("http://reader:secret@paper.example/a", "/a"),
        ("http://paper.example./a", "/a"),
    ],
)
def test_addresses_are_cleaned(href: str, address: str) -> None:
    assert resolve(href, "http://paper.example/") == f"http://paper.example{address}"


def test_hosts_in_other_scripts_are_written_in_ascii() -> None:
    assert resolve("http://例え.jp/", BASE) == "http://xn--r8jz45g.jp/"


@pytest.mark.parametrize(
    "href",
    [
        "mailto:desk@paper.example",
        "javascript:void(0)",
        "JavaScript:alert(1)",
        "tel:+123",
        "data:text/html,x",
        "ftp://paper.example/x",
        "file:///etc/passwd",
        "localhost:8000/x",
        "http://[::1/",
        "http://paper.example:99999/",
        "http://paper example/",
        "http://paper..example/",
        "http://\ud800/",
        "\ud800",
        "/" + "a" * LONGEST_ADDRESS,
        "http://" + "a" * 300 + ".example/",
    ],
)
def test_what_leads_to_no_page_is_empty(href: str) -> None:
    assert resolve(href, BASE) == ""


@pytest.mark.parametrize("base", ["", "nonsense", "http://[::1", "about:blank"])
def test_without_a_base_only_absolute_links_count(base: str) -> None:
    assert resolve("story.html", base) == ""
    assert resolve("http://paper.example/a", base) == "http://paper.example/a"


@pytest.mark.parametrize(
    "href", ["/%zz" * 1_900, "/a?" + "utm_x=1&" * 990, "/" + ";sid=" * 1_500, "/é" * 3_900]
)
def test_long_addresses_are_read_in_linear_time(href: str) -> None:
    assert len(href) <= LONGEST_ADDRESS
    started = time.process_time()
    address = resolve(href, BASE)
    assert time.process_time() - started < SECONDS
    assert address.startswith("http://www.paper.example/")


def test_cleaning_a_clean_address_changes_nothing() -> None:
    once = resolve("/%e6%96%b0 x/../é?b=é&a=%20#top", BASE)
    assert resolve(once, once) == once


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://www.Paper.example/a", "paper.example"),
        ("https://paper.example:443/", "paper.example"),
        ("https://paper.example:8443/", "paper.example:8443"),
        ("http://paper.example:443/", "paper.example:443"),
        ("http://127.0.0.1:8000/a", "127.0.0.1:8000"),
        ("http://[::1]:81/", "[::1]:81"),
        ("http://news.paper.example./", "news.paper.example"),
        ("http://[::1", ""),
        ("", ""),
    ],
)
def test_site_name(url: str, name: str) -> None:
    assert site_name(url) == name


@pytest.mark.parametrize(
    ("url", "home", "same"),
    [
        ("http://news.paper.co.uk/a", "https://www.paper.co.uk/", True),
        ("http://paper.co.uk/", "http://other.co.uk/", False),
        ("http://paper.com:8080/", "http://paper.com/", True),
        ("http://one.blogspot.com/", "http://two.blogspot.com/", False),
        ("http://www.one.blogspot.com/", "http://one.blogspot.com/", True),
        ("http://127.0.0.1:8000/a", "http://127.0.0.1:8000/", True),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8001/", False),
        ("http://127.0.0.1/", "http://10.0.0.1/", False),
        ("http://[::1]/a", "http://[::1]/", True),
        ("http://localhost:1/a", "http://localhost:1/b", True),
        ("http://localhost:1/", "http://localhost:2/", False),
        ("http://paper.com/", "", False),
        ("", "", False),
        ("http://[::1", "http://[::1", False),
    ],
)
def test_same_site(url: str, home: str, same: bool) -> None:
    assert same_site(url, home) is same
    assert same_site(home, url) is same

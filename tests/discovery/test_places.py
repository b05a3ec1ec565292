"""Spellings of one address."""

from __future__ import annotations

import pytest

from newsextract.discovery.places import place_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://sea.test/port", "https://sea.test/port"),
        ("http://www.sea.test/port", "http://sea.test/port"),
        ("http://sea.test/port/", "http://sea.test/port"),
        ("http://sea.test/", "http://sea.test"),
        ("http://sea.test/index.html", "http://sea.test/"),
        ("http://sea.test/port/Default.aspx", "http://sea.test/port/"),
        ("http://sea.test/port/index.php?id=1", "http://sea.test/port?id=1"),
    ],
)
def test_one_place(one: str, other: str) -> None:
    assert place_of(one) == place_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://sea.test/port", "http://sea.test/ports"),
        ("http://sea.test/port", "http://sea.test/Port"),
        ("http://sea.test/port", "http://port.sea.test/port"),
        ("http://sea.test/port", "http://sea.test:8080/port"),
        ("http://sea.test/port?id=1", "http://sea.test/port?id=2"),
        ("http://sea.test/#!port", "http://sea.test/#!pier"),
        ("http://sea.test/index", "http://sea.test/"),
        ("http://sea.test/index2.html", "http://sea.test/index.html"),
    ],
)
def test_two_places(one: str, other: str) -> None:
    assert place_of(one) != place_of(other)


@pytest.mark.parametrize("url", ["", "http://[", "not an address"])
def test_what_is_no_address_stays_apart(url: str) -> None:
    assert place_of(url) != place_of("http://sea.test/")

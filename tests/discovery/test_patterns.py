"""Shapes of addresses, and what a batch of links says of them."""

from __future__ import annotations

import math
import random

import pytest

from newsextract.discovery.address_parts import read_address
from newsextract.discovery.candidate import Candidate
from newsextract.discovery.patterns import (
    STRONGEST,
    AddressPatterns,
    address_shapes,
    headline_length,
    words_length,
)

SITE = "http://paper.example"
HEADLINE = "Ferries sail again after the storm"


def linked(path: str, *titles: str, words: tuple[str, ...] = ()) -> Candidate:
    return Candidate(url=SITE + path, titles=titles, words=titles + words)


@pytest.mark.parametrize(
    ("path", "shapes"),
    [
        (
            "/sport/2019-05-24/cup-goes-to-replay-63250.html",
            ("/sport/date/slug-D.html", "/w/date/slug-D.html"),
        ),
        ("/html/2011-12/01/content_123.htm", ("/html/date/D/content_D.htm", "/w/date/D/content_D.htm")),
        ("/en/ferries-sail-again/a-48854746", ("/en/slug/a-D", "/w/slug/a-D")),
        ("/en/arts-and-culture/s-1441", ("/en/slug/s-D", "/w/slug/s-D")),
        ("/sport", ("/w",)),
        ("/read.php?tid=9", ("/w.php?tid=D",)),
        ("/list.php?sort=new&id=9", ("/w.php?id=D&sort=w",)),
        ("/5b58a5c3e4b0.html", ("/X.html",)),
        ("/", ("/",)),
    ],
)
def test_shapes(path: str, shapes: tuple[str, ...]) -> None:
    assert address_shapes(read_address(SITE + path)) == shapes


@pytest.mark.parametrize(
    ("text", "length"),
    [
        (HEADLINE, 1),
        ("Parliament rejects constitutional amendment", 1),  # four words
        ("Bundestag beschließt Rentenpaket", 0),  # 30 letters, but three words
        ("Politics", -1),
        ("Arts & Culture", 0),
        ("Read on", -1),
        ("", -1),
        ("暴风雨过后渡轮恢复通航", 1),
        ("国际新闻", -1),
        ("两岸三地新闻", -1),  # six
        ("渡轮恢复通航了", 0),  # seven
        ("정치", -1),
        ("Паром снова вышел в море после шторма", 1),
    ],
)
def test_headline_length(text: str, length: int) -> None:
    assert headline_length(text) == length


@pytest.mark.parametrize(
    ("titles", "words", "length"),
    [
        ((), (), 0),
        (("Sport",), ("Sport",), -1),
        (("Sport", HEADLINE), (), 1),
        ((), ("more", "3"), 0),  # what can be no headline says nothing while it is short
        ((), ("Ferries sail again after the ...",), 1),
        (("Sport",), (HEADLINE,), -1),
    ],
)
def test_words_length(titles: tuple[str, ...], words: tuple[str, ...], length: int) -> None:
    assert words_length(titles, words) == length


def batch() -> list[Candidate]:
    stories = [linked(f"/news/{number}", HEADLINE) for number in range(100, 107)]
    sections = [linked(f"/{name}", name.title()) for name in ("sport", "arts", "money", "world")]
    return [*stories, *sections, linked("/news/200"), linked("/news/201", "Ferries sail on Tuesday")]


def test_a_shape_counts_long_and_short_words() -> None:
    patterns = AddressPatterns.learn(batch())
    # Seven stories with long words; the two others are unlabelled, or neither long nor short.
    assert dict(patterns.counts) == {"/news/D": (7, 0), "/w/D": (7, 0), "/w": (0, 4)}
    # ln((7 + .5) / .5) = ln 15 = 2.71 is above the bound; ln(.5 / 4.5) = -2.197 is not
    assert patterns.evidence(read_address(f"{SITE}/news/999")) == STRONGEST
    assert patterns.evidence(read_address(f"{SITE}/weather")) == pytest.approx(-math.log(9))


def test_the_first_step_counts_before_the_general_shape() -> None:
    videos = [linked(f"/video/{number}", "Watch") for number in range(100, 104)]
    patterns = AddressPatterns.learn([*batch(), *videos])
    assert patterns.evidence(read_address(f"{SITE}/video/999")) < 0
    assert patterns.evidence(read_address(f"{SITE}/news/999")) == STRONGEST
    # general: 7 long, 4 short
    assert patterns.evidence(read_address(f"{SITE}/blog/999")) == pytest.approx(math.log(7.5 / 4.5))


@pytest.mark.parametrize("path", ["/unknown/shape/here", "/news/x-y", "/"])
def test_unknown_shapes_say_nothing(path: str) -> None:
    assert AddressPatterns.learn(batch()).evidence(read_address(SITE + path)) == 0
    assert AddressPatterns().evidence(read_address(SITE + path)) == 0


def test_two_addresses_are_too_few() -> None:
    patterns = AddressPatterns.learn([linked("/news/1000", HEADLINE), linked("/news/1001", HEADLINE)])
    assert patterns.evidence(read_address(f"{SITE}/news/1002")) == 0


def test_the_order_of_links_does_not_matter_and_an_address_counts_once() -> None:
    shuffled = [*batch(), linked("/news/100", "Photo"), linked("/news/100", HEADLINE)]
    random.Random(7).shuffle(shuffled)  # noqa: S311  an order, not a secret
    again = AddressPatterns.learn(shuffled)
    assert again == AddressPatterns.learn(batch())
    assert list(again.counts) == sorted(again.counts)

"""What addresses are taken for before they are fetched."""

from __future__ import annotations

import time

import pytest

from newsextract.discovery.candidate import Candidate
from newsextract.discovery.kinds import Evidence, judge_link, link_evidence
from newsextract.discovery.patterns import AddressPatterns

SITE = "http://paper.example"
HEADLINE = "Ferries sail again after the storm"
SECONDS = 0.5


@pytest.mark.parametrize(
    "path",
    [
        "/html/2011-12/01/content_123.htm",
        "/news/12345",
        "/?id=123",
        "/read.php?tid=9",
        "/article.asp?pubid=63602703&id=22",
        "/index.php?p=1234",
        "/news/2011/1201/c1001-16457.html",
        "/11/1201/09/7K6ABCDE0001124J.html",
        "/n/t20111201_12345.htm",
        "/c/2011-12-01/09231.shtml",
        "/2019/05/24/world/ferries-sail/index.html",
        "/news/world-europe-48382591",
        "/en/ferries-sail-again-after-storm/a-48854746",
        "/entry/ferries-sail_us_5b58a5c3e4b0de86f492ab66",
        "/politics/ferries-sail-again-after-the-storm",
        "/novosti/parom-snova-vyshel-v-more",
        "/news/123456-parom-vyshel.html",
        "/2012/01/parom.html",
        "/暴风雨过后渡轮恢复通航",
        "/#!/story/48854746",
    ],
)
def test_addresses_of_stories(path: str) -> None:
    assert judge_link(SITE + path).kind == "article"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/index.html",
        "/sport",
        "/sport/",
        "/news/world/",
        "/section/us-news",
        "/category/tech/video-games.html",
        "/tag/ebola-outbreak-2014",
        "/author/jane-smith",
        "/topics/russia-investigation",
        "/archive/2019/05/24/",
        "/2019/05/",
        "/news?page=3",
        "/list.php?cat=8",
        "/?p=2",
        "/tv",
        "/markets/",
    ],
)
def test_addresses_of_index_pages(path: str) -> None:
    assert judge_link(SITE + path).kind == "index"


@pytest.mark.parametrize(
    "path",
    [
        "/login",
        "/about-us",
        "/privacy",
        "/jobs/",
        "/search?q=ferries",
        "/?s=ferries",
        "/video/ferries-sail-again-63250123.html",
        "/video-63250123",
        "/forum/thread-1063046-1-1.html",
        "/r/ships/comments/bt9j5k/ferries_sail_again_after_the_storm/",
        "/media/live-tv/s-100825",
        "/paper/2019/05/24/front.pdf",
        "/pics/2019/05/24/storm.jpg",
        "/rss/news.xml",
        "/recipes/chicken-soup-with-noodles-1913809",
    ],
)
def test_addresses_of_neither(path: str) -> None:
    assert judge_link(SITE + path).kind == "other"


@pytest.mark.parametrize(
    ("path", "titles", "words", "region", "kind"),
    [
        ("/x", (HEADLINE,), (), "", "article"),
        ("/x", (HEADLINE,), (), "main", "article"),
        ("/x", (HEADLINE,), (), "nav", "article"),
        ("/x", ("Sport",), (), "nav", "index"),
        ("/x", ("Sport",), (), "", "index"),
        ("/x", (), ("Ferries sail again after the ...",), "main", "article"),
        ("/x", (), (), "", "index"),
        ("/x/y", ("暴风雨过后渡轮恢复通航",), (), "main", "article"),
        ("/x/y", ("国际新闻",), (), "main", "index"),
        ("/news/12345", (), ("more",), "main", "article"),
        ("/news/12345", ("Storm",), (), "main", "article"),
        ("/login", (HEADLINE,), (), "main", "other"),
        ("/", (HEADLINE,), (), "main", "index"),
    ],
)
def test_words_and_region(
    path: str, titles: tuple[str, ...], words: tuple[str, ...], region: str, kind: str
) -> None:
    assert judge_link(SITE + path, titles=titles, words=words, region=region).kind == kind


def learned(path: str, title: str) -> AddressPatterns:
    return AddressPatterns.learn(
        Candidate(url=f"{SITE}{path}{number}", titles=(title,)) for number in range(9)
    )


def test_a_learned_shape_decides_where_an_address_says_little() -> None:
    assert judge_link(f"{SITE}/look/g7").kind == "index"
    assert judge_link(f"{SITE}/look/g7", patterns=learned("/look/g", HEADLINE)).kind == "article"
    assert judge_link(f"{SITE}/news/1234567").kind == "article"
    assert judge_link(f"{SITE}/news/1234567", patterns=learned("/news/", "Sport")).kind == "index"


@pytest.mark.parametrize(("path", "kind"), [("/category/", "index"), ("/video/", "other")])
def test_a_learned_shape_makes_no_story_of_a_list_or_a_service(path: str, kind: str) -> None:
    patterns = learned(path, "View all posts that are filed under this")
    assert judge_link(f"{SITE}{path}7", patterns=patterns).kind == kind


def test_the_score_is_the_sum_of_the_evidence() -> None:
    url = f"{SITE}/sport/2019/05/24/cup-final-goes-to-replay.html"
    evidence = link_evidence(url, titles=(HEADLINE,), region="main")
    # By hand: start, a day, a slug of five words (cup final goes to replay), .html, long words, main.
    assert evidence == [
        Evidence("start", -0.5),
        Evidence("date: day", 3.0),
        Evidence("slug", 2.5),
        Evidence("page ending", 0.4),
        Evidence("words", 2.5),
        Evidence("main", 0.3),
    ]
    assert judge_link(url, titles=(HEADLINE,), region="main") == ("article", 8.2)


@pytest.mark.parametrize(
    "url",
    ["", "%", "http://", "?", "#!", "http://[::1", "\ud800", "a" * 100_000, "http://x/" + "-/" * 50_000],
)
def test_odd_input_is_judged_fast(url: str) -> None:
    started = time.process_time()
    assert judge_link(url, titles=[url], words=[url], region="nowhere").kind in ("article", "index", "other")
    assert time.process_time() - started < SECONDS

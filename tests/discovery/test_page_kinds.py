"""What fetched pages are taken for."""

from __future__ import annotations

import json
import math
import time

import pytest

from newsextract.discovery.kinds import Verdict
from newsextract.discovery.page_kinds import Structure, judge_page, prose_and_headlines
from newsextract.limits import Limits
from newsextract.page import Page, read_page

URL = "http://paper.example/news/2019/05/24/ferries-sail-again-63250123.html"
SECTION = "http://paper.example/news/"
SECONDS = 1.0
SENTENCE = "The ferry left the harbour at noon, the company said, with most of its places taken by then."
"""75 letters without white space."""

CHINESE_SENTENCE = "公司表示，渡轮中午离开港口，大部分座位已经坐满，乘客们对此感到满意。"
HEADLINE = "Ferries sail again after the storm"
MENU = (
    "<nav>"
    + "".join(f"<a href=/s{n}>Section number {n} of the whole paper</a><br>" for n in range(9))
    + "</nav>"
)


def paragraphs(count: int, sentence: str = SENTENCE) -> str:
    return f"<p>{sentence}</p>" * count


def teasers(count: int, sentence: str = SENTENCE) -> str:
    return "".join(f"<h3><a href=/{n}>{HEADLINE} {n}</a></h3><p>{sentence}</p>" for n in range(count))


def page(body: str, *, url: str = URL, head: str = "") -> Page:
    return read_page(f"<html><head><title>Paper</title>{head}</head><body>{body}</body></html>", url=url)


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>{HEADLINE}</h1>{paragraphs(10)}",
        f"{MENU}<h1>{HEADLINE}</h1>{paragraphs(5)}{teasers(10)}",
        f"<h1>{HEADLINE}</h1>{paragraphs(2)}",  # a short one
        f"<h1>暴风雨过后渡轮恢复通航</h1>{paragraphs(4, CHINESE_SENTENCE)}",
        "<br>".join([SENTENCE] * 10),  # an old page
    ],
)
def test_articles(body: str) -> None:
    assert judge_page(page(body)).kind == "article"


@pytest.mark.parametrize(
    "body",
    [
        f"{MENU}<h1>News</h1>{teasers(20)}",
        f"<h1>新闻</h1>{teasers(20, CHINESE_SENTENCE)}",
        "".join(f"<a href=/{n}>{HEADLINE} {n}</a><br>" for n in range(40)),
        MENU,
    ],
)
def test_index_pages(body: str) -> None:
    assert judge_page(page(body, url=SECTION)).kind == "index"


@pytest.mark.parametrize(
    ("body", "url"),
    [
        ("", URL),
        ("<p>Watch now</p>" + teasers(30, "Short."), "http://paper.example/video/63250123"),
        ("<form><input name=user><button>Log in</button></form>", "http://paper.example/login"),
        ("<p>Not found</p>", ""),
    ],
)
def test_others(body: str, url: str) -> None:
    link = judge_page(page(body, url=url))
    assert (link.kind, link.score > 0) == ("other", False) or (
        body == "<p>Not found</p>" and link.kind == "article"
    )


def test_a_consent_wall() -> None:
    wall = page(
        "<p>We use cookies with your consent.</p><p>Read our privacy policy.</p><button>Accept</button>"
    )
    assert judge_page(wall) == ("consent wall", -4.0, "asks for consent and shows little else")


def test_a_page_that_cannot_be_read() -> None:
    refused = read_page("<p>" * 100, url=URL, limits=Limits(max_bytes=10))
    verdict = judge_page(refused)
    assert (verdict.kind, verdict.score) == ("other", 0.0)
    assert verdict.reason == refused.reason != ""


@pytest.mark.parametrize(
    ("body", "structure"),
    [
        # Three sentences of 75 letters; the menu is a nav and does not count.
        (MENU + paragraphs(3), Structure(225.0, 0)),
        # Each headline-like link ends a run.
        (paragraphs(2) + teasers(3) + paragraphs(1), Structure(150.0, 3)),
        # Short links and short rows do neither.
        (
            paragraphs(1) + "<p><a href=/x>More</a></p><p>By Jane</p>" + paragraphs(1),
            Structure(150.0, 0),
        ),
        # No punctuation, no prose.
        (f"<p>{SENTENCE.replace(',', '').replace('.', '')}</p>", Structure(0.0, 0)),
        # One ideograph stands for two letters and a half: 34 characters.
        (f"<p>{CHINESE_SENTENCE}</p>", Structure(85.0, 0)),
        # One row adds 1,500 letters at most.
        (f"<p>{SENTENCE * 40}</p>", Structure(1500.0, 0)),
        ("", Structure(0.0, 0)),
    ],
)
def test_structure(body: str, structure: Structure) -> None:
    assert prose_and_headlines(page(body)) == structure


def test_the_score_is_the_sum_of_the_weights() -> None:
    body = f"<h1>{HEADLINE}</h1>{paragraphs(6)}<a href=/x>{HEADLINE}</a>"
    verdict = judge_page(page(body), link=Verdict("article", 2.0))
    # 6 x 75 letters is the usual run: 1.9; one headline -0.6 ln 2; heading 0.3; link 0.65 x 2
    assert verdict.score == pytest.approx(1.9 - 0.6 * math.log(2) + 0.3 + 1.3, abs=0.001)
    assert verdict.reason == "longest run of prose: 450 letters"


@pytest.mark.parametrize(
    ("head", "difference"),
    [
        ('<meta property="og:type" content="article">', 0.75),
        ('<meta property="og:type" content="website">', -0.75),
        ('<meta property="og:type" content="video.other">', -0.75),
        ('<meta property="og:type" content="odd">', 0.0),
        ('<script type="application/ld+json">{"@type": "NewsArticle"}</script>', 1.0),
        ('<script type="application/ld+json">{"@type" : [ "ReportageNewsArticle"]}</script>', 1.0),
        (
            '<script type="application/ld+json">{"@type":"CollectionPage","x":{"@type":"Article"}}</script>',
            -1.0,
        ),
        ('<script type="application/ld+json">{"@type": "WebPage"}</script>', 0.0),
    ],
)
def test_what_a_page_declares(head: str, difference: float) -> None:
    plain = judge_page(page(paragraphs(6))).score
    assert judge_page(page(paragraphs(6), head=head)).score - plain == pytest.approx(difference, abs=0.002)


def test_the_link_counts_up_to_a_bound_and_is_asked_for_when_missing() -> None:
    story = page(paragraphs(6))
    scores = [judge_page(story, link=Verdict("x", score)).score for score in (-9.0, -4.0, 4.0, 9.0)]
    assert scores[0] == scores[1] < scores[2] == scores[3]
    assert judge_page(story).score == scores[3]
    nowhere = page(paragraphs(6), url="")
    # 0.6 stands for the address that is not there
    assert judge_page(nowhere).score == pytest.approx(1.9 + 0.6)


@pytest.mark.parametrize(
    "body",
    [
        "<nav>" * 20_000,
        "<label>" * 20_000 + "cookie consent privacy policy of ours",
        f"<a href=/x>{HEADLINE}</a><br>" * 10_000,
        "<script type='application/ld+json'>" + '"@type":' + " " * 200_000 + "</script><p>x</p>",
        f"<p>{json.dumps(SENTENCE)}" * 10_000,
    ],
)
def test_large_pages_are_judged_in_linear_time(body: str) -> None:
    large = page(body)
    before = (large.row_spans, large.anchors)  # read before the clock runs
    started = time.process_time()
    verdict = judge_page(large)
    assert time.process_time() - started < SECONDS
    assert verdict.reason
    assert before == (large.row_spans, large.anchors)

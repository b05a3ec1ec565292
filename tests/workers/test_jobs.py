"""Every kind of page becomes the reading that such a page has to give."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from newsextract.discovery.candidate import Candidate
from newsextract.limits import Limits
from newsextract.states import STATES
from newsextract.workers.jobs import (
    ListJob,
    PageJob,
    Reading,
    failed_reading,
    read_feed_job,
    read_page_job,
    read_sitemap_job,
)

HOME = "https://news.example/"
ADDRESS = f"{HOME}2026/11/09/ferry-returns-to-the-outer-islands.html"
TITLE = "Ferry returns to the outer islands"
TEXT = [
    "The ferry to the outer islands sails again from Monday, the harbour office said on Friday.",
    "It had been laid up since a storm, in January, tore away the landing stage at the north pier.",
    "For the first month there will be three crossings a day, at seven, at noon and at five.",
    "Those who live on the islands pay half, and children, as they always have, pay nothing at all.",
    "The office asks all who want to bring a car to book a week ahead, since there is room for nine.",
]
STORY = f"<article><h1>{TITLE}</h1>{''.join(f'<p>{line}</p>' for line in TEXT)}</article>"
PAGER = f'<div class="pages"><b>1</b> <a href="{ADDRESS[:-5]}-2.html">2</a></div>'
LINKS = "".join(
    f'<li><a href="/2026/11/0{day}/what-was-seen-on-day-{day}.html">What was seen on day {day}, and all that '
    f"has been said of it since</a></li>"
    for day in range(1, 9)
)
LIST = (
    f'<link rel="alternate" type="application/rss+xml" href="/feed.xml"><div><ul>{LINKS}</ul></div>'
    f'<a href="/sport/">Sport</a> <a rel="next" href="/news/?page=2">Next page</a>'
)
CONSENT = (
    "<div id='consent'><h1>We value your privacy</h1><p>We and our partners use cookies. Do you agree?</p>"
    "<button>Accept all cookies</button><button>Reject all</button></div>"
)
VIDEO = "<h1>Watch</h1><video src='a.mp4'></video><p>Play again</p>"


def reading_of(html: str, url: str = ADDRESS, **job: Any) -> Reading:
    page = f"<!doctype html><html><head><title>{TITLE}</title></head><body>{html}</body></html>"
    values: dict[str, Any] = {"body": page.encode(), "content_type": "text/html; charset=utf-8", **job}
    return read_page_job(PageJob(url=url, **values))


def filled(reading: Reading) -> set[str]:
    """The parts of a reading that say something, the article apart."""
    names = {entry.name for entry in fields(Reading)} - {"article"}
    return {name for name in names if getattr(reading, name) not in ((), "", None)}


@pytest.mark.parametrize(
    ("html", "url", "state"),
    [
        (STORY, ADDRESS, "article"),
        (LIST, f"{HOME}news/", "index"),
        (CONSENT, ADDRESS, "consent wall"),
        (VIDEO, f"{HOME}video/watch", "other"),
        ("", ADDRESS, "other"),
    ],
)
def test_a_page_is_what_it_looks_like(html: str, url: str, state: str) -> None:
    article = reading_of(html, url).article
    assert (article.page_state, article.url, article.site) == (state, url, "news.example")
    assert bool(article.text) == (state == "article")
    assert bool(article.state_reason) == (state != "article")


@pytest.mark.parametrize(
    ("job", "state"),
    [
        ({"body": b"%PDF-1.7"}, "refused"),
        ({"limits": Limits(max_bytes=100)}, "too large"),
        ({"limits": Limits(max_tags=2)}, "too large"),
    ],
)
@pytest.mark.parametrize("is_home", [False, True])
def test_a_page_that_cannot_be_parsed_is_no_other(job: dict[str, Any], state: str, is_home: bool) -> None:
    reading = reading_of(STORY, home=HOME, is_home=is_home, **job)
    assert reading.article.page_state == state
    assert reading.article.state_reason
    assert filled(reading) == set()


def test_a_story_is_read_for_all_that_a_story_has() -> None:
    reading = reading_of(STORY + PAGER, home=HOME)
    assert reading.article.title == TITLE
    assert [line for line in TEXT if line in reading.article.paragraphs] == TEXT
    assert reading.next_part == f"{ADDRESS[:-5]}-2.html"
    assert filled(reading) == {"next_part", "structure", "similarity"}


def test_a_list_is_read_for_its_links() -> None:
    listed = Candidate(url=f"{HOME}news/", kind="index", depth=1, site="the.site")
    reading = reading_of(LIST, f"{HOME}news/", home=HOME, candidate=listed)
    assert filled(reading) == {"candidates", "feeds", "more_pages", "structure"}
    assert reading.feeds == (f"{HOME}feed.xml",)
    assert reading.more_pages == (f"{HOME}news/?page=2",)
    kinds = {candidate.url.removeprefix(HOME): candidate.kind for candidate in reading.candidates}
    assert kinds["sport/"] == "index"
    assert [kind for url, kind in kinds.items() if url.startswith("2026/")] == ["article"] * 8
    assert {candidate.depth for candidate in reading.candidates} == {2}
    assert reading.article.site == "the.site"


def test_links_are_not_read_for_somebody_who_follows_none() -> None:
    reading = reading_of(LIST, f"{HOME}news/")
    assert reading.article.page_state == "index"
    assert filled(reading) == {"structure"}


def test_a_home_page_is_a_list_whatever_it_looks_like() -> None:
    like_a_story = f"{STORY}<ul>{LINKS}</ul>"
    assert reading_of(like_a_story, home=HOME).article.page_state == "article"
    reading = reading_of(like_a_story, home=HOME, is_home=True)
    assert reading.article.page_state == "index"
    assert len(reading.candidates) == 8
    assert {candidate.depth for candidate in reading.candidates} == {1}


@pytest.mark.parametrize(
    ("candidate", "site", "title"),
    [
        (None, "news.example", TITLE),
        (Candidate(url=ADDRESS), "news.example", TITLE),
        (
            # the page agrees with itself on its headline, whatever the link says
            Candidate(url=ADDRESS, site="the.site", titles=("Islands have their ferry back",)),
            "the.site",
            TITLE,
        ),
    ],
)
def test_what_was_known_of_a_page_before(candidate: Candidate | None, site: str, title: str) -> None:
    article = reading_of(STORY, candidate=candidate).article
    assert (article.site, article.title, article.page_state) == (site, title, "article")


def test_a_headline_makes_no_story_of_a_films_address() -> None:
    led = Candidate(url=f"{HOME}video/ferry", titles=(TITLE,), words=(TITLE,), region="main")
    short = f"<h1>{TITLE}</h1><video src='a.mp4'></video><p>{TEXT[0]}</p>"
    assert reading_of(short, f"{HOME}video/ferry", candidate=led).article.page_state == "other"


def test_the_method_is_the_one_asked_for() -> None:
    assert reading_of(STORY, method="twcem").article.method == "twcem"
    assert reading_of(STORY, method="").article.method == reading_of(STORY).article.method != "twcem"


def test_a_text_too_short_for_a_fingerprint_has_none() -> None:
    assert reading_of("<article><h1>Ferry</h1><p>Sails.</p></article>").similarity is None


@pytest.mark.parametrize("state", STATES)
def test_a_reading_without_an_article(state: str) -> None:
    reading = failed_reading(PageJob(body=b"", url=ADDRESS), state, "it is so")
    article = reading.article
    assert (article.url, article.site, article.page_state) == (ADDRESS, "news.example", state)
    assert (article.text, article.state_reason) == ("", "it is so")
    assert filled(reading) == set()


def test_a_feed() -> None:
    feed = (
        f"<rss version='2.0'><channel><item><title>{TITLE}</title><link>{ADDRESS}</link>"
        "<pubDate>Mon, 09 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>"
    )
    (entry,) = read_feed_job(ListJob(feed.encode(), f"{HOME}feed.xml"))
    assert (entry.url, entry.title, entry.date) == (ADDRESS, TITLE, "2026-11-09T10:00:00+00:00")
    assert read_feed_job(ListJob(b"no feed", HOME)) == ()


def test_a_sitemap() -> None:
    body = f"<urlset><url><loc>{ADDRESS}</loc><lastmod>2026-11-09</lastmod></url></urlset>".encode()
    sitemap = read_sitemap_job(ListJob(body, f"{HOME}sitemap.xml"))
    assert [(entry.url, entry.date) for entry in sitemap.entries] == [(ADDRESS, "2026-11-09")]
    nothing = read_sitemap_job(ListJob(b"<p>no sitemap", HOME))
    assert (nothing.sitemaps, nothing.entries) == ((), ())

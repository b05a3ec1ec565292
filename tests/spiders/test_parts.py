"""Stories on several pages: what is joined, what ends the story, and what is said of a missing page."""

from __future__ import annotations

from typing import Any

import pytest

STORY = "/2026/11/09/the-long-story-of-the-harbour.html"
TITLE = "The long story of the harbour"
WORDS = (
    "harbour council ferry winter bridge school market island captain lantern orchard tunnel museum".split()
)
HEADLINES = "".join(
    f'<li><a href="/2026/11/0{day}/what-was-seen-on-day-{day}.html">What was seen on day {day}, and all that '
    f"has been said of it since</a></li>"
    for day in range(1, 9)
)
Answer = tuple[int, dict[str, str], bytes]


def part(number: int) -> str:
    return STORY if number == 1 else STORY.replace(".html", f"-{number}.html")


def paragraphs(part_number: int) -> list[str]:
    return [
        f"On day {part_number}.{line}, the {' '.join(WORDS[line:] + WORDS[:line])}, and no more, was seen."
        for line in range(1, 6)
    ]


def html(body: str) -> Answer:
    page = f"<!doctype html><html><head><title>{TITLE}</title></head><body>{body}</body></html>"
    return 200, {"Content-Type": "text/html; charset=utf-8"}, page.encode()


def page(number: int, of: int, following: int | None = None, words_of: int | None = None) -> Answer:
    """A part with a pager to all; its "next page" leads to the one after it, or as said."""
    following = number + 1 if following is None else following
    numbers = " ".join(
        f"<b>{n}</b>" if n == number else f'<a href="{part(n)}">{n}</a>' for n in range(1, of + 1)
    )
    ahead = f'<a href="{part(following)}">Next page</a>' if number < of or following < number else ""
    text = "".join(f"<p>{line}</p>" for line in paragraphs(words_of or number))
    return html(f"<h1>{TITLE}</h1><div class='story'>{text}</div><div class='pages'>{numbers} {ahead}</div>")


def site(*pages: Answer) -> dict[str, Answer]:
    """A home page that leads to the story, and the story's pages."""
    links = f'<ul><li><a href="{STORY}">{TITLE}</a></li></ul>'
    return {"/": html(links), **{part(number): answer for number, answer in enumerate(pages, start=1)}}


def days_of(text: str) -> list[int]:
    """The parts whose paragraphs are in a text, in order; each has five, all or none of them."""
    found = [
        line.split(".")[0].removeprefix("On day ") for line in text.split("\n") if line.startswith("On day")
    ]
    days = [int(day) for day in dict.fromkeys(found)]
    assert len(found) == 5 * len(days)
    return days


def test_pages_are_joined_in_order_and_counted(serve: Any, crawl_news: Any) -> None:
    server = serve(site(page(1, 3), page(2, 3), page(3, 3)))
    crawled = crawl_news(url=server.root, depth=0)
    article = crawled.articles[STORY]
    assert days_of(article.text) == [1, 2, 3]
    assert article.parts == tuple(server.root + part(number) for number in (1, 2, 3))
    assert article.state_reason == ""
    assert crawled.states == {"article": 1, "index": 1, "part": 2}


def test_fingerprints_are_those_of_the_whole_text(serve: Any, crawl_news: Any) -> None:
    long = crawl_news(url=serve(site(page(1, 2), page(2, 2))).root, depth=0).articles[STORY]
    short = crawl_news(url=serve(site(page(1, 1))).root, depth=0).articles[STORY]
    assert days_of(short.text) == [1]
    assert short.parts == ()
    assert long.content_hash != short.content_hash
    assert long.paragraphs == tuple(long.text.split("\n"))


@pytest.mark.parametrize("back_to", [1, 2])
def test_links_in_a_circle_come_to_an_end(back_to: int, serve: Any, crawl_news: Any) -> None:
    server = serve(site(page(1, 3), page(2, 3), page(3, 3, following=back_to)))
    crawled = crawl_news(url=server.root, depth=0)
    assert days_of(crawled.articles[STORY].text) == [1, 2, 3]
    assert [server.paths.count(part(number)) for number in (1, 2, 3)] == [1, 1, 1]


@pytest.mark.parametrize(("most", "days"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3, 4])])
def test_no_more_pages_than_a_story_may_have(most: int, days: list[int], serve: Any, crawl_news: Any) -> None:
    server = serve(site(*(page(number, 4) for number in range(1, 5))))
    crawled = crawl_news({"NEWSEXTRACT_MAX_PARTS": most}, url=server.root, depth=0)
    article = crawled.articles[STORY]
    assert days_of(article.text) == days
    assert not set(server.paths) & {part(number) for number in range(most + 1, 5)}
    ahead = f"it goes on at {server.root}{part(most + 1)}, beyond NEWSEXTRACT_MAX_PARTS={most}"
    assert article.state_reason == ("" if most == 4 else ahead)


def test_a_page_that_says_nothing_new_ends_the_story(serve: Any, crawl_news: Any) -> None:
    # the pager is that of a list beside the story: its pages all have the story's text
    server = serve(site(page(1, 3), page(2, 3, words_of=1), page(3, 3, words_of=1)))
    crawled = crawl_news(url=server.root, depth=0)
    article = crawled.articles[STORY]
    assert days_of(article.text) == [1]
    assert (article.parts, article.state_reason) == ((), "")
    assert part(3) not in server.paths
    assert crawled.states == {"article": 1, "index": 1, "duplicate": 1}


def test_nor_is_a_later_page_joined_that_only_repeats(serve: Any, crawl_news: Any) -> None:
    server = serve(site(page(1, 4), page(2, 4), page(3, 4, words_of=2), page(4, 4)))
    crawled = crawl_news(url=server.root, depth=0)
    article = crawled.articles[STORY]
    assert days_of(article.text) == [1, 2]
    assert article.parts == (server.root + part(1), server.root + part(2))
    assert crawled.states == {"article": 1, "index": 1, "part": 1, "duplicate": 1}


@pytest.mark.parametrize(
    ("second", "state"),
    [
        ((404, {"Content-Type": "text/html"}, b"gone"), "http error"),
        ((200, {"Content-Type": "application/pdf"}, b"%PDF-1.4"), "refused"),
        (html(""), "other"),
        (html(f"<ul>{HEADLINES}</ul>"), "index"),
    ],
)
def test_a_page_that_is_no_part_of_a_story_is_said(
    second: Answer, state: str, serve: Any, crawl_news: Any
) -> None:
    server = serve(site(page(1, 3), second, page(3, 3)))
    crawled = crawl_news(url=server.root, depth=0, sources="anchors")
    article = crawled.articles[STORY]
    assert days_of(article.text) == [1]
    assert article.parts == ()
    assert article.state_reason == f"its next page {server.root}{part(2)} was not read: {state}"
    expected = {"article": 1, "index": 1}
    expected[state] = expected.get(state, 0) + 1
    assert crawled.states == expected
    assert crawled.unsettled == {}


def test_robots_txt_holds_for_further_pages(serve: Any, crawl_news: Any) -> None:
    server = serve(site(page(1, 2), page(2, 2)))
    rules = f"User-agent: *\nDisallow: {part(2)}".encode()
    server.answers["/robots.txt"] = (200, {"Content-Type": "text/plain"}, rules)
    crawled = crawl_news(url=server.root, depth=0)
    assert days_of(crawled.articles[STORY].text) == [1]
    assert part(2) not in server.paths
    assert crawled.states == {"article": 1, "index": 1, "forbidden": 1}

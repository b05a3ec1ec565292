"""What is fetched of a site, in which order, and what is not."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from newsextract.discovery.book import CandidateBook
from newsextract.discovery.candidate import Candidate
from newsextract.discovery.feeds import FeedEntry
from newsextract.discovery.sitemaps import Sitemap, SitemapEntry, SitemapRef
from newsextract.items import Article
from newsextract.spiders.arguments import SOURCES, SiteOptions
from newsextract.spiders.frontier import MOST_FEEDS, MOST_SITEMAPS, ListAddress, SiteFrontier
from newsextract.workers.jobs import Reading

HOME = "https://news.example/"
TODAY = date(2026, 11, 10)
FEED = f"{HOME}feed.xml"
MAP = f"{HOME}map.xml"
HOME_PAGE = Candidate(url=HOME, site="news.example", kind="index", source="home")


def address(number: int) -> str:
    return f"{HOME}2026/11/09/the-long-story-number-{number}-of-the-harbour.html"


def story(number: int, **values: Any) -> Candidate:
    return Candidate(url=address(number), **{"depth": 1, "found_on": HOME, **values})


def section(name: str, depth: int = 1) -> Candidate:
    return Candidate(url=f"{HOME}{name}/", kind="index", depth=depth)


def index(*candidates: Candidate, **read: Any) -> Reading:
    return Reading(article=Article(url=HOME, page_state="index"), candidates=candidates, **read)


def frontier_of(days: int = 7, book: CandidateBook | None = None, **options: Any) -> SiteFrontier:
    site = SiteOptions(homes=options.pop("homes", (HOME,)), **options)
    return SiteFrontier(site, book or CandidateBook(), days, TODAY)


def opened(days: int = 7, book: CandidateBook | None = None, **options: Any) -> SiteFrontier:
    """A frontier whose home page is under way."""
    frontier = frontier_of(days, book, **options)
    frontier.next()
    return frontier


def given(frontier: SiteFrontier) -> list[str]:
    """What is to be fetched next, without the site's address in front."""
    return [wanted.url.removeprefix(HOME) for wanted in frontier.next()]


def released(frontier: SiteFrontier) -> set[int]:
    """The numbers of the stories that are given out when one more list is done."""
    frontier.list_done()
    urls = {wanted.url for wanted in frontier.next()}
    return {number for number in range(100) if address(number) in urls}


def test_the_home_pages_come_first_and_once() -> None:
    frontier = frontier_of(homes=(HOME, f"{HOME}sport/"))
    assert frontier.next() == [
        HOME_PAGE,
        Candidate(url=f"{HOME}sport/", site="news.example", kind="index", source="home"),
    ]
    assert frontier.next() == []


def test_stories_wait_until_no_list_is_open() -> None:
    frontier = opened()
    frontier.add_index(index(story(1), section("sport")), HOME_PAGE)
    frontier.list_done()
    assert given(frontier) == ["sport/"]
    frontier.add_index(index(story(2)), section("sport"))
    assert frontier.next() == []  # the section is still open
    frontier.list_done()
    assert frontier.next() == [story(1, site="news.example"), story(2, site="news.example")]
    assert frontier.next() == []


def test_a_list_that_leads_to_lists_keeps_the_stories_waiting() -> None:
    frontier = opened()
    frontier.add_index(index(story(1), feeds=(FEED,)), HOME_PAGE)
    frontier.add_sitemaps([MAP])
    frontier.list_done()
    assert frontier.next() == [
        ListAddress(FEED, "feed", "news.example"),
        ListAddress(MAP, "sitemap", "news.example"),
    ]
    frontier.list_done()
    assert frontier.next() == []
    frontier.list_done()
    assert given(frontier) == [address(1).removeprefix(HOME)]


def test_stories_can_be_had_at_once() -> None:
    frontier = opened()
    frontier.add_index(index(story(1)), HOME_PAGE)
    assert frontier.next() == []
    assert [wanted.url for wanted in frontier.next(at_once=True)] == [address(1)]
    assert frontier.next(at_once=True) == []


def test_a_story_found_late_is_given_out_at_once_when_nothing_is_open() -> None:
    frontier = opened()
    frontier.list_done()
    assert frontier.next() == []
    frontier.add_index(index(story(1)), story(9))  # a page taken for a story was a list
    assert given(frontier) == [address(1).removeprefix(HOME)]


def test_each_address_is_given_out_once_and_its_words_are_gathered() -> None:
    book = CandidateBook()
    frontier = opened(book=book)
    frontier.add_index(index(story(1, titles=("Ferry returns",)), section("sport")), HOME_PAGE)
    frontier.add_index(index(story(1, titles=("The ferry is back",)), section("sport")), section("sport"))
    frontier.add_feed([FeedEntry(url=address(1), title="Ferry sails again", date="2026-11-09")], FEED)
    frontier.list_done()
    assert given(frontier) == ["sport/"]
    frontier.list_done()
    (wanted,) = frontier.next()
    assert isinstance(wanted, Candidate)
    merged = book.merged(wanted)
    assert merged.titles == ("Ferry returns", "The ferry is back", "Ferry sails again")
    assert merged.date == "2026-11-09"
    frontier.add_index(index(story(1)), HOME_PAGE)
    assert frontier.next() == []  # not again when it has arrived


@pytest.mark.parametrize(("depth", "followed"), [(0, []), (1, ["sport/"]), (2, ["sport/", "sport/?page=2"])])
def test_index_pages_are_followed_to_a_depth(depth: int, followed: list[str]) -> None:
    frontier = opened(depth=depth)
    frontier.add_index(index(section("sport")), HOME_PAGE)
    frontier.add_index(index(more_pages=(f"{HOME}sport/?page=2",)), section("sport"))
    assert given(frontier) == followed


def test_the_next_page_of_a_list_says_where_it_was_found() -> None:
    frontier = opened(depth=2)
    frontier.add_index(index(more_pages=(f"{HOME}sport/?page=2",)), section("sport"))
    assert frontier.next() == [
        Candidate(
            url=f"{HOME}sport/?page=2",
            site="news.example",
            kind="index",
            source="page",
            depth=2,
            found_on=f"{HOME}sport/",
        )
    ]


@pytest.mark.parametrize(
    ("sources", "lists", "stories"),
    [
        (SOURCES, ["sport/", "feed.xml", "map.xml"], {1, 2, 3}),
        (("anchors",), [], {1, 2, 3}),
        (("sections", "feeds"), ["sport/", "feed.xml"], {2, 3}),
        (("sitemaps",), ["map.xml"], {2, 3}),
    ],
)
def test_sources_that_are_off_are_not_looked_in(
    sources: tuple[str, ...], lists: list[str], stories: set[int]
) -> None:
    # what a feed or sitemap says is only asked for when the source is on; here both are told all the same
    frontier = opened(sources=frozenset(sources))
    frontier.add_index(index(story(1), section("sport"), feeds=(FEED,)), HOME_PAGE)
    frontier.add_sitemaps([MAP])
    frontier.add_feed([FeedEntry(url=address(2))], FEED)
    frontier.add_sitemap(Sitemap(entries=(SitemapEntry(url=address(3), date="2026-11-09"),)), MAP)
    assert sorted(given(frontier)) == sorted(lists)
    for _ in lists:
        frontier.list_done()
    assert released(frontier) == stories


def test_feeds_are_those_of_home_pages() -> None:
    frontier = opened()
    frontier.add_index(index(feeds=(f"{HOME}sport/feed.xml",)), section("sport"))
    assert frontier.next() == []


@pytest.mark.parametrize(
    ("options", "lists", "stories"),
    [
        ({"allow": re.compile("number-[12]-")}, ["sport/"], {1, 2}),
        ({"deny": re.compile("number-1-")}, ["sport/"], {2, 3}),
        ({"deny": re.compile("sport")}, [], {1, 2, 3}),
        ({"since": "2026-11-05"}, ["sport/"], {1, 3}),
    ],
)
def test_only_what_is_wanted(options: dict[str, Any], lists: list[str], stories: set[int]) -> None:
    frontier = opened(**options)
    frontier.add_index(index(story(1), section("sport")), HOME_PAGE)
    frontier.add_feed([FeedEntry(url=address(2), date="2026-11-04"), FeedEntry(url=address(3))], FEED)
    assert given(frontier) == lists
    for _ in lists:
        frontier.list_done()
    assert released(frontier) == stories


def test_what_is_neither_story_nor_list_is_not_fetched() -> None:
    frontier = opened()
    frontier.add_index(index(story(1, kind="other"), story(2)), HOME_PAGE)
    assert released(frontier) == {2}


def test_a_link_whose_date_a_feed_knows_to_be_too_old_is_not_fetched() -> None:
    frontier = opened(since="2026-11-05")
    frontier.add_index(index(story(1), story(2), story(3)), HOME_PAGE)
    frontier.add_feed(
        [FeedEntry(url=address(1), date="2026-11-04"), FeedEntry(url=address(2), date="2026-11-05")], FEED
    )
    assert released(frontier) == {2, 3}


@pytest.mark.parametrize(
    ("days", "since", "found"),
    [
        (7, "", {1, 2}),  # 3 November to 10 November
        (8, "", {1, 2, 3}),
        (0, "", {1}),
        (7, "2026-11-02", {1, 2, 3}),
        (0, "2001-01-01", {1, 2, 3, 4}),
        (9_999_999, "", {1, 2, 3, 4}),  # before there were years to count
    ],
)
def test_stories_of_a_sitemap_are_recent_ones(days: int, since: str, found: set[int]) -> None:
    dates = {
        1: "2026-11-10T08:00:00+01:00",
        2: "2026-11-03",
        3: "2026-11-02T23:59:59",
        4: "2011-01-01",
        5: "",
    }
    entries = tuple(SitemapEntry(url=address(number), date=day) for number, day in dates.items())
    frontier = opened(days, since=since)
    frontier.add_sitemap(Sitemap(entries=entries), MAP)
    assert released(frontier) == found


def test_a_sitemap_lists_more_than_stories() -> None:
    frontier = opened()
    urls = [f"{HOME}about", f"{HOME}sport/", address(1), "https://other.example/2026/11/09/a-story-of-others"]
    frontier.add_sitemap(
        Sitemap(entries=tuple(SitemapEntry(url=url, date="2026-11-10") for url in urls)), MAP
    )
    frontier.list_done()
    assert given(frontier) == [address(1).removeprefix(HOME)]


@pytest.mark.parametrize(
    ("is_news", "day", "known"),
    [
        (True, "2026-11-09", "2026-11-09"),
        (False, "2026-11-09", ""),  # the day of its last change
        (
            True,
            "2020-01-01",
            "2020-01-01",
        ),  # too old to be fetched for the sitemap's sake, but a link may lead there
        (False, "2020-01-01", ""),
    ],
)
def test_only_a_news_sitemap_knows_when_a_story_was_published(is_news: bool, day: str, known: str) -> None:
    book = CandidateBook()
    entry = SitemapEntry(url=address(1), title="Ferry returns", date=day, is_news=is_news)
    opened(book=book).add_sitemap(Sitemap(entries=(entry,)), MAP)
    found = book.merged(Candidate(url=address(1)))
    assert (found.date, found.titles) == (known, ("Ferry returns",))


def test_sitemaps_of_a_sitemap_are_read_the_newest_first_up_to_a_number() -> None:
    days = [f"2026-10-{day:02}" for day in range(1, MOST_SITEMAPS + 5)]
    refs = tuple(SitemapRef(url=f"{HOME}{day}.xml", date=day) for day in days)
    frontier = opened()
    frontier.add_sitemap(Sitemap(sitemaps=refs), MAP)
    assert given(frontier) == [f"{day}.xml" for day in sorted(days, reverse=True)[:MOST_SITEMAPS]]
    frontier.add_sitemaps([f"{HOME}another.xml"])
    assert frontier.next() == []


def test_feeds_are_read_once_and_up_to_a_number() -> None:
    frontier = opened()
    feeds = tuple(f"{HOME}{number}.xml" for number in range(MOST_FEEDS + 3))
    frontier.add_index(index(feeds=("", feeds[0], *feeds)), HOME_PAGE)
    assert given(frontier) == [f"{number}.xml" for number in range(MOST_FEEDS)]
    frontier.add_sitemaps([MAP])  # counted apart
    assert given(frontier) == ["map.xml"]


def test_a_story_of_a_feed_has_its_title_and_date_and_where_it_was_found() -> None:
    frontier = opened()
    path = address(1).removeprefix(HOME)
    frontier.add_feed(
        [FeedEntry(url=f"{path}?utm_source=rss", title="Ferry returns", date="2026-11-09")], FEED
    )
    frontier.list_done()
    assert frontier.next() == [
        Candidate(
            url=address(1),
            site="news.example",
            titles=("Ferry returns",),
            words=("Ferry returns",),
            source="feed",
            date="2026-11-09",
            depth=1,
            found_on=FEED,
        )
    ]


def test_a_feeds_stories_on_other_sites_are_noted_and_not_fetched() -> None:
    book = CandidateBook()
    frontier = opened(book=book)
    elsewhere = "https://other.example/2026/11/09/a-story-of-others.html"
    frontier.add_feed([FeedEntry(url=elsewhere, title="A story of others", date="2026-11-09")], FEED)
    frontier.list_done()
    assert frontier.next() == []
    assert book.merged(Candidate(url=elsewhere)).titles == ("A story of others",)


def test_where_the_home_page_moved_to_is_the_site() -> None:
    frontier = opened()
    frontier.home = "https://moved.example/"
    elsewhere = "https://moved.example/2026/11/09/a-story-on-its-new-site.html"
    frontier.add_feed([FeedEntry(url=elsewhere), FeedEntry(url=address(1))], FEED)
    frontier.list_done()
    assert [wanted.url for wanted in frontier.next()] == [elsewhere]

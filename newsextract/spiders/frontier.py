"""What is to be fetched of one site, and when. Knows nothing of Scrapy: the spider makes requests of it.

Stories wait until the lists of their site (home page, sections, feeds, sitemaps) have been read. So a story
has all its titles and its date when it is fetched, whatever came first, and what is known to be too old is
not fetched at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from newsextract.addresses import resolve, same_site
from newsextract.discovery.candidate import ARTICLE, INDEX, Candidate
from newsextract.discovery.kinds import judge_link

if TYPE_CHECKING:
    from newsextract.discovery.book import CandidateBook
    from newsextract.discovery.feeds import FeedEntry
    from newsextract.discovery.sitemaps import Sitemap
    from newsextract.spiders.arguments import SiteOptions
    from newsextract.workers.jobs import Reading

MOST_SITEMAPS = 20
"""Sitemaps read of one site: a large one has thousands, by month, and the newest come first."""

MOST_FEEDS = 10
"""Feeds read of one site; a home page names one or two, some name one for every section."""

FEED, SITEMAP = "feed", "sitemap"


class ListAddress(NamedTuple):
    """A feed or sitemap to be fetched."""

    url: str
    kind: str
    """``feed`` or ``sitemap``."""
    site: str


class SiteFrontier:
    """Takes in what was read, and gives out what to fetch next; each address once."""

    def __init__(self, options: SiteOptions, book: CandidateBook, sitemap_days: int, today: date) -> None:
        self.options = options
        self.home = options.homes[0]
        """Where the home page is, after redirects: links are followed on that site."""
        self._book = book
        days = min(sitemap_days, (today - date.min).days)
        self._since = options.since or (today - timedelta(days=days)).isoformat()
        """Stories of sitemaps have to be dated this day or later; a sitemap lists those of years."""
        self._lists: list[Candidate | ListAddress] = [
            Candidate(url=home, site=options.name, kind=INDEX, source="home") for home in options.homes
        ]
        self._stories: list[Candidate] = []
        self._open_lists = 0
        self._known_lists: dict[str, set[str]] = {FEED: set(), SITEMAP: set()}

    def next(self, *, at_once: bool = False) -> list[Candidate | ListAddress]:
        """What to fetch now: lists, and stories when no list is awaited any more, or ``at_once``."""
        wanted, self._lists = self._lists, []
        self._open_lists += len(wanted)
        if at_once or not self._open_lists:
            wanted += [story for story in self._stories if not self._is_known_to_be_old(story)]
            self._stories = []
        return wanted

    def list_done(self) -> None:
        """A list that was given out has been read, or will not come."""
        self._open_lists -= 1

    def add_index(self, reading: Reading, page: Candidate) -> None:
        """Take in the links of an index page."""
        if page.source == "home" and "feeds" in self.options.sources:
            self._add_lists(FEED, reading.feeds, MOST_FEEDS)
        for candidate in reading.candidates:
            self._add(replace(candidate, site=self.options.name))
        for address in reading.more_pages:
            self._add(
                Candidate(
                    url=address,
                    site=self.options.name,
                    kind=INDEX,
                    source="page",
                    depth=page.depth + 1,
                    found_on=page.url,
                )
            )

    def add_feed(self, entries: Iterable[FeedEntry], feed: str) -> None:
        """Take in the stories of a feed."""
        for entry in entries:
            self._add_listed(entry.url, entry.title, entry.date, FEED, feed)

    def add_sitemap(self, sitemap: Sitemap, address: str) -> None:
        """Take in the recent stories of a sitemap, and the sitemaps that it names, the newest first."""
        newest_first = sorted(sitemap.sitemaps, key=lambda ref: ref.date, reverse=True)
        self.add_sitemaps(ref.url for ref in newest_first)
        since = self._since
        for entry in sitemap.entries:
            # the date of a plain entry is that of its last change
            published = entry.date if entry.is_news else ""
            if entry.date[: len(since)] >= since:
                self._add_listed(entry.url, entry.title, published, SITEMAP, address)
            elif entry.title or published:
                self._book.note_hint(entry.url, entry.title, published)

    def add_sitemaps(self, addresses: Iterable[str]) -> None:
        """Take in addresses of sitemaps."""
        if "sitemaps" in self.options.sources:
            self._add_lists(SITEMAP, addresses, MOST_SITEMAPS)

    def _add_lists(self, kind: str, addresses: Iterable[str], most: int) -> None:
        known = self._known_lists[kind]
        for address in addresses:
            if address and address not in known and len(known) < most:
                known.add(address)
                self._lists.append(ListAddress(address, kind, self.options.name))

    def _add_listed(self, url: str, title: str, published: str, source: str, found_on: str) -> None:
        """A story that a feed or sitemap names; what that says of it is noted in any case."""
        url = resolve(url, found_on)
        self._book.note_hint(url, title, published)
        titles = (title,) if title else ()
        # a feed lists stories; a sitemap lists everything
        is_story = source == FEED or judge_link(url, titles=titles, words=titles).kind == ARTICLE
        if is_story and same_site(url, self.home):
            self._add(
                Candidate(
                    url=url,
                    site=self.options.name,
                    titles=titles,
                    words=titles,
                    source=source,
                    date=published,
                    depth=1,
                    found_on=found_on,
                )
            )

    def _add(self, candidate: Candidate) -> None:
        """Keep a candidate that is wanted and new; to one that is known its words are added."""
        if self._is_wanted(candidate) and self._book.add(candidate):
            (self._lists if candidate.kind == INDEX else self._stories).append(candidate)

    def _is_known_to_be_old(self, story: Candidate) -> bool:
        """A link gives no date; a feed that names the same story later may."""
        return bool(self.options.since) and self.options.is_too_old(self._book.date_of(story.url))

    def _is_wanted(self, candidate: Candidate) -> bool:
        options = self.options
        if candidate.kind == INDEX:
            near = candidate.depth <= options.depth
            return near and "sections" in options.sources and options.may_follow(candidate.url)
        if candidate.kind != ARTICLE or options.is_too_old(candidate.date):
            return False
        return options.wants(candidate.url) and (candidate.source != "anchor" or "anchors" in options.sources)

"""What a worker is sent, and what it sends back: one page, parsed once, read for all a crawl asks of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from newsextract.addresses import site_name
from newsextract.discovery.anchors import page_candidates
from newsextract.discovery.candidate import ARTICLE, INDEX, OTHER, Candidate
from newsextract.discovery.feeds import FeedEntry, read_feed
from newsextract.discovery.kinds import Verdict, judge_link
from newsextract.discovery.links import feed_links, more_pages, next_part
from newsextract.discovery.page_kinds import judge_page
from newsextract.discovery.sitemaps import Sitemap, read_sitemap
from newsextract.items import Article
from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.page import Page, read_page
from newsextract.reading import NOTHING_KNOWN, ArticleReading, read_article
from newsextract.site.lessons import Lesson, learn_site
from newsextract.site.structure import page_structure
from newsextract.site.testimony import Testimony
from newsextract.text.fingerprints import similarity_hash
from newsextract.workers.views import PackedView, unpack_view


@dataclass(frozen=True, slots=True, kw_only=True)
class PageJob:
    """One fetched page and what is asked of it."""

    body: bytes
    url: str
    content_type: str | None = None
    """The Content-Type header."""
    candidate: Candidate | None = None
    """What was known of the page before it was fetched; None for a page of somebody else's spider."""
    home: str = ""
    """Address of the site's home page: links are followed on its site. Empty: they are not asked for."""
    is_home: bool = False
    """A home page is an index page, whatever it looks like."""
    method: str = ""
    """Extraction method; empty for the default."""
    limits: Limits = DEFAULT_LIMITS
    known: PackedView | None = None
    """What is known of the site."""
    testifies: bool = False
    """Whether the page is to say what it can teach of its site."""


class LessonJob(NamedTuple):
    """What a site's pages have said, to be learned from; see ``site.lessons.learn_site``."""

    site: str
    classes: dict[str, tuple[Testimony, ...]]
    stories: frozenset[int]
    day: str


class ListJob(NamedTuple):
    """One fetched feed or sitemap."""

    body: bytes
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read off one page."""

    article: Article
    """With the page's state."""
    candidates: tuple[Candidate, ...] = ()
    """An index page's links."""
    feeds: tuple[str, ...] = ()
    """Feeds that an index page names."""
    more_pages: tuple[str, ...] = ()
    """Where an index page's list goes on."""
    next_part: str = ""
    """Where an article goes on."""
    structure: tuple[int, ...] = ()
    """How the page is built; see ``site.clustering``. Empty where a rule has told the page's class."""
    testimony: Testimony | None = None
    """What the page says to those that learn its site."""
    similarity: int | None = None
    """Fingerprint of the text that nearly the same texts nearly share; None for a text too short for it."""


def read_page_job(job: PageJob) -> Reading:
    """Parse the page, decide what it is, and read what such a page has to give."""
    page = read_page(job.body, url=job.url, header=job.content_type, limits=job.limits)
    if page.state:
        return failed_reading(job, page.state, page.reason)
    if job.is_home:
        return _index_reading(page, job)
    verdict = judge_page(page, link=_link_verdict(job))
    if verdict.kind == INDEX:
        return _index_reading(page, job)
    if verdict.kind != ARTICLE:
        return replace(failed_reading(job, verdict.kind, verdict.reason), structure=page_structure(page))
    return _article_reading(page, job)


def learn_job(job: LessonJob) -> Lesson:
    """Learn from a site's pages."""
    return learn_site(job.site, job.classes, stories=job.stories, day=job.day)


def read_feed_job(job: ListJob) -> tuple[FeedEntry, ...]:
    """The entries of a feed."""
    return read_feed(job.body, job.url)


def read_sitemap_job(job: ListJob) -> Sitemap:
    """The entries of a sitemap: up to 50,000, which would hold up a crawl for a second."""
    return read_sitemap(job.body, job.url)


def failed_reading(job: PageJob, state: str, reason: str) -> Reading:
    """A reading without an article."""
    return Reading(article=Article(url=job.url, site=_site(job), page_state=state, state_reason=reason))


def _link_verdict(job: PageJob) -> Verdict:
    """What the address says, and the words that led to it; but words do not make a story of an address that
    says video or login: films have headlines, too."""
    known, by_address = job.candidate, judge_link(job.url)
    if known is None or by_address.kind == OTHER:
        return by_address
    return judge_link(job.url, titles=known.titles, words=known.words, region=known.region)


def _index_reading(page: Page, job: PageJob) -> Reading:
    reading = failed_reading(job, INDEX, "a page of links to stories")
    reading = replace(reading, structure=page_structure(page))
    if not job.home:
        return reading
    depth = job.candidate.depth + 1 if job.candidate else 1
    return replace(
        reading,
        candidates=page_candidates(page, home=job.home, depth=depth),
        feeds=feed_links(page),
        more_pages=more_pages(page),
    )


def _article_reading(page: Page, job: PageJob) -> Reading:
    titles = job.candidate.titles if job.candidate else ()
    known = unpack_view(job.known) if job.known else NOTHING_KNOWN
    read = read_article(page, titles, job.method or None, known, testifies=job.testifies)
    article = replace(read.article, site=_site(job))
    return Reading(
        article=article,
        next_part=next_part(page) if article.text else "",
        structure=_structure(page, read),
        testimony=read.testimony,
        similarity=similarity_hash(article.text),
    )


def _structure(page: Page, read: ArticleReading) -> tuple[int, ...]:
    """How an article's page is built; a rule that has read it knows its class."""
    if read.testimony is not None:
        return read.testimony.structure
    return () if read.article.rule else page_structure(page)


def _site(job: PageJob) -> str:
    return job.candidate.site if job.candidate and job.candidate.site else site_name(job.url)

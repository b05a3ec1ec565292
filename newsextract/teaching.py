"""A site taught by its own pages, without labels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from hashlib import blake2b
from typing import TYPE_CHECKING

from newsextract.addresses import site_name
from newsextract.discovery.candidate import ARTICLE
from newsextract.discovery.page_kinds import judge_page
from newsextract.errors import InputError
from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.metadata.declared import canonical_url
from newsextract.methods import Method, get_method
from newsextract.page import Page, read_page
from newsextract.reading import NOTHING_KNOWN, own_testimony
from newsextract.site.lessons import learn_site
from newsextract.site.structure import page_structure
from newsextract.site.testimony import Testimony
from newsextract.site.view import SiteView

if TYPE_CHECKING:
    from newsextract.site.memory import SiteMemory

Pages = Iterable[tuple[str, bytes | str]]


def learn(
    pages: Pages,
    method: str | None = None,
    site: SiteMemory | None = None,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> SiteMemory:
    """What the pages of one site teach: give it to ``extract(..., site=...)``.

    ``pages`` are addresses with what the server sent or text, of articles and of others; they are read one
    after the other and not kept. Six articles of one template make a rule. ``method`` is what finds each
    page's own evidence. ``site`` is what was learned before, and learns on.

    Raises UnknownMethodError, and InputError for pages of several sites.
    """
    from newsextract.site.memory import SiteMemory  # loads NumPy

    run = get_method(method)
    memory = site
    for url, html in pages:
        name = site_name(url)
        if memory is None:
            memory = SiteMemory(name)
        elif name != memory.name:
            raise InputError(
                f"pages of {memory.name or 'no site'!r} and of {name!r}: a site is taught by its own pages; "
                "call learn() for each"
            )
        hear_page(memory, read_page(html, url=url, limits=limits), run=run)
        if memory.class_is_complete:
            teach(memory)  # pages to come that its rule fits have nothing to add
    if memory is None:
        raise InputError("no pages: give learn() addresses with their pages")
    if memory.has_news:
        teach(memory)
    return memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a page says to those that learn its site; made where pages are read, taken in where they are
    learned from."""

    kind: str
    """``article``, or what else it is."""
    structure: tuple[int, ...]
    testimony: Testimony | None = None
    """None for a page that is no article, or has no text."""
    rule: str = ""
    """Key of the rule that fits the page, of a class that has learned enough: there is no more to say."""


def hear(
    page: Page,
    titles: Sequence[str] = (),
    known: SiteView = NOTHING_KNOWN,
    *,
    run: Method | None = None,
    stand_in_url: str = "",
    has_enough: Callable[[Collection[int]], bool] = lambda structure: False,
) -> Heard:
    """What a page says. ``stand_in_url`` is its address from here on if it has none; ``has_enough`` tells
    whether pages of this structure need not be asked."""
    rule = known.read(page.root).rule
    if rule is not None and rule.key not in known.growing:
        return Heard(kind=ARTICLE, structure=(), rule=rule.key)
    verdict = judge_page(page)  # by what is known: an address that was made up says nothing
    page.url = page.url or stand_in_url
    if page.state or verdict.kind != ARTICLE:
        return Heard(kind=page.state or verdict.kind, structure=page_structure(page))
    structure = page_structure(page)
    testimony = None if has_enough(structure) else own_testimony(page, titles, run)
    return Heard(kind=ARTICLE, structure=structure, testimony=testimony)


def take_in(memory: SiteMemory, heard: Heard, day: str = "") -> str:
    """Put a page into its class, and take in what it says if it is an article. Gives the name of the class.

    A page that is none (an index page, a consent wall) has a class among its own kind.
    """
    if heard.rule:
        memory.note_use(heard.rule, True, day or today())
        return heard.rule.partition(" ")[0]
    cluster = memory.assign(heard.structure, heard.kind)
    if heard.testimony is not None:
        memory.hear(heard.testimony, cluster, day or today())
    return cluster


def hear_page(
    memory: SiteMemory, page: Page, titles: Sequence[str] = (), *, run: Method | None = None, day: str = ""
) -> str:
    """Hear a page and take in what it says. Gives the name of its class."""
    heard = hear(page, titles, memory.view, run=run, has_enough=memory.has_enough)
    return take_in(memory, heard, day)


SAVED_PAGE = "http://{site}/saved-page/{digest}"
"""Stands in for the address of a page from disk that does not tell its own: the same for the same page, in
whatever file it is, so that it is heard once."""


def placed(page: Page, body: bytes, site: str = "") -> tuple[str, str]:
    """The site of a page from disk, and what stands in for its address where it declares none: give that to
    ``hear``. An address that the page declares becomes its own, and says the site unless that is given; the
    site is empty for a page that says nothing."""
    page.url = page.url or canonical_url(page)
    site = site or site_name(page.url)
    digest = blake2b(body, digest_size=16).hexdigest()
    return site, SAVED_PAGE.format(site=site, digest=digest)


def teach(memory: SiteMemory, day: str = "") -> None:
    """Learn from all that was heard, be it due or not."""
    day = day or today()
    lesson = learn_site(memory.name, memory.lesson_pages(), stories=memory.stories, day=day)
    memory.take_in(lesson, day)


def today() -> str:
    """The day, ISO 8601 in UTC."""
    return datetime.now(timezone.utc).date().isoformat()

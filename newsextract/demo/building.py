"""Builds a site: every address it serves, as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType

from newsextract.demo import courier, feeds, portal, redesign, review
from newsextract.demo.damage import damaged
from newsextract.demo.markup import Edition, Look
from newsextract.demo.pdf import one_line_pdf
from newsextract.demo.plans import PLANS, Plan
from newsextract.demo.stories import BROKEN, DUPLICATED, MOVED, Story, stories_of
from newsextract.demo.values import DemoResponse, DemoSite
from newsextract.errors import SettingError

LOOKS: dict[str, Look] = {"courier": courier, "review": review, "portal": portal}
SITE_NAMES = tuple(PLANS)
REDESIGNED = "review-redesigned"
"""The Halmere Review, with the newer half of its articles in another template. It is served in place of the
``review``, to those who ask for it by name."""

REDESIGN_SHARE = 2
"""One in so many articles, from the newest on, is in the new template."""

FIRST_PORT = 8001
"""Ports of the sites when nobody asks for others."""

SERVICES = {
    "en": {"about": "About us", "contact": "Contact", "imprint": "Imprint", "privacy": "Privacy"},
    "zh": {"about": "关于我们", "contact": "联系我们", "imprint": "版权声明", "privacy": "隐私保护"},
}
LOGIN = {"en": "Log in", "zh": "登录"}
LOGIN_FORM = (
    '<form action="/login" method="post"><input type="text" name="user">'
    '<input type="password" name="word"><input type="submit" value="OK"></form>'
)

XML = "application/xml"
Served = tuple[str, DemoResponse]
ArticleSetter = Callable[[Edition, Story, int, str], str]
"""What sets a page of a story, as the ``article`` of a look does."""


def build_site(name: str, base: str = "") -> DemoSite:
    """A site by name, with absolute addresses under a base such as ``http://127.0.0.1:8001``."""
    return _built(name, site_base(name, base))


def demo_sites() -> tuple[DemoSite, ...]:
    """All sites, under their default bases."""
    return tuple(build_site(name) for name in SITE_NAMES)


def plan_of(name: str) -> Plan:
    """The plan of a site; an error for a name that is none."""
    plan = PLANS.get("review" if name == REDESIGNED else name)
    if plan is None:
        known = ", ".join((*PLANS, REDESIGNED))
        raise SettingError(f"demo site {name!r}: there is none of that name; known are {known}")
    return plan


def article_setter(name: str) -> ArticleSetter:
    """What sets the newest articles of a site."""
    return redesign.article if name == REDESIGNED else LOOKS[plan_of(name).name].article


def site_base(name: str, base: str = "") -> str:
    """The base somebody says, without a slash at its end, or else where the site is served by default."""
    return base.rstrip("/") or f"http://127.0.0.1:{FIRST_PORT + SITE_NAMES.index(plan_of(name).name)}"


@lru_cache(maxsize=16)
def _built(name: str, base: str) -> DemoSite:
    plan = plan_of(name)
    edition = Edition(plan, stories_of(plan.name), base)
    look = LOOKS[plan.name]
    renewed = edition.stories[: len(edition.stories) // REDESIGN_SHARE] if name == REDESIGNED else ()
    doubled = edition.duplicate_path
    pages = dict(_index_pages(edition, look))
    pages.update(_story_pages(edition, edition.stories, look.article))
    pages.update(_story_pages(edition, renewed, article_setter(name)))
    if doubled:
        story = edition.stories[DUPLICATED]
        pages[doubled] = _html(edition, look.article(edition, story, 1, doubled))
    others = dict(_other_pages(edition, look))
    pages.update((path, response) for path, (_, response) in others.items())
    pages.update(_machine_files(edition))
    return DemoSite(
        name=name,
        title=plan.title,
        language=plan.language,
        encoding=plan.encoding,
        base=base,
        pages=MappingProxyType(pages),
        articles=tuple(story.gold(plan.zone) for story in edition.stories),
        duplicates=MappingProxyType({doubled: edition.stories[DUPLICATED].path} if doubled else {}),
        others=MappingProxyType({path: kind for path, (kind, _) in others.items()}),
        redesigned=frozenset(path for story in renewed for path in story.part_paths),
    )


def _html(edition: Edition, text: str) -> DemoResponse:
    charset = edition.plan.charset_header
    content_type = f"text/html; charset={charset}" if charset else "text/html"
    return DemoResponse(body=text.encode(edition.plan.encoding), content_type=content_type)


def _index_pages(edition: Edition, look: Look) -> Iterator[Served]:
    yield "/", _html(edition, look.home(edition))
    for section in edition.plan.sections:
        for part, path in enumerate(edition.section_paths(section), 1):
            yield path, _html(edition, look.section(edition, section, part))


def _story_pages(edition: Edition, stories: Sequence[Story], set_article: ArticleSetter) -> Iterator[Served]:
    for story in stories:
        for part, path in enumerate(story.part_paths, 1):
            response = _html(edition, set_article(edition, story, part, path))
            if story.place == BROKEN:
                body = damaged(response.body, story, edition.plan.encoding)
                response = DemoResponse(body=body, content_type=response.content_type)
            yield path, response


def _other_pages(edition: Edition, look: Look) -> Iterator[tuple[str, tuple[str, DemoResponse]]]:
    plan = edition.plan
    yield plan.consent[0], ("consent wall", _html(edition, look.consent(edition)))
    yield plan.video[0], ("video", _html(edition, look.video(edition)))
    path, title = plan.private
    yield path, ("private", _html(edition, look.plain(edition, path, title, edition.lines("editors"))))
    login = look.plain(edition, "/login", LOGIN[plan.language], edition.lines("login"), LOGIN_FORM)
    yield "/login", ("login", _html(edition, login))
    for service, title in SERVICES[plan.language].items():
        path = edition.service_path(service)
        yield path, ("service", _html(edition, look.plain(edition, path, title, edition.lines(service))))
    target = edition.stories[MOVED].path
    moved = DemoResponse(body=b"", content_type="text/html", status=301, headers={"Location": target})
    yield plan.redirect_path, ("redirect", moved)
    yield plan.pdf[0], ("pdf", DemoResponse(body=one_line_pdf("Demo"), content_type="application/pdf"))


def _machine_files(edition: Edition) -> Iterator[Served]:
    robots = DemoResponse(body=feeds.robots(edition).encode(), content_type="text/plain")
    yield "/robots.txt", robots
    name = edition.plan.name
    if name == "courier":
        yield "/feed.xml", _text(feeds.rss(edition), "application/rss+xml")
        yield "/sitemap.xml", _text(feeds.plain_sitemap(edition), XML)
    elif name == "review":
        yield "/feed.json", _text(feeds.json_feed(edition), "application/feed+json")
        yield "/sitemap.xml", _text(feeds.news_sitemap(edition), XML)
    else:
        yield "/atom.xml", _text(feeds.atom(edition), "application/atom+xml", edition.plan.encoding)
        child = "/sitemap-articles.xml.gz"
        yield "/sitemap.xml", _text(feeds.sitemap_index(edition, child), XML)
        yield child, DemoResponse(body=feeds.packed_sitemap(edition), content_type="application/gzip")


def _text(text: str, content_type: str, encoding: str = "utf-8") -> DemoResponse:
    return DemoResponse(body=text.encode(encoding), content_type=content_type)

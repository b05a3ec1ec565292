"""What a demo site is made of, as values: responses, articles with their gold, and the site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoResponse:
    """What the server answers for one path."""

    body: bytes
    content_type: str
    """The ``Content-Type`` header, with a charset only where the site sends one."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers, such as ``Location``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoArticle:
    """The gold of one article."""

    path: str
    """Below the root of the site; of an article on several pages, the first page's."""
    title: str
    """As in the page's headline."""
    body: str
    """One line a paragraph, subheading, quotation or list item, of all pages together. No captions, bylines,
    share lines or boxes."""
    authors: tuple[str, ...]
    day: str
    """Day of publication, ISO 8601."""
    published: str
    """Moment of publication, ISO 8601 with zone."""
    section: str
    """Name of the section, as in its address."""
    template: str
    """Which of the site's two page templates it is set in, before any redesign."""
    words: int
    """Words of the body; ideographs are counted one by one."""
    parts: tuple[str, ...]
    """Paths of all its pages, in order; one for most."""
    traits: tuple[str, ...]
    """What is special about its pages, sorted: ``broken``, ``busy comments``, ``duplicated``, ``inner box``,
    ``linked at comments``, ``list``, ``moved``, ``multi-page``, ``pull quote``, ``quote``, ``subheads``."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the body."""
        return tuple(self.body.split("\n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPage:
    """The page of one article by itself, without a site around it."""

    url: str
    html: bytes
    """As the site would serve it."""
    article: DemoArticle


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSite:
    """One made-up news site: all it serves, and the gold of its articles."""

    name: str
    title: str
    language: str
    encoding: str
    """WHATWG name of the encoding of its pages."""
    base: str
    """Scheme, host and port in its absolute addresses, without a slash at the end."""
    pages: Mapping[str, DemoResponse]
    """By path, with the query where it matters."""
    articles: tuple[DemoArticle, ...]
    """The newest first."""
    duplicates: Mapping[str, str]
    """Paths that show another path's article a second time, and that path."""
    others: Mapping[str, str]
    """Paths of what is neither an article nor an index: ``consent wall``, ``video``, ``redirect``,
    ``private``, ``pdf``, ``login``, ``service``."""
    home: str = "/"
    redesigned: frozenset[str] = frozenset()
    """Paths of the pages of articles that are set in the template of a redesign."""

    def gold(self, base: str = "") -> dict[str, DemoArticle]:
        """The articles by address, under the site's own base or another."""
        return {(base or self.base).rstrip("/") + article.path: article for article in self.articles}

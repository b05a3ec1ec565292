"""The article: what every extraction returns and every output line holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from newsextract.errors import InputError
from newsextract.explanation import Explanation

SCHEMA_VERSION = 1


class _Explained:
    """Keeps the way to an article's explanation beside its fields: it is no part of an output line, and goes
    neither into copies nor to other processes."""

    __slots__ = ("_explain",)

    _explain: Callable[[], Explanation]


@dataclass(frozen=True, slots=True, kw_only=True)
class Article(_Explained):
    """One page, read. A page without an article has an empty text and a ``page_state`` that says why."""

    url: str = ""
    """Address the page came from, after redirects; empty when none was given."""

    canonical_url: str = ""
    """Address that the page itself names as the right one, made absolute. Empty when it names none.
    Not fetched, and not checked to be on the same site."""

    site: str = ""
    """Host (and port, if not the usual one) of the home page that led here, without ``www.``; of the page
    itself when it was not crawled."""

    title: str = ""
    """The headline as the reader sees it, without the name of the site or section: what the words of the link
    that led here, the page's headings and rows, and the titles that it declares agree on. White space is
    folded. Empty when the page has none."""

    candidate_titles: tuple[str, ...] = ()
    """What links, feeds and sitemaps called the page, the best first. Empty for a page not crawled."""

    text: str = ""
    """Body text: one line a paragraph, list item or table row, in page order, each once. No markup.
    Empty when the page has no article."""

    paragraphs: tuple[str, ...] = field(init=False)
    """The lines of ``text``."""

    authors: tuple[str, ...] = ()
    """Names of the people who wrote it, as the page declares them for machines, else as its byline shows
    them, and of agencies named beside them. Without "By", roles and places. An organisation where no person
    is named. Not checked against the names that the site puts on all of its pages."""

    date_published: str = ""
    """Date of publication, ISO 8601, with the zone when it is known: as the page declares it for machines,
    else from its address, else as it is shown on the page, else as a feed or sitemap says. Where the page
    shows only the day of a change, that day. Empty when unknown. Never the time of the crawl."""

    date_published_raw: str = ""
    """The string that ``date_published`` was read from, or that could not be read."""

    date_modified: str = ""
    """Date of the last change, in the form of ``date_published``. Empty when the page names none."""

    date_modified_raw: str = ""
    """The string that ``date_modified`` was read from, or that could not be read."""

    section: str = ""
    """Section of the site as the page declares it. Empty when it declares none."""

    tags: tuple[str, ...] = ()
    """Keywords that the page declares, each once."""

    language: str = ""
    """Language tag that the page declares, as written (``en-GB``). Not checked against the text."""

    publisher: str = ""
    """Name of the publisher or site as the page declares it."""

    parts: tuple[str, ...] = ()
    """Addresses of the pages that a story of several pages was joined from, the first included. Empty for a
    story on one page."""

    page_state: str = "article"
    """``article``, or why there is none; see ``newsextract.states``."""

    state_reason: str = ""
    """One sentence for people on any state but ``article``, and on an article that was cut short."""

    truncated: bool = False
    """True when libxml2 could not read the page to its end; the text is then the second parser's."""

    confidence: float | None = None
    """How likely the text is nearly right (F1 above 0.9), 0 to 1; calibrated on pages of sites that the model
    had not seen. None without a text, and from methods other than `fusion`."""

    method: str = ""
    """Name of the method that chose the text; ``rule`` where a rule of the site did."""

    rule: str = ""
    """Name and version of that rule (``c3fa90b21 v2``). Empty where the page's own evidence decided."""

    cluster: str = ""
    """Name of the group of like-built pages of the site. Empty for a page that was not crawled."""

    content_hash: str = ""
    """Fingerprint of the text, the same for the same words whatever the spacing. Empty without a text."""

    duplicate_of: str = ""
    """Address of an article of the same crawl with the same or nearly the same text. Empty without one.
    The same text under the same title on the same site is not exported twice."""

    encoding: str = ""
    """WHATWG name of the encoding the page was decoded with; empty for input that was text already."""

    encoding_source: str = ""
    """Who decided the encoding: ``bom``, ``header``, ``meta``, ``detected`` or ``text``."""

    fetched_at: str = ""
    """When the page was fetched, ISO 8601 in UTC. Empty for a page that was not crawled."""

    schema_version: int = SCHEMA_VERSION
    """Version of this list of fields."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "paragraphs", tuple(self.text.split("\n")) if self.text else ())

    def explain(self) -> Explanation:
        """Every block of the page with what spoke for and against it. Reads the page again, which is why only
        articles that come right from ``newsextract.extract`` have one; they keep the page for it."""
        try:
            explain = self._explain
        except AttributeError:
            raise InputError(
                "this article does not have its page any more; call explain() on what newsextract.extract() "
                "returns for the page"
            ) from None
        return explain()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a JSON line, in the order above."""
        return {name: _plain(getattr(self, name)) for name in FIELD_NAMES}


FIELD_NAMES = tuple(entry.name for entry in fields(Article))
"""The keys of an output line."""


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def explained_by(article: Article, explain: Callable[[], Explanation]) -> Article:
    """The article itself, which from now on can be explained."""
    object.__setattr__(article, "_explain", explain)
    return article

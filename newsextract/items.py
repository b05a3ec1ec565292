"""The article: what every extraction returns and every output line holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One page, read. A page without an article has an empty text and a ``page_state`` that says why."""

    url: str = ""
    """Address the page came from, as given; empty when none was given."""

    title: str = ""
    """Headline by TWCEM's title search: the given title, else a heading that agrees with the page's title.
    White space is folded. Empty when the page shows none. The site's name is not cut off."""

    text: str = ""
    """Body text: one line a paragraph, list item or table row, in page order, each once. No markup.
    Empty when the page has no article."""

    authors: tuple[str, ...] = ()
    """Names of the authors. Not filled yet: always empty."""

    date_published: str = ""
    """ISO 8601 date of publication. Not filled yet: always empty. Never the time of the crawl."""

    page_state: str = "article"
    """``article``, or why there is none: ``empty`` (no text, or none that the method keeps), ``too large``,
    ``truncated`` (cut off, and no text found), ``refused`` (not a page, or one made to stall a parser)."""

    state_reason: str = ""
    """One sentence for people on any state but ``article``, and on an article that was cut short."""

    truncated: bool = False
    """True when libxml2 could not read the page to its end; the text is then the second parser's."""

    confidence: float | None = None
    """How sure the extraction is, 0 to 1. None until a method gives one."""

    method: str = ""
    """Name of the method that chose the text."""

    encoding: str = ""
    """WHATWG name of the encoding the page was decoded with; empty for input that was text already."""

    encoding_source: str = ""
    """Who decided the encoding: ``bom``, ``header``, ``meta``, ``detected`` or ``text``."""

    schema_version: int = field(default=SCHEMA_VERSION)
    """Version of this list of fields."""

    @property
    def paragraphs(self) -> list[str]:
        """The lines of ``text``."""
        return self.text.split("\n") if self.text else []

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a JSON line: every field, and the paragraphs."""
        values = asdict(self)
        values["authors"] = list(self.authors)
        values["paragraphs"] = self.paragraphs
        return values

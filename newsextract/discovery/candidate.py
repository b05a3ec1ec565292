"""A candidate: an address worth fetching, and all that is known of it before it is fetched."""

from __future__ import annotations

from dataclasses import dataclass, replace

META_KEY = "newsextract"
"""The one key of ``Request.meta`` that is ours; its value is a ``Candidate``."""

ARTICLE = "article"
INDEX = "index"
OTHER = "other"
"""What a page is taken for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An address, and what links, feeds and sitemaps said of it."""

    url: str
    """Absolute, cleaned of fragments and tracking parameters."""

    site: str = ""
    """Name of the site whose home page led here; see ``addresses.site_name``."""

    titles: tuple[str, ...] = ()
    """Strings that can be its headline, the best first, each once."""

    words: tuple[str, ...] = ()
    """Everything that any link to it said, in page order, each once; also what can be no headline."""

    region: str = ""
    """Part of the page its first link stands in: ``main nav aside header footer``; empty when it came
    from a feed or sitemap."""

    kind: str = ARTICLE
    """What it is taken for: ``article``, ``index`` or ``other``."""

    source: str = "anchor"
    """Who named it first: ``anchor feed sitemap page`` (pagination) or ``home``."""

    date: str = ""
    """ISO 8601 date from a feed or sitemap; empty when unknown."""

    depth: int = 0
    """Links followed from the home page to it: 1 for what the home page links to."""

    found_on: str = ""
    """Address of the page, feed or sitemap that named it first."""

    def merged(self, other: Candidate) -> Candidate:
        """This one with what another of the same address adds. Neither loses a word."""
        return replace(
            self,
            titles=tuple(dict.fromkeys((*self.titles, *other.titles))),
            words=tuple(dict.fromkeys((*self.words, *other.words))),
            region=self.region or other.region,
            date=self.date or other.date,
            depth=min(self.depth, other.depth),
        )

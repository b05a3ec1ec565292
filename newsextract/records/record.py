"""The record: the fields of one journal-article page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One journal article as its page shows it. A field that the page does not have is empty."""

    url: str = ""
    """Address the page came from, as given; empty when none was given."""

    title: str = ""
    """Title of the article, white space folded. Any page may have one, journal article or not."""

    authors: tuple[str, ...] = ()
    """Names in the page's order, given name first, each once, without affiliations, marks and degrees."""

    abstract: str = ""
    """Abstract, one line a paragraph, without its heading."""

    keywords: tuple[str, ...] = ()
    """Keywords as written, in order, each once."""

    doi: str = ""
    """The bare name, ``10.5555/...``, without ``doi:`` or an address before it."""

    volume: str = ""
    """Number of the volume as written: digits or Roman."""

    issue: str = ""
    """Number of the issue as written; may be a span (``1-2``) or a supplement (``S1``)."""

    published: str = ""
    """ISO 8601 date when the page gives day, month and year, else the same as ``published_raw``."""

    published_raw: str = ""
    """The date as the page writes it. No date is guessed from an ambiguous one (``03/04/2019``)."""

    references: tuple[str, ...] = ()
    """The works cited, one string each, in order, without the number before them."""

    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Where each field that is not empty came from: ``meta`` (declared in the head for machines), ``head``
    (title tag or the heading that agrees with it), ``pattern``, ``entities`` or ``density``."""

    def __getitem__(self, field: str) -> Any:
        """A field by its name, ``record["doi"]``; KeyError for any other."""
        return self.to_dict()[field]

    def keys(self) -> list[str]:
        """The names of the fields, so that ``dict(record)`` works."""
        return list(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a JSON line."""
        return {
            "url": self.url,
            "title": self.title,
            "authors": list(self.authors),
            "abstract": self.abstract,
            "keywords": list(self.keywords),
            "doi": self.doi,
            "volume": self.volume,
            "issue": self.issue,
            "published": self.published,
            "published_raw": self.published_raw,
            "references": list(self.references),
            "sources": dict(self.sources),
        }

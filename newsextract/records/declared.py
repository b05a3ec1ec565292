"""What the head declares for machines: Highwire ``citation_*``, PRISM, Dublin Core, and JSON-LD.

General names that any page uses (``description``, ``keywords``, ``og:title``) are not read here, nor JSON-LD
of any type but a scholarly article: they say nothing about journals.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from newsextract.page import Page
from newsextract.records.patterns import find_doi, split_keywords
from newsextract.text.measure import clean, fold_space
from newsextract.titles import is_cut_off

_NAMES: Mapping[str, tuple[str, ...]] = {
    "title": ("citation_title", "bepress_citation_title", "eprints.title", "dc.title", "dcterms.title"),
    "authors": (
        "citation_author",
        "citation_authors",
        "bepress_citation_author",
        "eprints.creators_name",
        "dc.creator",
        "dcterms.creator",
    ),
    "abstract": (
        "citation_abstract",
        "eprints.abstract",
        "dcterms.abstract",
        "dc.description.abstract",
        "dc.description",
    ),
    "keywords": ("citation_keywords", "citation_keyword", "eprints.keywords"),
    "subjects": ("dc.subject", "dcterms.subject"),
    "doi": ("citation_doi", "bepress_citation_doi", "prism.doi", "dc.identifier.doi", "dc.identifier"),
    "volume": ("citation_volume", "bepress_citation_volume", "prism.volume"),
    "issue": ("citation_issue", "bepress_citation_issue", "prism.number"),
    "published": (
        "citation_publication_date",
        "citation_date",
        "bepress_citation_date",
        "prism.publicationdate",
        "citation_cover_date",
        "citation_online_date",
        "dcterms.issued",
        "dc.date.issued",
        "dc.date",
    ),
    "references": ("citation_reference",),
}
"""Names of the meta elements that hold a field, the most exact first; the first that is there counts."""

MOST_JSON_NODES = 20_000
"""Values looked at in one script; an article's own stand in the first hundred."""

_TAG = re.compile(r"<[/!a-zA-Z][^<>]{0,300}>")
_SUFFIXES = frozenset("jr sr ii iii iv md phd dphil dsc msc bsc ma frs".split())
_PAIR = re.compile(r"(?:^|; ?)citation_(\w+)=")

_FOR_ARTICLES = ("citation_", "bepress_citation_", "prism.doi", "prism.volume", "eprints.")

Values = Mapping[str, Sequence[str]]


def declared_fields(page: Page) -> Values:
    """The declared values of each field, meta elements before JSON-LD.

    ``subjects`` stand apart from the keywords: many publishers put the shelf of the journal there.
    """
    given = _meta_fields(page.meta)
    linked = _article_fields(_scholarly_article(page.json_ld))
    raw = {field: given.get(field) or linked.get(field) or [] for field in _NAMES}
    return {
        "title": [plain(value) for value in raw["title"][:1]],
        "authors": list(
            dict.fromkeys(name for value in raw["authors"] for name in split_names(plain(value)))
        ),
        "abstract": [text for text in map(plain, raw["abstract"][:1]) if not is_cut_off(text)],
        "keywords": list(
            dict.fromkeys(word for value in raw["keywords"] for word in split_keywords(plain(value)))
        ),
        "subjects": list(dict.fromkeys(filter(None, map(plain, raw["subjects"])))),
        "doi": [name for name in [find_doi(raw["doi"])] if name],
        "volume": [plain(value) for value in raw["volume"][:1]],
        "issue": [plain(value) for value in raw["issue"][:1]],
        "published": [plain(value) for value in raw["published"][:1]],
        "references": [text for text in map(reference_text, raw["references"]) if text],
    }


def declares_article(page: Page) -> bool:
    """Whether the head uses a vocabulary made for papers; Dublin Core is for all works, news among them."""
    if any(name.startswith(_FOR_ARTICLES) and content for name, content in page.meta):
        return True
    return bool(_scholarly_article(page.json_ld))


def plain(value: str) -> str:
    """A declared value as text: publishers put markup and entities into their meta elements."""
    return fold_space(clean(_TAG.sub(" ", html.unescape(value))))


def split_names(value: str) -> list[str]:
    """The authors that one value holds, given name first: ``Doe, Jane; Roe, R.`` is two."""
    names = []
    for part in re.split(r"[;；]| and ", value):
        pieces = [piece.strip() for piece in re.split(r"[,，]", part)]
        pieces = [piece for piece in pieces if piece and piece.replace(".", "").lower() not in _SUFFIXES]
        if len(pieces) == 2:
            names.append(f"{pieces[1]} {pieces[0]}")
        else:
            names.extend(pieces)
    return names


def reference_text(value: str) -> str:
    """A ``citation_reference`` as one string: as it is, or its ``citation_x=y`` pairs in reading order."""
    value = plain(value)
    if not value.startswith("citation_"):
        return value
    pieces = _PAIR.split(value)
    pairs = list(zip(pieces[1::2], (piece.strip(" ;") for piece in pieces[2::2]), strict=True))
    parts: dict[str, str] = {name: text for name, text in reversed(pairs) if text}
    authors = ", ".join(text for name, text in pairs if name == "author")
    place = parts.get("volume", "") + (f"({parts['issue']})" if "issue" in parts else "")
    pages = "-".join(parts[end] for end in ("firstpage", "lastpage") if end in parts)
    journal = parts.get("journal_title") or parts.get("inbook_title") or parts.get("publisher", "")
    source = " ".join(text for text in (journal, ": ".join(filter(None, (place, pages)))) if text)
    year = parts.get("publication_date") or parts.get("year") or parts.get("date", "")
    return ". ".join(
        text for text in (authors, parts.get("title", ""), source, year, parts.get("doi", "")) if text
    )


def _meta_fields(meta: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    by_name: dict[str, list[str]] = {}
    for name, content in meta:
        if content:
            by_name.setdefault(name, []).append(content)
    found = {}
    for field, names in _NAMES.items():
        values = (by_name[name] for name in names if name in by_name)
        if field == "doi":  # an identifier may also be an address or a shelf mark: all are searched
            found[field] = [content for contents in values for content in contents]
        else:
            found[field] = next(values, [])
    return found


def _scholarly_article(scripts: Iterable[str]) -> Mapping[str, Any]:
    """The first JSON-LD object of a scholarly type, in whatever it is wrapped."""
    for script in scripts:
        try:
            waiting = [json.loads(script, strict=False)]
        except (ValueError, RecursionError):
            continue
        for _ in range(MOST_JSON_NODES):
            if not waiting:
                break
            value = waiting.pop()
            if isinstance(value, dict):
                if any(kind.endswith("ScholarlyArticle") for kind in _strings(value.get("@type"))):
                    return value
                waiting.extend(reversed(list(value.values())))
            elif isinstance(value, list):
                waiting.extend(reversed(value))
    return {}


def _article_fields(article: Mapping[str, Any]) -> dict[str, list[str]]:
    return {
        "title": _strings(article.get("headline")) or _strings(article.get("name")),
        "authors": _strings(article.get("author")),
        "abstract": _strings(article.get("abstract")) or _strings(article.get("description")),
        "keywords": _strings(article.get("keywords")),
        "doi": [
            text for name in ("doi", "identifier", "sameAs", "@id") for text in _strings(article.get(name))
        ],
        "volume": _of_container(article, "volumeNumber"),
        "issue": _of_container(article, "issueNumber"),
        "published": _strings(article.get("datePublished")),
        "references": _strings(article.get("citation")),
    }


def _strings(value: Any) -> list[str]:
    """The strings of a JSON-LD value: itself, those of a list, the names of objects."""
    found = []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            item = next((item[key] for key in ("name", "headline", "value", "@id") if key in item), None)
        if isinstance(item, str) and item.strip():
            found.append(item)
        elif isinstance(item, int) and not isinstance(item, bool):
            found.append(str(item))
    return found


def _of_container(article: Mapping[str, Any], name: str) -> list[str]:
    """A number of the article or of the issue, volume, journal around it: three levels, as in schema.org."""
    level: Any = article
    for _ in range(4):
        if not isinstance(level, dict):
            break
        if found := _strings(level.get(name)):
            return found
        level = level.get("isPartOf")
        if isinstance(level, list):
            level = next((part for part in level if isinstance(part, dict) and name in part), None)
    return []

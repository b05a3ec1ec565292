"""What the JSON-LD of a page says of its article, read from whatever is left of the JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from newsextract.metadata.claims import Claims
from newsextract.metadata.names import author_names
from newsextract.metadata.plain import plain, unescape

MOST_VALUES = 20_000
"""Objects and lists of a page that are looked at; the richest of 2,172 pages, a live blog, has 3,863."""

MOST_STRINGS = 500
"""Values looked at for one field of one article; references may lead in circles."""

DEEPEST_VALUE = 4
"""Levels between a field and its strings: ``{"author": {"@list": [{"name": ["A"]}]}}`` has them all."""

_CONTAINERS = frozenset({"@graph", "mainEntity", "mainEntityOfPage"})
"""Keys below which an object still speaks of the page. An article anywhere else is a related one, a part, an
entry of a live blog or of a list."""

_ARTICLE_ENDINGS = ("article", "posting")
_ARTICLES = frozenset({"report", "review", "creativework", "recipe", "howto", "podcastepisode"})
_PAGE_ENDINGS = ("webpage", "itempage", "videoobject")

# Comments, CDATA marks and commas that end a list; strings are matched to be passed over. Every part that can
# begin can also end at the end of the text, so that nothing is scanned twice.
_SLIPS = re.compile(
    r'("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z))'
    r"|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/|\Z)|<!\[CDATA\[|\]\]>|<!--|-->|//[^\n<]*"
    r"|,\s*(?=[}\]])|;\s*\Z",
    re.DOTALL,
)
_FIELDS = re.compile(
    r'"(datePublished|dateModified|articleSection|author|name)"\s*:\s*(?:\[\s*)?(\{|"[^"\\]{1,200}")'
)
_OPENING = re.compile(r"[{\[]")
_ARTICLE_TYPE = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"[A-Za-z:/.]{0,40}(?:Article|Posting)"')
_DECODER = json.JSONDecoder(strict=False, parse_int=str)  # a number too long for Python loses nothing else
_NOTHING = Claims()

_Object = Mapping[str, Any]


class _Found(NamedTuple):
    articles: list[_Object]
    pages: list[_Object]
    """What speaks of the page around the article, or of its film."""
    named: dict[str, _Object]
    """Objects by their ``@id``, the fullest one of each."""


def json_ld_claims(scripts: Iterable[str]) -> Claims:
    """The claims of all scripts of a page together. Never raises."""
    found = _collect([value for script in scripts for value in read_json(script)])
    if not found.articles and not found.pages:
        return _NOTHING

    def strings(*keys: str, of: Iterable[_Object]) -> tuple[str, ...]:
        values = (node[key] for node in of for key in keys if key in node)
        return next((texts for texts in (_strings(value, found.named) for value in values) if texts), ())

    everything = [*found.articles, *found.pages]
    return Claims(
        authors=author_names(strings("author", "creator", of=everything)),
        published=strings("datePublished", of=everything) or strings("uploadDate", of=found.pages),
        modified=strings("dateModified", of=everything),
        sections=strings("articleSection", of=found.articles),
        tags=strings("keywords", of=found.articles),
        languages=strings("inLanguage", of=everything),
        publishers=strings("publisher", of=everything),
        headlines=strings("headline", of=found.articles),
    )


def read_json(script: str) -> list[Any]:
    """The JSON values of a script, as many as can be read, with the usual slips mended."""
    try:
        return [_DECODER.decode(script)]
    except (ValueError, RecursionError):
        pass
    if "&quot;" in script:
        script = unescape(script)
    mended = _SLIPS.sub(r"\1", script)
    values: list[Any] = []
    place = 0
    try:
        while opening := _OPENING.search(mended, place):
            value, place = _DECODER.raw_decode(mended, opening.start())
            values.append(value)
    except (ValueError, RecursionError):
        values.extend(_salvaged(script))
    return values


def _salvaged(text: str) -> Iterator[_Object]:
    """The flat fields of an article whose JSON is broken for good, mostly by quotation marks in headlines."""
    if not _ARTICLE_TYPE.search(text):
        return
    fields: dict[str, str] = {}
    before = ""
    for found in _FIELDS.finditer(text):
        key, value = found.groups()
        if key == "name":
            key = before  # a name speaks of an author when it is the first behind one
        elif value == "{":
            before = key
            continue
        before = ""
        if key and value != "{":
            fields.setdefault(key, value.strip('"'))
    yield {"@type": "Article", **fields}


def _collect(values: list[Any]) -> _Found:
    """Walk through all values in order; what lies below a container speaks of the page as its parent does."""
    found = _Found([], [], {})
    waiting = [(value, True) for value in reversed(values)]
    for _ in range(MOST_VALUES):
        if not waiting:
            break
        value, is_main = waiting.pop()
        if isinstance(value, list):
            waiting.extend((item, is_main) for item in reversed(value) if isinstance(item, (dict, list)))
        elif isinstance(value, dict):
            _sort(value, is_main, found)
            waiting.extend(
                (item, is_main and key in _CONTAINERS)
                for key, item in reversed(value.items())
                if isinstance(item, (dict, list))
            )
    return found


def _sort(node: _Object, is_main: bool, found: _Found) -> None:
    name = node.get("@id")
    if isinstance(name, str) and len(node) > len(found.named.get(name, ())):
        found.named[name] = node
    if not is_main:
        return
    kinds = [kind.replace(":", "/").rpartition("/")[2].lower() for kind in _types(node)]
    if any(kind.endswith(_ARTICLE_ENDINGS) or kind in _ARTICLES for kind in kinds):
        found.articles.append(node)
    elif any(kind.endswith(_PAGE_ENDINGS) for kind in kinds):
        found.pages.append(node)


def _types(node: _Object) -> list[str]:
    types = node.get("@type")
    return [kind for kind in (types if isinstance(types, list) else [types]) if isinstance(kind, str)]


def _strings(value: Any, named: Mapping[str, _Object]) -> tuple[str, ...]:
    """The strings of a value: itself, those of a list, the names of objects, references followed."""
    found: list[str] = []
    waiting = [(value, DEEPEST_VALUE)]
    for _ in range(MOST_STRINGS):
        if not waiting:
            break
        item, depth = waiting.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, list) and depth:
            waiting.extend((part, depth - 1) for part in reversed(item[:MOST_STRINGS]))
        elif isinstance(item, dict) and depth:
            waiting.append((_name_of(item, named), depth - 1))
    return tuple(filter(None, map(plain, found)))


def _name_of(node: _Object, named: Mapping[str, _Object]) -> Any:
    """What an object is called, or the object it refers to."""
    for key in ("name", "@value", "@list", "@set"):
        if node.get(key):
            return node[key]
    parts = [part for key in ("givenName", "familyName") if isinstance(part := node.get(key), str)]
    if parts:
        return " ".join(parts)
    reference = node.get("@id")
    full = named.get(reference) if isinstance(reference, str) else None
    return full if full is not node else None

"""Kinds of columns for tables with types: those of an article, and those that fit any other items."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, get_type_hints

from scrapy.utils.serialize import ScrapyJSONEncoder

from newsextract.items import FIELD_NAMES, Article

TEXT = "text"
TEXTS = "texts"
BOOLEAN = "boolean"
INTEGER = "integer"
NUMBER = "number"
"""The kinds. What is none of the others goes into a column of text, as JSON."""

_KIND_OF_HINT = {str: TEXT, tuple[str, ...]: TEXTS, bool: BOOLEAN, int: INTEGER, float | None: NUMBER}

ARTICLE_KINDS: dict[str, str] = {name: _KIND_OF_HINT[get_type_hints(Article)[name]] for name in FIELD_NAMES}
"""The columns of a table of articles."""

_INTEGERS = range(-(2**63), 2**63)
"""What 64 bits hold."""


def common_kinds(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """A kind for every key that holds all values of that key; keys in the order they first come."""
    seen: dict[str, set[str]] = {}
    for row in rows:
        for name, value in row.items():
            seen.setdefault(name, set())
            if value is not None:
                seen[name].add(_kind_of(value))
    return {name: _common(kinds) for name, kinds in seen.items()}


def fitted(value: Any, kind: str) -> Any:
    """The value as a column of this kind takes it. Raises ValueError when it does not fit."""
    if value is None:
        return None
    if kind == TEXT:
        return _encodable(value if isinstance(value, str) else _as_text(value))
    own = _kind_of(value)
    if kind == NUMBER and own in (INTEGER, NUMBER):
        return float(value)
    if own != kind:
        raise ValueError(f"{value!r:.80} does not fit a column of kind {kind}")
    return [_encodable(text) for text in value] if kind == TEXTS else value


def size(value: Any) -> int:
    """About how many characters a value holds in memory."""
    if isinstance(value, str):
        return len(value)
    return sum(map(size, value)) if isinstance(value, (list, tuple)) else 1


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, int) and value in _INTEGERS:
        return INTEGER
    if isinstance(value, float):
        return NUMBER
    if isinstance(value, (list, tuple)) and all(isinstance(text, str) for text in value):
        return TEXTS
    return TEXT


def _common(kinds: set[str]) -> str:
    if kinds == {INTEGER, NUMBER}:
        return NUMBER
    return next(iter(kinds)) if len(kinds) == 1 else TEXT


def _as_text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    try:
        encoded = json.dumps(value, cls=ScrapyJSONEncoder, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)
    # A date, say, is a text in JSON: without the quotation marks.
    return str(json.loads(encoded)) if encoded.startswith('"') else encoded


def _encodable(text: str) -> str:
    """Half a surrogate pair has no place in UTF-8 and would cost the whole row group."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text

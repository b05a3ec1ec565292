"""The JSON Schema of an output line, made from ``Article`` itself so that the two cannot disagree."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise
from typing import Any, get_type_hints

from newsextract import items
from newsextract.items import FIELD_NAMES, SCHEMA_VERSION, Article
from newsextract.states import STATES

_DIALECT = "https://json-schema.org/draft/2020-12/schema"

_JSON_TYPES: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float | None: {"type": ["number", "null"]},
    tuple[str, ...]: {"type": "array", "items": {"type": "string"}},
}
"""Every type that a field of ``Article`` has. A date is a string that may be empty, hence without a JSON
``format``: its description says which form it has."""

_NARROWER: dict[str, dict[str, Any]] = {
    "page_state": {"enum": list(STATES)},
    "confidence": {"minimum": 0, "maximum": 1},
    "schema_version": {"const": SCHEMA_VERSION},
}
"""What is known of a field beyond its type."""


def article_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of an output line. Every key is always there.

    Descriptions are the docstrings in the source; without a source there are none.
    """
    source = _source()
    described = field_descriptions(source, Article.__name__)
    types = get_type_hints(Article)
    return {
        "$schema": _DIALECT,
        "title": Article.__name__,
        **_description(class_description(source, Article.__name__)),
        "type": "object",
        "properties": {
            name: {
                **_description(described.get(name, "")),
                **_JSON_TYPES[types[name]],
                **_NARROWER.get(name, {}),
            }
            for name in FIELD_NAMES
        },
        "required": list(FIELD_NAMES),
        "additionalProperties": False,
    }


def field_descriptions(source: str, class_name: str) -> dict[str, str]:
    """The string that stands below each field of a class, by the field's name."""
    body = _class_body(source, class_name)
    return {
        field.target.id: _one_line(below.value.value)
        for field, below in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if isinstance(below.value.value, str)
    }


def class_description(source: str, class_name: str) -> str:
    """The docstring of a class; empty when there is none."""
    for statement in _class_body(source, class_name)[:1]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return _one_line(str(statement.value.value))
    return ""


def _source() -> str:
    # Read from the file, not from __doc__: fields have no __doc__, and `python -OO` takes the others away.
    try:
        return inspect.getsource(items)
    except OSError:
        return ""


def _class_body(source: str, class_name: str) -> list[ast.stmt]:
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.ClassDef) and statement.name == class_name:
            return statement.body
    return []


def _one_line(docstring: str) -> str:
    return " ".join(docstring.replace("``", "`").split())


def _description(text: str) -> dict[str, str]:
    return {"description": text} if text else {}

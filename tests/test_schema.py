"""The schema of an output line says what an article really holds."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from typing import Any

import pytest

from newsextract.items import FIELD_NAMES, Article
from newsextract.schema import article_schema, class_description, field_descriptions
from newsextract.states import STATES

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
    "array": (list,),
}


def faults(values: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """What a validator would say: the keywords of JSON Schema that the schema uses, and no more."""
    known = {"description", "type", "items", "enum", "minimum", "maximum", "const"}
    found = [name for name in schema["required"] if name not in values]
    found += [name for name in values if name not in schema["properties"]]
    for name, rule in schema["properties"].items():
        assert rule.keys() <= known
        value = values.get(name)
        types = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        right = [
            any(isinstance(value, TYPES[kind]) for kind in types)
            and (isinstance(value, bool) == ("boolean" in types)),
            not isinstance(value, list) or all(type(part) is str for part in value),
            "enum" not in rule or value in rule["enum"],
            "const" not in rule or value == rule["const"],
            not is_number or rule.get("minimum", value) <= value <= rule.get("maximum", value),
        ]
        if not all(right):
            found.append(name)
    return found


FULL = Article(
    url="https://n.example/1",
    title="A title",
    candidate_titles=("A title",),
    text="one\ntwo",
    authors=("Ann", "Bo"),
    date_published="2026-01-02T03:04:05+01:00",
    confidence=0.5,
    truncated=True,
)


@pytest.mark.parametrize("article", [Article(), FULL, *(Article(page_state=state) for state in STATES)])
def test_every_article_is_valid(article: Article) -> None:
    values = json.loads(json.dumps(article.to_dict()))
    assert faults(values, article_schema()) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"text": None}, "text"),
        ({"authors": "Ann"}, "authors"),
        ({"authors": [1]}, "authors"),
        ({"truncated": 1}, "truncated"),
        ({"schema_version": 2}, "schema_version"),
        ({"schema_version": True}, "schema_version"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": "high"}, "confidence"),
        ({"page_state": "lost"}, "page_state"),
        ({"more": "x"}, "more"),
    ],
)
def test_what_is_not_an_article_is_not_valid(change: dict[str, Any], fault: str) -> None:
    assert faults({**FULL.to_dict(), **change}, article_schema()) == [fault]


def test_every_key_is_required_and_no_other_allowed() -> None:
    schema = article_schema()
    assert schema["required"] == list(schema["properties"]) == list(FIELD_NAMES)
    assert schema["additionalProperties"] is False
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_every_field_has_a_description_in_one_line(name: str) -> None:
    description = article_schema()["properties"][name]["description"]
    assert description.endswith(".")
    assert "\n" not in description
    assert "``" not in description


@pytest.mark.parametrize("name", ["date_published", "fetched_at"])
def test_the_form_of_a_date_is_said_in_words_since_it_may_be_empty(name: str) -> None:
    rule = article_schema()["properties"][name]
    assert "ISO 8601" in rule["description"]
    assert "format" not in rule


def test_the_states_are_listed() -> None:
    assert article_schema()["properties"]["page_state"]["enum"] == list(STATES)


SOURCE = '''
class Other:
    a: int = 0
    """Of another class."""

class Thing:
    """A ``thing``
    of two lines."""
    a: int = 0
    """First
    field."""
    b: int
    c: int = 1
    """Third."""
    def method(self):
        """No field."""
    d: int = 2
    4
'''


def test_descriptions_are_the_strings_below_the_fields() -> None:
    assert field_descriptions(SOURCE, "Thing") == {"a": "First field.", "c": "Third."}
    assert class_description(SOURCE, "Thing") == "A `thing` of two lines."


def test_a_class_without_docstrings() -> None:
    assert field_descriptions("class Thing:\n a: int\n", "Thing") == {}
    assert class_description("class Thing:\n a: int\n", "Thing") == ""


def test_without_a_source_there_are_types_but_no_descriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_source(module: object) -> str:
        raise OSError("could not get source code")

    monkeypatch.setattr(inspect, "getsource", no_source)
    schema = article_schema()
    assert "description" not in schema
    assert not any("description" in rule for rule in schema["properties"].values())
    assert faults(FULL.to_dict(), schema) == []


def test_it_works_where_docstrings_are_stripped() -> None:
    script = "import json; from newsextract.schema import article_schema as s; print(json.dumps(s()))"
    ran = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-OO", "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert faults(FULL.to_dict(), json.loads(ran.stdout)) == []

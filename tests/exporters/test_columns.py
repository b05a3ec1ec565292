"""Kinds of columns, and values made to fit them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from newsextract.exporters.columns import (
    ARTICLE_KINDS,
    BOOLEAN,
    INTEGER,
    NUMBER,
    TEXT,
    TEXTS,
    common_kinds,
    fitted,
    size,
)
from newsextract.items import FIELD_NAMES, Article


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["a", ""], TEXT),
        ([["a"], ("b", "c"), []], TEXTS),
        ([True, False], BOOLEAN),
        ([1, -2], INTEGER),
        ([1, 2.5], NUMBER),
        ([None, 2.5], NUMBER),
        ([None, None], TEXT),
        ([1, True], TEXT),
        ([1, "a"], TEXT),
        ([["a"], "a"], TEXT),
        ([[1]], TEXT),
        ([{"a": 1}], TEXT),
        ([2**63 - 1], INTEGER),
        ([2**63], TEXT),
    ],
)
def test_the_kind_that_holds_all_values(values: list[Any], kind: str) -> None:
    rows = [{"x": value} for value in values]
    assert common_kinds(rows) == {"x": kind}
    for value in values:
        fitted(value, kind)  # does not raise


def test_keys_are_those_of_all_rows_in_the_order_they_come() -> None:
    assert common_kinds([{"b": 1}, {"a": "x", "b": 2}]) == {"b": INTEGER, "a": TEXT}


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        (None, INTEGER, None),
        ("é", TEXT, "é"),
        ("a\ud83db", TEXT, "a?b"),
        (("a\ud83d",), TEXTS, ["a?"]),
        (1, NUMBER, 1.0),
        (1, TEXT, "1"),
        (True, TEXT, "true"),
        ({"é": [1]}, TEXT, '{"é": [1]}'),
        ([1, "a"], TEXT, '[1, "a"]'),
        (b"caf\xc3\xa9\xff", TEXT, "café�"),
        (datetime(2026, 1, 2, tzinfo=timezone.utc), TEXT, "2026-01-02T00:00:00+00:00"),
        (2**64, TEXT, "18446744073709551616"),
        (1j, TEXT, "1j"),
    ],
)
def test_a_value_that_fits(value: Any, kind: str, expected: Any) -> None:
    result = fitted(value, kind)
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("1", INTEGER),
        (1, BOOLEAN),
        (True, INTEGER),
        (True, NUMBER),
        ("a", TEXTS),
        ([1], TEXTS),
        (2**63, INTEGER),
    ],
)
def test_a_value_that_does_not_fit(value: Any, kind: str) -> None:
    with pytest.raises(ValueError, match=f"does not fit a column of kind {kind}"):
        fitted(value, kind)


def test_every_field_of_an_article_has_a_kind_and_fits_it() -> None:
    assert tuple(ARTICLE_KINDS) == FIELD_NAMES
    article = Article(text="a\nb", authors=("A",), confidence=0.5)
    assert {name: fitted(getattr(article, name), kind) for name, kind in ARTICLE_KINDS.items()} == (
        article.to_dict()
    )


@pytest.mark.parametrize(("value", "characters"), [("abc", 3), (("ab", "c"), 3), (None, 1), ([["ab"], 1], 3)])
def test_size(value: Any, characters: int) -> None:
    assert size(value) == characters

"""The article as a value and as a line of output."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields

import pytest

from newsextract.items import SCHEMA_VERSION, Article


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [("", ()), ("one", ("one",)), ("one\ntwo", ("one", "two")), ("one\n\ntwo", ("one", "", "two"))],
)
def test_paragraphs_are_the_lines_of_the_text(text: str, paragraphs: tuple[str, ...]) -> None:
    assert Article(text=text).paragraphs == paragraphs


def test_an_article_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Article().text = "x"  # type: ignore[misc]  # the point of the test


def test_equal_values_make_equal_articles() -> None:
    assert Article(url="a", text="b") == Article(url="a", text="b")
    assert Article(url="a") != Article(url="b")


def test_fields_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Article("https://n.example/")  # type: ignore[call-arg]  # the point of the test


def test_the_dict_holds_every_field() -> None:
    values = Article(text="one\ntwo", authors=("A", "B")).to_dict()
    assert list(values) == [field.name for field in fields(Article)]
    assert values["paragraphs"] == ["one", "two"]
    assert values["authors"] == ["A", "B"]
    assert values["schema_version"] == SCHEMA_VERSION == 1


@pytest.mark.parametrize(
    "article",
    [
        Article(),
        Article(
            title="中文 \U0001f600", text='a "quoted"\nline', authors=("Ä",), confidence=0.5, truncated=True
        ),
        Article(page_state="refused", state_reason="not a web page but a PDF file"),
    ],
)
def test_the_dict_survives_strict_json(article: Article) -> None:
    values = article.to_dict()
    assert json.loads(json.dumps(values, allow_nan=False)) == values


def test_nothing_known_is_nothing_claimed() -> None:
    article = Article()
    assert (article.authors, article.date_published, article.confidence) == ((), "", None)
    assert (article.page_state, article.truncated) == ("article", False)

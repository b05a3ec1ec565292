"""The article as a value and as a line of output."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace

import pytest
from itemadapter import ItemAdapter

from newsextract.errors import InputError
from newsextract.explanation import Block, Explanation
from newsextract.items import FIELD_NAMES, SCHEMA_VERSION, Article, explained_by


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


EXPLANATION = Explanation("fusion", 0.5, (Block("one", True, 1.0),))


def explained() -> Article:
    return explained_by(Article(url="a", text="one"), lambda: EXPLANATION)


def test_an_article_says_what_it_was_given_to_say() -> None:
    assert explained().explain() is EXPLANATION


def test_an_article_becomes_explainable_itself() -> None:
    article = Article()
    assert explained_by(article, lambda: EXPLANATION) is article


def test_the_page_is_read_when_it_is_asked_for_and_not_before() -> None:
    asked: list[None] = []

    def explain() -> Explanation:
        asked.append(None)
        return EXPLANATION

    article = explained_by(Article(), explain)
    assert asked == []
    article.explain()
    assert len(asked) == 1


@pytest.mark.parametrize(
    "made_from",
    [
        pytest.param(lambda article: Article(), id="made by hand"),
        pytest.param(lambda article: replace(article, site="b"), id="replace"),
        pytest.param(lambda article: pickle.loads(pickle.dumps(article)), id="pickle"),  # noqa: S301  its own
        pytest.param(copy.copy, id="copy"),
        pytest.param(copy.deepcopy, id="deepcopy"),
    ],
)
def test_articles_that_do_not_come_right_from_a_page_say_who_has_the_explanation(
    made_from: Callable[[Article], Article],
) -> None:
    article = made_from(explained())
    with pytest.raises(InputError, match=r"call explain\(\) on what newsextract\.extract\(\) returns"):
        article.explain()


@pytest.mark.parametrize("copied", [copy.copy, lambda article: pickle.loads(pickle.dumps(article))])  # noqa: S301  its own
def test_copies_have_all_fields(copied: Callable[[Article], Article]) -> None:
    assert copied(explained()) == explained()


def test_the_explanation_is_no_field() -> None:
    with_it, without = explained(), Article(url="a", text="one")
    assert with_it == without
    assert hash(with_it) == hash(without)
    assert repr(with_it) == repr(without)
    assert with_it.to_dict() == without.to_dict()
    assert list(ItemAdapter(with_it)) == list(FIELD_NAMES)
    assert ItemAdapter(with_it).asdict() == ItemAdapter(without).asdict()
    assert [name for name in FIELD_NAMES if "explain" in name] == []


def test_an_article_has_no_room_for_anything_else() -> None:
    assert not hasattr(explained(), "__dict__")

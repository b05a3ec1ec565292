"""What leaves the pipelines is an article that anyone can read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from newsextract.extensions.states import PageDropped
from newsextract.items import Article
from newsextract.pipelines.validation import ValidationPipeline, fault_of


def test_the_article_leaves_alone(make_pipeline: Any, make_page: Any, process: Any) -> None:
    article = process(make_pipeline(ValidationPipeline), make_page(text="正文。"))
    assert isinstance(article, Article)
    assert json.loads(json.dumps(article.to_dict()))["text"] == "正文。"


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({}, ""),
        ({"url": ""}, "no address"),
        ({"text": " \n "}, "no text"),
        ({"title": "\ud83d"}, "characters in title that no file can hold"),
        ({"text": "a\x00b"}, "characters in text that no file can hold"),
        ({"authors": ("A", "\udfff")}, "characters in authors that no file can hold"),
    ],
)
def test_faults(values: dict[str, Any], fault: str) -> None:
    assert fault_of(Article(**{"url": "https://a.example/1", "text": "Text.", **values})) == fault


def test_a_faulty_article_is_a_failure_with_a_reason(
    make_pipeline: Any, make_page: Any, process: Any
) -> None:
    with pytest.raises(PageDropped) as caught:
        process(make_pipeline(ValidationPipeline), make_page(title="\ud83d"))
    assert (caught.value.state, caught.value.reason) == (
        "failed",
        "characters in title that no file can hold",
    )

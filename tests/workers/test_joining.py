"""A story of several pages as one reading."""

from __future__ import annotations

import pytest

from newsextract.items import Article
from newsextract.text.fingerprints import content_hash
from newsextract.workers.jobs import Reading
from newsextract.workers.joining import Part, joined_text, with_parts

FIRST = Reading(article=Article(url="https://a.example/1", text="one\ntwo", content_hash="own"))


@pytest.mark.parametrize(
    ("texts", "joined"),
    [
        ([], ""),
        (["one"], "one"),
        (["one\ntwo", "three"], "one\ntwo\nthree"),
        (["title\none", "title\ntwo"], "title\none\ntwo"),
        (["one", "two", "one\nthree"], "one\ntwo\nthree"),
        (["one\none", "two\ntwo"], "one\none\ntwo\ntwo"),  # what a page says twice, it says twice
        (["one", "one"], "one"),
    ],
)
def test_joined_text(texts: list[str], joined: str) -> None:
    assert joined_text(texts) == joined


def test_parts_come_after_the_first_page() -> None:
    reading = with_parts(FIRST, (Part("https://a.example/2", "two\nthree"),))
    article = reading.article
    assert article.text == "one\ntwo\nthree"
    assert article.paragraphs == ("one", "two", "three")
    assert article.parts == ("https://a.example/1", "https://a.example/2")
    assert article.content_hash == content_hash(article.text)
    assert article.state_reason == ""


def test_what_is_missing_is_said() -> None:
    article = with_parts(FIRST, (), "it goes on elsewhere").article
    assert (article.text, article.parts) == ("one\ntwo", ())
    assert article.state_reason == "it goes on elsewhere"


def test_a_story_on_one_page_stays_as_it_is() -> None:
    assert with_parts(FIRST, ()) is FIRST

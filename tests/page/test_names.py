"""The words of ids and classes."""

from __future__ import annotations

import pytest

from newsextract.page.names import name_words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("", []),
        ("sidebar", ["sidebar"]),
        ("SIDEBAR", ["sidebar"]),
        ("relatedStories", ["related", "stories"]),
        ("comment-list side_bar  box2right", ["comment", "list", "side", "bar", "box", "right"]),
        ("adBOX", ["ad", "box"]),
        ("ABTest", ["abtest"]),  # a capital after a capital begins no word
        ("42 新闻", []),
    ],
)
def test_name_words(value: str, words: list[str]) -> None:
    assert name_words(value) == words

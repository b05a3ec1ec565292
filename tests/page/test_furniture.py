"""Furniture: what a page's own names say is not the story."""

from __future__ import annotations

import pytest

from newsextract.page import read_page
from newsextract.page.furniture import furniture

STORY = "<p>" + "A long story about the harbour. " * 8 + "</p>"


@pytest.mark.parametrize(
    ("beginning", "end", "expected"),
    [
        ("<nav>", "</nav>", True),
        ("<aside>", "</aside>", True),
        ("<div>", "</div>", False),
        ('<div class="comments">', "</div>", True),
        ('<div id="comment-list">', "</div>", True),
        ('<div class="relatedStories">', "</div>", True),
        ('<div class="box RELATED">', "</div>", True),
        ('<ul class="tags"><li>', "</li></ul>", True),
        ('<div class="shared commentary readmore">', "</div>", False),
        ('<div class="story"><div><p class="ad">', "</p></div></div>", True),
        ('<article class="comments">', "</article>", False),
    ],
)
def test_by_tag_id_and_class(beginning: str, end: str, expected: bool) -> None:
    page = read_page(f"<body>{STORY}{beginning}words in a box{end}</body>")
    inside = dict(zip(page.walk.texts, furniture(page), strict=True))
    assert inside["words in a box"] is expected
    assert [flag for text, flag in inside.items() if text != "words in a box"] == [False]


def test_what_lies_in_furniture_is_furniture() -> None:
    page = read_page(f'<body>{STORY}<div class="comments"><div class="story"><p>deep</p></div></div></body>')
    assert furniture(page)[-1] is True


@pytest.mark.parametrize(("words", "expected"), [(2, True), (2000, False)])
def test_what_holds_most_of_the_page_is_not(words: int, expected: bool) -> None:
    page = read_page(f'<body>{STORY}<div class="sidebar">{"word " * words}</div></body>')
    assert furniture(page)[-1] is expected


def test_a_page_without_text() -> None:
    assert furniture(read_page("")) == []

"""Rows chosen one by one become one run in one part of the page."""

from __future__ import annotations

import pytest

from newsextract.methods.runs import LONGEST_GAP, in_one_part, one_run, without_gaps
from newsextract.page import Page, read_page


def page_of(*rows: str) -> Page:
    return read_page(f"<body>{''.join(rows)}</body>")


def texts(page: Page, rows: list[int]) -> list[str]:
    return [page.row_texts[row] for row in rows]


STORY = "<div><p>aaaaaaaaaa</p><p>bbbbbbbbbb</p><p>cccccccccc</p></div>"
ASIDE = "<div><p>dddd</p></div>"


@pytest.mark.parametrize(
    ("body", "chosen", "kept"),
    [
        # 30 of 34 characters lie in the first div: more than three quarters
        (STORY + ASIDE, [0, 1, 2, 3], [0, 1, 2]),
        # 20 of 24 do
        (STORY + ASIDE, [0, 2, 3], [0, 2]),
        # 10 of 14, less than three quarters: the smallest element that holds enough is the body
        (STORY + ASIDE, [1, 3], [1, 3]),
        # two halves: nothing smaller than the body holds both
        (STORY + STORY, [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]),
        (STORY, [], []),
    ],
)
def test_what_lies_outside_of_the_part_goes(body: str, chosen: list[int], kept: list[int]) -> None:
    assert in_one_part(page_of(body), chosen) == kept


@pytest.mark.parametrize(
    ("between", "taken"),
    [
        ("<h2>subheading</h2>", ["subheading"]),
        ("<ul><li>one</li><li>two</li></ul>", ["one", "two"]),
        ("<p>read <a href=x>this other story</a></p>", []),
        ("<p>see <a href=x>it</a> all</p>", ["see it all"]),
        ('<div class="newsletter">sign up</div>', []),
        ("<p>x</p>" * LONGEST_GAP, ["x"] * LONGEST_GAP),
        ("<p>x</p>" * (LONGEST_GAP + 1), []),
    ],
)
def test_short_gaps_are_filled_with_text(between: str, taken: list[str]) -> None:
    page = page_of("<p>the first paragraph of all</p>", between, "<p>the last paragraph of all</p>")
    found = texts(page, without_gaps(page, [0, len(page.row_texts) - 1]))
    assert found == ["the first paragraph of all", *taken, "the last paragraph of all"]


def test_what_comes_before_and_after_is_not_taken_in() -> None:
    page = page_of("<p>before</p><p>first row</p><p>middle</p><p>last row</p><p>after</p>")
    assert texts(page, one_run(page, [1, 3])) == ["first row", "middle", "last row"]

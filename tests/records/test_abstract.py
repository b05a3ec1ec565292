from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.methods.vbptc import noise
from newsextract.page import read_page
from newsextract.records.abstract import (
    FEWEST_WORDS,
    MOST_WORDS,
    NO_ABSTRACT,
    densest_block,
    labelled_abstract,
)
from newsextract.records.lines import Line, page_lines

LinesOf = Callable[[str], list[Line]]

ONE = "We weighed the salt of nine shallow basins."
TWO = "Seven of them lost more than they were given."


@pytest.mark.parametrize(
    ("html", "text", "place"),
    [
        (f"<h2>Abstract</h2><p>{ONE}</p><h2>Body</h2><p>{TWO}</p>", ONE, 1),
        (f"<h2>Abstract</h2><h3>Methods</h3><p>{ONE}</p><h3>Results</h3><p>{TWO}</p>", None, 1),
        (f"<h2>Abstract</h2><p>Listen</p><p>{ONE}</p><p>Keywords: salt</p><p>{TWO}</p>", ONE, 2),
        (f"<p>Abstract: {ONE}</p><p>{TWO}</p>", ONE, 0),
        (f"<p>Abstract: {ONE}<br>{TWO}</p>", f"{ONE}\n{TWO}", 0),
        (f"<p>Title</p><p><b>摘要</b> {ONE}</p>", ONE, 1),
        (f"<h2>Graphical abstract</h2><p>Figure</p><h2>Abstract</h2><p>{ONE}</p>", ONE, 3),
        (f"<p>{ONE}</p>", "", 0),
        ("", "", 0),
    ],
)
def test_the_text_under_or_behind_the_label(
    lines_of: LinesOf, html: str, text: str | None, place: int
) -> None:
    expected = f"Methods\n{ONE}\nResults\n{TWO}" if text is None else text
    assert labelled_abstract(lines_of(html)) == (expected, place)


def test_a_section_that_nothing_ends_is_cut_after_the_longest_abstract(lines_of: LinesOf) -> None:
    paragraphs = f"<p>{ONE}</p>" * MOST_WORDS
    text = labelled_abstract(lines_of(f"<h2>Abstract</h2>{paragraphs}")).text
    assert text.split("\n") == [ONE] * (MOST_WORDS // 8)  # eight words a line


def words(count: int) -> str:
    return "<p>" + "salt " * count + "</p>"


@pytest.mark.parametrize(
    ("html", "length", "place"),
    [
        (words(40) + words(60) + words(50), 60, 1),
        (words(40) + words(MOST_WORDS + 1), 40, 0),
        (words(40) + "<h2>Related articles</h2>" + words(60), 40, 0),
        (words(40) + "<form>" + words(35) + "</form>", 40, 0),
        (words(FEWEST_WORDS), FEWEST_WORDS, 0),
        (words(FEWEST_WORDS - 1), 0, 0),
        ("", 0, 0),
    ],
)
def test_the_block_of_the_largest_score(html: str, length: int, place: int) -> None:
    page = read_page(html)
    left_out = noise(page)
    found = densest_block(page, page_lines(page, left_out), left_out, [])
    assert (len(found.text.split()), found.place) == (length, place)


def test_works_cited_are_no_abstract() -> None:
    page = read_page(words(40) + words(60))
    lines = page_lines(page, noise(page))
    assert densest_block(page, lines, noise(page), lines[1:]).place == 0
    assert densest_block(page, lines, noise(page), lines) == NO_ABSTRACT

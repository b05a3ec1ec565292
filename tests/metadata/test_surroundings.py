"""Where rows stand."""

from __future__ import annotations

import pytest

from newsextract.metadata.surroundings import Surroundings
from newsextract.page import read_page

PARAGRAPH = "<p>" + "The boat came back to the harbour at noon, the company said. " * 4 + "</p>"


def of(body: str, headline: str = "Boat is back") -> Surroundings:
    return Surroundings(read_page(f"<body>{body}</body>"), headline)


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        ("<p>menu</p><h1>Boat is back</h1>", (1, 1)),
        ("<a>Boat is back</a><h2>BOAT is back</h2>", (1,)),
        ("<p>menu</p><h1>Something else</h1><p>Boat is back</p>", (2, 1)),
        (f"<p>menu</p><p>kicker</p>{PARAGRAPH}", (1,)),
        ("", (0,)),
    ],
)
def test_rows_that_may_be_the_headline(body: str, rows: tuple[int, ...]) -> None:
    assert of(body).headline_rows == rows


def test_distance_is_to_the_nearest_of_them() -> None:
    around = of("<p>a</p><h1>Something else</h1><p>b</p><p>c</p><p>Boat is back</p><p>d</p>")
    assert [around.distance(row) for row in range(6)] == [-1, 0, 1, -1, 0, 1]


def test_what_calls_itself_something_else_is_not_the_story_unless_it_holds_the_headline() -> None:
    far = "<p>x</p>" * 4
    around = of(f"<h1>Boat is back</h1>{far}<div class='relatedStories'><p>other</p></div><p>end</p>")
    assert [around.is_other_row(row) for row in range(7)] == [False] * 5 + [True, False]
    around = of(f"<div class='has sidebar'><h1>Boat is back</h1>{far}<p>end</p></div>")
    assert not any(around.is_other_row(row) for row in range(6))


def test_names_of_an_element_and_of_the_few_around_it() -> None:
    around = of(
        "<i class=one><div class=two><div class=three><p class='postDate' id=four>a</p></div></div></i>"
    )
    assert around.words(next(around.elements(0))) == {"post", "date", "four", "three", "two"}


def test_elements_that_style_alone_keeps_apart_are_spaced() -> None:
    assert of("<p><b>Ann Lee</b><i>December 1</i><u>st</u></p>").spaced(0) == "Ann Lee December 1st"

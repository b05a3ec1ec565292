"""What pages say of places, each page with one voice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.site import testimony as told
from newsextract.site.evidence import (
    LONGEST_COUNTED,
    SMALLEST_BODY,
    TWIN_ROW,
    copied_rows,
    mean_evidence,
    page_evidence,
)
from newsextract.site.noise import noise_key
from newsextract.site.testimony import text_mark

Say = Callable[..., told.Testimony]


def letters(count: int, letter: str = "a") -> str:
    return letter * count


def test_shares_of_the_body(say: Say) -> None:
    # a row weighs its characters and one; the body is what speaks for itself: 300 + 100
    page = say([("a", 100, letters(299)), ("b", 50, letters(199)), ("c", -50, letters(79))])
    found = page_evidence(page)
    assert found.shares == pytest.approx({"a": 300 / 400, "b": 100 / 400, "c": -40 / 400})
    assert found.means == pytest.approx({"a": 1.0, "b": 0.5, "c": -0.5})


def test_a_page_without_much_text_has_a_small_voice(say: Say) -> None:
    found = page_evidence(say([("a", 100, letters(49))]))
    assert found.shares == pytest.approx({"a": 50 / SMALLEST_BODY})


def test_one_long_row_is_one_voice(say: Say) -> None:
    page = say([("a", 100, letters(50_000)), ("b", 100, letters(LONGEST_COUNTED, "b"))])
    assert page_evidence(page).shares == pytest.approx({"a": 0.5, "b": 0.5})


def test_a_long_text_against_a_place_is_one_page_against_it(say: Say) -> None:
    page = say([("a", 100, letters(299)), *[("b", -100, letters(400, letter)) for letter in "bcdefg"]])
    assert page_evidence(page).shares["b"] == -1.0


def test_noise_has_no_voice(say: Say) -> None:
    box, story = letters(100, "b"), letters(299)
    page = say([("div > p", 100, story), ("div > p", 90, box), ("td > p", 90, box)])
    found = page_evidence(page, {noise_key("td > p", text_mark(box))})
    assert set(found.shares) == set(found.means) == {"div > p"}
    assert found.shares["div > p"] == pytest.approx(1.0)


COPY = letters(TWIN_ROW, "c")


@pytest.mark.parametrize(
    ("rows", "copied"),
    [
        ([("a", 90, COPY), ("b", 80, COPY)], {1}),
        ([("a", 80, COPY), ("b", 90, COPY)], {0}),
        ([("a", 90, COPY), ("b", 90, COPY)], {1}),  # of equals the first stays
        ([("a", 90, COPY), ("a", 90, COPY)], set()),  # twice at one place
        ([("a", 90, COPY[1:]), ("b", 90, COPY[1:])], set()),  # short rows are alike by chance
        ([("a", 90, "1" * 99), ("b", 90, "1" * 99)], {1}),  # long numbers
        ([("a", 50, COPY), ("b", 90, COPY), ("a", 60, letters(99)), ("b", -50, letters(99))], {1, 3}),
        ([("a", 90, COPY), ("b", 90, letters(99))], set()),
    ],
)
def test_a_text_that_stands_twice(say: Say, rows: list[tuple[str, int, str]], copied: set[int]) -> None:
    assert copied_rows(say(rows)) == copied


def test_a_copy_speaks_against_its_place(say: Say) -> None:
    text = letters(299)
    found = page_evidence(say([("a", 90, text), ("b", 80, text)]))
    assert found.means == pytest.approx({"a": 0.9, "b": -0.8})


def test_means_over_the_pages_that_have_a_place(say: Say) -> None:
    pages = [
        page_evidence(say([("a", 90, "x"), ("b", -50, "y")])),
        page_evidence(say([("a", 50, "x")])),
    ]
    found = mean_evidence(pages)
    assert {place: (round(mean, 9), pages) for place, (mean, pages) in found.items()} == {
        "a": (0.7, 2),
        "b": (-0.5, 1),
    }
    assert mean_evidence([]) == {}

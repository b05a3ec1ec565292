"""What a site prints on many pages."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from newsextract.site import testimony as told
from newsextract.site.links import address_mark
from newsextract.site.noise import is_noise, link_lists, noise_key, noise_marks
from newsextract.site.testimony import text_mark

Say = Callable[..., told.Testimony]
BOX = "Write to the editors of the Tide."


def key(place: str, text: str) -> int:
    return noise_key(place, text_mark(text))


def page(say: Say, number: int, *rows: tuple[str, int, str]) -> told.Testimony:
    """A page with a story of its own, and these rows."""
    own = [("div.story > p", 90, f"Line {letter} of story {'i' * number}.") for letter in "abcd"]
    return say([*own, *rows], url=f"http://tide.test/{number}")


@pytest.mark.parametrize(
    ("found", "chances", "expected"),
    [
        (3, 3, True),
        (2, 2, False),
        (3, 30, True),
        (3, 31, False),
        (4, 40, True),
        (4, 41, False),
        (0, 0, False),
    ],
)
def test_how_many_stories_make_noise(found: int, chances: int, expected: bool) -> None:
    assert is_noise(found, chances) is expected


def test_a_text_at_a_place_of_three_stories() -> None:
    assert key("a > div.box > p", BOX) == key("b > div.box > p", BOX)  # the last two steps
    assert key("div.box > p", BOX) != key("div.story > p", BOX)
    assert key("div.box > p", BOX) != key("div.box > p", "Another text.")
    assert key("div.box > p", "1234") == 0


def test_what_three_stories_print_is_noise_at_that_place_alone(say: Say) -> None:
    pages = [page(say, number, ("div.box > p", 80, BOX)) for number in range(3)]
    pages.append(page(say, 3, ("div.story > p", 80, BOX)))
    found = noise_marks(pages)
    assert found == {key("div.box > p", BOX)}
    assert noise_marks(pages[:2]) == frozenset()


def test_wire_copy_in_two_real_articles_is_not(say: Say) -> None:
    wire = ("div.story > p", 90, "The agency reports that the ferry sails again.")
    pages = [page(say, number, *([wire] if number < 2 else [])) for number in range(10)]
    assert noise_marks(pages) == frozenset()


def test_a_story_under_several_addresses_counts_once(say: Say) -> None:
    first = page(say, 0, ("div.box > p", 80, BOX))
    again = [
        say(
            [("div.story > p", 90, f"Line {letter} of story .") for letter in "abcd"],
            url=f"http://tide.test/x{n}",
        )
        for n in range(5)
    ]
    assert noise_marks([first, *again]) == frozenset()


@pytest.mark.parametrize(("boxes", "expected"), [(1, False), (2, False), (3, True), (9, True)])
def test_a_box_on_a_part_of_the_pages(say: Say, boxes: int, expected: bool) -> None:
    pages = [
        page(say, number, *([("div.box > p", 80, BOX)] if number < boxes else [])) for number in range(30)
    ]
    assert (key("div.box > p", BOX) in noise_marks(pages)) is expected


@pytest.mark.parametrize(("boxes", "expected"), [(3, False), (4, True)])
def test_pages_that_have_the_place_are_the_measure(say: Say, boxes: int, expected: bool) -> None:
    pages = [
        page(say, number, ("div.box > p", 20, BOX if number < boxes else f"Other text {'o' * number}"))
        for number in range(35)
    ]
    assert (key("div.box > p", BOX) in noise_marks(pages)) is expected


@pytest.mark.parametrize(("heads", "voice", "expected"), [(6, 80, False), (6, 20, True), (10, 80, True)])
def test_what_the_pages_are_sure_of_is_spared_unless_most_print_it(
    say: Say, heads: int, voice: int, expected: bool
) -> None:
    pages = [
        page(say, number, ("div.story > h2", voice, "Background" if number < heads else "h" * (9 + number)))
        for number in range(20)
    ]
    assert (key("div.story > h2", "Background") in noise_marks(pages)) is expected


def test_positions_are_no_matter(say: Say) -> None:
    pages = [page(say, number, (f"div[{number + 1}] > p", 80, BOX)) for number in range(3)]
    assert noise_marks(pages) == {key("div[7] > p", BOX)}
    assert key("div[1] > td[2]", BOX) == key("div > td", BOX)


def test_rows_of_numbers_are_never_noise(say: Say) -> None:
    pages = [page(say, number, ("div.box > p", 80, "12")) for number in range(9)]
    assert noise_marks(pages) == frozenset()


def test_the_order_of_the_pages_is_no_matter(say: Say) -> None:
    # each page shares most of its lines with the next, so that it depends on where one begins
    # which of them are one story
    pages = [
        say(
            [
                *(("div.story > p", 90, f"Line {'i' * line}.") for line in range(3 * number, 3 * number + 8)),
                ("div.box > p", 80, f"Box {'x' * (number % 3)}"),
            ],
            url=f"http://tide.test/{number}",
        )
        for number in range(14)
    ]
    rng = random.Random(7)  # noqa: S311  an order of pages
    found = {noise_marks(pages)}
    for _ in range(20):
        rng.shuffle(pages)
        found.add(noise_marks(pages))
    assert len(found) == 1


def linking(say: Say, number: int, rows: list[str], leads: int) -> told.Testimony:
    """A page with these rows at a list, of which the first so many lead to stories."""
    links = tuple((row, address_mark(f"http://tide.test/story{row}")) for row in range(leads))
    return say([("ul > li", 50, row) for row in rows], url=f"http://tide.test/{number}", links=links)


@pytest.mark.parametrize(
    ("pages", "rows", "leads", "expected"),
    [
        (3, 5, 3, True),  # 60 in 100
        (3, 5, 2, False),
        (2, 5, 5, False),  # on two pages only
        (3, 1, 1, True),  # three rows in all
        (4, 10, 6, True),
    ],
)
def test_lists_of_links_to_known_stories(say: Say, pages: int, rows: int, leads: int, expected: bool) -> None:
    texts = [f"Title {'t' * row}" for row in range(rows)]
    told_by = [linking(say, number, texts, leads) for number in range(pages)]
    known = {address_mark(f"https://www.tide.test/story{row}") for row in range(rows)}
    assert link_lists(told_by, known) == (frozenset({"ul > li"}) if expected else frozenset())
    assert link_lists(told_by, set()) == frozenset()

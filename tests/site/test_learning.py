"""From evidence to the shortest description of where the content is."""

from __future__ import annotations

import random

import pytest

from newsextract.site.evidence import PageEvidence
from newsextract.site.learning import SELECTOR_COST, best_blocks, selector_for
from newsextract.site.selectors import way_of


def blocks(*pages: dict[str, float]) -> tuple[list[str], list[str]]:
    found = best_blocks([PageEvidence(page, {}, {}) for page in pages])
    return [selector.text for selector in found.content], [selector.text for selector in found.without]


STORY = {"div#story > p": 0.8, "div#story > h2": 0.1, "div#story > ul > li": 0.1, "div#menu > p": -0.4}


@pytest.mark.parametrize(
    ("pages", "content", "without"),
    [
        ([STORY] * 6, ["div#story"], []),
        # a box inside the body of many pages
        ([{**STORY, "div#story > div.box > p": -0.2}] * 6, ["div#story"], ["div.box > p"]),
        (
            [{**STORY, "div.box > p": -0.1, "div#story > div.box > p": -0.2}] * 6,
            ["div#story"],
            ["div#story > div.box > p"],
        ),
        # what costs more to say than it is worth
        ([{**STORY, "div#story > div.box > p": -0.5 * SELECTOR_COST}] * 6, ["div#story"], []),
        ([*[STORY] * 50, {**STORY, "div#story > div.box > p": -0.2}], ["div#story"], []),
        # one place inside is nearer to the body than what is around it
        ([{"div.a > p": 0.5, "div.x > p": -0.3}] * 6, ["div.a > p"], []),
        # a body in two places
        ([{"div.a > p": 0.5, "div.b > p": 0.5, "div.x > p": -1.0}] * 6, ["div.a > p", "div.b > p"], []),
        # paragraphs among what is not content
        ([{"div#all > p.t": 1.0, "div#all > p.s": -0.6, "div#all > div.x": -0.9}] * 6, ["p.t"], []),
        # tables without a name: as many steps as tell it from the others
        (
            [{"table[1] > tr[1] > td[2] > p": 1.0, "table[2] > tr[1] > td[2] > p": -0.5}] * 6,
            ["table[1] > tr[1] > td[2] > p"],
            [],
        ),
        ([{"p": 1.0, "div.b > p": -1.0}] * 6, ["p"], []),
        # nothing speaks for any place
        ([{"div.a > p": -0.5}] * 6, [], []),
        ([{"div.a > p": 0.5 * SELECTOR_COST}] * 6, [], []),
        ([{}] * 6, [], []),
        ([], [], []),
        # text in the body itself has no place
        ([{"": 1.0}] * 6, [], []),
    ],
)
def test_descriptions(pages: list[dict[str, float]], content: list[str], without: list[str]) -> None:
    assert blocks(*pages) == (content, without)


def test_a_few_loud_pages_do_not_outvote_the_many() -> None:
    # comments that say little against themselves on each page, and are all of the body on three
    honest = {"div#story > p": 1.0, "div.comment > p": -0.02}
    assert blocks(*[honest] * 57, *[{"div.comment > p": 1.0}] * 3) == (["div#story > p"], [])
    # and a part of the body that is made to speak against itself
    honest = {**STORY, "div#story > ul > li": 0.02}
    assert blocks(*[honest] * 57, *[{**STORY, "div#story > ul > li": -1.0}] * 3) == (["div#story"], [])


def test_wrappers_named_after_sections_are_one() -> None:
    pages = [{f"div.{section}.wide > p": 1.0, "div.side > p": -0.3} for section in ("sea", "cup", "art") * 2]
    assert blocks(*pages) == (["div.wide.* > p"], [])


def test_a_wrapper_that_has_only_the_section_for_a_name_is_not_any_wrapper() -> None:
    pages = [{f"div.{section} > p": 1.0, "div.foot > p": -0.3} for section in ("sea", "cup") * 3]
    assert blocks(*pages) == (["div.cup > p", "div.sea > p"], [])


def test_the_order_of_the_pages_is_no_matter() -> None:
    # of fractions that add up without rounding
    rng = random.Random(5)  # noqa: S311  made-up evidence
    wrappers, inner = ("div.a.w", "div.b.w", "div.c.w"), ("p", "div.x > p", "ul > li", "div[2] > p")
    shares = (0.5, 0.25, -0.25, 1.0)
    pages = [
        {f"{rng.choice(wrappers)} > {rng.choice(inner)}": rng.choice(shares) for _ in range(4)}
        for _ in range(12)
    ]
    found = []
    for _ in range(30):
        rng.shuffle(pages)
        found.append(blocks(*pages))
    assert all(one == found[0] for one in found)
    assert found[0][0]


PLACES = [
    "div#all",
    "div#all > p",
    "div#all > div.story",
    "div#all > div.story > p",
    "div#all > div.story > div[1] > p",
    "div#foot > p",
    "div.wide.* > h1",
    "div.wide.foot > h1",
    "table[1] > tr[1] > td[1]",
    "table[2] > tr[1] > td[1]",
]


@pytest.mark.parametrize(
    ("place", "selector"),
    [
        ("div#all", "div#all"),
        ("div#all > div.story", "div.story"),
        ("div#all > div.story > p", "div.story > p"),
        ("div#all > div.story > div[1] > p", "div.story > div[1] > p"),  # a name is in it
        ("div#all > p", "div#all > p"),
        ("div.wide.foot > h1", "div.wide.foot > h1"),
        ("table[2] > tr[1] > td[1]", "table[2] > tr[1] > td[1]"),
    ],
)
def test_the_last_steps_that_tell_a_place(place: str, selector: str) -> None:
    places = [tuple(other.split(" > ")) for other in PLACES]
    found = selector_for(tuple(place.split(" > ")), places)
    assert found.text == selector
    assert [other for other in PLACES if found.matches(way_of(other))] == [place]


def test_a_selector_means_no_other_place_by_an_open_name() -> None:
    places = [("div.a", "div.*"), ("div.b", "div.x"), ("div.c", "div.y")]
    found = selector_for(places[0], places)
    assert found.text == "div.a > div.*"


def test_a_box_that_is_all_noise_is_left_out_though_noise_makes_nothing_worse() -> None:
    box = "div#story > div.box > li"
    quiet = [PageEvidence({**STORY, box: -0.001}, {}, {}) for _ in range(6)]
    noisy = [PageEvidence({**STORY, box: -0.001}, {}, {box: -0.05}) for _ in range(6)]
    assert best_blocks(quiet).without == ()
    assert [selector.text for selector in best_blocks(noisy).without] == ["div.box > li"]
    assert best_blocks(noisy).content == best_blocks(quiet).content

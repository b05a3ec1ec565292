"""Whether a rule fits a page, and whether it still fits its site."""

from __future__ import annotations

import pytest

from newsextract.site.applying import Found
from newsextract.site.drift import LINK_MARGIN, MARGIN, MOST_MISSES, WINDOW, Life, misfit
from newsextract.site.rules import Expected, Rule
from newsextract.site.selectors import parse_selector


def rule(**expected: float) -> Rule:
    return Rule(
        site="tide.test",
        name="c1",
        content=(parse_selector("p"),),
        expected=Expected(**{"shortest": 400, "longest": 1_000, "link_share": 0.25, **expected}),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (Found("", 500, 0, ""), ""),
        (None, "none of its places is there"),
        (Found("", 400 // MARGIN, 0, ""), ""),
        (Found("", 400 // MARGIN - 1, 0, ""), "99 characters, where the shortest text had 400"),
        (Found("", 1_000 * MARGIN, 0, ""), ""),
        (Found("", 1_000 * MARGIN + 1, 0, ""), "4001 characters, where the longest text had 1000"),
        (Found("", 500, 225, ""), ""),  # a quarter, and the margin
        (Found("", 500, 226, ""), "of the text in links, where others have 25% at most"),
    ],
)
def test_what_fits(found: Found | None, reason: str) -> None:
    assert (0.25 + LINK_MARGIN) * 500 == 225
    said = misfit(rule(), found)
    assert reason in said
    assert bool(said) is bool(reason)


@pytest.mark.parametrize(
    ("has_title", "title", "fits"), [(True, "A title", True), (True, "", False), (False, "", True)]
)
def test_a_headline_at_its_place(has_title: bool, title: str, fits: bool) -> None:
    said = misfit(rule(has_title=has_title), Found("", 500, 0, title))
    assert said == ("" if fits else "no headline at its place")


def test_what_is_not_known_is_not_asked_for() -> None:
    by_hand = Rule(site="tide.test", name="c1", content=(parse_selector("p"),))
    assert misfit(by_hand, Found("", 1_000_000, 1_000_000, "")) == ""
    assert misfit(by_hand, Found("", 0, 0, "")) == ""


def life(pages: str) -> Life:
    found = Life()
    for day, page in enumerate(pages, 1):
        found = found.after(page == "+", f"2026-01-{day:02}")
    return found


@pytest.mark.parametrize(
    ("pages", "drifting", "back"),
    [
        ("", False, False),
        ("----", False, False),  # four misses
        ("-----", True, False),
        ("+-+-+-+-", False, False),  # four of the last eight
        ("+-+-+---", True, False),
        ("-----++++", False, True),  # one of the misses is out of the window
        ("-----+++", True, False),
        ("++++++++", False, True),
        ("++++-", False, False),
        ("--------++++", False, True),
        ("-----" + "+" * 4, False, True),
    ],
)
def test_the_recent_pages(pages: str, drifting: bool, back: bool) -> None:
    found = life(pages)
    assert (found.is_drifting, found.is_back) == (drifting, back)
    assert found.recent == pages[-WINDOW:]
    assert (found.held, found.missed) == (pages.count("+"), pages.count("-"))


def test_the_day_of_the_last_page_that_fitted() -> None:
    assert life("").last_held == ""
    assert life("+-+--").last_held == "2026-01-03"


def test_a_rule_that_is_back_is_not_drifting() -> None:
    assert WINDOW - MOST_MISSES == 4
    assert not any(
        life(f"{number:08b}".replace("1", "+").replace("0", "-")).is_drifting
        and life(f"{number:08b}".replace("1", "+").replace("0", "-")).is_back
        for number in range(256)
    )

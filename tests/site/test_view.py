"""What a reader of pages has to know of a site."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from newsextract.page import read_page
from newsextract.site.rules import TRUSTED, Expected, Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.view import SiteView, in_order


def rule(name: str, selector: str = "div#story", **others: object) -> Rule:
    made = Rule(site="tide.test", name=name, content=(parse_selector(selector),), confidence=1.0)
    return replace(made, **others)  # type: ignore[arg-type]  # a table of fields


STORY = read_page("<html><body><div id=story>The ferry sails.</div></body></html>").root


def test_rules_are_tried_one_after_the_other() -> None:
    long = Expected(shortest=4_000, longest=9_000)
    view = SiteView((rule("c1", "div#text"), rule("c2", expected=long), rule("c3"), rule("c4")))
    reading = view.read(STORY)
    assert reading.rule is view.rules[2]
    assert reading.found is not None
    assert reading.found.text == "The ferry sails."
    assert reading.misfits == (
        ("c1 v1", "none of its places is there, or they are empty"),
        ("c2 v1", "16 characters, where the shortest text had 4000"),
    )


@pytest.mark.parametrize("view", [SiteView(), SiteView((rule("c1", "div#text"),))])
def test_a_page_that_no_rule_fits(view: SiteView) -> None:
    reading = view.read(STORY)
    assert (reading.rule, reading.found) == (None, None)
    assert len(reading.misfits) == len(view.rules)


def test_a_page_without_a_tree_is_read_by_no_rule() -> None:
    assert SiteView((rule("c1"),)).read(None) == (None, None, ())


def test_the_order_of_trying() -> None:
    wanted = [
        rule("c9", pinned=True, confidence=0.0),
        rule("c8", pinned=True, until="2026-01-01"),
        rule("c1", support=30),
        rule("c2", support=20, version=2),
        rule("c2", support=20),
        rule("c3", support=20),
        rule("c4", support=1, until="2026-02-02"),
        rule("c5", support=90, until="2026-01-01"),
    ]
    for order in permutations(wanted[:4]):
        assert in_order([*wanted[4:], *order]) == tuple(wanted)
    assert in_order(wanted[::-1]) == tuple(wanted)


def test_rules_that_are_not_trusted_are_not_tried() -> None:
    sure, unsure = rule("c1", confidence=TRUSTED), rule("c2", confidence=TRUSTED - 0.01)
    assert in_order([unsure, sure]) == (sure,)

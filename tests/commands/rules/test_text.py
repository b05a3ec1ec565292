"""Rules in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from newsextract.commands.rules.text import rule_text, state_of, versions_text
from newsextract.site.drift import Life
from newsextract.site.rules import Expected, Rule
from newsextract.site.selectors import parse_selector


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ({}, "in use"),
        ({"confidence": 0.5}, "not trusted"),
        ({"pinned": True, "confidence": 0.5}, "pinned"),
        ({"until": "2026-06-01", "confidence": 0.5}, "ended 2026-06-01"),
        ({"until": "2026-06-01", "pinned": True}, "pinned, ended 2026-06-01"),
    ],
)
def test_state(rule_of: Callable[..., Rule], values: dict[str, Any], state: str) -> None:
    assert state_of(rule_of(**values)) == state


def test_a_rule_in_full(rule_of: Callable[..., Rule]) -> None:
    rule = rule_of(
        version=2,
        confidence=0.953,
        without=(parse_selector("div.ad"), parse_selector("p.caption")),
        places={"title": parse_selector("h1"), "date": parse_selector("div.top time")},
        noise=frozenset({1, 2}),
        expected=Expected(shortest=412, longest=13_720, link_share=0.125, has_title=True, sureness=0.907),
    )
    life = Life("++-", 1_200, 1, "2026-06-02")
    assert rule_text(rule, life).splitlines() == [
        "c1 v2 of tide.net: in use",
        "  learned        2026-05-01, from 8 pages, right on 95% of them",
        "  body           div.story",
        "  without        div.ad",
        "                 p.caption",
        "                 2 texts that the site prints on many pages",
        "  headline       h1",
        "  date           div.top time",
        "  its pages      texts of 412 to 13,720 characters",
        "                 at most 12% of a text in links",
        "                 the headline at its place on nearly all of them",
        "                 mean confidence 0.91",
        "  its life       fitted 1,200 pages, last on 2026-06-02; did not fit 1",
        "                 latest pages, the newest last: ++- (+ fitted, - did not)",
    ]


def test_a_rule_that_is_written_by_hand(rule_of: Callable[..., Rule]) -> None:
    rule = rule_of(support=0, confidence=0.0, learned="", pinned=True)
    assert rule_text(rule).splitlines() == [
        "c1 v1 of tide.net: pinned",
        "  learned        from no page: written by hand",
        "  body           div.story",
        "  its pages      at most 100% of a text in links",
        "  its life       not used yet",
    ]


def test_other_versions_are_a_line_each(rule_of: Callable[..., Rule]) -> None:
    rules = [rule_of(until="2026-06-01", support=1), rule_of(version=2)]
    assert versions_text(rules).splitlines() == [
        "  c1 v1: ended 2026-06-01; 2026-05-01, from 1 page, right on 100% of them",
        "  c1 v2: in use; 2026-05-01, from 8 pages, right on 100% of them",
    ]

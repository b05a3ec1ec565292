"""Rules as values, and as records that anybody may have written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.errors import RuleError
from newsextract.site.rules import (
    FIELDS,
    LONGEST_NAME,
    MOST_NOISE,
    MOST_SELECTORS,
    TRUSTED,
    Expected,
    Rule,
    read_rule,
)
from newsextract.site.selectors import parse_selector

RULE = Rule(
    site="tide.test",
    name="c3f2a1",
    version=2,
    content=(parse_selector("div#story > div.css-*"), parse_selector("td[2]")),
    without=(parse_selector("div#story aside.box.*"),),
    places={name: parse_selector(f"p.{name}") for name in FIELDS},
    noise=frozenset({1, (1 << 64) - 1}),
    support=12,
    confidence=0.9583,
    expected=Expected(shortest=400, longest=9_000, link_share=0.25, has_title=True, sureness=0.97),
    learned="2026-01-02",
    until="2026-03-04",
    pinned=True,
)
LEAST = {"site": "tide.test", "name": "c1", "content": ["div#story"]}


@pytest.mark.parametrize(
    "rule",
    [
        RULE,
        Rule(site="tide.test", name="c1", content=(parse_selector("p"),)),
        replace(RULE, places={}, expected=Expected(), until="unknown", pinned=False),
    ],
    ids=["full", "least", "some"],
)
def test_a_rule_is_read_back_as_it_was_written(rule: Rule) -> None:
    assert read_rule(rule.to_record()) == rule
    assert read_rule(rule.to_record(), site="tide.test") == rule


def test_a_record_is_for_people() -> None:
    record = RULE.to_record()
    assert record["content"] == ["div#story > div.css-*", "td[2]"]
    assert record["title"] == "p.title"
    assert record["noise"] == ["0000000000000001", "ffffffffffffffff"]
    assert RULE.key == "c3f2a1 v2"


def test_what_is_left_out_has_its_default() -> None:
    assert read_rule(LEAST) == Rule(site="tide.test", name="c1", content=(parse_selector("div#story"),))
    empty = dict.fromkeys(["without", "noise", "expected", "learned", "until", *FIELDS])
    assert read_rule({**LEAST, **empty}) == read_rule(LEAST)


def test_a_day_may_be_a_date() -> None:
    assert read_rule({**LEAST, "learned": date(2026, 1, 2)}).learned == "2026-01-02"


HUGE = 10**5_000  # more digits than Python writes out


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("site", ["", None, 5, "a\nb", "x" * (LONGEST_NAME + 1), HUGE]),
        ("name", ["", None, ["c1"], "\ud800"]),
        ("version", [0, -1, 1.0, "1", None, True, 1 << 31, HUGE]),
        (
            "content",
            [[], None, "div#story", [""], ["//div"], [None], [["p"]], ["p"] * (MOST_SELECTORS + 1), 0],
        ),
        ("without", ["p", {"p": 1}, [5], ["p >"], ["p"] * (MOST_SELECTORS + 1), 0, False, ""]),
        *((name, ["", "p >", 5, 0, [], ["p"], {}]) for name in FIELDS),
        ("noise", [["12"], [12], [None], ["0" * 17], ["G" * 16], ["A" * 16], "0" * 16, 0, [HUGE]]),
        ("noise", [["0" * 16] * (MOST_NOISE + 1)]),
        ("support", [-1, 0.5, "many", None, True]),
        ("confidence", [-0.1, 1.1, "1", None, True, float("nan"), float("inf"), 10**400, HUGE, []]),
        ("learned", [5, ["2026-01-02"], "x" * (LONGEST_NAME + 1), "\x00", False]),
        ("until", [5, {}, 0]),
        ("pinned", [0, 1, "yes", None, [HUGE]]),
        ("expected", [5, [], "none", {"longer": 1}, {"shortest": -1}, {"longest": 0.5}, {"link_share": 2}]),
        ("expected", [{"has_title": 1}, {"sureness": "high"}, {"sureness": -1}]),
    ],
)
def test_a_malformed_field_is_refused_by_name(field: str, values: list[Any]) -> None:
    inner = ("shortest", "longest", "link_share", "has_title", "sureness")
    for value in values:
        with pytest.raises(RuleError) as caught:
            read_rule({**LEAST, field: value})
        message = str(caught.value)
        assert field in message or any(name in message for name in inner), value
        assert len(message) < 300


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (None, "a rule is NoneType"),
        ([], "a rule is list"),
        ("div#story", "a rule is str"),
        ({**LEAST, "contents": []}, "'contents' is no part of a rule"),
        ({**LEAST, "places": {}}, "'places' is no part of a rule"),
        ({5: 1, "site": "tide.test"}, "'5' is no part of a rule"),
        ({"site": "tide.test", "name": "c1"}, "content: empty"),
    ],
)
def test_what_is_no_rule(record: object, reason: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_rule(record)
    assert reason in str(caught.value)


def test_a_rule_of_another_site_is_refused() -> None:
    with pytest.raises(RuleError, match=r"'tide\.test', but the rule was found under 'ebb\.test'"):
        read_rule(LEAST, site="ebb.test")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None, derandomize=True)
@given(st.dictionaries(st.sampled_from([*RULE.to_record(), *FIELDS]), VALUES, max_size=4))
def test_only_rule_errors_come_out(changes: dict[str, Any]) -> None:
    for record in (changes, {**RULE.to_record(), **changes}):
        try:
            rule = read_rule(record)
        except RuleError:
            continue
        assert read_rule(rule.to_record()).content == rule.content


@pytest.mark.parametrize(
    ("confidence", "pinned", "trusted"),
    [(TRUSTED, False, True), (TRUSTED - 0.001, False, False), (0.0, True, True)],
)
def test_which_rules_decide_alone(confidence: float, pinned: bool, trusted: bool) -> None:
    assert replace(RULE, confidence=confidence, pinned=pinned).is_trusted is trusted

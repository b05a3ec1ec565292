"""The rules of one site as a file for people, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.errors import RuleError
from newsextract.site import rule_files
from newsextract.site.memory import SiteMemory
from newsextract.site.rule_files import HEADER, LONGEST_FILE, LONGEST_VALUE, read_rules, rules_text
from newsextract.site.rules import FIELDS, Expected, Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.site_records import MOST_RULES

MakeRule = Callable[..., Rule]
LearnedMemory = Callable[..., SiteMemory]
SITE = "a.example"
SOURCE = "rules/a.example.yaml"


def read(text: str) -> tuple[Rule, ...]:
    site, rules = read_rules(text, SOURCE)
    assert site == SITE
    return rules


@pytest.fixture
def full_rule(make_rule: MakeRule) -> Rule:
    return make_rule(
        "c3fa90b21",
        3,
        without=(parse_selector("td[2]"), parse_selector("div#story p.caption > b#x-*")),
        places={name: parse_selector(f"div.{name}.*") for name in FIELDS},
        noise=frozenset({1, 2**64 - 1}),
        support=32,
        confidence=0.9687,
        expected=Expected(shortest=400, longest=9_000, link_share=0.1, has_title=True, sureness=0.9),
        learned="2026-05-01",
        until="2026-06-01",
        pinned=True,
    )


def test_a_file_is_as_people_write_it(full_rule: Rule, make_rule: MakeRule) -> None:
    short = make_rule("c2")
    assert rules_text(SITE, [full_rule, short]) == HEADER + (
        """\
site: a.example
rules:
  - name: c3fa90b21
    version: 3
    learned: '2026-05-01'
    until: '2026-06-01'
    pinned: true
    support: 32
    confidence: 0.9687
    content:
      - div#story
    without:
      - td[2]
      - 'div#story p.caption > b#x-*'
    title: div.title.*
    authors: div.authors.*
    date: div.date.*
    section: div.section.*
    tags: div.tags.*
    lead: div.lead.*
    image: div.image.*
    expected: {shortest: 400, longest: 9000, link_share: 0.1, has_title: true, sureness: 0.9}
    noise: ['0000000000000001', ffffffffffffffff]
  - name: c2
    version: 1
    pinned: false
    support: 6
    confidence: 1.0
    content:
      - div#story
"""
    ).replace("'div#story p.caption > b#x-*'", "div#story p.caption > b#x-*")
    assert read(rules_text(SITE, [full_rule, short])) == (full_rule, short)


def test_the_header_names_every_key_and_all_of_the_grammar_can_be_read() -> None:
    keys = {"site", "name", "version", "content", "without", "support", "confidence", "expected"}
    assert all(key in HEADER for key in keys | set(FIELDS) | {"noise", "until", "pinned"})
    examples = HEADER.split("inner element:\n")[1].splitlines()
    for line in examples:
        parse_selector(line[4:32].strip())
    assert len(examples) == 7
    assert all(line.startswith("#") for line in HEADER.splitlines())


@pytest.mark.parametrize("name", ["courier", "review", "portal"])
def test_learned_rules_come_back_as_they_were(learned_memory: LearnedMemory, name: str) -> None:
    rules = learned_memory(name, 60).rules
    assert rules
    assert read_rules(rules_text(name, rules), SOURCE) == (name, tuple(rules))


def test_a_site_without_rules_makes_a_file(make_rule: MakeRule) -> None:
    assert read(rules_text(SITE, [])) == ()


NAMES = st.text(min_size=1, max_size=30).filter(str.isprintable)
SELECTORS = st.from_regex(
    r"[a-z][a-z-]{0,4}(#[\w:*-]{1,5})?(\.[\w*-]{1,4}){0,2}( > | )(p|td\[[1-9]\]|h1)", fullmatch=True
).map(parse_selector)
RULES = st.builds(
    Rule,
    site=st.just(SITE),
    name=NAMES,
    version=st.integers(1, 2**31 - 1),
    content=st.lists(SELECTORS, min_size=1, max_size=3).map(tuple),
    without=st.lists(SELECTORS, max_size=3).map(tuple),
    places=st.dictionaries(st.sampled_from(FIELDS), SELECTORS),
    noise=st.frozensets(st.integers(0, 2**64 - 1), max_size=4),
    support=st.integers(0, 2**31 - 1),
    confidence=st.floats(0, 1),
    expected=st.builds(
        Expected,
        shortest=st.integers(0, 2**31 - 1),
        link_share=st.floats(0, 1),
        has_title=st.booleans(),
        sureness=st.none() | st.floats(0, 1),
    ),
    learned=st.sampled_from(["", "2026-05-01", "unknown", "2026", "yes", "~", "1:30"]) | NAMES,
    until=st.sampled_from(["", "2026-05-01", "unknown"]),
    pinned=st.booleans(),
)


@given(st.lists(RULES, max_size=3, unique_by=lambda rule: rule.key))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_any_rules_come_back_as_they_were(rules: list[Rule]) -> None:
    assert read(rules_text(SITE, rules)) == tuple(rules)


def test_people_need_not_quote_days_nor_keep_what_has_a_default() -> None:
    (rule,) = read(
        f"site: {SITE}\nrules:\n- {{name: c1, learned: 2026-05-01, content: [div#story > p, 'td[2]']}}"
    )
    assert (rule.key, rule.learned, rule.pinned) == ("c1 v1", "2026-05-01", False)
    assert [selector.text for selector in rule.content] == ["div#story > p", "td[2]"]


RIGHT = "site: a.example\nrules:\n- name: c1\n  content: [p]\n"
BOMB = "a: &a [x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{below}'] * 8)}]\n"
    for below, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected site and rules, and nothing else"),
        ("site: a.example", "expected site and rules"),
        ("- a", "expected site and rules"),
        (RIGHT + "more: 1", "expected site and rules, and nothing else"),
        ("site: [a]\nrules: []", "site is no name; write the host"),
        ("site: 5\nrules: []", "site is no name"),
        ("site: ''\nrules: []", "site is no name"),
        (f"site: {'a' * 301}\nrules: []", "site is no name"),
        ("site: a\nrules: {}", "rules: expected a list of at most 2,000"),
        (f"site: a\nrules: [{'5,' * (MOST_RULES + 1)}]", "rules: expected a list of at most 2,000"),
        ("site: a\nrules: [5]", "rule number 1: a rule is int; expected names with values; mend it, or take"),
        ("site: a\nrules: [{content: [p]}]", "rule number 1: site, name: a rule needs both; mend it"),
        (RIGHT + "- name: c2\n  version: 3", "rule c2 v3: content: empty; name at least one place"),
        (RIGHT + "- name: c2\n  version: x", "rule number 2: version: "),
        (RIGHT + "- name: 5", "rule number 2: name: "),
        (RIGHT + "  title: '<'", "rule c1 v1: title: '<' is no step; write a tag, as in div#story"),
        (RIGHT + "  pinned: perhaps", "rule c1 v1: pinned: 'perhaps' is neither true nor false"),
        (RIGHT + "  price: p", "rule c1 v1: 'price' is no part of a rule; there are authors, "),
        (
            RIGHT + "  site: b.example",
            "rule c1 v1: site: 'b.example', but the rule was found under 'a.example'",
        ),
        (RIGHT + "  support: 0x" + "f" * 3_900, "rule c1 v1: support: "),
        (RIGHT + "  confidence: 0x" + "f" * 400, "rule c1 v1: confidence: "),
        (
            RIGHT + "- name: c1\n  content: [td]",
            "rule c1 v1 stands there twice; give one the next free version",
        ),
        (RIGHT + "  content: [td]", "line 5: 'content' stands there twice; mend the file"),
        (RIGHT + "  learned: 2026-13-45", "cannot be read (month must be in 1..12); mend the file"),
        (RIGHT + "  support: !!python/object/apply:os.system [ls]", "line 5: tags (!) are not read here"),
        (RIGHT + "  support: !!int '5'", "line 5: tags (!) are not read here"),
        (RIGHT + "  support: ! 5", "line 5: tags (!) are not read here"),
        (RIGHT + "  <<: {pinned: true}", "line 5: a name has to be a plain word"),
        (RIGHT + "  ? [a, b]\n  : c", "line 5: a name has to be a plain word"),
        (RIGHT.replace("[p]", "&a [p]"), "line 4: anchors and aliases are not read here"),
        (RIGHT + "  without: *a", "line 5: anchors and aliases are not read here"),
        (BOMB, "line 1: anchors and aliases are not read here"),
        (
            RIGHT + "  title: " + "p" * (LONGEST_VALUE + 1),
            f"a value has more than {LONGEST_VALUE:,} characters",
        ),
        ("[" * 100_000, "nested too deeply"),
        ("- " * 100_000, "nested too deeply"),
        ("{a: " * 100_000, "nested too deeply"),
        ("#" * (LONGEST_FILE + 1), "it has more than 2,000,000 characters"),
        (RIGHT + "\x00", "cannot be read (unacceptable character #x0000"),
        (RIGHT + "\ud800", "cannot be read (unacceptable character #xd800"),
        (RIGHT + "--- \nsite: b", "but found another document"),
        (RIGHT + " bad", "SOURCE, line "),
        ("site: [", "SOURCE, line 1: "),
        ("%YAML 9.9\n---\n", "found incompatible YAML document"),
    ],
    ids=lambda value: value[:40] if len(value) < 200 else f"{value[:20]} ({len(value)})",
)
def test_what_is_wrong_is_named_with_the_file_and_the_rule(text: str, reason: str) -> None:
    read(RIGHT)
    with pytest.raises(RuleError) as refused:
        read_rules(text, SOURCE)
    assert str(refused.value).startswith(SOURCE)
    assert reason.replace("SOURCE", SOURCE) in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


YAML_PIECES = st.sampled_from(
    [
        *(
            "site: a.example\n",
            "rules:\n",
            "- name: c1\n",
            "  content: [p]\n",
            "  - ",
            "\n",
            "  ",
            "- ",
            ": ",
        ),
        *("[", "]", "{", "}", ",", "&a ", "*a", "!!set ", "<<", "? ", "|\n", ">-\n", "'", '"', "#", "%", "@"),
        *("2026-05-01", "12:30:45", "0x1F", "1e400", ".inf", ".nan", "~", "yes", "\t", "\ufeff", "noise: "),
        *(
            "version: ",
            "expected: ",
            "confidence: ",
            "pinned: ",
            "0b11",
            "0o9",
            "=",
            "\x85",
            "\u2028",
            "---\n",
        ),
    ]
)


@given(st.text(max_size=60) | st.lists(YAML_PIECES | st.text(max_size=3), max_size=25).map("".join))
@settings(deadline=None, derandomize=True)
def test_whatever_is_in_a_file_only_rule_errors_are_raised(text: str) -> None:
    for body in (text, RIGHT + text):
        reason = SOURCE
        try:
            read_rules(body, SOURCE)
        except RuleError as error:
            reason = str(error)
        assert reason.startswith(SOURCE)
        assert len(reason.splitlines()) == 1


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.dates()
    | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(["site", "name", "version", "content", "noise", "expected", *FIELDS]), VALUES)
@settings(deadline=None, derandomize=True)
def test_whatever_is_in_a_rule_only_rule_errors_are_raised(name: str, value: object) -> None:
    entry = {"name": "c1", "content": ["p"], name: value}
    text = yaml.safe_dump({"site": SITE, "rules": [entry]}, allow_unicode=True)
    rules: tuple[Rule, ...] = ()
    reason = SOURCE
    try:
        rules = read(text)
    except RuleError as error:
        reason = str(error)
    assert reason.startswith(SOURCE)
    assert len(rules) == (reason == SOURCE)


def test_a_rule_of_another_site_is_not_written(make_rule: MakeRule) -> None:
    with pytest.raises(RuleError, match=r"rule c1 v1 is of 'b\.example', and the file of 'a\.example'"):
        rules_text(SITE, [make_rule(site="b.example")])


def test_no_file_is_written_that_is_too_long_to_be_read(
    make_rule: MakeRule, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = [replace(make_rule(), version=version) for version in range(1, 8)]
    length = len(rules_text(SITE, rules))
    monkeypatch.setattr(rule_files, "LONGEST_FILE", length)
    assert read(rules_text(SITE, rules)) == tuple(rules)
    with pytest.raises(RuleError, match="too long to be read again; forget some"):
        rules_text(SITE, [*rules, make_rule(version=9)])
    monkeypatch.undo()
    monkeypatch.setattr(rule_files, "MOST_RULES", 6)
    with pytest.raises(RuleError, match="too long to be read again"):
        rules_text(SITE, rules)

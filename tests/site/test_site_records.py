"""All that is remembered of a site as plain JSON, and back."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newsextract.errors import RuleError
from newsextract.site import testimony_records
from newsextract.site.drift import Life
from newsextract.site.lessons import SiteKnowledge
from newsextract.site.memory import MOST_CLASSES, MOST_STORIES, MOST_VERSIONS, SiteMemory
from newsextract.site.record_values import packed, unpacked
from newsextract.site.rules import Rule
from newsextract.site.site_records import (
    MOST_NOISE,
    MOST_PLACES,
    MOST_RULES,
    SiteLore,
    SiteRules,
    classes_record,
    lore_of,
    lore_record,
    read_class_memories,
    read_lore,
    read_rules,
    rules_of,
    rules_record,
)
from newsextract.site.testimony import Testimony as PageTestimony  # pytest would take it for tests
from newsextract.site.testimony_records import MOST_WEIGHT, storable, weight_of
from newsextract.site.witnesses import MOST_WITNESSES, Witnesses, lowest

MakeRule = Callable[..., Rule]
MakeTestimony = Callable[..., PageTestimony]
LearnedMemory = Callable[..., SiteMemory]
BYTES_OF_A_TESTIMONY = 900
"""What one may take in a record: those of the demo sites take 700 to 870, as plain numbers 4,700."""


def through_json(record: Any) -> Any:
    return json.loads(json.dumps(record, allow_nan=False))


def read_part(part: str, value: object) -> object:
    if part == "rules":
        return read_rules(value, "a.example")
    return read_class_memories(value) if part == "classes" else read_lore(value)


@pytest.fixture
def records(make_rule: MakeRule, make_testimony: MakeTestimony) -> dict[str, Any]:
    """One small record of each part."""
    life = Life("+-", 3, 1, "2026-05-01")
    rules = SiteRules(rules=(make_rule(), make_rule(version=2)), lives={"c1 v1": life})
    classes = {"c1": Witnesses([make_testimony()], [make_testimony("https://a.example/2")], 5, 1)}
    lore = SiteLore(
        knowledge=SiteKnowledge(noise=frozenset({1, 2**64 - 1}), worth={"div > p": -0.5, "": 1.0}),
        taught=5,
        life=life,
        stories=frozenset({7, 2**64 - 1}),
    )
    found = {"rules": rules_record(rules), "classes": classes_record(classes), "knowledge": lore_record(lore)}
    assert isinstance(through_json(found), dict)
    return {part: through_json(record) for part, record in found.items()}


@pytest.mark.parametrize("name", ["courier", "review", "portal"])
def test_what_a_site_has_learned_comes_back_as_it_was(learned_memory: LearnedMemory, name: str) -> None:
    memory = learned_memory(name, 60)
    rules, lore = rules_of(memory), lore_of(memory)
    assert rules.rules
    assert rules.lives
    assert lore.knowledge.noise
    assert lore.stories
    assert read_rules(through_json(rules_record(rules)), name) == rules
    assert read_class_memories(through_json(classes_record(memory.witnesses))) == memory.witnesses
    assert read_lore(through_json(lore_record(lore))) == lore


@pytest.mark.parametrize("name", ["courier", "review", "portal"])
def test_a_testimony_takes_little_room(learned_memory: LearnedMemory, name: str) -> None:
    memory = learned_memory(name, 60)
    pages = sum(len(one.pages) + len(one.newcomers) for one in memory.witnesses.values())
    assert len(json.dumps(classes_record(memory.witnesses))) < BYTES_OF_A_TESTIMONY * pages


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"confidence": None, "fields": (), "links": (), "structure": ()},
        {"places": (), "row_places": (), "row_evidence": (), "row_lengths": ()}
        | {"row_linked": (), "row_texts": (), "links": ()},
        {"places": ("b", "a"), "row_places": (1, 1, 1)},
        {"url": "https://a.example/新闻?a=\x00\u2028"},
        {"confidence": 1 / 3},
    ],
    ids=str.split("full bare empty unused odd third"),
)
def test_a_testimony_of_any_form_comes_back(make_testimony: MakeTestimony, values: dict[str, Any]) -> None:
    classes = {"c1": Witnesses([], [make_testimony(**values)], 2**53, 0)}
    assert read_class_memories(through_json(classes_record(classes))) == classes


U64 = st.integers(0, 2**64 - 1)


@st.composite
def any_testimony(draw: st.DrawFn) -> PageTestimony:
    places = draw(
        st.lists(st.from_regex(r"[a-z]{1,3}#\w{1,3}( > [a-z]{1,3}){0,2}", fullmatch=True), unique=True)
    )
    rows = draw(st.integers(0, 6)) if places else 0

    def column(numbers: st.SearchStrategy[int]) -> tuple[int, ...]:
        return tuple(draw(st.lists(numbers, min_size=rows, max_size=rows)))

    lengths = column(st.integers(0, 2**32 - 1))
    return PageTestimony(
        url=draw(st.text(max_size=20)),
        structure=tuple(sorted(draw(st.sets(U64, max_size=6)))),
        places=tuple(places[:rows]),
        row_places=column(st.integers(0, min(rows, len(places)) - 1)) if rows else (),
        row_evidence=column(st.integers(-100, 100)),
        row_lengths=lengths,
        row_linked=tuple(draw(st.integers(0, length)) for length in lengths),
        row_texts=column(U64),
        confidence=draw(st.none() | st.floats(0, 1)),
        fields=tuple((name, place) for name, place in zip(("title", "date"), places, strict=False)),
        links=((0, draw(U64)),) if rows else (),
    )


@given(st.lists(any_testimony(), max_size=5, unique_by=lambda page: page.url), st.integers(0, 5))
@settings(deadline=None, derandomize=True)
def test_any_testimonies_come_back(pages: list[PageTestimony], older: int) -> None:
    classes = {"c1": Witnesses(lowest(pages[:older]), lowest(pages[older:]), 3, 2)}
    assert read_class_memories(through_json(classes_record(classes))) == classes


@pytest.mark.parametrize(
    ("part", "path", "value", "reason"),
    [
        ("rules", (), [], "its version is not 1"),
        ("rules", ("version",), 2, "its version is not 1"),
        ("rules", ("version",), True, "its version is not 1"),
        ("rules", ("more",), 1, "there is no object with version, rules"),
        ("rules", ("rules",), {}, "rules is no list"),
        ("rules", ("rules",), [{}] * (MOST_RULES + 1), "more than 2,000 entries"),
        ("rules", ("rules", 0), 5, "rule 1: it is no object"),
        ("rules", ("rules", 0, "site"), "b.example", "rule 1: site: 'b.example'"),
        ("rules", ("rules", 0, "version"), 2, "rule 2: there are two rules c1 v2"),
        ("rules", ("rules", 0, "content"), ["<"], "rule 1: content: '<' is no step"),
        ("rules", ("rules", 0, "confidence"), 10**400, "is no number from 0 to 1"),
        ("rules", ("rules", 0, "support"), 10**5000, "rule 1: "),
        ("rules", ("rules", 0, "life", "recent"), "+?", "recent has something else"),
        ("rules", ("rules", 0, "life", "recent"), "+" * 9, "recent is no text, or longer than 8"),
        ("rules", ("rules", 0, "life", "held"), -1, "held is no whole number"),
        ("rules", ("rules", 0, "life", "last_held"), "\n", "last_held is no day"),
        ("rules", ("rules", 0, "life"), None, "there is no object with recent"),
        ("classes", ("classes",), [], "classes is no object"),
        ("classes", ("classes", "c1"), {}, "class c1: there is no object with heard"),
        ("classes", ("classes", ""), {}, "the name of a class is none"),
        ("classes", ("classes", "c1", "heard"), 1.0, "heard is no whole number"),
        ("classes", ("classes", "c1", "taught"), 2**53 + 1, "taught is no whole number"),
        ("classes", ("classes", "c1", "pages"), [{}], "there is no object with url"),
        ("classes", ("classes", "c1", "pages", 0, "url"), "x" * 9_000, "url is no text, or longer"),
        ("classes", ("classes", "c1", "pages", 0, "rows"), 2_001, "rows is no whole number from 0 to 2,000"),
        ("classes", ("classes", "c1", "pages", 0, "rows"), 4, "row_places has not 7 numbers"),
        ("classes", ("classes", "c1", "pages", 0, "places"), 4, "places is no whole number from 0 to 3"),
        ("classes", ("classes", "c1", "pages", 0, "paths"), 5_001, "paths is no whole number"),
        ("classes", ("classes", "c1", "pages", 0, "confidence"), 1.5, "confidence is no number"),
        ("classes", ("classes", "c1", "pages", 0, "fields"), [["price", 0]], "a field is not its name"),
        ("classes", ("classes", "c1", "pages", 0, "fields"), [["title", 3]], "the place of a field"),
        ("classes", ("classes", "c1", "pages", 0, "fields"), [[[], 0]], "a field is not its name"),
        ("classes", ("classes", "c1", "place_names"), ["<", "", "h1"], "is no step"),
        ("classes", ("classes", "c1", "place_names"), ["p", "p", "h1"], "a place stands twice"),
        ("classes", ("classes", "c1", "place_names"), ["p" * 20_001], "a place is no text, or longer"),
        ("classes", ("classes", "c1", "places"), packed("I", [0, 9, 0, 1]), "a place has no name"),
        ("classes", ("classes", "c1", "places"), packed("I", [0, 0, 0, 1]), "a page has a place twice"),
        ("classes", ("classes", "c1", "row_places"), packed("H", [2] * 6), "a row has no place"),
        ("classes", ("classes", "c1", "row_evidence"), packed("b", [101] * 6), "evidence goes beyond 100"),
        ("classes", ("classes", "c1", "row_linked"), packed("I", [41] * 6), "more of a row is linked"),
        ("classes", ("classes", "c1", "row_texts"), packed("Q", [1] * 7), "row_texts has not 6 numbers"),
        ("classes", ("classes", "c1", "row_texts"), packed("Q", [1] * 5_000), "row_texts has not 6"),
        ("classes", ("classes", "c1", "row_texts"), "x" * 999, "row_texts is no text, or longer"),
        ("classes", ("classes", "c1", "row_texts"), "é", "row_texts cannot be unpacked"),
        ("classes", ("classes", "c1", "row_texts"), "AAAA", "row_texts cannot be unpacked"),
        ("classes", ("classes", "c1", "row_texts"), None, "row_texts is no text"),
        ("classes", ("classes", "c1", "link_rows"), packed("H", [3, 0]), "a link has no row"),
        (
            "classes",
            ("classes", "c1", "structure"),
            packed("Q", [5, 5, 1, 2]),
            "paths of a page are not sorted",
        ),
        ("knowledge", ("noise",), [1], "there is no object with count, marks"),
        ("knowledge", ("noise", "marks"), packed("Q", [1, 1]), "noise has a fingerprint twice"),
        ("knowledge", ("noise", "count"), MOST_NOISE + 1, "noise is no whole number"),
        ("knowledge", ("stories", "count"), MOST_STORIES + 1, "stories is no whole number"),
        ("knowledge", ("stories", "marks"), "", "stories has not 2 numbers"),
        ("knowledge", ("worth",), {"p": "1"}, "the worth of a place is no number"),
        ("knowledge", ("worth",), {"p": float("nan")}, "the worth of a place is no number"),
        ("knowledge", ("worth",), {"p": 101}, "the worth of a place is no number"),
        ("knowledge", ("worth",), {"p >": 1}, "is no step"),
        ("knowledge", ("worth",), dict.fromkeys(map(str, range(MOST_PLACES + 1)), 0), "worth is no object"),
        ("knowledge", ("taught",), None, "taught is no whole number"),
        ("knowledge", ("life",), {}, "there is no object with recent"),
    ],
    ids=lambda value: (
        value if isinstance(value, str) and len(value) < 50 else ""
    ),  # some are too long to show
)
def test_what_is_malformed_is_refused_with_a_reason(
    records: dict[str, Any], part: str, path: tuple[str | int, ...], value: object, reason: str
) -> None:
    record = records[part]
    read_part(part, record)
    if path:
        inner = record
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
    else:
        record = value
    with pytest.raises(RuleError) as refused:
        read_part(part, record)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda pages: pages.append(pages[0]), "a page is stored twice"),
        (lambda pages: pages.reverse(), "the pages are not in their order"),
        (lambda pages: pages.extend(pages * MOST_WITNESSES), f"more than {MOST_WITNESSES} entries"),
    ],
    ids=str.split("twice reversed many"),
)
def test_pages_are_those_that_would_be_kept(
    make_testimony: MakeTestimony, change: Callable[[list[Any]], None], reason: str
) -> None:
    empty = {"links": (), "fields": (), "structure": (), "places": (), "row_places": (), "row_evidence": ()}
    empty |= {"row_lengths": (), "row_linked": (), "row_texts": ()}
    pages = lowest(make_testimony(f"https://a.example/{number}", **empty) for number in range(3))
    record = through_json(classes_record({"c1": Witnesses(pages, [], 3, 0)}))
    change(record["classes"]["c1"]["pages"])
    with pytest.raises(RuleError, match=reason):
        read_class_memories(record)


def places_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside of a record."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from places_of(below, (*path, key))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("part", ["rules", "classes", "knowledge"])
@given(data=st.data())
@settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_in_a_record_only_rule_errors_are_raised(
    records: dict[str, Any], part: str, data: st.DataObject
) -> None:
    record = copy.deepcopy(records[part])
    path = data.draw(st.sampled_from([*places_of(record)]))
    value = data.draw(JSON_VALUES)
    if path:
        inner = record
        for step in path[:-1]:
            inner = inner[step]
        if data.draw(st.booleans()):
            inner[path[-1]] = value
        else:
            del inner[path[-1]]
    else:
        record = value
    reason = ""
    try:
        read_part(part, record)
    except RuleError as error:
        reason = str(error)
    assert len(reason.splitlines()) <= 1


def test_a_bomb_is_not_unpacked() -> None:
    bomb = packed("Q", [0] * 5_000_000)
    assert len(bomb) < 60_000
    with pytest.raises(RuleError, match="row_texts has not 50,000 numbers"):
        unpacked(bomb, "Q", 50_000, "row_texts")


def test_what_follows_packed_numbers_is_refused() -> None:
    from base64 import b64decode, b64encode

    longer = b64encode(b64decode(packed("Q", [1, 2])) + b"x").decode()
    with pytest.raises(RuleError, match="has not 2 numbers"):
        unpacked(longer, "Q", 2, "marks")


def test_a_site_that_is_made_to_fill_the_disk_stores_a_page_of_each_class_at_least(
    make_testimony: MakeTestimony, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = lowest(make_testimony(f"https://a.example/{number}") for number in range(8))
    classes = {f"c{number}": Witnesses(pages, pages[:2], 8, 0) for number in range(3)}
    weight = weight_of(pages[0])
    assert all(weight_of(page) == weight for page in pages)
    assert storable(classes) == classes
    # room for 2 + 2 pages of each class, and 2 more: not one of each
    monkeypatch.setattr(testimony_records, "MOST_WEIGHT", 14 * weight)
    kept = read_class_memories(through_json(classes_record(classes)))
    assert [(len(one.pages), len(one.newcomers)) for one in kept.values()] == [(2, 2)] * 3
    assert kept["c0"].pages == pages[:2]
    record = through_json(classes_record(classes))
    monkeypatch.setattr(testimony_records, "MOST_WEIGHT", 11 * weight)
    with pytest.raises(RuleError, match="more pages are stored than may be"):
        read_class_memories(record)


def test_too_many_pages_are_refused_before_any_is_unpacked(
    records: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    records["classes"]["classes"]["c1"]["row_texts"] = "damaged"
    with pytest.raises(RuleError, match="row_texts cannot be unpacked"):
        read_part("classes", records["classes"])
    monkeypatch.setattr(
        testimony_records, "MOST_WEIGHT", 9
    )  # the two pages have three rows and two paths each
    with pytest.raises(RuleError, match="more pages are stored than may be"):
        read_part("classes", records["classes"])


def test_the_bounds_leave_room_for_one_page_of_each_class() -> None:
    assert 2 * MOST_CLASSES * testimony_records.MOST_WEIGHT_OF_A_PAGE <= MOST_WEIGHT


@pytest.mark.parametrize(
    "values",
    [
        {"url": "x" * 8_001},
        {"places": ("p" * 20_001, "")},
        {"places": ("é" * 20_001, "")},
        {"fields": (("title", "p"),) * 201},
        {"structure": tuple(range(8_000))},
    ],
    ids=str.split("url place foreign-place fields paths"),
)
def test_a_page_that_could_not_be_read_again_is_not_stored(
    make_testimony: MakeTestimony, values: dict[str, Any]
) -> None:
    right = make_testimony("https://a.example/right")
    classes = {"c1": Witnesses([make_testimony(**values), right], [], 2, 0)}
    assert read_class_memories(through_json(classes_record(classes)))["c1"].pages == [right]


def test_a_rule_that_could_not_be_read_again_is_left_out_and_told(
    make_rule: MakeRule, caplog: pytest.LogCaptureFixture
) -> None:
    rules = SiteRules(rules=(make_rule("c1"), make_rule("c2", noise=frozenset(range(2_001)))))
    with caplog.at_level(logging.WARNING):
        record = through_json(rules_record(rules))
    assert [rule.name for rule in read_rules(record, "a.example").rules] == ["c1"]
    assert "Rule c2 v1 of a.example is not stored: noise: expected a list of at most 2000" in caplog.text


def test_versions_that_ended_first_are_left_out_and_pinned_ones_stay(make_rule: MakeRule) -> None:
    ended = [make_rule(version=version, until="2026-01-01") for version in range(1, MOST_VERSIONS + 4)]
    ended[1] = replace(ended[1], pinned=True)
    living = make_rule(version=99)
    kept = read_rules(rules_record(SiteRules(rules=(*ended, living))), "a.example").rules
    assert [rule.version for rule in kept] == [2, *range(5, MOST_VERSIONS + 4), 99]
    record = rules_record(SiteRules(rules=(living,)))
    record["rules"] += [rule.to_record() for rule in ended]
    with pytest.raises(RuleError, match="more rules have ended than are kept"):
        read_rules(record, "a.example")


def test_of_too_many_noise_and_places_the_same_are_stored_every_time() -> None:
    knowledge = SiteKnowledge(
        noise=frozenset(range(MOST_NOISE + 5)),
        worth={f"p#a{number}": number / MOST_PLACES for number in range(MOST_PLACES + 5)},
    )
    stories = frozenset(range(MOST_STORIES + 5))
    lore = read_lore(lore_record(SiteLore(knowledge=knowledge, stories=stories)))
    assert lore.knowledge.noise == frozenset(range(MOST_NOISE))
    assert lore.stories == frozenset(range(MOST_STORIES))
    assert len(lore.knowledge.worth) == MOST_PLACES
    assert "p#a4" not in lore.knowledge.worth
    assert "p#a5" in lore.knowledge.worth


def test_a_lesson_is_of_as_many_pages_as_testified_until_the_next_one() -> None:
    memory = SiteMemory("a.example")
    memory.witnesses = {"c1": Witnesses(heard=9, taught=6), "c2": Witnesses(heard=3, taught=3)}
    memory.knowledge = SiteKnowledge(noise=frozenset({1}))
    before = lore_of(memory)
    assert before.taught == 9
    memory.witnesses["c1"].taught = 9
    assert lore_of(memory, before).taught == 9
    memory.knowledge = SiteKnowledge(noise=frozenset({2}))
    assert lore_of(memory, before).taught == 12

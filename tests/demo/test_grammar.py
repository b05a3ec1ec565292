"""The grammar: patterns, decks, tellers, and the material itself."""

from __future__ import annotations

import re

import pytest

from newsextract.demo.grammar import GENERAL, Decks, Material, Teller, material, ordinal
from newsextract.demo.plans import PLANS, Plan
from newsextract.demo.stories import SPORT

SMALL: Material = {
    GENERAL: {
        "woman": ("Ada",),
        "man": ("Bo",),
        "surname": ("Quill", "Rook"),
        "town": ("Ayton", "Beeton", "Ceeton"),
        "fact": ("Nothing happened in {town}.",),
    },
    "ducks": {
        "A role": ("keeper",),
        "C role": ("child",),
        "fact": ("One duck.", "Two ducks.", "Three ducks."),
        "title": ("Ducks in {town} @2; town=Duckton",),
        "lead": ("Not this one.", "{A} of {town} lost {A:his} ducks."),
    },
}


def teller(language: str = "en", seed: str = "seed") -> Teller:
    return Teller(Decks(SMALL, "site"), "ducks", language, seed)


@pytest.mark.parametrize(
    ("pattern", "allowed"),
    [
        ("a [b|c] d", {"A b d", "A c d"}),
        ("x {7-7} y", {"X 7 y"}),
        ("{10-20/5}", {"10", "15", "20"}),
        ("{1200-1200/100} metres", {"1,200 metres"}),
        ("in {1200-1200}", {"In 1200"}),
        ("the {3-3}th", {"The 3rd"}),
        ("one. two! “three” four", {"One. Two! “Three” four"}),
        ("say: “no, but “yes” it is", {"Say: “no, but “yes” it is"}),
    ],
)
def test_a_pattern_is_filled_in(pattern: str, allowed: set[str]) -> None:
    told = {teller(seed=str(seed)).expand(pattern) for seed in range(40)}
    assert told <= allowed


def test_every_alternative_is_told_in_turn() -> None:
    speaker = teller()
    told = [speaker.expand("[a|b|c]") for _ in range(6)]
    assert sorted(told[:3]) == sorted(told[3:]) == ["A", "B", "C"]


def test_chinese_has_no_thousands_comma_and_no_capitals() -> None:
    assert teller("zh").expand("共{4000-4000/5}人, ok") == "共4000人, ok"


def test_a_slot_is_kept_and_a_starred_one_drawn_anew() -> None:
    speaker = teller()
    kept = {speaker.expand("{town}") for _ in range(5)}
    assert len(kept) == 1
    others = [speaker.expand("{town*}") for _ in range(2)]
    assert sorted([*others, *kept]) == ["Ayton", "Beeton", "Ceeton"]


def test_a_person_is_introduced_once() -> None:
    speaker = teller()
    first, second, pronoun = (speaker.expand(pattern) for pattern in ("{A}", "{A}", "({A:he})"))
    assert re.fullmatch("Keeper (Ada|Bo) (Quill|Rook)", first)
    given, surname = first.split()[1:]
    title, word = {"Ada": ("Ms", "she"), "Bo": ("Mr", "he")}[given]
    assert second == f"{title} {surname}"
    assert pronoun == f"({word})"


def test_two_people_have_two_names() -> None:
    speaker = teller()
    assert {speaker.expand("{A}").split()[-1], speaker.expand("{C}").split()[-1]} == {"Quill", "Rook"}


def test_a_story_tells_nothing_twice() -> None:
    speaker = teller()
    told = [speaker.tell("fact") for _ in range(4)]
    assert sorted(sentence or "" for sentence in told) == ["", "One duck.", "Three ducks.", "Two ducks."]


def test_a_title_chooses_its_lead_and_sets_a_slot() -> None:
    title, lead = teller().tell_title_and_lead()
    assert title == "Ducks in Duckton"
    assert re.fullmatch("Keeper (Ada|Bo) (Quill|Rook) of Duckton lost (her|his) ducks.", lead)


def test_a_deck_deals_every_card_before_any_again() -> None:
    decks = Decks(SMALL, "site")
    dealt = [decks.deal("ducks", "fact") for _ in range(6)]
    assert sorted(map(str, dealt[:3])) == sorted(map(str, dealt[3:])) == sorted(SMALL["ducks"]["fact"])


def test_a_deck_passes_over_used_cards_and_ends_when_all_are_used() -> None:
    decks = Decks(SMALL, "site")
    assert decks.deal("ducks", "fact", ["One duck.", "Three ducks."]) == "Two ducks."
    assert decks.deal("ducks", "fact", SMALL["ducks"]["fact"]) is None


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (22, "22nd")],
)
def test_ordinals(number: int, text: str) -> None:
    assert ordinal(number) == text


@pytest.fixture(params=PLANS)
def plan(request: pytest.FixtureRequest) -> Plan:
    return PLANS[request.param]


def patterns(source: Material) -> list[tuple[str, str, str]]:
    return [
        (topic, rule, pattern)
        for topic, rules in source.items()
        for rule, all_patterns in rules.items()
        for pattern in all_patterns
    ]


def test_every_slot_of_the_material_can_be_filled(plan: Plan) -> None:
    source = material(*plan.material)
    topics = {topic: section for section in plan.sections for topic, _ in section.topics}
    users = {
        GENERAL: list(topics),
        SPORT: [topic for topic, section in topics.items() if section.template == SPORT],
    }
    unknown = []
    for topic, _, pattern in patterns(source):
        for slot in re.findall(r"\{([^{}]*)\}", pattern):
            name = slot.rstrip("*")
            is_known = re.fullmatch(r"\d+-\d+(/\d+)?|[ABC](:(he|his|him))?|site", slot) is not None
            is_known |= name in source[topic] or name in source[GENERAL]
            # what a background leaves to the topics, every topic that draws on it must have
            is_known |= topic in users and all(name in source[user] for user in users[topic])
            if not is_known:
                unknown.append((topic, pattern, slot))
    assert unknown == []


def test_every_range_and_choice_of_the_material_is_sound(plan: Plan) -> None:
    for _, _, pattern in patterns(material(*plan.material)):
        assert pattern.count("[") == pattern.count("]"), pattern
        assert pattern.count("{") == pattern.count("}"), pattern
        for choice in re.findall(r"\[([^\[\]]*)\]", pattern):
            assert len(choice.split("|")) > 1, pattern
        for low, high in re.findall(r"\{(\d+)-(\d+)", pattern):
            assert int(low) <= int(high), pattern


def test_every_title_names_a_lead(plan: Plan) -> None:
    source = material(*plan.material)
    for section in plan.sections:
        for topic, _ in section.topics:
            leads = len(source[topic]["lead"])
            numbers = [int(re.findall(r" @(\d+)", title)[0]) for title in source[topic]["title"]]
            assert all(1 <= number <= leads for number in numbers)


def test_the_material_fits_the_encoding_of_its_site(plan: Plan) -> None:
    text = "".join(pattern for _, _, pattern in patterns(material(*plan.material)))
    assert text.encode(plan.encoding).decode(plan.encoding) == text

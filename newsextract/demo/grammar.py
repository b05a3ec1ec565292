"""The grammar that stories are written with: material files, decks of patterns, and a teller who deals them.

A material file has topics (``== name``) with rules (``-- name``), one pattern a line. In a pattern ``[a|b]``
is a choice, ``{3-40}`` a number (``{15-40/5}`` in steps), ``{slot}`` a draw from the rule of that name that
is kept for the story, ``{slot*}`` a new draw each time, and ``{A}`` a person, ``{A:he}`` a pronoun for one.
A title ends with ``@2``, the number of the lead that fits it, and ``; slot=value`` to fix a slot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from random import Random

Rules = Mapping[str, tuple[str, ...]]
Material = Mapping[str, Rules]

GENERAL = "general"
WORD_LISTS = frozenset({"woman", "man", "surname"})
"""Rules whose entries are single words, many to a line."""

YEARS = range(1000, 2101)
"""Numbers drawn from within this range are years, and get no thousands comma."""

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"(\d+)-(\d+)(?:/(\d+))?")
_PERSON = re.compile(r"([ABC])(?::(he|his|him))?")
_SENTENCE_START = re.compile(r"(^“?|[.!?]”? “?)([a-z])")
_ORDINAL = re.compile(r"\b(\d+)th\b")

PRONOUNS = {
    "en": {"he": ("she", "he"), "his": ("her", "his"), "him": ("her", "him")},
    "zh": {"he": ("她", "他"), "his": ("她的", "他的"), "him": ("她", "他")},
}


@lru_cache(maxsize=8)
def material(*names: str) -> Material:
    """The topics of several files together; what a later one says of a rule is added to the earlier."""
    topics: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in names:
        text = (files("newsextract.demo") / "material" / f"{name}.txt").read_text(encoding="utf-8")
        for topic, rule, patterns in _rules(text):
            rules = topics.setdefault(topic, {})
            rules[rule] = rules.get(rule, ()) + patterns
    return topics


def _rules(text: str) -> Iterable[tuple[str, str, tuple[str, ...]]]:
    topic = rule = ""
    patterns: list[str] = []
    for line in [*text.splitlines(), "== "]:
        if line.startswith(("== ", "-- ")):
            if patterns:
                yield topic, rule, tuple(patterns)
            patterns = []
            topic, rule = (line[3:], "") if line.startswith("== ") else (topic, line[3:])
        elif line and not line.startswith("#"):
            patterns += line.split() if rule in WORD_LISTS else [line]


class Decks:
    """The patterns of a site as decks of cards, so that every one is used before any is used again."""

    def __init__(self, source: Material, seed: str) -> None:
        self._source = source
        self._seed = seed
        self._decks: dict[tuple[str, str], list[str]] = {}
        self._randoms: dict[tuple[str, str], Random] = {}

    def has(self, topic: str, rule: str) -> bool:
        """Whether a topic has a rule of its own."""
        return rule in self._source[topic]

    def choose(self, group: str) -> str:
        """One of the alternatives of a choice. They are dealt, too: a pattern seldom reads the same."""
        key = ("", group)
        if not self._decks.get(key):
            self._decks[key] = self._shuffled(key, group.split("|"))
        return self._decks[key].pop()

    def rule(self, topic: str, rule: str) -> tuple[str, ...]:
        """All cards of a rule, in the order of the file."""
        return self._source[topic][rule]

    def deal(self, topic: str, rule: str, used: Iterable[str] = ()) -> str | None:
        """The next card that is not among the used ones; None when all of them are."""
        avoid = set(used)
        if avoid.issuperset(self._source[topic][rule]):
            return None
        key = (topic, rule)
        deck = self._decks.setdefault(key, [])
        if avoid.issuperset(deck):
            deck[:0] = self._shuffled(key, self._source[topic][rule])
        place = max(number for number, card in enumerate(deck) if card not in avoid)
        return deck.pop(place)

    def _shuffled(self, key: tuple[str, str], cards: Sequence[str]) -> list[str]:
        random = self._randoms.setdefault(key, Random(" ".join((self._seed, *key))))  # noqa: S311  no secret
        return random.sample(cards, len(cards))


@dataclass(frozen=True, slots=True)
class _Person:
    full_name: str
    """With the role, as somebody is introduced."""
    short_name: str
    is_woman: bool


class Teller:
    """Fills in the patterns of one story, and remembers what it has said.

    Where its topic says nothing, ``background`` is the topic that does.
    """

    def __init__(
        self, decks: Decks, topic: str, language: str, seed: str, *, background: str = GENERAL
    ) -> None:
        self.random = Random(seed)  # noqa: S311  no secret
        self.topic = topic
        self.background = background
        self.language = language
        self._decks = decks
        self._kept: dict[str, str] = {}
        self._used: dict[tuple[str, str], list[str]] = {}
        self._people: dict[str, _Person] = {}
        self._introduced: set[str] = set()

    def tell_title_and_lead(self) -> tuple[str, str]:
        """A headline, and a first paragraph that fits it."""
        title, _, fit = (self._decks.deal(self.topic, "title") or "").partition(" @")
        number, *settings = fit.split("; ")
        for setting in settings:
            slot, _, value = setting.partition("=")
            self._kept[slot] = value
        told = self.expand(title)
        self._introduced.clear()  # what a headline says is no introduction
        lead = self._decks.rule(self.topic, "lead")[int(number) - 1]
        return told, self.expand(lead)

    def tell(self, rule: str, topic: str = "") -> str | None:
        """A sentence by a rule of the story's topic, or of the one named, not told in this story before."""
        where = topic or self.topic
        if not self._decks.has(where, rule):
            return None
        used = self._used.setdefault((where, rule), [])
        pattern = self._decks.deal(where, rule, used)
        if pattern is None:
            return None
        used.append(pattern)
        return self.expand(pattern)

    def expand(self, pattern: str) -> str:
        """A pattern with its choices made and its slots filled, as sentences."""
        text = self._filled(pattern)
        if self.language == "en":
            text = _ORDINAL.sub(lambda match: ordinal(int(match[1])), text)
            text = _SENTENCE_START.sub(lambda match: match[1] + match[2].upper(), text)
        return text

    def _filled(self, pattern: str) -> str:
        text = pattern
        while _CHOICE.search(text):
            text = _CHOICE.sub(lambda match: self._decks.choose(match[1]), text)
        return _SLOT.sub(lambda match: self._fill(match[1]), text)

    def _fill(self, slot: str) -> str:
        if number := _NUMBER.fullmatch(slot):
            return self._number(int(number[1]), int(number[2]), int(number[3] or 1))
        if person := _PERSON.fullmatch(slot):
            return self._person(person[1], person[2])
        if slot.endswith("*"):
            return self.draw(slot[:-1])
        if slot not in self._kept:
            self._kept[slot] = self.draw(slot)
        return self._kept[slot]

    def draw(self, rule: str) -> str:
        """A new word from a rule, another than before as long as there are any."""
        topic = self.topic if self._decks.has(self.topic, rule) else GENERAL
        used = self._used.setdefault((topic, rule), [])
        card = self._decks.deal(topic, rule, used)
        if card is None:
            used.clear()
            card = self._decks.deal(topic, rule) or ""
        used.append(card)
        return self._filled(card)

    def _number(self, low: int, high: int, step: int) -> str:
        number = self.random.randrange(low, high + 1, step)
        is_year = low in YEARS and high in YEARS and step == 1
        return str(number) if is_year or self.language == "zh" else f"{number:,}"

    def _person(self, key: str, pronoun: str | None) -> str:
        if key not in self._people:
            self._people[key] = self._new_person(self.draw(f"{key} role"))
        person = self._people[key]
        if pronoun:
            return PRONOUNS[self.language][pronoun][0 if person.is_woman else 1]
        if key in self._introduced:
            return person.short_name
        self._introduced.add(key)
        return person.full_name

    def _new_person(self, role: str) -> _Person:
        is_woman = self.random.random() < 0.5
        given, surname = self.draw("woman" if is_woman else "man"), self.draw("surname")
        if self.language == "zh":
            return _Person(role + surname + given, surname + given, is_woman)
        return _Person(f"{role} {given} {surname}", f"{'Ms' if is_woman else 'Mr'} {surname}", is_woman)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

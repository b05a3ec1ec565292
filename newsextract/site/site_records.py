"""All that is remembered of a site as plain JSON, and back: what is read again is checked in full.

It is stored in four parts, so that a part that is damaged takes no other with it: ``clusters`` (see
``cluster_records``), ``rules``, ``classes`` (what the pages of each class testify; see ``testimony_records``)
and ``knowledge``. Whatever is malformed, foreign or beyond its bounds raises RuleError with the reason in one
line.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import Any

from newsextract.errors import RuleError
from newsextract.site.drift import HELD, MISSED, WINDOW, Life
from newsextract.site.lessons import SiteKnowledge
from newsextract.site.memory import MOST_STORIES, MOST_VERSIONS, SiteMemory
from newsextract.site.record_values import (
    LARGEST_COUNT,
    LONGEST_PLACE,
    check,
    count_of,
    fields_of,
    list_of,
    number_of,
    object_of,
    packed,
    place_of,
    text_of,
    unpacked,
)
from newsextract.site.rules import LONGEST_NAME, Rule, read_rule
from newsextract.site.testimony_records import classes_written, read_classes, storable
from newsextract.site.witnesses import Witnesses

VERSION = 1
"""Of the form of ``rules``, ``classes`` and ``knowledge``."""

MOST_RULES = 2_000
"""Rules of a site, of all versions: 60 classes have 1,260 at most, and those of sites with a class or two are
a handful."""

MOST_NOISE = 100_000
MOST_PLACES = 50_000
"""Texts that are noise on a site, and places whose worth is known; the demo sites have 120 and 40."""

LARGEST_WORTH = 100.0
"""Log-odds beyond any that are learned."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteRules:
    """The rules of a site with their lives."""

    rules: tuple[Rule, ...] = ()
    """The oldest first."""
    lives: Mapping[str, Life] = field(default_factory=dict)
    """By key of the rule; none of a rule that was not used yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteLore:
    """What is known of a site as a whole."""

    knowledge: SiteKnowledge = field(default_factory=SiteKnowledge)
    taught: int = 0
    """Pages that had testified when it was learned."""
    life: Life = field(default_factory=Life)
    stories: frozenset[int] = frozenset()


def rules_of(memory: SiteMemory) -> SiteRules:
    """The rules of a site as they are now."""
    used = {rule.key: memory.lives.get(rule.key, Life()) for rule in memory.rules}
    return SiteRules(
        rules=tuple(memory.rules), lives={key: life for key, life in used.items() if life != Life()}
    )


def copied(classes: Mapping[str, Witnesses]) -> dict[str, Witnesses]:
    """What the classes of a site remember, as it is now: classes that change later do not change it."""
    return {
        name: Witnesses(list(one.pages), list(one.newcomers), one.heard, one.taught)
        for name, one in classes.items()
    }


def lore_of(memory: SiteMemory, before: SiteLore | None = None) -> SiteLore:
    """What is known of a site as a whole. ``before`` is what was known when it was last read or written: as
    long as nothing new was learned, it was learned from as many pages as then."""
    is_old = before is not None and memory.knowledge == before.knowledge
    return SiteLore(
        knowledge=memory.knowledge,
        taught=before.taught if before and is_old else sum(one.taught for one in memory.witnesses.values()),
        life=memory.life,
        stories=frozenset(memory.stories),
    )


def rules_record(found: SiteRules) -> dict[str, Any]:
    """As values of JSON. Of more rules than may be stored those that ended first are left out."""
    entries: list[dict[str, Any]] = []
    for rule in latest_versions(found.rules):
        entry = rule.to_record()
        try:
            is_same = read_rule(entry, site=rule.site) == rule
            reason = "it would not be read as it is"
        except RuleError as error:
            is_same, reason = False, str(error)
        if not is_same:  # or else all of the site's rules would be refused
            logger.warning("Rule %s of %s is not stored: %s", rule.key, rule.site, reason)
            continue
        life = found.lives.get(rule.key, Life())
        entries.append(entry if life == Life() else {**entry, "life": _life_record(life)})
    return {"version": VERSION, "rules": entries}


def latest_versions(rules: Sequence[Rule]) -> list[Rule]:
    """The rules without the oldest of those that have ended, where there are too many."""
    ended = Counter(rule.name for rule in rules if rule.until)
    kept: list[Rule] = []
    beyond = len(rules)
    for rule in rules:
        is_spare = rule.until and not rule.pinned
        if is_spare and (ended[rule.name] > MOST_VERSIONS or beyond > MOST_RULES):
            ended[rule.name] -= 1
            beyond -= 1
        else:
            kept.append(rule)
    return kept[-MOST_RULES:]


def read_rules(value: object, site: str) -> SiteRules:
    """The rules that were written so, all of this site."""
    entries = list_of(_versioned(value, "rules")["rules"], MOST_RULES, "rules")
    rules: dict[str, Rule] = {}
    lives: dict[str, Life] = {}
    for number, entry in enumerate(entries, 1):
        try:
            values = dict(object_of(entry, 100, "it"))
            life = _read_life(values.pop("life")) if "life" in values else Life()
            rule = read_rule(values, site=site)
        except (RuleError, ValueError, RecursionError) as error:  # the latter where it is shown in a reason
            raise RuleError(f"rule {number}: {error}") from error
        check(rule.key not in rules, f"rule {number}: there are two rules {rule.key}")
        rules[rule.key] = rule
        if life != Life():
            lives[rule.key] = life
    check(len(latest_versions(list(rules.values()))) == len(rules), "more rules have ended than are kept")
    return SiteRules(rules=tuple(rules.values()), lives=lives)


def classes_record(classes: Mapping[str, Witnesses]) -> dict[str, Any]:
    """As values of JSON."""
    return {"version": VERSION, "classes": classes_written(storable(classes))}


def read_class_memories(value: object) -> dict[str, Witnesses]:
    """The classes that were written so."""
    return read_classes(_versioned(value, "classes")["classes"])


def lore_record(lore: SiteLore) -> dict[str, Any]:
    """As values of JSON."""
    stories = sorted(lore.stories)[:MOST_STORIES]
    noise = nsmallest(MOST_NOISE, lore.knowledge.noise)
    worth = lore.knowledge.worth
    places = [place for place in worth if len(place) <= LONGEST_PLACE]
    if len(places) > MOST_PLACES:  # those that matter least are left out
        places = sorted(places, key=lambda place: (-abs(worth[place]), place))[:MOST_PLACES]
    return {
        "version": VERSION,
        "taught": lore.taught,
        "noise": {"count": len(noise), "marks": packed("Q", noise)},
        "worth": {place: worth[place] for place in places},
        "life": _life_record(lore.life),
        "stories": {"count": len(stories), "marks": packed("Q", stories)},
    }


def read_lore(value: object) -> SiteLore:
    """What was written so."""
    entry = _versioned(value, "taught", "noise", "worth", "life", "stories")
    worth = object_of(entry["worth"], MOST_PLACES, "worth")
    return SiteLore(
        knowledge=SiteKnowledge(
            noise=_read_marks(entry["noise"], MOST_NOISE, "noise"),
            worth={
                place_of(place): number_of(value, -LARGEST_WORTH, LARGEST_WORTH, "the worth of a place")
                for place, value in worth.items()
            },
        ),
        taught=count_of(entry["taught"], 0, LARGEST_COUNT, "taught"),
        life=_read_life(entry["life"]),
        stories=_read_marks(entry["stories"], MOST_STORIES, "stories"),
    )


def _versioned(value: object, *names: str) -> dict[str, Any]:
    version = value.get("version") if isinstance(value, dict) else None
    check(type(version) is int and version == VERSION, f"its version is not {VERSION}")
    return fields_of(value, "version", *names)


def _read_marks(value: object, most: int, name: str) -> frozenset[int]:
    entry = fields_of(value, "count", "marks")
    count = count_of(entry["count"], 0, most, name)
    marks = frozenset(unpacked(entry["marks"], "Q", count, name))
    check(len(marks) == count, f"{name} has a fingerprint twice")
    return marks


def _life_record(life: Life) -> dict[str, Any]:
    return {"recent": life.recent, "held": life.held, "missed": life.missed, "last_held": life.last_held}


def _read_life(value: object) -> Life:
    entry = fields_of(value, "recent", "held", "missed", "last_held")
    recent = text_of(entry["recent"], WINDOW, "recent")
    check(set(recent) <= {HELD, MISSED}, f"recent has something else than {HELD} and {MISSED}")
    last_held = text_of(entry["last_held"], LONGEST_NAME, "last_held")
    check(last_held.isprintable(), "last_held is no day")
    return Life(
        recent,
        count_of(entry["held"], 0, LARGEST_COUNT, "held"),
        count_of(entry["missed"], 0, LARGEST_COUNT, "missed"),
        last_held,
    )

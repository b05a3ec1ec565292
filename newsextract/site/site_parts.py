"""The parts in which a site is stored, but for its clusters: how each is read, merged and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from newsextract.site.memory import SiteMemory
from newsextract.site.merging import merged_classes, merged_lore, merged_rules
from newsextract.site.site_records import (
    SiteLore,
    SiteRules,
    classes_record,
    copied,
    lore_of,
    lore_record,
    read_class_memories,
    read_lore,
    read_rules,
    rules_of,
    rules_record,
)
from newsextract.site.witnesses import Witnesses
from newsextract.store import Json

CLUSTERS, RULES, CLASSES, KNOWLEDGE = KINDS = ("clusters", "rules", "classes", "knowledge")
"""Kinds of records in the store; the name of the site is the key of each."""

_State = TypeVar("_State")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Generic[_State]):
    """How a part of what is known of a site is read, merged, written and put back."""

    kind: str
    nothing: Callable[[], _State]
    read: Callable[[Json, str], _State]
    merge: Callable[[_State, _State, _State], _State]
    """Of what was known before, what is stored and what is known here."""
    write: Callable[[_State], Json]
    show: Callable[[SiteMemory, Any], _State]
    """What is known here, given what was known before."""
    put: Callable[[SiteMemory, _State], None]


def _put_rules(memory: SiteMemory, found: SiteRules) -> None:
    memory.rules, memory.lives = list(found.rules), dict(found.lives)


def _put_lore(memory: SiteMemory, lore: SiteLore) -> None:
    memory.knowledge, memory.life, memory.stories = lore.knowledge, lore.life, set(lore.stories)


def _put_classes(memory: SiteMemory, classes: Mapping[str, Witnesses]) -> None:
    memory.witnesses = copied(classes)


PARTS: tuple[Part[Any], ...] = (
    Part(
        kind=RULES,
        nothing=SiteRules,
        read=read_rules,
        merge=merged_rules,
        write=rules_record,
        show=lambda memory, _: rules_of(memory),
        put=_put_rules,
    ),
    Part(  # after the classes have been merged, nobody could tell from how many pages a lesson was learned
        kind=KNOWLEDGE,
        nothing=SiteLore,
        read=lambda record, _: read_lore(record),
        merge=merged_lore,
        write=lore_record,
        show=lore_of,
        put=_put_lore,
    ),
    Part(
        kind=CLASSES,
        nothing=dict,
        read=lambda record, _: read_class_memories(record),
        merge=merged_classes,
        write=classes_record,
        show=lambda memory, _: copied(memory.witnesses),
        put=_put_classes,
    ),
)
"""In the order in which they are written."""

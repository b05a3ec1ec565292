"""Rules in words: what ``newsextract rules list`` and ``show`` print, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from newsextract.commands.tables import Column, table
from newsextract.site.drift import Life
from newsextract.site.rules import FIELDS, Rule
from newsextract.terminal import printable

_COLUMNS = (
    Column("site"),
    Column("rule"),
    Column("state"),
    Column("pages", is_number=True),
    Column("confidence", is_number=True),
    Column("held", is_number=True),
    Column("missed", is_number=True),
    Column("learned"),
)

_LABELS = {
    "title": "headline",
    "authors": "authors",
    "date": "date",
    "section": "section",
    "tags": "tags",
    "lead": "lead",
    "image": "image",
}
_INDENT = 15

UNUSED = Life()


def state_of(rule: Rule) -> str:
    """``in use``, ``pinned``, ``not trusted`` or ``ended 2026-05-01``, or two of them."""
    states = ["pinned"] if rule.pinned else []
    if rule.until:
        states.append(f"ended {rule.until}")
    elif not rule.is_trusted:
        states.append("not trusted")
    return ", ".join(states) or "in use"


def list_text(found: Iterable[tuple[Rule, Life]]) -> str:
    """The table of rules."""
    return table(_COLUMNS, [_row(rule, life) for rule, life in found])


def _row(rule: Rule, life: Life) -> Sequence[str]:
    confidence = f"{rule.confidence:.0%}"
    numbers = (str(rule.support), confidence, str(life.held), str(life.missed))
    return rule.site, rule.key, state_of(rule), *numbers, rule.learned


def list_record(rule: Rule, life: Life) -> dict[str, Any]:
    """A row of the table for programs."""
    return {
        "site": rule.site,
        "rule": rule.key,
        "name": rule.name,
        "version": rule.version,
        "state": state_of(rule),
        "pinned": rule.pinned,
        "pages": rule.support,
        "confidence": rule.confidence,
        "held": life.held,
        "missed": life.missed,
        "learned": rule.learned,
        "until": rule.until,
    }


def show_record(rule: Rule, life: Life) -> dict[str, Any]:
    """All of a rule for programs."""
    return {
        **rule.to_record(),
        "state": state_of(rule),
        "life": {
            "held": life.held,
            "missed": life.missed,
            "last_held": life.last_held,
            "recent": life.recent,
        },
    }


def rule_text(rule: Rule, life: Life = UNUSED) -> str:
    """A rule in words."""
    lines = [f"{rule.key} of {rule.site}: {state_of(rule)}"]
    for label, values in _parts(rule, life):
        for place, value in enumerate(values):
            lines.append(f"  {label if not place else '':{_INDENT}}{value}")
    return "\n".join(map(printable, lines))


def _parts(rule: Rule, life: Life) -> Iterator[tuple[str, Sequence[str]]]:
    yield "learned", [_learned(rule)]
    yield "body", [selector.text for selector in rule.content]
    yield "without", [selector.text for selector in rule.without] + _noise(rule)
    for field in FIELDS:
        if field in rule.places:
            yield _LABELS[field], [rule.places[field].text]
    yield "its pages", _pages(rule)
    yield "its life", _life(life)


def _learned(rule: Rule) -> str:
    if not rule.support:
        return "from no page: written by hand"
    day = f"{rule.learned}, " if rule.learned else ""
    return f"{day}from {_counted(rule.support, 'page')}, right on {rule.confidence:.0%} of them"


def _noise(rule: Rule) -> list[str]:
    count = len(rule.noise)
    return [f"{_counted(count, 'text')} that the site prints on many pages"] if count else []


def _pages(rule: Rule) -> list[str]:
    expected = rule.expected
    lines = []
    if expected.longest:
        lines.append(f"texts of {expected.shortest:,} to {expected.longest:,} characters")
    lines.append(f"at most {expected.link_share:.0%} of a text in links")
    if expected.has_title:
        lines.append("the headline at its place on nearly all of them")
    if expected.sureness is not None:
        lines.append(f"mean confidence {expected.sureness:.2f}")
    return lines


def _life(life: Life) -> list[str]:
    if not life.held and not life.missed:
        return ["not used yet"]
    last = f", last on {life.last_held}" if life.last_held else ""
    lines = [f"fitted {_counted(life.held, 'page')}{last}; did not fit {life.missed:,}"]
    if life.recent:
        lines.append(f"latest pages, the newest last: {life.recent} (+ fitted, - did not)")
    return lines


def versions_text(rules: Iterable[Rule]) -> str:
    """Lines for the versions that are not shown in full."""
    return "\n".join(printable(f"  {rule.key}: {state_of(rule)}; {_learned(rule)}") for rule in rules)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

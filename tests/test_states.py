"""The states of pages: every name that the code gives to a page is one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import newsextract
from newsextract.discovery.candidate import ARTICLE, INDEX, OTHER
from newsextract.discovery.page_kinds import CONSENT_WALL
from newsextract.discovery.stand_ins import BOT_CHALLENGE, SOFT_404
from newsextract.states import STATES

PACKAGE = Path(newsextract.__file__).parent
CALLS = {"settled": 1, "drop": 1, "failed_reading": 1, "PageDropped": 0}
"""Functions that take a state, and its place among their arguments."""
JUDGES = ("middlewares/failures.py", "reading.py")
"""Modules with functions that return a state and the reason."""
NAMES = {"state", "page_state"}


def states_in(source: str, *, judges: bool = False) -> Iterator[str]:
    """Every string in a source that is written where a state stands."""
    for node in ast.walk(ast.parse(source)):
        for place in places_of_states(node, judges):
            if isinstance(place, ast.Constant) and isinstance(place.value, str):
                yield place.value


def places_of_states(node: ast.AST, judges: bool) -> list[ast.expr]:
    if isinstance(node, ast.Call):
        given = [keyword.value for keyword in node.keywords if keyword.arg in NAMES]
        place = CALLS.get(last_name(node.func))
        return given if place is None else [*given, *node.args[place : place + 1]]
    if isinstance(node, ast.Compare) and last_name(node.left) in NAMES:
        return node.comparators
    if isinstance(node, ast.Assign) and NAMES & {last_name(target) for target in node.targets}:
        return [node.value]
    if judges and isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
        return node.value.elts[:1]
    return []


def last_name(node: ast.expr) -> str:
    """``settled`` of ``states.settled``."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_every_state_in_the_code_is_one_and_every_one_is_used() -> None:
    used = {ARTICLE, INDEX, OTHER, CONSENT_WALL, BOT_CHALLENGE, SOFT_404}
    for path in PACKAGE.rglob("*.py"):
        judges = path.relative_to(PACKAGE).as_posix() in JUDGES
        used |= set(states_in(path.read_text(encoding="utf-8"), judges=judges))
    assert used - {""} == set(STATES)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("states.settled(site, 'lost', 'why', url)", ["lost"]),
        ("raise drop(page, 'lost', 'why')", ["lost"]),
        ("PageDropped('lost', 'why', site='a', url='b')", ["lost"]),
        ("Article(url='u', page_state='lost')", ["lost"]),
        ("if article.page_state == 'lost': pass", ["lost"]),
        ("class A:\n state = 'lost'", ["lost"]),
        ("def f(): return 'lost', 'why'", ["lost"]),
        ("settle('lost')", []),
    ],
)
def test_the_look_at_the_code_finds_states(source: str, found: list[str]) -> None:
    assert list(states_in(source, judges=True)) == found


def test_articles_come_first_and_faults_last() -> None:
    assert next(iter(STATES)) == "article"
    assert list(STATES)[-1] == "failed"
    assert all(STATES.values())
    assert all(state == state.strip().lower() for state in STATES)

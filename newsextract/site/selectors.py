"""The grammar of places in rules: short enough to read, and with nothing in it that could run away.

A selector is one or more steps, from the outer to the inner element::

    div#story                   the id
    div.text.wide               just these classes
    div.wide.*                  these classes, and any others
    td[2]                       the second among the like-named children of its parent
    div#post-* > div.css-*      * stands for what differs from page to page
    table.main > tr[1] > td     > is the next step inside
    div#story p.caption         a space is any step inside

Elements that are no step (a nameless ``span``, ``b``, ``tbody``; see ``places``) are passed over. Positions
are for tags that pages are laid out with, and only where the element has neither id nor class.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from newsextract.errors import RuleError
from newsextract.site.places import LAID_OUT, LAST_POSITION

CHILD, INSIDE = ">", " "

MOST_STEPS = 60
LONGEST_SELECTOR = 20_000
"""Steps and characters; more is refused. The longest place has 40 steps and 19,000 characters."""

_NAME = r"[\w:*-]+"
_STEP = re.compile(
    rf"(?P<tag>[a-z][\w:-]*)(?:#(?P<id>{_NAME}))?(?P<classes>(?:\.{_NAME})*)(?:\[(?P<position>\d{{1,4}})\])?"
)


@dataclass(frozen=True, slots=True)
class Step:
    """One element on the way to a place."""

    tag: str
    id: str = ""
    classes: tuple[str, ...] = ()
    is_open: bool = False
    """Whether the element may have other classes, too."""
    position: int = 0
    """Among the like-named children of its parent; 0 for any."""

    @property
    def text(self) -> str:
        """The step as it is written."""
        id_ = f"#{self.id}" if self.id else ""
        classes = "".join(f".{name}" for name in self.classes) + (".*" if self.is_open else "")
        return f"{self.tag}{id_}{classes}{f'[{self.position}]' if self.position else ''}"

    def common(self, other: Step) -> Step:
        """What two steps with one tag have in common."""
        classes = tuple(name for name in self.classes if name in other.classes)
        is_open = self.is_open or other.is_open or classes != self.classes or classes != other.classes
        position = self.position if self.position == other.position else 0
        return Step(self.tag, self.id if self.id == other.id else "", classes, is_open, position)

    def matches(self, element: Step) -> bool:
        """Whether an element, given by its own step, is meant."""
        if self.tag != element.tag or (self.id and self.id != element.id):
            return False
        if self.position and self.position != element.position:
            return False
        if self.is_open:
            return set(self.classes) <= set(element.classes)
        return bool(self.id) or (self.classes == element.classes and not element.id)


@lru_cache(maxsize=16384)
def parse_step(text: str) -> Step:
    """The step that a text names. Raises RuleError."""
    match = _STEP.fullmatch(text)
    if match is None:
        raise RuleError(f"{text[:60]!r} is no step; write a tag, as in div#story, div.text, td[2], p")
    classes = match["classes"].split(".")[1:] if match["classes"] else []
    step = Step(
        match["tag"],
        match["id"] or "",
        tuple(name for name in classes if name != "*"),
        "*" in classes,
        int(match["position"] or 0),
    )
    has_position = match["position"] is not None
    if has_position and (
        step.id or classes or step.tag not in LAID_OUT or not 0 < step.position <= LAST_POSITION
    ):
        raise RuleError(
            f"{text[:60]!r}: a position is a number from 1 to {LAST_POSITION}, of a "
            f"{', '.join(sorted(LAID_OUT))} without id and class"
        )
    return step


@dataclass(frozen=True, slots=True)
class Selector:
    """Steps from the outer to the inner element, and how each is tied to the one before it."""

    steps: tuple[Step, ...]
    ties: tuple[str, ...] = ()
    """``>`` or a space, one fewer than steps."""

    @classmethod
    def of_place(cls, steps: Sequence[str]) -> Selector:
        """The selector of a place, or of the last steps of one."""
        return cls(tuple(map(parse_step, steps)), (CHILD,) * (len(steps) - 1))

    @property
    def text(self) -> str:
        """The selector as it is written."""
        words = [self.steps[0].text]
        for tie, step in zip(self.ties, self.steps[1:], strict=True):
            words += [CHILD, step.text] if tie == CHILD else [step.text]
        return " ".join(words)

    @property
    def last(self) -> Step:
        """The step of the element itself."""
        return self.steps[-1]

    def matches(self, way: Sequence[Step]) -> bool:
        """Whether an element is meant; ``way`` are its own step and those above it, inner ones first."""
        if not way or not self.last.matches(way[0]):
            return False
        reached = {0}  # how far up the steps so far may have come
        for step, tie in zip(reversed(self.steps[:-1]), reversed(self.ties), strict=True):
            if tie == CHILD:
                above = {place + 1 for place in reached if place + 1 < len(way)}
            else:
                above = set(range(min(reached) + 1, len(way)))
            reached = {place for place in above if step.matches(way[place])}
            if not reached:
                return False
        return True


@lru_cache(maxsize=8192)
def way_of(place: str) -> tuple[Step, ...]:
    """The steps of a place that is written out, the inner ones first; none of the body itself."""
    return tuple(parse_step(step) for step in reversed(place.split(f" {CHILD} "))) if place else ()


def parse_selector(text: object) -> Selector:
    """Read a selector. Raises RuleError, with what is wrong."""
    if not isinstance(text, str):
        raise RuleError(f"a selector is a text, not {type(text).__name__}; write div#story > div.text")
    if not text.strip() or len(text) > LONGEST_SELECTOR:
        raise RuleError(f"{text[:60]!r} is no selector; write steps, as in div#story > div.text")
    steps: list[Step] = []
    ties: list[str] = []
    tie = INSIDE
    for word in text.split():
        if word == CHILD:
            if tie == CHILD or not steps:
                raise RuleError(f"{text[:60]!r}: a > stands between two steps")
            tie = CHILD
            continue
        if steps:
            ties.append(tie)
        steps.append(parse_step(word))
        tie = INSIDE
    if tie == CHILD:
        raise RuleError(f"{text[:60]!r}: a > stands between two steps")
    if len(steps) > MOST_STEPS:
        raise RuleError(f"{text[:60]!r}: has more than {MOST_STEPS} steps")
    return Selector(tuple(steps), tuple(ties))

"""What the looks share: templates with slots, escaping, and an edition with its lists of stories."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from string import Template
from typing import Protocol

from newsextract.demo.grammar import Decks, Teller, material
from newsextract.demo.plans import Plan, Section
from newsextract.demo.stories import DUPLICATED, Story, story_path
from newsextract.demo.writing import ITEM, Block

HOME_SHARE = 3
"""The home page shows the newest third."""

SECTION_TEASERS = 6
"""A section's page shows so many stories with a teaser; its first page names the older ones, too."""

CUT_HEADLINE = {"en": 26, "zh": 9}
"""Characters of a headline that a narrow column leaves."""

HOME_DECOYS = {"cut off": 4, "image only": 10, "tracked": 6}
"""Places of the stories whose links on the home page mislead: no whole headline but in a title attribute, no
headline at all, a tracking parameter."""

MONTHS = "January February March April May June July August September October November December".split()

TRACKING = "?utm_source=home&utm_medium=list"


@dataclass(frozen=True, slots=True)
class Edition:
    """A site's stories, and where it is served."""

    plan: Plan
    stories: tuple[Story, ...]
    base: str
    listed: tuple[Story, ...] = ()
    """What lists on all pages choose from, if not from these stories."""

    @property
    def home_stories(self) -> tuple[Story, ...]:
        """The newest."""
        return self.stories[: len(self.stories) // HOME_SHARE]

    def of(self, section: Section) -> tuple[Story, ...]:
        """The stories of a section."""
        return tuple(story for story in self.stories if story.section is section)

    def section_path(self, section: Section, part: int = 1) -> str:
        """The address of a page of a section."""
        pattern = self.plan.section_path if part == 1 else self.plan.section_part_path
        return pattern.format(section=section.name, part=part)

    def section_paths(self, section: Section) -> list[str]:
        """The addresses of all pages of a section."""
        parts = -(-len(self.of(section)) // SECTION_TEASERS)
        return [self.section_path(section, part) for part in range(1, parts + 1)]

    def service_path(self, service: str) -> str:
        """The address of a page such as ``about``."""
        return self.plan.service_path.format(service=service)

    def near(self, story: Story, number: int, step: int) -> list[Story]:
        """Other stories, for a box beside this one."""
        count = len(self.stories)
        return [self.stories[(story.place + step * turn) % count] for turn in range(1, number + 1)]

    def most_read(self, number: int = 8) -> list[Story]:
        """The same list on all pages."""
        stories = self.listed or self.stories
        return [stories[(11 + 7 * turn) % len(stories)] for turn in range(number)]

    @property
    def duplicate_path(self) -> str:
        """Where the one duplicated story is shown again; empty where none is."""
        story = self.stories[DUPLICATED]
        pattern = self.plan.duplicate_path
        return story_path(pattern, story.section.name, story.day, story.title, story.number)

    def lines(self, rule: str) -> tuple[str, ...]:
        """Lines of the site itself, such as those of the imprint."""
        return service_lines(self.plan, rule)


class Look(Protocol):
    """What makes the pages of one site."""

    def article(self, edition: Edition, story: Story, part: int, path: str) -> str:
        """A page of a story, the first being 1, as it is shown under a path."""

    def home(self, edition: Edition) -> str:
        """The home page."""

    def section(self, edition: Edition, section: Section, part: int) -> str:
        """A page of a section."""

    def plain(self, edition: Edition, path: str, title: str, lines: Sequence[str], extra: str = "") -> str:
        """A page such as the imprint, with markup after its lines."""

    def consent(self, edition: Edition) -> str:
        """What is shown in place of a story until cookies are accepted."""

    def video(self, edition: Edition) -> str:
        """A page with a player and no text."""


@lru_cache(maxsize=64)
def service_lines(plan: Plan, rule: str) -> tuple[str, ...]:
    """The lines of a service page, with the site's name in them."""
    source = material(*plan.material)
    teller = Teller(Decks(source, plan.name), "service", plan.language, f"{plan.name} {rule}")
    return tuple(teller.expand(line.replace("{site}", plan.title)) for line in source["service"][rule])


@lru_cache(maxsize=64)
def _template(name: str) -> Template:
    path = files("newsextract.demo") / "templates" / f"{name}.html"
    return Template(path.read_text(encoding="utf-8"))


def fill(name: str, **values: object) -> str:
    """A template with all its slots filled; it is an error to forget one."""
    return _template(name).substitute(values)


def safe(text: str) -> str:
    """Text for an element or a quoted attribute."""
    return html.escape(text, quote=True)


def link(path: str, text: str, attributes: str = "") -> str:
    """An anchor around text."""
    return f'<a href="{safe(path)}"{attributes}>{safe(text)}</a>'


def story_link(story: Story, attributes: str = "") -> str:
    """An anchor with the whole headline."""
    return link(story.path, story.title, attributes)


def pager(paths: Sequence[str], current: int, *, here: str, ahead: str, attributes: str = "") -> str:
    """The numbers of all pages, the current one (from 1) as ``here`` has it, and a link to the next."""
    numbers = [
        here.format(number) if number == current else link(path, str(number))
        for number, path in enumerate(paths, 1)
    ]
    return " ".join([*numbers, *(link(path, ahead, attributes) for path in paths[current : current + 1])])


def cut_off(text: str, language: str) -> str:
    """The beginning of a headline, as a narrow column shows it."""
    return text[: min(CUT_HEADLINE[language], len(text) * 2 // 3)].rstrip() + "..."


def english_date(day: date) -> str:
    """As in 14 November 2026, whatever the locale."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def joined(parts: Iterable[str]) -> str:
    """One piece of markup a line."""
    return "\n".join(parts)


def with_lists(blocks: Sequence[Block], one: Callable[[Block], str], opening: str, closing: str) -> list[str]:
    """The markup of blocks one by one, and an opening and closing piece around each run of list items."""
    found: list[str] = []
    inside = False
    for block in blocks:
        if (block.kind == ITEM) != inside:
            found.append(closing if inside else opening)
            inside = not inside
        found.append(one(block))
    return [*found, closing] if inside else found

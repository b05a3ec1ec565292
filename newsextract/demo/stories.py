"""The stories of a site: written, dated, signed, and given their addresses and their peculiarities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from random import Random

from newsextract.demo.grammar import GENERAL, Decks, Teller, material
from newsextract.demo.plans import PLANS, Plan, Section
from newsextract.demo.values import DemoArticle
from newsextract.demo.writing import (
    ITEM,
    QUOTE,
    SUBHEAD,
    Block,
    Comment,
    Draft,
    Shape,
    told_story,
    word_count,
    write_comments,
    write_story,
)

LAST_DAY = date(2026, 11, 14)
DAYS = 74
"""The stories of a site spread over so many days before the last."""

SIZES = ("medium", "medium", "long", "medium", "medium", "long", "medium", "medium", "short")
MULTI_PAGE, LINKED_AT_COMMENTS, MOVED, DUPLICATED, BROKEN = 2, 3, 5, 7, 9
"""Places, the newest story being the first, of the stories that are served in a peculiar way. All are among
those that the home page shows."""

SPORT = "sport"
"""The template of sport, and the topic of the material that it draws on."""

PARTS = {"courier": 2, "review": 3, "portal": 3}
FIRST_NUMBER = 40213
NUMBER_STEP = 137
"""Between the numbers of neighbours. There is room for those of as many volumes."""

KEPT_VOLUMES = 64
"""More than a run of the tests asks for; one takes 270 kB."""

_NOT_IN_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A story as it is published."""

    place: int
    """0 for the newest."""
    number: int
    section: Section
    draft: Draft
    authors: tuple[str, ...]
    day: date
    time: str
    path: str
    parts: tuple[tuple[Block, ...], ...]
    """Its blocks, page by page."""
    part_paths: tuple[str, ...]
    comments: tuple[Comment, ...]
    traits: frozenset[str]

    @property
    def title(self) -> str:
        """The headline."""
        return self.draft.title

    def gold(self, zone: str) -> DemoArticle:
        """What is to be found."""
        body = "\n".join(block.text for block in self.draft.blocks)
        return DemoArticle(
            path=self.path,
            title=self.title,
            body=body,
            authors=self.authors,
            day=self.day.isoformat(),
            published=moment(self, zone),
            section=self.section.name,
            template=self.section.template,
            words=word_count(body),
            parts=self.part_paths,
            traits=tuple(sorted(self.traits)),
        )


@dataclass(frozen=True, slots=True)
class _Volume:
    """What the stories of a volume share."""

    plan: Plan
    number: int
    size: int
    seed: str
    decks: Decks

    @property
    def is_served(self) -> bool:
        """Whether the site shows it, so that its stories can have links to them, parts and faults."""
        return self.number == 0

    def day(self, place: int) -> date:
        """When the story at a place was published."""
        return LAST_DAY - timedelta(days=DAYS * self.number + DAYS * place // self.size)


def moment(story: Story, zone: str) -> str:
    """When a story was published, ISO 8601."""
    return f"{story.day.isoformat()}T{story.time}:00{zone}"


@lru_cache(maxsize=KEPT_VOLUMES)
def stories_of(name: str, volume: int = 0) -> tuple[Story, ...]:
    """The stories of a site, the newest first. They do not depend on where it is served.

    Volume 0 is what the site shows. The others are as much again from further and further back, by the
    grammar alone, with one page to each story.
    """
    plan = PLANS[name]
    wanted = list(_wanted(plan, with_hand_written=volume == 0))
    seed = f"{name} {volume}" if volume else name
    ours = _Volume(plan, volume, len(wanted), seed, Decks(material(*plan.material), seed))
    Random(f"{seed} order").shuffle(wanted)  # noqa: S311  no secret
    written = [
        _write(ours, section, topic, place, ordinal) for place, (section, topic, ordinal) in enumerate(wanted)
    ]
    return tuple(written)


def _wanted(plan: Plan, *, with_hand_written: bool) -> Iterator[tuple[Section, str, int]]:
    """Every story to be written: section, topic or name of its file, and a number for its seed."""
    for section in plan.sections:
        for topic, number in section.topics:
            yield from ((section, topic, ordinal) for ordinal in range(number))
        if with_hand_written:
            yield from ((section, name, -1) for name in section.stories)


def _write(volume: _Volume, section: Section, topic: str, place: int, ordinal: int) -> Story:
    plan = volume.plan
    by_hand = ordinal < 0
    rules = section.topics[0][0] if by_hand else topic
    background = SPORT if section.template == SPORT else GENERAL
    seed = f"{volume.seed} {topic} {ordinal}"
    teller = Teller(volume.decks, rules, plan.language, seed, background=background)
    shape = _shape(place)
    draft = told_story(topic) if by_hand else write_story(teller, shape)
    is_short = not by_hand and shape.size == "short"
    busy = is_short and place % 2 == 0
    comments = write_comments(teller, 9, 3) if busy else write_comments(teller, place % 4, 2)
    day = volume.day(place)
    number = FIRST_NUMBER + NUMBER_STEP * (60 - place) - volume.number
    path = story_path(plan.article_path, section.name, day, draft.title, number)
    page_count = PARTS[plan.name] if place == MULTI_PAGE and volume.is_served else 1
    return Story(
        place=place,
        number=number,
        section=section,
        draft=draft,
        authors=_authors(plan, place),
        day=day,
        time=f"{6 + place * 5 % 15:02}:{place * 17 % 60:02}",
        path=path,
        parts=_parts(draft.blocks, page_count),
        part_paths=tuple(_part_path(plan, path, part) for part in range(1, page_count + 1)),
        comments=comments,
        traits=frozenset(_traits(volume, draft, place, busy=busy, is_short=is_short)),
    )


def _shape(place: int) -> Shape:
    if place == MULTI_PAGE:
        return Shape(size="longest", subheads=True)
    size = SIZES[place % len(SIZES)]
    is_short = size == "short"
    return Shape(
        size=size,
        subheads=not is_short and (size == "long" or place % 3 == 0),
        list=not is_short and place % 4 == 1,
        quote=not is_short and place % 5 == 2,
    )


def _authors(plan: Plan, place: int) -> tuple[str, ...]:
    first, second = plan.staff[place % len(plan.staff)], plan.staff[(place * 2 + 3) % len(plan.staff)]
    return (first, second) if place % 7 == 4 and first != second else (first,)


def _parts(blocks: tuple[Block, ...], number: int) -> tuple[tuple[Block, ...], ...]:
    """The blocks in so many runs of about the same number, none of which ends in a subheading."""
    cuts = [0]
    for part in range(1, number):
        cut = len(blocks) * part // number
        cuts.append(cut - 1 if blocks[cut - 1].kind == SUBHEAD else cut)
    return tuple(blocks[start:end] for start, end in zip(cuts, [*cuts[1:], len(blocks)], strict=True))


def _traits(volume: _Volume, draft: Draft, place: int, *, busy: bool, is_short: bool) -> Iterator[str]:
    plan = volume.plan
    places = {
        MULTI_PAGE: "multi-page",
        LINKED_AT_COMMENTS: "linked at comments",
        MOVED: "moved",
        BROKEN: "broken",
    }
    if plan.duplicate_path:
        places[DUPLICATED] = "duplicated"
    kinds = {block.kind for block in draft.blocks}
    yield from (name for where, name in places.items() if where == place and volume.is_served)
    yield from (
        name for kind, name in ((ITEM, "list"), (QUOTE, "quote"), (SUBHEAD, "subheads")) if kind in kinds
    )
    if busy:
        yield "busy comments"
    if place % 3 == 1 and not is_short:
        yield "inner box"
    if place % 6 == 3 and plan.name == "review" and len(draft.blocks) > 6:
        yield "pull quote"


def story_path(pattern: str, section: str, day: date, title: str, number: int) -> str:
    """The address of a story below the root."""
    return pattern.format(
        section=section,
        year=day.year,
        month=f"{day.month:02}",
        day=f"{day.day:02}",
        slug=slug(title),
        number=number,
    )


def _part_path(plan: Plan, path: str, part: int) -> str:
    if part == 1:
        return path
    stem, dot, _ = path.rpartition(".")
    return plan.part_path.format(stem=stem if dot else path, part=part)


def slug(title: str) -> str:
    """The first words of a title as they stand in an address."""
    words = _NOT_IN_SLUG.sub("-", title.lower().replace("’", "")).strip("-").split("-")
    return "-".join(words[:7])

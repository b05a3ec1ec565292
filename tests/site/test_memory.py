"""What is remembered of a site, and how pages, lessons and uses of rules change it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pytest

from newsextract.demo import REDESIGNED, DemoPage
from newsextract.site import memory as memory_module
from newsextract.site import testimony as told
from newsextract.site.drift import Life
from newsextract.site.lessons import SiteKnowledge, learn_site
from newsextract.site.links import address_mark
from newsextract.site.memory import MOST_VERSIONS, Change, SiteMemory, fits
from newsextract.site.rules import Expected, Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.structure import CLASS_PAGES
from newsextract.site.testimony import mark
from newsextract.site.view import SiteView
from newsextract.site.witnesses import ENOUGH_PAGES, MOST_WITNESSES, Witnesses, lowest

Say = Callable[..., told.Testimony]
News = Callable[[str], tuple[DemoPage, ...]]
TestimonyOf = Callable[[DemoPage, str], told.Testimony]

ALIKE = tuple(range(10))
"""The paths of pages of one class."""


@pytest.fixture
def page(say: Say) -> Callable[..., told.Testimony]:
    """``page(7, "div.story")``: a page with its text at that place."""

    def make(
        number: int,
        at: str = "div.story",
        *more: tuple[str, int, str],
        structure: Sequence[int] = ALIKE,
    ) -> told.Testimony:
        lines = [(f"{at} > p", 95, f"{letter * 90} of story {'i' * number}.") for letter in "abcd"]
        heading = (f"{at} > h2", 95, f"{'h' * 90} of story {'i' * number}.")
        # what is no content comes twice, with texts of its own, so that it is neither noise nor a copy
        rest = [(f"div.rest > {tag}", -95, f"{tag * 90} of story {'i' * number}.") for tag in ("p", "h3")]
        return say(
            [("h1", -50, f"Title {'t' * number}"), *lines, heading, *rest, *more],
            url=f"http://tide.test/{number}",
            structure=tuple(structure),
            fields=(("title", "h1"),),
        )

    return make


Page = Callable[..., told.Testimony]


def told_to(
    memory: SiteMemory, pages: Iterable[told.Testimony], day: str = "2026-01-01"
) -> list[tuple[int, str, str]]:
    """Let pages testify one after the other, and learn when it is time. Gives what changed: after how many
    pages, what, and which rule by its version."""
    changed: list[tuple[int, str, str]] = []
    for count, page in enumerate(pages, 1):
        changes = memory.hear(page, memory.assign(page.structure), day)
        if memory.lesson_is_due:
            lesson = learn_site(memory.name, memory.lesson_pages(), stories=memory.stories, day=day)
            changes += memory.take_in(lesson, day)
        changed += [(count, change.what, change.rule.partition(" ")[2]) for change in changes]
    return changed


def contents(memory: SiteMemory) -> list[tuple[int, list[str], str]]:
    return [(rule.version, [selector.text for selector in rule.content], rule.until) for rule in memory.rules]


def test_a_rule_is_learned_at_the_sixth_page(page: Page) -> None:
    memory = SiteMemory("tide.test")
    assert told_to(memory, [page(number) for number in range(CLASS_PAGES - 1)]) == []
    assert memory.view == SiteView()
    assert told_to(memory, [page(9)]) == [(1, "learned", "v1")]
    (rule,) = memory.view.rules
    assert (rule.learned, rule.support) == ("2026-01-01", CLASS_PAGES)
    assert memory.knowledge.worth["div.story > p"] > 0
    assert memory.view.growing == {rule.key}


def test_lessons_come_when_the_pages_have_doubled(page: Page) -> None:
    memory = SiteMemory("tide.test")
    lessons = []
    for number in range(4 * MOST_WITNESSES):
        memory.hear(page(number), memory.assign(ALIKE))
        if memory.lesson_is_due:
            lessons.append(number + 1)
            memory.take_in(learn_site("tide.test", memory.lesson_pages()))
    doublings = [CLASS_PAGES * 2**turn for turn in range(10)]
    assert lessons == [count for count in doublings if count <= ENOUGH_PAGES]
    assert len(memory.rules) == 1, "the same rule each time"
    assert memory.view.growing == frozenset(), "and there is nothing more to learn"


def test_a_better_rule_takes_the_place_of_the_first(page: Page) -> None:
    memory = SiteMemory("tide.test")
    told_to(memory, [page(number) for number in range(6)])
    first = memory.rules[0]
    part = [
        page(number, "div.story", ("div.part > p", 95, f"{'x' * 300} {'i' * number}"))
        for number in range(6, 12)
    ]
    assert told_to(memory, part, "2026-02-02") == [(6, "renewed", "v2")]
    assert memory.rules[0] == replace(first, until="2026-02-02")
    assert memory.rules[1].until == ""
    assert [selector.text for selector in memory.rules[1].content] != [
        selector.text for selector in first.content
    ]
    assert memory.rule_of(first.name) is memory.rules[1]


@pytest.fixture
def relaid(page: Page) -> SiteMemory:
    """A site whose pages have a new layout, but one structure."""
    memory = SiteMemory("tide.test")
    told_to(memory, [page(number) for number in range(ENOUGH_PAGES)])
    changed = told_to(memory, [page(number, "div.text") for number in range(60, 66)], "2026-02-02")
    assert changed == [(5, "ended", "v1"), (6, "learned", "v2")]
    return memory


def test_a_new_layout_ends_the_rule_and_makes_the_next_version(relaid: SiteMemory) -> None:
    old, new = relaid.rules
    assert (old.version, old.until, new.version, new.until) == (1, "2026-02-02", 2, "")
    assert all(selector.text.startswith("div.text") for selector in new.content)
    assert new.support == 6, "from the newcomers alone"
    assert relaid.view.rules == (new, old), "the old one is still tried"


def test_the_old_rule_returns_with_the_old_layout(relaid: SiteMemory) -> None:
    old = relaid.rules[0].key
    assert [relaid.note_use(old, True, "2026-03-03") for _ in range(3)] == [[], [], []]
    assert relaid.note_use(old, True, "2026-03-03") == [Change("returned", old)]
    assert [rule.until for rule in relaid.rules] == ["", ""]
    assert relaid.lives[old].last_held == "2026-03-03"
    assert old in {rule.key for rule in relaid.view.rules}


def test_a_second_layout_in_a_class_ends_nothing_and_is_in_the_next_lesson(page: Page) -> None:
    memory = SiteMemory("tide.test")
    told_to(memory, [page(number) for number in range(6)])
    odd = [page(number, "div.text" if number % 2 else "div.story") for number in range(20, 40)]
    assert told_to(memory, odd, "2026-02-02") == [(6, "renewed", "v2")]
    first, both = memory.rules
    assert (first.until, both.until, both.support) == ("2026-02-02", "", 24)
    assert {selector.text.split(" ")[0] for selector in both.content} == {"div.story", "div.text"}
    assert memory.lives[both.key].missed == 0


def test_a_young_class_learns_again_when_its_rule_misses_some(page: Page) -> None:
    memory = SiteMemory("tide.test")
    told_to(memory, [page(number) for number in range(12)])
    others = [page(number, "div.text") for number in range(20, 25)]
    assert told_to(memory, others, "2026-02-02") == [(5, "renewed", "v2")], "before the pages have doubled"
    assert memory.rules[1].support == 17
    assert memory.rule_of(memory.rules[1].name) is memory.rules[1]


def test_the_newcomers_of_a_rule_that_ends_are_all_in_its_next(page: Page) -> None:
    memory = SiteMemory("tide.test")
    told_to(memory, [page(number) for number in range(ENOUGH_PAGES)])
    newcomers = [page(number, "div.text") for number in range(60, 65)]
    told_to(memory, newcomers)
    (witnesses,) = memory.witnesses.values()
    assert witnesses == Witnesses(pages=lowest(newcomers), heard=5)


def test_a_page_that_is_read_again_is_heard_once(page: Page) -> None:
    memory = SiteMemory("tide.test")
    told_to(memory, [page(number) for number in range(8)])
    told_to(memory, [page(3), page(3, "div.text"), page(3)])
    (witnesses,) = memory.witnesses.values()
    assert (witnesses.heard, len(witnesses.pages), len(witnesses.newcomers)) == (8, 8, 0)


def test_a_rule_by_hand_is_never_replaced(page: Page) -> None:
    memory = SiteMemory("tide.test")
    told_to(memory, [page(number) for number in range(6)])
    pinned = replace(memory.rules[0], pinned=True, content=(parse_selector("div.mine"),))
    memory.set_rule(pinned)
    changed = told_to(memory, [page(number, "div.text") for number in range(20, 60)], "2026-02-02")
    assert {what for _, what, _ in changed} == {"drift"}
    assert memory.rules == [pinned]
    assert memory.view.rules == (pinned,)


def test_setting_a_rule() -> None:
    memory = SiteMemory("tide.test")
    rule = Rule(site="tide.test", name="c1", content=(parse_selector("p"),), pinned=True)
    memory.set_rule(rule)
    assert memory.view.rules == (rule,)
    changed = replace(rule, content=(parse_selector("div"),))
    memory.set_rule(changed)
    memory.set_rule(replace(rule, version=2))
    assert memory.rules == [changed, replace(rule, version=2)]
    assert len(memory.view.rules) == 2


def test_forgetting(relaid: SiteMemory, page: Page) -> None:
    name = relaid.rules[0].name
    told_to(relaid, [page(number, "div.third", structure=range(50, 60)) for number in range(70, 76)])
    assert relaid.forget("c0 v9") == 0
    assert relaid.forget(f"{name} v1") == 1
    assert name not in relaid.witnesses
    assert len(relaid.rules) == 2
    assert relaid.forget(name) == 1
    assert len(relaid.rules) == 1
    assert relaid.note_use(f"{name} v1", True) == []
    assert relaid.forget() == 1
    assert (relaid.view, relaid.witnesses, relaid.lives) == (SiteView(), {}, {})
    assert (relaid.knowledge, relaid.life, relaid.stories) == (SiteKnowledge(), Life(), set())


def test_a_class_remembers_the_same_pages_in_whatever_order_they_came(page: Page) -> None:
    pages = [page(number) for number in range(2 * MOST_WITNESSES)]
    kept = []
    rng = random.Random(3)  # noqa: S311  an order of pages
    for _ in range(5):
        rng.shuffle(pages)
        witnesses = Witnesses()
        for one in pages:
            witnesses.add(one, is_new=False)
        kept.append(witnesses.pages)
        assert witnesses.heard == len(pages)
    assert all(one == kept[0] for one in kept)
    assert len(kept[0]) == MOST_WITNESSES
    assert {one.url for one in kept[0]} == set(sorted((one.url for one in pages), key=mark)[:MOST_WITNESSES])


def test_a_page_that_comes_again_is_remembered_as_it_is_now(page: Page) -> None:
    witnesses = Witnesses()
    witnesses.add(page(1), is_new=False)
    witnesses.add(page(1, "div.text"), is_new=False)
    assert witnesses.pages == [page(1, "div.text")]


def test_there_are_only_so_many_classes(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_module, "MOST_CLASSES", 2)
    memory = SiteMemory("tide.test")
    for number in range(4):
        told_to(memory, [page(number, structure=range(100 * number, 100 * number + 10))])
    assert len(memory.witnesses) == 2
    # the rule of a class that is not remembered ends all the same
    name = memory.assign(range(300, 310))
    rule = Rule(site="tide.test", name=name, content=(parse_selector("div.gone"),), confidence=1.0)
    memory.set_rule(rule)
    for number in range(10, 15):
        memory.hear(page(number), name, "2026-01-01")
    assert memory.rules == [replace(rule, until="2026-01-01")]


def test_there_are_only_so_many_stories(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_module, "MOST_STORIES", 5)
    urls = [f"http://tide.test/{number}" for number in range(12)]
    known = []
    for order in (range(12), reversed(range(12))):
        memory = SiteMemory("tide.test")
        for number in order:
            memory.hear(page(number), "")
        known.append(memory.stories)
    assert known[0] == known[1] == set(sorted(map(address_mark, urls))[:5])


def test_there_are_only_so_many_versions(page: Page) -> None:
    memory = SiteMemory("tide.test")
    layouts = [f"div.lay{'abcdefghijklmnopqrstuvwxyz'[turn]}" for turn in range(MOST_VERSIONS + 4)]
    for turn, layout in enumerate(layouts):
        told_to(memory, [page(100 * turn + number, layout) for number in range(7)], f"2026-01-{turn + 1:02}")
    versions = [rule.version for rule in memory.rules]
    assert versions == list(range(versions[0], len(layouts) + 1))
    assert len([rule for rule in memory.rules if rule.until]) == MOST_VERSIONS
    assert memory.rules[-1].until == ""
    assert set(memory.lives) <= {rule.key for rule in memory.rules}


def test_pages_without_a_class_teach_nothing(page: Page) -> None:
    memory = SiteMemory("tide.test")
    for number in range(20):
        memory.hear(page(number), "")
    assert (memory.witnesses, memory.lesson_is_due) == ({}, False)
    assert len(memory.stories) == 20


@pytest.mark.parametrize(
    ("expected", "noise", "fit"),
    [
        (Expected(), (), True),
        (Expected(shortest=4 * 400), (), True),
        (Expected(shortest=8 * 400), (), False),
        (Expected(longest=50), (), False),
        (Expected(has_title=True), (), True),
        (Expected(), ("all",), False),
    ],
)
def test_whether_a_rule_fits_a_page_by_its_testimony(
    page: Page, expected: Expected, noise: tuple[str, ...], fit: bool
) -> None:
    one = page(3)
    rule = Rule(
        site="tide.test",
        name="c1",
        content=(parse_selector("div.story"),),
        places={"title": parse_selector("h1")},
        expected=expected,
        noise=frozenset(one.row_texts) if noise else frozenset(),
    )
    assert fits(rule, one) is fit
    assert not fits(replace(rule, content=(parse_selector("div.text"),)), one)
    untitled = replace(rule, places={"title": parse_selector("h6")})
    assert fits(untitled, one) is (fit and not expected.has_title)


NOTICED_WITHIN = 10


def test_a_redesign_is_noticed_and_both_versions_are_kept(demo_news: News, testimony_of: TestimonyOf) -> None:
    memory = SiteMemory("review")
    old = [testimony_of(page, "fusion") for page in demo_news("review")[:14]]
    new = [testimony_of(page, "fusion") for page in demo_news(REDESIGNED)[20:30]]
    assert [change for change in told_to(memory, old, "2026-01-01") if change[1] == "learned"] == [
        (6, "learned", "v1")
    ]
    living = len(memory.rules)
    changed = told_to(memory, new, "2026-02-02")
    noticed = {what: count for count, what, _ in reversed(changed)}
    assert noticed["ended"] <= noticed["learned"] <= NOTICED_WITHIN
    before, after = memory.rules[living - 1 :]
    assert (before.until, after.until) == ("2026-02-02", "")
    assert after.version == before.version + 1
    assert "Article_body__*" in after.content[0].text
    assert memory.rule_of(after.name) is after
    assert before in memory.view.rules, "it is tried on, as its layout may come back"


def test_a_second_template_does_not_end_the_first(demo_news: News, testimony_of: TestimonyOf) -> None:
    memory = SiteMemory("review")
    mixed = [
        testimony_of(page, "fusion")
        for pair in zip(demo_news("review")[:20], demo_news(REDESIGNED)[20:40], strict=True)
        for page in pair
    ]
    told_to(memory, mixed)
    living = [rule for rule in memory.rules if not rule.until]
    assert len({rule.name for rule in living}) == 2
    assert {what for _, what, _ in told_to(memory, mixed[:6])} <= {"renewed"}

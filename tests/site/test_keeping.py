"""The sites of a store, and several processes that learn of one site at the same time."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from newsextract.site.drift import Life
from newsextract.site.keeping import SiteShelf
from newsextract.site.lessons import SiteKnowledge, learn_site
from newsextract.site.memory import SiteMemory
from newsextract.site.rules import Rule
from newsextract.site.site_parts import CLASSES, CLUSTERS, KINDS, KNOWLEDGE, RULES
from newsextract.site.site_records import lore_of, rules_of
from newsextract.site.testimony import Testimony as PageTestimony  # pytest would take it for tests
from newsextract.site.testimony import mark
from newsextract.site.witnesses import MOST_WITNESSES, Witnesses, lowest
from newsextract.store import Json, MemoryStore, SqliteStore, StoreError

MakeRule = Callable[..., Rule]
Testimonies = Callable[[str, int], tuple[PageTestimony, ...]]
LearnedMemory = Callable[..., SiteMemory]
RunTogether = Callable[..., list[str]]

SITE = "a.example"
DAY = "2026-05-01"
PROCESSES = 4
PAGES_OF_EACH = 30

HEAR = f"""
from newsextract.site.keeping import SiteShelf
from newsextract.site.testimony import Testimony
from newsextract.store import open_store
store = open_store(sys.argv[2])
shelf = SiteShelf(store)
for number in range({PAGES_OF_EACH}):
    with shelf.holding("{SITE}") as memory:
        url = f"https://{SITE}/{{sys.argv[1]}}/{{number}}"
        page = Testimony(
            url=url, structure=tuple(range(20)), places=("div#story",), row_places=(0,), row_evidence=(95,),
            row_lengths=(500,), row_linked=(0,), row_texts=(number + 1,), fields=(),
        )
        memory.hear(page, memory.assign(page.structure), "{DAY}")
        shelf.save("{SITE}")
shelf.close()
store.close()
"""


class CountingStore(MemoryStore):
    """Counts what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def update(self, kind: str, key: str, change: Callable[[Json | None], Json | None]) -> Json | None:
        self.written.append(kind)
        return super().update(kind, key, change)


@pytest.fixture
def store() -> CountingStore:
    return CountingStore()


@pytest.fixture
def two_shelves(tmp_path: Path) -> Iterator[tuple[SiteShelf, SiteShelf]]:
    """Two processes, as it were, each with the same file open."""
    stores = [SqliteStore(tmp_path / "store.sqlite") for _ in range(2)]
    yield SiteShelf(stores[0]), SiteShelf(stores[1])
    for one in stores:
        one.close()


def state(memory: SiteMemory) -> tuple[Any, ...]:
    """All that a site remembers, to compare."""
    return rules_of(memory), lore_of(memory), memory.witnesses, memory.clusters.to_record()


def take_over(memory: SiteMemory, learned: SiteMemory) -> None:
    """Let a site remember what another has learned."""
    for page in (page for one in learned.witnesses.values() for page in one.pages):
        memory.hear(page, memory.assign(page.structure), DAY)
    memory.take_in(learn_site(memory.name, memory.lesson_pages(), stories=memory.stories, day=DAY), DAY)


def hear(memory: SiteMemory, page: PageTestimony) -> str:
    cluster = memory.assign(page.structure)
    memory.hear(page, cluster, DAY)
    return cluster


def keys_of(memory: SiteMemory) -> list[str]:
    return [rule.key for rule in memory.rules]


def test_what_was_learned_is_there_for_the_next_crawl(
    tmp_path: Path, learned_memory: LearnedMemory, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "store.sqlite"
    first = SqliteStore(path)
    shelf = SiteShelf(first)
    memory = shelf.get(SITE)
    take_over(memory, learned_memory("courier", 40))
    assert memory.view.rules
    before = state(memory)
    shelf.close()
    first.close()
    second = SqliteStore(path)
    again = SiteShelf(second).get(SITE)
    assert again is not memory
    assert state(again) == before
    assert again.view.rules == memory.view.rules
    second.close()
    assert caplog.text == ""


def test_nothing_is_written_of_a_site_of_which_nothing_is_known(store: CountingStore) -> None:
    shelf = SiteShelf(store)
    shelf.get(SITE)
    shelf.close()
    assert store.written == []
    assert shelf.names() == []


def test_a_second_save_writes_nothing_and_changes_nothing(
    store: CountingStore, learned_memory: LearnedMemory
) -> None:
    shelf = SiteShelf(store)
    memory = shelf.get(SITE)
    take_over(memory, learned_memory("review", 30))
    shelf.save(SITE)
    assert sorted(store.written) == sorted(KINDS)
    before, view, records = state(memory), memory.view, [store.get(kind, SITE) for kind in KINDS]
    shelf.save(SITE)
    shelf.save_all()
    shelf.save("not-open.example")
    assert sorted(store.written) == sorted(KINDS)
    assert state(memory) == before
    assert memory.view is view
    assert [store.get(kind, SITE) for kind in KINDS] == records


def test_only_parts_with_news_are_written(store: CountingStore, make_rule: MakeRule) -> None:
    shelf = SiteShelf(store)
    memory = shelf.get(SITE)
    memory.set_rule(make_rule())
    shelf.save(SITE)
    memory.stories.add(5)
    shelf.save(SITE)
    memory.assign(range(20))
    shelf.save(SITE)
    assert store.written == [RULES, KNOWLEDGE, CLUSTERS]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "record", [None, 5, [], {"version": 99}, {"version": 1, "rules": [{"site": "b"}]}, "\n"], ids=repr
)
def test_a_part_that_cannot_be_used_is_reported_and_the_others_are_there(
    store: CountingStore,
    learned_memory: LearnedMemory,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    record: Json,
) -> None:
    shelf = SiteShelf(store)
    take_over(shelf.get(SITE), learned_memory("courier", 20))
    shelf.close()
    store.update(kind, SITE, lambda _: record)
    with caplog.at_level(logging.WARNING):
        memory = shelf.get(SITE)
    reports = [entry.getMessage() for entry in caplog.records]
    if record is None:
        assert reports == []
    else:
        assert len(reports) == 1
        assert reports[0].startswith(f"Stored {kind} '{SITE}' cannot be used (")
        assert reports[0].endswith("); it is left out")
        assert "\n" not in reports[0]
    found = {
        RULES: bool(memory.rules),
        KNOWLEDGE: bool(memory.knowledge.worth),
        CLASSES: bool(memory.witnesses),
        CLUSTERS: bool(memory.clusters.counts),
    }
    assert found == {one: one != kind for one in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_known_here_outlives_damage_to_the_store(
    store: CountingStore, learned_memory: LearnedMemory, kind: str
) -> None:
    shelf = SiteShelf(store)
    memory = shelf.get(SITE)
    take_over(memory, learned_memory("courier", 20))
    shelf.save(SITE)
    store.update(kind, SITE, lambda _: {"version": "damaged"})
    news = replace(learned_memory("courier", 20).witnesses.popitem()[1].pages[0], url="https://new.example/")
    hear(memory, news)
    memory.set_rule(replace(memory.rules[0], version=9))
    before = state(memory)
    shelf.save(SITE)
    assert state(memory) == before
    assert state(SiteShelf(store).get(SITE)) == before


def test_a_site_is_the_same_object_while_it_is_open(store: CountingStore) -> None:
    shelf = SiteShelf(store, most_open=2)
    first = shelf.get("a")
    assert shelf.get("b") is not first
    assert shelf.get("a") is first
    shelf.get("c")  # "b" was not used for longest
    assert shelf.get("a") is first


def test_the_least_recently_used_site_is_saved_and_let_go(store: CountingStore, make_rule: MakeRule) -> None:
    shelf = SiteShelf(store, most_open=2)
    first = shelf.get(SITE)
    first.set_rule(make_rule())
    shelf.get("b")
    assert store.written == []
    shelf.get("c")
    assert store.written == [RULES]
    again = shelf.get(SITE)
    assert again is not first
    assert again.rules == first.rules


def test_a_site_that_is_held_stays_however_many_are_opened(store: CountingStore, make_rule: MakeRule) -> None:
    shelf = SiteShelf(store, most_open=2)
    with shelf.holding(SITE) as memory, shelf.holding(SITE) as same:
        assert same is memory
        for number in range(5):
            shelf.get(f"{number}.example")
        memory.set_rule(make_rule())
        assert shelf.get(SITE) is memory
    shelf.get("x.example")
    shelf.get("y.example")
    assert store.written == [RULES]
    assert shelf.get(SITE) is not memory
    assert keys_of(shelf.get(SITE)) == ["c1 v1"]


def test_more_sites_than_there_is_room_for_may_be_held(store: CountingStore, make_rule: MakeRule) -> None:
    shelf = SiteShelf(store, most_open=1)
    names = [SITE, "b.example", "c.example"]
    for name in names:
        shelf.hold(name).set_rule(make_rule(site=name))
    assert store.written == []
    shelf.release(SITE)
    assert store.keys(RULES) == [SITE]
    with pytest.raises(RuntimeError, match=r"a\.example is not held"):
        shelf.release(SITE)
    for name in names[1:]:
        shelf.release(name)
    shelf.close()
    assert store.keys(RULES) == names


def test_a_site_is_released_when_its_holder_fails(store: CountingStore) -> None:
    shelf = SiteShelf(store, most_open=1)
    with pytest.raises(KeyError), shelf.holding("a") as memory:
        raise KeyError
    shelf.get("b")
    assert shelf.get("a") is not memory


def test_names_are_those_that_are_stored_and_those_that_will_be(
    store: CountingStore, make_rule: MakeRule
) -> None:
    shelf = SiteShelf(store)
    store.update(KNOWLEDGE, "stored.example", lambda _: {})
    shelf.get("empty.example")
    shelf.get(SITE).set_rule(make_rule())
    shelf.get("b.example").assign(range(20))
    assert shelf.names() == [SITE, "b.example", "stored.example"]


@pytest.mark.parametrize("is_held", [True, False])
def test_a_site_that_is_forgotten_is_gone_from_everywhere(
    store: CountingStore, learned_memory: LearnedMemory, make_rule: MakeRule, is_held: bool
) -> None:
    shelf = SiteShelf(store)
    memory = shelf.hold(SITE) if is_held else shelf.get(SITE)
    take_over(memory, learned_memory("courier", 20))
    assert memory.view.rules
    shelf.save(SITE)
    shelf.forget(SITE)
    assert all(store.keys(kind) == [] for kind in KINDS)
    assert state(memory) == state(SiteMemory(SITE))
    assert memory.view.rules == ()
    shelf.save(SITE)
    assert shelf.names() == []
    memory.set_rule(make_rule())
    shelf.save(SITE)
    assert shelf.names() == [SITE]
    shelf.forget("other.example")
    assert shelf.names() == [SITE]


def test_a_site_that_somebody_else_forgets_does_not_come_back(
    two_shelves: tuple[SiteShelf, SiteShelf], learned_memory: LearnedMemory, make_rule: MakeRule
) -> None:
    ours, theirs = two_shelves
    memory = ours.get(SITE)
    take_over(memory, learned_memory("courier", 20))
    ours.save(SITE)
    theirs.forget(SITE)
    memory.set_rule(make_rule("new"))
    ours.save(SITE)
    assert keys_of(memory) == ["new v1"]
    assert (memory.witnesses, memory.stories, memory.knowledge) == ({}, set(), SiteKnowledge())
    assert not memory.clusters.counts
    assert theirs.names() == [SITE]


def test_one_site_that_cannot_be_saved_does_not_keep_the_others_from_it(make_rule: MakeRule) -> None:
    store = MemoryStore(max_bytes=2_000)
    shelf = SiteShelf(store)
    for name, noise in ((SITE, 100), ("b.example", 1)):
        shelf.get(name).set_rule(make_rule(site=name, noise=frozenset(range(noise))))
    with pytest.raises(StoreError, match=r"rules 'a\.example' cannot be kept"):
        shelf.save_all()
    assert store.keys(RULES) == ["b.example"]
    assert keys_of(shelf.get(SITE)) == ["c1 v1"]


def edited(rules: list[Rule], change: str) -> list[Rule]:
    """What somebody made of the rule that both sides knew, or beside it."""
    known = rules[0]
    new = replace(known, version=2)
    return {
        "nothing": [known],
        "pinned": [replace(known, pinned=True)],
        "ended": [replace(known, until=DAY)],
        "removed": [],
        "new v2": [known, replace(new, content=rules[1].content)],
        "new v2 elsewhere": [known, replace(new, content=rules[2].content)],
        "same v2, more pages": [known, replace(new, content=rules[1].content, support=99)],
        "new v2, v3": [known, replace(new, content=rules[2].content), replace(new, version=3)],
    }[change]


@pytest.mark.parametrize(
    ("theirs", "ours", "merged"),
    [
        ("nothing", "pinned", "v1 pinned"),
        ("nothing", "removed", ""),
        ("nothing", "new v2", "v1, v2 p"),
        ("pinned", "nothing", "v1 pinned"),
        ("pinned", "ended", "v1 pinned"),
        ("pinned", "removed", "v1 pinned"),
        ("ended", "pinned", "v1 ended"),
        ("removed", "nothing", ""),
        ("removed", "pinned", ""),
        ("removed", "new v2", "v2 p"),
        ("new v2", "nothing", "v1, v2 p"),
        ("new v2", "removed", "v2 p"),
        ("new v2", "ended", "v1 ended, v2 p"),
        ("new v2", "new v2", "v1, v2 p"),
        ("new v2", "new v2 elsewhere", "v1, v2 p, v3 h1"),
        ("new v2 elsewhere", "new v2", "v1, v2 h1, v3 p"),
        ("new v2", "new v2, v3", "v1, v2 p, v3 h1, v4"),
        ("new v2, v3", "new v2", "v1, v2 h1, v3, v4 p"),
        ("new v2", "same v2, more pages", "v1, v2 p 99"),
        ("same v2, more pages", "new v2", "v1, v2 p 99"),
    ],
)
def test_rules_that_two_sides_change(
    two_shelves: tuple[SiteShelf, SiteShelf], make_rule: MakeRule, theirs: str, ours: str, merged: str
) -> None:
    rules = [make_rule(), make_rule(content="p"), make_rule(content="h1")]
    shelves = two_shelves
    shelves[0].get(SITE).set_rule(rules[0])
    shelves[0].save(SITE)
    memories = [shelf.get(SITE) for shelf in shelves]
    for shelf, memory, change in zip(shelves, memories, (theirs, ours), strict=True):
        assert memory.view.rules == (rules[0],)
        memory.rules = edited(rules, change)
        memory.look_anew()
        shelf.save(SITE)
    shown = {"p": " p", "h1": " h1", "div#story": ""}
    found = ", ".join(
        f"v{rule.version}{shown[rule.content[0].text]}"
        f"{' pinned' * rule.pinned}{' ended' * bool(rule.until)}{' 99' * (rule.support == 99)}"
        for rule in memories[1].rules
    )
    assert found == merged
    shelves[0].save(SITE)
    assert memories[0].rules == memories[1].rules
    assert memories[0].view.rules == memories[1].view.rules


def test_the_uses_of_a_rule_by_both_sides_are_added_up_and_come_one_after_the_other(
    two_shelves: tuple[SiteShelf, SiteShelf], make_rule: MakeRule
) -> None:
    memories = [shelf.get(SITE) for shelf in two_shelves]
    memories[0].set_rule(make_rule())
    memories[0].note_use("c1 v1", True, "2026-05-01")
    for shelf in two_shelves:
        shelf.save(SITE)
    for day, held in (("2026-05-02", True), ("2026-05-03", False)):
        memories[0].note_use("c1 v1", held, day)
    for day in ("2026-05-04", "2026-05-03"):
        memories[1].note_use("c1 v1", True, day)
    for shelf in two_shelves * 3:
        shelf.save(SITE)
    life = Life("++-++", 4, 1, "2026-05-03")
    for memory in memories:
        assert memory.lives == {"c1 v1": life}
        assert memory.life == life


def test_a_rule_that_gets_another_version_takes_its_life_with_it(
    two_shelves: tuple[SiteShelf, SiteShelf], make_rule: MakeRule
) -> None:
    memories = [shelf.get(SITE) for shelf in two_shelves]
    for shelf, memory, content in zip(two_shelves, memories, ("p", "h1"), strict=True):
        memory.set_rule(make_rule(content=content))
        memory.note_use("c1 v1", content == "h1", DAY)
        shelf.save(SITE)
    assert memories[1].lives == {"c1 v1": Life("-", 0, 1), "c1 v2": Life("+", 1, 0, DAY)}


def test_pages_that_both_sides_hear_are_kept_and_counted_once(
    two_shelves: tuple[SiteShelf, SiteShelf], testimonies: Testimonies
) -> None:
    pages = testimonies("courier", 100)
    memories = [shelf.get(SITE) for shelf in two_shelves]
    alone = SiteMemory(SITE)
    for number, page in enumerate(pages):
        for memory in (memories[number % 2], alone):
            memory.assign(page.structure)
            memory.hear(page, f"c{number % 7 // 6}")  # of every seven pages one is of another class
        if number % 3 == 0:
            two_shelves[number % 2].save(SITE)
    for shelf in two_shelves * 2:
        shelf.save(SITE)
    assert [len(one.pages) for one in alone.witnesses.values()] == [MOST_WITNESSES, 14]
    for memory in memories:
        assert memory.witnesses == alone.witnesses
        assert memory.clusters.counts == alone.clusters.counts
        assert memory.stories == alone.stories


def test_a_page_that_is_heard_again_is_kept_as_it_is_now(
    two_shelves: tuple[SiteShelf, SiteShelf], testimonies: Testimonies
) -> None:
    pages = testimonies("courier", 6)
    ours, theirs = (shelf.get(SITE) for shelf in two_shelves)
    for page in pages:
        hear(ours, page)
    for shelf in two_shelves:
        shelf.save(SITE)
    changed = replace(pages[0], confidence=0.25)
    hear(ours, changed)
    hear(theirs, testimonies("courier", 8)[-1])
    for shelf in two_shelves * 2:
        shelf.save(SITE)
    for memory in (ours, theirs):
        kept = [page for one in memory.witnesses.values() for page in one.pages]
        assert changed in kept
        assert pages[0] not in kept


def test_a_class_that_starts_over_here_does_not_get_its_old_pages_back(
    two_shelves: tuple[SiteShelf, SiteShelf], testimonies: Testimonies
) -> None:
    old, new = testimonies("courier", 40), testimonies("review", 6)
    ours, theirs = (shelf.get(SITE) for shelf in two_shelves)
    for page in old[:30]:
        ours.hear(page, "c1")
    for page in new:
        ours.witnesses["c1"].add(page, is_new=True)
    ours.witnesses["c1"].taught = 30
    for shelf in two_shelves:
        shelf.save(SITE)
    ours.witnesses["c1"].start_over()
    late = old[30]
    theirs.hear(late, "c1")
    for shelf in two_shelves * 2:
        shelf.save(SITE)
    for memory in (ours, theirs):
        one = memory.witnesses["c1"]
        assert one.pages == lowest([*new, late])
        assert (one.newcomers, one.heard, one.taught) == ([], 7, 0)


def test_the_newer_lesson_stays_and_of_two_new_ones_that_of_more_pages(
    two_shelves: tuple[SiteShelf, SiteShelf],
) -> None:
    ours, theirs = (shelf.get(SITE) for shelf in two_shelves)
    lessons = [SiteKnowledge(noise=frozenset({number})) for number in range(4)]

    def learn(memory: SiteMemory, lesson: int, pages: int) -> None:
        memory.witnesses.setdefault("c1", Witnesses()).taught = pages
        memory.knowledge = lessons[lesson]
        memory.look_anew()

    def known() -> list[int]:
        for shelf in two_shelves * 2:
            shelf.save(SITE)
        assert ours.knowledge == theirs.knowledge == ours.view.knowledge
        return sorted(ours.knowledge.noise)

    learn(ours, 0, 9)
    assert known() == [0]
    learn(theirs, 1, 6)  # newer, though of fewer pages: the class may have started over
    assert known() == [1]
    learn(ours, 2, 20)
    learn(theirs, 3, 10)
    assert known() == [2]


def test_two_processes_that_save_in_turn_come_to_know_the_same(
    two_shelves: tuple[SiteShelf, SiteShelf], testimonies: Testimonies
) -> None:
    pages = {name: testimonies(name, 60) for name in ("courier", "review")}
    memories = [shelf.get(SITE) for shelf in two_shelves]
    for number in range(60):
        for shelf, memory, name in zip(two_shelves, memories, pages, strict=True):
            hear(memory, pages[name][number])
            if memory.lesson_is_due:
                lesson = learn_site(SITE, memory.lesson_pages(), stories=memory.stories, day=DAY)
                memory.take_in(lesson, DAY)
            if number % 4 == 0:
                shelf.save(SITE)
    for shelf in two_shelves * 2:
        shelf.save(SITE)
    assert state(memories[0]) == state(memories[1])
    assert sum(memories[0].clusters.counts.values()) == 120
    assert len(memories[0].stories) == 120
    assert len(set(keys_of(memories[0]))) == len(memories[0].rules) >= 2


def test_no_page_is_lost_when_processes_learn_at_the_same_time(
    tmp_path: Path, run_together: RunTogether
) -> None:
    path = tmp_path / "store.sqlite"
    run_together(PROCESSES, HEAR, str(path))
    store = SqliteStore(path)
    memory = SiteShelf(store).get(SITE)
    store.close()
    urls = [
        f"https://{SITE}/{process}/{number}"
        for process in range(PROCESSES)
        for number in range(PAGES_OF_EACH)
    ]
    (one,) = memory.witnesses.values()
    assert one.heard == len(urls) == sum(memory.clusters.counts.values())
    assert [page.url for page in one.pages] == sorted(urls, key=mark)[:MOST_WITNESSES]
    assert len(memory.stories) == len(urls)


def test_what_is_stored_is_json_of_the_four_kinds(
    store: CountingStore, learned_memory: LearnedMemory
) -> None:
    shelf = SiteShelf(store)
    take_over(shelf.get(SITE), learned_memory("portal", 20))
    shelf.close()
    assert [store.keys(kind) for kind in KINDS] == [[SITE]] * 4
    assert all(json.dumps(store.get(kind, SITE), allow_nan=False).isascii() for kind in KINDS)

"""Pages are put into groups as they come, and the order in which they come makes no difference."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.demo import REDESIGNED, build_site, many_articles
from newsextract.page import read_page
from newsextract.site.cluster_bounds import LEAST_WEIGHT, ClusterBounds, weight_of
from newsextract.site.cluster_records import read
from newsextract.site.clustering import ARTICLE, NO_GROUP, SiteClusters
from newsextract.site.exact_clustering import linked_classes
from newsextract.site.structure import FEWEST_PATHS, page_structure

Met = tuple[frozenset[int], str]
"""A page: its structure and its kind."""

Parts = set[frozenset[int]]
"""How pages are parted into groups, by their numbers."""


def window(start: int, size: int = 12) -> frozenset[int]:
    """Of twelve paths each, the windows at 0 and 2 share 10, which is alike, and those at 0 and 3 share 9."""
    return frozenset(range(start, start + size))


def sheet(number: int, size: int = 20) -> range:
    """Pages of different numbers have nothing in common."""
    return range(10_000 * number, 10_000 * number + size)


def parts(clusters: SiteClusters, names: Iterable[str]) -> Parts:
    """Which pages are in one group in the end; each of those in none is by itself."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        groups[clusters.resolve(name) or f"page {number}"].append(number)
    return {frozenset(pages) for pages in groups.values()}


def met(clusters: SiteClusters, pages: Iterable[Met]) -> list[str]:
    return [clusters.assign(structure, kind) for structure, kind in pages]


def exact_parts(pages: Sequence[Met]) -> Parts:
    """By comparing all pages of a kind with each other."""
    found: Parts = set()
    for kind in {kind for _, kind in pages}:
        numbers = [number for number, page in enumerate(pages) if page[1] == kind]
        classes = linked_classes([pages[number][0] for number in numbers])
        found |= {frozenset(numbers[place] for place in places) for places in classes}
    return found


def stored(clusters: SiteClusters) -> dict[str, object]:
    """The record as it comes back from a store."""
    record: dict[str, object] = json.loads(json.dumps(clusters.to_record()))
    return record


def total(clusters: SiteClusters) -> int:
    return sum(clusters.counts.values())


PAGES = st.lists(
    st.tuples(
        st.builds(window, st.integers(0, 45), st.integers(3, 24)),
        st.sampled_from([ARTICLE, ARTICLE, ARTICLE, "index"]),
    ),
    max_size=30,
)
TIGHT = ClusterBounds(groups=4, pages_of_a_group=2, weight=6 * LEAST_WEIGHT, former_names=2)


@given(pages=PAGES, shuffled=st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_the_groups_are_those_of_comparing_all_pages_in_every_order(
    pages: list[Met], shuffled: random.Random
) -> None:
    expected = exact_parts(pages)
    clusters = SiteClusters()
    assert parts(clusters, met(clusters, pages)) == expected
    order = list(range(len(pages)))
    shuffled.shuffle(order)
    again = SiteClusters()
    names = dict(zip(order, met(again, (pages[number] for number in order)), strict=True))
    assert parts(again, (names[number] for number in range(len(pages)))) == expected
    assert sorted(again.counts.values()) == sorted(clusters.counts.values())


def test_pages_that_a_chain_joins_are_in_one_group() -> None:
    clusters = SiteClusters()
    names = [clusters.assign(window(start)) for start in (0, 4, 8, 50)]
    assert len(set(names)) == 4
    assert clusters.assign(window(2)) == names[0]
    assert [clusters.resolve(name) for name in names] == [names[0], names[0], names[2], names[3]]
    assert clusters.assign(window(6)) == names[0]
    assert [clusters.resolve(name) for name in names] == [*names[:1] * 3, names[3]]
    assert dict(clusters.counts) == {names[0]: 5, names[3]: 1}
    assert [clusters.pages(name) for name in names] == [5, 5, 5, 1]


def test_a_name_is_that_of_the_group_for_good() -> None:
    clusters = SiteClusters()
    names = [clusters.assign(window(start)) for start in range(40, 0, -4)]
    between = [clusters.assign(window(start)) for start in range(38, 0, -4)]
    assert len(set(names)) == 10
    assert {clusters.resolve(name) for name in (*names, *between)} == {names[0]}
    assert clusters.resolve("c00000000") == clusters.resolve("") == ""


def test_kinds_never_mix() -> None:
    clusters = SiteClusters()
    kinds = ["article", "index", "consent wall", "bot challenge", "soft 404"]
    names = [clusters.assign(window(0), kind) for kind in kinds for _ in range(6)]
    assert Counter(names) == dict.fromkeys(names[::6], 6)
    assert len(set(names)) == len(kinds)
    assert [clusters.kind(name) for name in names[::6]] == kinds
    assert all(clusters.is_class(name) for name in names)
    # nor does a page that links two groups of another kind
    article, *_ = (clusters.assign(window(start), "article") for start in (0, 4))
    clusters.assign(window(2), "index")
    assert clusters.resolve(clusters.assign(window(4), "article")) != article


@pytest.mark.parametrize("kind", ["", "two\nlines", "k" * 41, "\ud800"])
def test_a_kind_is_a_short_word_or_two(kind: str) -> None:
    clusters = SiteClusters()
    with pytest.raises(ValueError, match="kind="):
        clusters.assign(window(0), kind)
    with pytest.raises(ValueError, match="kind="):
        clusters.find(window(0), kind)
    assert dict(clusters.counts) == {}


def test_a_group_is_a_class_from_its_sixth_page() -> None:
    clusters = SiteClusters()
    seen = []
    for _ in range(7):
        name = clusters.assign(window(0))
        seen.append((clusters.pages(name), clusters.is_class(name)))
    assert seen == [(count, count >= 6) for count in range(1, 8)]


def test_groups_may_become_a_class_together() -> None:
    clusters = SiteClusters()
    names = [clusters.assign(window(start)) for start in (0, 0, 0, 4, 4)]
    assert [clusters.is_class(name) for name in names] == [False] * 5
    clusters.assign(window(2))
    assert [clusters.is_class(name) for name in names] == [True] * 5


@pytest.mark.parametrize("name", ["c00000000", "", "no name"])
def test_a_name_that_is_none(name: str) -> None:
    clusters = SiteClusters()
    clusters.assign(window(0))
    assert (clusters.pages(name), clusters.kind(name), clusters.is_class(name)) == (0, "", False)


def test_pages_with_too_few_paths_have_no_group() -> None:
    clusters = SiteClusters()
    for structure in ((), range(FEWEST_PATHS - 1), [1, 2, 3, 4] * 9):
        assert clusters.assign(structure) == clusters.find(structure) == NO_GROUP
    assert dict(clusters.counts) == {NO_GROUP: 3}
    assert (clusters.pages(NO_GROUP), clusters.is_class(NO_GROUP)) == (3, False)
    assert clusters.assign(range(FEWEST_PATHS)) != NO_GROUP


@given(pages=PAGES, asked=PAGES)
@settings(max_examples=100, deadline=None)
def test_finding_changes_nothing_and_says_where_a_page_would_go(pages: list[Met], asked: list[Met]) -> None:
    clusters = SiteClusters()
    met(clusters, pages)
    before = stored(clusters)
    found = [clusters.find(*page) for page in asked]
    assert stored(clusters) == before
    for page, name in zip(asked, found, strict=True):
        assigned = SiteClusters.from_record(before).assign(*page)
        assert name == (assigned if assigned in clusters.counts else NO_GROUP)


# ---- pages of made-up sites


@cache
def structure_of(html: bytes) -> frozenset[int]:
    return frozenset(page_structure(read_page(html)))


def site_pages(name: str) -> dict[str, list[frozenset[int]]]:
    """The structures of a demo site's pages by kind."""
    site = build_site(name)
    stories = {part for article in site.articles for part in article.parts} | set(site.duplicates)
    found: dict[str, list[frozenset[int]]] = defaultdict(list)
    for path, page in site.pages.items():
        if page.content_type.startswith("text/html") and page.status == 200:
            kind = ARTICLE if path in stories else site.others.get(path, "index")
            found[kind].append(structure_of(page.body))
    return found


@pytest.mark.parametrize("name", ["courier", "portal"])
def test_the_lists_of_a_site_do_not_share_a_group_with_its_stories(name: str) -> None:
    """Here their structure alone would not tell them apart."""
    pages = site_pages(name)
    assert {"index", "consent wall", "service"} < set(pages)
    clusters, without_kinds = SiteClusters(), SiteClusters()
    groups = {
        kind: {clusters.resolve(clusters.assign(page, kind)) for page in found}
        for kind, found in pages.items()
    }
    names = [name for found in groups.values() for name in found - {NO_GROUP}]
    assert len(names) == len(set(names))
    assert groups["index"] - {NO_GROUP}

    mixed = {kind: {without_kinds.assign(page) for page in found} for kind, found in pages.items()}
    assert mixed["index"] & mixed[ARTICLE] - {NO_GROUP}


@pytest.mark.parametrize("name", ["courier", "review", "portal", REDESIGNED])
def test_walls_are_in_no_group_of_stories_even_without_their_kind(name: str) -> None:
    pages = site_pages(name)
    clusters = SiteClusters()
    stories = {clusters.resolve(clusters.assign(page)) for page in pages[ARTICLE]}
    walls = {clusters.resolve(clusters.assign(page)) for page in pages["consent wall"]}
    assert walls
    assert not walls & stories


WALLS = {
    "consent wall": "<div><div>Your privacy</div><div>Accept</div><div>Reject</div><div>More</div></div>",
    "bot challenge": "<div><div><div><div><div>Checking your browser</div></div></div></div></div>",
    "soft 404": "<div>menu</div><div>search</div><div>Not found</div><div>help</div><div>imprint</div>",
}


def test_walls_challenges_and_missing_pages_have_groups_of_their_own() -> None:
    clusters = SiteClusters()
    articles = [structure_of(page.html) for page in many_articles("portal", 30)]
    names = {clusters.resolve(clusters.assign(page)) for page in articles}
    for kind, body in WALLS.items():
        wall = structure_of(f"<html><body>{body}</body></html>".encode())
        found = {clusters.assign(wall, kind) for _ in range(6)}
        assert len(found) == 1
        assert not found & {*names, NO_GROUP}
        names |= found
        assert all(clusters.is_class(name) and clusters.kind(name) == kind for name in found)


@given(pages=PAGES, later=PAGES, bounds=st.sampled_from([ClusterBounds(), TIGHT]))
@settings(max_examples=100, deadline=None)
def test_a_crawl_goes_on_where_another_ended(
    pages: list[Met], later: list[Met], bounds: ClusterBounds
) -> None:
    clusters = SiteClusters(bounds)
    met(clusters, pages)
    again = SiteClusters.from_record(stored(clusters), bounds)
    assert again.counts == clusters.counts
    assert stored(again) == stored(clusters)
    assert met(again, later) == met(clusters, later)
    assert stored(again) == stored(clusters)


def test_what_lasts_of_a_group() -> None:
    clusters = SiteClusters()
    first, second, other = (clusters.assign(window(start)) for start in (0, 4, 30))
    index, *_ = [clusters.assign(window(0), "index") for _ in range(6)]
    clusters.assign(window(2))
    clusters.assign(())
    again = SiteClusters.from_record(stored(clusters))
    assert dict(again.counts) == {first: 3, other: 1, index: 6, NO_GROUP: 1}
    assert (again.resolve(second), again.kind(index), again.is_class(index)) == (first, "index", True)
    assert [again.find(window(start)) for start in (0, 4, 30, 60)] == [first, first, other, NO_GROUP]


def test_a_record_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no object with"):
        SiteClusters.from_record({"version": 1})
    with pytest.raises(ValueError, match="there is no object with"):
        SiteClusters().merged([])


@given(before=PAGES, one=PAGES, other=PAGES, bounds=st.sampled_from([ClusterBounds(), TIGHT]))
@settings(max_examples=150, deadline=None)
def test_two_crawls_that_learn_at_the_same_time_lose_no_page(
    before: list[Met], one: list[Met], other: list[Met], bounds: ClusterBounds
) -> None:
    start = SiteClusters(bounds)
    names = met(start, before)
    record = stored(start)
    first, second = (SiteClusters.from_record(record, bounds) for _ in range(2))
    names += met(first, one)
    names += met(second, other)
    union = second.merged(stored(first.merged(record)))
    pages = [*before, *one, *other]
    assert total(union) == len(pages)
    assert read(stored(union), bounds).pages == len(pages)
    if bounds is not TIGHT:
        assert parts(union, names) == exact_parts(pages)
        assert sorted(union.counts.values()) == in_groups(pages)
    # what is written is not news any more
    record = stored(union)
    assert stored(union.merged(record)) == record
    union.assign(window(0))
    assert read(stored(union.merged(record)), bounds).pages == len(pages) + 1


def in_groups(pages: Sequence[Met]) -> list[int]:
    """Sizes of the groups, smallest first, and of what is in none as if it were one."""
    small = sum(len(structure) < FEWEST_PATHS for structure, _ in pages)
    large = [page for page in pages if len(page[0]) >= FEWEST_PATHS]
    return sorted([*map(len, exact_parts(large)), *([small] if small else [])])


def test_crawls_of_a_new_site_give_its_groups_the_same_names() -> None:
    first, second = SiteClusters(), SiteClusters()
    names = [met(clusters, [(window(0), ARTICLE)] * 4)[0] for clusters in (first, second)]
    union = second.merged(stored(first.merged(None)))
    assert names[0] == names[1]
    assert dict(union.counts) == {names[0]: 8}
    assert union.is_class(names[0])


def test_one_crawl_may_join_what_another_keeps_apart() -> None:
    start = SiteClusters()
    names = [start.assign(window(at)) for at in (0, 4)]
    record = stored(start)
    first, second = (SiteClusters.from_record(record) for _ in range(2))
    first.assign(window(2))
    second.assign(window(4))
    for one, other in ((first, second), (second, first)):
        union = other.merged(stored(one.merged(record)))
        assert dict(union.counts) == {names[0]: 4}
        assert union.resolve(names[1]) == names[0]


def test_a_crawl_whose_record_is_gone_writes_what_it_met_itself() -> None:
    start = SiteClusters()
    met(start, [(window(0), ARTICLE), (window(30), ARTICLE), (frozenset(), ARTICLE)])
    clusters = SiteClusters.from_record(stored(start))
    name = clusters.assign(window(2))
    union = clusters.merged(None)
    assert dict(union.counts) == {name: 1}
    assert dict(SiteClusters.from_record(stored(union)).counts) == {name: 1}


def test_a_name_lasts_through_records_and_joins() -> None:
    record = stored(SiteClusters())
    names = []
    for start in (0, 4, 8, 12, 10, 6, 2):
        clusters = SiteClusters.from_record(record)
        names.append(clusters.assign(window(start)))
        record = stored(clusters.merged(record))
    assert len(set(names)) == 4
    assert {SiteClusters.from_record(record).resolve(name) for name in names} == {names[0]}


@given(pages=PAGES, other=PAGES)
@settings(max_examples=150, deadline=None)
def test_the_bounds_hold_page_by_page_and_no_page_or_class_is_lost(
    pages: list[Met], other: list[Met]
) -> None:
    clusters = SiteClusters(TIGHT)
    classes: set[str] = set()
    for number, page in enumerate(pages, 1):
        name = clusters.assign(*page)
        assert name == clusters.resolve(name)
        check_bounds(clusters, number)
        assert all(clusters.is_class(known) for known in classes)
        classes |= {name for name in clusters.counts if clusters.is_class(name)}
        # a joined group has one name; the oldest former names may be forgotten
        classes &= set(clusters.counts)
    elsewhere = SiteClusters(TIGHT)
    met(elsewhere, other)
    union = clusters.merged(stored(elsewhere))
    check_bounds(union, len(pages) + len(other))


def check_bounds(clusters: SiteClusters, pages: int) -> None:
    record = read(stored(clusters), TIGHT)
    assert record.pages == total(clusters) == pages
    assert len(record.groups) <= TIGHT.groups
    assert all(1 <= len(group.kept) <= TIGHT.pages_of_a_group for group in record.groups)
    assert sum(weight_of(len(kept)) for group in record.groups for kept in group.kept) <= TIGHT.weight
    assert len(record.former_names) <= TIGHT.former_names


def test_pages_of_many_structures_stay_in_their_group_though_few_are_kept() -> None:
    """300 pages of one template: up to 20 paragraphs, and six of twelve boxes."""
    drawn = random.Random(3)  # noqa: S311  no secret
    pages = [
        {*range(100), *range(1000, 1000 + drawn.randint(0, 20)), *drawn.sample(range(2000, 2012), 6)}
        for _ in range(300)
    ]
    clusters = SiteClusters(ClusterBounds(pages_of_a_group=8))
    names = {clusters.assign(page) for page in pages}
    assert dict(clusters.counts) == dict.fromkeys(names, 300)
    (group,) = read(clusters.to_record(), ClusterBounds()).groups
    assert len(group.kept) <= 8
    assert len(set(map(frozenset, pages))) > 250


def test_noise_does_not_push_out_a_class() -> None:
    clusters = SiteClusters(ClusterBounds(groups=10, weight=3_000))
    name, *_ = [clusters.assign(sheet(0)) for _ in range(6)]
    for number in range(1, 200):
        clusters.assign(sheet(number, size=20 + number))
    assert clusters.pages(name) == 6
    assert clusters.assign(sheet(0)) == name
    assert len(clusters.counts) == 11
    assert total(clusters) == 206


def test_a_site_of_classes_has_room_for_no_more() -> None:
    clusters = SiteClusters(ClusterBounds(groups=3))
    names = [clusters.assign(sheet(number)) for number in range(3) for _ in range(6)]
    assert clusters.assign(sheet(9)) == clusters.find(sheet(9)) == NO_GROUP
    assert clusters.assign(sheet(1)) == names[6]
    assert dict(clusters.counts) == {names[0]: 6, names[6]: 7, names[12]: 6, NO_GROUP: 1}


def test_the_group_that_was_not_met_for_longest_is_forgotten() -> None:
    clusters = SiteClusters(ClusterBounds(groups=2))
    names = [clusters.assign(sheet(number)) for number in (0, 1, 0, 2)]
    assert dict(clusters.counts) == {names[0]: 2, names[3]: 1, NO_GROUP: 1}


def test_a_page_close_to_a_kept_one_is_not_kept_where_some_were_dropped() -> None:
    bounds = ClusterBounds(pages_of_a_group=2)
    clusters = SiteClusters(bounds)
    for size in (100, 101, 102):
        clusters.assign(range(size))
    (before,) = read(stored(clusters), bounds).groups
    assert (before.closest, [len(kept) for kept in before.kept]) == (99, [100, 102])
    clusters.assign(range(103))  # 102 of its paths are those of one that is kept
    (after,) = read(stored(clusters), bounds).groups
    assert (after.closest, after.kept, after.pages) == (99, before.kept, 4)


def test_groups_joined_by_a_page_that_is_not_kept_keep_to_the_bounds_of_one() -> None:
    bounds = ClusterBounds(pages_of_a_group=2)
    clusters = SiteClusters(bounds)
    names = [clusters.assign(range(size)) for size in (100, 101, 102)]  # of which 101 is dropped
    names += [
        clusters.assign([*range(20, 103), *range(200, 217)]),
        clusters.assign([*range(30, 103), *range(200, 227)]),
    ]
    assert dict(clusters.counts) == {names[0]: 3, names[3]: 2}
    # 102 of 103 paths are those of a kept page, and 83 of 100 those of the other group's
    assert clusters.assign(range(103)) == names[0]
    (group,) = read(stored(clusters), bounds).groups
    assert (group.pages, len(group.kept)) == (6, 2)


def test_a_forgotten_group_is_no_group_and_comes_again_under_its_name() -> None:
    clusters = SiteClusters(ClusterBounds(groups=2))
    names = [clusters.assign(sheet(number)) for number in range(3)]
    assert [clusters.resolve(name) for name in names] == ["", *names[1:]]
    assert dict(clusters.counts) == {names[1]: 1, names[2]: 1, NO_GROUP: 1}
    assert clusters.assign(sheet(0)) == names[0]


def synthetic(count: int, templates: int = 8) -> Iterable[Collection[int]]:
    """Pages of several templates, in which paragraphs, boxes and one-off paths vary, and 3 % of noise."""
    drawn = random.Random(11)  # noqa: S311  no secret
    for number in range(count):
        once = range(10**6 * (number + 1), 10**6 * (number + 1) + drawn.randint(0, 2))
        if drawn.random() < 0.03:
            yield range(10**6 * (number + 1), 10**6 * (number + 1) + drawn.randint(20, 200))
            continue
        base = 1_000 * drawn.randrange(templates)
        boxes = (
            range(base + 200 + 3 * box, base + 203 + 3 * box) for box in range(8) if drawn.random() < 0.5
        )
        body = range(base + 100, base + 100 + drawn.randint(2, 35))
        yield [*range(base, base + 90), *body, *(path for box in boxes for path in box), *once]


def test_the_cost_of_a_page_does_not_grow_with_the_pages_met() -> None:
    bounds = ClusterBounds(groups=60, pages_of_a_group=16, weight=20_000)
    clusters = SiteClusters(bounds)
    costs = []
    for page in synthetic(4_000):
        before = clusters.comparisons
        clusters.assign(page)
        costs.append(clusters.comparisons - before)
    assert max(costs) <= bounds.weight / LEAST_WEIGHT
    early, late = costs[1_000:2_000], costs[3_000:]
    assert sum(late) <= 1.1 * sum(early)
    record = read(clusters.to_record(), bounds)
    assert sum(weight_of(len(kept)) for group in record.groups for kept in group.kept) <= bounds.weight
    assert total(clusters) == 4_000
    classes = [count for name, count in clusters.counts.items() if clusters.is_class(name)]
    assert len(classes) == 8
    assert sum(classes) >= 0.96 * 4_000


def test_the_same_structure_costs_one_comparison_in_all() -> None:
    clusters = SiteClusters()
    clusters.assign(sheet(1))
    for _ in range(1_000):
        clusters.assign(sheet(0))
    assert clusters.comparisons == 1


def test_paths_that_are_gone_are_not_remembered() -> None:
    """No two of these pages share one."""
    clusters = SiteClusters(ClusterBounds(groups=20, pages_of_a_group=4, weight=4_000))
    for number in range(1_500):
        clusters.assign(range(200 * number, 200 * number + 150))
    kept = clusters._groups.kept
    assert len(kept) <= 20
    assert len(kept._number_of) < 110_000 < 1_500 * 150

"""Groups are opened, joined and forgotten, and what is kept of them stays within its bounds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from newsextract.site.cluster_bounds import FAR_APART, LEAST_WEIGHT, ClusterBounds
from newsextract.site.groups import NAME_DIGITS, Group, Groups
from newsextract.site.kept_pages import Shape
from newsextract.site.structure import CLASS_PAGES


def shape(paths: Iterable[int], kind: str = "article") -> Shape:
    return Shape.of(kind, paths)


def sheet(number: int, size: int = 20) -> Shape:
    """Pages of different numbers have nothing in common."""
    return shape(range(10_000 * number, 10_000 * number + size))


def opened(groups: Groups, number: int, pages: int = 1, size: int = 20) -> Group:
    """A group of so many pages, the last of which was the page of that number."""
    group = groups.open(sheet(number, size))
    assert group is not None
    group.pages, group.seen = pages, number
    return group


def paths_kept(group: Group) -> list[tuple[int, ...]]:
    return sorted(tuple(kept.paths.tolist()) for kept in group.kept.values())


def weight(groups: Groups) -> int:
    """What is kept, summed up group by group."""
    return sum(group.weight for group in groups.by_name.values())


def test_a_group_is_named_after_the_page_that_opens_it() -> None:
    one, other = Groups(ClusterBounds()), Groups(ClusterBounds())
    names = [opened(one, number).name for number in (1, 2)]
    assert names == [opened(other, number).name for number in (2, 1)][::-1]
    assert names == ["c023f2bd4", "c43fbe083"]
    index = one.open(shape(range(20), "index"))
    article = one.open(shape(range(20)))
    assert index is not None
    assert article is not None
    assert index.name != article.name


def test_a_name_that_another_group_has_or_had_gets_more_digits() -> None:
    groups = Groups(ClusterBounds())
    page = sheet(1)
    names = []
    for _ in range(3):
        group = groups.open(page)
        assert group is not None
        names.append(group.name)
    assert [len(name) for name in names] == [1 + NAME_DIGITS + number for number in range(3)]
    assert all(name.startswith(names[0]) for name in names)
    groups.join([opened(groups, 2), groups.by_name[names[2]]])
    again = groups.open(page)
    assert again is not None
    assert len(again.name) == 1 + NAME_DIGITS + 3


def test_a_wanted_name_is_given_while_it_is_free() -> None:
    groups = Groups(ClusterBounds())
    first, second = groups.open(sheet(1), "c00000000"), groups.open(sheet(2), "c00000000")
    assert first is not None
    assert second is not None
    assert (first.name, second.name) == ("c00000000", "c43fbe083")


@pytest.mark.parametrize("pages", [1, CLASS_PAGES - 1, CLASS_PAGES, 100])
def test_a_class_has_six_pages(pages: int) -> None:
    assert Group("c1", "article", pages=pages).is_class is (pages >= 6)


def test_groups_that_become_one() -> None:
    groups = Groups(ClusterBounds())
    first, second, third = (opened(groups, number, pages=number) for number in (1, 2, 3))
    first.added, second.added = 1, 2
    second.closest = 90
    assert groups.join([first, second]) is first
    assert groups.join([third, first]) is third
    assert (third.pages, third.added, third.seen, third.closest) == (6, 3, 3, 90)
    assert list(groups.by_name) == [third.name]
    assert [groups.resolve(group.name) for group in (first, second, third)] == [third.name] * 3
    assert groups.names_of(third) == [third.name, second.name, first.name]
    assert paths_kept(third) == [tuple(sheet(number).paths.tolist()) for number in (1, 2, 3)]
    assert all(groups.owner(sheet(number).key) is third for number in (1, 2, 3))
    assert groups.resolve("c0") == groups.resolve("") == ""


def test_the_groups_that_a_page_is_alike_come_oldest_first() -> None:
    groups = Groups(ClusterBounds())
    found = [groups.open(shape(range(start, start + 100))) for start in (17, 0, 500)]
    # 100 of 117 paths and 100 of 117, a page between the two
    alike = groups.alike(shape(range(117)))
    assert list(alike) == found[:2]
    assert list(alike.values()) == pytest.approx([100 / 117] * 2)
    assert groups.alike(shape(range(117), "index")) == {}


def test_only_so_many_former_names_are_remembered() -> None:
    groups = Groups(ClusterBounds(former_names=2))
    first, *others = (opened(groups, number) for number in range(1, 5))
    for other in others:
        groups.join([first, other])
    present = [groups.resolve(group.name) for group in (first, *others)]
    assert present == [first.name, "", first.name, first.name]


def test_the_group_that_was_not_met_for_longest_gives_way_but_no_class() -> None:
    groups = Groups(ClusterBounds(groups=3))
    large = opened(groups, 1, pages=CLASS_PAGES)
    old, new = opened(groups, 3, pages=2), opened(groups, 2, pages=3)
    old.seen, new.seen = 10, 20
    groups.rename("c00000001", old)
    latest = opened(groups, 4)
    assert list(groups.by_name.values()) == [large, new, latest]
    assert groups.outside.pages == 2
    assert groups.resolve(old.name) == groups.resolve("c00000001") == ""
    assert groups.former_names == {}
    assert groups.owner(sheet(3).key) is None
    assert weight(groups) == groups.kept.weight == 3 * LEAST_WEIGHT


def test_where_all_are_classes_there_is_no_room_for_one_more() -> None:
    groups = Groups(ClusterBounds(groups=2))
    classes = [opened(groups, number, pages=CLASS_PAGES) for number in (1, 2)]
    assert groups.open(sheet(3)) is None
    assert list(groups.by_name.values()) == classes
    assert groups.outside.pages == 0


@pytest.mark.parametrize(("size", "fits"), [(200, True), (201, False)])
def test_where_all_are_classes_a_page_has_to_fit_beside_them(size: int, fits: bool) -> None:
    groups = Groups(ClusterBounds(weight=500))
    classes = [opened(groups, number, pages=CLASS_PAGES, size=150) for number in (1, 2)]
    group = groups.open(sheet(3, size))
    assert (group is not None) is fits
    assert list(groups.by_name.values()) == [*classes, *([group] if group else [])]
    assert weight(groups) == groups.kept.weight <= 500


def variants(number: int, count: int) -> list[Shape]:
    """Pages of 200 paths with 199 of them in common."""
    common = range(10_000 * number, 10_000 * number + 199)
    return [shape([*common, 10_000 * number + 5_000 + variant]) for variant in range(count)]


def test_a_group_drops_pages_that_are_close_to_others() -> None:
    groups = Groups(ClusterBounds(pages_of_a_group=3))
    group = opened(groups, 1, size=170)
    larger = [range(10_000, 10_171), range(10_000, 10_173), [*range(10_000, 10_170), *range(10)]]
    for paths in larger[:2]:
        groups.keep(shape(paths), group)
    assert (len(group.kept), group.closest) == (3, 100)
    groups.keep(shape(larger[2]), group)
    # 170 of 171 is above 99 %; 171 of 173 is not, and 170 of 180 by far not
    assert group.closest == 99
    assert [len(paths) for paths in paths_kept(group)] == [180, 170, 173]
    assert groups.owner(shape(larger[0]).key) is None


def test_the_smallest_page_of_a_group_stays() -> None:
    groups = Groups(ClusterBounds(pages_of_a_group=1))
    group = opened(groups, 1, size=170)
    for page in variants(1, 20):
        groups.keep(page, group)
        assert paths_kept(group) == [tuple(range(10_000, 10_170))]


def test_pages_too_many_and_far_apart_are_not_compared_with_each_other_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    groups = Groups(ClusterBounds(pages_of_a_group=3))
    group = opened(groups, 1, size=100)
    compared: list[object] = []
    monkeypatch.setattr(groups.kept, "closeness", compared.append)
    group.closest = FAR_APART
    for number in range(2, 12):
        groups.keep(sheet(number), group)
        assert len(group.kept) == min(number, 3)
    assert compared == []


def test_the_heaviest_group_gives_way_first() -> None:
    groups = Groups(ClusterBounds(weight=1_500))
    heavy, light = opened(groups, 1, pages=CLASS_PAGES, size=200), opened(groups, 2, pages=2, size=150)
    for page in variants(1, 4):
        groups.keep(page, heavy)
    assert (len(heavy.kept), weight(groups)) == (5, 1_150)
    opened(groups, 3, size=400)
    assert (len(heavy.kept), weight(groups)) == (1, 750)
    assert list(groups.by_name.values())[:2] == [heavy, light]


def test_one_page_of_each_class_stays_and_other_groups_are_forgotten() -> None:
    groups = Groups(ClusterBounds(weight=1_000))
    kept = [opened(groups, number, pages=CLASS_PAGES, size=200) for number in (1, 2)]
    small = opened(groups, 3, pages=4, size=150)
    large = opened(groups, 4, pages=5, size=200)
    last = opened(groups, 5, pages=1, size=300)
    assert list(groups.by_name.values()) == [*kept, small, last]
    assert groups.outside.pages == large.pages
    assert weight(groups) == groups.kept.weight == 850


def elsewhere(
    *shapes: Shape, name: str = "c99999999", added: int = 2, pages: int = 9, closest: int = 100
) -> Group:
    """A group of another ``Groups``, so many pages of which came after it was read from a record."""
    kept = {page.key: page for page in shapes}
    return Group(name, shapes[0].kind, pages=pages, added=added, seen=3, closest=closest, kept=kept)


def test_new_pages_of_elsewhere_come_to_the_group_of_their_name_or_their_like() -> None:
    groups = Groups(ClusterBounds())
    named, like, same = (opened(groups, number, pages=3, size=100) for number in (1, 2, 3))
    groups.absorb(elsewhere(sheet(7), name=named.name), [named.name], seen=20)
    assert (named.pages, named.seen, len(named.kept)) == (5, 20, 2)
    groups.absorb(elsewhere(sheet(2, 90), closest=95), ["c99999999"], seen=30)
    assert (like.pages, like.closest, len(like.kept)) == (5, 95, 2)
    assert groups.resolve("c99999999") == like.name
    groups.absorb(elsewhere(sheet(3, 100)), [], seen=1)
    assert (same.pages, same.seen, len(same.kept)) == (5, 3, 1)
    assert len(groups.by_name) == 3


def test_a_group_of_elsewhere_joins_all_that_it_is_alike() -> None:
    groups = Groups(ClusterBounds())
    first, second = (groups.open(shape(range(start, start + 100))) for start in (0, 17))
    assert first is not None
    assert second is not None
    groups.absorb(elsewhere(shape(range(117)), sheet(8)), ["c99999999", second.name], seen=5)
    assert list(groups.by_name.values()) == [first]
    assert (first.pages, len(first.kept)) == (2, 4)
    assert groups.names_of(first) == [first.name, second.name, "c99999999"]


@pytest.mark.parametrize("news", [[], [range(117)]])
def test_groups_that_elsewhere_is_one_keep_to_the_bounds_of_one(news: list[range]) -> None:
    groups = Groups(ClusterBounds(pages_of_a_group=2))
    pages = [shape(range(start, start + 100)) for start in (0, 30, 60)]
    names = []
    for page in pages:
        group = groups.open(page)
        assert group is not None
        names.append(group.name)
    groups.absorb(elsewhere(pages[0], *map(shape, news)), names, seen=5)
    (group,) = groups.by_name.values()
    assert len(group.kept) == 2
    assert weight(groups) == groups.kept.weight


def test_a_group_of_elsewhere_that_is_new_keeps_its_name() -> None:
    groups = Groups(ClusterBounds())
    opened(groups, 1)
    groups.absorb(elsewhere(sheet(2), sheet(3)), ["c99999999", "c88888888"], seen=5)
    group = groups.by_name["c99999999"]
    # of its nine pages two are news; the others were read from a record that is no more
    assert (group.pages, group.added, group.seen, len(group.kept)) == (2, 0, 5, 2)
    assert groups.resolve("c88888888") == "c99999999"


def test_a_name_of_elsewhere_that_means_another_kind_here_stays_as_it_is() -> None:
    groups = Groups(ClusterBounds())
    index = groups.open(shape(range(50), "index"), "c99999999")
    groups.absorb(elsewhere(sheet(1)), ["c99999999"], seen=5)
    assert groups.resolve("c99999999") == "c99999999"
    assert [group.kind for group in groups.by_name.values()] == ["index", "article"]
    assert index is groups.by_name["c99999999"]


def test_pages_of_elsewhere_that_find_no_room_are_counted() -> None:
    groups = Groups(ClusterBounds(groups=1))
    only = opened(groups, 1, pages=CLASS_PAGES)
    groups.absorb(elsewhere(sheet(2), sheet(3)), ["c99999999"], seen=5)
    assert list(groups.by_name.values()) == [only]
    assert (only.pages, groups.outside.pages) == (CLASS_PAGES, 2)
    assert groups.resolve("c99999999") == ""

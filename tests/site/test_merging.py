"""What several processes learn of one site at the same time, made one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.site.drift import Life
from newsextract.site.memory import MOST_CLASSES, MOST_STORIES, MOST_VERSIONS
from newsextract.site.merging import merged_class, merged_classes, merged_life, merged_lore, merged_rules
from newsextract.site.rules import Rule
from newsextract.site.site_records import SiteLore, SiteRules
from newsextract.site.testimony import Testimony as PageTestimony  # pytest would take it for tests
from newsextract.site.witnesses import MOST_WITNESSES, Witnesses, lowest

MakeTestimony = Callable[..., PageTestimony]
MakeRule = Callable[..., Rule]


@pytest.mark.parametrize(
    ("before", "stored", "ours", "merged"),
    [
        (Life(), Life(), Life(), Life()),
        (Life(), Life("+", 1, 0, "1"), Life(), Life("+", 1, 0, "1")),
        (Life(), Life(), Life("-", 0, 1), Life("-", 0, 1)),
        (Life("+", 1, 0, "1"), Life("+-", 1, 1, "1"), Life("++", 2, 0, "2"), Life("+-+", 2, 1, "2")),
        # a day does not go back, and a page that was missed has none
        (Life("+", 1, 0, "1"), Life("++", 2, 0, "3"), Life("++", 2, 0, "2"), Life("+++", 3, 0, "3")),
        (Life("+", 1, 0, "1"), Life("++", 2, 0, "3"), Life("+-", 1, 1, "9"), Life("++-", 2, 1, "3")),
        # only the last pages are remembered one by one, also where more than these are new
        (Life("", 0, 0), Life("++++", 4, 0), Life("-" * 8, 3, 9), Life("-" * 8, 7, 9)),
        (Life("-" * 8, 0, 8), Life("-" * 8, 0, 20), Life("-" * 7 + "+", 1, 8), Life("-" * 7 + "+", 1, 20)),
        # the rule was removed here, and another came in its place
        (Life("+" * 8, 90, 2, "1"), Life("+" * 8, 91, 2, "1"), Life("-", 0, 1), Life("-", 0, 1)),
    ],
)
def test_lives(before: Life, stored: Life, ours: Life, merged: Life) -> None:
    assert merged_life(before, stored, ours) == merged


@pytest.mark.parametrize(
    ("before", "stored", "ours", "merged"),
    [
        ("ab", "ab", "ab", "ab"),
        ("ab", "abc", "abd", "abcd"),
        ("ab", "a", "abd", "ad"),
        ("ab", "abc", "b", "bc"),
        ("ab", "", "abc", "c"),
        ("", "ab", "bc", "abc"),
        ("ab", "cd", "ef", "cdef"),
    ],
)
def test_pages_that_are_new_on_either_side_and_none_that_one_has_dropped(
    make_testimony: MakeTestimony, before: str, stored: str, ours: str, merged: str
) -> None:
    def witnesses(urls: str) -> Witnesses:
        pages = lowest(map(make_testimony, urls))
        return Witnesses(pages, list(pages), len(pages))

    found = merged_class(*map(witnesses, (before, stored, ours)))
    assert found.pages == found.newcomers == witnesses(merged).pages


def test_a_page_that_gave_way_to_others_was_not_dropped(make_testimony: MakeTestimony) -> None:
    pages = [make_testimony(f"https://a.example/{number}") for number in range(MOST_WITNESSES + 1)]
    by_mark = lowest(pages)
    more = next(page for page in pages if page not in by_mark)
    before = Witnesses([*by_mark[1:], more], [], MOST_WITNESSES)
    ours = Witnesses(by_mark, [], MOST_WITNESSES + 1)
    stored = Witnesses([page for page in before.pages if page != by_mark[5]], [], MOST_WITNESSES)
    # here the last one gave way to the first; there the sixth was dropped, which makes room for it
    assert merged_class(before, stored, ours).pages == [
        page for page in [*by_mark, more] if page != by_mark[5]
    ]


@pytest.mark.parametrize(
    ("before", "stored", "ours", "heard", "taught"),
    [
        ((6, 6), (6, 6), (6, 6), 6, 6),
        ((6, 6), (9, 6), (8, 6), 11, 6),
        ((6, 6), (12, 12), (8, 6), 14, 12),
        ((6, 6), (8, 6), (12, 12), 14, 12),
        ((6, 6), (12, 12), (13, 13), 19, 13),
        # one side started over with 5 pages, the other heard 2 more
        ((40, 33), (42, 33), (5, 0), 7, 0),
        ((40, 33), (5, 0), (42, 33), 7, 0),
        # both did, and nobody knows of which pages
        ((40, 33), (5, 0), (6, 0), 0, 0),
    ],
)
def test_counts_of_pages_heard_and_taught(
    before: tuple[int, int], stored: tuple[int, int], ours: tuple[int, int], heard: int, taught: int
) -> None:
    sides = (Witnesses(heard=side[0], taught=side[1]) for side in (before, stored, ours))
    assert merged_class(*sides) == Witnesses(heard=heard, taught=taught)


def test_what_is_heard_is_never_less_than_what_is_kept(make_testimony: MakeTestimony) -> None:
    before = Witnesses(heard=40)
    stored, ours = (Witnesses([make_testimony(url)], [], 1) for url in "ab")
    assert merged_class(before, stored, ours).heard == 2


@pytest.mark.parametrize(
    ("before", "stored", "ours", "merged"),
    [
        ("", "a", "b", "ab"),
        ("a", "a", "", ""),
        ("a", "", "a", ""),
        ("a", "A", "", "A"),
        ("a", "", "A", "A"),
        ("a", "a", "A", "A"),
        ("", "a", "A", "A"),
    ],
)
def test_a_class_that_one_side_removed_is_there_if_the_other_heard_more(
    make_testimony: MakeTestimony, before: str, stored: str, ours: str, merged: str
) -> None:
    """A letter is a class with its page, a capital one the same with a page more."""

    def classes(names: str) -> dict[str, Witnesses]:
        found = {}
        for name in names:
            urls = {name.lower(), name}
            found[name.lower()] = Witnesses(lowest(map(make_testimony, urls)), [], len(urls))
        return found

    found = merged_classes(classes(before), classes(stored), classes(ours))
    assert set(found) == set(merged.lower())
    for name in merged:
        assert name in {page.url for page in found[name.lower()].pages}


def test_there_are_not_more_classes_than_a_site_may_have() -> None:
    stored = {f"s{number}": Witnesses(heard=1) for number in range(MOST_CLASSES - 1)}
    ours = {f"o{number}": Witnesses(heard=1) for number in range(3)}
    assert [*merged_classes({}, stored, ours)] == [*stored, "o0"]


def test_there_are_not_more_ended_versions_than_are_kept(make_rule: MakeRule) -> None:
    ended = [make_rule(version=version, until="2026-01-01") for version in range(1, MOST_VERSIONS + 1)]
    stored = SiteRules(rules=tuple(ended), lives={"c1 v1": Life("-", 0, 1), "c1 v2": Life("-", 0, 1)})
    ours = SiteRules(rules=(make_rule(version=50, content="p", until="2026-01-01"),))
    merged = merged_rules(SiteRules(), stored, ours)
    assert [rule.version for rule in merged.rules] == [*range(2, MOST_VERSIONS + 1), 50]
    assert set(merged.lives) == {"c1 v2"}


def test_there_are_not_more_stories_than_are_kept() -> None:
    before = SiteLore(stories=frozenset({5}))
    stored = SiteLore(stories=frozenset(range(10, MOST_STORIES + 8)))
    ours = SiteLore(stories=frozenset({5, 6, 7, 2**64 - 1}))
    # 5 was forgotten by somebody else; of the others the highest gives way
    assert merged_lore(before, stored, ours).stories == {6, 7, *range(10, MOST_STORIES + 8)}

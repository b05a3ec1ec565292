"""What is written of a site's groups is read again, and nothing else is."""

from __future__ import annotations

import copy
import json
import random
import re
import struct
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.site.cluster_bounds import DEFAULT_BOUNDS, LEAST_WEIGHT, ClusterBounds
from newsextract.site.cluster_records import (
    LARGEST_COUNT,
    LONGEST_KIND,
    GroupRecord,
    SiteRecord,
    is_kind,
    read,
    written,
)
from newsextract.site.clustering import SiteClusters
from newsextract.site.structure import FEWEST_PATHS, MOST_PATHS

Record = dict[str, Any]
Place = Sequence[str | int]

FIRST, SECOND = "c00000001", "c" + "0a" * 16
SITE = SiteRecord(
    groups=(
        GroupRecord(
            name=FIRST,
            kind="article",
            pages=7,
            seen=17,
            closest=100,
            kept=((1, 2, 3, 4, 5, 6, 2**64 - 1), (1, 3, 5, 7, 9, 2**63)),
        ),
        GroupRecord(
            name=SECOND, kind="bot challenge", pages=1, seen=0, closest=82, kept=((1, 3, 5, 7, 9, 2**63),)
        ),
    ),
    former_names={"c00000009": FIRST, "c00000003": SECOND, "c00000008": FIRST},
    without_group=9,
)
NOTHING = SiteRecord(former_names={})


def stored(record: SiteRecord) -> Record:
    """As it comes back from a store."""
    value: Record = json.loads(json.dumps(written(record)))
    return value


def packed(*paths: int) -> str:
    return b64encode(struct.pack(f"<{len(paths)}Q", *paths)).decode()


@pytest.mark.parametrize("site", [SITE, NOTHING])
def test_what_is_written_is_read_again(site: SiteRecord) -> None:
    found = read(stored(site), DEFAULT_BOUNDS)
    assert found == site
    assert list(found.former_names) == list(site.former_names), "the oldest first"
    assert written(found) == written(site)


def test_all_pages_are_counted() -> None:
    assert (SITE.pages, NOTHING.pages) == (17, 0)


def test_the_record_of_a_small_site() -> None:
    """Pinned: records outlive the version that wrote them."""
    assert written(SITE) == {
        "version": 1,
        "paths": packed(1, 2, 3, 4, 5, 6, 2**64 - 1, 7, 9, 2**63),
        "groups": [
            {
                "name": FIRST,
                "kind": "article",
                "pages": 7,
                "seen": 17,
                "closest": 100,
                "kept": [[0, 7], [0, 1, 2, 1, 4, 1, 7, 3]],
            },
            {
                "name": SECOND,
                "kind": "bot challenge",
                "pages": 1,
                "seen": 0,
                "closest": 82,
                "kept": [[0, 1, 2, 1, 4, 1, 7, 3]],
            },
        ],
        "former_names": {"c00000009": FIRST, "c00000003": SECOND, "c00000008": FIRST},
        "without_group": 9,
    }


@pytest.mark.parametrize(
    ("kind", "right"),
    [
        ("article", True),
        ("bot challenge", True),
        ("同意", True),
        ("k" * LONGEST_KIND, True),
        ("k" * (LONGEST_KIND + 1), False),
        ("", False),
        ("a\nb", False),
        ("\0", False),
        ("\ud800", False),
        (None, False),
        (7, False),
        (b"article", False),
    ],
)
def test_kinds(kind: object, right: bool) -> None:
    assert is_kind(kind) is right


KEPT: Place = ["groups", 0, "kept"]
PAGE: Place = [*KEPT, 0]
GONE = object()
MUTATIONS: list[tuple[Place, object, str]] = [
    # the whole
    ([], None, "there is no object with version, paths, groups, former_names, without_group"),
    ([], [], "there is no object with version"),
    ([], {}, "there is no object with version"),
    (["more"], 1, "there is no object with version"),
    (["former_names"], GONE, "there is no object with version"),
    (["version"], 0, "its version is not 1"),
    (["version"], 2, "its version is not 1"),
    (["version"], 1.0, "its version is not 1"),
    (["version"], True, "its version is not 1"),
    (["version"], "1", "its version is not 1"),
    # paths
    (["paths"], None, "paths is no text, or too long"),
    (["paths"], ["AAAA"], "paths is no text, or too long"),
    (["paths"], "A" * 2_000_000, "paths is no text, or too long"),
    (["paths"], "AAA", "paths is no base64 (Incorrect padding)"),
    (["paths"], "AA\nAAAAAAAAA=", "paths is no base64 ("),
    (["paths"], "ÄÄÄÄ", "paths is no base64 ("),
    (["paths"], "\ud800AAA", "paths is no base64 ("),
    (["paths"], "AAAA", "paths does not end with a path"),
    (["paths"], packed(*range(9), 8), "a path stands twice in paths"),
    (["paths"], "", "the length of a run is no whole number from 1 to 0"),
    # groups
    (["groups"], {}, "groups is no list, or has more than 300 entries"),
    (["groups"], [{}] * 301, "groups is no list, or has more than 300 entries"),
    (["groups", 0], None, "there is no object with name, kind, pages, seen, closest, kept"),
    (["groups", 0, "more"], 1, "there is no object with name"),
    (["groups", 0, "kept"], GONE, "there is no object with name"),
    (["groups", 0, "name"], None, "a group's name is none"),
    (["groups", 0, "name"], "", "a group's name is none"),
    (["groups", 0, "name"], "c1", "a group's name is none"),
    (["groups", 0, "name"], "c0000000G", "a group's name is none"),
    (["groups", 0, "name"], "c00000001\n", "a group's name is none"),
    (["groups", 0, "name"], "c" + "0" * 33, "a group's name is none"),
    (["groups", 0, "name"], SECOND, "two groups have one name"),
    (["groups", 0, "kind"], 3, "a group's kind is none"),
    (["groups", 0, "kind"], "", "a group's kind is none"),
    (["groups", 0, "kind"], "bot challenge", "a page is kept twice"),
    (["groups", 0, "pages"], 0, "pages is no whole number from 1 to 9,007,199,254,740,992"),
    (["groups", 0, "pages"], -1, "pages is no whole number"),
    (["groups", 0, "pages"], 7.0, "pages is no whole number"),
    (["groups", 0, "pages"], True, "pages is no whole number"),
    (["groups", 0, "pages"], "7", "pages is no whole number"),
    (["groups", 0, "pages"], float("nan"), "pages is no whole number"),
    (["groups", 0, "pages"], LARGEST_COUNT + 1, "pages is no whole number"),
    (["groups", 0, "pages"], LARGEST_COUNT, "it has too many pages"),
    (["groups", 0, "seen"], -1, "seen is no whole number from 0"),
    (["groups", 0, "seen"], None, "seen is no whole number from 0"),
    (["groups", 0, "seen"], 18, "a group was met after the last page"),
    (["groups", 0, "closest"], 81, "closest is no whole number from 82 to 100"),
    (["groups", 0, "closest"], 101, "closest is no whole number from 82 to 100"),
    # kept pages
    (KEPT, {}, "kept is no list, or has more than 64 entries"),
    (KEPT, [[0, 7]] * 65, "kept is no list, or has more than 64 entries"),
    (KEPT, [], "a group has no page"),
    (KEPT, [[0, 7], [0, 3, 3, 4]], "a page is kept twice"),
    (PAGE, None, "a kept page is no list, or has more than 10,000 entries"),
    (PAGE, [0] * 10_001, "a kept page is no list, or has more than 10,000 entries"),
    (PAGE, [0, 7, 8], "a kept page ends within a run"),
    (PAGE, [0.0, 7], "where a run starts is no whole number from 0 to 10"),
    (PAGE, [-1, 7], "where a run starts is no whole number from 0 to 10"),
    (PAGE, [11, 1], "where a run starts is no whole number from 0 to 10"),
    (PAGE, [0, 3, 2, 4], "where a run starts is no whole number from 3 to 10"),
    (PAGE, [4, 4, 0, 4], "where a run starts is no whole number from 8 to 10"),
    (PAGE, [0, 0], "the length of a run is no whole number from 1 to 10"),
    (PAGE, [4, 7], "the length of a run is no whole number from 1 to 6"),
    (PAGE, [0, True], "the length of a run is no whole number from 1 to 10"),
    (PAGE, [0, [7]], "the length of a run is no whole number from 1 to 10"),
    (PAGE, [0, FEWEST_PATHS - 1], "a kept page has too few paths, or too many"),
    (PAGE, [], "a kept page has too few paths, or too many"),
    # names and counts
    (["former_names"], [], "former_names is no object, or too long"),
    (["former_names"], {f"c{number:08x}": FIRST for number in range(2, 1003)}, "former_names is no object"),
    (["former_names", "x"], FIRST, "a former name is none"),
    (["former_names", FIRST], FIRST, "a former name is none"),
    (["former_names", SECOND], FIRST, "a former name is none"),
    (["former_names", "c00000009"], "c00000007", "a former name is of no group"),
    (["former_names", "c00000009"], "c00000008", "a former name is of no group"),
    (["former_names", "c00000009"], [FIRST], "a former name is of no group"),
    (["without_group"], -1, "without_group is no whole number from 0"),
    (["without_group"], 9.5, "without_group is no whole number from 0"),
    (["without_group"], 8, "a group was met after the last page"),
    (["without_group"], LARGEST_COUNT, "it has too many pages"),
]


def changed(value: Any, place: Place, to: object) -> Any:
    """The same with another value at one place, or without it."""
    if not place:
        return to
    value = copy.copy(value)
    if len(place) == 1 and to is GONE:
        del value[place[0]]
    else:
        inner = value.get(place[0]) if isinstance(value, dict) else value[int(place[0])]
        value[place[0]] = changed(inner, place[1:], to)
    return value


@pytest.mark.parametrize(("place", "to", "reason"), MUTATIONS)
def test_what_is_malformed_is_refused_with_the_reason(place: Place, to: object, reason: str) -> None:
    record = stored(SITE)
    assert read(changed(record, ["without_group"], 9), DEFAULT_BOUNDS) == SITE, "the change alone is at fault"
    with pytest.raises(ValueError, match=re.escape(reason)):
        read(changed(record, place, to), DEFAULT_BOUNDS)
    with pytest.raises(ValueError, match=re.escape(reason)):
        SiteClusters.from_record(changed(record, place, to))


@pytest.mark.parametrize(
    ("tight", "reason"),
    [
        ({"groups": 1}, "groups is no list, or has more than 1 entries"),
        ({"pages_of_a_group": 1}, "kept is no list, or has more than 1 entries"),
        ({"weight": 3 * LEAST_WEIGHT - 1}, "more pages are kept than may be"),
        ({"weight": 6}, "paths is no text, or too long"),
        ({"former_names": 2}, "former_names is no object, or too long"),
    ],
)
def test_more_than_may_be_kept_is_refused(tight: dict[str, int], reason: str) -> None:
    exact = {"groups": 2, "pages_of_a_group": 2, "weight": 3 * LEAST_WEIGHT, "former_names": 3}
    assert read(stored(SITE), ClusterBounds(**exact)) == SITE
    with pytest.raises(ValueError, match=reason):
        read(stored(SITE), ClusterBounds(**exact | tight))


@pytest.mark.parametrize(("paths", "fits"), [(MOST_PATHS, True), (MOST_PATHS + 1, False)])
def test_a_page_has_only_so_many_paths(paths: int, fits: bool) -> None:
    record = changed(stored(SITE), ["paths"], packed(*range(paths)))
    record = changed(record, KEPT, [[0, paths]])
    if fits:
        assert read(record, DEFAULT_BOUNDS).groups[0].kept == (tuple(range(paths)),)
    else:
        with pytest.raises(ValueError, match="a kept page has too few paths, or too many"):
            read(record, DEFAULT_BOUNDS)


def test_names_and_counts_at_their_edges() -> None:
    record = stored(SITE)
    edges: list[tuple[Place, object]] = [
        (["without_group"], LARGEST_COUNT - 8),
        (["groups", 0, "pages"], LARGEST_COUNT - 10),
        (["groups", 0, "closest"], 82),
        (["groups", 0, "kind"], "k" * LONGEST_KIND),
        (["former_names"], {}),
    ]
    for place, to in edges:
        assert written(read(changed(record, place, to), DEFAULT_BOUNDS)) == changed(record, place, to)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 200) | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
PLACES: list[Place] = [
    [],
    *([name] for name in written(SITE)),
    ["groups", 0],
    ["groups", 1],
    *(["groups", 0, name] for name in written(SITE)["groups"][0]),
    PAGE,
    [*KEPT, 1],
    [*PAGE, 0],
    [*PAGE, 1],
    *(["former_names", name] for name in ("c00000009", "c00000002", FIRST, "")),
]


@given(changes=st.lists(st.tuples(st.sampled_from(PLACES), JSON), min_size=1, max_size=3))
@settings(max_examples=400, deadline=None)
def test_whatever_a_record_says_it_is_read_or_refused(changes: list[tuple[Place, object]]) -> None:
    record: Any = stored(SITE)
    for place, to in changes:
        try:
            record = changed(record, place, to)
        except (TypeError, AttributeError, LookupError, ValueError):
            continue  # an earlier change has taken the place away
    try:
        found = read(record, DEFAULT_BOUNDS)
    except ValueError as error:
        assert str(error)  # noqa: PT017  any reason will do
        with pytest.raises(ValueError, match=re.escape(str(error))):
            SiteClusters.from_record(record)
    else:
        assert read(stored(found), DEFAULT_BOUNDS) == found
        again = SiteClusters.from_record(record)
        assert sum(again.counts.values()) == found.pages
        again.assign(range(20))


GROUPS = st.lists(
    st.builds(
        GroupRecord,
        name=st.integers(0, 16**8 - 1).map(lambda number: f"c{number:08x}"),
        kind=st.sampled_from(["article", "index", "consent wall"]),
        pages=st.integers(1, 2**40),
        seen=st.just(0),
        closest=st.integers(82, 100),
        kept=st.lists(
            st.sets(st.integers(0, 40) | st.integers(0, 2**64 - 1), min_size=5, max_size=30).map(
                lambda paths: tuple(sorted(paths))
            ),
            min_size=1,
            max_size=4,
        ).map(tuple),
    ),
    max_size=5,
    unique_by=(lambda group: group.name, lambda group: group.kept),
)


@given(groups=GROUPS, without_group=st.integers(0, 2**40))
@settings(max_examples=150, deadline=None)
def test_all_that_is_written_is_read_again(groups: list[GroupRecord], without_group: int) -> None:
    site = SiteRecord(groups=tuple(groups), former_names={}, without_group=without_group)
    kept = [(group.kind, page) for group in groups for page in group.kept]
    if len(set(kept)) == len(kept):
        assert read(stored(site), DEFAULT_BOUNDS) == site
    else:
        with pytest.raises(ValueError, match="a page is kept twice"):
            read(stored(site), DEFAULT_BOUNDS)


def full_site(shared: int) -> SiteClusters:
    """As much as may be kept: groups of pages of 150 paths, so many of them taken from those of the site."""
    drawn = random.Random(5)  # noqa: S311  no secret
    common = [drawn.getrandbits(64) for _ in range(2 * shared)]
    clusters = SiteClusters()
    for _ in range(700):
        own = [drawn.getrandbits(64) for _ in range(150 - shared)]
        clusters.assign([*drawn.sample(common, shared), *own])
    return clusters


@pytest.mark.parametrize(
    ("shared", "bytes_a_path"),
    [
        (0, 11),  # base64 of eight bytes
        (75, 10),  # half of them in runs of one or two
        (100, 10),
    ],
)
def test_a_full_record_is_small_enough_to_store(shared: int, bytes_a_path: int) -> None:
    record = full_site(shared).to_record()
    paths = sum(150 for group in record["groups"] for _ in group["kept"])
    assert paths >= 40_000
    size = len(json.dumps(record, separators=(",", ":")))
    assert size < paths * bytes_a_path + 60_000 < 2_000_000


def test_a_page_like_another_adds_little_to_the_record() -> None:
    clusters = SiteClusters()
    sizes = []
    for extra in range(1, 40):
        clusters.assign([*range(150), *range(1000, 1000 + extra)])
        sizes.append(len(json.dumps(clusters.to_record())))
    assert len(clusters.to_record()["groups"][0]["kept"]) == 39
    assert (sizes[-1] - sizes[0]) / 38 < 30

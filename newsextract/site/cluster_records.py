"""The groups of a site as plain JSON, and back: what is read again is checked in full.

The paths of all kept pages stand once, in base64 of eight bytes each, in the order in which pages have them.
A page is then a list of runs of these: ``[0, 90, 95, 12]`` are 90 from the first on and 12 from number 95 on.
"""

from __future__ import annotations

import re
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from newsextract.site.cluster_bounds import ALL_DISTINCT, FAR_APART, ClusterBounds, weight_of
from newsextract.site.structure import FEWEST_PATHS, MOST_PATHS

VERSION = 1

LARGEST_COUNT = 2**53
"""Pages that can be counted: numbers up to this one are the same in every reader of JSON."""

LONGEST_KIND = 40
"""Characters of a kind of page; ours are words such as ``bot challenge``."""

_NAME = re.compile(r"c[0-9a-f]{8,32}")
_PATH_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRecord:
    """One group of like-built pages."""

    name: str
    kind: str
    pages: int
    seen: int
    """How many pages the site had when the group was last met."""
    closest: int
    """Percentage of paths in common above which a page is not kept beside another."""
    kept: tuple[tuple[int, ...], ...]
    """The paths of each kept page, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteRecord:
    """All that is known of how a site's pages are built."""

    groups: tuple[GroupRecord, ...] = ()
    """The oldest first."""
    former_names: Mapping[str, str]
    """The oldest first."""
    without_group: int = 0
    """Pages that are in no group."""

    @property
    def pages(self) -> int:
        """All pages met."""
        return self.without_group + sum(group.pages for group in self.groups)


def is_kind(kind: object) -> bool:
    """Whether this can be the name of a kind of page."""
    return isinstance(kind, str) and 0 < len(kind) <= LONGEST_KIND and kind.isprintable()


def written(record: SiteRecord) -> dict[str, Any]:
    """As values of JSON."""
    places: dict[int, int] = {}
    for group in record.groups:
        for paths in group.kept:
            for path in paths:
                places.setdefault(path, len(places))
    return {
        "version": VERSION,
        "paths": b64encode(struct.pack(f"<{len(places)}Q", *places)).decode("ascii"),
        "groups": [
            {
                "name": group.name,
                "kind": group.kind,
                "pages": group.pages,
                "seen": group.seen,
                "closest": group.closest,
                "kept": [_runs(sorted(places[path] for path in paths)) for paths in group.kept],
            }
            for group in record.groups
        ],
        "former_names": dict(record.former_names),
        "without_group": record.without_group,
    }


def _runs(numbers: Iterable[int]) -> list[int]:
    """Ascending numbers as first number and length of each run."""
    runs: list[int] = []
    end = -1
    for number in numbers:
        if number != end:
            runs += (number, 0)
        runs[-1] += 1
        end = number + 1
    return runs


def read(value: object, bounds: ClusterBounds) -> SiteRecord:
    """The record that was written so. Raises ValueError, with the reason, for anything else."""
    fields = _fields(value, "version", "paths", "groups", "former_names", "without_group")
    _check(type(fields["version"]) is int and fields["version"] == VERSION, f"its version is not {VERSION}")
    groups = _groups(fields["groups"], _paths(fields["paths"], bounds), bounds)
    record = SiteRecord(
        groups=groups,
        former_names=_former_names(fields["former_names"], {group.name for group in groups}, bounds),
        without_group=_count(fields["without_group"], 0, LARGEST_COUNT, "without_group"),
    )
    _check(record.pages <= LARGEST_COUNT, "it has too many pages")
    _check(all(group.seen <= record.pages for group in groups), "a group was met after the last page")
    return record


def _paths(value: object, bounds: ClusterBounds) -> tuple[int, ...]:
    # four characters of base64 are three bytes
    _check(
        isinstance(value, str) and len(value) <= bounds.weight * _PATH_BYTES * 4 // 3 + 4,
        "paths is no text, or too long",
    )
    try:
        data = b64decode(str(value), validate=True)
    except ValueError as error:
        raise ValueError(f"paths is no base64 ({error})") from error
    _check(len(data) % _PATH_BYTES == 0, "paths does not end with a path")
    paths = struct.unpack(f"<{len(data) // _PATH_BYTES}Q", data)
    _check(len(set(paths)) == len(paths), "a path stands twice in paths")
    return paths


def _groups(value: object, paths: Sequence[int], bounds: ClusterBounds) -> tuple[GroupRecord, ...]:
    groups: list[GroupRecord] = []
    weight = 0
    for item in _list(value, bounds.groups, "groups"):
        groups.append(_group(item, paths, bounds))
        weight += sum(weight_of(len(kept)) for kept in groups[-1].kept)
        _check(weight <= bounds.weight, "more pages are kept than may be")
    _check(len({group.name for group in groups}) == len(groups), "two groups have one name")
    kept = [(group.kind, page) for group in groups for page in group.kept]
    _check(len(set(kept)) == len(kept), "a page is kept twice")
    return tuple(groups)


def _group(value: object, paths: Sequence[int], bounds: ClusterBounds) -> GroupRecord:
    fields = _fields(value, "name", "kind", "pages", "seen", "closest", "kept")
    _check(_is_name(fields["name"]), "a group's name is none")
    _check(is_kind(fields["kind"]), "a group's kind is none")
    kept = _list(fields["kept"], bounds.pages_of_a_group, "kept")
    _check(bool(kept), "a group has no page")
    return GroupRecord(
        name=fields["name"],
        kind=fields["kind"],
        pages=_count(fields["pages"], 1, LARGEST_COUNT, "pages"),
        seen=_count(fields["seen"], 0, LARGEST_COUNT, "seen"),
        closest=_count(fields["closest"], FAR_APART, ALL_DISTINCT, "closest"),
        kept=tuple(_page(runs, paths) for runs in kept),
    )


def _page(value: object, paths: Sequence[int]) -> tuple[int, ...]:
    runs = _list(value, 2 * MOST_PATHS, "a kept page")
    _check(len(runs) % 2 == 0, "a kept page ends within a run")
    found: list[int] = []
    end = 0
    for start, length in zip(runs[::2], runs[1::2], strict=True):
        first = _count(start, end, len(paths), "where a run starts")
        end = first + _count(length, 1, len(paths) - first, "the length of a run")
        found += paths[first:end]
    _check(FEWEST_PATHS <= len(found) <= MOST_PATHS, "a kept page has too few paths, or too many")
    return tuple(sorted(found))


def _former_names(value: object, names: set[str], bounds: ClusterBounds) -> dict[str, str]:
    _check(
        isinstance(value, dict) and len(value) <= bounds.former_names,
        "former_names is no object, or too long",
    )
    former = dict(value) if isinstance(value, dict) else {}
    _check(all(_is_name(name) and name not in names for name in former), "a former name is none")
    _check(
        all(isinstance(name, str) and name in names for name in former.values()),
        "a former name is of no group",
    )
    return former


def _is_name(value: object) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _fields(value: object, *names: str) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != set(names):
        raise ValueError(f"there is no object with {', '.join(names)}")
    return value


def _list(value: object, most: int, name: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(f"{name} is no list, or has more than {most:,} entries")
    return value


def _count(value: object, least: int, most: int, name: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} is no whole number from {least:,} to {most:,}")
    return value


def _check(right: bool, reason: str) -> None:
    if not right:
        raise ValueError(reason)

"""The groups of a site's pages: opened, joined, and kept within their bounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from newsextract.site.cluster_bounds import ALL_DISTINCT, FAR_APART, ClusterBounds
from newsextract.site.kept_pages import KeptPages, Key, Shape, in_order, spread
from newsextract.site.structure import CLASS_PAGES

NAME_DIGITS = 8
"""Digits of a hash in a group's name. Of the 1,300 names that a site can have two are the same with odds of
1 to 5,000; the later one then has more digits."""


@dataclass(slots=True, eq=False)
class Group:
    """Pages of one kind that are built alike."""

    name: str
    kind: str
    pages: int = 0
    added: int = 0
    """How many of these came after the groups were read from a record."""
    seen: int = 0
    """How many pages the site had when one of the group was last met."""
    closest: int = ALL_DISTINCT
    """Percentage of paths in common above which a page is not kept beside another."""
    kept: dict[Key, Shape] = field(default_factory=dict)

    @property
    def is_class(self) -> bool:
        """Whether there are enough pages to learn from."""
        return self.pages >= CLASS_PAGES

    @property
    def weight(self) -> int:
        """What its kept pages cost."""
        return sum(shape.weight for shape in self.kept.values())


class Groups:
    """All groups of a site by name, the oldest first."""

    def __init__(self, bounds: ClusterBounds) -> None:
        self.bounds = bounds
        self.by_name: dict[str, Group] = {}
        self.former_names: dict[str, str] = {}
        """Of groups that became part of another: the name of that one. The oldest first."""
        self.outside = Group("", "")
        """Counts the pages that are in no group."""
        self.kept = KeptPages()
        self._owners: dict[Key, Group] = {}

    def resolve(self, name: str) -> str:
        """The present name of a group; empty for one that does not exist or was forgotten."""
        name = self.former_names.get(name, name)
        return name if name in self.by_name else ""

    def owner(self, key: Key) -> Group | None:
        """The group that keeps this very page."""
        return self._owners.get(key)

    def alike(self, shape: Shape) -> dict[Group, float]:
        """The groups with pages that a page is alike, the oldest first, and how close the closest page is."""
        found: dict[Group, float] = {}
        for key, closeness in self.kept.matches(shape):
            group = self._owners[key]
            found[group] = max(found.get(group, 0.0), closeness)
        if len(found) < 2:
            return found
        return {group: found[group] for group in self.by_name.values() if group in found}

    def join(self, groups: Iterable[Group]) -> Group:
        """Make one group of several; the first stays."""
        first, *others = groups
        for other in others:
            first.pages += other.pages
            first.added += other.added
            first.seen = max(first.seen, other.seen)
            first.closest = min(first.closest, other.closest)
            first.kept |= other.kept
            self._owners |= dict.fromkeys(other.kept, first)
            del self.by_name[other.name]
            for name in self.names_of(other):
                self.rename(name, first)
        return first

    def names_of(self, group: Group) -> list[str]:
        """The name of a group and its former names."""
        return [group.name, *(former for former, name in self.former_names.items() if name == group.name)]

    def rename(self, former: str, group: Group) -> None:
        """Let a name that no group has stand for this one."""
        self.former_names[former] = group.name
        if len(self.former_names) > self.bounds.former_names:
            del self.former_names[next(iter(self.former_names))]

    def open(self, shape: Shape, name: str = "") -> Group | None:
        """A new group, with the page that it is opened by and if possible this name; None when there is no
        room for it."""
        if len(self.by_name) >= self.bounds.groups:
            passing = [group for group in self.by_name.values() if not group.is_class]
            if not passing:
                return None
            self._forget(min(passing, key=lambda group: group.seen))
        group = Group(self._free_name(shape, name), shape.kind)
        self.by_name[group.name] = group
        self.keep(shape, group)
        return group if group.name in self.by_name else None

    def add(self, group: Group, shapes: Iterable[Shape]) -> None:
        """Take over a whole group that fits."""
        self.by_name[group.name] = group
        for shape in shapes:
            self._hold(shape, group)

    def absorb(self, other: Group, names: Collection[str], *, seen: int) -> None:
        """Add the new pages of a group of elsewhere, known by these names, to those that it is a part of."""
        named = (self.by_name.get(self.resolve(name)) for name in names)
        parts = {group for group in named if group and group.kind == other.kind}
        parts.update(group for key in other.kept if (group := self.owner(key)))
        new = [shape for key, shape in other.kept.items() if not self.owner(key)]
        parts.update(group for shape in new for group in self.alike(shape))
        if parts:
            group = self.join(group for group in self.by_name.values() if group in parts)
        else:
            group = self.open(new.pop(0), other.name) or self.outside
        group.pages += other.added
        group.seen = max(group.seen, seen)
        if group is self.outside:
            return
        group.closest = min(group.closest, other.closest)
        for name in names:
            if not self.resolve(name):
                self.rename(name, group)
        for shape in new:
            self._hold(shape, group)
        self.fit(group)

    def keep(self, shape: Shape, group: Group) -> None:
        """Keep a page of a group to compare others with, and drop what is then too much."""
        self._hold(shape, group)
        self.fit(group)

    def fit(self, newest: Group) -> None:
        """Keep to the bounds after a group has grown: it gives way itself, or else the heaviest does, but one
        page of each class stays."""
        self._thin(newest, self.bounds.pages_of_a_group)
        while self.kept.weight > self.bounds.weight:
            others = (group for group in self.by_name.values() if group is not newest and not group.is_class)
            candidates = [*others, *(group for group in self.by_name.values() if len(group.kept) > 1)]
            heaviest = max(candidates, key=lambda group: (group.weight, -group.seen), default=newest)
            if len(heaviest.kept) > 1:
                self._thin(heaviest, len(heaviest.kept) * 3 // 4)
            else:
                self._forget(heaviest)

    def _hold(self, shape: Shape, group: Group) -> None:
        group.kept[shape.key] = shape
        self._owners[shape.key] = group
        self.kept.add(shape)

    def _thin(self, group: Group, most: int) -> None:
        """Keep at most so many pages of a group, which are then further apart."""
        if len(group.kept) <= most:
            return
        shapes = in_order(group.kept.values())
        stay = list(range(len(shapes)))
        if group.closest > FAR_APART:  # or else each further page would be compared with each
            closeness = self.kept.closeness([shape.key for shape in shapes])
            while len(stay) > most and group.closest > FAR_APART:
                group.closest -= 1
                stay = spread(closeness, group.closest / 100)
        group.kept = {shapes[place].key: shapes[place] for place in stay[:most]}
        self._drop([shape.key for shape in shapes if shape.key not in group.kept])

    def _forget(self, group: Group) -> None:
        self._drop(group.kept)
        del self.by_name[group.name]
        self.former_names = {former: name for former, name in self.former_names.items() if name != group.name}
        self.outside.pages += group.pages
        self.outside.added += group.added

    def _drop(self, keys: Iterable[Key]) -> None:
        self.kept.remove(keys)
        for key in keys:
            del self._owners[key]

    def _free_name(self, shape: Shape, wanted: str) -> str:
        """Made of the page that opens the group: the same in every crawl, however many groups there are."""
        digits = blake2b(shape.kind.encode() + b"\0" + shape.key.digest, digest_size=16).hexdigest()
        names = [wanted, *(f"c{digits[:length]}" for length in range(NAME_DIGITS, len(digits) + 1))]
        return next(name for name in names if name and not self.resolve(name))

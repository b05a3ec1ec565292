"""Page clustering (Wang, Chen, Dai 2018), page by page: a page is put into a group when it arrives.

``structure`` says when two pages are built alike. Pages that a chain of pages joins, each alike the next, are
in one group, and a page alike pages of two groups makes one of them. So the groups do not depend on the order
of the pages: they are those of ``exact_clustering.linked_classes``. A group counts as a class from its sixth
page on. Pages of different kinds (article, index, consent wall ...) never share one.

What a page costs does not grow with the pages met, for only so many are kept to compare with. As long as a
site stays within ``ClusterBounds`` (64 structures a group, 300 groups, 100,000 paths in all) every structure
is kept and the groups are exactly those. Beyond:

- Of a group with more structures those are dropped that have more than 99 % of their paths in common with
  another, then those with more than 98 % and so on, down to 82 %. A page that was alike a dropped one only
  then opens a group of its own, until a page arrives that is alike both.
- Of a site with more groups, those that are no class yet and were not met for longest are forgotten; their
  pages are in no group then. Classes are never forgotten: when there is room for no more, a page alike none
  has no group.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from newsextract.site import cluster_records
from newsextract.site.cluster_bounds import DEFAULT_BOUNDS, ClusterBounds
from newsextract.site.cluster_records import GroupRecord, SiteRecord, is_kind
from newsextract.site.groups import Group, Groups
from newsextract.site.kept_pages import Shape
from newsextract.site.structure import FEWEST_PATHS

ARTICLE = "article"
NO_GROUP = ""


class SiteClusters:
    """The groups of one site, each with a name such as ``c3fa90b21`` that later crawls know it by."""

    def __init__(self, bounds: ClusterBounds = DEFAULT_BOUNDS) -> None:
        self._groups = Groups(bounds)
        self._pages = 0
        self._pages_read = 0  # how many of these were in the record

    @property
    def counts(self) -> Mapping[str, int]:
        """How many pages each group has; those without a group under an empty name."""
        counts = {name: group.pages for name, group in self._groups.by_name.items()}
        if self._groups.outside.pages:
            counts[NO_GROUP] = self._groups.outside.pages
        return MappingProxyType(counts)

    @property
    def comparisons(self) -> int:
        """Kept pages that pages were compared with so far: what grouping cost."""
        return self._groups.kept.comparisons

    def resolve(self, name: str) -> str:
        """The present name of a group, by this or a former name; empty for none and for a forgotten one."""
        return self._groups.resolve(name)

    def pages(self, name: str) -> int:
        """How many pages a group has, or no group with an empty name; 0 for a name that is none."""
        group = self._groups.outside if name == NO_GROUP else self._group(name)
        return group.pages if group else 0

    def kind(self, name: str) -> str:
        """What kind of pages a group has; empty for a name that is none."""
        group = self._group(name)
        return group.kind if group else ""

    def is_class(self, name: str) -> bool:
        """Whether a group has enough pages to learn from."""
        group = self._group(name)
        return group is not None and group.is_class

    def assign(self, structure: Collection[int], kind: str = ARTICLE) -> str:
        """Put a page into the group that it is alike, or into a new one, and give the group's name.

        Groups that it is alike both become one; the older name stays. Empty for a page with too few paths,
        and for one alike none when there is room for no more.
        """
        shape = _shape(structure, kind)
        self._pages += 1
        group = self._place(shape) if len(shape.paths) >= FEWEST_PATHS else None
        group = group or self._groups.outside
        group.pages += 1
        group.added += 1
        group.seen = self._pages
        return group.name

    def find(self, structure: Collection[int], kind: str = ARTICLE) -> str:
        """The group that ``assign`` would put a page into; empty for a new one or none. Changes nothing."""
        shape = _shape(structure, kind)
        group = self._groups.owner(shape.key) or next(iter(self._groups.alike(shape)), None)
        return group.name if group else NO_GROUP

    def _group(self, name: str) -> Group | None:
        return self._groups.by_name.get(self.resolve(name))

    def _place(self, shape: Shape) -> Group | None:
        """The group of a page. One that is kept was compared with all others already."""
        known = self._groups.owner(shape.key)
        if known:
            return known
        alike = self._groups.alike(shape)
        if not alike:
            return self._groups.open(shape)
        group = self._groups.join(alike)
        if max(alike.values()) <= group.closest / 100:
            self._groups.keep(shape, group)
        elif len(alike) > 1:
            self._groups.fit(group)
        return group

    def to_record(self) -> dict[str, Any]:
        """All of this as values of JSON."""
        groups = self._groups
        return cluster_records.written(
            SiteRecord(
                groups=tuple(map(_group_record, groups.by_name.values())),
                former_names=groups.former_names,
                without_group=groups.outside.pages,
            )
        )

    @classmethod
    def from_record(cls, record: object, bounds: ClusterBounds = DEFAULT_BOUNDS) -> SiteClusters:
        """What was written so. Raises ValueError, with the reason, for anything else."""
        read = cluster_records.read(record, bounds)
        clusters = cls(bounds)
        clusters._pages = clusters._pages_read = read.pages
        groups = clusters._groups
        groups.outside.pages = read.without_group
        groups.former_names = dict(read.former_names)
        for entry in read.groups:
            groups.add(
                Group(entry.name, entry.kind, pages=entry.pages, seen=entry.seen, closest=entry.closest),
                (Shape.of(entry.kind, paths) for paths in entry.kept),
            )
        return clusters

    def merged(self, record: object) -> SiteClusters:
        """What a record knows, and what came to be known here since this was read from one.

        For crawls that learn at the same time: each writes ``merged(what is stored by now).to_record()``, and
        no page is lost or counted twice. None stands for a record that does not exist yet. Raises ValueError,
        with the reason, for a record that is none.
        """
        bounds = self._groups.bounds
        union = SiteClusters(bounds) if record is None else SiteClusters.from_record(record, bounds)
        ahead = union._pages - self._pages_read
        union._groups.outside.pages += self._groups.outside.added
        for group in self._groups.by_name.values():
            if group.added:
                union._groups.absorb(group, self._groups.names_of(group), seen=group.seen + ahead)
        union._pages += self._pages - self._pages_read
        union._pages_read = union._pages
        return union


def _shape(structure: Collection[int], kind: str) -> Shape:
    if not is_kind(kind):
        raise ValueError(f"kind={kind!r}: give a short word or two")
    return Shape.of(kind, structure)


def _group_record(group: Group) -> GroupRecord:
    return GroupRecord(
        name=group.name,
        kind=group.kind,
        pages=group.pages,
        seen=group.seen,
        closest=group.closest,
        kept=tuple(tuple(shape.paths.tolist()) for shape in group.kept.values()),
    )

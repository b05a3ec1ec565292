"""The sites of a store: read when they are asked for, written when they are let go, a few open at a time.

Several processes may use one store. Each writes what it came to know on top of what is stored by then, in one
step a part that no other can come between, and goes on with what both know; see ``merging``. A part that
cannot be read is reported, with the reason, and taken for one that is not there; the others are used.

A shelf is for one thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from newsextract.site.clustering import SiteClusters
from newsextract.site.memory import SiteMemory
from newsextract.site.site_parts import CLUSTERS, KINDS, PARTS, Part
from newsextract.store import Json, Store, StoreError
from newsextract.store.interface import OnRejected, log_rejected

MOST_OPEN = 64
"""Sites in memory. A large one, with ten full classes, takes some 10 MB."""

_State = TypeVar("_State")


@dataclass(slots=True)
class _Open:
    """A site in memory."""

    memory: SiteMemory
    records: dict[str, Json] = field(default_factory=dict)
    """What was stored of each part when it was last read or written."""
    known: dict[str, Any] = field(default_factory=dict)
    """The same as it was understood, but of the clusters, which know it themselves."""
    pages: int = 0
    """Pages that the clusters had then."""
    holders: int = 0


class SiteShelf:
    """All sites of a store, by name."""

    def __init__(
        self, store: Store, most_open: int = MOST_OPEN, *, on_rejected: OnRejected = log_rejected
    ) -> None:
        self._store = store
        self._most_open = most_open
        self._on_rejected = on_rejected
        self._open: OrderedDict[str, _Open] = OrderedDict()  # the least recently used first

    def get(self, name: str) -> SiteMemory:
        """What is remembered of a site, or the memory of a new one.

        It is the same object until another site is asked for that needs its room; who keeps it longer than
        that uses ``holding``.
        """
        if name not in self._open:
            self._open[name] = self._loaded(name)
        self._open.move_to_end(name)
        self._make_room(but=name)
        return self._open[name].memory

    def hold(self, name: str) -> SiteMemory:
        """The same, for one who keeps it until ``release``."""
        memory = self.get(name)
        self._open[name].holders += 1
        return memory

    def release(self, name: str) -> None:
        """Undo one ``hold``."""
        entry = self._open.get(name)
        if entry is None or not entry.holders:
            raise RuntimeError(f"{name} is not held")
        entry.holders -= 1
        self._make_room()

    @contextmanager
    def holding(self, name: str) -> Iterator[SiteMemory]:
        """``with shelf.holding(name) as memory:`` holds a site, also across an ``await``."""
        memory = self.hold(name)
        try:
            yield memory
        finally:
            self.release(name)

    def names(self) -> list[str]:
        """The sites of which something is known, stored or not yet, sorted."""
        stored = {name for kind in KINDS for name in self._store.keys(kind)}
        return sorted(stored.union(name for name, entry in self._open.items() if self._has_news(entry)))

    def save(self, name: str) -> None:
        """Write what came to be known of an open site, and learn what others have written of it."""
        entry = self._open.get(name)
        if entry is None:
            return
        self._save_clusters(entry)
        for part in PARTS:
            self._save_part(entry, part)

    def save_all(self) -> None:
        """The same for all open sites. One that cannot be saved does not keep the others from it."""
        errors: list[StoreError] = []
        for name in list(self._open):
            try:
                self.save(name)
            except StoreError as error:
                errors.append(error)
        if errors:
            raise errors[0]

    def close(self) -> None:
        """Save all sites and let them go; those who hold one keep what is no longer written."""
        self.save_all()
        self._open.clear()

    def forget(self, name: str) -> None:
        """Remove all that is known of a site, here and in the store."""
        for kind in KINDS:
            self._store.update(kind, name, lambda _: None)
        entry = self._open.get(name)
        if entry is not None:
            entry.records = dict.fromkeys(KINDS)
            self._take_clusters(entry, SiteClusters())
            for part in PARTS:
                self._take_over(entry, part, part.nothing())

    def _make_room(self, but: str = "") -> None:
        """Save and let go the sites that were not used for longest. One that cannot be saved stays."""
        spare = [name for name, entry in self._open.items() if not entry.holders and name != but]
        for name in spare[: max(0, len(self._open) - self._most_open)]:
            self.save(name)
            del self._open[name]

    def _loaded(self, name: str) -> _Open:
        entry = _Open(SiteMemory(name))
        record = entry.records[CLUSTERS] = self._store.get(CLUSTERS, name)
        self._take_clusters(entry, self._clusters(name, record, SiteClusters.from_record, SiteClusters))
        for part in PARTS:
            record = entry.records[part.kind] = self._store.get(part.kind, name)
            self._take_over(entry, part, self._understood(part, name, record, part.nothing()))
        return entry

    def _clusters(
        self,
        name: str,
        record: Json,
        read: Callable[[Json], SiteClusters],
        otherwise: Callable[[], SiteClusters],
    ) -> SiteClusters:
        try:
            return read(record) if record is not None else SiteClusters()
        except ValueError as error:
            self._reject(CLUSTERS, name, error)
            return otherwise()

    def _understood(self, part: Part[_State], name: str, record: Json, otherwise: _State) -> _State:
        try:
            return part.read(record, name) if record is not None else part.nothing()
        except ValueError as error:
            self._reject(part.kind, name, error)
            return otherwise

    def _reject(self, kind: str, name: str, error: ValueError) -> None:
        self._on_rejected(kind, name, f"cannot be used ({' '.join(str(error).split())})")

    def _has_news(self, entry: _Open) -> bool:
        return _pages(entry.memory) != entry.pages or any(
            part.show(entry.memory, entry.known[part.kind]) != entry.known[part.kind] for part in PARTS
        )

    def _save_clusters(self, entry: _Open) -> None:
        name, clusters = entry.memory.name, entry.memory.clusters
        has_news = _pages(entry.memory) != entry.pages
        merged: list[SiteClusters] = []

        def change(record: Json) -> Json:
            if record is None:
                merged.append(clusters.merged(None))
            else:
                # what is stored and cannot be used takes nothing away that is known here
                ours = clusters.to_record
                merged.append(
                    self._clusters(name, record, clusters.merged, lambda: SiteClusters.from_record(ours()))
                )
            return merged[-1].to_record()

        if has_news:
            entry.records[CLUSTERS] = self._store.update(CLUSTERS, name, change)
        else:
            record = self._store.get(CLUSTERS, name)
            if record == entry.records[CLUSTERS]:
                return
            change(record)
            entry.records[CLUSTERS] = record
        self._take_clusters(entry, merged[-1])

    def _save_part(self, entry: _Open, part: Part[_State]) -> None:
        name, before = entry.memory.name, entry.known[part.kind]
        ours = part.show(entry.memory, before)
        merged: list[_State] = []

        def merge(record: Json) -> _State:
            is_old = record is not None and record == entry.records[part.kind]
            # what is stored and cannot be used takes nothing away that is known here
            stored = before if is_old else self._understood(part, name, record, before)
            return part.merge(before, stored, ours)

        def change(record: Json) -> Json:
            merged.append(merge(record))
            return part.write(merged[-1]) if merged[-1] != part.nothing() else None

        if ours != before:
            entry.records[part.kind] = self._store.update(part.kind, name, change)
        else:
            record = self._store.get(part.kind, name)
            if record == entry.records[part.kind]:
                return
            merged.append(merge(record))
            entry.records[part.kind] = record
        self._take_over(entry, part, merged[-1])

    def _take_clusters(self, entry: _Open, clusters: SiteClusters) -> None:
        entry.memory.clusters = clusters
        entry.pages = _pages(entry.memory)
        entry.memory.look_anew()

    def _take_over(self, entry: _Open, part: Part[_State], state: _State) -> None:
        """Go on with what is stored now."""
        entry.known[part.kind] = state
        if part.show(entry.memory, state) != state:
            part.put(entry.memory, state)
            entry.memory.look_anew()


def _pages(memory: SiteMemory) -> int:
    return sum(memory.clusters.counts.values())

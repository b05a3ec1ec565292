"""What a class of pages remembers: some of its pages, as testimonies, and how many it has heard.

They are those whose addresses have the lowest fingerprints, so that it is the same ones in whatever order
they came. A lesson is due when the pages have doubled since the last one, or when some do not fit the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from newsextract.site.drift import MOST_MISSES
from newsextract.site.structure import CLASS_PAGES
from newsextract.site.testimony import Testimony, mark

MOST_WITNESSES = 64
"""Testimonies kept of a class, 500 bytes each in the store. What stands on every tenth page is on six of
them. On `daniel` 32 give exact pages .642, and 64 give .650."""

ENOUGH_PAGES = 48
"""Pages of a class from which no more is learned, as long as its rule fits: lessons are due at 6, 12, 24
and 48."""


@dataclass(slots=True)
class Witnesses:
    """What a class of pages remembers."""

    pages: list[Testimony] = field(default_factory=list)
    newcomers: list[Testimony] = field(default_factory=list)
    """Pages that the class's rule does not fit. The next lesson is learned from them as well; if the rule
    ends before that, from them alone."""
    heard: int = 0
    """Pages that have testified, kept or not."""
    taught: int = 0
    """How many had when the last lesson was learned."""

    @property
    def is_due(self) -> bool:
        """Whether there is enough to learn from, and enough that is new: twice as many pages as for the last
        lesson, or some that its rule does not fit."""
        is_enough = self.heard >= max(CLASS_PAGES, 2 * self.taught) or len(self.newcomers) > MOST_MISSES
        return is_enough and self.taught < ENOUGH_PAGES

    def add(self, page: Testimony, *, is_new: bool) -> None:
        """Keep a page, or not: of too many those whose addresses have the lowest fingerprints."""
        known = len(self.pages) + len(self.newcomers)
        self.pages[:] = [old for old in self.pages if old.url != page.url]
        self.newcomers[:] = [old for old in self.newcomers if old.url != page.url]
        self.heard += len(self.pages) + len(self.newcomers) == known  # one that is read again is no news
        kept = self.newcomers if is_new else self.pages
        kept[:] = lowest([*kept, page])

    def settle(self) -> None:
        """A lesson was learned from all pages, the newcomers among them: they are of the class."""
        self.pages, self.newcomers = lowest([*self.pages, *self.newcomers]), []
        self.taught = self.heard

    def start_over(self) -> None:
        """Let the newcomers be the class from now on."""
        self.pages, self.newcomers = self.newcomers, []
        self.heard, self.taught = len(self.pages), 0


def lowest(pages: Iterable[Testimony]) -> list[Testimony]:
    """The testimonies that are kept of these, in the order of their fingerprints."""
    return sorted(pages, key=lambda page: (mark(page.url), page.url))[:MOST_WITNESSES]

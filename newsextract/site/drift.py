"""The life of a rule: whether it fits a page, and whether it still fits its site.

Each use is checked against what the pages it was learned from show. A rule that misses most of its recent
pages has ended: it is kept with its dates, the pages fall back on their own evidence, and the next version is
learned from them. It goes on being tried, and lives again when the old layout comes back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from newsextract.site.applying import Found
from newsextract.site.rules import Rule

MARGIN = 4
"""A text may be so many times shorter than the shortest that is known, or longer than the longest: of pages
from the same class that were left out when the rule was learned, none of `daniel` goes beyond it."""

LINK_MARGIN = 0.2
"""How much more of a text may lie in links than in any that is known."""

WINDOW = 8
MOST_MISSES = 4
"""Recent pages that are looked at, and how many of them a living rule may miss."""

HELD, MISSED = "+", "-"


def misfit(rule: Rule, found: Found | None) -> str:
    """Why what a rule found on a page is not what its pages show; empty when it is."""
    expected = rule.expected
    if found is None:
        return "none of its places is there, or they are empty"
    if found.length * MARGIN < expected.shortest:
        return f"{found.length} characters, where the shortest text had {expected.shortest}"
    if expected.longest and found.length > MARGIN * expected.longest:
        return f"{found.length} characters, where the longest text had {expected.longest}"
    share = found.linked / max(1, found.length)
    if share > expected.link_share + LINK_MARGIN:
        return f"{share:.0%} of the text in links, where others have {expected.link_share:.0%} at most"
    if expected.has_title and not found.title:
        return "no headline at its place"
    return ""


@dataclass(frozen=True, slots=True)
class Life:
    """How a rule, or all rules of a site together, fared of late."""

    recent: str = ""
    """The last pages, the newest last: ``+`` where it fitted, ``-`` where it did not."""
    held: int = 0
    missed: int = 0
    """All pages it fitted, and all it did not."""
    last_held: str = ""
    """Day of the last page that it fitted."""

    def after(self, held: bool, day: str) -> Life:
        """One page later."""
        recent = (self.recent + (HELD if held else MISSED))[-WINDOW:]
        if held:
            return Life(recent, self.held + 1, self.missed, day)
        return replace(self, recent=recent, missed=self.missed + 1)

    @property
    def is_drifting(self) -> bool:
        """Whether it misses most recent pages."""
        return self.recent.count(MISSED) > MOST_MISSES

    @property
    def fits_nothing(self) -> bool:
        """Whether the last pages were all missed, without one between them: not another template beside the
        known ones, but perhaps a new one in their place."""
        return self.recent.endswith(MISSED * (MOST_MISSES + 1))

    @property
    def is_lost(self) -> bool:
        """Whether so many were missed in a row that somebody should know."""
        return self.recent == MISSED * WINDOW

    @property
    def is_back(self) -> bool:
        """Whether it fitted the last pages, which shows that an ended rule lives again."""
        return self.recent.endswith(HELD * (WINDOW - MOST_MISSES))

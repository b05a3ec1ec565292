"""What a reader of pages has to know of a site: its rules, ready for use, and what its places are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from lxml import etree

from newsextract.site.applying import CompiledRule, Found
from newsextract.site.drift import misfit
from newsextract.site.lessons import SiteKnowledge
from newsextract.site.rules import Rule


class RuleReading(NamedTuple):
    """What the rules of a site made of a page."""

    rule: Rule | None = None
    """The one that fits; None when none does."""
    found: Found | None = None
    misfits: tuple[tuple[str, str], ...] = ()
    """Key of each rule that was tried in vain, and why."""


@dataclass(frozen=True)
class SiteView:
    """Frozen: what is learned later makes a new one."""

    rules: tuple[Rule, ...] = ()
    """Those that may decide alone, in the order they are to be tried."""
    knowledge: SiteKnowledge = field(default_factory=SiteKnowledge)
    growing: frozenset[str] = frozenset()
    """Keys of the rules whose class goes on learning: pages that they read are asked for their own evidence
    as well."""

    @cached_property
    def _compiled(self) -> tuple[CompiledRule, ...]:
        return tuple(map(CompiledRule, self.rules))

    def read(self, root: etree._Element | None) -> RuleReading:
        """Try the rules on a parsed page, one after the other."""
        if root is None:
            return RuleReading()
        misfits: list[tuple[str, str]] = []
        for compiled in self._compiled:
            found = compiled.apply(root)
            reason = misfit(compiled.rule, found)
            if not reason:
                return RuleReading(compiled.rule, found, tuple(misfits))
            misfits.append((compiled.rule.key, reason))
        return RuleReading(misfits=tuple(misfits))


def in_order(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Rules that may decide alone: pinned ones first, then living ones, those with most support first; then
    those that have ended, the latest first, as an old layout may come back."""
    usable = [rule for rule in rules if rule.is_trusted]
    usable.sort(key=lambda rule: (-rule.support, rule.name, -rule.version))
    usable.sort(key=lambda rule: rule.until, reverse=True)
    return tuple(sorted(usable, key=lambda rule: (not rule.pinned, bool(rule.until))))

"""What several processes learn of one site at the same time, made one.

Each merge has three sides: what was known when this process last read or wrote the record, what is stored by
now, and what is known here. Only what is new here is added to what is stored, so nothing is lost or counted
twice, and what somebody else changed or removed stays so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from heapq import nsmallest

from newsextract.site.drift import WINDOW, Life
from newsextract.site.memory import MOST_CLASSES, MOST_STORIES
from newsextract.site.rules import Rule
from newsextract.site.site_records import SiteLore, SiteRules, latest_versions
from newsextract.site.testimony import Testimony, mark
from newsextract.site.witnesses import MOST_WITNESSES, Witnesses, lowest


def merged_rules(before: SiteRules, stored: SiteRules, ours: SiteRules) -> SiteRules:
    """Rule by rule: where both sides changed one, as by the command line, the stored one stays; of two new
    ones with one name and version ours gets the next free version, unless both take the same of a page."""
    known, here = _by_key(before), _by_key(ours)
    rules: list[Rule] = []
    lives: dict[str, Life] = {}

    def keep(rule: Rule, life: Life) -> None:
        rules.append(rule)
        if life != Life():
            lives[rule.key] = life

    for theirs in stored.rules:
        key = theirs.key
        mine, old = here.get(key), known.get(key)
        if mine is None and theirs == old:
            continue  # it was removed here
        life = merged_life(_life(before, key), _life(stored, key), _life(ours, key))
        if mine is None:
            keep(theirs, _life(stored, key))
        elif theirs == old:
            keep(mine, life)
        elif old is None and not _are_same(theirs, mine):
            keep(theirs, _life(stored, key))
        elif old is None:
            keep(mine if mine.support > theirs.support and not theirs.pinned else theirs, life)
        else:
            keep(theirs, life)
    present = _by_key(stored)
    for mine in ours.rules:
        key = mine.key
        if key in known or (key in present and _are_same(present[key], mine)):
            continue
        taken = [rule.version for rule in rules if rule.name == mine.name]
        keep(replace(mine, version=max(taken) + 1) if mine.version in taken else mine, _life(ours, key))
    kept = latest_versions(rules)
    return SiteRules(
        rules=tuple(kept), lives={rule.key: lives[rule.key] for rule in kept if rule.key in lives}
    )


def _by_key(rules: SiteRules) -> dict[str, Rule]:
    return {rule.key: rule for rule in rules.rules}


def _life(rules: SiteRules, key: str) -> Life:
    return rules.lives.get(key, Life())


def _are_same(one: Rule, other: Rule) -> bool:
    """Whether two rules take the same of a page, however many pages they were learned from."""
    return (one.content, one.without) == (other.content, other.without)


def merged_life(before: Life, stored: Life, ours: Life) -> Life:
    """The uses that are new here come after those that are stored."""
    held, missed = ours.held - before.held, ours.missed - before.missed
    new = held + missed
    if held < 0 or missed < 0:
        return ours  # a life that began anew
    if not new:
        return stored
    return Life(
        (stored.recent + ours.recent[-new:])[-WINDOW:],
        stored.held + held,
        stored.missed + missed,
        max(stored.last_held, ours.last_held) if held else stored.last_held,
    )


def merged_classes(
    before: Mapping[str, Witnesses], stored: Mapping[str, Witnesses], ours: Mapping[str, Witnesses]
) -> dict[str, Witnesses]:
    """Class by class. A class that was removed on one side is there again if pages were heard since."""
    nothing = Witnesses()
    merged: dict[str, Witnesses] = {}
    for name in dict.fromkeys([*stored, *ours]):
        sides = [side.get(name, nothing) for side in (before, stored, ours)]
        one = merged_class(*sides)
        is_removed = name in before and not (name in stored and name in ours)
        if (one.pages or one.newcomers or not is_removed) and len(merged) < MOST_CLASSES:
            merged[name] = one
    return merged


def merged_class(before: Witnesses, stored: Witnesses, ours: Witnesses) -> Witnesses:
    """The testimonies of both sides, as many as are kept, and the pages heard by both."""
    pages = _merged_pages(before.pages, stored.pages, ours.pages)
    if ours.taught == before.taught:
        taught = stored.taught
    elif stored.taught == before.taught:
        taught = ours.taught
    else:
        taught = max(stored.taught, ours.taught)
    return Witnesses(
        pages,
        _merged_pages(before.newcomers, stored.newcomers, ours.newcomers),
        max(len(pages), stored.heard + ours.heard - before.heard),  # less where both started over
        taught,
    )


def _merged_pages(
    before: Sequence[Testimony], stored: Sequence[Testimony], ours: Sequence[Testimony]
) -> list[Testimony]:
    known = {page.url: page for page in before}
    found = {page.url: page for page in stored}
    for page in ours:
        if known.get(page.url) != page or found.get(page.url, page) == page:
            found[page.url] = page
    removed = _removed(before, stored) | _removed(before, ours)
    return lowest(page for page in found.values() if page.url not in removed)


def _removed(before: Sequence[Testimony], now: Sequence[Testimony]) -> set[str]:
    """The pages that are gone though there would be room for them: those of a layout that has ended."""
    present = {page.url for page in now}
    missing = [page.url for page in before if page.url not in present]
    if len(now) < MOST_WITNESSES:
        return set(missing)
    last = max((mark(page.url), page.url) for page in now)
    return {url for url in missing if (mark(url), url) < last}


def merged_lore(before: SiteLore, stored: SiteLore, ours: SiteLore) -> SiteLore:
    """The newer lesson; of two that are new the one from more pages. The stories of both sides."""
    if ours.knowledge == before.knowledge:
        newer = stored
    elif stored.knowledge == before.knowledge:
        newer = ours
    else:
        newer = max(stored, ours, key=lambda lore: lore.taught)  # the stored one if they are equal
    return SiteLore(
        knowledge=newer.knowledge,
        taught=newer.taught,
        life=merged_life(before.life, stored.life, ours.life),
        stories=frozenset(nsmallest(MOST_STORIES, stored.stories | (ours.stories - before.stories))),
    )

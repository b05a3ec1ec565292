"""All that is remembered of one site, and how a page, a lesson and the use of a rule change it.

What a class of pages remembers is in ``witnesses``. Nothing here reads or writes files; see ``keeping``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from newsextract.site.applying import Found
from newsextract.site.clustering import ARTICLE, SiteClusters
from newsextract.site.drift import Life, misfit
from newsextract.site.learning import Blocks
from newsextract.site.lessons import Lesson, SiteKnowledge, rule_rows
from newsextract.site.links import address_mark
from newsextract.site.rules import Rule
from newsextract.site.selectors import way_of
from newsextract.site.testimony import Testimony
from newsextract.site.view import SiteView, in_order
from newsextract.site.witnesses import ENOUGH_PAGES, Witnesses

MOST_CLASSES = 60
"""Classes with testimonies; the largest sites of the corpora have ten."""

MOST_STORIES = 20_000
"""Addresses of stories that are known, as fingerprints, to tell lists of links."""

MOST_VERSIONS = 20
"""Versions of one rule that are kept, the latest."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened to a rule, for the log."""

    what: str
    """``learned``, ``renewed``, ``ended``, ``returned`` or ``drift``."""
    rule: str = ""
    """Its key; empty for the site as a whole."""


class SiteMemory:
    """One site. Made by ``newsextract.learn`` or by a crawl."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.clusters = SiteClusters()
        self.witnesses: dict[str, Witnesses] = {}
        self.rules: list[Rule] = []
        """All versions, the oldest first."""
        self.lives: dict[str, Life] = {}
        """By key of the rule."""
        self.life = Life()
        """Of all rules together: whether any fitted a page."""
        self.knowledge = SiteKnowledge()
        self.stories: set[int] = set()
        self._view: SiteView | None = None

    @property
    def view(self) -> SiteView:
        """What a reader of pages has to know now."""
        if self._view is None:
            growing = frozenset(rule.key for rule in self.rules if self._is_growing(rule))
            self._view = SiteView(in_order(self.rules), self.knowledge, growing)
        return self._view

    def _is_growing(self, rule: Rule) -> bool:
        """Whether more pages can make the rule of a class better."""
        witnesses = self.witnesses.get(self._class_of(rule))
        return not rule.pinned and witnesses is not None and witnesses.taught < ENOUGH_PAGES

    def look_anew(self) -> None:
        """Make the view anew when next asked for: what it shows was changed from outside."""
        self._view = None

    def rule_of(self, cluster: str) -> Rule | None:
        """The living rule of a class, the latest if there are several; None without one."""
        name = self.clusters.resolve(cluster) or cluster
        living = (rule for rule in reversed(self.rules) if not rule.until)
        return next((rule for rule in living if self._class_of(rule) == name), None)

    def _class_of(self, rule: Rule) -> str:
        return self.clusters.resolve(rule.name) or rule.name

    def assign(self, structure: Collection[int], kind: str = ARTICLE) -> str:
        """The class of a page, which is counted there; empty for a page that has none."""
        return self.clusters.assign(structure, kind)

    def hear(self, page: Testimony, cluster: str, day: str = "") -> list[Change]:
        """Take in the testimony of a page that was assigned to a class. What the class's rule does not fit is
        set apart for the next version."""
        self._know_story(address_mark(page.url))
        fitting = self._fitting_rule(cluster, page) if cluster else None
        rule = fitting or (self.rule_of(cluster) if cluster else None)
        if rule is not None:
            held = fitting is not None
            changes = self.note_use(rule.key, held, day)
        else:
            held = True
            changes = self._note_site(False, day) if self.view.rules else []
        if cluster in self.witnesses or (cluster and len(self.witnesses) < MOST_CLASSES):
            self.witnesses.setdefault(cluster, Witnesses()).add(page, is_new=not held)
        if cluster in self.witnesses and any(change.what == "ended" for change in changes):
            self.witnesses[cluster].start_over()
        return changes

    def _fitting_rule(self, cluster: str, page: Testimony) -> Rule | None:
        """The rule of a class that fits a page: the living one before those that have ended. A class may have
        two layouts that differ in little but their names; the one of long ago is not a new one."""
        name = self.clusters.resolve(cluster) or cluster
        own = [rule for rule in reversed(self.rules) if self._class_of(rule) == name]
        own.sort(key=lambda rule: bool(rule.until))
        return next((rule for rule in own if fits(rule, page)), None)

    def note_use(self, key: str, held: bool, day: str = "") -> list[Change]:
        """A rule was tried on a page of its class. Says what that changes."""
        place = next((place for place, rule in enumerate(self.rules) if rule.key == key), None)
        if place is None:
            return []  # it was forgotten in the meantime
        rule = self.rules[place]
        life = self.lives[key] = self.lives.get(key, Life()).after(held, day)
        changes = self._note_site(held, day)
        if rule.until and life.is_back:
            self._replace(place, replace(rule, until=""))
            changes.append(Change("returned", key))
        elif life.is_drifting and not (rule.until or rule.pinned or self._is_growing(rule)):
            self._replace(place, replace(rule, until=day or "unknown"))
            changes.append(Change("ended", key))
        return changes

    def _note_site(self, held: bool, day: str) -> list[Change]:
        was_lost = self.life.is_lost
        self.life = self.life.after(held, day)
        return [Change("drift")] if self.life.is_lost and not was_lost else []

    @property
    def lesson_is_due(self) -> bool:
        """Whether a class has enough that is new to learn from."""
        return any(witnesses.is_due for witnesses in self.witnesses.values())

    def has_enough(self, structure: Collection[int]) -> bool:
        """Whether a page of this structure would add nothing: its class has learned all it will, and has no
        rule whose fit has to be watched."""
        cluster = self.clusters.find(structure)
        witnesses, rule = self.witnesses.get(cluster), self.rule_of(cluster)
        is_watched = rule is not None and rule.is_trusted
        return witnesses is not None and witnesses.taught >= ENOUGH_PAGES and not is_watched

    @property
    def class_is_complete(self) -> bool:
        """Whether a class that is to be learned from has all the pages that it will be learned from."""
        return any(one.is_due and one.heard >= ENOUGH_PAGES for one in self.witnesses.values())

    @property
    def has_news(self) -> bool:
        """Whether pages have testified that no lesson was learned from."""
        return any(witnesses.heard > witnesses.taught for witnesses in self.witnesses.values())

    def awaits_lesson(self, cluster: str) -> bool:
        """Whether the pages of a class are better read later: it has no rule, and will be learned from."""
        name = self.clusters.resolve(cluster) or cluster
        witnesses = self.witnesses.get(name)
        return witnesses is not None and not witnesses.taught and self.rule_of(name) is None

    @property
    def due_classes(self) -> frozenset[str]:
        """The classes that a lesson is due for."""
        return frozenset(name for name, witnesses in self.witnesses.items() if witnesses.is_due)

    def skip_lesson(self, classes: Collection[str] | None = None) -> None:
        """Nothing could be learned from the pages at hand; wait for more. ``classes`` are those that were
        due when the lesson began: one that became so meanwhile has not been learned from."""
        for name in self.due_classes:
            if classes is None or name in classes:
                self.witnesses[name].settle()

    def lesson_pages(self) -> dict[str, tuple[Testimony, ...]]:
        """What ``learn_site`` is to learn from, by class; groups that have become one are one class, in which
        no page speaks twice."""
        classes: dict[str, dict[str, Testimony]] = {}
        for name, witnesses in sorted(self.witnesses.items()):
            present = self.clusters.resolve(name) or name
            pages = {page.url: page for page in (*witnesses.pages, *witnesses.newcomers)}
            known = classes.setdefault(present, {})
            classes[present] = known | pages if name == present else pages | known
        return {name: tuple(pages.values()) for name, pages in classes.items()}

    def take_in(self, lesson: Lesson, day: str = "", classes: Collection[str] | None = None) -> list[Change]:
        """Put what was learned in the place of what was known. Says which rules are new. ``classes`` as in
        ``skip_lesson``."""
        first = [rule for rule in lesson.rules if self._is_wanted(rule)]
        self.skip_lesson(classes)
        self.knowledge = lesson.knowledge
        self._view = None
        changes = [change for rule in lesson.rules for change in self._renew(rule, day)]
        if first:
            changes += self._end_unused(day)
        return [*changes, *(self._learn(rule) for rule in first)]

    def _is_wanted(self, rule: Rule) -> bool:
        """Whether a class has no living rule, and this is its first or made from pages that are new: the old
        pages of a layout that has ended make no new version."""
        if self.rule_of(rule.name) is not None:
            return False
        witnesses = self.witnesses.get(rule.name)
        is_first = not any(self._class_of(old) == rule.name for old in self.rules)
        return is_first or (witnesses is not None and witnesses.heard > witnesses.taught)

    def _learn(self, rule: Rule) -> Change:
        replaced = self._replaced_by(rule)
        version = self._next_version(rule.name, replaced.version if replaced else 0)
        self.rules.append(replace(rule, version=version))
        self._drop_oldest(rule.name)
        return Change("learned", self.rules[-1].key)

    def _renew(self, rule: Rule, day: str) -> list[Change]:
        """Put a rule in the place of the living one of its class, if there is one."""
        present = self.rule_of(rule.name)
        if present is None or present.pinned:
            return []
        place = self.rules.index(present)
        if (rule.content, rule.without) == (present.content, present.without):
            self._replace(place, replace(rule, version=present.version, learned=present.learned))
            return []
        self._replace(place, replace(present, until=day or "unknown"))
        self.rules.append(replace(rule, version=self._next_version(rule.name, present.version)))
        self._drop_oldest(rule.name)
        return [Change("renewed", self.rules[-1].key)]

    def _next_version(self, name: str, replaced: int) -> int:
        """One that no rule of this name has, not even one that has ended before an earlier one returned."""
        return 1 + max([replaced, *(old.version for old in self.rules if old.name == name)])

    def _replaced_by(self, rule: Rule) -> Rule | None:
        """The rule whose place a new one takes: an earlier one of its class; or, where no rule has fitted of
        late, the one that fitted last: the site has a new layout."""
        own = [old for old in self.rules if self._class_of(old) == rule.name]
        if own:
            return own[-1]
        if not self.life.fits_nothing or not self.rules:
            return None
        return max(self.rules, key=lambda old: (self.lives.get(old.key, Life()).last_held, old.version))

    def _end_unused(self, day: str) -> list[Change]:
        """Close the rules of a site whose recent pages fit none."""
        if not self.life.fits_nothing:
            return []
        changes = []
        for place, rule in enumerate(self.rules):
            if not rule.until and not rule.pinned:
                self._replace(place, replace(rule, until=day or "unknown"))
                changes.append(Change("ended", rule.key))
                witnesses = self.witnesses.get(self._class_of(rule), Witnesses())
                witnesses.taught = witnesses.heard
        return changes

    def _replace(self, place: int, rule: Rule) -> None:
        self.rules[place] = rule
        self._view = None

    def _drop_oldest(self, name: str) -> None:
        own = [rule for rule in self.rules if rule.name == name and rule.until]
        for rule in own[:-MOST_VERSIONS]:
            self.rules.remove(rule)
            self.lives.pop(rule.key, None)

    def set_rule(self, rule: Rule) -> None:
        """Put a rule in the place of that with its name and version, or beside the others."""
        same = [place for place, old in enumerate(self.rules) if old.key == rule.key]
        if same:
            self._replace(same[0], rule)
        else:
            self.rules.append(rule)
            self._view = None

    def forget(self, key: str = "") -> int:
        """Drop a rule with what its class remembers, or all of the site. Says how many rules are gone."""
        gone = [rule for rule in self.rules if key in ("", rule.key, rule.name)]
        for rule in gone:
            self.rules.remove(rule)
            self.lives.pop(rule.key, None)
            self.witnesses.pop(self._class_of(rule), None)
        if not key:
            self.witnesses, self.lives, self.life = {}, {}, Life()
            self.knowledge, self.stories, self.clusters = SiteKnowledge(), set(), SiteClusters()
        self._view = None
        return len(gone)

    def _know_story(self, address: int) -> None:
        self.stories.add(address)
        if len(self.stories) > MOST_STORIES:
            self.stories.remove(max(self.stories))


def fits(rule: Rule, page: Testimony) -> bool:
    """Whether a rule fits a page, told by its testimony alone; see ``drift.misfit``."""
    rows = [
        row
        for row in rule_rows(page, Blocks(rule.content, rule.without))
        if page.row_texts[row] not in rule.noise
    ]
    if not rows:
        return False
    title = rule.places.get("title")
    has_title = title is not None and any(title.matches(way_of(place)) for place in page.places if place)
    length = sum(page.row_lengths[row] for row in rows)
    linked = sum(page.row_linked[row] for row in rows)
    return not misfit(rule, Found("", length, linked, "there" if has_title else ""))

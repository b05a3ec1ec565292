"""What a store knows of its sites, looked at and changed by people while crawls may use the same store.

Each change of rules is one step of the store that no crawl can come between; a crawl that is under way takes
it over when it next saves its site (see ``merging``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from newsextract.errors import RuleError, StoreError
from newsextract.site.rules import Rule
from newsextract.site.site_parts import KINDS, KNOWLEDGE, RULES
from newsextract.site.site_records import (
    SiteLore,
    SiteRules,
    latest_versions,
    read_lore,
    read_rules,
    rules_record,
)
from newsextract.site.view import SiteView, in_order
from newsextract.store import Json, Store
from newsextract.store.interface import OnRejected, log_rejected


def known_sites(store: Store) -> list[str]:
    """The sites of which anything is stored, sorted."""
    return sorted({name for kind in KINDS for name in store.keys(kind)})


def sites_with_rules(store: Store) -> list[str]:
    """The sites of which rules are stored, sorted."""
    return store.keys(RULES)


def stored_rules(store: Store, site: str, *, on_rejected: OnRejected = log_rejected) -> SiteRules:
    """The rules of a site; none where they cannot be used, which is reported."""
    record = store.get(RULES, site)
    try:
        return read_rules(record, site) if record is not None else SiteRules()
    except ValueError as error:
        on_rejected(RULES, site, _reason(error))
        return SiteRules()


def stored_view(store: Store, site: str, *, on_rejected: OnRejected = log_rejected) -> SiteView | None:
    """What a reader of pages has to know of a site; None for nothing."""
    record = store.get(KNOWLEDGE, site)
    try:
        lore = read_lore(record) if record is not None else SiteLore()
    except ValueError as error:
        on_rejected(KNOWLEDGE, site, _reason(error))
        lore = SiteLore()
    view = SiteView(in_order(stored_rules(store, site, on_rejected=on_rejected).rules), lore.knowledge)
    return view if view.rules or view.knowledge.has_something else None


def change_rules(store: Store, site: str, change: Callable[[SiteRules], SiteRules]) -> None:
    """Put what ``change`` makes of a site's rules in their place. Raises StoreError for rules that cannot be
    read, and leaves them."""

    def changed(record: Json) -> Json:
        try:
            found = read_rules(record, site) if record is not None else SiteRules()
        except ValueError as error:
            raise StoreError(
                f"the stored rules of {site} {_reason(error)}; "
                f"`newsextract rules forget {site}` removes all that is known of the site"
            ) from error
        after = change(found)
        return rules_record(after) if after.rules else None

    store.update(RULES, site, changed)


def with_pin(found: SiteRules, key: str, pinned: bool) -> SiteRules:
    """The rules with one of them pinned, which takes it back into use if it had ended; or no longer pinned.
    Raises RuleError where it is gone."""
    if all(rule.key != key for rule in found.rules):
        raise RuleError(f"rule {key} has just been removed by another process")
    rules = tuple(_with_pin(rule, pinned) if rule.key == key else rule for rule in found.rules)
    return replace(found, rules=rules)


def _with_pin(rule: Rule, pinned: bool) -> Rule:
    return replace(rule, pinned=True, until="") if pinned else replace(rule, pinned=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The rules of a site after those of a file were taken in, and the keys of these by what became of
    them."""

    rules: SiteRules
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    pinned: tuple[str, ...] = ()
    """Those among the added and replaced that were pinned here, though their file does not ask for it."""
    still_pinned: tuple[str, ...] = ()
    """Those that stay pinned, though their file does not say so."""


def with_imported(found: SiteRules, rules: Sequence[Rule]) -> Imported:
    """Take in the rules of a file; the others, and the lives of all, stay.

    What a person has written must not be lost to the next lesson, so a rule is pinned when its places differ
    from those of the stored rule with its name and version, or when no pages taught it; whatever the file
    says, as an exported one says ``pinned: false`` of every learned rule. For the same reason a file pins but
    never unpins: importing it once more changes nothing.

    Raises RuleError for more rules than a site may have.
    """
    stored = {rule.key: rule for rule in found.rules}
    after = list(found.rules)
    fates: dict[str, list[str]] = {"added": [], "replaced": [], "unchanged": []}
    pinned: list[str] = []
    still_pinned: list[str] = []
    for rule in rules:
        old = stored.get(rule.key)
        is_written = not rule.support if old is None else _places(rule) != _places(old)
        was_pinned = old is not None and old.pinned
        taken = replace(rule, pinned=rule.pinned or was_pinned or is_written)
        if taken.pinned and not rule.pinned:
            (still_pinned if was_pinned else pinned).append(rule.key)
        if old is None:
            after.insert(_place_for(taken, after), taken)
        else:
            after[after.index(old)] = taken
        fates["added" if old is None else "unchanged" if taken == old else "replaced"].append(rule.key)
    if len(latest_versions(after)) != len(after):
        raise RuleError("with these the site has more rules than are kept; take ended ones out of the file")
    return Imported(
        rules=replace(found, rules=tuple(after)),
        pinned=tuple(pinned),
        still_pinned=tuple(still_pinned),
        **{fate: tuple(keys) for fate, keys in fates.items()},
    )


def _places(rule: Rule) -> tuple[object, ...]:
    """What people edit of a rule; all else is counted."""
    return rule.content, rule.without, dict(rule.places)


def _place_for(rule: Rule, rules: Sequence[Rule]) -> int:
    """Versions of a rule stand in their order."""
    later = (place for place, old in enumerate(rules) if old.name == rule.name and old.version > rule.version)
    return next(later, len(rules))


def _reason(error: ValueError) -> str:
    return f"cannot be used ({' '.join(str(error).split())})"

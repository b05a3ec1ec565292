"""Rules of a store, looked at and changed by people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from newsextract.errors import RuleError, StoreError
from newsextract.site.drift import Life
from newsextract.site.keeping import SiteShelf
from newsextract.site.memory import MOST_VERSIONS
from newsextract.site.rules import Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.site_records import SiteRules
from newsextract.site.stored import (
    change_rules,
    known_sites,
    sites_with_rules,
    stored_rules,
    stored_view,
    with_imported,
    with_pin,
)
from newsextract.store import Store, open_store

SITE = "a.example"
MakeRule = Callable[..., Rule]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(str(tmp_path / "store.db"))) as opened:
        yield opened


def keep(store: Store, *rules: Rule, lives: dict[str, Life] | None = None) -> None:
    change_rules(store, SITE, lambda _: SiteRules(rules=rules, lives=lives or {}))


def states(found: SiteRules) -> list[tuple[str, bool, str]]:
    return [(rule.key, rule.pinned, rule.until) for rule in found.rules]


def test_rules_are_kept_with_their_lives_and_a_site_without_any_is_no_site(
    store: Store, make_rule: MakeRule
) -> None:
    life = Life("+", 1, 0, "2026-05-01")
    keep(store, make_rule(), lives={"c1 v1": life})
    assert stored_rules(store, SITE) == SiteRules(rules=(make_rule(),), lives={"c1 v1": life})
    assert (sites_with_rules(store), known_sites(store)) == ([SITE], [SITE])
    keep(store)
    assert (sites_with_rules(store), stored_rules(store, SITE)) == ([], SiteRules())


@pytest.mark.parametrize(
    ("pinned", "after"),
    [
        (True, [("c1 v1", True, ""), ("c1 v2", False, "")]),
        (False, [("c1 v1", False, "2026-05-01"), ("c1 v2", False, "")]),
    ],
)
def test_pinning_takes_an_ended_rule_back_into_use(
    make_rule: MakeRule, pinned: bool, after: list[tuple[str, bool, str]]
) -> None:
    found = SiteRules(rules=(make_rule(until="2026-05-01", pinned=not pinned), make_rule(version=2)))
    assert states(with_pin(found, "c1 v1", pinned)) == after


def test_a_rule_that_is_gone_cannot_be_pinned(make_rule: MakeRule) -> None:
    with pytest.raises(RuleError, match="c9 v1 has just been removed"):
        with_pin(SiteRules(rules=(make_rule(),)), "c9 v1", True)


def test_a_crawl_under_way_loses_nothing_and_keeps_the_pin(store: Store, make_rule: MakeRule) -> None:
    keep(store, make_rule(), make_rule("c2"))
    crawl = SiteShelf(store)
    memory = crawl.get(SITE)
    change_rules(store, SITE, lambda found: with_pin(found, "c1 v1", True))
    memory.note_use("c1 v1", True, "2026-05-02")
    memory.set_rule(make_rule("c3"))
    crawl.save(SITE)
    assert memory.rules[0].pinned
    found = stored_rules(store, SITE)
    assert states(found) == [("c1 v1", True, ""), ("c2 v1", False, ""), ("c3 v1", False, "")]
    assert found.lives["c1 v1"].held == 1


@pytest.mark.parametrize(
    ("stored", "given", "fate", "is_pinned", "pinned_here", "still_pinned"),
    [
        # what was learned goes from store to store as it is
        (None, {}, "added", False, False, False),
        (None, {"pinned": True}, "added", True, False, False),
        # what no page taught is somebody's own
        (None, {"support": 0, "confidence": 0.0}, "added", True, True, False),
        ({}, {}, "unchanged", False, False, False),
        ({}, {"pinned": True}, "replaced", True, False, False),
        # edited: pinned, whatever the file says
        ({}, {"content": "div#new"}, "replaced", True, True, False),
        ({}, {"without": (parse_selector("p.ad"),)}, "replaced", True, True, False),
        ({}, {"places": {"title": parse_selector("h1")}}, "replaced", True, True, False),
        # the same file once more
        ({"pinned": True}, {}, "unchanged", True, False, True),
        ({"pinned": True}, {"content": "div#new"}, "replaced", True, False, True),
        # figures are not edited: an older export is no edit
        ({"support": 9}, {"support": 6}, "replaced", False, False, False),
        ({"until": "2026-05-01"}, {}, "replaced", False, False, False),
    ],
)
def test_an_imported_rule_that_was_edited_is_pinned_and_a_file_never_unpins(
    make_rule: MakeRule,
    stored: dict[str, Any] | None,
    given: dict[str, Any],
    fate: str,
    is_pinned: bool,
    pinned_here: bool,
    still_pinned: bool,
) -> None:
    before = () if stored is None else (make_rule(**stored),)
    done = with_imported(SiteRules(rules=before), [make_rule(**given)])
    assert [name for name in ("added", "replaced", "unchanged") if getattr(done, name)] == [fate]
    assert [rule.pinned for rule in done.rules.rules] == [is_pinned]
    assert (bool(done.pinned), bool(done.still_pinned)) == (pinned_here, still_pinned)
    again = with_imported(done.rules, [make_rule(**given)])
    assert again.rules == done.rules
    assert again.unchanged == ("c1 v1",)


def test_imported_versions_stand_in_their_order_and_the_rest_stays(make_rule: MakeRule) -> None:
    life = Life("+", 1, 0, "")
    found = SiteRules(rules=(make_rule(version=2), make_rule("c2")), lives={"c1 v2": life})
    done = with_imported(found, [make_rule(version=3), make_rule(version=1, until="2026-05-01")])
    assert [rule.key for rule in done.rules.rules] == ["c1 v1", "c1 v2", "c2 v1", "c1 v3"]
    assert done.rules.lives == {"c1 v2": life}


def test_more_rules_than_are_kept_are_refused(make_rule: MakeRule) -> None:
    ended = [make_rule(version=number + 1, until="2026-05-01") for number in range(MOST_VERSIONS + 1)]
    with pytest.raises(RuleError, match="more rules than are kept; take ended ones out"):
        with_imported(SiteRules(), ended)


def test_a_view_has_the_rules_that_may_decide(store: Store, make_rule: MakeRule) -> None:
    assert stored_view(store, SITE) is None
    keep(store, make_rule(confidence=0.5))
    assert stored_view(store, SITE) is None
    keep(store, make_rule(confidence=0.5), make_rule("c2"))
    view = stored_view(store, SITE)
    assert view is not None
    assert [rule.key for rule in view.rules] == ["c2 v1"]


def test_what_cannot_be_used_is_reported_and_left_as_it_is(store: Store) -> None:
    for kind in ("rules", "knowledge"):
        store.update(kind, SITE, lambda _: {"version": 99})
    rejected: list[tuple[str, str, str]] = []
    assert stored_view(store, SITE, on_rejected=lambda *what: rejected.append(what)) is None
    reason = "cannot be used (its version is not 1)"
    assert rejected == [("knowledge", SITE, reason), ("rules", SITE, reason)]
    with pytest.raises(StoreError, match=r"stored rules of a\.example cannot be used .* rules forget a\.ex"):
        change_rules(store, SITE, lambda found: found)
    assert store.get("rules", SITE) == {"version": 99}

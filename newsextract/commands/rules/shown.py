"""``newsextract rules list`` and ``show``."""

from __future__ import annotations

import argparse
import contextlib
from typing import TYPE_CHECKING, Any

from newsextract.commands.rules.actions import (
    NO_RULES,
    NOTHING_EXIT_CODE,
    add_action,
    add_rule_argument,
    print_json,
    print_text,
    read,
    say,
    with_lives,
)
from newsextract.commands.rules.names import chosen_rule, chosen_site
from newsextract.commands.stores import open_to_read

if TYPE_CHECKING:
    from newsextract.site.rules import Rule
    from newsextract.site.site_records import SiteRules

_LIST_TEXT = """\
States: in use; pinned: used whatever its confidence, and never replaced; not trusted: its confidence is too
low to decide alone; ended: it no longer fits the site. Held and missed are the pages it was tried on since.

example:
  newsextract rules list --store learned.db
"""
_SHOW_TEXT = """\
Places are written as in exported files, whose head explains them.

examples:
  newsextract rules show news.example
  newsextract rules show news.example c3fa90b21 v2
"""


def add_list(actions: Any) -> None:
    """Declare ``list``."""
    parser = add_action(actions, "list", _list, "list the rules of all sites, or of one", _LIST_TEXT)
    parser.add_argument("site", metavar="SITE", nargs="?", help="only the rules of this site")
    parser.add_argument("--json", action="store_true", help="print a JSON array")


def add_show(actions: Any) -> None:
    """Declare ``show``."""
    parser = add_action(actions, "show", _show, "say in words what a site's rules do", _SHOW_TEXT)
    parser.add_argument("site", metavar="SITE", help="whose rules")
    add_rule_argument(parser, "only this one (default: all, of those that have ended only a line)")
    parser.add_argument("--json", action="store_true", help="print a JSON array")


def _list(args: argparse.Namespace) -> int:
    from newsextract.commands.rules.text import list_record, list_text
    from newsextract.site.stored import sites_with_rules

    with contextlib.closing(open_to_read(args.store)) as store:
        names = sites_with_rules(store) if args.site is None else [chosen_site(store, args.site)]
        found = [entry for name in names for entry in with_lives(read(store, name))]
    if args.json:
        print_json([list_record(rule, life) for rule, life in found])
    elif found:
        print_text(list_text(found))
    if not found:
        say(NO_RULES if args.site is None else f"{names[0]}: {NO_RULES}")
    return 0


def _show(args: argparse.Namespace) -> int:
    from newsextract.commands.rules.text import show_record

    with contextlib.closing(open_to_read(args.store)) as store:
        site = chosen_site(store, args.site)
        found = read(store, site)
    if not found.rules:
        say(f"{site}: {NO_RULES}")
        return NOTHING_EXIT_CODE
    one = chosen_rule(site, found.rules, args.rule) if args.rule else None
    if args.json:
        chosen = [(rule, life) for rule, life in with_lives(found) if one is None or rule == one]
        print_json([show_record(rule, life) for rule, life in chosen])
    else:
        print_text(_shown(found, one))
    return 0


def _shown(found: SiteRules, one: Rule | None) -> str:
    """The rules in full that are meant, and lines for the other versions."""
    from newsextract.commands.rules.text import rule_text, versions_text

    lives = {rule.key: life for rule, life in with_lives(found)}
    in_full = [one] if one else [rule for rule in found.rules if not rule.until or rule.pinned]
    others = [rule for rule in found.rules if rule not in in_full and (not one or rule.name == one.name)]
    parts = [rule_text(rule, lives[rule.key]) for rule in in_full]
    if others:
        title = "Other versions:" if one else "Ended:"
        parts.append(f"{title}\n{versions_text(others)}")
    return "\n\n".join(parts)

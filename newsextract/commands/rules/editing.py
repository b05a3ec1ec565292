"""``newsextract rules pin`` and ``forget``."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING, Any

from newsextract.commands.inputs import one_line
from newsextract.commands.rules.actions import (
    NOTHING_EXIT_CODE,
    add_action,
    add_rule_argument,
    print_line,
    read,
    say,
)
from newsextract.commands.rules.names import chosen_rule, chosen_site
from newsextract.commands.stores import open_to_read, store_path, warn_of_rejected
from newsextract.errors import InputError

if TYPE_CHECKING:
    from newsextract.store import Store

_PIN_TEXT = """\
A pinned rule is tried before all others, whatever its confidence, does not end and is never replaced by a
learned one. Pinning takes a rule that has ended back into use.

examples:
  newsextract rules pin news.example c3fa90b21 v2
  newsextract rules pin --off news.example c3fa90b21 v2
"""
_FORGET_TEXT = """\
With a rule goes what its class of pages remembers: the class is learned again, from pages to come. Without
RULE all that is known of the site goes. Pages that wait for a crawl stay.

examples:
  newsextract rules forget news.example c3fa90b21 v1
  newsextract rules forget news.example
  newsextract rules forget --all --yes
"""


def add_pin(actions: Any) -> None:
    """Declare ``pin``."""
    parser = add_action(actions, "pin", _pin, "have a rule used whatever happens, or no longer", _PIN_TEXT)
    parser.add_argument("site", metavar="SITE", help="whose rule")
    parser.add_argument("--off", action="store_true", help="let the rule go on like others")
    add_rule_argument(parser, "which one; may be left out where the site has just one")


def add_forget(actions: Any) -> None:
    """Declare ``forget``."""
    help_ = "remove a rule, or all that is known of a site or of all sites"
    parser = add_action(actions, "forget", _forget, help_, _FORGET_TEXT)
    parser.add_argument("site", metavar="SITE", nargs="?", help="the site")
    add_rule_argument(parser, "only this rule (default: all that is known of the site)")
    parser.add_argument("--all", action="store_true", help="all sites; asks first")
    parser.add_argument("--yes", action="store_true", help="with --all: do not ask")


def _pin(args: argparse.Namespace) -> int:
    from newsextract.site.stored import change_rules, with_pin

    with contextlib.closing(open_to_read(args.store)) as store:
        site = chosen_site(store, args.site)
        rules = read(store, site).rules
        words = args.rule or ([rules[0].key] if len(rules) == 1 else [])
        if rules and not words:
            raise InputError(f"pin: which rule of {site}? There are: {', '.join(rule.key for rule in rules)}")
        rule = chosen_rule(site, rules, words)
        change_rules(store, site, lambda found: with_pin(found, rule.key, not args.off))
    print_line(f"{rule.key} of {site} is {'no longer pinned' if args.off else 'pinned'}")
    return 0


def _forget(args: argparse.Namespace) -> int:
    if args.all == (args.site is not None):
        raise InputError("forget: name a SITE, or give --all")
    if args.yes and not args.all:
        raise InputError("--yes goes with --all")
    with contextlib.closing(open_to_read(args.store)) as store:
        if args.all:
            return _forget_all(store, store_path(args.store), confirmed=args.yes)
        site = chosen_site(store, args.site)
        if args.rule:
            _forget_rule(store, site, args.rule)
        else:
            _forget_sites(store, [site])
            print_line(f"{site} is forgotten")
    return 0


def _forget_rule(store: Store, site: str, words: list[str]) -> None:
    from newsextract.site.keeping import SiteShelf

    shelf = SiteShelf(store, on_rejected=warn_of_rejected)
    memory = shelf.get(site)
    rule = chosen_rule(site, memory.rules, words)
    while memory.forget(rule.key):  # once, unless a crawl changes it just then, which would keep it
        shelf.save(site)
    left = [other.key for other in memory.rules if other.name == rule.name]
    stays = f"; {', '.join(left)} stays" if left else ""
    print_line(f"{rule.key} of {site} is forgotten{stays}")


def _forget_all(store: Store, path: str, *, confirmed: bool) -> int:
    from newsextract.site.stored import known_sites

    sites = known_sites(store)
    if not sites:
        say("there is nothing to forget")
        return NOTHING_EXIT_CODE
    many = f"{len(sites):,} site{'' if len(sites) == 1 else 's'}"
    if not confirmed and not _is_confirmed(f"Forget all that {path} knows of {many}?"):
        say("nothing was forgotten")
        return NOTHING_EXIT_CODE
    _forget_sites(store, sites)
    print_line(f"{many} forgotten")
    return 0


def _is_confirmed(question: str) -> bool:
    """Ask on the terminal. Raises InputError where there is none."""
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stderr.isatty():
        raise InputError("forget --all: removes all that is known of all sites; add --yes to confirm it")
    print(f"{one_line(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _forget_sites(store: Store, sites: list[str]) -> None:
    from newsextract.site.keeping import SiteShelf

    shelf = SiteShelf(store, on_rejected=warn_of_rejected)
    for site in sites:
        shelf.forget(site)

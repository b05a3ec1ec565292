"""What the actions of ``newsextract rules`` have in common: how they are declared, and how they speak."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from newsextract.commands.inputs import one_line
from newsextract.commands.lines import open_output, write_line
from newsextract.commands.stores import add_store_argument, warn_of_rejected

if TYPE_CHECKING:
    from newsextract.site.drift import Life
    from newsextract.site.rules import Rule
    from newsextract.site.site_records import SiteRules
    from newsextract.store import Store

NOTHING_EXIT_CODE = 1
"""There is nothing to show, or no page that a rule fits."""

NO_RULES = "no rules yet; six articles of a site that are built alike make one"


def add_action(
    actions: Any,
    name: str,
    act: Callable[[argparse.Namespace], int],
    help_: str,
    text: str,
    store: str = "the store",
) -> argparse.ArgumentParser:
    """Declare one action; ``text`` is what its help says below the options, examples among it."""
    parser: argparse.ArgumentParser = actions.add_parser(
        name,
        help=help_,
        description=help_[0].upper() + help_[1:] + ".",
        epilog=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(action=act)
    add_store_argument(parser, store)
    return parser


def add_rule_argument(parser: argparse.ArgumentParser, help_: str) -> None:
    """Declare RULE, which may be written as two words."""
    parser.add_argument("rule", metavar="RULE", nargs="*", help=help_)


def read(store: Store, site: str) -> SiteRules:
    """The rules of a site; what cannot be used is said."""
    from newsextract.site.stored import stored_rules

    return stored_rules(store, site, on_rejected=warn_of_rejected)


def with_lives(found: SiteRules) -> list[tuple[Rule, Life]]:
    """Rules with what has become of them, by name and version."""
    from newsextract.site.drift import Life

    ordered = sorted(found.rules, key=lambda rule: (rule.name, rule.version))
    return [(rule, found.lives.get(rule.key, Life())) for rule in ordered]


def print_text(text: str) -> None:
    """Print to standard output, in UTF-8 whatever the terminal says it wants."""
    with open_output(None) as output:
        write_line(output, text)


def print_line(text: str) -> None:
    """The same for one line with names in it that may hold anything."""
    print_text(one_line(text))


def print_json(value: Any) -> None:
    """The same for a value."""
    print_text(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1))


def say(text: str) -> None:
    """A line on standard error about what is no error."""
    print(f"newsextract: {one_line(text)}", file=sys.stderr, flush=True)

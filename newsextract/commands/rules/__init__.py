"""``newsextract rules``: what a store knows of how sites are built, looked at, edited and tried."""

from __future__ import annotations

import argparse

from newsextract.commands.rules.editing import add_forget, add_pin
from newsextract.commands.rules.files import add_export, add_import
from newsextract.commands.rules.shown import add_list, add_show
from newsextract.commands.rules.trial import add_test

NAME = "rules"
HELP = "look at the rules that were learned of sites, edit, pin, forget and try them"

_DESCRIPTION = """\
Rules say where the articles of a site stand, one for each way in which its pages are built. They are learned
by crawls and by `newsextract learn`, and kept in a store. All of this can be done while crawls use the store.
"""
_EPILOG = """\
examples:
  newsextract rules list
  newsextract rules show news.example
  newsextract rules export news.example -o news.yaml      then edit it
  newsextract rules test news.example pages/              and see what the rules find
  newsextract rules import news.yaml

SITE is a host as in `list`. RULE is a name (its latest version), or a name and a version: c3fa90b21 v2, or
c3fa90b21:v2. `newsextract rules ACTION --help` says more of each.
"""

_ACTIONS = (add_list, add_show, add_export, add_import, add_pin, add_forget, add_test)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for add in _ACTIONS:
        add(actions)


def run(args: argparse.Namespace) -> int:
    """Do what the action says."""
    code: int = args.action(args)
    return code

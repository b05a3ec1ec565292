"""``newsextract rules test``: what a site's rules find on pages."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from newsextract.commands.extract import progress_stream, report
from newsextract.commands.inputs import expand, one_line, read_input
from newsextract.commands.lines import open_output, write_line
from newsextract.commands.pool import internal_error, sources_with_bodies
from newsextract.commands.progress import Progress
from newsextract.commands.rules.actions import NOTHING_EXIT_CODE, add_action, print_text, read
from newsextract.commands.rules.names import chosen_rule, chosen_site
from newsextract.commands.stores import open_to_read
from newsextract.errors import InputError
from newsextract.limits import DEFAULT_LIMITS
from newsextract.terminal import fit

if TYPE_CHECKING:
    from newsextract.commands.inputs import Input
    from newsextract.site.view import SiteView

LONGEST_TITLE = 60
"""Columns of a headline that are shown."""

_TEXT = """\
The rules are tried in the order in which they are used: pinned ones first, then those in use, the one with
most pages first, then ended ones, in case an old layout is back. --rule tries one alone, trusted or not.
Exit code 1 if no page fits any rule, or an input could not be read.

examples:
  newsextract rules test news.example pages/
  newsextract rules test news.example story.html --rule 'c3fa90b21 v2'
"""


def add_test(actions: Any) -> None:
    """Declare ``test``."""
    parser = add_action(actions, "test", _test, "try a site's rules on pages on disk", _TEXT)
    parser.add_argument("site", metavar="SITE", help="whose rules")
    parser.add_argument(
        "input", metavar="FILE|FOLDER|-", nargs="+",
        help="a page (.gz is decompressed), a folder to search for pages, or - for standard input",
    )  # fmt: skip
    parser.add_argument("--rule", metavar="RULE", help="try only this one")
    parser.add_argument("--json", action="store_true", help="print a JSON line a page")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What the rules made of one page."""

    name: str
    rule: str = ""
    """Key of the rule that fits; empty for none."""
    characters: int = 0
    title: str = ""
    misfits: dict[str, str] = field(default_factory=dict)
    """Why each rule that was tried before does not fit, by its key."""
    problem: str = ""
    """Why the page could not be read."""


def _test(args: argparse.Namespace) -> int:
    inputs = expand(args.input)
    with contextlib.closing(open_to_read(args.store)) as store:
        site = chosen_site(store, args.site)
        rules = read(store, site).rules
    from newsextract.site.view import SiteView, in_order

    chosen = [chosen_rule(site, rules, [args.rule])] if args.rule else in_order(rules)
    if not chosen:
        there = f"none is trusted; try one with --rule: {', '.join(rule.key for rule in rules)}"
        raise InputError(f"{site}: {there if rules else 'has no rules yet'}")
    view = SiteView(tuple(chosen))
    fitting: Counter[str] = Counter()
    problems = 0
    with open_output(None) as output, Progress(len(inputs), "test", progress_stream(output)) as progress:
        for source, body in sources_with_bodies(inputs):
            trial = try_page(view, source, body)
            if trial.problem:
                report(trial.problem)
                problems += 1
            else:
                fitting[trial.rule] += 1
                write_line(output, json_line(trial) if args.json else trial_text(trial))
            progress.advance()
    if not args.json:
        print_text(summary(fitting, (rule.key for rule in chosen)))
    return 0 if not problems and fitting.total() > fitting[""] else NOTHING_EXIT_CODE


def try_page(view: SiteView, source: Input, body: bytes | None = None) -> Trial:
    """Try rules on one page. Whatever happens, it happens to this page alone."""
    from newsextract.page import read_page

    try:
        page = read_page(read_input(source, DEFAULT_LIMITS) if body is None else body)
        if page.state:
            return Trial(name=source.name, problem=f"{source.name}: {page.state} ({page.reason})")
        reading = view.read(page.root)
    except InputError as error:
        return Trial(name=source.name, problem=str(error))
    except Exception as error:  # a fault of ours on one page must not cost the others
        return Trial(name=source.name, problem=internal_error(source, error))
    misfits = dict(reading.misfits)
    if reading.rule is None or reading.found is None:
        return Trial(name=source.name, misfits=misfits)
    found = reading.found
    return Trial(
        name=source.name,
        rule=reading.rule.key,
        characters=found.length,
        title=found.title,
        misfits=misfits,
    )


def json_line(trial: Trial) -> str:
    """A trial for programs."""
    values = {
        "file": trial.name,
        "rule": trial.rule,
        "characters": trial.characters,
        "title": trial.title,
        "misfits": trial.misfits,
    }
    return json.dumps(values, ensure_ascii=False, allow_nan=False)


def trial_text(trial: Trial) -> str:
    """A line for the page, and one for each rule that does not fit."""
    if trial.rule:
        title = f'"{fit(trial.title, LONGEST_TITLE)}"' if trial.title else "no headline at the rule's place"
        head = f"{trial.name}: {trial.rule}, {trial.characters:,} characters, {title}"
    else:
        head = f"{trial.name}: no rule fits"
    lines = [head, *(f"    not {key}: {reason}" for key, reason in trial.misfits.items())]
    return "\n".join(map(one_line, lines))


def summary(fitting: Counter[str], keys: Iterable[str]) -> str:
    """``12 pages: c3fa90b21 v2 fits 10, no rule fits 2``."""
    pages = fitting.total()
    parts = [f"{key} fits {fitting[key]:,}" for key in keys if fitting[key]]
    if fitting[""]:
        parts.append(f"no rule fits {fitting['']:,}")
    text = f"{pages:,} page{'' if pages == 1 else 's'}"
    return f"{text}: {', '.join(parts)}" if parts else text

"""``newsextract rules export`` and ``import``: rules as files that people read, compare and edit."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from newsextract.commands.lines import is_same_file
from newsextract.commands.rules.actions import NO_RULES, NOTHING_EXIT_CODE, add_action, print_text, read, say
from newsextract.commands.rules.names import chosen_site
from newsextract.commands.stores import open_to_read, open_to_write, store_path
from newsextract.errors import InputError, OutputError, RuleError

if TYPE_CHECKING:
    from newsextract.site.rules import Rule
    from newsextract.site.stored import Imported
    from newsextract.store import Store

ENDING = ".yaml"

LONGEST_FILE_NAME = 100
"""Characters of a file's name that are taken from the site's; the rest of a longer one is a fingerprint."""

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")

_EXPORT_TEXT = """\
The head of a file says what may be edited and how places are written. Files of --all are named after their
sites; what no file name may have, as the colon before a port, becomes _.

examples:
  newsextract rules export news.example -o news.yaml
  newsextract rules export --all -o rules/
"""
_IMPORT_TEXT = """\
All files are checked before anything is written, and the rules of one are taken in at once or not at all.
Rules of the site that are not in the file stay as they are.

What you have edited is not overwritten by the next lesson: a rule whose places differ from those in the
store, or that no page taught, is pinned, even if the file says `pinned: false`. A file never unpins a rule;
that is what `newsextract rules pin --off` is for.

examples:
  newsextract rules import news.yaml
  newsextract rules import rules/*.yaml --store another.db
"""


def add_export(actions: Any) -> None:
    """Declare ``export``."""
    parser = add_action(actions, "export", _export, "write rules to files that can be edited", _EXPORT_TEXT)
    parser.add_argument("site", metavar="SITE", nargs="?", help="whose rules")
    parser.add_argument("--all", action="store_true", help="of all sites, one file each")
    parser.add_argument(
        "-o", "--output", metavar="FILE",
        help="write there instead of to standard output; with --all the folder, made if it is not there",
    )  # fmt: skip


def add_import(actions: Any) -> None:
    """Declare ``import``."""
    where = "the store, made if it is not there"
    parser = add_action(
        actions, "import", _import, "take rules from files into the store", _IMPORT_TEXT, where
    )
    parser.add_argument("file", metavar="FILE", nargs="+", help="a file as `export` writes it")


def _export(args: argparse.Namespace) -> int:
    if args.all == (args.site is not None):
        raise InputError("export: name a SITE, or give --all")
    if args.all and not args.output:
        raise InputError("export --all: name the folder for the files with -o FOLDER")
    if args.output and is_same_file(args.output, store_path(args.store)):
        raise OutputError(f"--output {args.output}: is the store; name another file")
    with contextlib.closing(open_to_read(args.store)) as store:
        if args.all:
            return _export_all(store, Path(args.output))
        site = chosen_site(store, args.site)
        rules = read(store, site).rules
    if not rules:
        say(f"{site}: {NO_RULES}")
        return NOTHING_EXIT_CODE
    from newsextract.site.rule_files import rules_text

    text = rules_text(site, rules)
    if args.output:
        _write(Path(args.output), text)
    else:
        print_text(text.removesuffix("\n"))
    return 0


def _export_all(store: Store, folder: Path) -> int:
    from newsextract.site.rule_files import rules_text
    from newsextract.site.stored import sites_with_rules

    found = {site: rules for site in sites_with_rules(store) if (rules := read(store, site).rules)}
    if not found:
        say(NO_RULES)
        return NOTHING_EXIT_CODE
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"--output {folder}: is no folder and cannot be made ({error.strerror})") from error
    for site, name in file_names(found).items():
        _write(folder / name, rules_text(site, found[site]))
    say(f"{len(found)} file{'' if len(found) == 1 else 's'} in {folder}")
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutputError(f"--output {path}: cannot be written ({reason}); name another") from error


def file_names(sites: Iterable[str]) -> dict[str, str]:
    """A file name for each site, which leads nowhere else, whatever the site is called, and is no other's on
    a disk that does not tell A from a."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for site in sorted(sites):
        plain = _UNSAFE.sub("_", site).lstrip(".") or "_"
        name = plain + ENDING
        if len(plain) > LONGEST_FILE_NAME or name.lower() in taken:
            digest = blake2b(site.encode("utf-8", "replace"), digest_size=6).hexdigest()
            name = f"{plain[:LONGEST_FILE_NAME]}_{digest}{ENDING}"
        taken.add(name.lower())
        names[site] = name
    return names


def _import(args: argparse.Namespace) -> int:
    from newsextract.site.rule_files import read_rules

    files = [(name, *read_rules(_text(name), name)) for name in args.file]
    with contextlib.closing(open_to_write(args.store)) as store:
        for name, site, rules in files:
            print_text("\n".join(imported_lines(site, _take_in(store, name, site, rules))))
    return 0


def _text(name: str) -> str:
    """What stands in a file, no more of it than is looked at. Raises InputError."""
    from newsextract.site.rule_files import LONGEST_FILE

    try:
        with open(name, encoding="utf-8-sig") as file:
            return file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror}); name a file that can") from error
    except ValueError as error:  # a name with a null character, or what is no UTF-8
        raise InputError(f"{name}: is no text in UTF-8; name a file of rules") from error


def _take_in(store: Store, name: str, site: str, rules: Sequence[Rule]) -> Imported:
    from newsextract.site.site_records import SiteRules
    from newsextract.site.stored import Imported, change_rules, with_imported

    done = Imported(rules=SiteRules())

    def change(found: SiteRules) -> SiteRules:
        nonlocal done  # made anew if the store begins again, because somebody came between
        done = with_imported(found, rules)
        return done.rules

    try:
        change_rules(store, site, change)
    except RuleError as error:
        raise RuleError(f"{name}: {error}") from error
    return done


def imported_lines(site: str, done: Imported) -> list[str]:
    """What became of a file's rules."""
    fates = {"added": done.added, "replaced": done.replaced, "unchanged": done.unchanged}
    counted = "; ".join(f"{fate}: {', '.join(keys)}" for fate, keys in fates.items() if keys)
    lines = [f"{site}: {counted or 'the file has no rules'}"]
    if done.pinned:
        lines.append(
            f"  pinned, so that lessons do not overwrite what was edited: {', '.join(done.pinned)}; try "
            f"{'it' if len(done.pinned) == 1 else 'them'} with `newsextract rules test {site} FILE`"
        )
    if done.still_pinned:
        lines.append(
            f"  still pinned: {', '.join(done.still_pinned)}; "
            f"`newsextract rules pin --off {site} RULE` ends that"
        )
    return lines

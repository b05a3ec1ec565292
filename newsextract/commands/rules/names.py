"""Which site and which rule are meant by what stands on the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from newsextract.addresses import site_name
from newsextract.errors import InputError

if TYPE_CHECKING:
    from newsextract.site.rules import Rule
    from newsextract.store import Store

MOST_NAMED = 8
"""Names that a message lists, those most like the one that was given."""

_VERSION = re.compile(r"(?P<name>.+)[ :]v(?P<version>[0-9]{1,10})")


def chosen_site(store: Store, given: str) -> str:
    """The site of the store that is meant: by its name, an address of it, or with ``www.``. Raises
    InputError, which names those there are."""
    from newsextract.site.stored import known_sites

    names = known_sites(store)
    for name in (given, site_name(given), site_name(f"http://{given}/")):
        if name and name in names:
            return name
    if not names:
        raise InputError(f"{given}: the store knows no site yet; `newsextract learn` or a crawl teaches it")
    raise InputError(f"{given}: the store knows no such site; there are: {listed(given, names)}")


def chosen_rule(site: str, rules: Sequence[Rule], words: Sequence[str]) -> Rule:
    """The rule that is meant by a name, or by a name and a version. Raises InputError, which names those
    there are."""
    given = " ".join(words)
    named = [rule for rule in rules if rule.name == given]
    if named:
        return max(named, key=lambda rule: rule.version)
    match = _VERSION.fullmatch(given)
    for rule in rules:
        if match and (rule.name, rule.version) == (match["name"], int(match["version"])):
            return rule
    if not rules:
        raise InputError(f"{given}: {site} has no rules yet; six articles that are built alike make one")
    raise InputError(
        f"{given}: {site} has no such rule; there are: {listed(given, [rule.key for rule in rules])}"
    )


def listed(given: str, names: Sequence[str]) -> str:
    """Names for a message: all if they are few, else those most like the one that was given."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    close = get_close_matches(given, names, n=MOST_NAMED, cutoff=0.0)
    return f"{', '.join(close)} and {len(names) - len(close):,} more"

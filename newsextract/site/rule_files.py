"""The rules of one site as one file for people: YAML that can be read, compared, edited and read back.

Of YAML only what such a file needs is read: no tags, anchors, aliases or repeated keys, so that a file can
neither make objects nor grow when it is read, and says what it seems to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import yaml

from newsextract.errors import RuleError
from newsextract.site.rules import LONGEST_NAME, Expected, Rule, read_rule
from newsextract.site.selectors import LONGEST_SELECTOR
from newsextract.site.site_records import MOST_RULES

LONGEST_FILE = 2_000_000
"""Characters; a rule has some 800, half of them its noise. PyYAML reads 200,000 a second."""

LONGEST_VALUE = LONGEST_SELECTOR
"""Characters of one value."""

MOST_LEVELS = 6
"""The file, its rules, a rule, its list of selectors, a selector: five."""

HEADER = """\
# The rules of one site, one for each way in which its pages are built.
#
# You may edit, then import the file again:
#   content     where the body of an article stands; several places if it is split
#   without     what inside of that is not the body
#   title authors date section tags lead image    where these stand
#   pinned      true: the rule is used whatever its confidence, and never replaced by a learned one
#   until       the day from which the rule no longer fits; take it out to have the rule used again
# Leave site, name and version, which tell rules apart. The rest was counted when the rule was learned:
# the pages it was learned from (support), the share of them it is right on (confidence), what their texts
# are like (expected), and texts that the site prints on many pages, as fingerprints (noise).
#
# A place is one or more steps, from the outer to the inner element:
#   div#story                   the id
#   div.text.wide               just these classes
#   div.wide.*                  these classes, and any others
#   td[2]                       the second among the like-named children of its parent
#   div#post-* > div.css-*      * stands for what differs from page to page
#   table.main > tr[1] > td     > is the next step inside
#   div#story p.caption         a space is any step inside
"""

_EMPTY: tuple[Any, ...] = ("", [], False, None)
"""Values of a rule that are left out, for they are what is meant when there is none."""

_ALWAYS = ("pinned", "support", "confidence")
"""... but for these, which people look for."""

_REMEDY = "mend it, or take the rule out of the file"


class _OnOneLine(dict[str, Any]):
    """Values that are read together, and seldom."""


class _Marks(list[str]):
    """Fingerprints, which nobody reads."""


class _Writer(yaml.SafeDumper):
    """Writes lists with their dashes below their name, and what nobody reads on a line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Without ``indentless``, whatever is asked for."""
        return super().increase_indent(flow, False)


_Writer.add_representer(
    _OnOneLine,
    lambda writer, value: writer.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=True),
)
_Writer.add_representer(
    _Marks,
    lambda writer, value: writer.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True),
)


def rules_text(site: str, rules: Iterable[Rule]) -> str:
    """The rules of a site as the text of a file. Raises RuleError for one of another site, and for more than
    can be read again."""
    entries: list[dict[str, Any]] = []
    for rule in rules:
        if rule.site != site:
            raise RuleError(f"rule {rule.key} is of {rule.site!r}, and the file of {site!r}")
        entries.append(_entry(rule))
    text = HEADER + yaml.dump(
        {"site": site, "rules": entries},
        Dumper=_Writer,
        default_flow_style=False,
        sort_keys=False,
        allow_unicode=True,
        width=float("inf"),
    )
    if len(text) > LONGEST_FILE or len(entries) > MOST_RULES:
        raise RuleError(f"the rules of {site} make a file that is too long to be read again; forget some")
    return text


def _entry(rule: Rule) -> dict[str, Any]:
    record = rule.to_record()
    del record["site"]  # it stands once, above all rules
    usual = {entry.name: entry.default for entry in fields(Expected)}
    expected = {name: value for name, value in record.pop("expected").items() if value != usual[name]}
    noise = record.pop("noise")
    return {
        **{name: value for name, value in record.items() if name in _ALWAYS or value not in _EMPTY},
        **({"expected": _OnOneLine(expected)} if expected else {}),
        **({"noise": _Marks(noise)} if noise else {}),
    }


def read_rules(text: str, source: str) -> tuple[str, tuple[Rule, ...]]:
    """The site and the rules of such a file. Raises RuleError, with the name of the file (``source``), which
    rule is meant and what is wrong with it, for anything else."""
    try:
        loaded = _loaded(text)
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        reason = error.problem or error.context or "it cannot be read"
        raise RuleError(f"{source}{line}: {_on_one_line(reason)}; mend the file") from error
    # PyYAML raises ValueError for days such as 2024-13-45, and others for what is no value of its kind
    except (yaml.YAMLError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise RuleError(f"{source}: cannot be read ({_on_one_line(str(error))}); mend the file") from error
    if not isinstance(loaded, dict) or set(loaded) != {"site", "rules"}:
        raise RuleError(f"{source}: expected site and rules, and nothing else; export a site to see the form")
    site, entries = loaded["site"], loaded["rules"]
    if not isinstance(site, str) or not 0 < len(site) <= LONGEST_NAME or not site.isprintable():
        raise RuleError(f"{source}: site is no name; write the host, as in site: news.example")
    if not isinstance(entries, list) or len(entries) > MOST_RULES:
        raise RuleError(f"{source}: rules: expected a list of at most {MOST_RULES:,}")
    return site, _checked(site, entries, source)


def _loaded(text: str) -> Any:
    if len(text) > LONGEST_FILE:
        raise ValueError(f"it has more than {LONGEST_FILE:,} characters")
    loader = _Reader(text)
    try:
        return loader.get_single_data()
    finally:
        loader.dispose()


def _checked(site: str, entries: Sequence[Any], source: str) -> tuple[Rule, ...]:
    rules: dict[str, Rule] = {}
    for number, entry in enumerate(entries, 1):
        try:
            values = {"site": site, **entry} if isinstance(entry, Mapping) else entry
            rule = read_rule(values, site=site)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            reason = _on_one_line(str(error))
            raise RuleError(f"{source}: {_name_of(entry, number)}: {reason}; {_REMEDY}") from error
        if rule.key in rules:
            raise RuleError(f"{source}: rule {rule.key} stands there twice; give one the next free version")
        rules[rule.key] = rule
    return tuple(rules.values())


def _name_of(entry: Any, number: int) -> str:
    """How people find a rule in the file: by name and version, or else counted from the first."""
    values = entry if isinstance(entry, Mapping) else {}
    name, version = values.get("name"), values.get("version", 1)
    if isinstance(name, str) and name.isprintable() and type(version) is int and version < 1 << 31:
        return f"rule {name[:60]} v{version}"
    return f"rule number {number}"


def _on_one_line(reason: str) -> str:
    return " ".join(reason.split())


class _Reader(yaml.SafeLoader):
    """PyYAML's safe loader, without what makes a file more than it seems to be."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._level = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Looks at each node before it is made."""
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]  # the stubs give it no types
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self._refuse(event, "anchors and aliases are not read here")
        if getattr(event, "tag", None) is not None:
            self._refuse(event, "tags (!) are not read here")
        if len(getattr(event, "value", "")) > LONGEST_VALUE:
            self._refuse(event, f"a value has more than {LONGEST_VALUE:,} characters")
        if self._level == MOST_LEVELS:
            self._refuse(event, "it is nested too deeply")
        self._level += 1
        node = super().compose_node(parent, index)
        self._level -= 1
        return node

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        """Refuses a name that stands there twice: the first value would be lost."""
        node = super().compose_mapping_node(anchor)
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value == "<<" or not isinstance(key, yaml.ScalarNode):
                self._refuse(key, "a name has to be a plain word")
            if key.value in seen:
                self._refuse(key, f"{key.value[:60]!r} stands there twice")
            seen.add(key.value)
        return node

    def _refuse(self, where: Any, problem: str) -> None:
        raise yaml.composer.ComposerError(None, None, problem, where.start_mark)

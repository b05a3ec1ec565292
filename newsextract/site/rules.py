"""A rule: where the articles of one class of pages stand, as a value.

It is learned (``learning``), applied (``applying``), watched (``drift``), kept (``records``), and can be
written to a file, edited and read back (``rule_files``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any

from newsextract.errors import RuleError
from newsextract.site.selectors import Selector, parse_selector

FIELDS = ("title", "authors", "date", "section", "tags", "lead", "image")
"""What a rule may know the place of, beside the content."""

MOST_SELECTORS = 200
MOST_NOISE = 2_000
"""Selectors of one kind, and texts to leave out, in a rule; learned ones have a handful."""

LONGEST_NAME = 300
"""Characters of the name of a site or class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the pages of the class show: a page that is far from it does not fit the rule."""

    shortest: int = 0
    longest: int = 0
    """Characters of the shortest and longest text."""
    link_share: float = 1.0
    """The largest share of a text that lies in links."""
    has_title: bool = False
    """Whether nearly all pages have their headline at the rule's place for it."""
    sureness: float | None = None
    """Mean confidence of the pages; None where they had none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The rule of a class of pages. ``name`` and ``version`` tell it from all others of its site."""

    site: str
    name: str
    """That of the class of pages it was first learned from."""
    version: int = 1
    content: tuple[Selector, ...]
    """Where the body stands; several where it is split."""
    without: tuple[Selector, ...] = ()
    """What inside of that is not the body."""
    places: Mapping[str, Selector] = field(default_factory=dict)
    """Where title, authors and the like stand, by name of the field: see ``FIELDS``."""
    noise: frozenset[int] = frozenset()
    """Texts inside of the content that the site prints on many pages, as fingerprints."""
    support: int = 0
    """Pages it was learned from."""
    confidence: float = 0.0
    """Share of these pages on which it gives what all evidence together gives, or nearly."""
    expected: Expected = Expected()
    learned: str = ""
    """Day, ISO 8601."""
    until: str = ""
    """Day from which it no longer fits; empty while it does."""
    pinned: bool = False
    """Set by hand: used whatever its confidence, and never replaced."""

    @property
    def key(self) -> str:
        """``c3f2a1 v2``."""
        return f"{self.name} v{self.version}"

    @property
    def is_trusted(self) -> bool:
        """Whether the rule alone may decide."""
        return self.pinned or self.confidence >= TRUSTED

    def to_record(self) -> dict[str, Any]:
        """Plain values, for JSON and for people."""
        return {
            "site": self.site,
            "name": self.name,
            "version": self.version,
            "learned": self.learned,
            "until": self.until,
            "pinned": self.pinned,
            "support": self.support,
            "confidence": self.confidence,
            "content": [selector.text for selector in self.content],
            "without": [selector.text for selector in self.without],
            **{name: self.places[name].text for name in FIELDS if name in self.places},
            "expected": {
                "shortest": self.expected.shortest,
                "longest": self.expected.longest,
                "link_share": self.expected.link_share,
                "has_title": self.expected.has_title,
                "sureness": self.expected.sureness,
            },
            "noise": [f"{text:016x}" for text in sorted(self.noise)],
        }


TRUSTED = 0.9
"""Confidence from which a rule is used by itself, nine of ten: a few hostile pages cannot switch it off. On
`daniel` F1 and exact pages are .956 and .650, as with .95, where all evidence weighed on every page gives
.955 and .655."""


def read_rule(record: Any, *, site: str | None = None) -> Rule:
    """The rule of a record. Raises RuleError with what is wrong; ``site`` is the one it has to be of."""
    values = _object(record, "a rule")
    known = {*(entry.name for entry in fields(Rule)), *FIELDS} - {"places"}
    unknown = sorted(map(str, set(values) - known))
    if unknown:
        raise RuleError(f"{unknown[0]!r} is no part of a rule; there are {', '.join(sorted(known))}")
    rule = Rule(
        site=_text(values, "site"),
        name=_text(values, "name"),
        version=_whole(values, "version", 1, 1),
        content=_selectors(values, "content"),
        without=_selectors(values, "without"),
        places={name: _selector(values[name], name) for name in FIELDS if values.get(name) is not None},
        noise=_noise(values),
        support=_whole(values, "support", 0, 0),
        confidence=_share(values, "confidence", 0.0),
        expected=_expected(values.get("expected")),
        learned=_day(values, "learned"),
        until=_day(values, "until"),
        pinned=_flag(values, "pinned"),
    )
    if not rule.content:
        raise RuleError("content: empty; name at least one place, as in div#story")
    if not rule.name or not rule.site:
        raise RuleError("site, name: a rule needs both")
    if site is not None and rule.site != site:
        raise RuleError(f"site: {rule.site!r}, but the rule was found under {site!r}")
    return rule


def _object(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RuleError(f"{what} is {type(value).__name__}; expected names with values")
    return value


def _shown(value: Any) -> str:
    """A value in a message: the start of a text, a number, or else what it is."""
    if isinstance(value, str):
        return repr(value[:60])
    is_short = value is None or isinstance(value, float) or (isinstance(value, int) and abs(value) < 1 << 64)
    return repr(value) if is_short else f"a value of type {type(value).__name__}"


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.isprintable():
        raise RuleError(f"{name}: {_shown(value)} is no name")
    return value


def _day(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    if isinstance(value, date):  # YAML makes dates of days
        value = value.isoformat()
    return _text({name: "" if value is None else value}, name)


def _whole(values: Mapping[str, Any], name: str, default: int, least: int) -> int:
    value = values.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 1 << 31:
        raise RuleError(f"{name}: {_shown(value)} is no whole number from {least} on")
    return value


def _share(values: Mapping[str, Any], name: str, default: float) -> float:
    value = values.get(name, default)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= 1:  # nor is a value that is no number at all
        raise RuleError(f"{name}: {_shown(value)} is no number from 0 to 1")
    return float(value)


def _flag(values: Mapping[str, Any], name: str) -> bool:
    value = values.get(name, False)
    if not isinstance(value, bool):
        raise RuleError(f"{name}: {_shown(value)} is neither true nor false")
    return value


def _list(values: Mapping[str, Any], name: str, most: int) -> list[Any]:
    value = values.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > most:
        raise RuleError(f"{name}: expected a list of at most {most}")
    return value


def _selectors(values: Mapping[str, Any], name: str) -> tuple[Selector, ...]:
    return tuple(_selector(text, name) for text in _list(values, name, MOST_SELECTORS))


def _selector(text: Any, name: str) -> Selector:
    try:
        return parse_selector(text)
    except RuleError as error:
        raise RuleError(f"{name}: {error}") from error


def _noise(values: Mapping[str, Any]) -> frozenset[int]:
    texts = _list(values, "noise", MOST_NOISE)
    is_mark: Callable[[Any], bool] = lambda text: (  # noqa: E731
        isinstance(text, str) and len(text) == 16 and set(text) <= set("0123456789abcdef")
    )
    wrong = [text for text in texts if not is_mark(text)]
    if wrong:
        raise RuleError(f"noise: {_shown(wrong[0])} is no fingerprint of 16 hexadecimal digits")
    return frozenset(int(text, 16) for text in texts)


def _expected(value: Any) -> Expected:
    if value is None:
        return Expected()
    values = _object(value, "expected")
    unknown = sorted(map(str, set(values) - {entry.name for entry in fields(Expected)}))
    if unknown:
        raise RuleError(f"expected: {unknown[0]!r} is no part of it")
    return Expected(
        shortest=_whole(values, "shortest", 0, 0),
        longest=_whole(values, "longest", 0, 0),
        link_share=_share(values, "link_share", 1.0),
        has_title=_flag(values, "has_title"),
        sureness=None if values.get("sureness") is None else _share(values, "sureness", 0.0),
    )

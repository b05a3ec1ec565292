"""What an address is made of: the steps of its path, its file ending, its query, its words, ids and dates."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from newsextract.text.words import word_count

LONGEST_READ = 2_000
"""Characters of an address that are looked at: the bound that keeps odd addresses cheap."""

SHORTEST_ID = 4
"""Digits from which a number names a story; shorter ones are pages, places in lists and parts of dates."""

SHORTEST_MIXED_ID = 8
"""Characters from which letters mixed with digits are an id, not a word such as ``covid19``."""

_DIRECTORY_FILES = frozenset(("index", "default", "home", "main", "homepage", "welcome"))
_ENDING = re.compile(r"\.([a-z][a-z0-9]{1,4})\Z")
_MONTH, _DAY = "(?:0?[1-9]|1[0-2])", "(?:0?[1-9]|[12][0-9]|3[01])"
_MONTH2, _DAY2 = "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])"
_YEAR = "(?:19[89][0-9]|20[0-4][0-9])"
_MONTH_NAME = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_DATE = re.compile(
    f"(?<![0-9])(?:{_YEAR}[-/_.](?:{_MONTH}|{_MONTH_NAME})[-/_.]{_DAY}|{_YEAR}[-/]?{_MONTH2}[-/]?{_DAY2}|"
    f"{_DAY2}[-_.]{_MONTH2}[-_.]{_YEAR}|[012][0-9]/{_MONTH2}/?{_DAY2})(?![0-9])"
)
_MONTH_ONLY = re.compile(f"(?<![0-9]){_YEAR}[-/_]?(?:{_MONTH2}|[1-9](?=/))(?![0-9])")
_YEAR_ONLY = re.compile(f"(?:/|^){_YEAR}(?=/)")
_A_YEAR = re.compile(_YEAR)
_DIGITS = re.compile(r"[0-9]+")
_MIXED = re.compile(r"[a-z0-9]+")
_BETWEEN_WORDS = re.compile(r"[\W_]+")


class AddressParts(NamedTuple):
    """An address taken apart, in lower case, escapes resolved."""

    steps: tuple[str, ...]
    """The path between its slashes, without file ending and without a last ``index.html``."""
    ending: str
    """File ending such as ``html``; empty when there is none."""
    query: tuple[tuple[str, str], ...]
    """Names and values of the query."""

    @property
    def path(self) -> str:
        """The steps joined again."""
        return "/".join(self.steps)


def read_address(url: str) -> AddressParts:
    """Take an address apart. A hash-bang counts as a part of the path. Never raises."""
    before_fragment, _, fragment = url[:LONGEST_READ].partition("#")
    before_query, _, query = before_fragment.partition("?")
    _, has_scheme, after_scheme = before_query.partition("://")
    path = (after_scheme if has_scheme else before_query).partition("/")[2]
    if fragment.startswith("!"):
        path = f"{path}/{fragment[1:]}"
    steps = [step for step in unquote(path).lower().split("/") if step.strip()]
    ending = ""
    if steps:
        found = _ENDING.search(steps[-1])
        if found:
            ending = found.group(1)
            steps[-1] = steps[-1][: found.start()]
        if not steps[-1] or (steps[-1] in _DIRECTORY_FILES):
            steps.pop()
    return AddressParts(tuple(steps), ending, _read_query(query))


def _read_query(query: str) -> tuple[tuple[str, str], ...]:
    pairs = (part.partition("=") for part in query.split("&") if part)
    return tuple((name.lower(), unquote(value).lower()) for name, _, value in pairs)


def step_words(step: str) -> list[str]:
    """The words of one step, numbers among them: ``ferry-sails-63250123`` has three."""
    return [word for word in _BETWEEN_WORDS.split(step) if word]


def slug_length(step: str) -> int:
    """How many words of a headline a step spells: numbers and ids left out, two ideographs taken for one."""
    count = 0
    for word in step_words(step):
        if word.isascii():
            count += len(word) > 1 and not has_digit(word)
        else:
            count += max(1, word_count(word) // 2)
    return count


def has_digit(word: str) -> bool:
    """Whether an ASCII digit is in it."""
    return _DIGITS.search(word) is not None


def without_date(path: str) -> tuple[str, str, str]:
    """The path without its date, how exact that is (``day month year`` or empty), and what follows it."""
    for exact, pattern in (("day", _DATE), ("month", _MONTH_ONLY), ("year", _YEAR_ONLY)):
        found = pattern.search(path)
        if found:
            rest = path[found.end() :]
            return f"{path[: found.start()]} {rest}", exact, rest.strip("/")
    return path, "", ""


def is_date(step: str) -> bool:
    """Whether a step is a day, month or year and nothing else."""
    return any(pattern.fullmatch(step) for pattern in (_A_YEAR, _MONTH_ONLY, _DATE))


def id_length(text: str) -> int:
    """Length of the longest id in a text: digits that are no year, or letters mixed with digits; else 0."""
    longest = 0
    for run in _MIXED.findall(text):
        numbers = [len(digits) for digits in _DIGITS.findall(run) if not _A_YEAR.fullmatch(run)]
        if not numbers:
            continue
        if max(numbers) >= SHORTEST_ID:
            longest = max(longest, *numbers)
        elif len(run) >= SHORTEST_MIXED_ID:
            longest = max(longest, len(run))
        else:
            longest = max(longest, *numbers)
    return longest

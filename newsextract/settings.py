"""The settings that newsextract adds to Scrapy's: one table, and one way to read them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from newsextract.access.private import read_networks
from newsextract.errors import SettingError
from newsextract.limits import DEFAULT_LIMITS
from newsextract.methods import get_method
from newsextract.text.fingerprints import NEAR_DISTANCE

PREFIX = "NEWSEXTRACT_"

_PLACEHOLDER = re.compile(r"%%|%\((?:name|time)\)s")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name, what it is when nobody says otherwise, and how a value is checked."""

    name: str
    default: Any
    check: Callable[[Any], Any]
    """Gives the value to work with. Raises ValueError, with what is allowed, for one that cannot be used."""
    help: str


def usable_cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every platform
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def whole_number(least: int) -> Callable[[Any], int]:
    """A check: a whole number, at least this."""

    def check(value: Any) -> int:
        try:
            number = int(str(value))  # not 2 of 2.5, and not 1 of True
        except ValueError:
            number = least - 1
        if number < least:
            raise ValueError(f"give a whole number, {least} or more")
        return number

    return check


def seconds(value: Any) -> float:
    """A check: a number above 0."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = 0.0
    if not 0 < number < float("inf"):
        raise ValueError("give a number of seconds above 0")
    return number


def yes_or_no(value: Any) -> bool:
    """A check: what Scrapy takes for True or False."""
    if str(value) not in {"0", "1", "True", "False", "true", "false"}:
        raise ValueError("give True or False")
    return str(value) in {"1", "True", "true"}


def file_name(value: Any) -> str:
    """A check: a path with no other placeholder than the spider's name and the time, or nothing."""
    path = str(value) if value else ""
    if "%" in _PLACEHOLDER.sub("", path):
        raise ValueError("give a path; the placeholders are %(name)s and %(time)s, and %% is a percent sign")
    return path


def store_name(value: Any) -> str:
    """A check: the path of a file, or nothing."""
    path = str(value) if value else ""
    if "://" in path:
        raise ValueError("give the path of a file")
    return path


def method_name(value: Any) -> str:
    """A check: the name of an extraction method, or nothing."""
    name = str(value) if value else ""
    get_method(name or None)
    return name


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "NEWSEXTRACT_METHOD",
        "",
        method_name,
        "extraction method; empty: the default",
    ),
    Setting(
        "NEWSEXTRACT_LEARN",
        True,
        yes_or_no,
        "learn how each site's pages are built, and read them by rules; until there is one, they wait",
    ),
    Setting(
        "NEWSEXTRACT_STORE",
        ".scrapy/newsextract.db",
        store_name,
        "file that keeps what was learned, from the project's folder; empty: nothing is kept after the crawl",
    ),
    Setting(
        "NEWSEXTRACT_WORKERS",
        max(1, usable_cores() - 1),
        whole_number(0),
        "processes that read pages; 0 reads them in the crawl's own process, without a deadline",
    ),
    Setting(
        "NEWSEXTRACT_PAGE_SECONDS",
        10.0,
        seconds,
        "longest time to read one page; then its state is `timeout`",
    ),
    Setting(
        "NEWSEXTRACT_MAX_BYTES",
        DEFAULT_LIMITS.max_bytes,
        whole_number(1),
        "longest page, decompressed; longer ones are `too large` and not fetched to their end",
    ),
    Setting(
        "NEWSEXTRACT_ALLOWED_NETWORKS",
        "",
        read_networks,
        "private networks that may be crawled all the same, such as `127.0.0.0/8`; comma separated",
    ),
    Setting(
        "NEWSEXTRACT_MAX_CRAWL_DELAY",
        60.0,  # 17 hours for 1,000 pages; longer ones are mostly meant for other crawlers
        seconds,
        "longest Crawl-delay of a robots.txt that is kept, seconds",
    ),
    Setting("NEWSEXTRACT_MAX_PARTS", 20, whole_number(1), "most pages that one story is joined from"),
    Setting(
        "NEWSEXTRACT_SITEMAP_DAYS",
        7,
        whole_number(0),
        "stories of a sitemap are fetched when they are dated within so many days (`since` goes before it)",
    ),
    Setting(
        "NEWSEXTRACT_NEAR_DUPLICATES",
        NEAR_DISTANCE,
        whole_number(0),
        "bits of 64 in which fingerprints of nearly the same texts may differ; 0: only the same text counts",
    ),
    Setting(
        "NEWSEXTRACT_DROP_DUPLICATES",
        False,
        yes_or_no,
        "leave out texts that are also those of another site or title, or nearly; else they are kept and "
        "`duplicate_of` says so",
    ),
    Setting(
        "NEWSEXTRACT_PROGRESS",
        True,
        yes_or_no,
        "the live line on a terminal, else a line in the log now and then",
    ),
    Setting(
        "NEWSEXTRACT_PROGRESS_SECONDS",
        60.0,  # as often as Scrapy's own line
        seconds,
        "time between two progress lines in the log",
    ),
    Setting(
        "NEWSEXTRACT_SUMMARY", True, yes_or_no, "the table of pages by site and state in the log at the end"
    ),
    Setting(
        "NEWSEXTRACT_ARCHIVE",
        "",
        file_name,
        "WARC file that keeps what was fetched, with `%(name)s` (spider) and `%(time)s`; empty: none",
    ),
    Setting("NEWSEXTRACT_MANIFEST", True, yes_or_no, "a manifest beside each output file"),
)


def check_settings(values: Mapping[str, Any]) -> None:
    """Raise SettingError for a setting with a value that cannot be used, or a name that is not ours."""
    for name in values:
        if name.startswith(PREFIX) and name not in _BY_NAME:
            raise SettingError(f"{name}: there is no such setting; there are {', '.join(sorted(_BY_NAME))}")
    for name in _BY_NAME:
        read(values, name)


def read(values: Mapping[str, Any], name: str) -> Any:
    """One of our settings, checked; its default where nobody, the add-on neither, has set it. Raises
    SettingError for a value that cannot be used."""
    setting = _BY_NAME[name]
    value = values.get(name)
    if value is None:
        value = setting.default
    try:
        return setting.check(value)
    except ValueError as error:
        raise SettingError(f"{name}={value!r}: {error}") from error


_BY_NAME = {setting.name: setting for setting in SETTINGS}

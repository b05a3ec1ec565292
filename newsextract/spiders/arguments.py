"""The arguments of the spider ``news``: which sites, how far, which stories. All of them are checked before
the first request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from newsextract.addresses import resolve, site_name
from newsextract.errors import SettingError

SOURCES = ("anchors", "sections", "feeds", "sitemaps")
"""Where stories are looked for: links of index pages, sections and next pages of lists, feeds, sitemaps."""

YAML_ENDINGS = (".yaml", ".yml")

HELP = {
    "url": "home page, or several with commas between them",
    "sites": "file with home pages: one a line, or YAML (.yaml) with any of the options below for each",
    "depth": "index pages followed from the home page: 0 none, 1 its sections (default), 2 their next pages",
    "allow": "regular expression: only stories whose address it is found in",
    "deny": "regular expression: nothing whose address it is found in",
    "since": "YYYY-MM-DD: no story that is known to be older",
    "max_articles": "stop after so many articles",
    "sources": f"where to look, of {','.join(SOURCES)} (default: all)",
}
"""Every argument, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOptions:
    """One site and what is wanted of it."""

    homes: tuple[str, ...]
    """Addresses of its home page or pages."""
    depth: int = 1
    allow: re.Pattern[str] | None = None
    deny: re.Pattern[str] | None = None
    since: str = ""
    """ISO date, or empty."""
    max_articles: int | None = None
    sources: frozenset[str] = frozenset(SOURCES)

    @property
    def name(self) -> str:
        """The site's name on items and in counts."""
        return site_name(self.homes[0])

    def wants(self, url: str) -> bool:
        """Whether a story of this address is asked for."""
        return self.may_follow(url) and (self.allow is None or bool(self.allow.search(url)))

    def may_follow(self, url: str) -> bool:
        """Whether an index page of this address may be read."""
        return self.deny is None or not self.deny.search(url)

    def is_too_old(self, day: str) -> bool:
        """Whether a story of this ISO date is older than asked for; an unknown date is not."""
        return bool(self.since and day) and day[: len(self.since)] < self.since


@dataclass(frozen=True, slots=True)
class CrawlPlan:
    """What one crawl is to do."""

    sites: tuple[SiteOptions, ...]
    max_articles: int | None = None
    """Of all sites together."""


def parse_arguments(arguments: Mapping[str, Any]) -> CrawlPlan:
    """The plan that the arguments of ``-a`` ask for. Raises SettingError: one line that says what to do."""
    unknown = sorted(set(arguments) - set(HELP))
    if unknown:
        raise SettingError(f"-a {unknown[0]}: the spider has no such argument; it has {', '.join(HELP)}")
    shared = {
        name: value for name, value in arguments.items() if name not in ("url", "sites", "max_articles")
    }
    addresses = [entry for entry in str(arguments.get("url", "")).split(",") if entry.strip()]
    sites = [_site({**shared, "url": address}, "-a ") for address in addresses]
    if "sites" in arguments:
        path = str(arguments["sites"])
        sites += [_site({**shared, **entry}, f"{path}: ") for entry in _read_sites(path)]
    if not sites:
        raise SettingError(
            "no home page: give one with -a url=https://news.example/ or a file with -a sites=FILE"
        )
    if not any(site.sources for site in sites):
        raise SettingError(
            f"-a sources={arguments.get('sources')!r}: nothing to look in; choose of {', '.join(SOURCES)}"
        )
    cap = arguments.get("max_articles")
    return CrawlPlan(_grouped(sites), None if cap is None else _number("-a ", "max_articles", cap, 1))


def _grouped(sites: Iterable[SiteOptions]) -> tuple[SiteOptions, ...]:
    """One entry a site name, with all its home pages: two with other options could not be told apart."""
    by_name: dict[str, SiteOptions] = {}
    for site in sites:
        known = by_name.setdefault(site.name, site)
        if replace(known, homes=()) != replace(site, homes=()):
            raise SettingError(
                f"{known.homes[0]} and {site.homes[0]} are one site: give both the same options"
            )
        by_name[site.name] = replace(known, homes=tuple(dict.fromkeys(known.homes + site.homes)))
    return tuple(by_name.values())


def _read_sites(path: str) -> list[dict[str, Any]]:
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise SettingError(
            f"-a sites={path}: cannot be read ({reason}); give a file of home pages"
        ) from error
    entries = _yaml_entries(path, text) if path.lower().endswith(YAML_ENDINGS) else _line_entries(text)
    if not entries:
        raise SettingError(f"-a sites={path}: no home page in it; write one address a line")
    return entries


def _line_entries(text: str) -> list[dict[str, Any]]:
    lines = (line.partition(" #")[0].strip() for line in text.splitlines())
    return [{"url": line} for line in lines if line and not line.startswith("#")]


def _yaml_entries(path: str, text: str) -> list[dict[str, Any]]:
    """A list of addresses or mappings with ``url``, alone or under the key ``sites``."""
    try:
        loaded = yaml.safe_load(text)
    except yaml.YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f" at line {where.line + 1}" if where else ""
        raise SettingError(f"-a sites={path}: not valid YAML{line}") from error
    if isinstance(loaded, dict):
        loaded = loaded.get("sites")
    if not isinstance(loaded, list):
        raise SettingError(
            f"-a sites={path}: expected a list of sites, each an address or a mapping with url"
        )
    entries = [{"url": entry} if isinstance(entry, str) else entry for entry in loaded]
    allowed = set(HELP) - {"sites"}
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("url"), str):
            raise SettingError(f"-a sites={path}: {entry!r} has no url")
        wrong = sorted(map(str, set(entry) - allowed))
        if wrong:
            raise SettingError(
                f"-a sites={path}: {entry['url']}: no option {wrong[0]!r}; "
                f"there are {', '.join(sorted(allowed))}"
            )
    return entries


def _site(values: Mapping[str, Any], where: str) -> SiteOptions:
    """One site's options. ``where`` begins the message on a wrong one."""
    site = SiteOptions(homes=(_home(where, str(values["url"]).strip()),))
    if "depth" in values:
        site = replace(site, depth=_number(where, "depth", values["depth"], 0))
    if "max_articles" in values:
        site = replace(site, max_articles=_number(where, "max_articles", values["max_articles"], 1))
    for name in ("allow", "deny"):
        if name in values:
            site = replace(site, **{name: _pattern(where, name, values[name])})  # type: ignore[arg-type]  # one of two names
    if "since" in values:
        site = replace(site, since=_day(where, values["since"]))
    if "sources" in values:
        site = replace(site, sources=_sources(where, values["sources"]))
    return site


def _home(where: str, address: str) -> str:
    home = resolve(address, "")
    if not home or not urlsplit(home).hostname:
        raise SettingError(
            f"{where}url={address!r}: not an http or https address; write https://news.example/"
        )
    return home


def _number(where: str, name: str, value: Any, least: int) -> int:
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if number < least:
        raise SettingError(f"{where}{name}={value!r}: give a whole number, {least} or more")
    return number


def _pattern(where: str, name: str, value: Any) -> re.Pattern[str]:
    several = value if isinstance(value, list) else [value]
    try:
        return re.compile("|".join(f"(?:{pattern})" for pattern in several))
    except re.error as error:
        raise SettingError(f"{where}{name}={value!r}: not a regular expression ({error})") from error


def _day(where: str, value: Any) -> str:
    try:
        day = date.fromisoformat(str(value)).isoformat()
    except ValueError:
        day = ""
    if day != str(value):  # newer Pythons also read 20261101 and 2026-W44-7
        raise SettingError(f"{where}since={value!r}: give a day as YYYY-MM-DD")
    return day


def _sources(where: str, value: Any) -> frozenset[str]:
    listed = value if isinstance(value, list) else str(value).split(",")
    names = {str(name).strip() for name in listed} - {""}
    unknown = sorted(names - set(SOURCES))
    if unknown:
        raise SettingError(
            f"{where}sources={value!r}: no source {unknown[0]!r}; choose of {', '.join(SOURCES)}"
        )
    return frozenset(names)

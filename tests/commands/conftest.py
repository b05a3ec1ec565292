"""What tests of commands with stores share: made-up pages of a site, and stores with rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from newsextract.site.drift import Life
from newsextract.site.rules import Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.site_records import SiteRules
from newsextract.site.stored import change_rules
from newsextract.store import open_store

SITE = "tide.net"
SHIPS = ("ferry", "tanker", "trawler", "yacht", "barge", "lifeboat", "dredger", "kayak", "tug", "cutter")


def story(number: int, site: str = SITE, *, box: str = "story", declares: bool = True) -> str:
    """An article of a made-up site in its one template."""
    ship = SHIPS[number % len(SHIPS)]
    url = f"https://www.{site}/news/2026/05/{number + 1:02d}/the-{ship}-is-back-in-the-harbour-{number}"
    head = f"<link rel='canonical' href='{url}'>" if declares else ""
    menu = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in SHIPS[:5])
    lines = "".join(
        f"<p>The {ship} number {number} left quay {place} at dawn, the harbour master said on day {number}, "
        f"with {10 * number + place} of its seats taken, and came back in the evening, as it always does.</p>"
        for place in range(5)
    )
    title = f"The {ship} is back in the harbour, number {number}"
    return (
        f"<!DOCTYPE html><html><head><title>{title}</title>{head}</head><body><div id='top'><div><ul>{menu}"
        f"</ul></div></div><div id='main'><div><h1>{title}</h1></div><div class='{box}'>{lines}</div></div>"
        "<div id='side'><div><p>Write to us.</p></div></div><div id='end'><div>Imprint</div></div>"
        "</body></html>"
    )


@pytest.fixture
def make_story() -> Callable[..., str]:
    """``make_story(3, "tide.net", box="story", declares=True)``: a page that says its address."""
    return story


@pytest.fixture
def site_folder(tmp_path: Path) -> Path:
    """Eight pages of one template, enough for a rule."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.html").write_text(story(number), encoding="utf-8")
    return folder


@pytest.fixture
def rule_of() -> Callable[..., Rule]:
    """``rule_of("c1", 2, content="div.story", pinned=True)``, of ``tide.net``."""

    def make(name: str = "c1", version: int = 1, content: str = "div.story", **values: Any) -> Rule:
        usual = {"site": SITE, "support": 8, "confidence": 1.0, "learned": "2026-05-01"}
        return Rule(name=name, version=version, content=(parse_selector(content),), **{**usual, **values})

    return make


@pytest.fixture
def keep_rules(tmp_path: Path) -> Callable[..., str]:
    """``keep_rules(rule, another, lives={"c1 v1": life})``: the path of a store with these rules."""

    def keep(*rules: Rule, lives: dict[str, Life] | None = None) -> str:
        path = str(tmp_path / "rules.db")
        with closing(open_store(path)) as store:
            for site in dict.fromkeys(rule.site for rule in rules):
                found = SiteRules(rules=tuple(rule for rule in rules if rule.site == site), lives=lives or {})
                change_rules(store, site, lambda _, found=found: found)  # type: ignore[misc]
        return path

    return keep

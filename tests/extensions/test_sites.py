"""What is known of the sites of a crawl."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scrapy.crawler import Crawler
from scrapy.utils.test import get_crawler

from newsextract.errors import SettingError, StoreError
from newsextract.extensions.sites import MOST_PACKED, SAVED_AFTER, Sites
from newsextract.items import Article
from newsextract.site.keeping import SiteShelf
from newsextract.site.lessons import SiteKnowledge
from newsextract.site.memory import Change
from newsextract.site.rules import Rule
from newsextract.site.selectors import parse_selector
from newsextract.store import SqliteStore
from newsextract.store.crawls import CRAWL
from newsextract.workers.jobs import Reading
from newsextract.workers.views import unpack_view

SITE = "a.example"
RULE = Rule(
    site=SITE, name="c1", content=(parse_selector("div"),), support=6, confidence=1.0, learned="2026-11-01"
)
KNOWLEDGE = SiteKnowledge(noise=frozenset({7}))


def crawler_with(**settings: Any) -> Crawler:
    return get_crawler(settings_dict={"NEWSEXTRACT_STORE": "", **settings})


@pytest.fixture
def make_sites() -> Iterator[Callable[..., Sites]]:
    """``make_sites(NEWSEXTRACT_STORE=...)``; stores are closed with the test."""
    made: list[Sites] = []

    def make(**settings: Any) -> Sites:
        made.append(Sites.from_crawler(crawler_with(**settings)))
        return made[-1]

    yield make
    for sites in made:
        sites.store.close()


@pytest.fixture
def sites(make_sites: Any) -> Sites:
    found: Sites = make_sites()
    return found


def reading(**values: Any) -> Reading:
    article = {name: values.pop(name) for name in list(values) if name in Article.__dataclass_fields__}
    return Reading(article=Article(url=f"http://{SITE}/1", **article), **values)


def test_a_crawl_is_entered_in_the_store_while_it_lasts(make_sites: Any, tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    with closing(SqliteStore(path)) as store:
        store.update(CRAWL, "killed", lambda _: {"host": "", "pid": 1, "began": 0})
        sites = make_sites(NEWSEXTRACT_STORE=str(path))
        assert sites.crawl == ""
        sites.begin()
        assert store.keys(CRAWL) == [sites.crawl]  # and the one that was killed is struck out
        sites.close()
        assert store.keys(CRAWL) == []


def test_what_was_learned_is_there_for_the_next_crawl(make_sites: Any, tmp_path: Path) -> None:
    setting = {"NEWSEXTRACT_STORE": str(tmp_path / "new folder" / "sites.db")}
    first = make_sites(**setting)
    first.begin()
    first.memory(SITE).set_rule(RULE)
    first.close()
    second = make_sites(**setting)
    assert second.memory(SITE).rules == [RULE]
    assert second.rules_record() == {
        SITE: [{name: value for name, value in RULE.to_record().items() if name != "noise"}]
    }


@pytest.mark.parametrize("content", [b"not a database, but a letter to somebody " * 50, "folder"])
def test_a_store_that_is_none_ends_the_crawl_at_its_start(content: Any, tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    if content == "folder":
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=r"^.*sites\.db: "):
        Sites.from_crawler(crawler_with(NEWSEXTRACT_STORE=str(path)))
    if content != "folder":
        assert path.read_bytes() == content


def test_a_wrong_setting_is_said() -> None:
    with pytest.raises(SettingError, match="NEWSEXTRACT_STORE='redis://x': give the path of a file"):
        Sites.from_crawler(crawler_with(NEWSEXTRACT_STORE="redis://x"))


def test_a_relative_path_is_one_from_the_projects_folder(
    make_sites: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scrapy.cfg").touch()
    (tmp_path / "deep" / "inside").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "deep" / "inside")
    make_sites(NEWSEXTRACT_STORE="kept/sites.db")
    assert (tmp_path / "kept" / "sites.db").is_file()


def test_a_crawl_that_does_not_learn_makes_no_file_and_knows_nothing(make_sites: Any, tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    sites = make_sites(NEWSEXTRACT_STORE=str(path), NEWSEXTRACT_LEARN=False)
    sites.begin()
    assert sites.place(SITE, reading(structure=tuple(range(20)), text="A text.")) == ""
    assert sites.packed_view(SITE) is None
    sites.close()
    assert not path.exists()


def test_a_view_is_packed_when_there_is_something_to_know_and_again_when_that_changes(sites: Sites) -> None:
    memory = sites.memory(SITE)
    assert sites.packed_view(SITE) is None
    memory.set_rule(RULE)
    first = sites.packed_view(SITE)
    assert first is not None
    assert unpack_view(first).rules == (RULE,)
    assert sites.packed_view(SITE) is first
    memory.knowledge = KNOWLEDGE
    memory.look_anew()
    second = sites.packed_view(SITE)
    assert second is not None
    assert second.token != first.token
    assert unpack_view(second).knowledge == KNOWLEDGE


def test_a_site_without_a_rule_may_know_something(sites: Sites) -> None:
    sites.memory(SITE).knowledge = KNOWLEDGE
    assert sites.packed_view(SITE) is not None


def test_views_of_the_sites_of_a_large_crawl_are_packed_anew(sites: Sites) -> None:
    for number in range(MOST_PACKED + 1):
        sites.memory(f"{number}.example").knowledge = KNOWLEDGE
        assert sites.packed_view(f"{number}.example") is not None
    assert len(sites._packed) == MOST_PACKED
    assert sites.packed_view("0.example") is not None


@pytest.mark.parametrize(
    ("what", "level", "line"),
    [
        ("learned", logging.INFO, "a.example: rule c1 v2 learned"),
        ("renewed", logging.INFO, "a.example: rule c1 v2 takes the place of the one before it"),
        ("returned", logging.INFO, "a.example: rule c1 v2 fits again and is back in use"),
        ("ended", logging.WARNING, "a.example: rule c1 v2 does not fit the site's pages any more"),
        ("drift", logging.INFO, "a.example: no rule fits the latest pages"),
    ],
)
def test_what_happens_to_a_rule_is_logged_and_counted(
    what: str, level: int, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    crawler = crawler_with()
    sites = Sites.from_crawler(crawler)
    with caplog.at_level(logging.INFO, "newsextract"):
        sites.tell(SITE, [Change(what, "" if what == "drift" else "c1 v2")] * 2)
    told = [(entry.levelno, entry.getMessage()) for entry in caplog.records]
    assert [one for one, _ in told] == [level, level]
    assert all(message.startswith(line) for _, message in told)
    assert crawler.stats.get_value(f"newsextract/rules/{what}") == 2


def test_a_site_is_saved_now_and_then(make_sites: Any, tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    sites = make_sites(NEWSEXTRACT_STORE=str(path))
    sites.memory(SITE).set_rule(RULE)
    with closing(SqliteStore(path)) as store:
        for _ in range(SAVED_AFTER - 1):
            sites.note(SITE)
        assert SiteShelf(store).get(SITE).rules == []
        sites.note(SITE)
        assert SiteShelf(store).get(SITE).rules == [RULE]
        sites.memory(SITE).set_rule(replace(RULE, name="c2"))
        sites.note(SITE)  # counts from the beginning again
        assert SiteShelf(store).get(SITE).rules == [RULE]


def test_a_store_that_cannot_be_written_costs_no_page(
    sites: Sites, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def update(*arguments: Any) -> None:
        raise StoreError("the disk is full")

    sites.memory(SITE).set_rule(RULE)
    monkeypatch.setattr(sites.store, "update", update)
    sites.save(SITE)
    assert "a.example: what was learned of it is not saved (the disk is full)" in caplog.text
    monkeypatch.undo()
    sites.save(SITE)
    assert SiteShelf(sites.store).get(SITE).rules == [RULE]


@pytest.mark.parametrize(
    ("values", "is_placed"),
    [
        ({"structure": tuple(range(20)), "text": "A text."}, True),
        ({"structure": tuple(range(20)), "page_state": "index"}, True),
        ({"structure": (), "page_state": "timeout"}, False),
        ({"structure": (1, 2), "text": "A text."}, False),  # built of too little to be like any other
    ],
)
def test_pages_are_put_into_classes(values: dict[str, Any], is_placed: bool, sites: Sites) -> None:
    assert bool(sites.place(SITE, reading(**values))) is is_placed


def test_a_page_read_by_a_rule_is_of_its_class(sites: Sites) -> None:
    assert sites.place(SITE, reading(text="A text.", rule="c9 v3")) == "c9"

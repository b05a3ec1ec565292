"""A site learns from its own pages: they wait, a worker learns, and each comes back once."""

from __future__ import annotations

import asyncio
import importlib
import logging
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import scrapy
from scrapy import signals

from newsextract.bench.score import score_text, text_gold
from newsextract.demo import REDESIGNED, SITE_NAMES
from newsextract.errors import StoreError
from newsextract.extensions import workers as workers_module
from newsextract.extensions.workers import Workers
from newsextract.page_item import PageItem
from newsextract.pipelines.waiting import PageWaits
from newsextract.site.keeping import SiteShelf
from newsextract.site.rules import Rule
from newsextract.site.structure import CLASS_PAGES
from newsextract.store import SqliteStore, Store, WaitingPage
from newsextract.store.crawls import CRAWL
from newsextract.workers.pool import WorkerDied

ARTICLES = 54
FLOOR = 0.95
LEARNED = re.compile(r"rule c\w+ v\d+ learned")
NOTICED = 10
"""Pages of a new layout after which it has a rule, or a warning is in the log, at the latest."""


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """What a store holds when no crawl has it open."""
    assert path.is_file()
    with closing(SqliteStore(path)) as store:
        yield store


def waiting_in(path: Path) -> int:
    with opened(path) as store:
        return store.count_waiting()


def rules_of(path: Path, site: str) -> list[Rule]:
    with opened(path) as store:
        return SiteShelf(store).get(site).rules


@pytest.mark.parametrize("name", SITE_NAMES)
def test_every_article_comes_once_and_those_of_a_class_that_was_learned_by_its_rule(
    name: str, serve_demo: Any, crawl_site: Any, store_file: Path
) -> None:
    demo = serve_demo(name)
    crawled = crawl_site(demo.home, settings={"NEWSEXTRACT_STORE": str(store_file)})
    score = demo.score(crawled)
    assert (len(crawled.articles), score.missing, score.repeated, score.wrong) == (ARTICLES, (), (), ())
    assert score.bodies.f1 >= FLOOR
    assert crawled.unsettled == {}
    assert sum(crawled.states.values()) == crawled.stat("pages")
    assert crawled.crawler.stats.get_value("newsextract/waiting") == 0
    assert crawled.stat("waited") >= CLASS_PAGES - 1
    assert waiting_in(store_file) == 0
    by_rule = [article for article in crawled.articles if article.rule]
    assert len(by_rule) >= CLASS_PAGES
    assert {article.method for article in by_rule} == {"rule"}
    assert "rule" not in {article.method for article in crawled.articles if not article.rule}
    rules = {rule.key: rule for rule in crawled.sites.memory(demo.name).rules}
    assert {article.rule for article in by_rule} <= set(rules)
    assert all(article.cluster for article in crawled.articles)
    assert crawled.stat("rules/learned") >= 1
    assert {article.fetched_at for article in crawled.articles}.isdisjoint({""})


def test_the_next_crawl_knows_the_rules_from_the_start(
    serve_demo: Any, crawl_site: Any, store_file: Path
) -> None:
    demo = serve_demo("review")
    settings = {"NEWSEXTRACT_STORE": str(store_file), "CONCURRENT_REQUESTS": 1}
    first = crawl_site(demo.home, settings=settings)
    known = {rule.key for rule in rules_of(store_file, demo.name)}
    assert known
    second = crawl_site(demo.home, settings=settings)
    assert known.intersection(article.rule for article in second.articles[: CLASS_PAGES - 1])
    assert second.stat("waited") <= first.stat("waited") / 3
    assert second.unsettled == {}
    before, after = first.texts, second.texts
    assert set(before) == set(after) == demo.addresses
    # read by a rule now, where some were read by their own evidence when there was none yet
    alike = [score_text(after[url], text_gold(before[url], "")).f1 for url in before]
    assert min(alike) >= 0.9
    assert sum(alike) / ARTICLES >= 0.98
    assert sum(before[url] == after[url] for url in before) > ARTICLES / 2
    with opened(store_file) as store:
        assert (store.count_waiting(), store.keys(CRAWL)) == (0, [])


def f1_by_layout(demo: Any, crawled: Any) -> tuple[float, float]:
    """Of the bodies of the pages in the new layout and in the old."""
    newer = demo.site.redesigned
    return (
        demo.score(crawled, lambda path: path in newer).bodies.f1,
        demo.score(crawled, lambda path: path not in newer).bodies.f1,
    )


def is_noticed(crawled: Any) -> bool:
    return any(crawled.stat(f"rules/{what}") for what in ("drift", "ended", "learned"))


def test_a_site_with_an_old_and_a_new_layout_has_rules_for_both(
    serve_demo: Any, crawl_site: Any, store_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    demo = serve_demo(REDESIGNED)
    with caplog.at_level(logging.INFO, "newsextract"):
        crawled = crawl_site(demo.home, settings={"NEWSEXTRACT_STORE": str(store_file)})
    assert set(crawled.texts) == demo.addresses
    assert crawled.unsettled == {}
    assert min(f1_by_layout(demo, crawled)) >= FLOOR
    clusters = {
        new: {
            article.cluster
            for article in crawled.articles
            if (article.url.removeprefix(demo.site.base) in demo.site.redesigned) is new
        }
        for new in (True, False)
    }
    assert not clusters[True] & clusters[False]
    names = {rule.name for rule in rules_of(store_file, demo.name)}
    assert names & clusters[True]
    assert names & clusters[False]
    assert len(LEARNED.findall(caplog.text)) == crawled.stat("rules/learned") >= 2
    assert crawled.stat("rules/learned") + crawled.stat("rules/renewed") == len(
        rules_of(store_file, demo.name)
    )


def test_a_redesign_between_two_crawls_is_noticed_and_learned(
    serve_demo: Any, crawl_site: Any, store_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    demo = serve_demo("review")
    settings = {"NEWSEXTRACT_STORE": str(store_file), "CONCURRENT_REQUESTS": 1}
    crawl_site(demo.home, settings=settings)
    before = {rule.key for rule in rules_of(store_file, demo.name)}
    demo.show(REDESIGNED)
    noticed_after: list[int] = []

    def look(crawled: Any) -> None:
        pages = Counter[str]()

        def ended(response: Any) -> None:
            pages["new"] += response.url.removeprefix(demo.site.base) in demo.site.redesigned
            if not noticed_after and is_noticed(crawled):
                noticed_after.append(pages["new"])

        crawled.keep = ended
        crawled.crawler.signals.connect(ended, signal=signals.response_received)

    with caplog.at_level(logging.INFO, "newsextract"):
        crawled = crawl_site(demo.home, settings=settings, prepare=look)
    assert set(crawled.texts) == demo.addresses
    assert crawled.unsettled == {}
    assert min(f1_by_layout(demo, crawled)) >= FLOOR
    # the page after the one that made it known is the first to show it here
    assert noticed_after
    assert noticed_after[0] <= NOTICED + 1
    assert len(LEARNED.findall(caplog.text)) == crawled.stat("rules/learned") >= 1
    after = {rule.key for rule in rules_of(store_file, demo.name)}
    assert before < after
    third = crawl_site(demo.home, settings=settings)
    assert set(third.texts) == demo.addresses
    assert third.stat("waited") < CLASS_PAGES  # those of a class that is too small
    # two layouts side by side do not make ever new versions
    assert (third.stat("rules/learned"), third.stat("rules/ended")) == (0, 0)


@pytest.mark.parametrize("most", [1, 3, 8])
def test_no_more_is_fetched_than_it_takes_for_the_articles_asked_for(
    most: int, serve_demo: Any, crawl_site: Any, store_file: Path
) -> None:
    demo = serve_demo("review")
    settings = {"CONCURRENT_REQUESTS": 1, "NEWSEXTRACT_STORE": str(store_file)}
    crawled = crawl_site(demo.home, settings=settings, max_articles=str(most))
    assert len(crawled.texts) == most
    assert crawled.unsettled == {}
    assert (crawled.stat("waiting"), waiting_in(store_file)) == (0, 0)
    stories = demo.addresses.intersection(demo.site.base + path for path in demo.server.paths)
    assert most <= len(stories) <= most + 4  # those under way when it was enough


@pytest.mark.parametrize(
    ("setting", "reason"),
    [({"CLOSESPIDER_ITEMCOUNT": 3}, "itemcount"), ({"CLOSESPIDER_PAGECOUNT": 12}, "pagecount")],
)
def test_what_waits_when_a_crawl_is_closed_comes_out(
    setting: dict[str, int], reason: str, serve_demo: Any, crawl_site: Any, store_file: Path
) -> None:
    demo = serve_demo("review")
    settings = {**setting, "CONCURRENT_REQUESTS": 1, "NEWSEXTRACT_STORE": str(store_file)}
    crawled = crawl_site(demo.home, settings=settings)
    assert crawled.crawler.stats.get_value("finish_reason") == f"closespider_{reason}"
    assert set(crawled.texts) < demo.addresses
    assert crawled.unsettled == {}
    assert crawled.stat("states/article") == len(crawled.articles) > 0
    assert crawled.stat("waited") > 0
    assert (crawled.stat("waiting"), waiting_in(store_file)) == (0, 0)


def test_nothing_waits_where_nothing_is_to_be_learned(
    serve_demo: Any, crawl_site: Any, store_file: Path
) -> None:
    demo = serve_demo("review")
    settings = {"NEWSEXTRACT_LEARN": False, "NEWSEXTRACT_STORE": str(store_file)}
    crawled = crawl_site(demo.home, settings=settings)
    assert set(crawled.texts) == demo.addresses
    assert {(article.method, article.rule, article.cluster) for article in crawled.articles} == {
        ("fusion", "", "")
    }
    assert (crawled.stat("waiting"), crawled.stat("waited"), crawled.stat("rules/learned")) == (0, 0, 0)
    assert not store_file.parent.exists()
    assert crawled.unsettled == {}


HTML = {"Content-Type": "text/html; charset=utf-8"}
WORDS = "harbour council ferry winter bridge school market island captain lantern orchard tunnel".split()

BOXES = "".join(f"<div class='box'>Box {name}</div>" for name in WORDS[:6])
"""A page with few boxes is like no other."""


def made_up(number: int, foot: str = "") -> Any:
    lines = (
        f"In report {number}.{line}, the {' '.join(WORDS[line:] + WORDS[:line])}, and no more, was seen."
        for line in range(6)
    )
    text = "".join(f"<p>{line}</p>" for line in lines)
    page = (
        f"<!doctype html><title>{headline(number)}</title><body>{BOXES}"
        f"<h1>{headline(number)}</h1><div class='story'>{text}</div><div class='foot'>{foot}</div>"
    )
    return 200, HTML, page.encode()


def headline(number: int) -> str:
    return f"The long story number {number} of the harbour town"


def path(number: int) -> str:
    return f"/2026/11/0{number}/the-long-story-number-{number}.html"


def home(*numbers: int) -> Any:
    links = "".join(f'<li><a href="{path(number)}">{headline(number)}</a></li>' for number in numbers)
    return 200, HTML, f"<!doctype html><title>Paper</title><ul>{links}</ul>".encode()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_story_of_several_pages_that_waits_keeps_them(is_there: bool, serve: Any, crawl_site: Any) -> None:
    second = path(1).replace(".html", "-2.html")
    foot = f'<b>1</b> <a href="{second}">2</a> <a href="{second}">Next page</a>'
    answers = {"/": home(1, 2, 3), path(1): made_up(1, foot), path(2): made_up(2), path(3): made_up(3)}
    site = serve({**answers, **({second: made_up(4)} if is_there else {})})
    crawled = crawl_site([site.root])
    assert crawled.stat("waited") == 3
    (story,) = (article for article in crawled.articles if article.url == site.root + path(1))
    assert story.text.count("In report 1.") == 6
    if is_there:
        assert story.text.count("In report 4.") == 6
        assert story.parts == (site.root + path(1), site.root + second)
    else:
        assert story.parts == ()
        assert "was not read: http error" in story.state_reason
    assert story.candidate_titles == (headline(1),)
    assert crawled.unsettled == {}


FAULTS = [TimeoutError("took longer than 10 s"), WorkerDied("exit code 5"), RuntimeError("a fault of ours")]


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_lesson_that_fails_costs_no_page(
    error: Exception,
    serve: Any,
    crawl_site: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def learn(self: Workers, job: object) -> None:
        raise error

    monkeypatch.setattr(Workers, "learn", learn)
    numbers = range(1, 9)
    site = serve({"/": home(*numbers), **{path(number): made_up(number) for number in numbers}})
    crawled = crawl_site([site.root])
    assert set(crawled.texts) == {site.root + path(number) for number in numbers}
    assert crawled.unsettled == {}
    assert (crawled.stat("waiting"), crawled.stat("rules/learned")) == (0, 0)
    assert crawled.stat("waited") >= CLASS_PAGES - 1
    assert f"{site.root.removeprefix('http://')}: nothing was learned from its pages" in caplog.text
    assert str(error) in caplog.text


@pytest.fixture
def deadly_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A job, in a module that workers can import, whose worker does not survive it."""
    (tmp_path / "deadly_lesson.py").write_text(
        "import os\n\ndef learn_job(job):\n    os._exit(5)\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("deadly_lesson")
    monkeypatch.setattr(workers_module, "learn_job", module.learn_job)
    yield module
    del sys.modules["deadly_lesson"]


def test_a_worker_that_dies_of_a_lesson_costs_no_page(
    deadly_lesson: ModuleType, serve_demo: Any, crawl_site: Any, caplog: pytest.LogCaptureFixture
) -> None:
    demo = serve_demo("review")
    crawled = crawl_site(demo.home, settings={"NEWSEXTRACT_WORKERS": 1}, max_articles="12")
    assert len(crawled.texts) == 12
    assert crawled.unsettled == {}
    assert not {"timeout", "failed"} & set(crawled.states)
    assert "died (exit code 5)" in caplog.text


def test_a_page_that_cannot_be_read_a_second_time_is_as_it_was_read_first(
    serve: Any, crawl_site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = serve({"/": home(*range(1, 7)), **{path(number): made_up(number) for number in range(1, 7)}})
    read = Workers.read_response

    async def read_response(self: Workers, *places: Any, **options: Any) -> Any:
        reading = await read(self, *places, **options)
        if options.get("testifies"):
            return reading
        return replace(reading, article=replace(reading.article, page_state="timeout", text=""))

    monkeypatch.setattr(Workers, "read_response", read_response)
    crawled = crawl_site([site.root])
    assert [article.method for article in crawled.articles] == ["fusion"]  # the sixth; it did not wait
    assert crawled.states == {"article": 1, "index": 1, "timeout": 5}


def test_a_page_that_the_store_does_not_take_does_not_wait(
    serve: Any, crawl_site: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from newsextract.store import MemoryStore

    def put_page(self: MemoryStore, page: WaitingPage) -> bool:
        raise StoreError("the disk is full")

    monkeypatch.setattr(MemoryStore, "put_page", put_page)
    site = serve({"/": home(1, 2), path(1): made_up(1), path(2): made_up(2)})
    crawled = crawl_site([site.root])
    assert len(crawled.texts) == 2
    assert (crawled.stat("waiting"), crawled.unsettled) == (0, {})
    assert f"{site.root}{path(1)} cannot wait: the disk is full" in caplog.text


def left_behind(site: Any, number: int, **about: Any) -> WaitingPage:
    """A page as a crawl leaves it that is killed."""
    url = site.root + path(number)
    usual = {
        "spider": "news",
        "crawl": "one that was killed",
        "content_type": HTML["Content-Type"],
        "candidate": {"url": url, "site": site.root.removeprefix("http://"), "titles": [headline(number)]},
        "parts": [],
        "missing": "",
        "fetched_at": "2026-11-01T10:00:00+00:00",
    }
    return WaitingPage(
        site=site.root.removeprefix("http://"),
        url=url,
        cluster="",
        about={**usual, **about},
        body=made_up(number)[2],
    )


def test_pages_of_a_crawl_that_was_killed_come_with_the_next(
    serve: Any, crawl_site: Any, store_file: Path
) -> None:
    """Two are not there any more, two are fetched anew, and one is new."""
    site = serve({"/": home(1, 2, 5), **{path(number): made_up(number) for number in (1, 2, 5)}})
    with closing(SqliteStore(store_file)) as store:
        for number in (1, 2, 3, 4):
            store.put_page(left_behind(site, number))
    crawled = crawl_site([site.root], settings={"NEWSEXTRACT_STORE": str(store_file)})
    assert set(crawled.texts) == {site.root + path(number) for number in range(1, 6)}
    assert crawled.unsettled == {}
    assert crawled.states == {"article": 5, "index": 1}
    assert crawled.stat("waiting") == 0
    fetched = {article.url: article.fetched_at for article in crawled.articles}
    assert {number: fetched[site.root + path(number)][:4] == "2026" for number in (3, 4)} == {
        3: True,
        4: True,
    }
    assert fetched[site.root + path(3)] == "2026-11-01T10:00:00+00:00"
    assert fetched[site.root + path(1)] != "2026-11-01T10:00:00+00:00"
    with opened(store_file) as store:
        assert store.count_waiting() == 0


def test_pages_of_others_are_left_where_they_are(serve: Any, crawl_site: Any, store_file: Path) -> None:
    site, other = serve({"/": home(1), path(1): made_up(1)}), serve({})
    foreign = [
        left_behind(site, 2, spider="somebody else's"),
        left_behind(site, 3, crawl=None),
        left_behind(other, 4),
    ]
    with closing(SqliteStore(store_file)) as store:
        for page in foreign:
            store.put_page(page)
    crawled = crawl_site([site.root], settings={"NEWSEXTRACT_STORE": str(store_file)})
    assert set(crawled.texts) == {site.root + path(1)}
    with opened(store_file) as store:
        assert [store.get_page(page.site, page.url) for page in foreign] == foreign


def test_what_waits_and_is_no_page_of_ours_is_said_and_left_out(
    serve: Any, crawl_site: Any, store_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = serve({"/": home(1, 2), path(1): made_up(1), path(2): made_up(2)})
    name = site.root.removeprefix("http://")
    with closing(SqliteStore(store_file)) as store:
        for number in (3, 4, 5):
            store.put_page(left_behind(site, number))
        store.put_page(left_behind(site, 6, parts="none"))
    with closing(sqlite3.connect(store_file, isolation_level=None)) as connection:
        connection.execute("UPDATE pages SET body = x'00' WHERE url = ?", (site.root + path(3),))
        connection.execute("UPDATE pages SET about = 'text' WHERE url = ?", (site.root + path(4),))
    crawled = crawl_site([site.root], settings={"NEWSEXTRACT_STORE": str(store_file)})
    assert set(crawled.texts) == {site.root + path(number) for number in (1, 2, 5)}
    assert crawled.unsettled == {}
    told = caplog.text
    assert f"Stored waiting page '{site.root}{path(3)}' cannot be unpacked" in told
    assert f"Stored waiting page '{site.root}{path(4)}' is stored as text, not as bytes" in told
    assert f"Waiting page {site.root}{path(6)} was not kept by newsextract (the parts are no list)" in told
    with opened(store_file) as store:  # what cannot be read may be somebody's; it is not deleted
        assert store.waiting(name) == [site.root + path(3), site.root + path(4)]


def test_two_crawls_of_a_site_at_the_same_time_do_not_take_each_others_pages(
    serve_demo: Any, begin_crawl: Any, store_file: Path
) -> None:
    demo = serve_demo("review")
    settings = {"NEWSEXTRACT_STORE": str(store_file)}

    waits, go_on = asyncio.Event(), asyncio.Event()

    class Hold:
        """A pipeline of the first crawl's, that lets no more through when three pages wait."""

        async def process_item(self, item: Any) -> Any:
            if waits.is_set():
                await go_on.wait()
            return item

    def prepare(crawled: Any) -> None:
        dropped: list[BaseException] = []

        def note(exception: BaseException) -> None:
            dropped.append(exception)
            if sum(isinstance(one, PageWaits) for one in dropped) == 3:
                waits.set()

        crawled.keep = note  # signals are connected weakly
        crawled.crawler.signals.connect(note, signal=signals.item_dropped)

    async def both() -> tuple[Any, Any, list[str], list[str]]:
        held = {**settings, "ITEM_PIPELINES": {Hold: 150}}
        task = asyncio.create_task(begin_crawl(demo.home, settings=held, prepare=prepare))
        await waits.wait()
        with opened(store_file) as store:
            before = store.waiting(demo.name)
            second = await begin_crawl(demo.home, settings=settings)
            after = store.waiting(demo.name)
        go_on.set()
        return await task, second, before, after

    first, second, before, after = asyncio.run(both())
    assert len(before) >= 3
    assert set(before) <= set(after)
    for crawled in (first, second):
        assert set(crawled.texts) == demo.addresses
        assert crawled.unsettled == {}
        assert crawled.stat("waiting") == 0
    with opened(store_file) as kept:
        assert (kept.count_waiting(), kept.keys(CRAWL)) == (0, [])


def test_a_class_that_fills_while_a_worker_learns_is_learned_from_next(
    serve_demo: Any, crawl_site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rule must come with the next page, not when its pages have doubled."""
    from newsextract.site.memory import SiteMemory

    demo = serve_demo("review")
    taught: list[dict[str, int]] = []
    take_in = SiteMemory.take_in

    def note(self: SiteMemory, lesson: Any, *places: Any) -> Any:
        if not taught:
            for witnesses in self.witnesses.values():
                if not witnesses.is_due:
                    witnesses.heard = CLASS_PAGES
            self.witnesses.setdefault("late", type(next(iter(self.witnesses.values())))()).heard = CLASS_PAGES
        changes = take_in(self, lesson, *places)
        taught.append({name: witnesses.taught for name, witnesses in self.witnesses.items()})
        return changes

    monkeypatch.setattr(SiteMemory, "take_in", note)
    crawl_site(demo.home, max_articles="8")
    assert taught[0].pop("late") == 0
    assert max(taught[0].values()) >= CLASS_PAGES


class Reader(scrapy.Spider):
    """Somebody else's, which yields pages without knowing of sites."""

    name = "reader"
    start_urls: list[str] = []  # noqa: RUF012  Scrapy's
    pages: tuple[str, ...] = ()

    async def start(self) -> Any:
        for url in self.pages:
            yield scrapy.Request(url)

    def parse(self, response: Any, **kwargs: Any) -> Any:
        yield PageItem(response)


def test_pages_of_any_spider_wait_and_come_back(serve: Any, crawl_site: Any) -> None:
    numbers = range(1, 9)
    site = serve({path(number): made_up(number) for number in numbers})
    urls = tuple(site.root + path(number) for number in numbers)
    crawled = crawl_site(spider=Reader, pages=urls)
    assert set(crawled.texts) == set(urls)
    assert CLASS_PAGES - 1 <= crawled.stat("waited") < 8
    assert crawled.unsettled == {}
    few = crawl_site(spider=Reader, pages=urls[:3])
    assert (set(few.texts), few.stat("waited"), few.stat("waiting")) == (set(urls[:3]), 3, 0)

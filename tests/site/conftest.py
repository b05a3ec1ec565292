"""What tests of learning share: testimonies by hand and those of demo pages, sites that have learned from
them, and processes that begin at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from newsextract.bench.score import score_text, text_gold
from newsextract.demo import DemoPage, many_articles
from newsextract.methods import get_method
from newsextract.page import Page, read_page
from newsextract.reading import read_article
from newsextract.site.lessons import learn_site
from newsextract.site.memory import SiteMemory
from newsextract.site.rules import Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.testimony import Testimony, text_mark
from newsextract.text.measure import char_length

Row = tuple[str, int, str]

SECONDS = 60
DAY = "2026-05-01"
BEGIN = """
import sys
print("ready", flush=True)
sys.stdin.readline()
"""


@pytest.fixture(scope="session")
def say() -> Callable[..., Testimony]:
    """``say([("div.story > p", 90, "A text.")], url=...)``: a testimony with these rows: where each stands,
    what speaks for it, its text."""

    def make(rows: Sequence[Row], url: str = "http://tide.test/1", **others: Any) -> Testimony:
        places = list(dict.fromkeys(place for place, _, _ in rows))
        linked = others.pop("row_linked", (0,) * len(rows))
        return Testimony(
            url=url,
            structure=others.pop("structure", ()),
            places=tuple(places),
            row_places=tuple(places.index(place) for place, _, _ in rows),
            row_evidence=tuple(evidence for _, evidence, _ in rows),
            row_lengths=tuple(char_length(text) for _, _, text in rows),
            row_linked=linked,
            row_texts=tuple(text_mark(text) for _, _, text in rows),
            **others,
        )

    return make


@cache
def _news(name: str) -> tuple[DemoPage, ...]:
    return tuple(page for page in many_articles(name, 150) if page.article.template == "news")


@cache
def _parsed(page: DemoPage) -> Page:
    return read_page(page.html, url=page.url)


@cache
def _testimony(page: DemoPage, method: str) -> Testimony:
    found = read_article(_parsed(page), run=get_method(method), testifies=True).testimony
    assert found is not None
    return found


@pytest.fixture(scope="session")
def demo_news() -> Callable[[str], tuple[DemoPage, ...]]:
    """``demo_news("courier")``: some hundred news of a demo site, all in its template for news."""
    return _news


@pytest.fixture(scope="session")
def parsed() -> Callable[[DemoPage], Page]:
    """A demo page, parsed once in all tests."""
    return _parsed


@pytest.fixture(scope="session")
def testimony_of() -> Callable[[DemoPage, str], Testimony]:
    """``testimony_of(page, "density")``: what a demo page says, with the method's finding as its evidence."""
    return _testimony


@pytest.fixture(scope="session")
def f1_of() -> Callable[[str, DemoPage], float]:
    """How near a text is to the gold of a demo page."""

    def f1(text: str, page: DemoPage) -> float:
        return score_text(text, text_gold(page.article.body, page.article.title)).f1

    return f1


@cache
def _testimonies(name: str, count: int) -> tuple[Testimony, ...]:
    return tuple(_testimony(page, "density") for page in many_articles(name, count))


@pytest.fixture(scope="session")
def testimonies() -> Callable[[str, int], tuple[Testimony, ...]]:
    """``testimonies("courier", 40)``: what so many articles of a demo site say."""
    return _testimonies


@pytest.fixture
def learned_memory() -> Callable[..., SiteMemory]:
    """``learned_memory("courier", 40)``: a site, by the name of the demo site, that has heard so many of its
    articles and learned whenever a lesson was due."""

    def make(name: str = "courier", count: int = 40) -> SiteMemory:
        memory = SiteMemory(name)
        for page in _testimonies(name, count):
            memory.hear(page, memory.assign(page.structure), DAY)
            if memory.lesson_is_due:
                lesson = learn_site(name, memory.lesson_pages(), stories=memory.stories, day=DAY)
                memory.take_in(lesson, DAY)
        return memory

    return make


@pytest.fixture
def make_rule() -> Callable[..., Rule]:
    """``make_rule("c1", 2, content="div#story", pinned=True)``, of ``a.example``."""

    def make(name: str = "c1", version: int = 1, content: str = "div#story", **values: Any) -> Rule:
        usual: dict[str, Any] = {"site": "a.example", "support": 6, "confidence": 1.0}
        return Rule(name=name, version=version, content=(parse_selector(content),), **{**usual, **values})

    return make


@pytest.fixture
def make_testimony() -> Callable[..., Testimony]:
    """``make_testimony("https://a.example/1", confidence=0.5)``: one with numbers at their bounds."""

    def make(url: str = "https://a.example/1", **values: Any) -> Testimony:
        return replace(
            Testimony(
                url=url,
                structure=(3, 2**64 - 1),
                places=("div#story > p", ""),
                row_places=(0, 0, 1),
                row_evidence=(100, -100, 0),
                row_lengths=(40, 2**32 - 1, 0),
                row_linked=(40, 7, 0),
                row_texts=(2**64 - 1, 1, 0),
                confidence=0.1,
                fields=(("title", "h1"), ("date", "div#story > p")),
                links=((1, 2**64 - 1),),
            ),
            **values,
        )

    return make


@pytest.fixture
def run_together() -> Iterator[Callable[..., list[str]]]:
    """``run_together(4, script, "argument")``: what each of 4 processes prints that begin at once. The first
    argument of each is its number."""
    processes: list[subprocess.Popen[str]] = []

    def run(count: int, script: str, *arguments: str) -> list[str]:
        processes.extend(
            subprocess.Popen(  # noqa: S603  our own interpreter
                [sys.executable, "-W", "error", "-c", BEGIN + script, str(number), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(count)
        )
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        outputs = [process.communicate(timeout=SECONDS)[0] for process in processes]
        assert [process.returncode for process in processes] == [0] * count
        return outputs

    yield run
    for process in processes:
        process.kill()
        process.communicate()

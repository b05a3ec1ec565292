"""What a site's pages teach, taken together."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from statistics import fmean

import pytest
from lxml import etree

from newsextract.demo import HOSTILE_KINDS, REDESIGNED, DemoPage, hostile_page
from newsextract.page import Page
from newsextract.site import lessons
from newsextract.site import testimony as told
from newsextract.site.applying import CompiledRule
from newsextract.site.lessons import (
    COPY_LOG_ODDS,
    NOISE_LOG_ODDS,
    SiteKnowledge,
    field_selectors,
    known_log_odds,
    learn_site,
    log_odds,
    overlap,
    weighed_rows,
)
from newsextract.site.links import address_mark
from newsextract.site.noise import noise_key
from newsextract.site.rules import Rule, read_rule
from newsextract.site.structure import CLASS_PAGES
from newsextract.site.testimony import text_mark

Say = Callable[..., told.Testimony]
News = Callable[[str], tuple[DemoPage, ...]]
TestimonyOf = Callable[[DemoPage, str], told.Testimony]
Parsed = Callable[[DemoPage], Page]
F1Of = Callable[[str, DemoPage], float]

DEMO_SITES = ("courier", "review", "portal", REDESIGNED)
TAUGHT_BY = 40
READ = 25


@pytest.fixture(scope="module")
def rule_of(demo_news: News, testimony_of: TestimonyOf) -> Callable[[str, str], Rule]:
    """The rule that the first news of a demo site give, with a method for own evidence."""

    @cache
    def learn(name: str, method: str) -> Rule:
        pages = [testimony_of(page, method) for page in demo_news(name)[:TAUGHT_BY]]
        (rule,) = learn_site(name, {"c1": pages}).rules
        return rule

    return learn


def root_of(page: Page) -> etree._Element:
    assert page.root is not None
    return page.root


def mean_f1(rule: Rule, pages: Sequence[DemoPage], parsed: Parsed, f1_of: F1Of) -> float:
    compiled = CompiledRule(rule)
    found = [(compiled.apply(root_of(parsed(page))), page) for page in pages]
    return fmean(f1_of(one.text, page) if one else 0.0 for one, page in found)


@pytest.mark.parametrize(
    ("name", "method", "least"),
    [
        ("courier", "fusion", 0.99),
        ("review", "fusion", 0.98),
        ("portal", "fusion", 0.96),
        (REDESIGNED, "fusion", 0.96),
        ("courier", "density-paper", 0.96),
        ("review", "density-paper", 0.92),
        ("portal", "density-paper", 0.9),
        ("review", "density", 0.95),
        ("portal", "density", 0.95),
    ],
)
def test_a_rule_gives_the_gold_of_pages_not_seen(
    name: str,
    method: str,
    least: float,
    rule_of: Callable[[str, str], Rule],
    demo_news: News,
    parsed: Parsed,
    f1_of: F1Of,
) -> None:
    unseen = demo_news(name)[TAUGHT_BY : TAUGHT_BY + READ]
    assert len(unseen) == READ
    assert mean_f1(rule_of(name, method), unseen, parsed, f1_of) >= least


@pytest.mark.parametrize(
    ("name", "content", "box"),
    [
        ("courier", "td.story", "table.readalso"),
        ("review", "div.css-b0d7", "related-inline"),
        (REDESIGNED, "div.Article_body__*.css-*", "section.Recommended_box__*"),
    ],
)
def test_the_recommended_box_in_the_body_is_left_out(
    name: str, content: str, box: str, rule_of: Callable[[str, str], Rule]
) -> None:
    rule = rule_of(name, "fusion")
    assert [selector.text for selector in rule.content] == [content]
    assert any(box in selector.text for selector in rule.without)


def test_the_body_in_two_containers_is_found_whole(
    rule_of: Callable[[str, str], Rule], demo_news: News, parsed: Parsed
) -> None:
    """An advertisement stands between them, and their names are made anew with every release."""
    compiled = CompiledRule(rule_of(REDESIGNED, "fusion"))
    split = [page for page in demo_news(REDESIGNED)[TAUGHT_BY:] if page.html.count(b"Article_body__") > 1]
    assert len(split) > 10
    for page in split:
        found = compiled.apply(root_of(parsed(page)))
        assert found is not None
        assert "Winter coats" not in found.text
        # short subheadings recur in these stories, which makes noise of them
        assert all(line in found.text for line in page.article.lines if len(line) > 60), page.url


@pytest.mark.parametrize("name", DEMO_SITES)
def test_the_place_of_the_title_is_learned(
    name: str, rule_of: Callable[[str, str], Rule], demo_news: News, parsed: Parsed
) -> None:
    rule = rule_of(name, "fusion")
    assert rule.places["title"].last.tag == "h1"
    assert rule.expected.has_title
    compiled = CompiledRule(rule)
    found = [compiled.apply(root_of(parsed(page))) for page in demo_news(name)[TAUGHT_BY : TAUGHT_BY + READ]]
    titles = [one.title if one else "" for one in found]
    assert titles == [page.article.title for page in demo_news(name)[TAUGHT_BY : TAUGHT_BY + READ]]


@pytest.mark.parametrize("name", DEMO_SITES)
def test_the_order_of_the_pages_is_no_matter(name: str, demo_news: News, testimony_of: TestimonyOf) -> None:
    pages = [testimony_of(page, "fusion") for page in demo_news(name)[:20]]
    others = [testimony_of(page, "fusion") for page in demo_news("courier")[:8]]
    whole = learn_site(name, {"c1": pages, "c2": others})
    assert [rule.name for rule in whole.rules] == ["c1", "c2"]
    rng = random.Random(11)  # noqa: S311  an order of pages
    for _ in range(4):
        rng.shuffle(pages)
        rng.shuffle(others)
        assert learn_site(name, {"c2": others, "c1": pages}) == whole


def test_six_pages_make_a_rule_and_five_do_not(demo_news: News, testimony_of: TestimonyOf) -> None:
    pages = [testimony_of(page, "fusion") for page in demo_news("review")[:CLASS_PAGES]]
    assert learn_site("review", {"c1": pages[:-1]}).rules == ()
    (rule,) = learn_site("review", {"c1": pages}, day="2026-01-02").rules
    assert (rule.site, rule.name, rule.version, rule.support) == ("review", "c1", 1, CLASS_PAGES)
    assert (rule.learned, rule.until, rule.pinned) == ("2026-01-02", "", False)
    assert learn_site("review", {}).rules == ()


@pytest.mark.parametrize("name", DEMO_SITES)
def test_a_learned_rule_is_read_back(name: str, rule_of: Callable[[str, str], Rule]) -> None:
    rule = rule_of(name, "fusion")
    again = read_rule(rule.to_record())
    assert (again.content, again.without, again.places, again.noise) == (
        rule.content,
        rule.without,
        rule.places,
        rule.noise,
    )


MOST_LOST = 0.01
HONEST = 60
"""Of which three, 5 %, are hostile."""


@pytest.mark.parametrize("kind", HOSTILE_KINDS)
@pytest.mark.parametrize("name", ["courier", "review", "portal"])
@pytest.mark.parametrize("method", ["density", "fusion"])
def test_a_few_hostile_pages_spoil_nothing(
    method: str,
    name: str,
    kind: str,
    demo_news: News,
    testimony_of: TestimonyOf,
    parsed: Parsed,
    f1_of: F1Of,
) -> None:
    news = demo_news(name)
    honest, unseen = news[:HONEST], news[HONEST : HONEST + 20]
    hostile = [hostile_page(name, kind, number) for number in range(HONEST // 20)]
    clean, poisoned = (
        learn_site(name, {"c1": [testimony_of(page, method) for page in pages]}).rules[0]
        for pages in (honest, (*honest[: -len(hostile)], *hostile))
    )
    assert len(unseen) == 20
    before, after = (mean_f1(rule, unseen, parsed, f1_of) for rule in (clean, poisoned))
    assert after >= before - MOST_LOST
    share = len(hostile) / HONEST
    assert poisoned.confidence >= clean.confidence - share - 0.01, "they cost no more than their own share"


def story(say: Say, number: int, *rows: tuple[str, int, str], **others: object) -> told.Testimony:
    own = [("div.story > p", 95, f"Line {letter * 90} of story {'i' * number}.") for letter in "abcd"]
    return say([*own, *rows], url=f"http://tide.test/{number}", **others)


def test_noise_in_the_content_is_kept_with_the_rule(say: Say) -> None:
    box = "Write to the editors."
    pages = [story(say, number, ("div.story > p", 60, box)) for number in range(8)]
    lesson = learn_site("tide.test", {"c1": pages})
    (rule,) = lesson.rules
    assert rule.noise == {text_mark(box)}
    assert lesson.knowledge.noise == {noise_key("div.story > p", text_mark(box))}
    assert [selector.text for selector in rule.content] == ["div.story > p"]


def test_lists_of_links_to_stories_of_the_site_are_no_content(say: Say) -> None:
    def page(number: int) -> told.Testimony:
        rows = [
            *((f"div.story > h{level}", 95, f"{'abcdef'[level] * 50} {'i' * number}") for level in (2, 3, 4)),
            *(("div.story > ul > li", 95, f"Another story {'xyz'[row] * number}") for row in range(3)),
        ]
        links = tuple((7 + row, address_mark(f"http://tide.test/{(number + row) % 8}")) for row in range(3))
        return story(say, number, *rows, links=links)

    lesson = learn_site("tide.test", {"c1": [page(number) for number in range(8)]})
    assert [selector.text for selector in lesson.rules[0].without] == ["div.story > ul > li"]
    assert lesson.knowledge.worth["div.story > ul > li"] < 0 < lesson.knowledge.worth["div.story > p"]


def test_what_is_expected_of_a_page(say: Say) -> None:
    texts = ["a" * 300, "b" * 500, "c" * 400]
    pages = [
        say(
            [("h1", -90, f"Title {'t' * number}"), ("div.story > p", 90, texts[number % 3])],
            url=f"http://tide.test/{number}",
            row_linked=(0, 100 if number == 0 else 0),
            confidence=0.9 if number % 2 else 0.8,
            fields=(("title", "h1"),),
        )
        for number in range(6)
    ]
    (rule,) = learn_site("tide.test", {"c1": pages}).rules
    expected = rule.expected
    assert (expected.shortest, expected.longest, expected.has_title) == (300, 500, True)
    assert expected.link_share == pytest.approx(100 / 300, abs=1e-4)
    assert expected.sureness == pytest.approx(0.85)
    assert rule.places["title"].text == "h1"


@pytest.mark.parametrize(("wrong", "confidence"), [(0, 1.0), (1, 5 / 6), (2, 4 / 6)])
def test_confidence_is_the_share_of_pages_that_agree(say: Say, wrong: int, confidence: float) -> None:
    # on some pages all evidence together takes a row that the rule does not
    pages = [
        story(say, number, ("td.x", 100 if number < wrong else -90, "x" * 400 + "i" * number), confidence=0.9)
        for number in range(6)
    ]
    (rule,) = learn_site("tide.test", {"c1": pages}).rules
    assert [selector.text for selector in rule.content] == ["div.story > p"]
    assert rule.confidence == pytest.approx(confidence, abs=1e-4)
    assert rule.is_trusted is (not wrong)


def test_the_longest_lists_of_a_rule_can_be_read_back(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "MOST_SELECTORS", 2)
    monkeypatch.setattr(lessons, "MOST_NOISE", 1)
    noise = [("div.story > p", 95, text) for text in ("One.", "Two.", "Three.")]
    tags = ("h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "dl")
    pages = [
        story(
            say,
            number,
            *((f"div.story > div.box{letter} > p", -95, letter * 200 + "i" * number) for letter in "abcdef"),
            *(
                (f"div.story > {tag}", 95, "klmnopqrs"[place] * 90 + "i" * number)
                for place, tag in enumerate(tags)
            ),
            *noise,
        )
        for number in range(6)
    ]
    (rule,) = learn_site("tide.test", {"c1": pages}).rules
    assert (len(rule.content), len(rule.without), len(rule.noise)) == (1, 2, 1)


@pytest.mark.parametrize(
    ("evidence", "value"), [(0.0, 0.0), (0.5, 1.0986), (-0.5, -1.0986), (1.0, 4.5951), (-7.0, -4.5951)]
)
def test_log_odds(evidence: float, value: float) -> None:
    assert log_odds(evidence) == pytest.approx(value, abs=1e-4)


def test_what_the_site_says_of_each_row(say: Say) -> None:
    copy = "c" * 50
    page = say([("a", 90, "x"), ("b", -90, "y"), ("a", 90, copy), ("c", 50, copy)])
    knowledge = SiteKnowledge(noise=frozenset({noise_key("b", text_mark("y"))}), worth={"a": 1.5, "b": -0.5})
    assert known_log_odds(page, knowledge) == pytest.approx(
        [1.5, -0.5 + NOISE_LOG_ODDS, 1.5, COPY_LOG_ODDS - log_odds(0.5)]
    )
    assert weighed_rows(page, knowledge) == {0, 2}
    assert known_log_odds(page, SiteKnowledge())[:3] == [0.0, 0.0, 0.0]


def test_overlap_by_characters(say: Say) -> None:
    page = say([("a", 90, "x" * 30), ("a", 90, "y" * 10), ("a", 90, "z" * 20)])
    assert overlap(page, {0, 1}, {0, 1}) == overlap(page, set(), set()) == 1.0
    assert overlap(page, {0}, {0, 1}) == pytest.approx(60 / 70)
    assert overlap(page, {0}, {2}) == 0.0


@pytest.mark.parametrize(
    ("places", "title"),
    [
        (["h1", "h1", "h1"], "h1"),
        (["h1", "h1", "div.crumb"], "h1"),
        (["h1", "h2", "div.crumb"], ""),  # none has half of them
        (["h1"], ""),  # one page
        ([], ""),
    ],
)
def test_the_place_that_most_pages_have_a_field_at(say: Say, places: list[str], title: str) -> None:
    pages = [
        say(
            [("h1", 0, "a"), ("h2", 0, "b"), ("div.crumb", 0, "c")],
            url=f"http://tide.test/{number}",
            fields=(("title", places[number]),) if number < len(places) else (),
        )
        for number in range(4)
    ]
    found = field_selectors(pages)
    assert (found["title"][0].text if found else "") == title

"""Pages heard where they are read, taken in where they are learned from."""

from __future__ import annotations

from functools import cache

import pytest

import newsextract
from newsextract.addresses import site_name
from newsextract.bench.score import score_text, text_gold
from newsextract.demo import DemoPage, build_site, many_articles
from newsextract.errors import InputError, UnknownMethodError
from newsextract.limits import Limits
from newsextract.methods import get_method
from newsextract.page import Page, read_page
from newsextract.site.links import address_mark
from newsextract.site.memory import SiteMemory
from newsextract.site.structure import CLASS_PAGES
from newsextract.site.witnesses import ENOUGH_PAGES
from newsextract.teaching import hear, hear_page, placed, take_in

DENSITY = get_method("density")
STORY = many_articles("courier", 1)[0]
CANONICAL = "https://www.tide.net/story"


def declaring(head: str, url: str = "") -> Page:
    return read_page(f"<html><head>{head}</head><body><p>Words.</p></body></html>", url=url)


@pytest.mark.parametrize(
    ("head", "site", "place", "url"),
    [
        (f"<link rel='canonical' href='{CANONICAL}'>", "", "tide.net", CANONICAL),
        (f"<meta property='og:url' content='{CANONICAL}'>", "", "tide.net", CANONICAL),
        (f"<link rel='canonical' href='{CANONICAL}'>", "quay.info", "quay.info", CANONICAL),
        ("", "quay.info", "quay.info", ""),
        ("", "", "", ""),
        ("<link rel='canonical' href='/story'>", "", "", ""),
        ("<link rel='canonical' href='javascript:alert(1)'>", "", "", ""),
        ("<link rel='canonical' href='http://\x1b[31m/'>", "", "", ""),
    ],
)
def test_a_page_is_of_the_site_that_it_declares_or_that_is_given(
    head: str, site: str, place: str, url: str
) -> None:
    page = declaring(head)
    assert placed(page, b"", site)[0] == place
    assert page.url == url


def test_an_address_that_is_known_goes_before_what_the_page_declares() -> None:
    page = declaring(f"<link rel='canonical' href='{CANONICAL}'>", url="https://quay.info/1")
    assert placed(page, b"")[0] == "quay.info"
    assert page.url == "https://quay.info/1"


def test_what_stands_in_for_an_address_is_of_the_site_and_the_same_for_the_same_page() -> None:
    stand_ins = [placed(declaring(""), body, "quay.info")[1] for body in (b"one", b"two", b"one")]
    assert {site_name(address) for address in stand_ins} == {"quay.info"}
    assert stand_ins[0] == stand_ins[2] != stand_ins[1]


def test_hearing_and_taking_in_apart_is_the_same_as_at_once() -> None:
    apart, at_once = SiteMemory("courier"), SiteMemory("courier")
    heard = hear(read_page(STORY.html, url=STORY.url), run=DENSITY)
    assert heard.kind == "article"
    cluster = take_in(apart, heard, "2026-05-01")
    assert cluster
    assert hear_page(at_once, read_page(STORY.html, url=STORY.url), run=DENSITY, day="2026-05-01") == cluster
    assert apart.witnesses == at_once.witnesses
    assert apart.stories == {address_mark(STORY.url)}


def test_a_page_without_address_is_judged_as_such_and_testifies_under_its_stand_in() -> None:
    page = read_page(STORY.html)
    site, stand_in = placed(page, STORY.html, "courier.example")
    heard = hear(page, run=DENSITY, stand_in_url=stand_in)
    assert heard.testimony is not None
    assert (site, heard.testimony.url) == ("courier.example", stand_in)


def test_a_page_that_is_no_article_has_a_class_of_its_own_kind() -> None:
    memory = SiteMemory("courier")
    heard = hear(read_page("<html><body><p>Not found</p></body></html>", url="https://a.example/"))
    assert heard.testimony is None
    assert heard.kind != "article"
    take_in(memory, heard)
    assert (memory.witnesses, sum(memory.clusters.counts.values())) == ({}, 1)


@cache
def news(count: int) -> tuple[DemoPage, ...]:
    """Of the courier, all in its template for news and on one page each."""
    pages = many_articles("courier", 60)
    return tuple(page for page in pages if page.article.template == "news" and len(page.article.parts) == 1)[
        :count
    ]


@cache
def taught() -> SiteMemory:
    """A site that has learned from some news; tests only read it."""
    return newsextract.learn(((page.url, page.html) for page in news(12)), method="density")


def test_articles_of_one_template_make_a_rule() -> None:
    memory = taught()
    assert memory.name == site_name(news(1)[0].url)
    assert len([rule for rule in memory.rules if not rule.until]) == 1
    assert memory.rules[0].support == 12


def test_too_few_pages_make_no_rule_but_are_kept_for_later() -> None:
    pages = [(page.url, page.html) for page in news(12)]
    memory = newsextract.learn(pages[:5], method="density")
    assert memory.rules == []
    assert newsextract.learn(pages[5:], method="density", site=memory) is memory
    assert memory.rules[0].support == 12
    assert newsextract.learn([], method="density", site=memory) is memory


def test_the_order_of_the_pages_does_not_matter() -> None:
    again = newsextract.learn(((page.url, page.html) for page in reversed(news(12))), method="density")
    assert [(rule.content, rule.without, rule.noise) for rule in again.rules] == [
        (rule.content, rule.without, rule.noise) for rule in taught().rules
    ]
    assert again.knowledge == taught().knowledge


def test_text_teaches_what_bytes_do() -> None:
    memory = newsextract.learn(
        ((page.url, page.html.decode("windows-1252")) for page in news(12)), method="density"
    )
    assert memory.rules == taught().rules


def test_pages_that_are_no_articles_teach_no_rule() -> None:
    site = build_site("courier")
    pages = [(site.base + path, site.pages[path].body) for path in ("/", "/town/", "/login", *site.others)]
    memory = newsextract.learn([*pages, ("http://127.0.0.1:8001/empty", b"")])
    assert memory.rules == []


def test_limits_are_kept() -> None:
    memory = newsextract.learn(
        ((page.url, page.html) for page in news(12)), method="density", limits=Limits(max_bytes=100)
    )
    assert (memory.rules, memory.witnesses) == ([], {})


def test_pages_of_several_sites_are_refused() -> None:
    with pytest.raises(
        InputError, match=r"pages of 'a\.example' and of 'b\.example'.*call learn\(\) for each"
    ):
        newsextract.learn([("https://www.a.example/1", b"x"), ("https://b.example/1", b"x")])
    with pytest.raises(InputError, match=r"and of 'b\.example'"):
        newsextract.learn([("https://b.example/1", b"x")], site=taught())


def test_no_pages_are_refused() -> None:
    with pytest.raises(InputError, match=r"^no pages: give learn\(\)"):
        newsextract.learn([])


def test_a_method_that_does_not_exist_is_refused_before_any_page_is_read() -> None:
    pages = iter([(page.url, page.html) for page in news(2)])
    with pytest.raises(UnknownMethodError):
        newsextract.learn(pages, method="best")
    assert len(list(pages)) == 2


def test_a_page_of_a_taught_site_is_read_by_its_rule() -> None:
    page = news(20)[-1]
    article = newsextract.extract(page.html, page.url, site=taught())
    assert (article.method, article.rule) == ("rule", taught().rules[0].key)
    assert article.title == page.article.title
    assert (
        score_text(article.text, text_gold(page.article.body, page.article.title)).f1 >= 0.9
    )  # what `density` taught
    assert article.confidence is None  # `density`, which taught it, cannot tell


def test_where_no_rule_fits_the_page_speaks_for_itself() -> None:
    page = many_articles("review", 1)[0]
    url = news(1)[0].url
    article = newsextract.extract(page.html, url, site=taught())
    assert (article.method, article.rule, article.page_state) == ("fusion", "", "article")
    assert score_text(article.text, text_gold(page.article.body, page.article.title)).f1 >= 0.8
    other = newsextract.extract(page.html, url, method="density", site=taught())
    assert (other.method, other.rule) == ("density", "")


@pytest.mark.parametrize("url", ["https://b.example/1", "http://127.0.0.1:9/town/1.html"])
def test_a_page_of_another_site_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="rules hold on the site that they were learned on"):
        newsextract.extract(news(1)[0].html, url, site=taught())


def test_a_page_without_an_address_is_taken_at_its_word() -> None:
    assert newsextract.extract(news(20)[-1].html, site=taught()).rule


def test_what_was_learned_is_not_changed_by_reading() -> None:
    before = (list(taught().rules), taught().knowledge, dict(taught().lives))
    newsextract.extract(news(20)[-1].html, news(1)[0].url, site=taught()).explain()
    assert (taught().rules, taught().knowledge, taught().lives) == before


def test_an_explanation_names_the_rule() -> None:
    page = news(20)[-1]
    article = newsextract.extract(page.html, page.url, site=taught())
    explained = article.explain()
    assert explained.method == f"rule {article.rule}"
    assert explained.confidence == article.confidence
    lines = article.text.split("\n")
    assert [block.text for block in explained.blocks if block.kept] == lines
    assert len(explained.blocks) > len(lines)


def test_an_explanation_names_what_the_site_says_where_no_rule_fits() -> None:
    """Too few pages for a rule; what stands on all of them is known to be noise."""
    pages = news(6)
    memory = newsextract.learn(((page.url, page.html) for page in pages[:5]), method="density")
    page = pages[5]
    article = newsextract.extract(page.html, page.url, method="density", site=memory)
    assert article.rule == ""
    explained = article.explain()
    against = [
        block.text
        for block in explained.blocks
        if any(reason.evidence == "the site's other pages" for reason in block.speaks_against)
    ]
    speaking_for = [
        block.text
        for block in explained.blocks
        if any(reason.evidence == "the site's other pages" for reason in block.speaks_for)
    ]
    assert against
    assert speaking_for
    assert set(page.article.lines) & set(speaking_for)
    assert not set(page.article.lines) & set(against)
    kept = [block.text for block in explained.blocks if block.kept]
    assert kept == article.text.split("\n")


def test_pages_that_the_rule_of_a_complete_class_fits_have_nothing_to_add() -> None:
    pages = [(page.url, page.html) for page in many_articles("courier", 70)]
    site = newsextract.learn(pages, "density")
    assert any(rule.support < 70 for rule in site.rules)
    held = sum(life.held for life in site.lives.values())
    assert held > CLASS_PAGES, "they are counted as uses of the rule"
    heard = sum(len(one.pages) for one in site.witnesses.values())
    assert ENOUGH_PAGES <= heard < 70

"""Pages that are made to mislead: what is wrong with each kind, and that all look like news of their site."""

from __future__ import annotations

from functools import cache

import lxml.html
import pytest

from newsextract.demo import HOSTILE_KINDS, REDESIGNED, DemoPage, build_site, hostile_page, many_articles
from newsextract.demo.hostile import HIDDEN_LINKS, LONG_TEXT_CHARACTERS, MOST_HOSTILE, PROSE_CHARACTERS, SEAMS
from newsextract.errors import SettingError
from newsextract.page import read_page
from newsextract.site.structure import alike, page_structure

STORY_BLOCKS = {"courier": "td.story", "review": "[itemprop=articleBody]", "portal": "#artibody"}
SIDES = {"courier": "td.sidebar[width='250']", "review": "aside.sidebar", "portal": "#right"}
FOOTERS = {"courier": "td.footer", "review": "body > footer", "portal": "#footer"}


@cache
def hostile(name: str, kind: str, number: int = 0) -> DemoPage:
    return hostile_page(name, kind, number)


def found(name: str, page: DemoPage, selector: str) -> list[lxml.html.HtmlElement]:
    tree = lxml.html.document_fromstring(page.html.decode(build_site(name).encoding))
    return tree.cssselect(selector)


def text_at(name: str, page: DemoPage, selector: str) -> str:
    return " ".join(found(name, page, selector)[0].text_content().split())


@pytest.mark.parametrize("name", SEAMS)
def test_the_markup_that_poison_goes_behind_is_once_in_every_news_page(name: str) -> None:
    encoding, seams = build_site(name).encoding, SEAMS[name]
    for page in many_articles(name, 300):
        if page.article.template == "news":
            text = page.html.decode(encoding)
            assert [text.count(seam) for seam in (seams.story, seams.side, seams.footer)] == [1, 1, 1]
            assert text.index(seams.story) < text.index(seams.story_end, text.index(seams.story))


@pytest.mark.parametrize("kind", HOSTILE_KINDS)
@pytest.mark.parametrize("name", SEAMS)
def test_the_page_is_built_like_honest_news_of_its_site(name: str, kind: str) -> None:
    honest = [page for page in many_articles(name, 60) if page.article.template == "news"]
    structures = [frozenset(page_structure(read_page(page.html))) for page in honest]
    for number in range(5):
        page = hostile(name, kind, number)
        assert page.article.template == "news"
        poisoned = frozenset(page_structure(read_page(page.html)))
        assert all(alike(poisoned, structure) for structure in structures)


@pytest.mark.parametrize("kind", HOSTILE_KINDS)
@pytest.mark.parametrize("name", SEAMS)
def test_the_gold_is_the_story_that_is_in_the_story_block(name: str, kind: str) -> None:
    page = hostile(name, kind)
    block = text_at(name, page, STORY_BLOCKS[name])
    if kind == "swapped":
        assert (block, page.article.body, page.article.words) == ("", "", 0)
    else:
        assert page.article.words > 50
        assert all(line in block for line in page.article.lines)
    (heading,) = found(name, page, "h1")
    assert heading.text_content() == page.article.title


@pytest.mark.parametrize("name", SEAMS)
def test_a_long_text_stands_in_the_sidebar(name: str) -> None:
    page = hostile(name, "long text")
    assert len(text_at(name, page, SIDES[name])) > LONG_TEXT_CHARACTERS > 3 * len(page.article.body)
    assert len(found(name, page, STORY_BLOCKS[name])) == 1


@pytest.mark.parametrize("name", SEAMS)
def test_hidden_links_stand_in_the_story_block(name: str) -> None:
    page = hostile(name, "hidden links")
    links = found(name, page, f"{STORY_BLOCKS[name]} [style='display:none'] > a")
    assert len(links) == HIDDEN_LINKS
    assert all(anchor.text_content() for anchor in links)


@pytest.mark.parametrize("name", SEAMS)
def test_a_fake_body_stands_in_the_footer(name: str) -> None:
    page = hostile(name, "fake body")
    story, fake = found(name, page, STORY_BLOCKS[name])
    assert (fake.tag, dict(fake.attrib)) == (story.tag, dict(story.attrib))
    assert len(found(name, page, f"{FOOTERS[name]} {STORY_BLOCKS[name]}")) == 1
    assert len(fake.text_content()) > PROSE_CHARACTERS


@pytest.mark.parametrize("name", SEAMS)
def test_swapped_prose_stands_in_the_comments(name: str) -> None:
    page = hostile(name, "swapped")
    assert len(text_at(name, page, "#comments")) > PROSE_CHARACTERS


@pytest.mark.parametrize("name", SEAMS)
def test_every_number_is_another_page_and_none_is_an_honest_one(name: str) -> None:
    pages = [hostile(name, "hidden links", number) for number in (*range(45), MOST_HOSTILE - 1)]
    assert len({page.url for page in pages}) == len({page.html for page in pages}) == len(pages)
    honest = {page.article.path for page in many_articles(name, 500)} | set(build_site(name).pages)
    assert not {page.article.path for page in pages} & honest
    assert hostile_page(name, "hidden links", 7) == pages[7]


def test_the_base_is_as_asked_for() -> None:
    page = hostile_page("review", "swapped", base="http://news.example")
    assert page.url == f"http://news.example{page.article.path}"
    assert page.url.encode() in page.html


@pytest.mark.parametrize(
    ("name", "kind", "number", "message"),
    [
        ("review", "loud", 0, "'loud': must be one of long text, hidden links, fake body, swapped"),
        (REDESIGNED, "swapped", 0, "'review-redesigned': must be one of courier, review, portal"),
        ("review", "swapped", -1, f"page -1: must be 0 to {MOST_HOSTILE - 1}"),
        ("review", "swapped", MOST_HOSTILE, f"page {MOST_HOSTILE}: must be 0"),
    ],
)
def test_what_cannot_be_had_is_an_error_that_says_what_can(
    name: str, kind: str, number: int, message: str
) -> None:
    with pytest.raises(SettingError, match=message):
        hostile_page(name, kind, number)

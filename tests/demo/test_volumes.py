"""More articles of a site than it serves."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import lxml.html
import pytest

from newsextract.demo import REDESIGNED, SITE_NAMES, build_site, many_articles
from newsextract.demo.stories import stories_of
from newsextract.demo.volumes import MOST_ARTICLES, MOST_VOLUMES
from newsextract.errors import SettingError
from newsextract.page import read_page
from newsextract.site.structure import alike, page_structure

PECULIAR = {"broken", "duplicated", "linked at comments", "moved", "multi-page"}


def text_of(html: bytes, encoding: str) -> str:
    tree: lxml.html.HtmlElement = lxml.html.document_fromstring(html.decode(encoding))
    return str(tree.text_content())


def structure(html: bytes) -> frozenset[int]:
    return frozenset(page_structure(read_page(html)))


@pytest.mark.parametrize("name", [*SITE_NAMES, REDESIGNED])
def test_every_line_of_the_gold_is_in_its_page(name: str) -> None:
    encoding = build_site(name).encoding
    for page in many_articles(name, 300):
        text = text_of(page.html, encoding)
        assert all(line in text for line in (page.article.title, *page.article.lines)), page.url


@pytest.mark.parametrize("name", SITE_NAMES)
def test_all_are_different_and_none_is_on_the_site(name: str) -> None:
    site = build_site(name)
    pages = many_articles(name, MOST_ARTICLES)
    assert len(pages) == MOST_ARTICLES
    assert len({page.url for page in pages}) == len({page.article.body for page in pages}) == MOST_ARTICLES
    assert not {page.article.path for page in pages} & set(site.pages)
    assert not {page.article.body for page in pages} & {article.body for article in site.articles}


@pytest.mark.parametrize("name", SITE_NAMES)
def test_both_templates_have_about_the_share_that_they_have_on_the_site(name: str) -> None:
    site = build_site(name)
    own = Counter(article.template for article in site.articles)
    more = Counter(page.article.template for page in many_articles(name, 300))
    for template, number in own.items():
        assert more[template] / 300 == pytest.approx(number / len(site.articles), abs=0.03)


@pytest.mark.parametrize("name", SITE_NAMES)
def test_pages_are_built_like_those_of_the_site_in_the_same_template(name: str) -> None:
    site = build_site(name)
    own = {
        template: [
            structure(site.pages[article.path].body)
            for article in site.articles
            if article.template == template and not PECULIAR & set(article.traits)
        ]
        for template in {article.template for article in site.articles}
    }
    for page in many_articles(name, 120):
        found = structure(page.html)
        assert any(alike(found, other) for other in own[page.article.template]), page.url


def test_fewer_are_the_first_of_more_and_the_base_is_as_asked_for() -> None:
    assert many_articles("courier", 20) == many_articles("courier", 120)[:20]
    (page,) = many_articles("review", 1, "http://news.example/")
    assert page.url == f"http://news.example{page.article.path}"
    assert f'<link rel="canonical" href="{page.url}">'.encode() in page.html
    assert many_articles("portal", 0) == ()


@pytest.mark.parametrize("name", SITE_NAMES)
def test_lists_on_all_pages_are_those_of_the_site(name: str) -> None:
    """The last of the site's most read stories is named on every page, as on the site's own."""
    listed = stories_of(name)[(11 + 7 * 5) % 54]
    title = listed.title.encode(build_site(name).encoding)
    assert all(title in page.html for page in many_articles(name, 120))


@pytest.mark.parametrize("name", SITE_NAMES)
def test_a_later_volume_is_older_and_has_no_story_that_is_served_in_a_peculiar_way(name: str) -> None:
    volumes = [stories_of(name, volume) for volume in range(MOST_VOLUMES + 1)]
    for newer, older in pairwise(volumes):
        assert newer[-1].day >= older[0].day >= older[-1].day
    for story in (story for volume in volumes[1:] for story in volume):
        assert len(story.parts) == 1
        assert not PECULIAR & story.traits
    numbers = [story.number for volume in volumes for story in volume]
    assert len(set(numbers)) == len(numbers)


def test_stories_written_by_hand_are_in_no_other_volume() -> None:
    assert [len(stories_of("courier", volume)) for volume in (0, 1, 2)] == [54, 49, 49]


@pytest.mark.parametrize(
    ("name", "count", "message"),
    [
        ("courier", -1, f"-1 articles.* 0 to {MOST_ARTICLES}"),
        ("courier", MOST_ARTICLES + 1, f"0 to {MOST_ARTICLES}"),
        ("gazette", 3, "'gazette'.*courier, review, portal, review-redesigned"),
    ],
)
def test_what_cannot_be_had_is_an_error_that_says_what_can(name: str, count: int, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        many_articles(name, count)

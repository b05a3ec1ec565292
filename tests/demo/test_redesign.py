"""The Halmere Review halfway through its redesign."""

from __future__ import annotations

import re
from functools import cache

import lxml.html
import pytest

from newsextract.demo import REDESIGNED, SITE_NAMES, build_site, demo_sites, many_articles
from newsextract.demo.redesign import BLOCKS_BEFORE_AD, hashed
from newsextract.demo.server import DemoServer
from newsextract.page import read_page
from newsextract.site.structure import alike, page_structure, similarity

BODY = re.compile(r"Article_body__\w{5}")
STYLE = re.compile(r"css-[a-z0-9]{6}")


@cache
def tree(path: str) -> lxml.html.HtmlElement:
    text = build_site(REDESIGNED).pages[path].body.decode("utf-8", "replace").replace("\0", "")
    return lxml.html.document_fromstring(text)


def structure(html: bytes) -> frozenset[int]:
    return frozenset(page_structure(read_page(html)))


def first_pages() -> tuple[list[str], list[str]]:
    """The paths of the new articles, and of the old."""
    site = build_site(REDESIGNED)
    paths = [article.path for article in site.articles]
    return [path for path in paths if path in site.redesigned], [
        path for path in paths if path not in site.redesigned
    ]


def containers(path: str) -> list[lxml.html.HtmlElement]:
    return [element for element in tree(path).iter("div") if BODY.search(element.get("class", ""))]


def test_it_is_no_site_that_is_crawled_by_default() -> None:
    assert REDESIGNED not in SITE_NAMES
    assert not any(site.redesigned for site in demo_sites())


def test_the_newer_half_of_the_articles_is_in_the_new_template_and_nothing_else_is_changed() -> None:
    old, new = build_site("review"), build_site(REDESIGNED)
    assert (new.base, new.articles, new.others) == (old.base, old.articles, old.others)
    assert list(new.pages) == list(old.pages)
    newer = {part for article in new.articles[:27] for part in article.parts}
    assert len(new.articles) == 54
    assert newer == new.redesigned
    assert newer == {path for path, page in new.pages.items() if page != old.pages[path]}


def test_old_and_new_pages_are_built_differently_and_each_kind_alike() -> None:
    """Alike as the clustering has it; the old ones are of two templates."""
    site = build_site(REDESIGNED)
    newer, older = ([structure(site.pages[path].body) for path in paths] for paths in first_pages())
    assert max(similarity(new, old) for new in newer for old in older) < 0.5
    assert all(alike(newer[0], new) for new in newer)


def test_no_class_and_no_id_of_the_old_template_is_in_the_new() -> None:
    newer, older = first_pages()
    names = [
        {name for path in paths for element in tree(path).iter() for name in named(element)}
        for paths in (newer, older)
    ]
    assert names[0] & names[1] == {"comments"}, "what the home page links to"


def named(element: lxml.html.HtmlElement) -> list[str]:
    return [*element.get("class", "").split(), *element.get("id", "").split()]


def test_the_story_stands_in_one_container_or_in_two_with_an_advertisement_between() -> None:
    site = build_site(REDESIGNED)
    numbers = set()
    for article in site.articles[:27]:
        if "broken" in article.traits or len(article.parts) > 1:
            continue
        found = containers(article.path)
        numbers.add(len(found))
        text = " ".join(element.text_content() for element in found)
        assert all(line in text for line in article.lines), article.path
        assert (len(found) == 1) == (len(article.lines) <= BLOCKS_BEFORE_AD + 1)
        if len(found) == 2:
            between = found[0].getnext()
            assert between.getnext() is found[1]
            assert between.text_content().startswith("Advertisement")
    assert numbers == {1, 2}


def test_there_are_boxes_between_the_paragraphs() -> None:
    newer, _ = first_pages()
    inside = [
        child.get("class").partition("__")[0]
        for path in newer
        for container in containers(path)
        for child in container
        if child.get("class")
    ]
    assert {"Text_p", "Text_quote", "Text_list", "Text_head"} < set(inside)
    assert {"Recommended_box", "Letter_box", "Pull_quote"} < set(inside)
    assert sum(name == "Recommended_box" for name in inside) > len(newer) / 2
    assert sum(name == "Letter_box" for name in inside) > len(newer) / 3


def test_no_container_ends_in_a_subheading() -> None:
    newer, _ = first_pages()
    last = {container[-1].tag for path in newer for container in containers(path)}
    assert "p" in last
    assert not last & {"h3", "li"}


def test_byline_and_date_come_behind_the_story() -> None:
    site = build_site(REDESIGNED)
    for article in site.articles[:27]:
        if "broken" not in article.traits:
            text = site.pages[article.parts[-1]].body.decode()
            line = text.index(f"Reporting by {article.authors[0]}")
            assert text.index(article.lines[-1]) < line < text.index('id="comments"')


def test_names_made_by_tools_change_with_releases_and_pages() -> None:
    newer, _ = first_pages()
    text = {path: lxml.html.tostring(tree(path), encoding="unicode") for path in newer}
    assert not any("__#" in page or "css-#" in page for page in text.values())
    assert len({name for page in text.values() for name in BODY.findall(page)}) == 3
    styles = [set(STYLE.findall(page)) for page in text.values()]
    assert all(styles)
    assert len(set.union(*styles)) == sum(len(found) for found in styles), "no two pages share one"
    assert len({element.get("id") for path in newer for element in tree(path).cssselect("[id^=post-]")}) == 27


@pytest.mark.parametrize(
    ("release", "page", "is_same"),
    [(1, 7, (True, True)), (2, 7, (False, True)), (1, 8, (True, False))],
)
def test_a_hash_depends_on_the_release_or_the_page(
    release: int, page: int, is_same: tuple[bool, bool]
) -> None:
    first = hashed('class="Text_p__# css-#p"', release=1, page=7).split()
    other = hashed('class="Text_p__# css-#p"', release=release, page=page).split()
    assert tuple(name == again for name, again in zip(first, other, strict=True)) == is_same


def test_more_articles_are_those_of_the_review_all_in_the_new_template() -> None:
    old, new = many_articles("review", 60), many_articles(REDESIGNED, 60)
    assert [(page.url, page.article) for page in new] == [(page.url, page.article) for page in old]
    for before, after in zip(old, new, strict=True):
        assert BODY.search(after.html.decode())
        assert similarity(structure(before.html), structure(after.html)) < 0.5


def test_the_server_serves_it_by_name() -> None:
    with DemoServer([REDESIGNED]) as server:
        (site,) = server.sites
        assert site.name == REDESIGNED
        assert server.addresses == (f"{site.base}/",)

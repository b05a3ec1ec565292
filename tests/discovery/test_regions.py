"""Which part of a page an element stands in."""

from __future__ import annotations

import pytest

from newsextract.discovery.regions import FEWEST_MENU_LINKS, region_of, regions
from newsextract.page import Page, read_page

LINK = "<a href='/x'>Ferry returns to the north port after the storm</a>"
MENU = "".join(f"<a href='/{name}'>{name}</a> | " for name in ("News", "Sport", "Money", "Travel", "Sea"))
STORIES = "".join(
    f"<p><a href='/s{n}'>Harbour {n} reopens after a long winter of repairs</a> Boats wait.</p>"
    for n in range(20)
)


def region_of_link(html: str, href: str = "/x") -> str:
    page = read_page(html)
    (element,) = [anchor.element for anchor in page.anchors if anchor.href == href]
    return region_of(page, element)


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("<div>{}</div>", "main"),
        ("<nav>{}</nav>", "nav"),
        ("<aside>{}</aside>", "aside"),
        ("<header>{}</header>", "header"),
        ("<footer>{}</footer>", "footer"),
        ("<main>{}</main>", "main"),
        ("<div role='navigation'>{}</div>", "nav"),
        ("<div role=' Banner '>{}</div>", "header"),
        ("<div role='contentinfo'>{}</div>", "footer"),
        ("<div role='complementary'>{}</div>", "aside"),
        # the nearest that says anything
        ("<aside><nav><div>{}</div></nav></aside>", "nav"),
        ("<header><main>{}</main></header>", "main"),
        ("<div class='footer'><div id='content'>{}</div></div>", "main"),
        ("<div class='footer'><div class='content'>{}</div></div>", "footer"),
        # a header inside of an article is the article's
        ("<article><header>{}</header></article>", "main"),
        ("<section><footer>{}</footer></section>", "main"),
        ("<ul><li><div class='header'>{}</div></li></ul>", "main"),
    ],
)
def test_by_tag_and_role(around: str, expected: str) -> None:
    assert region_of_link(STORIES + around.format(LINK) + STORIES) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("nav", "nav"), ("main-menu", "nav"), ("topNav", "nav"), ("breadcrumb", "nav"), ("daohang", "nav")),
        *(("sidebar", "aside"), ("right-rail", "aside"), ("rightRail", "aside"), ("most-read", "aside")),
        *(("seitenleiste", "aside"), ("youce", "aside"), ("reklama", "aside")),
        *(("site-header", "header"), ("masthead", "header"), ("kopfzeile", "header"), ("shapka", "header")),
        *(("footer-wrapper", "footer"), ("foot", "footer"), ("stopka", "footer"), ("yejiao", "footer")),
        # parts of a thing on the page, states of the page, and words that only look alike
        *(("card-header", "main"), ("story__footer", "main"), ("has-sidebar", "main"), ("nav-open", "main")),
        *(("navy", "main"), ("headline", "main"), ("football", "main"), ("news-list", "main"), ("", "main")),
    ],
)
@pytest.mark.parametrize("attribute", ["id", "class"])
def test_by_name(attribute: str, name: str, expected: str) -> None:
    assert region_of_link(f"{STORIES}<div {attribute}='{name}'>{LINK}</div>{STORIES}") == expected


@pytest.mark.parametrize("tag", ["html", "body"])
def test_the_classes_of_the_whole_page_name_no_part(tag: str) -> None:
    page = read_page(f"<{tag} class='sidebar'>{LINK}</{tag}>")
    assert set(regions(page)) == {"main"}


def test_a_layout_named_after_its_sidebar_is_not_one() -> None:
    # the wrapper holds all of the text, the box inside of it a 20th
    html = f"<div class='right-rail'>{STORIES}<div class='sidebar'>{LINK}</div></div>"
    assert region_of_link(html, "/s3") == "main"
    assert region_of_link(html) == "aside"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<div><a href='/x'>Start</a> | {MENU}</div>{STORIES}", "nav"),
        (f"{STORIES}<div><a href='/x'>Start</a> | {MENU}</div>", "footer"),
        (f"{STORIES}<div><a href='/x'>Start</a> | {MENU}</div>{STORIES}", "main"),
        (
            "<p><a href='/x'>新闻</a> <a href=/1>体育</a> <a href=/2>财经</a> <a href=/3>汽车</a></p>"
            + STORIES,
            "nav",
        ),
        # three links are no menu, long ones are stories, and much text besides is a paragraph
        (f"<div><a href='/x'>Start</a> <a href=/1>Sport</a> <a href=/2>Sea</a></div>{STORIES}", "main"),
        (f"<div>{LINK} {STORIES[:400]}</div>{STORIES}{STORIES}", "main"),
        (
            "<div>Write to <a href='/x'>us</a>, or ring the <a href=/1>desk</a> when you see a "
            f"<a href=/2>boat</a> in trouble off the <a href=/3>pier</a>.</div>{STORIES}",
            "main",
        ),
        # a list that is the whole page is what the page is about
        (f"<div><a href='/x'>Start</a> | {MENU}</div>", "main"),
    ],
)
def test_lists_of_short_links_at_the_edges(html: str, expected: str) -> None:
    assert region_of_link(html) == expected


def test_the_smallest_menu() -> None:
    links = "".join(f"<a href='/{n}'>Sport</a> " for n in range(FEWEST_MENU_LINKS - 1))
    assert region_of_link(f"<div>{links}<a href='/x'>Sea</a></div>{STORIES}") == "nav"


def test_one_entry_an_element() -> None:
    page = read_page(f"<nav>{LINK}</nav>{STORIES}")
    found = regions(page)
    assert len(found) == len(page.walk.elements)
    assert [region_of(page, number) for number in range(len(found))] == found


def test_a_page_without_elements() -> None:
    assert regions(Page()) == []

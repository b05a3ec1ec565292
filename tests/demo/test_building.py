"""The sites as a whole: pages, gold, links."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from urllib.parse import urldefrag, urljoin

import lxml.html
import pytest

from newsextract.demo import REDESIGNED, SITE_NAMES, DemoSite, build_site, demo_sites
from newsextract.demo.markup import TRACKING
from newsextract.demo.server import find
from newsextract.errors import SettingError

NO_FOLLOW = ("mailto:", "javascript:")


@pytest.fixture(params=(*SITE_NAMES, REDESIGNED))
def site(request: pytest.FixtureRequest) -> DemoSite:
    return build_site(request.param)


@cache
def tree(name: str, path: str) -> lxml.html.HtmlElement:
    site = build_site(name)
    text = site.pages[path].body.decode(site.encoding, "replace").replace("\0", "")
    return lxml.html.document_fromstring(text)


def folded(text: str) -> str:
    return " ".join(text.split())


def text_of(site: DemoSite, path: str) -> str:
    return folded(" ".join(tree(site.name, path).itertext()))


def html_paths(site: DemoSite) -> list[str]:
    return [
        path
        for path, page in site.pages.items()
        if page.content_type.startswith("text/html") and page.status == 200
    ]


def index_paths(site: DemoSite) -> list[str]:
    """The home page and the sections."""
    parts = {part for article in site.articles for part in article.parts}
    return [
        path
        for path in html_paths(site)
        if path not in parts and path not in {**site.others, **site.duplicates}
    ]


def targets(site: DemoSite, path: str) -> Iterator[str]:
    """Where the anchors and link elements of a page lead to within the site, below its base."""
    page = tree(site.name, path)
    addresses = [anchor.get("href", "") for anchor in page.iter("a")]
    relations = ("alternate", "canonical", "next")
    addresses += [entry.get("href", "") for entry in page.iter("link") if entry.get("rel") in relations]
    for address in addresses:
        if address and not address.startswith(NO_FOLLOW):
            absolute = urldefrag(urljoin(site.base + path, address)).url
            if absolute.startswith(site.base):
                yield absolute.removeprefix(site.base)


def test_there_are_three_sites_with_two_templates_each() -> None:
    sites = demo_sites()
    assert [(site.name, site.language, site.encoding) for site in sites] == [
        ("courier", "en", "windows-1252"),
        ("review", "en", "utf-8"),
        ("portal", "zh", "gbk"),
    ]
    assert sum(len(site.articles) for site in sites) == 162
    for site in sites:
        templates = [article.template for article in site.articles]
        assert len(set(templates)) == 2
        assert min(templates.count(template) for template in set(templates)) >= 10


def test_every_line_of_the_gold_is_in_its_page(site: DemoSite) -> None:
    for article in site.articles:
        pages = [text_of(site, part) for part in article.parts]
        for line in article.lines:
            # the broken page has a tag within its first line, where itertext() gives two strings
            spaced = line.replace("，", " ，", 1) if "broken" in article.traits else line
            assert any(line in page or spaced in page for page in pages), (article.path, line)


def test_no_part_of_a_story_is_the_whole(site: DemoSite) -> None:
    (article,) = [article for article in site.articles if len(article.parts) > 1]
    pages = [text_of(site, part) for part in article.parts]
    for line in article.lines:
        assert sum(line in page for page in pages) == 1


def test_headline_authors_and_date_stand_on_the_page(site: DemoSite) -> None:
    for article in site.articles:
        page = tree(site.name, article.path)
        (heading,) = page.iter("h1")
        assert folded(heading.text_content()) == article.title
        title = page.findtext(".//title") or ""
        assert title.startswith(article.title)
        assert title.endswith(site.title)
        text = text_of(site, article.path)
        assert all(author in text for author in article.authors)
        year, month, day = (int(part) for part in article.day.split("-"))
        months = {9: "September", 10: "October", 11: "November"}
        dates = (f"{day} {months[month]} {year}", f"{year}年{month:02}月{day:02}日")
        assert any(date in text for date in dates)
        assert article.published.startswith(article.day)


def test_pages_are_in_the_encoding_of_the_site(site: DemoSite) -> None:
    broken = {article.path for article in site.articles if "broken" in article.traits}
    for path in html_paths(site):
        body = site.pages[path].body
        if path not in broken:
            assert body.decode(site.encoding)
    home = site.pages["/"]
    assert ("charset" in home.content_type) == (site.encoding == "utf-8")
    declared = {
        "windows-1252": b"charset=iso-8859-1",
        "utf-8": b'charset="utf-8"',
        "gbk": b"charset=gb2312",
    }
    assert declared[site.encoding] in home.body
    if site.encoding == "gbk":
        with pytest.raises(UnicodeDecodeError):
            home.body.decode("utf-8")


def test_no_link_within_the_site_is_dead(site: DemoSite) -> None:
    for path in html_paths(site):
        found = list(targets(site, path))
        assert found
        dead = [target for target in found if find(site, target).status not in (200, 301)]
        assert dead == [], path


def linked(site: DemoSite, path: str) -> set[str]:
    return {target.replace(TRACKING, "") for target in targets(site, path)}


def test_every_article_is_on_the_home_page_or_on_the_first_page_of_a_section(site: DemoSite) -> None:
    home = linked(site, "/")
    newest, others = site.articles[:18], site.articles[18:]
    assert all(article.path in home for article in newest)
    assert sum(article.path in home for article in others) < len(others) / 2
    first_pages = [path for path in index_paths(site) if path != "/" and path in home]
    reached = home.union(*(linked(site, path) for path in first_pages))
    assert {article.path for article in site.articles} <= reached


def test_older_articles_are_on_later_pages_of_sections_too(site: DemoSite) -> None:
    home = linked(site, "/")
    later = [path for path in index_paths(site) if path not in home and path != "/"]
    articles = {article.path for article in site.articles}
    assert len(later) >= 4
    for path in later:
        assert linked(site, path) & articles
    firsts = set().union(*(linked(site, path) for path in index_paths(site) if path in home))
    assert set(later) & firsts, "the second page is one step from the first"


def test_later_parts_of_a_story_are_linked_from_its_own_pages_only(site: DemoSite) -> None:
    (article,) = [article for article in site.articles if len(article.parts) > 1]
    for part, following in zip(article.parts, article.parts[1:], strict=False):
        assert following in linked(site, part)
    for path in html_paths(site):
        if path not in article.parts:
            assert not linked(site, path) & set(article.parts[1:]), path


def anchors(site: DemoSite) -> list[tuple[str, str, str]]:
    """Address, words and title attribute of every anchor of the home page."""
    page = tree(site.name, "/")
    return [(a.get("href", ""), folded(a.text_content()), a.get("title", "")) for a in page.iter("a")]


def test_the_home_page_has_the_decoys_of_real_ones(site: DemoSite) -> None:
    found = anchors(site)
    titles = {article.path: article.title for article in site.articles}
    words = [text for _, text, _ in found]
    assert any(href in titles and not text for href, text, _ in found), "an image alone"
    assert {"more", "[详细]"} & set(words)
    assert {"[Photo]", "[Gallery]", "[图]"} & set(words)
    assert any(titles.get(href) == title and text.endswith("...") for href, text, title in found), "cut off"
    assert any("utm_source=home" in href for href, _, _ in found)
    (story,) = [article for article in site.articles if "linked at comments" in article.traits]
    assert {story.path, f"{story.path}#comments"} <= {href for href, _, _ in found}
    assert any(href.startswith("http://ads.example/") for href, _, _ in found)
    assert set(site.others) <= {urldefrag(href).url for href, _, _ in found}
    hrefs = [href for href, _, _ in found if href in titles]
    assert len(set(hrefs)) < len(hrefs), "a story linked more than once"


def test_anchors_on_index_pages_are_headlines_or_plainly_not(site: DemoSite) -> None:
    titles = {article.path: article.title for article in site.articles}
    decoys = {"", "more", "Read more", "[Photo]", "[Gallery]", "详细", "[详细]", "[图]"}
    for path in index_paths(site):
        for anchor in tree(site.name, path).iter("a"):
            href, text = anchor.get("href", "").replace(TRACKING, ""), folded(anchor.text_content())
            if href in titles and text not in decoys:
                assert text == titles[href] or (text.endswith("...") and titles[href].startswith(text[:-3]))


def test_the_old_address_of_a_story_leads_to_it(site: DemoSite) -> None:
    (path,) = [path for path, kind in site.others.items() if kind == "redirect"]
    (story,) = [article for article in site.articles if "moved" in article.traits]
    response = site.pages[path]
    assert (response.status, response.headers["Location"]) == (301, story.path)


def test_the_duplicate_has_the_text_of_the_original() -> None:
    site = build_site("courier")
    ((copy, original),) = site.duplicates.items()
    (story,) = [article for article in site.articles if article.path == original]
    assert "duplicated" in story.traits
    assert copy not in {article.path for article in site.articles}
    assert all(line in text_of(site, copy) for line in story.lines)
    assert copy in linked(site, "/")
    assert not build_site("review").duplicates


def headline_of(site: DemoSite, kind: str) -> tuple[str, str]:
    (path,) = [path for path, found in site.others.items() if found == kind]
    ((_, headline, _),) = [anchor for anchor in anchors(site) if anchor[0] == path]
    return path, headline


def test_the_consent_wall_does_not_show_the_story_that_was_promised(site: DemoSite) -> None:
    path, headline = headline_of(site, "consent wall")
    assert headline not in text_of(site, path)
    word = "同意" if site.language == "zh" else "Accept"
    assert word in site.pages[path].body.decode(site.encoding)


def test_the_video_page_has_a_headline_a_player_and_no_text(site: DemoSite) -> None:
    path, headline = headline_of(site, "video")
    (heading,) = tree(site.name, path).iter("h1")
    assert heading.text_content() == headline
    assert list(tree(site.name, path).iter("video", "embed"))
    around = headline_free(site, path, headline)
    assert around <= headline_free(site, "/login", "")


def headline_free(site: DemoSite, path: str, headline: str) -> set[str]:
    """The texts of a page's elements, but for a headline, the page's title and scripts."""
    page = tree(site.name, path)
    texts = {folded(element.text or "") for element in page.iter() if element.tag not in ("script", "title")}
    return texts - {headline, ""}


def test_the_pdf_is_one(site: DemoSite) -> None:
    path, _ = headline_of(site, "pdf")
    assert site.pages[path].body.startswith(b"%PDF-")
    assert site.pages[path].content_type == "application/pdf"


def test_the_gold_can_be_asked_for_under_another_base(site: DemoSite) -> None:
    there = site.gold("http://news.example:81/")
    assert list(there.values()) == list(site.gold().values()) == list(site.articles)
    assert list(there) == [f"http://news.example:81{article.path}" for article in site.articles]


def test_a_site_says_its_own_base_in_feeds_and_canonical_addresses() -> None:
    base = "http://127.0.0.1:54321"
    site = build_site("review", f"{base}/")
    assert site.base == base
    default = build_site("review").base.encode()
    assert not any(default in page.body for page in site.pages.values())
    path = site.articles[0].path
    assert f'<link rel="canonical" href="{base}{path}">'.encode() in site.pages[path].body


def test_an_unknown_site_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(SettingError, match=r"'gazette'.*courier, review, portal, review-redesigned"):
        build_site("gazette")


def test_pages_have_the_size_of_small_real_ones(site: DemoSite) -> None:
    for article in site.articles:
        assert 3_000 < len(site.pages[article.path].body) < 20_000

"""What the sites tell machines agrees with their articles."""

from __future__ import annotations

import gzip
import json
from email.utils import parsedate_to_datetime
from urllib.robotparser import RobotFileParser

import pytest
from lxml import etree

from newsextract.demo import DemoSite, build_site
from newsextract.demo.plans import PLANS

NAMESPACES = {
    "a": "http://www.w3.org/2005/Atom",
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "n": "http://www.google.com/schemas/sitemap-news/0.9",
}
Entry = tuple[str, str, str]


def texts(root: etree._Element, path: str) -> list[str]:
    found = root.xpath(path, namespaces=NAMESPACES)
    assert isinstance(found, list)
    return [str(text) for text in found]


def newest(site: DemoSite) -> list[Entry]:
    return [(address, article.title, article.published) for address, article in site.gold().items()][:20]


def test_rss() -> None:
    site = build_site("courier")
    root = etree.fromstring(site.pages["/feed.xml"].body)
    dates = [parsedate_to_datetime(text).isoformat() for text in texts(root, "//item/pubDate/text()")]
    found = zip(texts(root, "//item/link/text()"), texts(root, "//item/title/text()"), dates, strict=True)
    assert list(found) == newest(site)


def test_atom_is_in_the_encoding_of_the_site() -> None:
    site = build_site("portal")
    body = site.pages["/atom.xml"].body
    assert "屿川在线".encode("gbk") in body
    root = etree.fromstring(body)
    addresses, titles = texts(root, "//a:entry/a:link/@href"), texts(root, "//a:entry/a:title/text()")
    dates = texts(root, "//a:entry/a:published/text()")
    assert list(zip(addresses, titles, dates, strict=True)) == newest(site)


def test_json_feed() -> None:
    site = build_site("review")
    items = json.loads(site.pages["/feed.json"].body)["items"]
    assert [(item["url"], item["title"], item["date_published"]) for item in items] == newest(site)
    authors = [tuple(author["name"] for author in item["authors"]) for item in items]
    assert authors == [article.authors for article in site.articles[:20]]


def test_the_plain_sitemap_has_every_story_with_its_day_and_the_sections() -> None:
    site = build_site("courier")
    root = etree.fromstring(site.pages["/sitemap.xml"].body)
    addresses = texts(root, "//s:url[s:lastmod]/s:loc/text()")
    days = texts(root, "//s:lastmod/text()")
    expected = {address: article.day for address, article in site.gold().items()}
    assert dict(zip(addresses, days, strict=True)) == expected
    others = texts(root, "//s:url[not(s:lastmod)]/s:loc/text()")
    assert others == [site.base + path for path in ("/", "/town/", "/county/", "/schools/", "/sport/")]


def test_the_news_sitemap_has_titles_and_moments() -> None:
    site = build_site("review")
    root = etree.fromstring(site.pages["/sitemap.xml"].body)
    addresses, titles = texts(root, "//s:loc/text()"), texts(root, "//n:title/text()")
    dates = texts(root, "//n:publication_date/text()")
    expected = [(address, article.title, article.published) for address, article in site.gold().items()]
    assert list(zip(addresses, titles, dates, strict=True)) == expected


def test_the_sitemap_index_has_a_compressed_child() -> None:
    site = build_site("portal")
    (child,) = texts(etree.fromstring(site.pages["/sitemap.xml"].body), "//s:sitemap/s:loc/text()")
    packed = site.pages[child.removeprefix(site.base)].body
    root = etree.fromstring(gzip.decompress(packed))
    assert texts(root, "//s:loc/text()") == list(site.gold())


@pytest.mark.parametrize("name", PLANS)
def test_robots_txt_forbids_the_login_and_the_private_pages_only(name: str) -> None:
    site = build_site(name, "http://127.0.0.1:9")
    rules = RobotFileParser()
    rules.parse(site.pages["/robots.txt"].body.decode().splitlines())
    refused = {path for path in site.pages if not rules.can_fetch("newsextract", f"http://127.0.0.1:9{path}")}
    assert refused == {path for path, kind in site.others.items() if kind in ("login", "private")}
    assert rules.site_maps() == ["http://127.0.0.1:9/sitemap.xml"]
    assert rules.crawl_delay("newsextract") is None

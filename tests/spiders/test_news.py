"""From a home page to articles: every way a story is found, and every way a page can end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scrapy import Request

from newsextract.middlewares.addresses import OWN_REQUEST

HTML = {"Content-Type": "text/html; charset=utf-8"}
XML = {"Content-Type": "application/xml"}

WORDS = (
    "harbour council ferry winter bridge school market island captain lantern orchard tunnel museum festival "
    "engineer baker teacher railway station garden library concert weather season village river mountain"
).split()


def html(body: str, head: str = "") -> tuple[int, dict[str, str], bytes]:
    text = f"<!doctype html><html><head><title>Paper</title>{head}</head><body>{body}</body></html>"
    return 200, HTML, text.encode()


def story(seed: int, *, title: str = "", paragraphs: int = 5, foot: str = "", head: str = "") -> Any:
    """A page with a headline and paragraphs of its own words."""
    lines = []
    for number in range(paragraphs):
        chosen = [WORDS[(seed * 7 + number * 5 + step * (seed % 5 + 1)) % len(WORDS)] for step in range(24)]
        lines.append(
            f"<p>In report {seed}.{number}, the {' '.join(chosen[:12])}, and {' '.join(chosen[12:])}.</p>"
        )
    headline = title or f"The long story number {seed} of the harbour town"
    return html(f"<h1>{headline}</h1><div class='story'>{''.join(lines)}</div>{foot}", head)


def links(*pairs: tuple[str, str]) -> str:
    return "".join(f'<li><a href="{address}">{words}</a></li>' for address, words in pairs)


def headline(number: int) -> str:
    return f"The long story number {number} of the harbour town"


def address(number: int) -> str:
    return f"/2026/11/0{number}/the-long-story-number-{number}-of-the-harbour-town.html"


def front(*numbers: int, more: str = "", head: str = "") -> Any:
    """A home or section page that links to these stories."""
    return html(f"<ul>{links(*((address(n), headline(n)) for n in numbers))}</ul>{more}", head)


def stories(*numbers: int) -> dict[str, Any]:
    return {address(n): story(n) for n in numbers}


def test_stories_of_the_home_page_with_their_titles(serve: Any, crawl_news: Any) -> None:
    site = serve({"/": front(1, 2, 3), **stories(1, 2, 3)})
    crawled = crawl_news(url=site.root)
    assert set(crawled.articles) == {address(1), address(2), address(3)}
    assert {path: article.title for path, article in crawled.articles.items()} == {
        address(n): headline(n) for n in (1, 2, 3)
    }
    article = crawled.articles[address(1)]
    assert article.candidate_titles == (headline(1),)
    assert article.site == site.root.removeprefix("http://")
    assert article.text.count("In report 1.") == 5
    assert crawled.states == {"article": 3, "index": 1}
    assert crawled.unsettled == {}


def test_all_links_to_a_story_are_one_candidate(serve: Any, crawl_news: Any) -> None:
    more = (
        f'<p><a href="{address(1)}?utm_source=front"><img src="x.jpg" alt="A picture"></a>'
        f'<a href="{address(1)}#comments">more</a> <a href="{address(1)}">[3]</a></p>'
    )
    section = html(
        f'<ul><li><a href="{address(1)}">Another headline for the first story of all</a></li></ul>'
    )
    site = serve(
        {"/": front(1, 2, more=more + links(("/sport/", "Sport"))), "/sport/": section, **stories(1, 2)}
    )
    crawled = crawl_news(url=site.root)
    assert sorted(crawled.articles) == [address(1), address(2)]
    assert site.paths.count(address(1)) == 1
    assert crawled.articles[address(1)].title == headline(1)
    assert set(crawled.articles[address(1)].candidate_titles) == {
        headline(1),
        "Another headline for the first story of all",
    }


@pytest.mark.parametrize(("depth", "found"), [(0, {1}), (1, {1, 2}), (2, {1, 2, 3})])
def test_sections_and_their_next_pages_are_followed_to_a_depth(
    depth: int, found: set[int], serve: Any, crawl_news: Any
) -> None:
    site = serve(
        {
            "/": front(1, more=f"<nav>{links(('/politics/', 'Politics'))}</nav>"),
            "/politics/": front(2, more='<a rel="next" href="/politics/?page=2">Next page</a>'),
            "/politics/?page=2": front(3),
            **stories(1, 2, 3),
        }
    )
    crawled = crawl_news(url=site.root, depth=depth)
    assert set(crawled.articles) == {address(n) for n in found}


def test_feeds_bring_stories_titles_and_dates(serve: Any, crawl_news: Any) -> None:
    items = "".join(
        f"<item><title>{headline(n)}</title><link>{address(n)}</link>"
        f"<pubDate>0{n} Nov 2026 10:00:00 GMT</pubDate></item>"
        for n in (1, 2)
    )
    feed = f'<rss version="2.0"><channel><title>x</title>{items}</channel></rss>'.encode()
    head = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    only_picture = f'<ul><li><a href="{address(1)}"><img src="a.jpg" alt=""></a></li></ul>'
    site = serve({"/": html(only_picture, head), "/feed.xml": (200, XML, feed), **stories(1, 2)})
    crawled = crawl_news(url=site.root)
    assert {path: (a.title, a.date_published) for path, a in crawled.articles.items()} == {
        address(1): (headline(1), "2026-11-01T10:00:00+00:00"),
        address(2): (headline(2), "2026-11-02T10:00:00+00:00"),
    }


def sitemap_site(serve: Any) -> Any:
    """Robots.txt names an index of sitemaps; the sitemap has a story of this year and one of 2011."""
    site = serve({"/": front(1), **stories(1, 2, 3)})
    news = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">'
        f"<url><loc>{site.root}{address(2)}</loc><news:news><news:publication_date>2026-11-02T08:00:00Z"
        f"</news:publication_date>"
        f"<news:title>{headline(2)}</news:title></news:news></url>"
        f"<url><loc>{site.root}{address(3)}</loc><lastmod>2011-12-01</lastmod></url></urlset>"
    )
    index = f"<sitemapindex><sitemap><loc>{site.root}/news.xml</loc></sitemap></sitemapindex>"
    site.answers["/robots.txt"] = (
        200,
        {"Content-Type": "text/plain"},
        f"Sitemap: {site.root}/map.xml".encode(),
    )
    site.answers["/map.xml"] = (200, XML, index.encode())
    site.answers["/news.xml"] = (200, XML, news.encode())
    return site


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"since": "2026-11-01"}, {1, 2}),
        ({"since": "2010-01-01"}, {1, 2, 3}),
        ({"since": "2026-11-01", "sources": "anchors"}, {1}),
    ],
)
def test_sitemaps_bring_recent_stories(
    arguments: dict[str, str], found: set[int], serve: Any, crawl_news: Any
) -> None:
    crawled = crawl_news(url=sitemap_site(serve).root, **arguments)
    assert set(crawled.articles) == {address(n) for n in found}


def test_a_sitemap_knows_when_a_story_was_published(serve: Any, crawl_news: Any) -> None:
    crawled = crawl_news(url=sitemap_site(serve).root, since="2026-11-01")
    assert crawled.articles[address(2)].date_published == "2026-11-02T08:00:00+00:00"
    assert crawled.articles[address(1)].date_published == "2026-11-01", "the day in its address"


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"allow": "number-[12]"}, {1, 2}),
        ({"deny": "number-1"}, {2, 3}),
        ({"allow": "number", "deny": "number-[23]"}, {1}),
        ({"max_articles": "2"}, None),
        ({"sources": "feeds"}, set()),
    ],
)
def test_only_what_is_asked_for(
    arguments: dict[str, str], found: set[int] | None, serve: Any, crawl_news: Any
) -> None:
    crawled = crawl_news(url=serve({"/": front(1, 2, 3), **stories(1, 2, 3)}).root, **arguments)
    if found is None:
        assert len(crawled.articles) == int(arguments["max_articles"])
    else:
        assert set(crawled.articles) == {address(n) for n in found}
    assert crawled.unsettled == {}


def test_old_stories_are_not_exported(serve: Any, crawl_news: Any) -> None:
    published = [
        f'<meta property="article:published_time" content="2026-{month}-05T08:00:00Z">'
        for month in ("10", "11")
    ]
    site = serve(
        {"/": front(1, 2), address(1): story(1, head=published[0]), address(2): story(2, head=published[1])}
    )
    crawled = crawl_news(url=site.root, since="2026-11-01")
    assert set(crawled.articles) == {address(2)}
    assert crawled.states == {"article": 1, "index": 1, "out of range": 1}


def test_a_story_on_several_pages_is_joined(serve: Any, crawl_news: Any) -> None:
    second, third = (address(1).replace(".html", f"-{n}.html") for n in (2, 3))
    pager = (
        '<p class="pages"><b>1</b> <a href="{0}">2</a> <a href="{1}">3</a> <a href="{0}">Next page</a></p>'
    )
    later = (
        '<p class="pages"><a href="{2}">1</a> <b>2</b> <a href="{1}">3</a> <a href="{1}">Next page</a></p>'
    )
    site = serve(
        {
            "/": front(1, 2),
            address(1): story(1, foot=pager.format(second, third)),
            second: story(101, title=headline(1), foot=later.format(second, third, address(1))),
            third: story(102, title=headline(1)),
            **stories(2),
        }
    )
    crawled = crawl_news(url=site.root)
    assert set(crawled.articles) == {address(1), address(2)}
    article = crawled.articles[address(1)]
    assert [article.text.count(f"In report {seed}.") for seed in (1, 101, 102)] == [5, 5, 5]
    assert article.parts == tuple(site.root + path for path in (address(1), second, third))
    assert crawled.states == {"article": 2, "index": 1, "part": 2}


def test_a_missing_part_costs_only_itself(serve: Any, crawl_news: Any) -> None:
    second = address(1).replace(".html", "-2.html")
    foot = f'<div class="pages"><b>1</b> <a href="{second}">2</a> <a href="{second}">Next page</a></div>'
    crawled = crawl_news(url=serve({"/": front(1, 2), address(1): story(1, foot=foot), **stories(2)}).root)
    article = crawled.articles[address(1)]
    assert article.text.count("In report 1.") == 5
    assert "was not read: http error" in article.state_reason
    assert crawled.states == {"article": 2, "index": 1, "http error": 1}


def test_every_page_ends_in_a_state(serve: Any, crawl_news: Any) -> None:
    index = html(links(*((address(n), headline(n)) for n in range(1, 10))))
    site = serve(
        {
            "/": front(1, 2, 3, 4, 5, 6, 7),
            "/robots.txt": (
                200,
                {"Content-Type": "text/plain"},
                f"User-agent: *\nDisallow: {address(7)}".encode(),
            ),
            address(1): story(1),
            address(2): (404, HTML, b"gone"),
            address(3): (500, HTML, b"broken"),
            address(4): (200, {"Content-Type": "application/pdf"}, b"%PDF-1.4"),
            address(5): html(""),
            address(6): index,
            address(7): story(7),
        }
    )
    crawled = crawl_news(url=site.root, depth=0)
    assert set(crawled.articles) == {address(1)}
    states = crawled.states
    assert states.pop("empty", 0) + states.pop("other", 0) == 1
    assert states.pop("http error") >= 2  # and those that the list leads to
    assert states == {"article": 1, "index": 2, "refused": 1, "forbidden": 1}
    assert address(7) not in site.paths
    assert crawled.unsettled == {}


def test_a_redirect_leads_to_one_story(serve: Any, crawl_news: Any) -> None:
    old = "/2026/11/01/an-old-address-of-the-first-story.html"
    site = serve(
        {
            "/": front(1, 2, more=links((old, "The first story under its old name again"))),
            old: (301, {"Location": address(1)}, b""),
            **stories(1, 2),
        }
    )
    crawled = crawl_news(url=site.root)
    assert set(crawled.articles) == {address(1), address(2)}
    assert crawled.states == {"article": 2, "index": 1, "duplicate": 1}
    assert crawled.unsettled == {}
    assert site.paths.count(address(1)) == 1


def test_a_home_page_that_moved(serve: Any, crawl_news: Any) -> None:
    new = serve({"/": front(1), **stories(1)})
    old = serve({"/": (301, {"Location": new.root + "/"}, b"")})
    crawled = crawl_news(url=old.root)
    assert set(crawled.articles) == {address(1)}
    assert crawled.articles[address(1)].site == old.root.removeprefix("http://")


def test_a_home_page_that_is_not_there_is_an_error_in_the_log(
    serve: Any, crawl_news: Any, caplog: pytest.LogCaptureFixture
) -> None:
    site = serve({})
    crawled = crawl_news(url=site.root)
    assert crawled.states == {"http error": 1}
    assert f"{site.root}/: the home page was not read: http error" in caplog.text


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (html("<p>Please enable scripts to read this page.</p>"), "no links on it"),
        ((200, {"Content-Type": "text/html"}, b"x" * 600), "more than max_bytes=500"),
    ],
)
def test_a_home_page_without_stories_is_said(
    answer: Any, reason: str, serve: Any, crawl_news: Any, caplog: pytest.LogCaptureFixture
) -> None:
    site = serve({"/": answer})
    crawled = crawl_news(url=site.root, settings={"NEWSEXTRACT_MAX_BYTES": 500, "DOWNLOAD_MAXSIZE": 10_000})
    assert crawled.articles == {}
    assert f"{site.root}/: no stories found on this home page (" in caplog.text
    assert reason in caplog.text


def test_links_off_the_site_and_private_ones_are_not_followed(serve: Any, crawl_news: Any) -> None:
    other = serve({"/": front(1), **stories(1, 2, 3)})
    bait = links(
        (f"{other.root}{address(2)}", headline(2)),
        (
            "http://169.254.169.254/latest/meta-data/the-keys-of-the-machine",
            "The keys of the machine, all of them",
        ),
        ("file:///etc/passwd", "A list of all the users of this machine"),
    )
    site = serve({"/": front(1, more=bait), **stories(1)})
    crawled = crawl_news(url=site.root)
    assert set(crawled.articles) == {address(1)}
    assert other.paths == []


class SwallowLists:
    """A spider middleware of somebody else's that drops requests for feeds and sitemaps without a word."""

    async def process_spider_output(self, response: Any, result: Any) -> Any:
        async for entry in result:
            if not isinstance(entry, Request) or OWN_REQUEST not in entry.flags:
                yield entry


def test_a_list_that_somebody_drops_does_not_keep_the_stories_back(serve: Any, crawl_news: Any) -> None:
    head = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    site = serve({"/": front(1, 2, head=head), **stories(1, 2)})
    crawled = crawl_news({"SPIDER_MIDDLEWARES": {SwallowLists: 10}}, url=site.root)
    assert set(crawled.articles) == {address(1), address(2)}
    assert not {"/feed.xml", "/sitemap.xml"} & set(site.paths)
    assert crawled.states == {"article": 2, "index": 1}
    assert crawled.crawler.stats.get_value("finish_reason") == "finished"


def test_stories_known_to_be_old_are_not_fetched(serve: Any, crawl_news: Any) -> None:
    items = "".join(
        f"<item><link>{address(n)}</link><pubDate>{n} Nov 2026 10:00:00 GMT</pubDate></item>" for n in (1, 2)
    )
    feed = f"<rss version='2.0'><channel>{items}</channel></rss>".encode()
    head = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    site = serve({"/": front(1, 2, head=head), "/feed.xml": (200, XML, feed), **stories(1, 2)})
    crawled = crawl_news(url=site.root, since="2026-11-02")
    assert set(crawled.articles) == {address(2)}
    assert address(1) not in site.paths


def test_a_fault_in_the_spider_is_counted(
    serve: Any, crawl_news: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from newsextract.spiders.news import NewsSpider

    def broken(*args: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(NewsSpider, "read", broken)
    crawled = crawl_news(url=serve({"/": front(1), **stories(1)}).root)
    assert crawled.states == {"failed": 1}
    assert crawled.unsettled == {}


def test_the_manifest_keeps_the_arguments(serve: Any, crawl_news: Any, tmp_path: Any) -> None:
    output = tmp_path / "news.jsonl"
    site = serve({"/": front(1), **stories(1)})
    crawl_news(url=site.root, depth="0", settings={"FEEDS": {str(output): {"format": "jsonlines"}}})
    manifest = json.loads((tmp_path / "news.jsonl.manifest.json").read_text())
    assert manifest["spider"] == {"name": "news", "arguments": {"url": site.root, "depth": "0"}}
    assert manifest["articles"] == len(output.read_text().splitlines()) == 1

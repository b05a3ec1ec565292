"""JSON-LD, whole and broken."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from newsextract.metadata.claims import Claims
from newsextract.metadata.json_ld import json_ld_claims, read_json


def of(value: Any) -> Claims:
    return json_ld_claims([json.dumps(value)])


@pytest.mark.parametrize(
    "kind",
    [
        "NewsArticle",
        "Article",
        "ReportageNewsArticle",
        "BlogPosting",
        "LiveBlogPosting",
        "Report",
        "http://schema.org/NewsArticle",
        "schema:Article",
        ["Thing", "NewsArticle"],
        "WebPage",
    ],
)
def test_types_that_are_read(kind: Any) -> None:
    assert of({"@type": kind, "author": "Ann Lee"}).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "kind", ["Organization", "BreadcrumbList", "Product", None, 5, [], {"a": 1}, "Articles"]
)
def test_types_that_are_not(kind: Any) -> None:
    assert of({"@type": kind, "author": "Ann Lee", "datePublished": "2011-12-01"}) == Claims()


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Ann Lee", ("Ann Lee",)),
        ({"@type": "Person", "name": " Ann\n Lee "}, ("Ann Lee",)),
        ([{"name": "Ann Lee"}, "Bo Ek", {"name": "Ann Lee"}], ("Ann Lee", "Bo Ek")),
        ({"name": ["Ann Lee", "Bo Ek"]}, ("Ann Lee", "Bo Ek")),
        ({"@list": [{"name": "Ann Lee"}]}, ("Ann Lee",)),
        ({"givenName": "Ann", "familyName": "Lee"}, ("Ann Lee",)),
        ({"name": "Tom &amp; Co"}, ("Tom", "Co")),
        ({"url": "https://example.com/ann"}, ()),
        ("https://example.com/ann", ()),
        ({"@id": "#nobody"}, ()),
        ([None, 5, True, {}, [], {"name": None}, {"name": {}}], ()),
        ("\ud83dAnn", ("Ann",)),
    ],
)
def test_authors(author: Any, names: tuple[str, ...]) -> None:
    assert of({"@type": "NewsArticle", "author": author}).authors == names


def test_references_are_followed_across_scripts() -> None:
    article = {"@type": "Article", "author": [{"@id": "#a"}, {"@id": "#b"}], "publisher": {"@id": "#p"}}
    graph = {"@graph": [article, {"@id": "#a", "@type": "Person", "name": "Ann Lee"}]}
    others = [{"@id": "#b", "name": "Bo Ek"}, {"@id": "#p", "name": "The Paper"}]
    claims = json_ld_claims([json.dumps(graph), json.dumps(others)])
    assert claims.authors == ("Ann Lee", "Bo Ek")
    assert claims.publishers == ("The Paper",)


def test_references_in_a_circle_end() -> None:
    nodes = [
        {"@type": "Article", "author": {"@id": "#a"}},
        {"@id": "#a", "name": {"@id": "#b", "x": 1, "y": 2}},
        {"@id": "#b", "name": {"@id": "#a"}, "z": 1},
    ]
    assert of(nodes).authors == ()


def test_a_name_that_is_also_an_id_is_a_name() -> None:
    node = {
        "@type": "Article",
        "author": {"name": "paper.example"},
        "publisher": {"@id": "paper.example", "x": 1},
    }
    assert of(node).authors == ("paper.example",)


@pytest.mark.parametrize("key", ["@graph", "mainEntity", "mainEntityOfPage"])
def test_an_article_in_a_container_is_the_page(key: str) -> None:
    assert of({"@type": "Thing", key: {"@type": "Article", "datePublished": "2011"}}).published == ("2011",)


@pytest.mark.parametrize("key", ["itemListElement", "liveBlogUpdate", "isPartOf", "citation", "about"])
def test_an_article_elsewhere_is_another(key: str) -> None:
    node = {"@type": "NewsArticle", "headline": "A", key: [{"@type": "NewsArticle", "author": "Bo Ek"}]}
    assert of(node).authors == ()


def test_all_fields() -> None:
    node = {
        "@type": "NewsArticle",
        "datePublished": "2011-12-01",
        "dateModified": {"@value": "2011-12-02"},
        "articleSection": ["World", "Asia"],
        "keywords": "a, b",
        "inLanguage": "en",
        "publisher": {"@type": "Organization", "name": "The Paper"},
    }
    assert of(node) == Claims(
        published=("2011-12-01",),
        modified=("2011-12-02",),
        sections=("World", "Asia"),
        tags=("a, b",),
        languages=("en",),
        publishers=("The Paper",),
    )


def test_the_page_fills_what_the_article_leaves_out() -> None:
    page = {"@type": "WebPage", "datePublished": "2011-12-09", "dateModified": "2011-12-10"}
    article = {"@type": "Article", "datePublished": "2011-12-01"}
    claims = of([page, article])
    assert (claims.published, claims.modified) == (("2011-12-01",), ("2011-12-10",))


ARTICLE = '{"@type": "Article", "author": {"name": "Ann Lee"}, "datePublished": "2011-12-01"}'


@pytest.mark.parametrize(
    "script",
    [
        ARTICLE,
        f"\n<![CDATA[\n{ARTICLE}\n]]>\n",
        f"//<![CDATA[\n{ARTICLE}\n//]]>",
        f"/*<![CDATA[*/{ARTICLE}/*]]>*/",
        f"<!-- {ARTICLE} -->",
        f"{ARTICLE};",
        f"{ARTICLE}{ARTICLE}",
        f'{ARTICLE}\n{{"@type": "Organization", "name":',
        f'{{"@type": "Organization"}}\n[{ARTICLE}]',
        ARTICLE.replace("}", ",}"),
        ARTICLE.replace(",", ", // a note\n").replace("{", "/* one */ {"),
        ARTICLE.replace('"', "&quot;"),
        ARTICLE.replace("{", '{"headline": "A\n\tB", ', 1),
        ARTICLE.replace("{", '{"url": "http://x.example/*//a",', 1).replace("}", ",}"),
        ARTICLE.replace("{", '{"n": ' + "9" * 5_000 + ", ", 1),
        ARTICLE.replace("{", '{"n": NaN, "m": 1e999, "s": "\\ud83d", ', 1),
        ARTICLE.replace("{", '{"headline": "He said "no" to it", ', 1),
        ARTICLE.replace("{", '{"headline": "He said "no" to it", "url": "http://x.example/", ', 1),
        ARTICLE.replace("}", "", 1)[:-1],
    ],
)
def test_slips_are_overlooked(script: str) -> None:
    claims = json_ld_claims([script])
    assert claims.authors == ("Ann Lee",)
    assert claims.published == ("2011-12-01",)


@pytest.mark.parametrize(
    "script",
    [
        "",
        "null",
        "5",
        "[]",
        "[[[null]]]",
        '"text"',
        "not json",
        "{",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"@type": "Article", "author": ' + "[" * 2_000 + "]" * 2_000 + "}",
        '{"@graph": {"@graph": null}}',
        "<!-- -->",
        "\x00",
    ],
)
def test_nothing_to_read(script: str) -> None:
    assert json_ld_claims([script]) == Claims()


def test_a_good_script_behind_a_bad_one_counts() -> None:
    assert json_ld_claims(["{", ARTICLE]).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "piece",
    [
        '"',
        '\\"',
        '"\\',
        "/*",
        "/",
        "//",
        ",",
        ", ",
        ", }",
        "{",
        "[]",
        "{}",
        "<!--",
        '"author":',
        '"author":{',
        '"name":"',
        '"@type":"Article',
    ],
)
def test_mending_takes_linear_time(piece: str) -> None:
    text = '{"@type": "Article" x' + piece * (100_000 // len(piece))
    started = time.perf_counter()
    assert isinstance(read_json(text), list)
    # generous for slow machines: quadratic time would be minutes
    assert time.perf_counter() - started < 1


def test_many_references_to_a_long_list_take_bounded_time() -> None:
    nodes = [
        {"@type": "Article", "author": [{"@id": "#a"}] * 5_000},
        {"@id": "#a", "name": [1] * 5_000},
    ]
    started = time.perf_counter()
    assert of(nodes).authors == ()
    assert time.perf_counter() - started < 1

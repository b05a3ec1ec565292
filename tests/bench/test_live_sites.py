"""Labelled pages as sites."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsextract.bench.corpus import Case, Corpus, Scoring
from newsextract.bench.live_sites import LIST_STORIES, Served, corpus_sites, live_address
from newsextract.discovery.anchors import page_candidates
from newsextract.page import read_page

STORIES = 2 * LIST_STORIES + 1
"""On three section pages."""


def sites_of(*cases: Case) -> tuple[tuple[str, ...], dict[str, Served]]:
    corpus = Corpus(name="tiny", cases=cases, scoring=Scoring.BODY, left_out=0, digest="d")
    sites = corpus_sites(corpus, cases)
    assert (sites.name, sites.digest) == ("tiny", "d")
    return sites.homes, dict(sites.answers)


def case(url: str, title: str = "A ferry returns to the harbour", path: str = "a.html.gz") -> Case:
    return Case(id=url, path=Path(path), url=url, title=title)


def listed(served: Served, home: str) -> dict[str, tuple[str, ...]]:
    """The words of each link that a crawl finds on a page."""
    page = read_page(served.unpacked(), url=home, header=served.content_type)
    return {candidate.url: candidate.words for candidate in page_candidates(page, home=home)}


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://news.example/a.html", "http://news.example/a.html"),
        ("https://news.example:443/a.html", "http://news.example:443/a.html"),
        ("HTTPS://News.Example/a.html?utm_source=x&id=3#top", "http://news.example/a.html?id=3"),
        ("http://news.example", "http://news.example/"),
        ("ftp://news.example/a", ""),
        ("news.example/a", ""),
        ("", ""),
    ],
)
def test_live_address(url: str, address: str) -> None:
    assert live_address(url) == address


def test_a_small_site_is_a_home_page_and_its_stories() -> None:
    homes, answers = sites_of(
        case("https://news.example/a.html", "Rock & roll"), case("http://b.example/x?y=1")
    )
    assert homes == ("http://news.example/", "http://b.example/")
    assert sorted(answers) == [
        *("http://b.example/", "http://b.example/robots.txt", "http://b.example/x?y=1"),
        *("http://news.example/", "http://news.example/a.html", "http://news.example/robots.txt"),
    ]
    assert listed(answers["http://news.example/"], homes[0])["http://news.example/a.html"] == ("Rock & roll",)


def test_a_story_is_its_file() -> None:
    _, answers = sites_of(case("http://a.example/1"), case("http://a.example/2", path="b.html"))
    assert answers["http://a.example/1"] == Served(
        body=Path("a.html.gz"), content_type="text/html", is_packed=True
    )
    assert answers["http://a.example/2"] == Served(body=Path("b.html"), content_type="text/html")


def test_every_story_of_a_large_site_is_on_a_section_page() -> None:
    urls = [f"http://news.example/2024/story-{number}.html" for number in range(STORIES)]
    (home,), answers = sites_of(*map(case, urls))
    sections = [f"{home}section/{number}/" for number in (1, 2, 3)]
    on_home = listed(answers[home], home)
    assert set(sections) <= set(on_home)
    assert set(urls) & set(on_home) == set(urls[:LIST_STORIES])
    found = {url for section in sections for url in listed(answers[section], home)}
    assert set(urls) <= found


@pytest.mark.parametrize("url", ["", "http://news.example/", "http://news.example", "mailto:a@news.example"])
def test_pages_that_cannot_be_stories_of_a_site_are_left_out(url: str) -> None:
    assert sites_of(case(url)) == ((), {})


def test_a_page_without_a_title_is_linked_all_the_same() -> None:
    (home,), answers = sites_of(case("http://news.example/a.html", title=""))
    assert listed(answers[home], home)["http://news.example/a.html"] == ("more",)


def test_the_home_page_of_a_site() -> None:
    cases = (case("http://www.news.example/a.html"),)
    corpus = Corpus(name="tiny", cases=cases, scoring=Scoring.BODY, left_out=0, digest="")
    sites = corpus_sites(corpus, cases)
    assert sites.home_of("news.example") == "http://www.news.example/"
    assert sites.home_of("other.example") == ""

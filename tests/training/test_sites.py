"""Which pages are of one site."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from newsextract.bench.corpus import Case
from newsextract.page import read_page
from newsextract.training.sites import FOLDS, fold_of, site_of


def links(*addresses: str) -> str:
    return "".join(f"<a href='{address}'>x</a>" for address in addresses)


FERRIES = "https://www.ferries.co.uk/"
SHIPS = "https://ships.com/"


@pytest.mark.parametrize(
    ("url", "markup", "site"),
    [
        ("https://ships.com/a", "", "ships.com"),
        ("https://www.ships.com/a", "", "ships.com"),
        ("https://News.Ships.com:8080/a", links(FERRIES), "ships.com"),
        ("http://news.ferries.co.uk/", "", "ferries.co.uk"),
        ("https://one.github.io/", "", "one.github.io"),  # anybody's
        # nobody knows the address: where its links lead
        ("", links(SHIPS, FERRIES, FERRIES), "ferries.co.uk"),
        ("https://daniel.invalid/x", links(SHIPS, FERRIES, FERRIES + "a"), "ferries.co.uk"),
        ("https://a.example/x", links(SHIPS), "ships.com"),
        ("https://a.test/x", links(SHIPS), "ships.com"),
        ("http://localhost/x", links(SHIPS), "ships.com"),
        ("http://[broken", links(SHIPS), "ships.com"),
        # as often: the first
        ("", links(SHIPS, FERRIES), "ships.com"),
        # relative addresses and those that all pages have say nothing
        ("", links("/a", "b", "#c", "mailto:a@ships.com", "http://[broken"), "the case's"),
        ("", links(*["https://www.facebook.com/a"] * 3, SHIPS), "ships.com"),
        ("", links("https://twitter.com/a", "https://plus.google.com/b"), "the case's"),
        ("", "", "the case's"),
        # addresses by number have no site, and must not all be one
        ("http://192.0.2.7/x", links(SHIPS), "ships.com"),
        ("http://192.0.2.7/x", "", "the case's"),
    ],
)
def test_site_of(url: str, markup: str, site: str) -> None:
    case = Case(id="7", path=Path("7.html"), url=url, site="the case's")
    assert site_of(case, read_page(markup)) == site


def test_a_page_of_which_nothing_is_known_is_a_site_of_its_own() -> None:
    assert site_of(Case(id="7", path=Path("7.html")), read_page("")) == "7"


# pinned: a model's held-out file and its report rest on these
@pytest.mark.parametrize(
    ("site", "fold"),
    [("ships.com", 3), ("ferries.co.uk", 3), ("维尔德", 0), ("harbour-post.org", 3), ("quay.info", 2)],
)
def test_the_fold_of_a_site_never_changes(site: str, fold: int) -> None:
    assert fold_of(site) == fold


def test_folds_are_about_as_large_as_each_other() -> None:
    sizes = Counter(fold_of(f"site{number}.com") for number in range(1000))
    assert sorted(sizes) == list(range(FOLDS))
    assert min(sizes.values()) > 150

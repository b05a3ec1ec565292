"""The page that is broken on purpose."""

from __future__ import annotations

import pytest

from newsextract.demo import DemoArticle, DemoSite, build_site
from newsextract.demo.damage import STRAY_BYTES
from newsextract.demo.plans import PLANS


@pytest.fixture(params=PLANS)
def site(request: pytest.FixtureRequest) -> DemoSite:
    return build_site(request.param)


def broken(site: DemoSite) -> DemoArticle:
    (article,) = [article for article in site.articles if "broken" in article.traits]
    return article


def test_it_is_cut_off_and_has_stray_bytes(site: DemoSite) -> None:
    body = site.pages[broken(site).path].body
    assert STRAY_BYTES in body
    assert b"</body>" not in body.lower()


def test_it_is_wrongly_nested(site: DemoSite) -> None:
    body = site.pages[broken(site).path].body
    assert b"<b><i>" in body
    assert b"</b></i>" in body


def test_it_lacks_end_tags(site: DemoSite) -> None:
    body = site.pages[broken(site).path].body.lower()
    for name in (b"html", b"body"):
        assert (body.count(b"<" + name), body.count(b"</" + name)) == (1, 0)
    assert body.count(b"<p>") + body.count(b"<p ") >= body.count(b"</p>")


def test_the_first_word_is_all_that_is_marked_up(site: DemoSite) -> None:
    article = broken(site)
    text = site.pages[article.path].body.decode(site.encoding, "replace")
    first, *rest = article.lines
    mark = " " if " " in first else "，"
    word, _, ending = first.partition(mark)
    assert f"<b><i>{word}</b></i>{mark}{ending}" in text
    assert all(line in text for line in rest)

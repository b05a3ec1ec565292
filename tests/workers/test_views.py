"""Views of sites on their way to workers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from newsextract.demo import build_site
from newsextract.page import read_page
from newsextract.site.lessons import SiteKnowledge
from newsextract.site.rules import Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.view import SiteView
from newsextract.workers import views
from newsextract.workers.views import MOST_UNPACKED, pack_view, unpack_view

RULE = Rule(site="a.example", name="c1", content=(parse_selector("div"),), support=6, confidence=1.0)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Nothing has been unpacked before."""
    views._unpacked.clear()
    yield
    views._unpacked.clear()


def view(number: int = 0) -> SiteView:
    knowledge = SiteKnowledge(noise=frozenset({number, 2**64 - 1}), worth={"div > p": 0.5})
    return SiteView((RULE,), knowledge, frozenset({RULE.key}))


def test_a_view_comes_out_as_it_went_in() -> None:
    assert unpack_view(pack_view(view())) == view()


def test_the_same_view_has_the_same_name_and_is_unpacked_once() -> None:
    one, again, other = pack_view(view()), pack_view(view()), pack_view(view(1))
    assert one == again
    assert one.token != other.token
    assert unpack_view(one) is unpack_view(again)
    assert unpack_view(other) == view(1)


def test_rules_that_were_compiled_do_not_travel() -> None:
    used = view()
    page = build_site("review").pages["/"]
    used.read(read_page(page.body).root)
    assert pack_view(used) == pack_view(view())


def test_a_worker_forgets_the_sites_it_has_not_read_for_longest() -> None:
    packed = [pack_view(view(number)) for number in range(MOST_UNPACKED + 1)]
    first = unpack_view(packed[0])
    second = unpack_view(packed[1])
    for one in packed[2:MOST_UNPACKED]:
        unpack_view(one)
    assert unpack_view(packed[0]) is first
    unpack_view(packed[MOST_UNPACKED])
    assert len(views._unpacked) == MOST_UNPACKED
    assert unpack_view(packed[0]) is first
    assert unpack_view(packed[1]) is not second

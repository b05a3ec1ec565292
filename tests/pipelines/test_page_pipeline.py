"""What all pipelines have in common."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy.utils.misc import load_object

from newsextract.addon import COMPONENTS
from newsextract.discovery.candidate import Candidate
from newsextract.pipelines.page_pipeline import drop, site_of

PIPELINES = [path for path in COMPONENTS["ITEM_PIPELINES"] if "range" not in path]


@pytest.mark.parametrize("path", PIPELINES)
@pytest.mark.parametrize("item", [{"title": "somebody else's item"}, "text", 7])
def test_other_items_pass_untouched(path: str, item: Any, make_pipeline: Any, process: Any) -> None:
    assert process(make_pipeline(load_object(path)), item) is item


@pytest.mark.parametrize(
    ("candidate", "site"),
    [
        (None, "paper.example"),
        (Candidate(url="https://www.paper.example/1", site=""), "paper.example"),
        (Candidate(url="https://www.paper.example/1", site="home.example"), "home.example"),
    ],
)
def test_a_page_is_counted_under_the_site_that_led_to_it(candidate: Any, site: str, make_page: Any) -> None:
    page = make_page("https://www.paper.example/1", candidate)
    assert site_of(page) == site
    dropped = drop(page, "empty", "no text")
    assert (dropped.state, dropped.reason, dropped.site, dropped.url) == (
        "empty",
        "no text",
        site,
        "https://www.paper.example/1",
    )

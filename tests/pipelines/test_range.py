"""``since`` and ``max_articles``."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured

from newsextract.extensions.states import PageDropped
from newsextract.pipelines.range import RangePipeline
from newsextract.spiders.arguments import CrawlPlan, SiteOptions


def planned(most: int | None = None, **options: Any) -> Any:
    site = SiteOptions(homes=("https://a.example/",), **options)
    return SimpleNamespace(plan=CrawlPlan((site, SiteOptions(homes=("https://b.example/",))), most))


def kept(pipeline: RangePipeline, pages: list[Any], process: Any) -> list[str]:
    """What became of each page: ``kept``, or the reason why not."""
    return [outcome(pipeline, page, process) for page in pages]


def outcome(pipeline: RangePipeline, page: Any, process: Any) -> str:
    try:
        process(pipeline, page)
    except PageDropped as dropped:
        return dropped.reason if dropped.state == "out of range" else dropped.state
    return "kept"


def test_stories_known_to_be_older_are_left_out(make_pipeline: Any, make_page: Any, process: Any) -> None:
    pipeline = make_pipeline(RangePipeline, planned(since="2026-11-01"))
    days = ["2026-10-31T23:00:00+00:00", "2026-11-01", ""]
    pages = [make_page(f"https://a.example/{day}", date_published=day) for day in days]
    pages.append(make_page("https://b.example/", date_published="2011-01-01"))
    assert kept(pipeline, pages, process) == [
        "published 2026-10-31T23:00:00+00:00, before 2026-11-01",
        "kept",
        "kept",
        "kept",
    ]


@pytest.mark.parametrize(
    ("spider", "expected"),
    [
        (
            planned(most=2),
            ["kept", "kept", "beyond the 2 articles asked for", "beyond the 2 articles asked for"],
        ),
        (
            planned(max_articles=1),
            ["kept", "beyond the 1 articles asked for of this site", "kept", "kept"],
        ),
        (planned(), ["kept"] * 4),
    ],
)
def test_no_more_than_asked_for(
    spider: Any, expected: list[str], make_pipeline: Any, make_page: Any, process: Any
) -> None:
    addresses = ["https://a.example/1", "https://a.example/2", "https://b.example/1", "https://b.example/2"]
    pipeline = make_pipeline(RangePipeline, spider)
    assert kept(pipeline, [make_page(address) for address in addresses], process) == expected


def test_it_is_off_for_spiders_without_a_plan(make_pipeline: Any) -> None:
    with pytest.raises(NotConfigured):
        make_pipeline(RangePipeline, Spider(name="other"))

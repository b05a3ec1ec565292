"""Pages and the groups they fall into."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy.utils.test import get_crawler

from newsextract.demo import REDESIGNED, build_site
from newsextract.extensions.sites import Sites
from newsextract.pipelines.clustering import ClusteringPipeline
from newsextract.workers.jobs import PageJob, read_page_job

REVIEW = build_site(REDESIGNED)
NEW, OLD = (
    [article.path for article in REVIEW.articles if (article.path in REVIEW.redesigned) is new][:4]
    for new in (True, False)
)


def structure(path: str) -> tuple[int, ...]:
    body = REVIEW.pages[path].body
    return read_page_job(PageJob(body=body, url=REVIEW.base + path, testifies=True)).structure


@pytest.fixture
def place(process: Any, make_page: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """``place(structure=..., page_state=...)``: the cluster that a page is given."""
    crawler = get_crawler(settings_dict={"NEWSEXTRACT_STORE": ""})
    sites = Sites.from_crawler(crawler)
    monkeypatch.setattr(crawler, "get_extension", {Sites: sites}.get)
    pipeline = ClusteringPipeline.from_crawler(crawler)

    def run(**values: Any) -> str:
        waited = values.pop("waited", "")
        page = make_page(**values)
        page.has_waited, page.cluster = bool(waited), waited
        return str(process(pipeline, page).cluster)

    return run


def test_pages_that_are_built_alike_are_of_one_group(place: Any) -> None:
    new, old = ({place(structure=structure(path)) for path in paths} for paths in (NEW, OLD))
    assert len(new) == 1
    assert not new & old
    assert "" not in new | old


def test_pages_that_are_no_articles_have_groups_of_their_own(place: Any) -> None:
    built = structure(NEW[0])
    article, index, wall = (
        place(structure=built, page_state=state, text=text)
        for state, text in (("article", "A text."), ("index", ""), ("consent wall", ""))
    )
    assert len({article, index, wall, ""}) == 4


def test_a_page_that_a_rule_has_read_is_of_the_rules_group(place: Any) -> None:
    assert place(rule="c1a2b v3") == "c1a2b"


def test_a_page_that_could_not_be_read_is_of_none(place: Any) -> None:
    assert place(page_state="timeout", text="") == ""


def test_a_page_that_has_waited_stays_in_its_group(place: Any) -> None:
    assert place(structure=structure(NEW[0]), waited="c9") == "c9"

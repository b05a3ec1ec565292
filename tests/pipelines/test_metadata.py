"""What is known of an article from outside of its page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from newsextract.discovery.candidate import Candidate
from newsextract.pipelines.metadata import MetadataPipeline

CANDIDATE = Candidate(
    url="https://a.example/1", site="home.example", titles=("One", "Two"), date="2026-11-02"
)
AT_NOON = replace(CANDIDATE, date="2026-11-02T12:00:00Z")


def test_titles_site_group_and_time(make_pipeline: Any, make_page: Any, process: Any) -> None:
    page = make_page("https://a.example/1", CANDIDATE)
    page.cluster = "c3"
    page.fetched_at = "2026-11-09T12:00:00+00:00"
    article = process(make_pipeline(MetadataPipeline), page).article
    assert (article.candidate_titles, article.site, article.cluster) == (("One", "Two"), "home.example", "c3")
    assert article.fetched_at == "2026-11-09T12:00:00+00:00"


@pytest.mark.parametrize(
    ("own", "raw", "candidate", "expected"),
    [
        ("2026-11-01", "1.11.", CANDIDATE, ("2026-11-01", "1.11.")),
        ("", "", CANDIDATE, ("2026-11-02", "2026-11-02")),
        ("", "last week", CANDIDATE, ("2026-11-02", "2026-11-02")),
        ("", "last week", None, ("", "last week")),
        # the time of the same day says more than the day; that of another day contradicts the page
        ("2026-11-02", "/2026/11/02/", AT_NOON, ("2026-11-02T12:00:00Z", "2026-11-02T12:00:00Z")),
        ("2026-11-01", "/2026/11/01/", AT_NOON, ("2026-11-01", "/2026/11/01/")),
        ("2026-11-02T09:00", "9 am", AT_NOON, ("2026-11-02T09:00", "9 am")),
    ],
)
def test_a_date_from_outside_fills_a_gap_and_nothing_else(
    own: str, raw: str, candidate: Any, expected: Any, make_pipeline: Any, make_page: Any, process: Any
) -> None:
    page = make_page("https://a.example/1", candidate, date_published=own, date_published_raw=raw)
    article = process(make_pipeline(MetadataPipeline), page).article
    assert (article.date_published, article.date_published_raw) == expected

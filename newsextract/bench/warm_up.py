"""Pages that workers read before anything is timed: what is loaded with the first page is nobody's time."""

from __future__ import annotations

from newsextract.discovery.candidate import Candidate
from newsextract.workers.jobs import PageJob

TURNS = 8
"""Jobs of each kind a worker: enough for every one to get some of both, as idle ones take the next."""

HOME = "http://warm-up.example/"

_TITLE = "Ferries sail again after the storm"
_LIST = f"<html><title>News</title><ul><li><a href=/2024/01/15/ferries-sail-again.html>{_TITLE}</a></ul>"
_STORY = (
    f"<html lang=en><title>{_TITLE}</title><h1>{_TITLE}</h1>"
    + "<p>The ferry left the harbour at noon, the company said, with most of its seats taken.</p>" * 8
)


def warm_up_jobs(workers: int) -> list[PageJob]:
    """Jobs for a pool of so many workers: index pages and stories in turn."""
    story = Candidate(
        url=f"{HOME}2024/01/15/ferries-sail-again.html", site="warm-up.example", titles=(_TITLE,)
    )
    jobs = [
        PageJob(body=_LIST.encode(), url=HOME, content_type="text/html", home=HOME, is_home=True),
        PageJob(body=_STORY.encode(), url=story.url, content_type="text/html", candidate=story, home=HOME),
    ]
    return jobs * (TURNS * workers)

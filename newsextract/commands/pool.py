"""Pages to lines, one after the other or in worker processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice

from newsextract.commands.inputs import Input, read_input
from newsextract.commands.lines import article_line
from newsextract.errors import InputError
from newsextract.limits import DEFAULT_LIMITS
from newsextract.workers.pool import WorkerDied, WorkerPool

PAGES_IN_FLIGHT = 4
"""A worker: enough that none waits for a slow page before it, few enough that results do not pile up."""

PAGE_SECONDS = 30.0
"""Longest time for one page in a worker. The heaviest page within the limits takes 1 s; a file may be a pipe
that nobody writes to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One page and how to read it; what a worker process is sent."""

    source: Input
    body: bytes | None = None
    """What came through the pipe, which workers cannot read; None for a file."""
    url: str = ""
    title: str | None = None
    content_type: str | None = None
    method: str | None = None
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input: a line and the page's state, or a problem."""

    line: str = ""
    state: str = ""
    problem: str = ""


def extract_one(job: Job) -> Outcome:
    """Read and extract one page. Whatever happens, it happens to this page alone."""
    from newsextract.reading import extract

    try:
        body = read_input(job.source, DEFAULT_LIMITS) if job.body is None else job.body
        article = extract(body, job.url, job.title, job.method, content_type=job.content_type)
        return Outcome(article_line(job.source.name, article, job.fields), article.page_state)
    except InputError as error:
        return Outcome(problem=str(error))
    except Exception as error:  # a fault of ours on one page must not cost the others
        return Outcome(problem=f"{job.source.name}: internal error ({type(error).__name__}: {error})")


def extract_in_pool(
    jobs: Iterable[Job], workers: int, *, seconds: float = PAGE_SECONDS
) -> Generator[Outcome, None, None]:
    """The outcomes in the order of the jobs. A page that stalls or kills its worker costs no other page."""
    remaining = iter(jobs)
    pool = WorkerPool(workers, seconds)
    try:
        waiting = deque(
            (job, pool.submit(extract_one, job)) for job in islice(remaining, workers * PAGES_IN_FLIGHT)
        )
        while waiting:
            job, future = waiting.popleft()
            yield _outcome(job, future)
            waiting.extend((job, pool.submit(extract_one, job)) for job in islice(remaining, 1))
    finally:
        pool.abandon()  # at the end nothing is under way; before it, nobody wants the rest


def _outcome(job: Job, future: Future[Outcome]) -> Outcome:
    try:
        return future.result()
    except (TimeoutError, WorkerDied) as error:
        return Outcome(problem=f"{job.source.name}: {error}")

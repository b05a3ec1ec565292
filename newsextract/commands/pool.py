"""Pages to lines, one after the other or in worker processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from newsextract.commands.inputs import Input, read_input
from newsextract.commands.lines import article_line
from newsextract.errors import InputError
from newsextract.limits import DEFAULT_LIMITS
from newsextract.workers.pool import WorkerDied, WorkerPool

if TYPE_CHECKING:
    from newsextract.items import Article
    from newsextract.workers.views import PackedView

PAGES_IN_FLIGHT = 4
"""A worker: enough that none waits for a slow page before it, few enough that results do not pile up."""

PAGE_SECONDS = 30.0
"""Longest time for one page in a worker. The heaviest page within the limits takes 1 s; a file may be a pipe
that nobody writes to."""

_Job = TypeVar("_Job")
_Answer = TypeVar("_Answer")


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
    known: Mapping[str, PackedView | None] | None = None
    """What is known of sites, by name, as far as it was looked up; None when pages are read without that."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input: a line and the page's state, or a problem, or a site to look up first."""

    line: str = ""
    state: str = ""
    problem: str = ""
    site: str = ""
    """The page is of this site, of which the job did not say what is known ..."""
    body: bytes = b""
    """... and this is the page: a pipe cannot be read twice."""


def extract_one(job: Job) -> Outcome:
    """Read and extract one page. Whatever happens, it happens to this page alone."""
    try:
        body = read_input(job.source, DEFAULT_LIMITS) if job.body is None else job.body
        article = _article(job, body)
        if isinstance(article, str):
            return Outcome(site=article, body=body)
        return Outcome(article_line(job.source.name, article, job.fields), article.page_state)
    except InputError as error:
        return Outcome(problem=str(error))
    except Exception as error:  # a fault of ours on one page must not cost the others
        return Outcome(problem=internal_error(job.source, error))


def _article(job: Job, body: bytes) -> Article | str:
    """The article, or the site that has to be looked up before."""
    from newsextract.reading import extract

    if job.known is None:
        return extract(body, job.url, job.title, job.method, content_type=job.content_type)
    from newsextract.commands.known import article_of_known

    return article_of_known(job, body, job.known)


def extract_all(
    jobs: Iterable[Job],
    workers: int,
    look_up: Callable[[str], Mapping[str, PackedView | None]] | None = None,
) -> Generator[Outcome, None, None]:
    """The outcomes in the order of the jobs, with one worker in this process. ``look_up`` gives what is known
    of a site, for a page that asks for it."""
    if workers > 1:
        yield from extract_in_pool(jobs, workers, look_up=look_up)
        return
    for job in jobs:
        outcome = extract_one(job)
        again = _with_known(job, outcome, look_up)
        yield outcome if again is None else extract_one(again)


def extract_in_pool(
    jobs: Iterable[Job],
    workers: int,
    *,
    seconds: float = PAGE_SECONDS,
    look_up: Callable[[str], Mapping[str, PackedView | None]] | None = None,
) -> Generator[Outcome, None, None]:
    """The same in worker processes. A page that stalls or kills its worker costs no other page."""
    return run_in_pool(
        extract_one,
        jobs,
        workers,
        lambda job, error: Outcome(problem=f"{job.source.name}: {error}"),
        again=lambda job, outcome: _with_known(job, outcome, look_up),
        seconds=seconds,
    )


def _with_known(
    job: Job, outcome: Outcome, look_up: Callable[[str], Mapping[str, PackedView | None]] | None
) -> Job | None:
    """The job for a page that was not read yet, as its site is to be looked up first."""
    if not outcome.site or look_up is None:
        return None
    return replace(job, known=look_up(outcome.site), body=outcome.body)


def run_in_pool(
    function: Callable[[_Job], _Answer],
    jobs: Iterable[_Job],
    workers: int,
    failed: Callable[[_Job, Exception], _Answer],
    *,
    again: Callable[[_Job, _Answer], _Job | None] = lambda job, answer: None,
    seconds: float = PAGE_SECONDS,
) -> Generator[_Answer, None, None]:
    """The answers of worker processes, in the order of the jobs. A job that stalls or kills its worker costs
    no other: ``failed`` makes its answer. ``again`` may have a job done once more."""
    remaining = iter(jobs)
    pool = WorkerPool(workers, seconds)
    try:
        waiting = deque(
            (job, pool.submit(function, job)) for job in islice(remaining, workers * PAGES_IN_FLIGHT)
        )
        while waiting:
            job, future = waiting.popleft()
            answer = _answer(job, future, failed)
            once_more = again(job, answer)
            if once_more is not None:
                answer = _answer(once_more, pool.submit(function, once_more), failed)
            yield answer
            waiting.extend((job, pool.submit(function, job)) for job in islice(remaining, 1))
    finally:
        pool.abandon()  # at the end nothing is under way; before it, nobody wants the rest


def _answer(job: _Job, future: Future[_Answer], failed: Callable[[_Job, Exception], _Answer]) -> _Answer:
    try:
        return future.result()
    except (TimeoutError, WorkerDied) as error:
        return failed(job, error)


def sources_with_bodies(inputs: Iterable[Input]) -> Iterator[tuple[Input, bytes | None]]:
    """The inputs, that from the pipe with its bytes, as worker processes cannot read it."""
    for source in inputs:
        if not source.is_standard_input or source.problem:
            yield source, None
            continue
        try:
            yield source, read_input(source, DEFAULT_LIMITS)
        except InputError as error:
            yield Input(source.name, str(error).removeprefix(f"{source.name}: ")), None


def internal_error(source: Input, error: Exception) -> str:
    """A fault of ours, as a problem of one page."""
    return f"{source.name}: internal error ({type(error).__name__}: {error})"

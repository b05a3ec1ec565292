"""Pages to lines, one after the other or in worker processes."""

from __future__ import annotations

import contextlib
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context

from newsextract.commands.inputs import Input, read_input
from newsextract.commands.lines import article_line
from newsextract.errors import InputError
from newsextract.limits import DEFAULT_LIMITS

PAGES_IN_FLIGHT = 4
"""A worker: enough that none waits for a slow page before it, few enough that results do not pile up."""


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


def extract_in_pool(jobs: Iterable[Job], workers: int) -> Generator[Outcome, None, None]:
    """The outcomes in the order of the jobs. A page that kills its worker process costs no other page."""
    remaining = iter(jobs)
    window = workers * PAGES_IN_FLIGHT
    while first := list(islice(remaining, window)):
        with _process_pool(workers) as pool:
            waiting = deque((job, _submit(pool, job)) for job in first)
            while waiting and not isinstance(waiting[0][1].exception(), BrokenProcessPool):
                yield waiting.popleft()[1].result()
                waiting.extend((job, _submit(pool, job)) for job in islice(remaining, 1))
        for job, future in waiting:
            survived = future.done() and not future.cancelled() and future.exception() is None
            yield future.result() if survived else _extract_alone(job)


@contextlib.contextmanager
def _process_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    # Started afresh, not forked: the same on every platform, and no lock is copied in a locked state.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_die_when_interrupted)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _die_when_interrupted() -> None:
    """Ctrl-C reaches the workers too; without this each would print a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _submit(pool: ProcessPoolExecutor, job: Job) -> Future[Outcome]:
    try:
        return pool.submit(extract_one, job)
    except BrokenProcessPool as error:
        future: Future[Outcome] = Future()
        future.set_exception(error)
        return future


def _extract_alone(job: Job) -> Outcome:
    """Try a page that was under way when a worker died: the guilty one shows itself here."""
    with _process_pool(1) as pool:
        try:
            return _submit(pool, job).result()
        except BrokenProcessPool:
            return Outcome(problem=f"{job.source.name}: the process that read it died")

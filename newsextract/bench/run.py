"""Measures contestants on pages: what each finds, and what it costs next to parsing alone.

Time is the processor time of the process, which other programs on the machine disturb least. On every page
parsing alone and all contestants take turns, and the least of two turns counts. Parsing alone is lxml making
a tree of the page in UTF-8, without freeing it (an eighth more): the least that extraction on a tree costs.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from newsextract.bench.contestants import Contestant, Entry, Found, PageInput, prepare
from newsextract.bench.corpus import Case, Scoring
from newsextract.bench.plaintext import parse_html
from newsextract.bench.score import PageScore, TextGold, score_segments, score_text, text_gold, title_is_exact
from newsextract.errors import NewsextractError
from newsextract.page.decode import decode
from newsextract.workers.pool import WorkerDied, WorkerPool

TURNS = 2
SLOW_SECONDS = 0.25
"""A call that took longer is not made again: noise of a few milliseconds does not matter there."""

COARSE_SECONDS = 1e-4
"""Where the processor clock ticks more coarsely (15 ms on Windows), wall time is the better measure."""

Clock = Callable[[], float]

CLOCK: Clock = (
    time.process_time
    if time.get_clock_info("process_time").resolution <= COARSE_SECONDS
    else time.perf_counter
)

# Dictionaries and models that are loaded with the first page of their language are nobody's time a page.
_WARM_UP_PAGES = (
    '<html lang="en"><title>Ferries sail again after storm</title><h1>Ferries sail again after storm</h1>'
    + "<p>The ferry left the harbour at noon, the company said, with most of its seats taken.</p>" * 5,
    '<html lang="zh"><title>暴风雨过后渡轮恢复通航</title><h1>暴风雨过后渡轮恢复通航</h1>'
    + "<p>公司表示，渡轮中午离开港口，大部分座位已经坐满，乘客们对此感到满意。</p>" * 5,
)

PAGE_SECONDS = 600.0
"""Longest time for all contestants on one page: the slowest peers take minutes for a hostile one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One contestant on one page. An error counts as an empty text."""

    score: PageScore
    seconds: float
    found_characters: int
    title_exact: bool | None = None
    """None when the page has no gold title or the contestant gives no titles."""
    page_state: str = ""
    confidence: float | None = None
    """What the contestant gave as its own; None when it gives none."""
    error: str = ""
    text: str | None = None
    """The found text, when it was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageResult:
    """All contestants on one page, in the order they were given."""

    case: Case
    parse_seconds: float
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class _Attempt:
    found: Found
    error: str
    seconds: float


def run_pages(
    cases: Sequence[Case], entries: Sequence[Entry], *, workers: int = 1, keep_text: bool = False
) -> Iterator[PageResult]:
    """Measure every page, and give the results in the order of the pages whatever the number of workers."""
    if workers == 1:
        contestants = _prepared(tuple(entries))
        for case in cases:
            yield run_page(case, contestants, keep_text=keep_text)
        return
    tasks = [(case, tuple(entries), keep_text) for case in cases]
    pool = WorkerPool(workers, PAGE_SECONDS)
    try:
        # tasks name their pages, which the workers read from disk: all of them can wait at once
        for future in [pool.submit(_run_task, task) for task in tasks]:
            yield future.result()
    except (TimeoutError, WorkerDied) as error:
        raise NewsextractError(f"a page: {error}; find it with --workers 1") from error
    finally:
        pool.abandon()


def _run_task(task: tuple[Case, tuple[Entry, ...], bool]) -> PageResult:
    case, entries, keep_text = task
    return run_page(case, _prepared(entries), keep_text=keep_text)


@cache
def _prepared(entries: tuple[Entry, ...]) -> tuple[Contestant, ...]:
    contestants = tuple(prepare(entry) for entry in entries)
    for contestant in contestants:
        warm_up(contestant)
    return contestants


def warm_up(contestant: Contestant) -> None:
    """Let a contestant load what it loads on first use; how it fares here is of no interest."""
    for text in _WARM_UP_PAGES:
        with contextlib.suppress(Exception):
            contestant.extract(PageInput(body=text.encode(), text=text, url="http://warm-up.example/"))


def run_page(
    case: Case, contestants: Sequence[Contestant], *, keep_text: bool = False, clock: Clock = CLOCK
) -> PageResult:
    """Time and score every contestant on one page."""
    from newsextract.bench.held_out import packaged_held_out  # loads NumPy

    body = case.read_page()
    page = PageInput(
        body=body,
        text=decode(body).text,
        url=case.url,
        language=case.language,
        held_out_network=packaged_held_out().network_for(body),
    )
    markup = page.text.encode("utf-8", "replace")
    parse_seconds = _parse_seconds(markup, clock)
    attempts = [_attempt(contestant, page, clock) for contestant in contestants]
    for _ in range(TURNS - 1):
        parse_seconds = min(parse_seconds, _parse_seconds(markup, clock))
        attempts = [
            _faster(first, contestant, page, clock)
            for first, contestant in zip(attempts, contestants, strict=True)
        ]
    gold = text_gold(case.body, case.title) if case.scoring is Scoring.BODY else None
    outcomes = tuple(_outcome(case, gold, attempt, keep_text=keep_text) for attempt in attempts)
    return PageResult(case=case, parse_seconds=parse_seconds, outcomes=outcomes)


def _parse_seconds(markup: bytes, clock: Clock) -> float:
    started = clock()
    tree = parse_html(markup)
    seconds = clock() - started
    del tree
    return seconds


def _attempt(contestant: Contestant, page: PageInput, clock: Clock) -> _Attempt:
    started = clock()
    try:
        found, error = contestant.extract(page), ""
    except Exception as raised:  # whatever a peer raises is its result on this page
        found, error = Found(""), f"{type(raised).__name__}: {raised}"
    return _Attempt(found, error, clock() - started)


def _faster(first: _Attempt, contestant: Contestant, page: PageInput, clock: Clock) -> _Attempt:
    if first.seconds > SLOW_SECONDS:
        return first
    again = _attempt(contestant, page, clock)
    return _Attempt(first.found, first.error, min(first.seconds, again.seconds))


def _outcome(case: Case, gold: TextGold | None, attempt: _Attempt, *, keep_text: bool) -> Outcome:
    found = attempt.found
    score = score_text(found.text, gold) if gold else score_segments(found.text, case.wanted, case.unwanted)
    knows_title = bool(case.title) and (found.title is not None or bool(attempt.error))
    return Outcome(
        score=score,
        seconds=attempt.seconds,
        found_characters=len(found.text.strip()),
        title_exact=title_is_exact(found.title or "", case.title) if knows_title else None,
        page_state=found.page_state,
        confidence=found.confidence,
        error=attempt.error,
        text=found.text if keep_text else None,
    )

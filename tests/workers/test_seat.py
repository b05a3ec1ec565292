"""Who is to blame when a worker dies with several jobs in it."""

from __future__ import annotations

import sys
import time
from concurrent.futures import Future
from types import ModuleType
from typing import Any

import pytest

from newsextract.workers import process as process_module
from newsextract.workers import seat as seat_module
from newsextract.workers.seat import Seat
from newsextract.workers.tasks import NoWorkers, Task, TaskQueue, WorkerDied


def outcomes(futures: list[Future[Any]]) -> list[Any]:
    """Results, and the types of errors."""
    return [type(future.exception()) if future.exception() else future.result() for future in futures]


def serve(deadline: float, *calls: tuple[Any, Any], check_every: float = 0.02) -> list[Any]:
    """What becomes of jobs that one seat does."""
    queue = TaskQueue()
    futures: list[Future[Any]] = [Future() for _ in calls]
    for (function, job), future in zip(calls, futures, strict=True):
        queue.put(Task(function, job, future))
    queue.close()
    seat = Seat(queue, deadline)
    seat.start()
    while seat.is_alive():
        seat.check(time.monotonic())
        time.sleep(check_every)
    return outcomes(futures)


def test_the_job_behind_a_stalled_one_is_done_by_the_next_worker(jobs: ModuleType) -> None:
    calls = [(jobs.echo, 1), (jobs.nap, 60), (jobs.echo, 2), (jobs.nap, 60), (jobs.nap, 60), (jobs.echo, 3)]
    assert serve(0.3, *calls) == [1, TimeoutError, 2, TimeoutError, TimeoutError, 3]


def test_the_job_behind_a_deadly_one_is_done_by_the_next_worker(jobs: ModuleType) -> None:
    calls = [(jobs.leave, 1), (jobs.echo, 1), (jobs.leave, 1), (jobs.leave, 1), (jobs.echo, 2)]
    assert serve(20.0, *calls) == [WorkerDied, 1, WorkerDied, WorkerDied, 2]


def test_a_page_larger_than_the_pipe_behind_one_that_stalls(jobs: ModuleType) -> None:
    page = b"page" * 1_000_000
    assert serve(0.3, (jobs.hold, 1), (jobs.echo, page), (jobs.echo, 2)) == [TimeoutError, page, 2]


def test_an_answer_in_the_last_moment_counts_and_the_next_job_is_not_blamed(jobs: ModuleType) -> None:
    # The first job is overdue, yet its answer is in the pipe when the worker is killed amid the second.
    queue = TaskQueue()
    futures: list[Future[Any]] = [Future(), Future()]
    first, second = Task(jobs.echo, 1, futures[0]), Task(jobs.process, None, futures[1])
    queue.put(first)
    queue.put(second)
    queue.close()
    seat = Seat(queue, 20.0)
    assert seat._take()
    process = seat._worker()
    seat._overdue = first
    answer = seat._send(process)
    assert answer is not None
    seat._deliver(answer)
    process.kill()
    with pytest.raises(EOFError):
        process.receive(), process.receive()
    seat._bury(EOFError())
    assert outcomes(futures[:1]) == [1]
    assert not futures[1].done()
    seat.start()
    seat.join()
    assert isinstance(futures[1].result(), int)


def test_a_worker_that_never_gets_ready_is_given_up(
    jobs: ModuleType, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter = tmp_path / "python"
    interpreter.write_text("#!/bin/sh\nexec sleep 60\n")
    interpreter.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(interpreter))
    monkeypatch.setattr(seat_module, "START_SECONDS", 0.1)
    assert serve(20.0, (jobs.echo, 1), (jobs.echo, 2)) == [NoWorkers, NoWorkers]


def test_whatever_goes_wrong_no_job_waits_for_ever(jobs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object) -> None:
        raise MemoryError

    monkeypatch.setattr(process_module.WorkerProcess, "receive", broken)
    monkeypatch.setattr(process_module, "END_SECONDS", 0.05)
    assert serve(20.0, (jobs.echo, 1), (jobs.echo, 2)) == [NoWorkers, NoWorkers]

"""Jobs that wait."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from typing import Any

import pytest

from newsextract.workers.tasks import START_ATTEMPTS, NoWorkers, Task, TaskQueue


def queue_of(*jobs: Any) -> tuple[TaskQueue, list[Future[Any]]]:
    queue, futures = TaskQueue(), [Future[Any]() for _ in jobs]
    for job, future in zip(jobs, futures, strict=True):
        queue.put(Task(abs, job, future))
    return queue, futures


def taken(task: Task | None) -> Any:
    return task.job if task else None


def test_first_come_first_served() -> None:
    queue, futures = queue_of(1, 2, 3)
    queue.close()
    assert [taken(queue.take()) for _ in range(4)] == [1, 2, 3, None]
    assert all(future.running() for future in futures)


def test_cancelled_tasks_are_passed_over() -> None:
    queue, futures = queue_of(1, 2, 3, 4)
    futures[0].cancel()
    futures[2].cancel()
    queue.close()
    assert [taken(queue.take()), taken(queue.take_ahead()), taken(queue.take_ahead())] == [2, 4, None]


def test_a_busy_worker_leaves_to_idle_ones_what_they_are_about_to_take() -> None:
    queue, _ = queue_of()
    got: list[Any] = []
    idle = [threading.Thread(target=lambda: got.append(taken(queue.take()))) for _ in range(2)]
    for thread in idle:
        thread.start()
    while queue._idle < 2:
        time.sleep(0.001)
    with queue._change:  # the idle ones cannot go on before all three are there
        for job in (1, 2, 3):
            queue.put(Task(abs, job, Future()))
        ahead = [taken(queue.take_ahead()), taken(queue.take_ahead())]
    for thread in idle:
        thread.join()
    assert ahead == [1, None]
    assert sorted(got) == [2, 3]


def test_more_workers_are_called_for_when_tasks_wait() -> None:
    queue, _ = queue_of()
    assert not queue.is_short_of_workers
    queue.put(Task(abs, 1, Future()))
    assert queue.is_short_of_workers


def test_cancel_drops_what_waits_and_tells_those_who_wait() -> None:
    queue, futures = queue_of(1, 2)
    queue.close()
    queue.cancel()
    assert [future.cancelled() for future in futures] == [True, True]
    assert queue.take() is None


def test_starts_that_fail_in_a_row_are_the_end() -> None:
    queue, futures = queue_of(1, 2)
    futures[1].cancel()
    for _ in range(START_ATTEMPTS - 1):
        assert queue.start_failed("exit code 1") == ""
    queue.start_succeeded()
    for _ in range(START_ATTEMPTS - 1):
        assert queue.start_failed("exit code 1") == ""
    assert not futures[0].done()
    reason = "worker processes cannot be started (exit code 2)"
    assert queue.start_failed("exit code 2") == reason
    assert queue.start_failed("exit code 3") == reason
    assert isinstance(futures[0].exception(), NoWorkers)
    late: Future[Any] = Future()
    queue.put(Task(abs, 3, late))
    assert str(late.exception()) == reason


def test_a_closed_queue_takes_nothing() -> None:
    queue, _ = queue_of()
    queue.close()
    with pytest.raises(RuntimeError, match=r"^the pool is closed$"):
        queue.put(Task(abs, 1, Future()))

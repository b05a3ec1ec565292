"""Jobs that wait for a worker."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from newsextract.errors import NewsextractError

START_ATTEMPTS = 3
"""Workers in a row that die before they are ready: then there is no point in starting more."""


class WorkerDied(NewsextractError):  # noqa: N818  it says what happened; the pool's other word is TimeoutError
    """The process that did the job ended before the job did."""


class NoWorkers(WorkerDied):
    """No process can be started to do jobs."""


@dataclass(slots=True, eq=False)
class Task:
    """A job on its way."""

    function: Callable[[Any], Any]
    job: Any
    future: Future[Any]
    broken_sends: int = 0
    """Workers that died while it was being sent to them."""

    def fail(self, error: Exception) -> None:
        """Give up the job."""
        self.future.set_exception(error)


class TaskQueue:
    """Tasks in the order they came, for workers that take one when they are idle and one ahead when there is
    plenty. Counts the workers that cannot start, and gives up all tasks when none can."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._waiting: deque[Task] = deque()
        self._idle = 0
        self._failed_starts = 0
        self._broken = ""
        self._closed = False

    @property
    def is_short_of_workers(self) -> bool:
        """Whether there are more tasks than idle workers."""
        with self._change:
            return len(self._waiting) > self._idle

    def check_open(self) -> None:
        """RuntimeError once the queue is closed."""
        if self._closed:
            raise RuntimeError("the pool is closed")

    def put(self, task: Task) -> None:
        """Add a task; one that no worker will ever take fails at once."""
        with self._change:
            self.check_open()
            if not self._broken:
                self._waiting.append(task)
                self._change.notify()
                return
        task.fail(NoWorkers(self._broken))

    def take(self) -> Task | None:
        """The next task; waits for one. None when there will be none any more."""
        with self._change:
            self._idle += 1
            while True:
                while not self._waiting and not self._closed:
                    self._change.wait()
                task = self._waiting.popleft() if self._waiting else None
                if task is None or task.future.set_running_or_notify_cancel():
                    self._idle -= 1
                    return task

    def take_ahead(self) -> Task | None:
        """A task for a worker that is busy: one that no idle worker is about to take."""
        with self._change:
            while len(self._waiting) > self._idle:
                task = self._waiting.popleft()
                if task.future.set_running_or_notify_cancel():
                    return task
        return None

    def close(self) -> None:
        """Take no more tasks; those that wait are still done."""
        with self._change:
            self._closed = True
            self._change.notify_all()

    def cancel(self) -> None:
        """Drop the tasks that wait."""
        for task in self._emptied():
            task.future.cancel()
            task.future.set_running_or_notify_cancel()  # tells those who wait for it

    def start_succeeded(self) -> None:
        """A worker is ready."""
        with self._change:
            self._failed_starts = 0

    def start_failed(self, reason: str) -> str:
        """A worker died before it was ready. Empty while it is worth another try, else why it is not."""
        with self._change:
            self._failed_starts += 1
            if self._failed_starts < START_ATTEMPTS and not self._broken:
                return ""
            self._broken = self._broken or f"worker processes cannot be started ({reason})"
        for task in self._emptied():
            if task.future.set_running_or_notify_cancel():
                task.fail(NoWorkers(self._broken))
        return self._broken

    def _emptied(self) -> list[Task]:
        with self._change:
            tasks = list(self._waiting)
            self._waiting.clear()
        return tasks

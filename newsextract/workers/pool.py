"""A pool of worker processes in which one bad page costs itself and no other.

A page that stalls is stopped at its deadline, in C code as well; one that kills its worker is told from those
that wait behind it. There is no lock that a dying worker could take with it: every worker has pipes of its
own, served by a thread of its own. Deadlines are kept by the monotonic clock.

Workers are fresh interpreters that never import the caller's main script, so a script needs no
``if __name__ == "__main__"``; but what they run must be in a module that can be imported. They ignore Ctrl-C
and end with their parent, however it ends. They are not renewed: their memory does not grow.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from newsextract.workers.seat import Seat
from newsextract.workers.tasks import NoWorkers, Task, TaskQueue, WorkerDied

__all__ = ["NoWorkers", "WorkerDied", "WorkerPool"]

WATCH_SECONDS = 0.1
"""Time between two looks at the deadlines: a worker is gone this much after its own at the latest."""

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


class WorkerPool:
    """At most ``workers`` processes, started as they are needed.

    A job has ``deadline`` seconds from when a worker begins it; then its future raises ``TimeoutError``. One
    whose worker dies raises ``WorkerDied``, and all raise ``NoWorkers`` when none can be started. What the
    function itself raises comes through as it is. Jobs that wait are held in memory; the caller bounds them.

    ``WorkerPool(0, ...)`` runs each job in ``submit``, in this process and without a deadline.
    """

    def __init__(self, workers: int, deadline: float) -> None:
        if workers < 0 or not deadline > 0:
            raise ValueError(f"workers={workers}, deadline={deadline}: give 0 or more, and seconds above 0")
        self._workers = workers
        self._deadline = deadline
        self._queue = TaskQueue()
        self._lock = threading.Lock()  # guards the list of seats
        self._seats: list[Seat] = []

    def submit(self, function: Callable[[_Job], _Result], job: _Job) -> Future[_Result]:
        """Have ``function(job)`` done. A worker finds the function by the name of its module and its own."""
        future: Future[_Result] = Future()
        if not self._workers:
            self._queue.check_open()
            _do_here(function, job, future)
            return future
        if function.__module__ == "__main__":
            raise ValueError(f"{function!r}: workers do not import the main script; move it to a module")
        self._queue.put(Task(function, job, future))
        self._add_seat()
        return future

    def close(self) -> None:
        """Take no more jobs, wait until all that were submitted are done, and end the workers."""
        self._queue.close()
        self._join()

    def abandon(self) -> None:
        """Take no more jobs and stop at once: what waits is cancelled, what is under way has died."""
        self._queue.close()
        self._queue.cancel()
        with self._lock:
            for seat in self._seats:
                seat.abandon()
        self._join()

    def _add_seat(self) -> None:
        with self._lock:
            if len(self._seats) == self._workers or not self._queue.is_short_of_workers:
                return
            seat = Seat(self._queue, self._deadline)
            self._seats.append(seat)
            seat.start()
            if len(self._seats) == 1:
                threading.Thread(target=self._watch, name="newsextract-deadlines", daemon=True).start()

    def _watch(self) -> None:
        while any(seat.is_alive() for seat in self._seats):
            # Sleeping keeps to the monotonic clock on every version of Python; waiting for a lock does not.
            time.sleep(WATCH_SECONDS)
            now = time.monotonic()
            for seat in tuple(self._seats):
                seat.check(now)

    def _join(self) -> None:
        for seat in tuple(self._seats):
            seat.join()


def _do_here(function: Callable[[_Job], _Result], job: _Job, future: Future[_Result]) -> None:
    try:
        result = function(job)
    except Exception as error:
        future.set_exception(error)
    else:
        future.set_result(result)

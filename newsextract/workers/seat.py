"""A place in the pool: one worker process after the other, and the thread that serves them."""

from __future__ import annotations

import threading
import time
from collections import deque

from newsextract.workers.process import WorkerProcess, block_interrupts, describe_exit
from newsextract.workers.tasks import NoWorkers, Task, TaskQueue, WorkerDied
from newsextract.workers.worker import Answer, is_ready

AHEAD = 2
"""Jobs inside a worker behind the one under way: it goes on while this process, busy with other things, has
not yet taken the result. Beside an event loop with 1 ms of work a page, one worker does 324 pages a second
with none, 385 with one, 395 with two; but each may have to wait for the deadlines of those before it."""

START_SECONDS = 60.0
"""A worker starts in 0.1 s; on a machine that swaps it may take many times that."""

SEND_ATTEMPTS = 2
"""Workers that may die while a job is being sent to them. Once is bad luck: somebody killed an idle one."""


class RemoteTraceback(Exception):  # noqa: N818  no error of its own: a traceback shows it as the cause of one
    """Where in the worker an error came from."""


class Seat(threading.Thread):
    """Takes tasks, has them done in order, and starts a new worker when the one it has dies.

    Answers come in the order of the tasks, so the first task without an answer is the one to blame.
    """

    def __init__(self, queue: TaskQueue, deadline: float) -> None:
        super().__init__(name="newsextract-worker", daemon=True)
        self._queue = queue
        self._deadline = deadline
        self._tasks: deque[Task] = deque()  # taken and not answered
        self._sent = 0  # so many of them are in the worker
        self._is_ready = False
        self._lock = threading.Lock()  # guards the rest, which other threads read and set
        self._process: WorkerProcess | None = None
        self._due: tuple[Task | None, float] | None = None
        self._overdue: Task | None = None
        self._abandoned = False

    def run(self) -> None:
        """Serve until there is nothing more to do."""
        block_interrupts()
        while self._take():
            self._do_one()
        if self._process:
            self._process.end()

    def check(self, now: float) -> None:
        """Kill the worker if its job is overdue. For another thread to call."""
        with self._lock:
            if self._due and self._process and now > self._due[1]:
                self._overdue, self._due = self._due[0], None
                self._process.kill()

    def abandon(self) -> None:
        """Kill the worker and start no other. For another thread to call."""
        with self._lock:
            self._abandoned = True
            if self._process:
                self._process.kill()

    def _take(self) -> bool:
        if not self._tasks:
            task = self._queue.take()
            if task is None:
                return False
            self._tasks.append(task)
        while len(self._tasks) <= AHEAD and (task := self._queue.take_ahead()):
            self._tasks.append(task)
        return True

    def _do_one(self) -> None:
        try:
            answer = self._send(self._worker())
        except Exception as error:  # EOFError or OSError; whatever else, no job may wait for ever
            self._bury(error)
        else:
            if answer is not None:
                self._deliver(answer)

    def _worker(self) -> WorkerProcess:
        """The worker, ready; a new one if there is none or it died while it had nothing to do."""
        if self._process and (self._sent or not self._process.is_dead):
            return self._process
        self._remove_process()
        self._is_ready = False
        process = WorkerProcess()
        with self._lock:
            self._process = process
            self._due = (None, time.monotonic() + START_SECONDS)
            if self._abandoned:
                process.kill()
        # Imports what the first job needs: that is not to count as the job's time.
        process.send(is_ready, self._tasks[0].function.__module__)
        process.receive()
        self._is_ready = True
        self._queue.start_succeeded()
        return process

    def _send(self, process: WorkerProcess) -> Answer | None:
        """Send what is not sent, then wait for an answer. None when nothing could be sent."""
        while self._sent < len(self._tasks):
            task = self._tasks[self._sent]
            if not self._sent:
                self._set_deadline(task)
            try:
                process.send(task.function, task.job)
            except OSError:
                if not self._sent:
                    raise
                break  # it is dead, but answers to what it did before may still be in the pipe
            except Exception as error:  # it cannot be made into bytes; nothing was sent
                del self._tasks[self._sent]
                task.fail(error)
            else:
                self._sent += 1
        if self._sent:
            return process.receive()
        self._set_deadline(None)
        return None

    def _deliver(self, answer: Answer) -> None:
        task = self._tasks.popleft()
        self._sent -= 1
        self._set_deadline(self._tasks[0] if self._sent else None)
        if answer.error is None:
            task.future.set_result(answer.result)
            return
        if answer.trace:
            answer.error.__cause__ = RemoteTraceback(f"\n{answer.trace}")
        task.fail(answer.error)

    def _bury(self, error: Exception) -> None:
        """The worker is dead: settle whose fault it was. What was not at fault is sent again."""
        how = self._remove_process() or str(error)
        overdue, self._overdue = self._overdue, None
        was_sent, self._sent = self._sent, 0
        if self._abandoned:
            self._fail_all(WorkerDied, "the pool was stopped")
        elif not self._is_ready:
            self._fail_all(NoWorkers, self._queue.start_failed(how))
        elif overdue is not None:
            if overdue is self._tasks[0]:  # else its answer came in the last moment
                self._tasks.popleft().fail(TimeoutError(f"took longer than {self._deadline:g} s"))
        else:
            first = self._tasks[0]
            first.broken_sends += not was_sent
            if was_sent or first.broken_sends >= SEND_ATTEMPTS:
                self._tasks.popleft().fail(WorkerDied(f"the process that read it died ({how})"))

    def _remove_process(self) -> str:
        """Wait until it is gone and say how it died; empty when it was never alive."""
        with self._lock:
            process, self._process, self._due = self._process, None, None
        return describe_exit(process.bury()) if process else ""

    def _fail_all(self, error: type[WorkerDied], reason: str) -> None:
        while reason and self._tasks:
            self._tasks.popleft().fail(error(reason))

    def _set_deadline(self, task: Task | None) -> None:
        due = (task, time.monotonic() + self._deadline) if task else None
        with self._lock:
            self._due = due

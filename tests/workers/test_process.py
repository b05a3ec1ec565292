"""One worker process, as the parent holds it."""

from __future__ import annotations

import signal
from types import ModuleType

import pytest

from newsextract.workers.process import WorkerProcess, describe_exit
from newsextract.workers.worker import PARENT_DIED, Answer


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (0, "exit code 0"),
        (3, "exit code 3"),
        (-9, "killed by SIGKILL"),
        (-signal.SIGSEGV, "killed by SIGSEGV"),
        (-99, "killed by signal 99"),
    ],
)
def test_how_a_process_ended(code: int, text: str) -> None:
    assert describe_exit(code) == text


def test_answers_come_in_the_order_of_the_jobs(jobs: ModuleType) -> None:
    process = WorkerProcess()
    for number in range(5):
        process.send(jobs.echo, number)
    assert [process.receive() for _ in range(5)] == [Answer(number) for number in range(5)]
    process.end()
    assert process.is_dead
    assert process.bury() == PARENT_DIED
    process.end()


def test_jobs_can_be_sent_while_one_is_under_way(jobs: ModuleType) -> None:
    # A page is more than a pipe holds: without someone who reads ahead this would wait for the nap.
    process = WorkerProcess()
    process.send(jobs.nap, 60)
    process.send(jobs.echo, b"page" * 1_000_000)
    process.kill()
    assert process.bury() == -signal.SIGKILL


def test_a_dead_process_is_the_end_of_its_answers(jobs: ModuleType) -> None:
    process = WorkerProcess()
    process.send(jobs.echo, 1)
    process.send(jobs.leave, 7)
    assert process.receive() == Answer(1)
    with pytest.raises(EOFError):
        process.receive()
    assert process.bury() == 7
    with pytest.raises((OSError, ValueError)):
        process.send(jobs.echo, 1)

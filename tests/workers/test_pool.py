"""One bad page costs itself and no other."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from types import ModuleType

import pytest

from newsextract.workers.pool import NoWorkers, WorkerDied, WorkerPool

MakePool = Callable[..., WorkerPool]
Children = Callable[[], list[int]]


def test_results_come_back(make_pool: MakePool, jobs: ModuleType) -> None:
    pool = make_pool(2)
    values = [b"bytes" * 100_000, "text", None, {"a": (1, 2)}, *range(40)]
    assert [future.result() for future in [pool.submit(jobs.echo, value) for value in values]] == values


def test_processes_are_started_when_they_are_needed(
    make_pool: MakePool, jobs: ModuleType, children: Children
) -> None:
    pool = make_pool(3)
    assert children() == []
    first = pool.submit(jobs.process, None).result()
    assert pool.submit(jobs.process, None).result() == first
    assert children() == [first]
    assert os.getpid() != first
    for future in [pool.submit(jobs.nap, 0.2) for _ in range(9)]:
        future.result()
    assert len(children()) == 3


@pytest.mark.parametrize("stall", ["nap", "hold"])
def test_a_page_that_stalls_is_stopped_at_its_deadline(
    make_pool: MakePool, jobs: ModuleType, stall: str
) -> None:
    pool = make_pool(2, 0.5)
    pool.submit(jobs.echo, 1).result()
    began = time.monotonic()
    stalled = pool.submit(getattr(jobs, stall), 60)
    others = [pool.submit(jobs.echo, number) for number in range(20)]
    with pytest.raises(TimeoutError, match=r"^took longer than 0\.5 s$"):
        stalled.result()
    assert 0.5 <= time.monotonic() - began < 1.5
    assert [future.result() for future in others] == list(range(20))


@pytest.mark.parametrize(
    ("job", "value", "death"),
    [
        ("leave", 7, "exit code 7"),
        ("leave", 0, "exit code 0"),
        ("end", 3, "exit code 3"),
        ("strike", signal.SIGKILL, "killed by SIGKILL"),
        ("strike", signal.SIGSEGV, "killed by SIGSEGV"),
    ],
)
def test_a_page_that_kills_its_worker_costs_only_itself(
    make_pool: MakePool, jobs: ModuleType, job: str, value: int, death: str
) -> None:
    pool = make_pool(2)
    futures = [pool.submit(getattr(jobs, job) if n % 3 == 1 else jobs.echo, value) for n in range(9)]
    for number, future in enumerate(futures):
        if number % 3 == 1:
            with pytest.raises(WorkerDied) as raised:
                future.result()
            assert str(raised.value) == f"the process that read it died ({death})"
        else:
            assert future.result() == value


def test_the_death_of_an_idle_worker_costs_nothing(
    make_pool: MakePool, jobs: ModuleType, children: Children
) -> None:
    pool = make_pool(2)
    for future in [pool.submit(jobs.nap, 0.1) for _ in range(4)]:
        future.result()
    before = children()
    assert len(before) == 2
    for process in before:
        os.kill(process, signal.SIGKILL)
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)  # until it is dead; a zombie that others find
    after = {future.result() for future in [pool.submit(jobs.process, None) for _ in range(6)]}
    assert after
    assert not after & set(before)


def test_a_job_has_its_whole_deadline_however_long_it_waited(make_pool: MakePool, jobs: ModuleType) -> None:
    # Six jobs of 0.3 s one after the other: the last begins 1.5 s after it was submitted.
    pool = make_pool(1, 1.0)
    futures = [pool.submit(jobs.nap, 0.3) for _ in range(6)]
    assert [future.result() for future in futures] == [0.3] * 6


@pytest.mark.parametrize("jump", [86400.0, -86400.0])
def test_deadlines_do_not_care_for_the_clock(
    make_pool: MakePool, jobs: ModuleType, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    pool = make_pool(2, 1.0)
    ends, stalls = pool.submit(jobs.nap, 0.5), pool.submit(jobs.nap, 60)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    assert ends.result() == 0.5
    with pytest.raises(TimeoutError):
        stalls.result(timeout=5)


def test_an_error_comes_through_with_the_place_it_comes_from(make_pool: MakePool, jobs: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"^no page$") as raised:
        make_pool(1).submit(jobs.refuse, "page").result()
    assert 'raise ValueError(f"no {job}")' in str(raised.value.__cause__)


@pytest.mark.parametrize(
    ("job", "value", "error"),
    [
        ("unsendable", 1, "the result cannot be sent"),
        ("raise_picky", 1, "missing 1 required positional argument"),
        ("echo", threading.Lock(), "cannot pickle"),
    ],
)
def test_what_cannot_be_sent_is_an_error_of_that_job(
    make_pool: MakePool, jobs: ModuleType, children: Children, job: str, value: object, error: str
) -> None:
    pool = make_pool(1)
    worker = pool.submit(jobs.process, None).result()
    futures = [pool.submit(jobs.echo, 1), pool.submit(getattr(jobs, job), value), pool.submit(jobs.echo, 2)]
    with pytest.raises(Exception, match=error):
        futures[1].result()
    assert (futures[0].result(), futures[2].result()) == (1, 2)
    assert children() == [worker]


def test_a_function_that_workers_cannot_find_is_an_error_of_that_job(
    make_pool: MakePool, jobs: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = make_pool(1)
    (Path(jobs.__file__ or "").parent / "made_up_jobs.py").write_text("def echo(job): return job\n")
    with pytest.raises(AttributeError, match="nap"):
        pool.submit(jobs.nap, 0).result()
    assert pool.submit(jobs.echo, 1).result() == 1


def test_a_function_of_the_main_script_is_refused(make_pool: MakePool, jobs: ModuleType) -> None:
    jobs.echo.__module__ = "__main__"
    with pytest.raises(ValueError, match="workers do not import the main script; move it to a module"):
        make_pool(1).submit(jobs.echo, 1)


def test_what_a_job_prints_or_reads_does_not_mix_with_the_results(
    make_pool: MakePool, jobs: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    assert make_pool(1).submit(jobs.chat, None).result() == ""
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "a line that is no message\n")


def test_close_finishes_what_was_submitted(make_pool: MakePool, jobs: ModuleType, children: Children) -> None:
    pool = make_pool(2)
    futures = [pool.submit(jobs.nap, 0.1) for _ in range(6)]
    pool.close()
    assert [future.done() for future in futures] == [True] * 6
    assert [future.result() for future in futures] == [0.1] * 6
    assert children() == []
    pool.close()
    pool.abandon()
    with pytest.raises(RuntimeError, match=r"^the pool is closed$"):
        pool.submit(jobs.echo, 1)


def test_abandon_stops_at_once(make_pool: MakePool, jobs: ModuleType, children: Children) -> None:
    pool = make_pool(1)
    pool.submit(jobs.echo, 1).result()
    futures = [pool.submit(jobs.nap, 60) for _ in range(6)]
    while not futures[0].running():
        time.sleep(0.01)
    began = time.monotonic()
    pool.abandon()
    assert time.monotonic() - began < 1
    assert children() == []
    with pytest.raises(WorkerDied, match=r"^the pool was stopped$"):
        futures[0].result()
    with pytest.raises(CancelledError):
        futures[5].result()
    assert all(future.done() for future in futures)
    pool.abandon()
    pool.close()


def test_a_pool_that_was_never_used_ends_too(make_pool: MakePool) -> None:
    pool = make_pool(2)
    pool.close()
    with pytest.raises(RuntimeError):
        pool.submit(abs, 1)


def test_a_job_that_is_cancelled_while_it_waits_is_not_done(
    make_pool: MakePool, jobs: ModuleType, tmp_path: Path
) -> None:
    pool = make_pool(1)
    futures = [pool.submit(jobs.nap, 0.3) for _ in range(3)]
    marker = tmp_path / "done"
    cancelled = pool.submit(jobs.touch, str(marker))
    assert cancelled.cancel()
    pool.close()
    assert [future.result() for future in futures] == [0.3] * 3
    assert not marker.exists()


@pytest.mark.parametrize(
    ("program", "reason"),
    [("#!/bin/sh\nexit 9\n", "exit code 9"), ("", "Permission denied|Exec format error")],
)
def test_workers_that_cannot_start_are_not_tried_for_ever(
    make_pool: MakePool,
    jobs: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    reason: str,
) -> None:
    interpreter = tmp_path / "python"
    interpreter.write_text(program)
    interpreter.chmod(0o755 if program else 0o644)
    monkeypatch.setattr(sys, "executable", str(interpreter))
    pool = make_pool(2)
    for future in [pool.submit(jobs.echo, number) for number in range(6)]:
        with pytest.raises(NoWorkers, match=rf"^worker processes cannot be started \(.*({reason})"):
            future.result(timeout=20)
    with pytest.raises(NoWorkers):
        pool.submit(jobs.echo, 1).result(timeout=0)


def test_without_workers_jobs_are_done_at_once_in_this_process(make_pool: MakePool, jobs: ModuleType) -> None:
    pool = make_pool(0, 0.01)
    done, failed = pool.submit(jobs.process, None), pool.submit(jobs.refuse, "page")
    assert (done.done(), done.result()) == (True, os.getpid())
    assert isinstance(failed.exception(), ValueError)
    assert pool.submit(jobs.nap, 0.05).result() == 0.05
    pool.close()
    with pytest.raises(RuntimeError, match=r"^the pool is closed$"):
        pool.submit(jobs.echo, 1)


@pytest.mark.parametrize(("workers", "deadline"), [(-1, 1.0), (1, 0.0), (1, -1.0), (1, float("nan"))])
def test_wrong_numbers_are_refused(workers: int, deadline: float) -> None:
    with pytest.raises(ValueError, match=f"^workers={workers}, deadline={deadline}: "):
        WorkerPool(workers, deadline)

"""Jobs that behave and jobs that do not, in a module that workers can import; and a look at our processes."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from newsextract.workers.pool import WorkerPool

JOBS = '''
import os, re, signal, sys, time

def echo(job):
    return job

def process(job):
    return os.getpid()

def nap(seconds):
    time.sleep(seconds)
    return seconds

def hold(job):
    """Stay in C code that never lets another thread run."""
    re.fullmatch("(a+)+", "a" * 64 + "b")

def leave(code):
    os._exit(code)

def end(code):
    sys.exit(code)

def strike(number):
    os.kill(os.getpid(), number)

def refuse(job):
    raise ValueError(f"no {job}")

def chat(job):
    print("a line that is no message", flush=True)
    return sys.stdin.read()

def unsendable(job):
    return lambda: job

class Picky(Exception):
    def __init__(self, first, second):
        super().__init__("picky")

def raise_picky(job):
    raise Picky(1, 2)

def touch(path):
    open(path, "x").close()
'''


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module with the jobs above."""
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "made_up_jobs.py").write_text(JOBS, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    module = importlib.import_module("made_up_jobs")
    yield module
    del sys.modules["made_up_jobs"]


@pytest.fixture
def make_pool() -> Iterator[Callable[..., WorkerPool]]:
    """``make_pool(workers, deadline)``; stopped at the end whatever happened."""
    pools: list[WorkerPool] = []

    def make(workers: int, deadline: float = 20.0) -> WorkerPool:
        pools.append(WorkerPool(workers, deadline))
        return pools[-1]

    yield make
    for pool in pools:
        pool.abandon()
    assert child_processes() == []


def child_processes() -> list[int]:
    """The processes our threads have started that are not gone, zombies included; where /proc tells."""
    found: list[int] = []
    for thread in Path("/proc/self/task").glob("*"):
        with contextlib.suppress(OSError):  # a thread that has just ended
            found += map(int, (thread / "children").read_text().split())
    return sorted(found)


@pytest.fixture
def children() -> Callable[[], list[int]]:
    """Looks at the processes; skips where there is no /proc."""
    if not Path("/proc/self/task").exists():
        pytest.skip("finds processes by /proc")
    return child_processes

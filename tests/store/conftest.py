"""Stores of both kinds, pages to put into them, and processes that use one file at the same time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from newsextract.store import MemoryStore, SqliteStore, Store, WaitingPage

SECONDS = 60
BEGIN = """
import sys
from newsextract.store import WaitingPage, open_store
print("ready", flush=True)
sys.stdin.readline()
"""

Rejected = list[tuple[str, str, str]]
StartProcess = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def rejected() -> Rejected:
    """What the stores of a test have rejected: kind, key, reason."""
    return []


@pytest.fixture(params=["memory", "sqlite"])
def make_store(
    request: pytest.FixtureRequest, tmp_path: Path, rejected: Rejected
) -> Iterator[Callable[..., Store]]:
    """``make_store(max_bytes=...)``: a test that asks for it is run with each kind."""
    stores: list[Store] = []

    def make(**options: Any) -> Store:
        options["on_rejected"] = lambda *report: rejected.append(report)
        if request.param == "memory":
            stores.append(MemoryStore(**options))
        else:
            stores.append(SqliteStore(tmp_path / f"store{len(stores)}.sqlite", **options))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def store(make_store: Callable[..., Store]) -> Store:
    return make_store()


@pytest.fixture
def make_page() -> Callable[..., WaitingPage]:
    """``make_page("https://a.example/1", cluster="b")``"""

    def make(url: str = "https://a.example/1", **fields: Any) -> WaitingPage:
        usual: dict[str, Any] = {"site": "a.example", "cluster": "c1", "about": {}, "body": b"<p>"}
        return WaitingPage(url=url, **{**usual, **fields})

    return make


@pytest.fixture
def start_process() -> Iterator[StartProcess]:
    """``start_process(script, "argument")``; killed with the test."""
    processes: list[subprocess.Popen[str]] = []

    def start(script: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603  our own interpreter
            [sys.executable, "-W", "error", "-c", script, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def run_together(start_process: StartProcess) -> Callable[..., list[str]]:
    """``run_together(8, script, "argument")``: what each of 8 processes prints that begin at once. The first
    argument of each is its number."""

    def run(count: int, script: str, *arguments: str) -> list[str]:
        processes = [start_process(BEGIN + script, str(number), *arguments) for number in range(count)]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        outputs = [process.communicate(timeout=SECONDS)[0] for process in processes]
        assert [process.returncode for process in processes] == [0] * count
        return outputs

    return run

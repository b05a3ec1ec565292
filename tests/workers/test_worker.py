"""The worker's side: its messages, and how it ends when its parent does."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from newsextract.workers.worker import Answer, Call, answer, from_bytes, read_bytes, write_message

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel of Linux for it")

SCRIPT = """
import sys, time
from newsextract.workers.pool import WorkerPool
import made_up_jobs as jobs
print("the script runs", flush=True)
pool = WorkerPool(2, 60.0)
"""


def message(value: object) -> bytes:
    stream = io.BytesIO()
    write_message(stream, value)
    return stream.getvalue()


def test_messages_one_after_the_other() -> None:
    stream = io.BytesIO(message("first") + message([b"\0" * 100_000, None]))
    assert from_bytes(read_bytes(stream)) == "first"
    assert from_bytes(read_bytes(stream)) == [b"\0" * 100_000, None]
    with pytest.raises(EOFError):
        read_bytes(stream)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, -1])
def test_a_message_that_breaks_off_is_the_end(length: int) -> None:
    with pytest.raises(EOFError):
        read_bytes(io.BytesIO(message("a whole message")[:length]))


def test_a_value_that_cannot_be_sent_writes_nothing() -> None:
    stream = io.BytesIO()
    with pytest.raises(Exception, match="lambda"):
        write_message(stream, lambda: None)
    assert stream.getvalue() == b""


def test_answers() -> None:
    assert answer(body_of(Call(abs, -3))) == Answer(3)
    failed = answer(body_of(Call(int, "three")))
    assert isinstance(failed.error, ValueError)
    assert "ValueError: invalid literal" in failed.trace
    assert isinstance(answer(b"no message of ours").error, Exception)


def body_of(call: Call) -> bytes:
    return read_bytes(io.BytesIO(message(call)))


@pytest.fixture
def run_script(jobs: ModuleType, tmp_path: Path) -> Callable[[str], subprocess.Popen[str]]:
    """Runs a script without a guard, in a process group of its own."""

    def run(rest: str) -> subprocess.Popen[str]:
        path = tmp_path / "script.py"
        path.write_text(SCRIPT + rest, encoding="utf-8")
        search = os.pathsep.join([str(Path(jobs.__file__ or "").parent), *filter(None, sys.path)])
        return subprocess.Popen(  # noqa: S603  our own interpreter
            [sys.executable, "-W", "error", str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": search},
            start_new_session=True,
        )

    return run


def test_a_script_without_a_guard_runs_once(run_script: Callable[[str], subprocess.Popen[str]]) -> None:
    with run_script("print(pool.submit(jobs.echo, 'done').result())\npool.close()\n") as script:
        assert script.communicate(timeout=30)[0] == "the script runs\ndone\n"
    assert script.returncode == 0


def test_a_script_that_forgets_to_close_the_pool_ends(
    run_script: Callable[[str], subprocess.Popen[str]],
) -> None:
    with run_script("print(pool.submit(jobs.process, None).result())\n") as script:
        worker = int(script.communicate(timeout=30)[0].split()[-1])
    assert script.returncode == 0
    assert is_gone_soon(worker)


@pytest.mark.parametrize("stall", ["nap", pytest.param("hold", marks=ON_LINUX)])
def test_a_worker_ends_with_a_parent_that_is_killed(
    run_script: Callable[[str], subprocess.Popen[str]], stall: str
) -> None:
    with run_script(
        "worker = pool.submit(jobs.process, None).result()\n"
        f"stalled = pool.submit(jobs.{stall}, 60)\n"
        "time.sleep(0.3)\n"
        "print(worker, flush=True)\n"
        "time.sleep(60)\n"
    ) as script:
        assert script.stdout is not None
        script.stdout.readline()
        worker = int(script.stdout.readline())
        assert not is_gone(worker)
        script.kill()
    assert is_gone_soon(worker)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupts_of_the_whole_group_are_the_parents_business(
    run_script: Callable[[str], subprocess.Popen[str]], number: signal.Signals
) -> None:
    with run_script(
        f"import signal; signal.signal({int(number)}, lambda *_: print('asked to end', flush=True))\n"
        "future = pool.submit(jobs.nap, 1.0)\n"  # the first interrupt comes while the worker starts
        "print('under way', flush=True)\n"
        "print(future.result())\n"
        "pool.close()\n"
    ) as script:
        assert script.stdout is not None
        script.stdout.readline()
        script.stdout.readline()
        for _ in range(3):
            os.killpg(script.pid, number)
            assert script.stdout.readline() == "asked to end\n"
            time.sleep(0.2)
        assert script.communicate(timeout=30)[0] == "1.0\n"
    assert script.returncode == 0


def is_gone_soon(process: int) -> bool:
    """Whether there is no such process within some seconds."""
    deadline = time.monotonic() + 5
    while not is_gone(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_gone(process)


def is_gone(process: int) -> bool:
    """Whether there is no such process, or only its zombie that nobody has asked for."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True

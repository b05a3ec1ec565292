"""The command line as a whole: exit codes, messages, and streams that go away."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

import newsextract
from newsextract.commands.main import COMMANDS, main

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "newsextract.commands.main"]
SECONDS = 60
SECONDS_TO_STOP = 3

RULES_ACTIONS = ("list", "show", "export", "import", "pin", "forget", "test")

PAGE = Path(__file__).parents[1] / "pages" / "courier" / "council-budget.html"


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE.read_bytes())
    return str(path)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["--version"])
    assert leaving.value.code == 0
    assert capsys.readouterr().out == f"newsextract {newsextract.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["extract", "--help"],
        ["learn", "--help"],
        ["rules", "--help"],
        *(["rules", name, "--help"] for name in RULES_ACTIONS),
        ["demo", "--help"],
        ["bench", "--help"],
    ],
)
def test_help_has_examples(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 0
    assert "\n  newsextract " in capsys.readouterr().out.partition("example")[2]


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert [command.NAME for command in COMMANDS] == [
        "extract",
        "learn",
        "rules",
        "demo",
        "methods",
        "schema",
        "bench",
        "train",
    ]
    assert all(f"    {command.NAME} " in shown for command in COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [[], ["fetch"], ["extract"], ["extract", "-", "--workers", "0"], ["demo", "--port", "x"]],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_an_error_of_ours_is_one_line_and_exit_code_2(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--method", "ma\ngic"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("newsextract: error: method='ma\\ngic' does not exist")
    assert message.count("\n") == 1


def test_starting_loads_nothing_heavy() -> None:
    script = "import sys, newsextract.commands.main; print(*sys.modules)"
    loaded = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=SECONDS
    ).stdout.split()
    assert "newsextract.commands.extract" in loaded
    assert not {"scrapy", "twisted", "jieba", "rjieba", "numpy", "trafilatura"} & set(loaded)


@pytest.mark.parametrize("command", ["extract", "methods", "schema"])
def test_a_reader_that_has_gone_ends_it_quietly(command: str, page: str) -> None:
    reading_end, writing_end = os.pipe()
    os.close(reading_end)
    ended = run_program(command, page, stdout=writing_end)
    os.close(writing_end)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.parametrize("command", ["extract", "methods", "schema"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_said(command: str, page: str) -> None:
    with open("/dev/full", "wb") as full:
        ended = run_program(command, page, stdout=full.fileno())
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"newsextract: error: ")
    assert ended.stderr.count(b"\n") == 1
    assert b"No space left on device" in ended.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_ends_it_quietly(workers: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.html"
    os.mkfifo(pipe)
    process = subprocess.Popen(  # noqa: S603  our own interpreter
        [*PROGRAM, "extract", str(pipe), "--workers", workers],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    writing_end = open_when_read(pipe)
    os.write(writing_end, b"<p>")
    wait_until_taken(writing_end)
    output, messages = interrupt(process)
    os.close(writing_end)
    assert (process.returncode, output, messages) == (130, b"", b"")


def test_on_a_terminal_progress_is_shown_and_summed_up(page: str) -> None:
    shown, ended = run_on_terminal("extract", page, "missing.html")
    assert ended.returncode == 1
    assert ended.stdout.count(b"\n") == 1
    assert shown.startswith("\r\x1b[Kextract  0/2")
    assert "\r\x1b[Knewsextract: error: missing.html: cannot be read (No such file or directory)\r\n" in shown
    assert shown.endswith("\r\x1b[K1 page: 1 article; 1 could not be read\r\n")


def run_program(command: str, page: str, stdout: int) -> subprocess.CompletedProcess[bytes]:
    arguments = [command, page] if command == "extract" else [command]
    return subprocess.run(  # noqa: S603  our own interpreter
        [*PROGRAM, *arguments],
        cwd=ROOT,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
        timeout=SECONDS,
    )


def run_on_terminal(*arguments: str) -> tuple[str, subprocess.CompletedProcess[bytes]]:
    """What a terminal at standard error shows, and the rest."""
    terminal, standard_error = pty.openpty()
    ended = subprocess.run(  # noqa: S603  our own interpreter
        [*PROGRAM, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=standard_error,
        check=False,
        timeout=SECONDS,
    )
    shown = os.read(terminal, 65536).decode()  # a few hundred bytes: they wait in the terminal's buffer
    os.close(standard_error)
    os.close(terminal)
    return shown, ended


def interrupt(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What a program says that is interrupted as by a terminal, which tells its workers too.

    A signal that falls just between Python's look at its signals and the call that blocks is seen only with
    the next one, so it is sent again.
    """
    for _ in range(SECONDS // SECONDS_TO_STOP):
        os.killpg(process.pid, signal.SIGINT)
        try:
            return process.communicate(timeout=SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    raise AssertionError("the program goes on after an interrupt")


def wait_until_taken(writing_end: int) -> None:
    """Return once nothing that was written waits in the pipe: the reader then waits for more."""
    deadline = time.monotonic() + SECONDS
    while int.from_bytes(fcntl.ioctl(writing_end, termios.FIONREAD, bytes(4)), sys.byteorder):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def open_when_read(pipe: Path) -> int:
    """The writing end of a named pipe, as soon as somebody reads at the other end."""
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)

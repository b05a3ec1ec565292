"""The program of a worker process: jobs come in on its standard input, results go out on its standard output.

It is started as a program of its own, not by ``multiprocessing``: that would import the caller's main script
again in every worker, and a script that crawls would crawl once more.

A worker does not outlive its parent. The end of its input ends it at once, even while it works; and on Linux
the kernel kills it when the parent dies, even while it hangs in C code.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from typing import Any, BinaryIO, NamedTuple

LENGTH = struct.Struct("!Q")
"""A message is its length in bytes, then the bytes."""

PARENT_DIED = 3
"""Exit code of a worker whose input ended."""

_SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)


class Call(NamedTuple):
    """A job: the function, which is found by its name, and its one argument."""

    function: Callable[[Any], Any]
    job: Any


class Answer(NamedTuple):
    """What became of a job: its result, or the error with its traceback as text."""

    result: Any = None
    error: Exception | None = None
    trace: str = ""


def write_message(stream: BinaryIO, message: object) -> None:
    """Send a value. Nothing is written when it cannot be made into bytes."""
    data = to_bytes(message)
    stream.write(b"".join((LENGTH.pack(len(data)), data)))
    stream.flush()


def read_bytes(stream: BinaryIO) -> bytes:
    """The bytes of the next message. EOFError when the other side is gone, also amid a message."""
    head = stream.read(LENGTH.size)
    if len(head) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        data = stream.read(length)
        if len(data) == length:
            return data
    raise EOFError("the other process is gone")


def to_bytes(message: object) -> bytes:
    """A value as a message. Raises whatever is raised for one that cannot be sent."""
    return bytes(ForkingPickler.dumps(message))


def from_bytes(data: bytes) -> Any:
    """The value of a message of our own. Raises whatever the value's class raises when it is made."""
    return ForkingPickler.loads(data)


def main(parent: int) -> None:
    """Work until the input ends."""
    _ignore_interrupts()
    _die_with(parent)
    incoming, outgoing = _own_pipes()
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(incoming, jobs), daemon=True).start()
    while True:
        _send(outgoing, answer(jobs.get()))


def is_ready(module: str) -> bool:
    """The first job of every worker: import a module ahead. What is wrong with it, the jobs will say."""
    importlib.import_module(module)
    return True


def answer(data: bytes) -> Answer:
    """Do one job. What cannot be read, imported or done is an answer as well."""
    try:
        call: Call = from_bytes(data)
        return Answer(call.function(call.job))
    except Exception as error:
        return Answer(error=error, trace=traceback.format_exc())


def _receive(incoming: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Read ahead, so that the parent never waits for a job to end before it can send the next."""
    try:
        while True:
            jobs.put(read_bytes(incoming))
    except (EOFError, OSError):
        os._exit(PARENT_DIED)


def _send(outgoing: BinaryIO, message: Answer) -> None:
    try:
        write_message(outgoing, message)
    except OSError:
        os._exit(PARENT_DIED)
    except Exception as error:  # a result, or an error, that cannot be sent
        told = message.trace or f"{type(error).__name__}: {error}"
        write_message(outgoing, Answer(error=TypeError(f"the result cannot be sent: {error}"), trace=told))


def _ignore_interrupts() -> None:
    """Ctrl-C and a service manager's request to end reach all processes; the parent says what is finished."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})


def _die_with(parent: int) -> None:
    """Have the kernel end this process with its parent, where the kernel can."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):  # a C library without it: the end of the input remains
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we could ask
        os._exit(PARENT_DIED)


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes for us alone: whatever a job reads or prints must not mix with the messages."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb")

"""One worker process, as the parent holds it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, cast

from newsextract.threads import use_one_thread
from newsextract.workers.worker import Answer, Call, from_bytes, read_bytes, write_message

# The caller's own search path, before anything is imported: no file in the current folder can put itself
# in the place of a module.
_PROGRAM = """\
import sys
sys.path[:] = sys.argv[2:]
from newsextract.workers.worker import main
main(parent=int(sys.argv[1]))
"""

BUFFER_BYTES = 1 << 16
"""A pipe's capacity: most answers come with one call, which counts where many threads wait for their turn."""

END_SECONDS = 1.0
"""A worker with nothing more to do, or with a broken pipe, is gone in milliseconds; else it is killed."""


class WorkerProcess:
    """A process that does jobs in the order they are sent. ``EOFError`` or ``OSError``: it is dead.

    Start it in a thread that stays until the process is gone: on Linux the kernel ends it with that thread.
    """

    def __init__(self) -> None:
        environment = dict(os.environ)
        use_one_thread(environment)
        self._process = subprocess.Popen(  # noqa: S603  our own interpreter
            [sys.executable, "-c", _PROGRAM, str(os.getpid()), *map(str, sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=BUFFER_BYTES,
            env=environment,
        )
        self._input = cast(BinaryIO, self._process.stdin)
        self._output = cast(BinaryIO, self._process.stdout)

    @property
    def is_dead(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def send(self, function: Callable[[Any], Any], job: object) -> None:
        """Hand it a job. Any error but ``OSError`` means that the job cannot be sent, and was not."""
        write_message(self._input, Call(function, job))

    def receive(self) -> Answer:
        """Wait for the next result. An answer that cannot be read is an answer with an error."""
        data = read_bytes(self._output)
        try:
            return cast(Answer, from_bytes(data))
        except Exception as error:
            return Answer(error=error)

    def kill(self) -> None:
        """End it at once, whatever it does. From any thread, any number of times."""
        self._process.kill()

    def end(self) -> None:
        """Let it end for want of work, and wait until it is gone."""
        self._close_input()
        self.bury()

    def bury(self) -> int:
        """Wait until it is gone, which it is about to be, and tell its exit code."""
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            code = self._process.wait()
        self._close_input()
        self._output.close()
        return code

    def _close_input(self) -> None:
        with contextlib.suppress(OSError):  # what a dead process has not taken is written once more, in vain
            self._input.close()


def block_interrupts() -> None:
    """Keep Ctrl-C from this thread, and from the processes it starts until they ignore it themselves."""
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})


def describe_exit(code: int) -> str:
    """``exit code 3``, or the signal that ended it: ``killed by SIGKILL``."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"

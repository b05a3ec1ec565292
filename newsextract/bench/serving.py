"""Serves live sites on this machine, through an HTTP proxy in a process of its own.

A client that takes it for its ``http_proxy`` gets every site under its real host name. It binds loopback
alone and opens no connection. It has to leave the processor to the crawl beside it: packed pages are sent as
they lie on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import Mapping
from http import HTTPStatus
from types import TracebackType
from typing import BinaryIO, cast

from newsextract.bench.live_sites import LiveSites, Served
from newsextract.errors import NewsextractError
from newsextract.workers.worker import from_bytes, read_bytes, write_message

HOST = "127.0.0.1"

END_SECONDS = 5.0
"""It ends in milliseconds; else it is killed."""

LONGEST_HEAD = 1 << 16
"""A request without a body; who sends more is no client of ours."""

_END_OF_HEAD = b"\r\n\r\n"
_MISSING = Served(body=b"not found\n", content_type="text/plain", status=404)


class SiteServer:
    """Serves as long as the ``with`` block lasts; ``proxy`` is then the address to give to clients."""

    def __init__(self, sites: LiveSites) -> None:
        self._answers = dict(sites.answers)
        self.proxy = ""

    def __enter__(self) -> SiteServer:
        # No process of multiprocessing: that leaves another one behind, to watch over it.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "newsextract.bench.serving"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._input = cast(BinaryIO, self._process.stdin)
        self._output = cast(BinaryIO, self._process.stdout)
        try:
            write_message(self._input, self._answers)
            self.proxy = f"http://{HOST}:{from_bytes(read_bytes(self._output))}"
        except (EOFError, OSError):
            self._end()
            raise NewsextractError("the process that serves the sites cannot be started") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        with contextlib.suppress(OSError):  # it may be dead already
            self._input.close()  # which ends it, as the end of this process would
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()


def main() -> None:
    """The program of the process: take what to serve, tell the port, and serve until the parent is gone."""
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C reaches both; the parent says what there is to say
        asyncio.run(_serve(from_bytes(read_bytes(sys.stdin.buffer))))


async def _serve(answers: Mapping[str, Served]) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    server = await loop.create_server(lambda: _Client(answers), HOST, 0)
    write_message(sys.stdout.buffer, server.sockets[0].getsockname()[1])

    def wait_for_the_end() -> None:
        sys.stdin.buffer.read()
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    await stop.wait()
    server.close()


class _Client(asyncio.Protocol):
    """One connection: requests without bodies, answered in the order they come."""

    def __init__(self, answers: Mapping[str, Served]) -> None:
        self._answers = answers
        self._received = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  for mypy: a stream has no other kind
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        while _END_OF_HEAD in self._received:
            head, _, self._received = self._received.partition(_END_OF_HEAD)
            self._transport.write(answer(self._answers, head))
        if len(self._received) > LONGEST_HEAD:
            self._transport.abort()


def answer(answers: Mapping[str, Served], head: bytes) -> bytes:
    """The bytes to send for the head of a request; the address in it is absolute, as proxies are asked."""
    line, _, fields = head.partition(b"\r\n")
    method, _, rest = line.partition(b" ")
    address = rest.partition(b" ")[0].decode("latin-1")
    served = answers.get(address, _MISSING)
    takes_gzip = any(
        field.lower().startswith(b"accept-encoding:") and b"gzip" in field for field in fields.split(b"\r\n")
    )
    sent_packed = served.is_packed and takes_gzip
    body = served.stored() if sent_packed else served.unpacked()
    headers = {
        "Content-Type": served.content_type,
        "Content-Length": str(len(body)),
        **({"Content-Encoding": "gzip"} if sent_packed else {}),
        **served.headers,
    }
    status = f"HTTP/1.1 {served.status} {HTTPStatus(served.status).phrase}"
    top = "\r\n".join([status, *(f"{name}: {value}" for name, value in headers.items())])
    return top.encode("latin-1") + _END_OF_HEAD + (b"" if method == b"HEAD" else body)


if __name__ == "__main__":
    main()

"""A server on this machine that answers as a test says."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # started in the background of a shell: the programs that the tests interrupt would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass
class Site:
    """A server: what it answers for each path, and what it was asked for, and when."""

    answers: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    """Status, headers (empty ones are not sent) and body for a path; ``/*`` for all others, else 404."""
    delays: dict[str, float] = field(default_factory=dict)
    hits: list[tuple[str, float]] = field(default_factory=list)
    root: str = ""

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.hits]


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = (
            -1
        )  # headers and body in one packet, or the second waits 40 ms for the first to be confirmed

        def do_GET(self) -> None:
            site.hits.append((self.path, time.monotonic()))
            time.sleep(site.delays.get(self.path, 0))
            missing = site.answers.get("/*", (404, {}, b"missing"))
            status, headers, body = site.answers.get(self.path, missing)
            try:
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    if value:
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
                self.wfile.flush()
            except OSError:  # the crawler hung up, as some tests want it to
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            pass

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128  # with the 5 of the standard library, connections wait a second when many come

    def handle_error(self, *args: object) -> None:
        """Crawlers that hang up are no errors here."""


@pytest.fixture
def serve() -> Iterator[Callable[..., Site]]:
    """Start servers, each with its own answers; all stop with the test."""
    servers: list[ThreadingHTTPServer] = []

    def start(answers: dict[str, tuple[int, dict[str, str], bytes]], host: str = "127.0.0.1") -> Site:
        site = Site(answers)
        server = _Server((host, 0), _handler(site))
        site.root = f"http://{host}:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        servers.append(server)
        return site

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()

"""Serves the demo sites on this machine, one port each, and notes what is asked for."""

from __future__ import annotations

import gzip
import hashlib
import socket
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl, unquote

from newsextract.demo.building import SITE_NAMES, build_site
from newsextract.demo.values import DemoResponse, DemoSite
from newsextract.errors import SettingError

HOST = "127.0.0.1"
PENDING_CONNECTIONS = 128
"""A crawler opens many at once; the default of five makes some wait a second."""

LARGEST_PORT = 65535
CLOSING_SECONDS = 10.0
"""A thread that has not ended by then never will."""

_Request = Any
"""What ``socketserver`` calls a request; here always the socket of a connection."""

_TRACKING = "utm_"
_NOT_FOUND = DemoResponse(
    body=b"<html><head><title>404</title></head><body><h1>404</h1></body></html>\n",
    content_type="text/html",
    status=404,
)


class DemoServer:
    """All sites, or those named, on 127.0.0.1 as long as the ``with`` block lasts.

    Ports are free ones, or consecutive from ``port``. With a ``delay`` every answer takes so many seconds.
    """

    def __init__(self, names: Sequence[str] = SITE_NAMES, *, port: int = 0, delay: float = 0.0) -> None:
        if not 0 <= port <= LARGEST_PORT - len(names) + 1:
            raise SettingError(f"port {port}: must be 0 (any free one) to {LARGEST_PORT - len(names) + 1}")
        if delay < 0:
            raise SettingError(f"delay {delay}: must be 0 seconds or more")
        self._names = tuple(names)
        self._port = port
        self._delay = delay
        self._servers: list[_SiteServer] = []
        self._threads: list[threading.Thread] = []
        self._requests: list[tuple[str, str]] = []
        self._lock = threading.Lock()

    def __enter__(self) -> DemoServer:
        try:
            for place, name in enumerate(self._names):
                port = self._port + place if self._port else 0
                self._servers.append(_SiteServer(name, port, self._delay, self._note))
        except BaseException:
            self._close_sockets()
            raise
        for server in self._servers:
            thread = threading.Thread(
                target=server.serve_forever, args=(0.05,), name=f"demo {server.site.name}"
            )
            self._threads.append(thread)
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for server in self._servers:
            server.shutdown()
        for thread in self._threads:
            thread.join(CLOSING_SECONDS)
        self._close_sockets()

    def _close_sockets(self) -> None:
        for server in self._servers:
            server.server_close()

    def _note(self, site: str, path: str) -> None:
        with self._lock:
            self._requests.append((site, path))

    @property
    def sites(self) -> tuple[DemoSite, ...]:
        """The sites, with the addresses they are served under."""
        return tuple(server.site for server in self._servers)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of the home pages."""
        return tuple(f"{site.base}{site.home}" for site in self.sites)

    @property
    def requests(self) -> tuple[tuple[str, str], ...]:
        """Name of the site and path with query of everything asked for so far, in order of arrival."""
        with self._lock:
            return tuple(self._requests)


def serve(
    names: Sequence[str] = SITE_NAMES,
    *,
    port: int = 0,
    delay: float = 0.0,
    ready: Callable[[DemoServer], object] = lambda server: None,
    stop: threading.Event | None = None,
) -> None:
    """Serve until interrupted from the keyboard or until ``stop`` is set; ``ready`` is called first."""
    with DemoServer(names, port=port, delay=delay) as server:
        ready(server)
        try:
            (stop or threading.Event()).wait()
        except KeyboardInterrupt:
            return


class _SiteServer(ThreadingHTTPServer):
    """One site. Keeps its connections, to end those that a client holds open when it closes."""

    request_queue_size = PENDING_CONNECTIONS
    daemon_threads = False

    def __init__(self, name: str, port: int, delay: float, note: Callable[[str, str], None]) -> None:
        self._connections: set[_Request] = set()
        self._connections_lock = threading.Lock()
        self.note = note
        self.delay = delay
        self.closing = threading.Event()
        super().__init__((HOST, port), _Handler)
        self.site = build_site(name, f"http://{HOST}:{self.server_address[1]}")

    def process_request(self, request: _Request, client_address: Any) -> None:
        """Note the connection before its thread starts: one that is accepted is one that can be ended."""
        with self._connections_lock:
            self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: _Request) -> None:
        """Forget a connection that is over."""
        with self._connections_lock:
            self._connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """End the open connections, then wait for their threads."""
        self.closing.set()
        with self._connections_lock:
            for connection in self._connections:
                _end(connection)
        super().server_close()

    def handle_error(self, request: _Request, client_address: Any) -> None:
        """Clients that hang up are none of our business."""


def _end(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has ended by itself


class _Handler(BaseHTTPRequestHandler):
    server: _SiteServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _answer(self, *, with_body: bool) -> None:
        self.server.note(self.server.site.name, self.path)
        self.server.closing.wait(self.server.delay)
        response = find(self.server.site, self.path)
        tag = entity_tag(response.body)
        packs = "gzip" in self.headers.get("Accept-Encoding", "") and response.content_type.startswith(
            "text/"
        )
        if response.status == HTTPStatus.OK and tag in self.headers.get("If-None-Match", ""):
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        body = packed(response.body) if packs else response.body
        self.send_response(response.status)
        self.send_header("Content-Type", response.content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        if response.status == HTTPStatus.OK:
            self.send_header("ETag", tag)
        if packs:
            self.send_header("Content-Encoding", "gzip")
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)


def find(site: DemoSite, target: str) -> DemoResponse:
    """What a site answers for a path with its query; tracking parameters do not matter to it."""
    path, _, query = target.partition("?")
    kept = "&".join(f"{name}={value}" for name, value in parse_qsl(query) if not name.startswith(_TRACKING))
    return site.pages.get(unquote(path) + (f"?{kept}" if kept else ""), _NOT_FOUND)


@lru_cache(maxsize=1024)
def entity_tag(body: bytes) -> str:
    """A strong entity tag: the same bytes, the same tag."""
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


@lru_cache(maxsize=1024)
def packed(body: bytes) -> bytes:
    """The body compressed, the same bytes every time."""
    return gzip.compress(body, mtime=0)

"""The server: what it answers, what it notes, how it closes."""

from __future__ import annotations

import gzip
import http.client
import socket
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from newsextract.demo import SITE_NAMES
from newsextract.demo.server import DemoServer, serve
from newsextract.errors import SettingError

SECONDS = 10


@pytest.fixture
def server() -> Iterator[DemoServer]:
    with DemoServer(["courier"]) as running:
        yield running


@pytest.fixture
def connection(server: DemoServer) -> Iterator[http.client.HTTPConnection]:
    opened = connect(server.addresses[0])
    yield opened
    opened.close()


def connect(address: str) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(urlsplit(address).netloc, timeout=SECONDS)


def fetch(
    connection: http.client.HTTPConnection, path: str, method: str = "GET", **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection.request(
        method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    response = connection.getresponse()
    return response, response.read()


def test_every_page_is_served_as_the_site_has_it(
    server: DemoServer, connection: http.client.HTTPConnection
) -> None:
    for path, page in server.sites[0].pages.items():
        response, body = fetch(connection, path)
        assert (response.status, body) == (page.status, page.body)
        assert response.headers["Content-Type"] == page.content_type
        assert response.headers.get("Location") == page.headers.get("Location")


def test_a_connection_is_kept_open(connection: http.client.HTTPConnection) -> None:
    fetch(connection, "/")
    first = connection.sock
    response, _ = fetch(connection, "/town/")
    assert response.version == 11
    assert connection.sock is first is not None


def test_text_is_compressed_when_asked_for(
    server: DemoServer, connection: http.client.HTTPConnection
) -> None:
    response, body = fetch(connection, "/", Accept_Encoding="gzip, deflate")
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Vary"] == "Accept-Encoding"
    page = server.sites[0].pages["/"].body
    assert len(body) < len(page) / 2
    assert gzip.decompress(body) == page


def test_what_the_client_has_is_not_sent_again(connection: http.client.HTTPConnection) -> None:
    response, _ = fetch(connection, "/")
    again, body = fetch(connection, "/", If_None_Match=response.headers["ETag"])
    assert (again.status, body) == (304, b"")
    assert again.headers["ETag"] == response.headers["ETag"]
    other, body = fetch(connection, "/", If_None_Match='"another"')
    assert other.status == 200
    assert body


def test_head_has_the_headers_and_no_body(connection: http.client.HTTPConnection) -> None:
    response, body = fetch(connection, "/", "HEAD")
    whole, content = fetch(connection, "/")
    assert (response.status, body) == (200, b"")
    assert response.headers["Content-Length"] == whole.headers["Content-Length"] == str(len(content))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/?utm_source=home", 200),
        ("/town/?utm_source=home&utm_medium=list", 200),
        ("/town/?page=2", 404),
        ("/nowhere", 404),
        ("/%74own/", 200),
        ("/node/1734", 301),
    ],
)
def test_the_status_of_an_address(connection: http.client.HTTPConnection, path: str, status: int) -> None:
    response, _ = fetch(connection, path)
    assert response.status == status


def test_a_page_with_a_query_is_another_page() -> None:
    with DemoServer(["review"]) as server:
        connection = connect(server.addresses[0])
        pages = server.sites[0].pages
        assert fetch(connection, "/magazine?page=2&utm_source=x")[1] == pages["/magazine?page=2"].body
        assert fetch(connection, "/magazine")[1] != pages["/magazine?page=2"].body
        connection.close()


def test_every_request_is_noted(server: DemoServer, connection: http.client.HTTPConnection) -> None:
    assert not server.requests
    for path in ("/", "/town/?utm_source=a", "/nowhere"):
        fetch(connection, path)
    assert server.requests == (("courier", "/"), ("courier", "/town/?utm_source=a"), ("courier", "/nowhere"))


def test_requests_of_many_threads_are_all_noted() -> None:
    def ask(address: str) -> None:
        connection = connect(address)
        for _ in range(5):
            fetch(connection, "/robots.txt")
        connection.close()

    with DemoServer() as server:
        threads = [
            threading.Thread(target=ask, args=(address,)) for address in server.addresses for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
        # 3 sites, 8 threads each, 5 requests a thread
        assert len(server.requests) == 120
        assert {name for name, _ in server.requests} == set(SITE_NAMES)


def test_every_site_has_its_port_and_names_it_in_its_feed() -> None:
    with DemoServer() as server:
        assert [site.name for site in server.sites] == list(SITE_NAMES)
        assert len(set(server.addresses)) == 3
        for site, address in zip(server.sites, server.addresses, strict=True):
            assert address == f"{site.base}/"
            assert site.base.encode() in site.pages["/robots.txt"].body


def test_the_ports_follow_one_another_from_the_one_given() -> None:
    first = free_ports(3)
    with DemoServer(port=first) as server:
        assert [urlsplit(address).port for address in server.addresses] == [first, first + 1, first + 2]


def free_ports(number: int) -> int:
    """The first of so many consecutive ports that nobody listens on."""
    for first in range(20300, 60000, number):
        probes = [socket.socket() for _ in range(number)]
        try:
            for place, probe in enumerate(probes):
                probe.bind(("127.0.0.1", first + place))
            return first
        except OSError:
            continue
        finally:
            for probe in probes:
                probe.close()
    raise AssertionError("no free ports")


def test_a_port_that_is_taken_is_an_error_and_leaves_nothing_open() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"), DemoServer(["courier"], port=taken.getsockname()[1]):
            pass
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("demo ")]


@pytest.mark.parametrize(
    ("port", "delay", "message"),
    [
        (-1, 0.0, "port -1: must be 0"),
        (65534, 0.0, "port 65534: must be 0 .* to 65533"),
        (0, -1.0, "delay -1.0"),
    ],
)
def test_a_wrong_setting_is_an_error_that_says_what_is_allowed(port: int, delay: float, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        DemoServer(port=port, delay=delay)


def test_a_delay_holds_every_answer_back() -> None:
    with DemoServer(["courier"], delay=0.2) as server:
        connection = connect(server.addresses[0])
        started = time.monotonic()
        fetch(connection, "/robots.txt")
        assert time.monotonic() - started >= 0.2
        connection.close()


def test_closing_ends_connections_that_clients_keep_open_and_answers_that_wait() -> None:
    with DemoServer(["courier"], delay=60.0) as server:
        idle, waiting = connect(server.addresses[0]), connect(server.addresses[0])
        idle.connect()
        waiting.request("GET", "/")
        deadline = time.monotonic() + SECONDS
        while not server.requests and time.monotonic() < deadline:
            time.sleep(0.01)
        assert server.requests
        started = time.monotonic()
    assert time.monotonic() - started < SECONDS
    idle.close()
    waiting.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("demo ")]


def test_serve_goes_on_until_it_is_stopped() -> None:
    stop, statuses = threading.Event(), []

    def ready(server: DemoServer) -> None:
        connection = connect(server.addresses[0])
        statuses.append(fetch(connection, "/")[0].status)
        connection.close()
        stop.set()

    serve(["portal"], ready=ready, stop=stop)
    assert statuses == [200]


def test_serve_ends_quietly_when_interrupted() -> None:
    class Interrupted(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            raise KeyboardInterrupt

    seen: list[DemoServer] = []
    serve(["portal"], ready=seen.append, stop=Interrupted())
    assert len(seen) == 1

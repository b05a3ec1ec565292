"""The proxy that serves live sites."""

from __future__ import annotations

import gzip
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from newsextract.bench.live_sites import LiveSites, Served
from newsextract.bench.serving import LONGEST_HEAD, SiteServer, answer

PAGE = "<html><p>Grüße</p></html>".encode("latin-1")
STORY = "http://news.example/story.html"
SECONDS = 10


@pytest.fixture
def answers(tmp_path: Path) -> dict[str, Served]:
    packed, plain = tmp_path / "a.html.gz", tmp_path / "b.html"
    packed.write_bytes(gzip.compress(PAGE, mtime=0))
    plain.write_bytes(PAGE)
    return {
        STORY: Served(body=packed, content_type="text/html", is_packed=True),
        "http://news.example/plain.html": Served(body=plain, content_type="text/html"),
        "http://b.example/": Served(body=b"home", content_type="text/html; charset=utf-8"),
        "http://b.example/old": Served(
            body=b"", content_type="text/html", status=301, headers={"Location": "/"}
        ),
    }


def head(address: str, *fields: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {address} HTTP/1.1", "Host: x", *fields]).encode()


@pytest.mark.parametrize(
    ("request_head", "status", "body"),
    [
        (head(STORY), b"HTTP/1.1 200 OK", PAGE),
        (head(STORY, "Accept-Encoding: br"), b"HTTP/1.1 200 OK", PAGE),
        (head(STORY, "accept-encoding: gzip, br"), b"HTTP/1.1 200 OK", gzip.compress(PAGE, mtime=0)),
        (head(STORY, method="HEAD"), b"HTTP/1.1 200 OK", b""),
        (head("http://news.example/plain.html", "Accept-Encoding: gzip"), b"HTTP/1.1 200 OK", PAGE),
        (head("http://b.example/"), b"HTTP/1.1 200 OK", b"home"),
        (head("http://b.example/old"), b"HTTP/1.1 301 Moved Permanently", b""),
        (head("http://b.example/absent"), b"HTTP/1.1 404 Not Found", b"not found\n"),
        (head("/"), b"HTTP/1.1 404 Not Found", b"not found\n"),
        (b"nonsense", b"HTTP/1.1 404 Not Found", b"not found\n"),
    ],
)
def test_answer(answers: dict[str, Served], request_head: bytes, status: bytes, body: bytes) -> None:
    top, _, sent = answer(answers, request_head).partition(b"\r\n\r\n")
    assert top.split(b"\r\n")[0] == status
    assert sent == body
    # b"Grüße" packed is announced as such, and only then
    assert (b"Content-Encoding: gzip" in top) == sent.startswith(b"\x1f\x8b")


def test_headers_of_an_answer(answers: dict[str, Served]) -> None:
    moved = answer(answers, head("http://b.example/old"))
    assert moved.split(b"\r\n")[1:4] == [b"Content-Type: text/html", b"Content-Length: 0", b"Location: /"]


def test_sites_are_served_by_name_over_one_connection(answers: dict[str, Served]) -> None:
    sites = LiveSites(name="tiny", homes=("http://b.example/",), answers=answers)
    with SiteServer(sites) as server:
        place = urlsplit(server.proxy)
        assert place.hostname == "127.0.0.1"
        client = HTTPConnection("127.0.0.1", place.port or 0, timeout=SECONDS)
        seen = []
        for address in (STORY, "http://b.example/", "http://b.example/absent"):
            client.request("GET", address)
            response = client.getresponse()
            seen.append((response.status, response.read()))
        client.close()
    assert seen == [(200, PAGE), (200, b"home"), (404, b"not found\n")]


@contextmanager
def connected(answers: dict[str, Served]) -> Iterator[socket.socket]:
    with SiteServer(LiveSites(name="tiny", homes=(), answers=answers)) as server:
        port = urlsplit(server.proxy).port or 0
        with socket.create_connection(("127.0.0.1", port), SECONDS) as client:
            yield client


def test_a_request_in_pieces_and_two_in_one(answers: dict[str, Served]) -> None:
    whole = head("http://b.example/") + b"\r\n\r\n"
    with connected(answers) as client:
        client.sendall(whole[:10])
        client.sendall(whole[10:] + whole)
        received = b""
        while received.count(b"home") < 2 and (data := client.recv(1 << 16)):
            received += data
    assert received.count(b"HTTP/1.1 200 OK\r\n") == 2


def test_who_sends_no_request_is_hung_up_on(answers: dict[str, Served]) -> None:
    with connected(answers) as client:
        client.sendall(b"x" * (LONGEST_HEAD + 1))
        try:
            received = client.recv(1)
        except ConnectionError:  # a reset says it as well
            received = b""
    assert received == b""


def test_nobody_answers_when_the_block_has_ended(answers: dict[str, Served]) -> None:
    with SiteServer(LiveSites(name="tiny", homes=(), answers=answers)) as server:
        port = urlsplit(server.proxy).port or 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), SECONDS)

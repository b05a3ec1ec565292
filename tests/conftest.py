"""What tests of several folders share: a server on this machine that answers as a test says, networks of
``fusion`` with hand-made weights, and a small corpus to learn from."""

from __future__ import annotations

import importlib
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from newsextract.methods.fusion.network import Network

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


@pytest.fixture
def linear_network() -> Callable[..., Network]:
    """``linear_network({"link share": -3.0}, constant=1.0)``: the log-odds of a row are the constant and its
    evidence, times the weights; nothing is heard of other rows unless ``heard`` weighs the mean of the page.
    """
    import numpy as np

    from newsextract.methods.fusion.features import FEATURES
    from newsextract.methods.fusion.network import HEARD, Network
    from newsextract.methods.fusion.verdict import CONFIDENCE_FIGURES

    def make(weights: dict[str, float], constant: float = 0.0, heard: float = 0.0) -> Network:
        first = np.zeros((len(FEATURES), 2), dtype=np.float32)
        for name, weight in weights.items():
            # a layer cuts off what is below 0, so one number is the part above it and one the part below
            first[FEATURES.index(name)] = (weight, -weight)
        layers = [first, np.zeros(2, np.float32)]
        for ways in HEARD:
            layers += [np.zeros((2, 2 + 2 * len(ways)), np.float32), np.zeros(2, np.float32)]
        place = 2 + 2 * HEARD[-1].index("page")
        layers[-2][:, place : place + 2] = np.eye(2) * heard
        layers += [np.array([[1], [-1]], np.float32), np.array([constant], np.float32)]
        size = len(FEATURES)
        return Network(
            FEATURES,
            np.zeros(size, np.float32),
            np.ones(size, np.float32),
            tuple(layers),
            np.zeros(len(CONFIDENCE_FIGURES) + 1, np.float32),
            {},
        )

    return make


@pytest.fixture
def use_network(monkeypatch: pytest.MonkeyPatch) -> Callable[[Network], None]:
    """``use_network(network)``: in this test it is the one that comes with the package."""

    def use(network: Network) -> None:
        for name in ("newsextract.methods.fusion", "newsextract.methods.fusion.reasons"):
            monkeypatch.setattr(importlib.import_module(name), "packaged_network", lambda: network)

    return use


SHIPS = ("ferry", "tanker", "trawler", "yacht", "barge", "lifeboat", "dredger", "kayak", "tug", "cutter")
NEWS_SITES = ("harbour-post.org", "tide.net", "north-wind.org", "quay.info", "anchor-daily.com", "buoy.news")
PAGES_A_SITE = 2


def _news_page(site: str, number: int) -> tuple[str, str, str]:
    """Title, body and markup of a made-up page; sites differ in how they are built."""
    ships = [SHIPS[(number * 3 + place) % len(SHIPS)] for place in range(4)]
    title = f"{ships[0].title()} number {number} returns to the quay of {site.partition('.')[0]}"
    lines = [
        f"The {ship} of {site} left the harbour at {place + 1} o'clock, the company said on day {number}, "
        f"with most of its {10 * number + place} seats taken."
        for place, ship in enumerate(ships)
    ]
    kind = len(site) % 3
    menu = "".join(f"<li><a href='/{ship}'>{ship.title()} news</a></li>" for ship in SHIPS[: 5 + kind])
    story = "".join(f"<p>{line}</p>" for line in lines)
    if kind == 1:
        story = f"<div class='story-{kind}'>{story}</div>"
    markup = (
        f"<!DOCTYPE html><html><head><title>{title} - {site}</title></head><body><ul class='menu'>{menu}</ul>"
        f"<h1>{title}</h1>{story}<div class='footer'><a href='/imprint'>Imprint</a> 2026</div>"
        "</body></html>"
    )
    return title, "\n".join(lines), markup


@pytest.fixture
def news_corpus(tmp_path: Path) -> Path:
    """A set of twelve labelled pages of six sites, which fall into several folds of the cross-validation."""
    folder = tmp_path / "corpora" / "ships"
    (folder / "html").mkdir(parents=True)
    rows = []
    for number in range(len(NEWS_SITES) * PAGES_A_SITE):
        site = NEWS_SITES[number // PAGES_A_SITE]
        title, body, markup = _news_page(site, number)
        url = f"https://www.{site}/story/{number}"
        rows.append({"id": f"page{number:02d}", "site": site, "url": url, "title": title, "body": body})
        (folder / "html" / f"page{number:02d}.html").write_text(markup, encoding="utf-8")
    (folder / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder

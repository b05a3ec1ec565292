"""What is measured: this package's methods, and peers, behind one call."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import newsextract
from newsextract.bench.peers import load_peer
from newsextract.page import read_page
from newsextract.reading import article_of

if TYPE_CHECKING:
    from newsextract.methods.fusion.network import Network

FUSION = "fusion"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInput:
    """What a contestant may read of a page. Never its gold."""

    body: bytes
    text: str
    """The body decoded once, so that no contestant gains or loses by its own decoding."""
    url: str = ""
    language: str = ""
    """As the corpus names it; only jusText looks at it, which cannot work without."""
    held_out_network: Network | None = None
    """For a page that the model of ``fusion`` has learned from; see ``held_out``."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a contestant made of a page. ``title`` is None when it gives none."""

    text: str
    title: str | None = None
    page_state: str = ""
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Contestant:
    """A name and the call that is timed."""

    name: str
    extract: Callable[[PageInput], Found]


@dataclass(frozen=True, slots=True)
class Entry:
    """A contestant by name, which unlike the contestant itself can be sent to another process."""

    kind: Literal["method", "peer"]
    name: str


def prepare(entry: Entry) -> Contestant:
    """Load what an entry names. A peer that is not installed is a ``PeerError``."""
    return method_contestant(entry.name) if entry.kind == "method" else peer_contestant(entry.name)


def method_contestant(name: str) -> Contestant:
    """A method of this package: from the page's bytes, so that decoding is part of its time."""

    def extract(page: PageInput) -> Found:
        article = newsextract.extract(page.body, url=page.url, method=name)
        return _found(article)

    return Contestant(name, held_out_extract if name == FUSION else extract)


def held_out_extract(page: PageInput) -> Found:
    """``fusion``; a page that its model has learned from is read by a network that has not seen its site."""
    from newsextract.methods.fusion import fusion  # loads NumPy

    network = page.held_out_network
    if network is None:
        return _found(newsextract.extract(page.body, url=page.url, method=FUSION))
    read = read_page(page.body, url=page.url)
    return _found(article_of(read, method=FUSION, run=partial(fusion, network=network)))


def _found(article: newsextract.Article) -> Found:
    return Found(article.text, article.title, article.page_state, article.confidence)


def peer_contestant(name: str) -> Contestant:
    """A peer: from the decoded text, so that decoding is not part of its time."""
    peer = load_peer(name)

    def extract(page: PageInput) -> Found:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd dates and the like; they would fill the screen
            return Found(peer(page.text, page.url, page.language))

    return Contestant(name, extract)

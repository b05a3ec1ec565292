"""Other extractors, each with one fixed set of options; the same for every page and set.

Each loader imports its package and returns one function of the decoded page, its address and its language.
Options are the package's own but for these: trafilatura leaves out comments, resiliparse keeps main content
without link targets and alternative texts, boilerpy3 does not raise, and no peer may touch the network.
jusText cannot work without a stop list, so it alone is told the page's language. newspaper4k would gain most
from the language too: told it, F1 on 261 pages in five languages is 0.91 instead of 0.66.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from newsextract.bench.plaintext import html_to_text
from newsextract.errors import PeerError

PeerFunction = Callable[[str, str, str], str]

BASELINE = "alltext"
"""The text of the whole page: a method that scores below it does harm."""

STOPLIST_WITHOUT_LANGUAGE = "English"


@dataclass(frozen=True, slots=True)
class Peer:
    """A peer by the name of its distribution, empty for what comes with this package."""

    distribution: str
    load: Callable[[], PeerFunction]
    loggers: tuple[str, ...] = ()
    """Loggers to quieten: they tell of every odd tag or date, on standard error."""


def _load_alltext() -> PeerFunction:
    return lambda text, url, language: html_to_text(text)


def _load_trafilatura() -> PeerFunction:
    from trafilatura import extract

    return lambda text, url, language: extract(text, url=url or None, include_comments=False) or ""


def _load_readability() -> PeerFunction:
    from readability import Document

    return lambda text, url, language: html_to_text(Document(text).summary())


def _load_resiliparse() -> PeerFunction:
    from resiliparse.extract.html2text import extract_plain_text

    # Alternative texts are not text of the page; with them F1 is a hundredth lower.
    return lambda text, url, language: str(
        extract_plain_text(text, main_content=True, links=False, alt_texts=False)
    )


def _load_boilerpy3() -> PeerFunction:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor(raise_on_failure=False)
    return lambda text, url, language: extractor.get_content(text) or ""


def _load_justext() -> PeerFunction:
    from justext import get_stoplist, get_stoplists, justext

    names = get_stoplists()
    stoplists: dict[str, frozenset[str]] = {}

    def extract(text: str, url: str, language: str) -> str:
        name = language if language in names else STOPLIST_WITHOUT_LANGUAGE
        if name not in stoplists:
            stoplists[name] = get_stoplist(name)
        paragraphs = justext(text.encode("utf-8", "replace"), stoplists[name], encoding="utf-8")
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def _load_goose3() -> PeerFunction:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})
    return lambda text, url, language: goose.extract(raw_html=text).cleaned_text or ""


def _load_newspaper4k() -> PeerFunction:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns on import that nltk, used for summaries alone, is missing
        import jieba  # noqa: F401  # as its first Chinese page would; on import it resets its logger
        from newspaper import Article

    def extract(text: str, url: str, language: str) -> str:
        # An article without an address is refused; the images would be fetched.
        article = Article(url or "http://unknown.example/", fetch_images=False, memorize_articles=False)
        article.download(input_html=text)
        article.parse()
        return article.text or ""

    return extract


PEERS: dict[str, Peer] = {
    BASELINE: Peer("", _load_alltext),
    "trafilatura": Peer("trafilatura", _load_trafilatura, ("trafilatura", "htmldate")),
    "readability": Peer("readability-lxml", _load_readability, ("readability.readability",)),
    "resiliparse": Peer("resiliparse", _load_resiliparse),
    "boilerpy3": Peer("boilerpy3", _load_boilerpy3, ("boilerpy3",)),
    "goose3": Peer("goose3", _load_goose3, ("goose3",)),
    "justext": Peer("justext", _load_justext),
    "newspaper4k": Peer("newspaper4k", _load_newspaper4k, ("newspaper", "jieba")),
}


def load_peer(name: str) -> PeerFunction:
    """Import a peer; the message of the error says what is allowed, or how to install it."""
    peer = PEERS.get(name)
    if peer is None:
        raise PeerError(f"unknown peer {name!r}; there are: {', '.join(PEERS)}")
    try:
        function = peer.load()
    except ImportError as error:
        raise PeerError(
            f"peer {name!r} cannot be imported ({error}); try: pip install 'newsextract[bench]'"
        ) from error
    for logger in peer.loggers:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    return function


def peer_version(name: str) -> str:
    """The installed version of a peer; empty for the baseline and for what is not installed."""
    distribution = PEERS[name].distribution
    try:
        return version(distribution) if distribution else ""
    except PackageNotFoundError:
        return ""

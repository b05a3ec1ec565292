"""Measures titles, days of publication and authors against the gold, and what finding them costs.

A title is right with exactly the gold's words, a date with its day, and authors are worth the F1 of the two
sets of names. Time is that of all metadata of a page that is parsed and walked, as it is once a method has
read it, next to parsing alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from newsextract.bench.corpus import Case
from newsextract.bench.field_peers import FieldsFound, load_field_peer
from newsextract.bench.plaintext import parse_html
from newsextract.bench.run import CLOCK, TURNS, Clock
from newsextract.bench.score import fold, title_is_exact
from newsextract.metadata.declared import declared
from newsextract.metadata.title import article_title
from newsextract.metadata.told import told
from newsextract.page import Page, read_page
from newsextract.page.decode import decode
from newsextract.reading import article_of

OURS = "newsextract"
DAY_CHARACTERS = len("2011-12-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldScores:
    """One contestant on one page. None for what the gold or the contestant does not have."""

    found: FieldsFound
    title: bool | None = None
    date: bool | None = None
    authors: float | None = None
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsResult:
    """All contestants on one page, this package first."""

    case: Case
    parse_seconds: float
    seconds: float
    """For all metadata of the parsed page."""
    scores: tuple[FieldScores, ...]


FieldReader = Callable[[bytes, str, str], FieldsFound]
"""From the page's bytes, its decoded text and its address."""


def field_readers(peers: Sequence[str]) -> dict[str, FieldReader]:
    """The contestants by name. Raises PeerError for a peer that is not there or gives no fields."""
    return {OURS: _read, **{name: _peer_reader(name) for name in peers}}


def _read(body: bytes, text: str, url: str) -> FieldsFound:
    page = read_page(body, url=url)
    article = article_of(page)
    title = article_title(page, declared(page))
    return FieldsFound(article.title, article.date_published, article.authors, title.source, title.confidence)


def _peer_reader(name: str) -> FieldReader:
    peer = load_field_peer(name)

    def read(body: bytes, text: str, url: str) -> FieldsFound:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd dates and the like; they would fill the screen
            return peer(text, url)

    return read


def run_fields(
    cases: Sequence[Case], readers: dict[str, FieldReader], *, clock: Clock = CLOCK
) -> Iterator[FieldsResult]:
    """Measure every page, in order."""
    for case in cases:
        body = case.read_page()
        text = decode(body).text
        parse_seconds, seconds = _times(body, text, case.url, clock)
        yield FieldsResult(
            case=case,
            parse_seconds=parse_seconds,
            seconds=seconds,
            scores=tuple(_scores(case, read, body, text) for read in readers.values()),
        )


def _times(body: bytes, text: str, url: str, clock: Clock) -> tuple[float, float]:
    """The least time of parsing alone and that of all metadata."""
    markup = text.encode("utf-8", "replace")
    parsing, reading = [], []
    for _ in range(TURNS):
        started = clock()
        tree = parse_html(markup)
        parsing.append(clock() - started)
        del tree
        page = read_page(body, url=url)
        _ = page.row_texts  # every method asks for the rows, and the walk
        started = clock()
        read_metadata(page)
        reading.append(clock() - started)
    return min(parsing), min(reading)


def read_metadata(page: Page) -> None:
    """All that is done for the metadata of one article."""
    says = declared(page)
    told(page, says, article_title(page, says).text)


def _scores(case: Case, read: FieldReader, body: bytes, text: str) -> FieldScores:
    try:
        found, error = read(body, text, case.url), ""
    except Exception as raised:  # whatever a peer raises is its result on this page
        found, error = FieldsFound("", "", ()), f"{type(raised).__name__}: {raised}"
    return scores_of(case, found, error)


def scores_of(case: Case, found: FieldsFound, error: str = "") -> FieldScores:
    """Hold what was found against the gold."""
    title = date = authors = None
    if case.title and found.title is not None:
        title = title_is_exact(found.title, case.title)
    if case.date and found.date is not None:
        date = found.date[:DAY_CHARACTERS] == case.date[:DAY_CHARACTERS]
    if case.authors and found.authors is not None:
        authors = names_f1(found.authors, case.authors)
    return FieldScores(found=found, title=title, date=date, authors=authors, error=error)


def names_f1(found: Sequence[str], gold: Sequence[str]) -> float:
    """F1 of two sets of names, white space folded, lower case; 1 for two that are empty."""
    left, right = ({fold(name).lower() for name in names} for names in (found, gold))
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 1.0

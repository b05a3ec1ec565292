"""The authors: the lines under the title with the largest share of people, places and organisations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from newsextract.records.entities import PERSON, Segment, author_share, is_person, segments
from newsextract.records.lines import Line

AUTHOR_SHARE = 0.6
"""Share of entity words that makes a line one of authors. Nine in ten of 1,602 news paragraphs stay below
0.05; degrees, "corresponding author" and mail addresses keep lines of authors below 1."""

MOST_LINES = 80
"""Lines under the title that are looked at: a paper of fifty authors with an address each still fits."""

LONGEST_LINE = 4_000
"""Characters of one line of authors and addresses; the longest known, of a physics collaboration, are cut."""

_SPACE = re.compile(r"\s+")
_LABEL = re.compile(
    r"(?:(?:Authors?|AUTHORS?|作 ?者|Autor(?:en|es)?|Auteurs?)(?: ?[:：] ?| (?=\S))|(?:By|BY) (?=\S))"
)


def find_authors(lines: Sequence[Line]) -> tuple[str, ...]:
    """The names in the lines between title and abstract: those of a labelled line, else of the best run.

    A run is neighbouring lines of high share; the best has the most entities. Link clusters are read only
    when the other lines name nobody: some journals link every author to a search.
    """
    lines = [line for line in lines[:MOST_LINES] if not line.level]
    pieces = [segments(_author_text(line)) for line in lines]
    for line, found in zip(lines, pieces, strict=True):
        if _LABEL.match(line.text) and (names := _names([found])):
            return names
    plain = [found for line, found in zip(lines, pieces, strict=True) if not line.noise]
    return _best_run(plain) or _best_run(pieces)


def _best_run(pieces: Sequence[list[Segment]]) -> tuple[str, ...]:
    best: list[list[Segment]] = []
    for run in _runs(pieces):
        if sum(map(len, run)) > sum(map(len, best)) and _names(run):
            best = run
    return _names(best)


def _runs(pieces: Sequence[list[Segment]]) -> Iterator[list[list[Segment]]]:
    run: list[list[Segment]] = []
    for found in pieces:
        if author_share(found) >= AUTHOR_SHARE:
            run.append(found)
        elif found:  # a line of marks alone divides nothing
            yield run
            run = []
    yield run


def _names(run: Sequence[list[Segment]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.text for found in run for piece in found if piece.kind == PERSON))


def _author_text(line: Line) -> str:
    """The line without its label, with separators for superscripts and between names that are text nodes."""
    pieces: list[str] = []
    length = 0
    for part in line.parts:
        text = _SPACE.sub(" ", part.text)
        length += len(text)
        if length > LONGEST_LINE:
            break
        if part.raised:
            pieces.append(",")
            continue
        pieces.append(text)
        if is_person(text.strip(" ,;*")):
            pieces.append(",")
    joined = "".join(pieces).strip()
    label = _LABEL.match(joined)
    return joined[label.end() :] if label else joined

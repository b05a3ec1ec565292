"""The references: the list under its heading, else the longest run of lines rich in years and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from newsextract.records.entities import YEAR, reference_share
from newsextract.records.lines import Line
from newsextract.text.scripts import HAN
from newsextract.text.words import word_count

REFERENCE_SHARE = 0.06
"""Years and number strings among the words. Of 92 references of two papers 95 % have more, half of them twice
as much; of 1,602 news paragraphs 10 %, which begin neither with a number nor with an author."""

DATED_SHARE = 0.5
"""Of the entries under a heading, those with a year or DOI. "Literatur" and "Referencias" also head menus."""

FEWEST_WITHOUT_HEADING = 2
"""One line with numbers is a citation of the page itself."""

MOST_CANDIDATES = 500
"""Lines whose share is measured when no heading helps; bounds the time for Chinese, which is tagged."""

LONGEST_REFERENCE = 1_500
"""Characters; longer lines are paragraphs."""

FEWEST_WORDS = 5
"""A shorter line is a date or a range of pages."""

_NUMBERED = re.compile(r"(?:\[(\d{1,4})\]|［(\d{1,4})］|\((\d{1,3})\)|(\d{1,3})[.．、)](?=\D|$)) ?")
_RUN_IN_MARK = re.compile(r"(?:^|(?<=[\s.;•]))[•·]? ?\[(\d{1,4})\] ?")
_DOI = re.compile(r"\b10\.\d{4,9}/")
_PAGES = re.compile(r"\d ?\(\d{1,4}(?:[-–/]\d{1,4})?\)|\d[-–]\d|\bpp?\. ?\d|\d ?: ?\d|\(\d{4}\) \d")
_AUTHOR_FIRST = re.compile(
    r"[^\W\d_a-z][\w'’-]{1,40},? (?:[^\W\d_a-z]\.? ?-?){1,3}(?:[,.;:(&]|and\b|et\b|$)"
    rf"|(?:[^\W\d_a-z]\. ?-?){{1,3}}[^\W\d_a-z]\w|[{HAN}]{{2,4}}[,，.、]"
)
_LINKS_AFTER = re.compile(
    r"(?: ?\[?(?:Google Scholar|Cross ?[Rr]ef|PubMed(?: Central)?|Web of Science|View Article|CAS)\]?){1,6}$"
)
_END = re.compile(r"(?:©|\(c\)|Copyright|版权|Publisher['’]s note)", re.IGNORECASE)


def reference_lines(lines: Sequence[Line]) -> list[Line]:
    """The lines under the heading of the references, else those of the longest run that looks like some."""
    under_heading = [line for line in lines if line.section == "references"]
    return under_heading or _longest_run([line for line in lines if not line.noise and not line.section])


def reference_texts(lines: Sequence[Line]) -> tuple[str, ...]:
    """The works cited in lines from ``reference_lines``, one string each."""
    found = list(dict.fromkeys(text for text in map(_tidy, _listed(lines) if lines else []) if text))
    dated = sum(bool(YEAR.search(text) or _DOI.search(text)) for text in found)
    return tuple(found) if dated >= DATED_SHARE * len(found) else ()


def _listed(lines: Sequence[Line]) -> list[str]:
    """References of a section: by their numbers when it begins with one, else by block."""
    run_in = [text for line in lines for text in split_run_in(line.text)]
    return _by_number(run_in, lines) if _number(lines[0].text) else _by_block(lines)


def split_run_in(text: str) -> list[str]:
    """A line that holds ``[1] ... [2] ... [3] ...`` in pieces; only numbers that follow each other divide."""
    borders: list[int] = []
    expected = 0
    for mark in _RUN_IN_MARK.finditer(text):
        number = int(mark[1])
        if not borders or number == expected:
            borders.append(mark.start())
            expected = number + 1
    if len(borders) < 2:
        return [text]
    pieces = [text[start:end] for start, end in zip([0, *borders], [*borders, len(text)], strict=True)]
    return [piece.strip(" •·") for piece in pieces if piece.strip(" •·")]


def _by_number(texts: Sequence[str], lines: Sequence[Line]) -> list[str]:
    """A text with the next number opens a reference; one that lies in the same block goes on with it."""
    blocks = [line.block for line in lines for _ in split_run_in(line.text)]
    found: list[str] = []
    expected, block = 0, -1
    for text, here in zip(texts, blocks, strict=True):
        number = _number(text)
        if number and (not found or number == expected):
            found.append(text)
            expected, block = number + 1, here
        elif found and _END.match(text):
            break
        elif found and (here == block or _NUMBERED.fullmatch(found[-1])):  # a number in a cell of its own
            found[-1] = f"{found[-1]} {text}"
            block = here
    return found


def _by_block(lines: Sequence[Line]) -> list[str]:
    """Every block of the same kind as the first; lines of one block are several if most have a year."""
    found: list[str] = []
    for _, group in groupby(
        (line for line in lines if line.path == lines[0].path), key=lambda line: line.block
    ):
        texts = [line.text for line in group]
        if _END.match(texts[0]):
            break
        several = len(texts) > 1 and sum(bool(YEAR.search(text)) for text in texts) * 2 > len(texts)
        found.extend(texts if several else [" ".join(texts)])
    return found


def _longest_run(lines: Sequence[Line]) -> list[Line]:
    """Of all runs of references, lines of one kind that follow each other, the longest."""
    best: list[Line] = []
    most = FEWEST_WITHOUT_HEADING - 1
    for run in _runs(lines):
        count = sum(len(split_run_in(line.text)) for line in run)
        if count > most:
            best, most = run, count
    return best


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    run: list[Line] = []
    candidates = 0
    for line in lines:
        candidates += bool(YEAR.search(line.text))
        if candidates <= MOST_CANDIDATES and looks_like_reference(line.text):
            if run and run[-1].path != line.path:
                yield run
                run = []
            run.append(line)
        else:
            yield run
            run = []
    yield run


def looks_like_reference(text: str) -> bool:
    """Whether a line is a reference: a year; a number before it, a DOI, or author and pages; a high share."""
    if _END.match(text) or not YEAR.search(text) or word_count(text) < FEWEST_WORDS:
        return False
    if len(split_run_in(text)) > 1:
        return True
    if len(text) > LONGEST_REFERENCE or not (_number(text) or _DOI.search(text) or _cites(text)):
        return False
    return reference_share(text) >= REFERENCE_SHARE


def _cites(text: str) -> bool:
    """Begins with an author, and has pages."""
    return bool(_AUTHOR_FIRST.match(text) and _PAGES.search(text))


def _number(text: str) -> int:
    found = _NUMBERED.match(text)
    return int(next(filter(None, found.groups()))) if found else 0


def _tidy(text: str) -> str:
    number = _NUMBERED.match(text)
    return _LINKS_AFTER.sub("", text[number.end() :] if number else text).strip()

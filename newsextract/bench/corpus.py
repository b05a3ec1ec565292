"""Labelled pages on disk.

A set is a folder with ``gold.jsonl``, one JSON object a line, and the pages as they were served in
``html/ID.html.gz`` or ``html/ID.html``. A line has an ``id`` and what is known of the page: ``site language
url title body authors date wanted unwanted is_article``. Pages are read when they are needed, not before.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from newsextract.errors import CorpusError

GOLD_FILE = "gold.jsonl"
PAGE_FOLDER = "html"
PAGE_SUFFIXES = (".html.gz", ".html")


class Scoring(Enum):
    """What a set's gold allows to count."""

    BODY = "body"
    SEGMENTS = "segments"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One labelled page. What the gold does not say is empty."""

    id: str
    path: Path
    site: str = ""
    language: str = ""
    url: str = ""
    title: str = ""
    body: str = ""
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    date: str = ""
    is_article: bool | None = None
    """Whether it is an article page; None when the gold does not say."""

    @property
    def scoring(self) -> Scoring:
        """By its body where it has one, else by its segments."""
        if self.body:
            return Scoring.BODY
        return Scoring.SEGMENTS if self.wanted or self.unwanted else Scoring.NOTHING

    def read_page(self) -> bytes:
        """The page's bytes as they were served."""
        try:
            stored = self.path.read_bytes()
            return gzip.decompress(stored) if self.path.suffix == ".gz" else stored
        except (OSError, EOFError, zlib.error) as error:
            raise CorpusError(f"{self.path}: cannot be read ({error}); fetch the corpus again") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """One set. ``cases`` are those that ``scoring`` applies to; ``left_out`` counts the other lines."""

    name: str
    cases: tuple[Case, ...]
    scoring: Scoring
    left_out: int
    judged: tuple[Case, ...] = ()
    """Those of all lines whose gold says whether they are articles: see ``kinds``."""
    with_fields: tuple[Case, ...] = ()
    """Those of all lines whose gold has a title, a day or authors: see ``fields``."""
    digest: str
    """SHA-256 of the gold file and of every page, unpacked: two runs with one digest saw the same corpus."""


def find_corpora(path: Path) -> list[Path]:
    """The folder itself when it is a set, else the sets right below it, by name."""
    if not path.is_dir():
        raise CorpusError(
            f"{path}: no such folder; name one with {GOLD_FILE} in it, or a folder of such folders"
        )
    if (path / GOLD_FILE).is_file():
        return [path]
    found = sorted(gold.parent for gold in path.glob(f"*/{GOLD_FILE}"))
    if not found:
        raise CorpusError(
            f"{path}: no {GOLD_FILE} in it or in a folder right below; a set is a folder with {GOLD_FILE} "
            f"and {PAGE_FOLDER}/ID{PAGE_SUFFIXES[0]}"
        )
    return found


def read_corpus(folder: Path) -> Corpus:
    """Read a set's gold and check that every page is there."""
    gold_path = folder / GOLD_FILE
    try:
        gold = gold_path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{gold_path}: cannot be read ({error.strerror}); a set needs this file") from error
    every_case = _read_cases(folder, gold)
    kinds = {case.scoring for case in every_case}
    scoring = next(kind for kind in Scoring if kind in kinds)
    cases = tuple(case for case in every_case if case.scoring is scoring)
    return Corpus(
        name=folder.resolve().name,
        cases=cases,
        scoring=scoring,
        left_out=len(every_case) - len(cases),
        judged=tuple(case for case in every_case if case.is_article is not None),
        with_fields=tuple(case for case in every_case if case.title or case.date or case.authors),
        digest=_digest(gold, every_case),
    )


def select(cases: Sequence[Case], *, limit: int | None = None, language: str | None = None) -> list[Case]:
    """The pages in one language (any case of letters), and of these ``limit`` spread evenly over the set."""
    chosen = [case for case in cases if language is None or case.language.lower() == language.lower()]
    if limit is None or limit >= len(chosen):
        return chosen
    return [chosen[position * len(chosen) // limit] for position in range(limit)]


def _read_cases(folder: Path, gold: bytes) -> list[Case]:
    cases: list[Case] = []
    lines_by_id: dict[str, int] = {}
    for number, line in enumerate(gold.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{folder / GOLD_FILE}, line {number}"
        case = _read_case(folder, line, where)
        if case.id in lines_by_id:
            raise CorpusError(
                f"{where}: id {case.id!r} was used on line {lines_by_id[case.id]}; ids must differ"
            )
        lines_by_id[case.id] = number
        cases.append(case)
    if not cases:
        raise CorpusError(f"{folder / GOLD_FILE}: holds no page; write one JSON object a line")
    return cases


def _read_case(folder: Path, line: bytes, where: str) -> Case:
    try:
        row = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise CorpusError(f"{where}: not JSON ({error}); write one JSON object a line, in UTF-8") from error
    if not isinstance(row, dict):
        raise CorpusError(f"{where}: {type(row).__name__} found; write one JSON object a line")
    identity = _text(row, "id", where)
    if not identity:
        raise CorpusError(f"{where}: no id; give every page an id, the name of its file in {PAGE_FOLDER}/")
    return Case(
        id=identity,
        path=_page_path(folder, identity, where),
        site=_text(row, "site", where),
        language=_text(row, "language", where),
        url=_text(row, "url", where),
        title=_text(row, "title", where),
        body=_text(row, "body", where),
        date=_text(row, "date", where),
        wanted=_texts(row, "wanted", where),
        unwanted=_texts(row, "unwanted", where),
        authors=_texts(row, "authors", where),
        is_article=_answer(row, "is_article", where),
    )


def _text(row: dict[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise CorpusError(f"{where}: {key} is {value!r}; write a string, or leave the key out")
    return value


def _answer(row: dict[str, Any], key: str, where: str) -> bool | None:
    value = row.get(key)
    if value is not None and not isinstance(value, bool):
        raise CorpusError(f"{where}: {key} is {value!r}; write true or false, or leave the key out")
    return value


def _texts(row: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = row.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(entry, str) and entry.strip() for entry in value):
        raise CorpusError(f"{where}: {key} is {value!r}; write a list of strings, or leave the key out")
    return tuple(value)


def _page_path(folder: Path, identity: str, where: str) -> Path:
    if any(character in identity for character in "/\\\0"):
        raise CorpusError(f"{where}: id {identity!r} is no file name; leave out slashes")
    paths = [folder / PAGE_FOLDER / f"{identity}{suffix}" for suffix in PAGE_SUFFIXES]
    for path in paths:
        if path.is_file():
            return path
    raise CorpusError(f"{where}: neither {paths[0]} nor {paths[1].name} exists; add it or drop the line")


def _digest(gold: bytes, cases: Sequence[Case]) -> str:
    whole = hashlib.sha256(gold)
    for case in cases:
        whole.update(hashlib.sha256(case.read_page()).digest())
    return whole.hexdigest()

"""The evidence on every row of a page, side by side: a matrix with a line for each feature, a column a row.

Everything comes from the page's one walk; sums over subtrees are differences of running sums. The seed
methods are in it with their values: TWCEM (title words), CEDST (siblings' text and variance, link share, and
the mass they give), CEPF (tag paths), VB-PTC (link clusters), page clustering (block density). CEDST's topics
are left out: they need words and cost more than all the rest together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from newsextract.methods.fusion.landmarks import Landmarks, find_landmarks
from newsextract.methods.fusion.parts import BITS, TAGS, Parts, measured_parts
from newsextract.methods.fusion.rows import Column, Floats, Ints, Rows, measured_rows, numbers, table
from newsextract.methods.fusion.seeds import (
    CONTAINERS,
    PATHS,
    SIBLINGS,
    container_values,
    path_values,
    siblings_values,
)
from newsextract.methods.fusion.spelling import SPELLING, spelling
from newsextract.page import Page

LEVELS = 4
"""Ancestors looked at, each with more text than the one below it."""

LONGEST_WORTH = 400
ROW_PRICE = 25
"""The run of rows with the most running text: characters counted of a row, and what every row costs."""


class Evidence(NamedTuple):
    """What ``network`` weighs."""

    matrix: Floats
    """``FEATURES`` by rows."""
    groups: tuple[Ints, ...]
    """For each kind of group (siblings, signature, container) the number of the group of every row."""
    words: Ints
    """How many words each row has."""
    nodes: Ints
    """How many text nodes each row has."""


def evidence(page: Page, title: str = "") -> Evidence | None:
    """The evidence on the rows of a page whose headline is ``title``; None for a page without rows."""
    if not page.walk.texts:
        return None
    rows = measured_rows(page)
    parts = measured_parts(page, rows)
    marks = find_landmarks(page, title, rows)
    owner = rows.owners[rows.starts]
    block = parts.blocks[owner]
    levels = _levels(parts, block)
    fills = (parts.first_text[block] == rows.starts) & (parts.end_text[block] == rows.ends)
    siblings = np.where(fills, parts.parents[block], block)
    link_share = rows.linked / np.maximum(1, rows.length)
    tables = (
        _own(rows, link_share),
        spelling(rows),
        _place(rows),
        _whole_page(rows),
        _names(parts, owner, block),
        _ancestors(rows, parts, levels),
        path_values(page, rows),
        siblings_values(rows, siblings, link_share, fills, len(parts.parents)),
        container_values(page, rows, parts, levels[1]),
        _best_run(rows, link_share),
        _landmarks(rows, marks),
    )
    matrix = np.concatenate(tables)
    return Evidence(
        matrix, (siblings, parts.signatures[block], levels[1]), rows.words, rows.ends - rows.starts
    )


def _own(rows: Rows, link_share: Column) -> Floats:
    length = np.maximum(1, rows.length)
    return table(
        np.log1p(rows.length), np.log1p(rows.plain), np.log1p(rows.marks), np.log1p(rows.ends - rows.starts),
        link_share, rows.marks / length * 10, rows.digits / length, rows.capitals / length,
        rows.ideographs / length, np.minimum(3, rows.length / np.maximum(1, rows.words) / 5),
    )  # fmt: skip


_OWN = (
    "length", "length outside links", "marks", "pieces", "link share", "mark share", "digit share",
    "capital share", "ideograph share", "word length",
)  # fmt: skip


def _place(rows: Rows) -> Floats:
    count = len(rows.starts)
    place = np.arange(count)
    plain = rows.plain
    total = max(1, int(plain.sum()))
    return table(
        place / count, np.log1p(place), np.log1p(count - 1 - place), (np.cumsum(plain) - plain) / total,
        plain / total,
    )  # fmt: skip


_PLACE = ("place", "rows before", "rows behind", "text before", "share of the text")


def _whole_page(rows: Rows) -> Floats:
    total = max(1, int(rows.length_sums[-1]))
    values = (
        np.log1p(total), rows.linked_sums[-1] / total, np.log1p(len(rows.starts)),
        rows.ideographs.sum() / total, len(rows.joined.encode(errors="replace")) / len(rows.joined),
    )  # fmt: skip
    return np.repeat(np.array(values, dtype=np.float32)[:, None], len(rows.starts), axis=1)


_PAGE = ("page length", "page link share", "page rows", "page ideographs", "bytes a character")


def _names(parts: Parts, owner: Ints, block: Ints) -> Floats:
    """Names and tags of the row's own block, of the two around it, and of any ancestor."""
    above = parts.parents[block]
    bits = np.array(
        (
            parts.bits[block] | parts.bits[owner],
            parts.bits[above] | parts.bits[parts.parents[above]],
            parts.bits_around[owner],
        )
    )
    spread = np.unpackbits(bits.view(np.uint8).reshape(3, -1, 8), axis=2, bitorder="little", count=len(BITS))
    found: Floats = spread.transpose(0, 2, 1).reshape(-1, len(owner)).astype(np.float32)
    return found


_NAMES = tuple(f"{where} {name}" for where in ("own", "near", "around") for name in BITS)


def _levels(parts: Parts, block: Ints) -> Ints:
    """For each row its ancestors, each with more text than the one below."""
    levels = [parts.wider[block]]
    while len(levels) < LEVELS:
        levels.append(parts.wider[levels[-1]])
    return np.array(levels)


def _ancestors(rows: Rows, parts: Parts, levels: Ints) -> Floats:
    text = np.maximum(1, parts.text[levels])
    linked = parts.linked[levels]
    plain = text - linked
    total = max(1, int(rows.length_sums[-1] - rows.linked_sums[-1]))
    rows_until = np.zeros(len(rows.length_sums), dtype=np.int64)
    rows_until[rows.starts + 1] = 1
    rows_until = np.cumsum(rows_until)
    rows_inside = np.maximum(1, rows_until[parts.end_text[levels]] - rows_until[parts.first_text[levels]])
    children = np.bincount(parts.parents[parts.text > 0], minlength=len(parts.parents))
    tables = (
        np.log1p(text), plain / total, linked / text, parts.marks[levels] / text * 10,
        np.log1p(plain / rows_inside), np.log1p(plain / (parts.ends[levels] - levels)), rows.length / text,
        np.log1p(children[parts.parents[levels]]),
    )  # fmt: skip
    return np.concatenate(tables, dtype=np.float32)


_ANCESTOR_FIGURES = (
    "text", "share of the text", "link share", "mark share", "text a row", "text a tag", "row's share of it",
    "siblings",
)  # fmt: skip
_ANCESTORS = tuple(
    f"ancestor {level}: {figure}" for figure in _ANCESTOR_FIGURES for level in range(1, LEVELS + 1)
)


def _best_run(rows: Rows, link_share: Column) -> Floats:
    """Where each row stands relative to the run of rows with the most running text."""
    plain = rows.plain
    worth = np.minimum(plain, LONGEST_WORTH) * (rows.marks > 0) * (1 - link_share) - ROW_PRICE
    running = np.concatenate(((0.0,), np.cumsum(worth)))
    end = int((running - np.minimum.accumulate(running)).argmax())
    start = int(running[: end + 1].argmin())
    place = np.arange(len(plain))
    return table(
        (place >= start) & (place < end), np.log1p(np.maximum(0, start - place)),
        np.log1p(np.maximum(0, place - end + 1)),
        np.full(len(plain), plain[start:end].sum() / max(1, int(plain.sum()))),
    )  # fmt: skip


_RUN = ("in the best run", "rows before the best run", "rows behind the best run", "best run's share")


def _landmarks(rows: Rows, marks: Landmarks) -> Floats:
    plain = rows.plain
    before = (np.cumsum(plain) - plain) / max(1, int(plain.sum()))
    found = numbers((marks.first_title, marks.last_title, marks.heading, marks.description))[:, None]
    there = found >= 0
    distance = (np.arange(len(plain)) - found) * there
    return np.concatenate(
        (
            table(marks.title_words, marks.is_title, marks.in_body),
            np.full((1, len(plain)), marks.body_declared),
            np.broadcast_to(there, distance.shape),
            np.sign(distance) * np.log1p(np.abs(distance)),
            (before - before[found]) * there,
        ),
        dtype=np.float32,
    )


_LANDMARKS = (
    "title words", "is the title", "in the declared body", "body declared",
    *(f"{what} {mark}" for what in ("there is a", "rows behind the", "text behind the")
      for mark in ("first title", "last title", "heading", "description")),
)  # fmt: skip


FEATURES = (
    *_OWN, *SPELLING, *_PLACE, *_PAGE, *_NAMES, *_ANCESTORS, *PATHS, *SIBLINGS, *CONTAINERS, *_RUN,
    *_LANDMARKS,
)  # fmt: skip
"""What each line of the matrix says, in order."""


def _families() -> dict[str, Ints]:
    """Kinds of evidence in words, and the lines of the matrix that each has."""
    names_and_tags = [(name, name.split(" ", 1)[1]) for name in _NAMES]
    kinds: dict[str, tuple[str, ...]] = {
        "its length and marks": tuple(name for name in _OWN if "link" not in name),
        "its links": ("link share", "length outside links"),
        "how it is spelled": SPELLING,
        "its place on the page": _PLACE,
        "the page as a whole": _PAGE,
        "what its parts are called": tuple(name for name, bit in names_and_tags if bit not in TAGS),
        "its tags": tuple(name for name, bit in names_and_tags if bit in TAGS),
        "the containers around it": _ANCESTORS,
        "its tag path (CEPF)": PATHS,
        "its siblings (CEDST)": SIBLINGS,
        "density and link clusters (page clustering, VB-PTC)": CONTAINERS,
        "the run of text": _RUN,
        "the title (TWCEM) and what the page says of itself": _LANDMARKS,
    }
    places = {name: place for place, name in enumerate(FEATURES)}
    return {kind: numbers([places[name] for name in names]) for kind, names in kinds.items()}


FAMILIES = _families()
"""For explanations: every feature is in exactly one."""

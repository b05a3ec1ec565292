"""The page as the lines of its visual blocks, each with its section and whether it is noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from newsextract.page import Page
from newsextract.page.blocks import HEADINGS, Block
from newsextract.records.patterns import section_of
from newsextract.text.measure import clean, fold_space


class Part(NamedTuple):
    """One text node of a line."""

    text: str
    raised: bool
    """Set as a superscript: the mark of a footnote or affiliation."""


class Line(NamedTuple):
    """What a browser shows as one line or paragraph of a block."""

    text: str
    """White space folded."""
    parts: tuple[Part, ...]
    block: int
    """Number of the visual block."""
    start: int
    end: int
    """Its text nodes, from ``start`` up to, not including, ``end``."""
    level: int
    """1 to 6 for a heading, else 0."""
    path: int
    """Number of the tag path of the block; items of one list share it."""
    noise: bool
    """All of it lies in link clusters or forms."""
    section: str
    """``abstract``, ``keywords``, ``references``, ``related``, or empty. A label itself stands outside."""


def page_lines(page: Page, left_out: Sequence[bool]) -> list[Line]:
    """All lines of the page, those of noise marked.

    Noise is whole lines: a link beside plain words ("DOI: <a>10.5555/x</a>") is part of its line.
    """
    raised = _raised_elements(page)
    lines = []
    for number, block in enumerate(page.blocks):
        element = block.element
        tag = page.walk.tags[element] if element >= 0 else ""
        path = page.walk.path_ids[element] if element >= 0 else page.node_paths[block.start]
        for start, end in _rows(page, block):
            nodes = range(start, end)
            parts = tuple(Part(page.walk.texts[node], raised[page.walk.owners[node]]) for node in nodes)
            text = fold_space(clean("".join(part.text for part in parts)))
            if text:
                noise = all(
                    left_out[node] or not any(map(str.isalnum, page.walk.texts[node])) for node in nodes
                )
                level = int(tag[1]) if tag in HEADINGS else 0
                lines.append(Line(text, parts, number, start, end, level, path, noise, ""))
    return _with_sections(page, lines)


def _rows(page: Page, block: Block) -> Iterator[tuple[int, int]]:
    start = block.start
    for node in range(block.start + 1, block.end + 1):
        if node == block.end or page.walk.rows[node] != page.walk.rows[start]:
            yield start, node
            start = node


def _raised_elements(page: Page) -> list[bool]:
    raised: list[bool] = []
    for tag, parent in zip(page.walk.tags, page.walk.parents, strict=True):
        raised.append(tag == "sup" or (parent >= 0 and raised[parent]))
    return raised


def _with_sections(page: Page, lines: Sequence[Line]) -> list[Line]:
    """A label opens a section, to the next heading of its rank, label, or end of its container."""
    marked = []
    section, rank, end = "", 0, 0
    for line in lines:
        opens = section_of(line.text)
        if line.start >= end:
            section = ""
        if opens:
            section, rank, end = opens, line.level or len(HEADINGS) + 1, _container_end(page, line)
        elif line.level and line.level <= rank:
            section = ""
        marked.append(line if opens else line._replace(section=section))
    return marked


def _container_end(page: Page, line: Line) -> int:
    """Where the text of the smallest element ends that holds more than the label."""
    walk = page.walk
    element = walk.owners[line.end - 1]
    while walk.parents[element] >= 0 and walk.end_text[element] <= line.end:
        element = walk.parents[element]
    return walk.end_text[element]

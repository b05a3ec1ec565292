"""Places: where on a page something stands, in words that hold for all pages built like it.

A place is the way from the page's ``body`` to an element, a step for each element that has a name or starts a
line: its tag with its id (``div#story``), else its classes (``div.story.wide``), else, for the tags that
pages are laid out with, its position among its like (``td[2]``). See ``names`` for what ids and classes are
cut down to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lxml import etree

from newsextract.page import Page
from newsextract.page.walk import BLOCK_TAGS
from newsextract.site.names import class_names, id_name

Place = tuple[str, ...]
"""Steps from the outermost one on."""

LAID_OUT = frozenset("div table tr td section article center form".split())
"""Tags whose position counts where they have no name. Others stand in lists of any length."""

LAST_POSITION = 30
"""Beyond it a position says nothing: rows of a table, not its layout."""

MOST_STEPS = 40
"""Steps of a place, from the body on: deeper nesting is made by broken markup."""

_TAG = re.compile(r"[a-z][\w:-]*")  # the parser lets through what no selector can name, as in <a.b> and <a<b>
_NO_STEP = frozenset({"html", "body", "br", "hr", "tbody", "thead"})


@lru_cache(maxsize=16384)
def step_name(tag: str, id_: str | None, class_: str | None) -> str:
    """The step of an element without its position; empty for an element that makes none."""
    if tag in _NO_STEP or not _TAG.fullmatch(tag):
        return ""
    if id_:
        name = id_name(id_)
        if name:
            return f"{tag}#{name}"
    if class_:
        names = class_names(class_)
        if names:
            return f"{tag}.{'.'.join(names)}"
    return tag if tag in BLOCK_TAGS else ""


def positioned(step: str, position: int) -> str:
    """The step with its position where that counts."""
    return f"{step}[{position}]" if step in LAID_OUT and position <= LAST_POSITION else step


class Places(NamedTuple):
    """The places of a page."""

    of_element: list[int]
    """For each element the number of the place it is at or lies in; 0, the body itself, for those above."""
    paths: list[Place]
    """By number: the place."""
    parents: list[int]
    """By number: the place around it; -1 for the body."""


def page_places(page: Page) -> Places:
    """The places of all elements of a page that show text."""
    walk = page.walk
    elements, tags, parents = walk.elements, walk.tags, walk.parents
    first, end = walk.first_text, walk.end_text
    of_element = [0] * len(tags)
    paths: list[Place] = [()]
    above: list[int] = [-1]
    known: dict[tuple[int, str], int] = {}
    positions: dict[tuple[int, str], int] = {}
    for number, tag in enumerate(tags):
        parent = parents[number]
        if tag in LAID_OUT:  # also those without text: positions count all
            seen = positions[parent, tag] = positions.get((parent, tag), 0) + 1
        else:
            seen = 0
        if first[number] == end[number]:
            continue
        around = of_element[parent] if parent >= 0 else 0
        attributes = elements[number].attrib
        step = (
            step_name(tag, attributes.get("id"), attributes.get("class"))
            if attributes
            else step_name(tag, None, None)
        )
        if not step or len(paths[around]) >= MOST_STEPS:
            of_element[number] = around
            continue
        if seen:
            step = positioned(step, seen)
        key = (around, step)
        place = known.get(key)
        if place is None:
            place = known[key] = len(paths)
            paths.append((*paths[around], step))
            above.append(around)
        of_element[number] = place
    return Places(of_element, paths, above)


def element_step(element: etree._Element) -> str:
    """The step of one element of a tree; counts its like before it where the position matters."""
    tag = element.tag
    step = step_name(tag, element.get("id"), element.get("class"))
    if step in LAID_OUT:
        before = islice(element.itersiblings(tag, preceding=True), LAST_POSITION)
        return positioned(step, 1 + sum(1 for _ in before))
    return step


def row_places(page: Page, places: Places) -> list[int]:
    """For each row of a page the number of the place where it begins."""
    owners, of_element = page.walk.owners, places.of_element
    return [of_element[owners[start]] for start, _ in page.row_spans]


def written(place: Sequence[str]) -> str:
    """A place in the grammar of rules."""
    return " > ".join(place)

"""Rules put to work on a parsed page: a few look-ups in the tree, and a walk over the content alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import NamedTuple

from lxml import etree

from newsextract.page.declared import element_text
from newsextract.page.render import render
from newsextract.page.walk import Walk, walk
from newsextract.site.places import element_step, step_name
from newsextract.site.rules import Rule
from newsextract.site.selectors import INSIDE, Selector, Step, parse_step
from newsextract.site.testimony import text_mark

MOST_BLOCKS = 500
"""Elements that one rule takes of a page: a body of 500 paragraphs that have no block around them."""

MOST_WALKS = 8
"""Walks over parts of a page; where a body is in more parts, one walk over the whole page takes less."""

MOST_AROUND = 200
"""Steps around an element that a selector with a space looks through; pages have 40 at most."""

MOST_LOOKS = 4_000
"""Different tags with id and class that are remembered; a site has some hundred, and ids with numbers make
new ones on every page."""


class Found(NamedTuple):
    """What a rule found on a page."""

    text: str
    length: int
    """Characters, white space and all."""
    linked: int
    """Those of them in links."""
    title: str
    """Text at the rule's place for the headline; empty where there is none."""


Look = tuple[str, str | None, str | None]
"""What an element shows: tag, id, class."""


class Finder:
    """Several selectors looked for at once. Elements that show the same are told apart only where positions
    or what is around them decide."""

    def __init__(self, selectors: Iterable[Selector]) -> None:
        self._selectors = tuple(selectors)
        self.tags = tuple(dict.fromkeys(selector.last.tag for selector in self._selectors))
        self._by_look: dict[Look, tuple[Selector, ...]] = {}

    def find_in(self, root: etree._Element) -> Iterator[etree._Element]:
        """The elements of a page that are meant, in page order."""
        return self.find(root.iter(*self.tags))

    def find(self, elements: Iterable[etree._Element]) -> Iterator[etree._Element]:
        """Those of the elements that are meant, in their order."""
        by_look = self._by_look
        around: dict[tuple[int, etree._Element | None], bool] = {}
        for element in elements:
            get = element.get
            look = (element.tag, get("id"), get("class"))
            candidates = by_look.get(look)
            if candidates is None:
                candidates = self._remember(look)
            if candidates and any(_is_meant(selector, element, around) for selector in candidates):
                yield element

    def _remember(self, look: Look) -> tuple[Selector, ...]:
        """The selectors whose last step an element of this look can be at."""
        if len(self._by_look) >= MOST_LOOKS:
            self._by_look.clear()
        step = step_name(*look)
        found = tuple(selector for selector in self._selectors if step and _may_be(selector.last, step))
        self._by_look[look] = found
        return found


def _may_be(last: Step, step: str) -> bool:
    """Whether an element with this step, its position left open, can be at the last step of a selector."""
    return replace(last, position=0).matches(parse_step(step))


def _is_meant(
    selector: Selector, element: etree._Element, around: dict[tuple[int, etree._Element | None], bool]
) -> bool:
    if selector.last.position and selector.last.position != parse_step(element_step(element)).position:
        return False
    if len(selector.steps) == 1:
        return True
    key = (id(selector), element.getparent())
    if key not in around:  # siblings have the same around them
        most = MOST_AROUND if INSIDE in selector.ties else len(selector.ties)
        around[key] = selector.matches([selector.last, *islice(_way(key[1]), most)])
    return around[key]


def _way(element: etree._Element | None) -> Iterator[Step]:
    """The steps of an element and of those around it, the inner ones first."""
    while element is not None:
        step = element_step(element)
        if step:
            yield parse_step(step)
        element = element.getparent()


class CompiledRule:
    """A rule ready for use on any number of pages."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._content = Finder(rule.content)
        self._without = Finder(rule.without)
        title = rule.places.get("title")
        self._title = Finder((title,)) if title else None

    def apply(self, root: etree._Element) -> Found | None:
        """What the rule finds; None where none of its places is."""
        texts: list[str] = []
        length = linked = 0
        for part, taken in _parts(root, self._blocks(root)):
            nodes = self._nodes(part, taken)
            if not nodes:
                continue
            texts.append(render(part, nodes))
            for node in nodes:
                size = len(part.texts[node])
                length += size
                if part.links[part.owners[node]] >= 0:
                    linked += size
        text = "\n".join(filter(None, texts))
        return Found(text, length, linked, self._headline(root)) if text else None

    def _blocks(self, root: etree._Element) -> list[etree._Element]:
        """The elements with the body, none inside another."""
        found: list[etree._Element] = []
        for element in self._content.find_in(root):
            if not (found and _lies_in(element, found[-1])):
                found.append(element)
                if len(found) == MOST_BLOCKS:
                    break
        return found

    def _nodes(self, part: Walk, taken: Sequence[int]) -> Sequence[int]:
        """The text nodes of these elements that are left when all has gone that is not the body."""
        left_out = bytearray(b"\1" * len(part.texts))
        for number in taken:
            first, end = part.first_text[number], part.end_text[number]
            left_out[first:end] = bytes(end - first)
        for tag in self._without.tags:
            numbers = {part.elements[number]: number for number in part.numbers.get(tag, ())}
            for element in self._without.find(numbers):
                first, end = part.first_text[numbers[element]], part.end_text[numbers[element]]
                left_out[first:end] = b"\1" * (end - first)
        if self.rule.noise:
            _leave_out_noise(part, left_out, self.rule.noise)
        if not any(left_out):
            return range(len(part.texts))
        return [node for node, out in enumerate(left_out) if not out]

    def _headline(self, root: etree._Element) -> str:
        if self._title is None:
            return ""
        titles = map(element_text, self._title.find_in(root))
        return next(filter(None, titles), "")


def _parts(root: etree._Element, blocks: Sequence[etree._Element]) -> Iterator[tuple[Walk, Sequence[int]]]:
    """Walks over the blocks, and which elements of each are meant: paragraphs side by side are walked at
    once."""
    groups = [(parent, list(group)) for parent, group in groupby(blocks, key=etree._Element.getparent)]
    if len(groups) > MOST_WALKS:
        part = walk(root)
        wanted = set(blocks)
        yield part, [number for number, element in enumerate(part.elements) if element in wanted]
        return
    for parent, together in groups:
        if len(together) == 1 or parent is None:
            yield from ((walk(element), (0,)) for element in together)
            continue
        part = walk(parent)
        wanted = set(together)
        children = (number for number, above in enumerate(part.parents) if above == 0)
        yield part, [number for number in children if part.elements[number] in wanted]


def _leave_out_noise(part: Walk, left_out: bytearray, noise: frozenset[int]) -> None:
    rows, texts = part.rows, part.texts
    start, count = 0, len(rows)
    while start < count:
        end = start + 1
        while end < count and rows[end] == rows[start]:
            end += 1
        text = texts[start] if end - start == 1 else "".join(texts[start:end])
        if text_mark(text) in noise:
            left_out[start:end] = b"\1" * (end - start)
        start = end


def _lies_in(element: etree._Element, block: etree._Element) -> bool:
    parent = element.getparent()
    if parent is block.getparent():
        return False
    while parent is not None:
        if parent is block:
            return True
        parent = parent.getparent()
    return False

"""The second parser, for pages that libxml2 cuts off (2,048 nested levels) or had better not be given.

A plain reading of the tags into an lxml tree, linear in the page whatever its depth; the libraries at hand
are not (lexbor takes 8 s for 100,000 nested ``div``, this 0.2 s). It closes what HTML lets authors
leave open most often and knows nothing finer: on 489 of 489 real pages it finds libxml2's text.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

from lxml import etree

from newsextract.page.tokens import ATTRIBUTE, ESCAPED_TEXT_TAGS, tokens
from newsextract.page.walk import SKIPPED_TAGS

_NAME = re.compile(r"[a-zA-Z_][\w.-]*", re.ASCII)
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_CLOSED_BY_ITSELF = frozenset("p li dd dt tr td th option".split())
_CLOSES_P = frozenset(
    "address article aside blockquote center div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr main nav ol p pre section table ul".split()
)


class _Builder:
    """Open elements as a stack; what opens below ``max_depth`` becomes a leaf instead."""

    def __init__(self, max_depth: int) -> None:
        self._tree: etree.TreeBuilder = etree.TreeBuilder()
        self._max_depth = max_depth
        self._open: list[str] = []
        self._open_count: Counter[str] = Counter()
        self._too_deep: Counter[str] = Counter()
        self._hiding = 0  # elements below the bound whose text must not show
        self.start("html", {})

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        top = self._open[-1] if self._open else ""
        if top and ((top == tag and tag in _CLOSED_BY_ITSELF) or (top == "p" and tag in _CLOSES_P)):
            self.end(top)
        self._tree.start(tag, attributes)  # type: ignore[arg-type]  # the stubs ask for a wider dict
        if tag in _VOID:
            self._tree.end(tag)
        elif len(self._open) >= self._max_depth:
            self._tree.end(tag)
            self._too_deep[tag] += 1
            self._hiding += tag in SKIPPED_TAGS
        else:
            self._open.append(tag)
            self._open_count[tag] += 1

    def end(self, tag: str) -> None:
        if self._too_deep[tag]:
            self._too_deep[tag] -= 1
            self._hiding -= tag in SKIPPED_TAGS
            return
        while self._open_count[tag]:
            closed = self._open.pop()
            self._open_count[closed] -= 1
            self._tree.end(closed)
            if closed == tag:
                return

    def text(self, text: str) -> None:
        if not self._hiding:
            self._tree.data(_NOT_XML.sub("", text))

    def close(self) -> etree._Element:
        while self._open:
            self._tree.end(self._open.pop())
        return self._tree.close()


def _attributes(source: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, double, single, bare in ATTRIBUTE.findall(source):
        key = name.lower()
        if _NAME.fullmatch(key) and key not in values:
            values[key] = _NOT_XML.sub("", unescape(double or single or bare))
    return values


def parse_plainly(html: str, *, max_depth: int) -> etree._Element:
    """The tree of ``html`` without libxml2's parser. Never fails, keeps all text."""
    builder = _Builder(max_depth)
    escaped = False
    for kind, value, attributes in tokens(html):
        if kind == "text":
            builder.text(unescape(value))
        elif kind == "raw":
            builder.text(unescape(value) if escaped else value)
        elif value == "html":  # there is one root: it is open from the first token to the last
            continue
        elif kind == "end":
            builder.end(value)
        else:
            builder.start(value if _NAME.fullmatch(value) else "span", _attributes(attributes))
            escaped = value in ESCAPED_TEXT_TAGS
    return builder.close()

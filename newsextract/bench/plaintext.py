"""Markup to plain text, for peers that answer in HTML and for the baseline that keeps everything.

It shares nothing with the extraction proper, so that a fault there cannot hide here.
"""

from __future__ import annotations

from lxml import etree

# A line ends where a block begins or ends: at every tag but these, which run on within a line.
_INLINE = frozenset((
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
    "i", "img", "ins", "kbd", "label", "mark", "nobr", "q", "rp", "rt", "ruby", "s", "samp", "small",
    "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
))  # fmt: skip
# Not "head": where a page leaves out its end tag, libxml2 puts <nav> and <article> into it.
_NOT_SHOWN = frozenset(["noscript", "script", "style", "template", "title"])


def parse_html(markup: bytes) -> etree._Element | None:
    """Parse markup in UTF-8; None when there is nothing in it."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    root: etree._Element | None = etree.fromstring(markup, parser)
    return root


def html_to_text(markup: str) -> str:
    """All text that a browser would show, one line a block, white space folded."""
    root = parse_html(markup.encode("utf-8", "replace"))
    if root is None:
        return ""
    pieces: list[str] = []
    hidden = 0
    for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        name = node.tag if isinstance(node.tag, str) else None
        if event == "start":
            hidden += name in _NOT_SHOWN
            pieces.append("" if name in _INLINE else "\n")
            pieces.append("" if hidden else _on_one_line(node.text))
            continue
        if event == "end":
            hidden -= name in _NOT_SHOWN
            pieces.append("" if name in _INLINE else "\n")
        pieces.append("" if hidden else _on_one_line(node.tail))
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def _on_one_line(text: str | None) -> str:
    return text.replace("\n", " ") if text else ""

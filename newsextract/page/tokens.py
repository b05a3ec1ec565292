"""How HTML source falls into tags, as the WHATWG tokenizer reads it.

Shared by the pre-scan and the second parser. No pattern ever has to take another turning: what comes behind a
repetition can always be empty. A quote or comment that is never closed is searched to the end of the page
once, since none of its kind can follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

SPACE = r"[ \t\n\f\r]"
"""White space in tags: these five, and no others that a regular expression calls so."""

_NAME = r"[a-zA-Z][^ \t\n\f\r/>]*"
_VALUE = r"""(?:"[^"]*"|'[^']*'|[^ \t\n\f\r>"'][^ \t\n\f\r>]*)"""

_MOST_TURNS = 1_000
"""Attributes taken in one match: the engine keeps every turn of a loop in mind, 3 GB of them for 8 MB."""

_ATTRIBUTES = re.compile(
    rf"(?:[ \t\n\f\r/]+|[^ \t\n\f\r/>][^ \t\n\f\r/>=]*(?:{SPACE}*={SPACE}*{_VALUE}?)?){{1,{_MOST_TURNS}}}"
)

ATTRIBUTE = re.compile(
    rf"""([^ \t\n\f\r/>][^ \t\n\f\r/>=]*)(?:{SPACE}*={SPACE}*"""
    rf"""(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r>"'][^ \t\n\f\r>]*))?)?[ \t\n\f\r/]*"""
)
"""One attribute: its name, and its value in one of three spellings."""

RAW_TEXT_TAGS = frozenset("script style textarea title xmp iframe noembed noframes".split())
"""Elements whose content is text, tags in it included, up to their own end tag."""

ESCAPED_TEXT_TAGS = frozenset({"textarea", "title"})
"""Those of them in which ``&amp;`` means ``&``."""

_RAW_ENDS = {tag: re.compile(rf"</{tag}(?=[ \t\n\f\r/>])", re.IGNORECASE) for tag in RAW_TEXT_TAGS}

COMMENT = r"<!--(?:-?>|.*?(?:--!?>|\Z))"

_TOKEN = re.compile(
    rf"{COMMENT}|<(?:[!?]|/(?![a-zA-Z]))[^>]*>?|</(?P<end>{_NAME})|<(?P<start>{_NAME})|(?P<text>[^<]+|<)",
    re.DOTALL,
)


class Token(NamedTuple):
    """A piece of the source. Comments and declarations are passed over."""

    kind: str
    """``start``, ``end``, ``text``, or ``raw``: the content of the element that has just started."""
    value: str
    """Name of the tag in lower case, or the text as written."""
    attributes: str = ""
    """Source of a start tag's attributes; see ``ATTRIBUTE``."""


def tokens(html: str) -> Iterator[Token]:
    """The source in pieces, from front to back, in linear time."""
    position, end = 0, len(html)
    while position < end and (match := _TOKEN.match(html, position)):
        position = match.end()
        kind = match.lastgroup
        if kind == "text":
            yield Token("text", match[0])
        elif kind:
            name, stop = match[kind].lower(), attributes_end(html, position)
            yield Token(kind, name, html[position:stop] if kind == "start" else "")
            position = stop + 1  # behind its >
            if kind == "start" and name in RAW_TEXT_TAGS:
                closing = _RAW_ENDS[name].search(html, position)
                stop = closing.start() if closing else end
                yield Token("raw", html[position:stop])
                position = stop


def attributes_end(html: str, start: int) -> int:
    """Where the attributes that begin at ``start`` end: before the tag's ``>``, or with the page. A quote
    opens a value only after ``=``, as in browsers."""
    while start < len(html) and html[start] != ">":
        start = _ATTRIBUTES.match(html, start).end()  # type: ignore[union-attr]  # any other character matches
    return start

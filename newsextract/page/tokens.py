"""How HTML source falls into tags, as the WHATWG tokenizer reads it.

Shared by the pre-scan and the second parser. Every pattern is possessive and always goes forward: a quote or
comment that is never closed is searched to the end of the page once, since none of its kind can follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

SPACE = r"[ \t\n\f\r]"
"""White space in tags: these five, and no others that a regular expression calls so."""

_NAME = r"[a-zA-Z][^ \t\n\f\r/>]*+"
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[^ \t\n\f\r>"'][^ \t\n\f\r>]*+)"""

ATTRIBUTES = rf"(?:[ \t\n\f\r/]++|[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?:{SPACE}*+={SPACE}*+{_VALUE}?+)?+)*+"
"""Everything between a tag's name and its ``>``. A quote opens a value only after ``=``, as in browsers."""

ATTRIBUTE = re.compile(
    rf"""([^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)(?:{SPACE}*+={SPACE}*+"""
    rf"""(?:"([^"]*+)"|'([^']*+)'|([^ \t\n\f\r>"'][^ \t\n\f\r>]*+))?+)?+[ \t\n\f\r/]*+"""
)
"""One attribute: its name, and its value in one of three spellings."""

RAW_TEXT_TAGS = frozenset("script style textarea title xmp iframe noembed noframes".split())
"""Elements whose content is text, tags in it included, up to their own end tag."""

ESCAPED_TEXT_TAGS = frozenset({"textarea", "title"})
"""Those of them in which ``&amp;`` means ``&``."""

_RAW_ENDS = {tag: re.compile(rf"</{tag}(?=[ \t\n\f\r/>])", re.IGNORECASE) for tag in RAW_TEXT_TAGS}

COMMENT = r"<!--(?:-?>|.*?(?:--!?>|\Z))"

_TOKEN = re.compile(
    rf"{COMMENT}|<(?:[!?]|/(?![a-zA-Z]))[^>]*+>?"
    rf"|</(?P<end>{_NAME}){ATTRIBUTES}>?"
    rf"|<(?P<start>{_NAME})(?P<attributes>{ATTRIBUTES})>?"
    r"|(?P<text>[^<]++|<)",
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
        if match["text"] is not None:
            yield Token("text", match["text"])
        elif match["end"] is not None:
            yield Token("end", match["end"].lower())
        elif match["start"] is not None:
            tag = match["start"].lower()
            yield Token("start", tag, match["attributes"])
            if tag in RAW_TEXT_TAGS:
                closing = _RAW_ENDS[tag].search(html, position)
                stop = closing.start() if closing else end
                yield Token("raw", html[position:stop])
                position = stop

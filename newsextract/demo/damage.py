"""Breaks a page as pages in the wild are broken, and leaves the text of its article whole."""

from __future__ import annotations

import re

from newsextract.demo.stories import Story

STRAY_BYTES = b"\xff\x81\x00\xfe"
"""Valid in none of the encodings here."""

_PARAGRAPH_END = re.compile(rb"</p>", re.IGNORECASE)


def damaged(body: bytes, story: Story, encoding: str) -> bytes:
    """A page with unclosed paragraphs, wrong nesting, stray bytes and end tags, cut off behind the text."""
    last = story.draft.blocks[-1].text.encode(encoding)
    first = story.draft.blocks[0].text.encode(encoding)
    end = body.rindex(last) + len(last)
    start = body.index(first, body.index(b"<body") if b"<body" in body else body.index(b"<BODY"))
    text = body[start:end]
    halves = text.partition(b" " if b" " in first else "，".encode(encoding))
    nested = b"<b><i>" + halves[0] + b"</b></i>" + halves[1] + halves[2]
    unclosed = _every_second_removed(nested)
    rest = body[end:]
    return body[:start] + unclosed + b"</span></font>\n" + STRAY_BYTES + rest[: len(rest) // 3]


def _every_second_removed(text: bytes) -> bytes:
    parts = _PARAGRAPH_END.split(text)
    return b"".join(
        part + (b"</p>" if number % 2 and number < len(parts) - 1 else b"")
        for number, part in enumerate(parts)
    )

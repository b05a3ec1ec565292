"""Where a page's own words about itself stand: its title, its first heading, its description, its body."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import NamedTuple

import numpy as np

from newsextract.methods.fusion.rows import BETWEEN, Column, Rows, numbers, rows_with
from newsextract.page import Page
from newsextract.text.measure import fold_space

MOST_TITLE_WORDS = 24
SHORTEST_TITLE_WORD = 4
"""Letters; shorter words stand in every line."""

TITLE_SHARE = 0.7
"""Share of the title's words from which a line of its length is the title."""

DESCRIPTION_START = 30
"""Characters by which a description is found in the text: sites cut it off anywhere."""

SHORTEST_BODY = 200
"""Characters of a declared body that is more than a summary."""

BODY_START = 60
SHORTEST_BODY_ROW = 4
"""Characters by which a row is found in the declared body, and that it needs to be looked for there."""

_WORD = re.compile(r"\w+")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_BODY_NAME = '"articleBody"'
_BODY = re.compile(_BODY_NAME + r'\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*")', re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_DESCRIPTIONS = ("og:description", "description", "twitter:description")


class Landmarks(NamedTuple):
    """Rows as positions in ``Rows.texts``; -1 for what the page does not have."""

    title_words: Column
    """Share of the title's words that each row has (TWCEM)."""
    is_title: Column
    first_title: int
    last_title: int
    heading: int
    description: int
    in_body: Column
    """Whether each row is in the body that the page declares for machines."""
    body_declared: bool


def find_landmarks(page: Page, title: str, rows: Rows) -> Landmarks:
    """Look for a page's landmarks in its rows."""
    texts = rows.texts
    shares = _title_shares(title, rows)
    is_title = (rows.sizes + len(BETWEEN) < 2 * len(title) + 20) & (shares > TITLE_SHARE)
    titles = np.flatnonzero(is_title)
    body = _declared_body(page)
    in_body = np.zeros(len(texts), dtype=bool)
    if body:
        in_body[:] = [len(text) >= SHORTEST_BODY_ROW and text[:BODY_START] in body for text in texts]
    return Landmarks(
        title_words=shares,
        is_title=is_title,
        first_title=int(titles[0]) if len(titles) else -1,
        last_title=int(titles[-1]) if len(titles) else -1,
        heading=_heading_row(page, len(texts)),
        description=_description_row(page, rows),
        in_body=in_body,
        body_declared=bool(body),
    )


def _title_shares(title: str, rows: Rows) -> Column:
    """For each row the share of the title's words in it; found by searching the whole page for each word."""
    words = _title_words(title)
    found = [row for word in words for row in rows_with(word, rows)]
    return np.bincount(numbers(found), minlength=len(rows.texts)) / max(1, len(words))


def _title_words(title: str) -> list[str]:
    """The words to look for: longer ones, and for ideographs pairs of characters."""
    lowered = title.lower()
    if _IDEOGRAPHS.search(lowered):
        pieces = [lowered[place : place + 2] for place in range(len(lowered) - 1)]
    else:
        every = _WORD.findall(lowered)
        pieces = [word for word in every if len(word) >= SHORTEST_TITLE_WORD] or every
    return list(dict.fromkeys(pieces))[:MOST_TITLE_WORDS]


def _heading_row(page: Page, count: int) -> int:
    """The row that the first top heading starts, if it is one of the first so many."""
    first = next((heading for heading in page.headings if heading.level == 1), None)
    if first is None:
        return -1
    row = bisect_right(page.row_spans, (page.walk.first_text[first.element], len(page.walk.texts) + 1)) - 1
    return row if row < count else -1


def _description_row(page: Page, rows: Rows) -> int:
    """The first row that holds the beginning of what the page says of itself in its head."""
    values = dict(reversed(page.meta))  # of several with one name the first counts
    for name in _DESCRIPTIONS:
        beginning = fold_space(values.get(name, "")).lower()[:DESCRIPTION_START]
        if len(beginning) >= DESCRIPTION_START // 2:
            row = next(rows_with(beginning, rows), None)
            if row is not None:
                return row
    return -1


def _declared_body(page: Page) -> str:
    """The longest body in the page's JSON-LD, white space folded; empty for none or a short one."""
    body = ""
    for script in page.json_ld:
        if _BODY_NAME not in script:  # told in a tenth of the time
            continue
        for match in _BODY.finditer(script):
            try:
                body = max(body, str(json.loads(match[1], strict=False)), key=len)
            except ValueError:
                continue
    return fold_space(_TAG.sub(" ", body)) if len(body) >= SHORTEST_BODY else ""

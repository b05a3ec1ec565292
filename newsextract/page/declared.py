"""What a page says of itself: title tag, meta and OpenGraph, JSON-LD, headings, anchors. Raw values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lxml import etree

from newsextract.page.blocks import HEADINGS
from newsextract.page.walk import Walk, walk
from newsextract.text.measure import fold_space


class Heading(NamedTuple):
    """A heading of the page."""

    level: int
    """1 to 6."""
    text: str
    element: int


class Anchor(NamedTuple):
    """A link with an address."""

    href: str
    """As written, not resolved."""
    text: str
    """Its own text; empty for an image link."""
    title: str
    """The ``title`` attribute."""
    element: int


_JSON_LD = "application/ld+json"

LONGEST_LABEL = 2_000
"""Characters read of a heading or anchor. Longer ones are whole articles in the wrong tag; where such tags
nest, reading each to its end would take time quadratic in the page."""


def text_of(walk: Walk, element: int) -> str:
    """The text shown inside an element in one line, up to the text node that passes ``LONGEST_LABEL``."""
    start, end = walk.first_text[element], walk.end_text[element]
    if end - start == 1:
        return fold_space(walk.texts[start])
    pieces: list[str] = []
    length = 0
    for node in range(start, end):
        if node > start and walk.rows[node] != walk.rows[node - 1]:
            pieces.append(" ")
        pieces.append(walk.texts[node])
        length += len(walk.texts[node])
        if length > LONGEST_LABEL:
            break
    return fold_space("".join(pieces))


def element_text(element: etree._Element) -> str:
    """The text shown inside an element of a page that need not be walked as a whole; as ``text_of``."""
    return text_of(walk(element), 0)


def headings(walk: Walk, numbers: Sequence[int]) -> tuple[Heading, ...]:
    """The headings among the given elements that show text."""
    found = (Heading(int(walk.tags[n][1]), text_of(walk, n), n) for n in numbers if walk.tags[n] in HEADINGS)
    return tuple(heading for heading in found if heading.text)


def anchors(walk: Walk, numbers: Sequence[int]) -> tuple[Anchor, ...]:
    """The ``a`` elements with an address, in page order."""
    found = []
    for number in numbers:
        element = walk.elements[number]
        href = (element.get("href") or "").strip()
        if href:
            title = fold_space(element.get("title") or "")
            found.append(Anchor(href, text_of(walk, number), title, number))
    return tuple(found)


def meta_values(elements: Iterable[etree._Element]) -> tuple[tuple[str, str], ...]:
    """``(name, content)`` of every meta element, names in lower case, OpenGraph properties among them."""
    values = []
    for element in elements:
        get = element.get
        name = get("name") or get("property") or get("itemprop")
        content = get("content")
        if name and content is not None:
            values.append((name.strip().lower(), content.strip()))
    return tuple(values)


def json_ld(scripts: Iterable[etree._Element]) -> tuple[str, ...]:
    """The source of every JSON-LD script, unparsed."""
    # the type first: most scripts are long, and of another
    texts = (script.text for script in scripts if _is_json_ld(script.get("type") or ""))
    return tuple(text for text in texts if text)


def _is_json_ld(kind: str) -> bool:
    return kind == _JSON_LD or kind.partition(";")[0].strip().lower() == _JSON_LD


def title_tag(elements: Iterable[etree._Element]) -> str:
    """The text of the first ``title`` element that has any; those of drawings come later in the page."""
    for element in elements:
        title = fold_space("".join(map(str, element.itertext())) if len(element) else element.text or "")
        if title:
            return title
    return ""

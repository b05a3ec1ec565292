"""The one reader of XML that others wrote: feeds and sitemaps.

Everything before the root element is cut off, the document type with it. So no entity is ever declared, there
is nothing to expand and nothing to fetch; libxml2 is told to do neither all the same.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator
from itertools import islice

from lxml import etree

from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.metadata.plain import LONGEST_VALUE, REFERENCE
from newsextract.page.decode import decode

ROOT_WITHIN = 64 * 1024
"""Characters in which the root element has to begin, behind comments, style sheets and a document type."""

MOST_PARTS = 500
"""Elements inside of a value, such as tags in a headline. Values that nest would be read over and over."""

_XML_REFERENCES = frozenset({"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
_AMPERSAND = re.compile(rf"<!\[CDATA\[.*?(?:\]\]>|\Z)|{REFERENCE.pattern}|&", re.DOTALL)
_TAG = re.compile(r"<(?:[A-Za-z_][\w.-]{0,40}:)?([A-Za-z_][\w.-]{0,40})(?=[\s/>])")


def read_xml(
    body: bytes, roots: Collection[str], *, limits: Limits = DEFAULT_LIMITS
) -> etree._Element | None:
    """The root element, when its name in lower case is among ``roots``; None for everything else.

    Wrong encodings, junk at both ends, stray ampersands, entities of HTML, open tags and a cut-off end are
    overlooked. Of more than ``max_bytes`` the beginning is read. Never raises.
    """
    text = decode(body[: limits.max_bytes]).text
    start = _root_start(text, roots)
    if start is None:
        return None
    # what stands behind the last tag is half of a value
    text = text[start : text.rfind(">") + 1]
    if "&" in text:
        text = _AMPERSAND.sub(_as_xml, text)
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
    )
    try:
        return etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.ParseError:
        return None


def local_name(element: etree._Element) -> str:
    """Name without namespace and prefix, in lower case: both are wrong too often to ask for them."""
    return str(element.tag).rpartition("}")[2].rpartition(":")[2].lower()


def namespace(element: etree._Element) -> str:
    """Namespace, or the prefix of one that was not declared; empty for neither."""
    name = str(element.tag)
    address, _, local = name.rpartition("}")
    return address.removeprefix("{") or local.rpartition(":")[0]


def text_of(element: etree._Element) -> str:
    """All text inside, as written, up to ``LONGEST_VALUE`` characters and ``MOST_PARTS`` elements."""
    if len(element) == 0:
        return (element.text or "")[:LONGEST_VALUE].strip()
    pieces: list[str] = []
    for event, part in islice(etree.iterwalk(element, events=("start", "end")), 2 * MOST_PARTS):
        if event == "start":
            pieces.append(part.text or "")
        elif part is not element:
            pieces.append(part.tail or "")
    return "".join(pieces)[:LONGEST_VALUE].strip()


def named(root: etree._Element, *names: str) -> Iterator[etree._Element]:
    """Elements of the tree with one of these local names, in order."""
    return (element for element in root.iter() if local_name(element) in names)


def _root_start(text: str, roots: Collection[str]) -> int | None:
    """Where the root begins. Markup of a web page before it says that this is one."""
    for tag in _TAG.finditer(text, 0, ROOT_WITHIN):
        name = tag[1].lower()
        if name in roots:
            return tag.start()
        if name in ("html", "head", "body", "script"):
            return None
    return None


def _as_xml(found: re.Match[str]) -> str:
    """What was found, written as XML reads it: characters for HTML's references, stray ampersands escaped."""
    written = found.group()
    if written in _XML_REFERENCES or written.startswith("<"):
        return written
    character = html.unescape(written)
    if character == written:
        return f"&amp;{written[1:]}"
    return html.escape(character, quote=False)

"""Decoded text to one tree, with libxml2 under watch."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from newsextract.limits import Limits
from newsextract.page.fallback import parse_plainly


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree, and whether libxml2 read the page to its end."""

    root: etree._Element | None
    """None for a page without any content."""

    truncated: bool
    """libxml2 stopped early; the tree is then the second parser's."""

    reason: str
    """What libxml2 said when it stopped."""


def parse(html: str, limits: Limits) -> Parsed:
    """Parse once; a page that libxml2 cuts off is read again, whole, by the second parser."""
    # ids are looked up nowhere, comments and processing instructions are never content
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, collect_ids=False
    )
    try:
        root: etree._Element | None = etree.fromstring(html.encode("utf-8", "replace"), parser)
    except etree.ParseError:  # raised for a page without any element or text
        root = None
    reason = _fatal_error(parser)
    if not reason:
        return Parsed(root, False, "")
    return Parsed(parse_plainly(html, max_depth=limits.max_depth), True, reason)


def _fatal_error(parser: etree.HTMLParser) -> str:
    """What made libxml2 give up, if anything did; the log of an ordinary bad page holds no fatal entry."""
    for entry in parser.error_log.filter_from_fatals():
        if entry.type != etree.ErrorTypes.ERR_DOCUMENT_EMPTY:
            return str(entry.message)
    return ""

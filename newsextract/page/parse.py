"""Decoded text to one tree, with libxml2 under watch."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from newsextract.limits import Limits
from newsextract.page.fallback import parse_plainly
from newsextract.page.prescan import may_stall, stalling_tag


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree, and what kept libxml2 from reading the page to its end, if anything did."""

    root: etree._Element | None
    """None for a page without any content."""

    truncated: bool = False
    """libxml2 stopped early; the tree is then the second parser's."""

    refused: bool = False
    """The page holds a tag made to stall libxml2, and was not parsed."""

    reason: str = ""
    """What libxml2 said when it stopped, or why the page was refused."""


def parse(html: str, limits: Limits, *, utf8: bytes | None = None) -> Parsed:
    """Parse once; a page that libxml2 cuts off is read again, whole, by the second parser.

    ``utf8`` is the same text in UTF-8, if the caller has it.
    """
    if may_stall(html, limits):
        reason = stalling_tag(html, limits)
        if reason:
            return Parsed(None, refused=True, reason=reason)
        # a false alarm, or a tag that hides well: either way nothing to give to libxml2
        return Parsed(parse_plainly(html, max_depth=limits.max_depth))
    # ids are looked up nowhere, comments and processing instructions are never content
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, collect_ids=False
    )
    try:
        source = html.encode("utf-8", "replace") if utf8 is None else utf8
        root: etree._Element | None = etree.fromstring(source, parser)
    except etree.ParseError:  # raised for a page without any element or text
        root = None
    reason = _fatal_error(parser)
    if not reason:
        return Parsed(_with_the_rest(root))
    return Parsed(parse_plainly(html, max_depth=limits.max_depth), truncated=True, reason=reason)


def _with_the_rest(root: etree._Element | None) -> etree._Element | None:
    """The root, with what stands behind its end tag: libxml2 makes roots of its own of that."""
    if root is not None and root.getnext() is not None:
        for sibling in list(root.itersiblings()):
            root.append(sibling)
    return root


def _fatal_error(parser: etree.HTMLParser) -> str:
    """What made libxml2 give up, if anything did; the log of an ordinary bad page holds no fatal entry."""
    for entry in parser.error_log.filter_from_fatals():
        if entry.type != etree.ErrorTypes.ERR_DOCUMENT_EMPTY:
            return str(entry.message)
    return ""

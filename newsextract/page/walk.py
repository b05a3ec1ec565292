"""The one walk over the tree: every element and text node in document order, as parallel lists.

Elements are numbered in document order, so an element's descendants are the numbers from its own to ``ends``
and its text nodes those from ``first_text`` to ``end_text``: any sum over a subtree is the difference of two
running sums, and no method has to climb the tree again.
"""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

SKIPPED_TAGS = frozenset(
    "script style noscript template iframe object embed svg math canvas audio video "
    "select textarea datalist title noembed noframes".split()
)
"""Elements whose text a reader does not see as part of the page, or that are controls. Not ``head``: where
its tags are left out, libxml2 takes ``article`` for a part of it. Nor ``button``: one left open holds the
rest of the page."""

REPLACED_TAGS = frozenset("img iframe object embed svg math canvas audio video select textarea input".split())
"""Elements that show as a thing of their own, so that the words before and after them are two."""

BLOCK_TAGS = frozenset(
    "address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol "
    "p pre section summary table tbody td tfoot th thead tr ul".split()
)
"""Elements that start and end a line when a browser shows the page; a button's label is a line to us."""


class Walk(NamedTuple):
    """What the walk saw. The first nine lists run over elements, the last three over text nodes."""

    elements: list[etree._Element]
    tags: list[str]
    parents: list[int]
    """Number of the parent; -1 for the root."""
    ends: list[int]
    """One past the number of the last descendant."""
    first_text: list[int]
    end_text: list[int]
    """One past the last text node inside."""
    links: list[int]
    """Number of the ``a`` the element is or lies in; -1 outside of links."""
    path_ids: list[int]
    """Elements with the same sequence of tags from the root share a number."""
    path_steps: list[tuple[int, str]]
    """By path number: the path one step up (-1 above the root) and the last tag; see ``paths``."""
    texts: list[str]
    """Text nodes that hold more than white space and lie outside of skipped elements, as written."""
    owners: list[int]
    """Number of the element that a text node hangs from."""
    rows: list[int]
    """Text nodes that a browser shows in one line or paragraph share a number; numbers grow, with gaps."""


def walk(root: etree._Element) -> Walk:
    """Read the tree once. One flat loop on purpose: this is the hottest code after the parser."""
    elements = list(root.iter())
    tags: list[str] = []
    parents: list[int] = []
    ends = [0] * len(elements)
    first_text: list[int] = []
    end_text = [0] * len(elements)
    links: list[int] = []
    path_ids: list[int] = []
    path_steps: list[tuple[int, str]] = []
    texts: list[str] = []
    owners: list[int] = []
    rows: list[int] = []

    known_paths: dict[tuple[int, str], int] = {}
    skipped: list[bool] = []
    open_elements: list[etree._Element | None] = [None]
    open_numbers = [-1]
    row = 0
    gap = False  # white space or a picture was passed over: the next text starts with a space

    for number, element in enumerate([*elements, None]):
        # the end marker's parent is the root's parent, so that it closes everything
        above = element.getparent() if element is not None else None
        while open_elements[-1] is not above:
            closed = open_elements.pop()
            closed_number = open_numbers.pop()
            ends[closed_number] = number
            end_text[closed_number] = len(texts)
            if tags[closed_number] in BLOCK_TAGS and not skipped[closed_number]:
                row += 1
            tail = closed.tail  # type: ignore[union-attr]  # only the bottom of the stack is None
            if tail:
                parent = open_numbers[-1]
                if parent >= 0 and not skipped[parent]:
                    if tail.isspace():
                        gap = True
                    else:
                        texts.append(" " + tail if gap else tail)
                        owners.append(parent)
                        rows.append(row)
                        gap = False
        if element is None:
            break
        tag = str(element.tag)
        parent = open_numbers[-1]
        if parent >= 0:
            skip = skipped[parent] or tag in SKIPPED_TAGS
            links.append(number if tag == "a" else links[parent])
            step = (path_ids[parent], tag)
        else:
            skip = False
            links.append(-1)
            step = (-1, tag)
        path_id = known_paths.get(step)
        if path_id is None:
            path_id = known_paths[step] = len(path_steps)
            path_steps.append(step)
        tags.append(tag)
        parents.append(parent)
        first_text.append(len(texts))
        path_ids.append(path_id)
        skipped.append(skip)
        if tag in REPLACED_TAGS and not (parent >= 0 and skipped[parent]):
            gap = True
        if not skip:
            if tag in BLOCK_TAGS:
                row += 1
            text = element.text
            if text:
                if text.isspace():
                    gap = True
                else:
                    texts.append(" " + text if gap else text)
                    owners.append(number)
                    rows.append(row)
                    gap = False
        open_elements.append(element)
        open_numbers.append(number)
    return Walk(
        elements, tags, parents, ends, first_text, end_text, links, path_ids, path_steps, texts, owners, rows
    )

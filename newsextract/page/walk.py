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

_Paths = dict[str, tuple[int, bool, bool, bool, bool, list[int], "_Paths"]]
"""By the last tag, the paths below one path: number, skipped, block, replaced, link, the numbers of all
elements with that tag, and the paths below."""


class Walk(NamedTuple):
    """What the walk saw. The first eight lists run over elements, the last three over text nodes."""

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
    numbers: dict[str, list[int]]
    """By tag: the numbers of the elements with that tag."""
    texts: list[str]
    """Text nodes that hold more than white space and lie outside of skipped elements, as written."""
    owners: list[int]
    """Number of the element that a text node hangs from."""
    rows: list[int]
    """Text nodes that a browser shows in one line or paragraph share a number; numbers grow, with gaps."""


def walk(root: etree._Element) -> Walk:
    """Read a tree without comments once. One flat loop on purpose: the hottest code after the parser.

    Elements with one path are alike in all that their tags decide, so that is looked up once a path.
    """
    elements = list(root.iter())
    tags: list[str] = [element.tag for element in elements]
    parents: list[int] = []
    ends = list(range(1, len(elements) + 1))  # right for elements without children
    first_text: list[int] = []
    end_text = [0] * len(elements)
    links: list[int] = []
    path_ids: list[int] = []
    path_steps = [(-1, tags[0])]
    numbers: dict[str, list[int]] = {tags[0]: []}
    texts: list[str] = []
    owners: list[int] = []
    rows: list[int] = []

    row = 0
    gap = False  # white space or a picture was passed over: the next text starts with a space

    # The element around the current one. Nothing is read outside of the root, and all inside, whatever it is.
    around: etree._Element | None = None
    parent = parent_path = link = -1
    parent_skipped = True
    is_block, is_replaced = tags[0] in BLOCK_TAGS, tags[0] in REPLACED_TAGS
    paths: _Paths = {tags[0]: (0, False, is_block, is_replaced, False, numbers[tags[0]], {})}
    waiting: list[tuple[etree._Element | None, int, int, bool, int, _Paths, bool]] = []

    arounds: list[etree._Element | None] = [element.getparent() for element in elements[1:]]
    arounds.append(None)
    places = range(len(elements))
    for number, element, tag, around_next in zip(places, elements, tags, arounds, strict=True):
        path = paths.get(tag)
        if path is None:
            skipped = parent_skipped or tag in SKIPPED_TAGS
            is_block = tag in BLOCK_TAGS and not skipped
            is_replaced = tag in REPLACED_TAGS and not parent_skipped
            alike = numbers.setdefault(tag, [])
            path = paths[tag] = (len(path_steps), skipped, is_block, is_replaced, tag == "a", alike, {})
            path_steps.append((parent_path, tag))
        path_id, skipped, is_block, is_replaced, is_link, alike, paths_inside = path
        alike.append(number)
        parents.append(parent)
        path_ids.append(path_id)
        first_text.append(len(texts))
        links.append(number if is_link else link)
        if is_replaced:
            gap = True
        if not skipped:
            if is_block:
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

        if around_next is element:
            waiting.append((around, parent, parent_path, parent_skipped, link, paths, is_block))
            around, parent, parent_path, parent_skipped, paths = (
                element,
                number,
                path_id,
                skipped,
                paths_inside,
            )
            if is_link:
                link = number
            continue
        end_text[number] = len(texts)
        closed = element
        while True:
            if is_block:
                row += 1
            if not parent_skipped:
                text = closed.tail
                if text:
                    if text.isspace():
                        gap = True
                    else:
                        texts.append(" " + text if gap else text)
                        owners.append(parent)
                        rows.append(row)
                        gap = False
            if around is around_next:
                break
            closed = around  # type: ignore[assignment]  # None is around the root alone, and there it ends
            ends[parent] = number + 1
            end_text[parent] = len(texts)
            around, parent, parent_path, parent_skipped, link, paths, is_block = waiting.pop()
    return Walk(
        elements,
        tags,
        parents,
        ends,
        first_text,
        end_text,
        links,
        path_ids,
        path_steps,
        numbers,
        texts,
        owners,
        rows,
    )

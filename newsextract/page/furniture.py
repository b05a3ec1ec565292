"""Furniture: parts of a page that their own tag, id or class calls something else than the story.

A hint, not a proof: an element that holds most of the page is never taken for furniture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.page.names import name_words

if TYPE_CHECKING:
    from lxml import etree

    from newsextract.page.page import Page

LARGEST_SHARE = 0.6
"""Share of the page's text from which an element is no furniture, whatever it calls itself."""

FURNITURE_TAGS = frozenset("nav aside footer form button".split())

FURNITURE_WORDS = frozenset(
    # comments
    "comment comments commentlist disqus respond kommentar kommentare comentarios commentaires kommentarze "
    "pinglun "
    # other stories
    "related recommend recommended recommendation recommendations recirc popular trending more verwandt "
    "xiangguan tuijian "
    # around the page
    "sidebar side aside footer foot nav navigation navbar menu breadcrumb breadcrumbs toolbar banner search "
    "login pager pagination copyright cookie consent widget "
    # to do with the story, and no part of it
    "share sharing social newsletter subscribe tag tags "
    # advertisements
    "promo advert adverts advertisement ad ads sponsor sponsored outbrain taboola".split()
)
"""Words of ids and classes, whole ones: ``comment-list`` and ``relatedStories`` are, ``shared`` is not."""

_WHOLE_PAGE = frozenset({"html", "body", "article", "main"})


def furniture(page: Page) -> list[bool]:
    """For each text node, whether it lies in furniture. One pass over the elements."""
    walk, sums = page.walk, page.length_sums
    most = LARGEST_SHARE * sums[-1]
    known: dict[str, bool] = {}
    inside: list[bool] = []
    for number, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        named = parent >= 0 and inside[parent]
        if not named and tag not in _WHOLE_PAGE and walk.first_text[number] < walk.end_text[number]:
            named = tag in FURNITURE_TAGS or _says_so(walk.elements[number], known)
            named = named and sums[walk.end_text[number]] - sums[walk.first_text[number]] < most
        inside.append(named)
    return [inside[owner] for owner in walk.owners]


def _says_so(element: etree._Element, known: dict[str, bool]) -> bool:
    """Whether an id or class has a word for furniture. Pages repeat few names, so each is read once."""
    for name in ("id", "class"):
        value = element.get(name)
        if value:
            if value not in known:
                known[value] = not FURNITURE_WORDS.isdisjoint(name_words(value))
            if known[value]:
                return True
    return False

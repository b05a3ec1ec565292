"""Candidate titles and the choice between them (TWCEM's Algorithm 2).

In this order, the first that gives a usable string wins:

1. the text of the home-page anchor that led to the page, given from outside;
   where a rule of the site knows the headline's place: what stands there;
2. among the page's headings, the one nearest by edit distance to what the page calls itself in its head; on a
   page without headings, what the head says;
3. elements whose id or class says title; the first heading of a page whose head says nothing;
4. none.

An anchor that was cut off ("Government to rev...") is the beginning of the real headline, so it chooses among
the headings and head titles instead of being the title itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from newsextract.page import Page
from newsextract.text.distance import edit_distance
from newsextract.text.measure import fold_space

SHORTEST_TITLE = 2
LONGEST_TITLE = 300
"""Characters of a headline: two ideographs can be one, and what is longer than this is a paragraph."""

META_TITLES = ("og:title", "twitter:title", "title", "dc.title", "headline")
"""Names under which a page gives its title in meta elements, the most trusted first."""

STOCK_PHRASES = frozenset(
    "more|read more|read on|continue|continue reading|full story|full article|details|click here|here|link|"
    "comments|comment|share|print|video|photo|photos|gallery|home|next|previous|back|top|untitled|"
    "mehr|weiter|weiterlesen|mehr lesen|lire la suite|suite|leer más|ver más|más|leggi tutto|continua|"
    "czytaj więcej|więcej|czytaj dalej|подробнее|читать далее|далее|ещё|еще|περισσότερα|διαβάστε περισσότερα|"
    "详细|更多|全文|查看|查看全文|阅读全文|点击|评论|图|组图|视频|图片|首页|下一页|上一页|详情|続きを読む|詳細|더보기".split(
        "|"
    )
)
"""Anchor texts that name no story."""

_LETTER = re.compile(r"[^\W\d_]")
_BRACKETS = re.compile(r"[\[\](){}<>【】（）［］《》「」]")
_ELLIPSES = ("..", "…", "[…]", "[..]", "[...]")


@dataclass(frozen=True, slots=True)
class Title:
    """A title and where it came from."""

    text: str
    source: str
    """``anchor``, ``rule``, ``heading``, ``head`` (title tag or meta), ``element`` (id, class), or empty."""


NO_TITLE = Title("", "")


def is_usable(text: str) -> bool:
    """Whether a string can be a headline: the paper's test for an "abnormal" string, turned around."""
    if not SHORTEST_TITLE <= len(text) <= LONGEST_TITLE or not _LETTER.search(text):
        return False
    return _BRACKETS.sub("", text).strip(" .…»>-–:").lower() not in STOCK_PHRASES and not is_cut_off(text)


def is_cut_off(text: str) -> bool:
    """Whether a string ends in an ellipsis."""
    return text.rstrip().endswith(_ELLIPSES)


def find_title(page: Page, candidates: Sequence[str] = (), at_place: str = "") -> Title:
    """The title of a page. ``candidates`` are anchor texts that led to it, the best first; ``at_place`` is
    what stands where a rule of the site has the headline."""
    anchors = [fold_space(candidate) for candidate in candidates]
    for anchor in anchors:
        if is_usable(anchor):
            return Title(anchor, "anchor")
    if is_usable(at_place):
        return Title(at_place, "rule")
    head = head_titles(page)
    headings = [heading.text for heading in page.headings if is_usable(heading.text)]
    for anchor in anchors:
        whole = _completed(anchor, headings, head)
        if whole:
            return whole
    if headings and head:
        return Title(nearest(headings, head[0]), "heading")
    if head:
        return Title(head[0], "head")
    for text in _title_elements(page):
        if is_usable(text):
            return Title(text, "element")
    return Title(headings[0], "heading") if headings else NO_TITLE


def head_titles(page: Page) -> list[str]:
    """What the page calls itself in its head, usable strings only, the title tag first."""
    given = [page.title_tag]
    values = dict(reversed(page.meta))  # of several with one name the first counts
    given += [fold_space(values.get(name, "")) for name in META_TITLES]
    return [title for title in given if is_usable(title)]


def nearest(texts: Sequence[str], target: str) -> str:
    """The text with the smallest edit distance to the target; of equal ones the first."""
    return min(texts, key=lambda text: edit_distance(text, target))


def _completed(anchor: str, headings: Iterable[str], head: Iterable[str]) -> Title | None:
    """The heading or head title that a cut-off anchor is the beginning of."""
    if not is_cut_off(anchor):
        return None
    beginning = anchor.rstrip(" .…[]").lower()
    if len(beginning) < SHORTEST_TITLE:
        return None
    for source, texts in (("heading", headings), ("head", head)):
        for text in texts:
            if text.lower().startswith(beginning):
                return Title(text, source)
    return None


def _title_elements(page: Page) -> Iterable[str]:
    """Texts of elements with ``[id^=title]``, ``[id$=title]`` or ``[class^=title]``."""
    for number, element in enumerate(page.walk.elements):
        name = element.get("id") or ""
        if (
            name.startswith("title")
            or name.endswith("title")
            or (element.get("class") or "").startswith("title")
        ):
            yield page.text_of(number)

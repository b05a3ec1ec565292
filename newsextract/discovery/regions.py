"""The parts of a page: main, nav, aside, header, footer.

The nearest ancestor that says which part it is wins: by its tag, its ``role``, or the words of its id and
class; so does, without any name, a list of short links near the top or the bottom. All else is main.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

from newsextract.page import Page
from newsextract.page.names import name_words

MAIN, NAV, ASIDE, HEADER, FOOTER = "main", "nav", "aside", "header", "footer"

FEWEST_MENU_LINKS = 4
"""Labelled links from which a list can be a menu without being named one."""

MENU_LABEL_WORDS = 3
"""Words of a menu's label at most, on the mean; ideographs count one each, and labels have two to four."""

MENU_LINK_SHARE = 0.8
"""Least share of a menu's characters in links; the rest is bars and dots between them."""

EDGE = 0.2
"""Share of the page's text nodes that counts as its top, and as its bottom."""

LARGEST_EDGE_PART = 0.5
"""Share of the page's characters above which an element is no aside, header or footer by its class alone:
``layout-right-rail`` around a whole page names its layout."""

_TAGS = {"nav": NAV, "menu": NAV, "aside": ASIDE, "header": HEADER, "footer": FOOTER, "main": MAIN}
_ROLES = {
    "main": MAIN,
    "navigation": NAV,
    "menu": NAV,
    "menubar": NAV,
    "directory": NAV,
    "complementary": ASIDE,
    "banner": HEADER,
    "contentinfo": FOOTER,
}

_NAMES = {
    NAV: "nav navi navbar navigation navigator navigace navigazione navegacion navegacao navigatsiya "
    "nawigacja menu menue menubar mainmenu topmenu submenu menyu meny topnav subnav mainnav sidenav leftnav "
    "globalnav gnb lnb breadcrumb breadcrumbs crumbs brotkrumen miga migas daohang caidan pager pagination "
    "paginator paginacja paginacion",
    ASIDE: "aside sidebar sidebars sidecolumn sidecol rightrail leftrail siderail rightcol rightcolumn "
    "seitenleiste randspalte marginalspalte colonnedroite barralateral barralaterale cebian cebianlan youce "
    "bokovaya related recommended recommendations recommend popular mostpopular mostread trending sponsored "
    "advert advertisement ads werbung reklama reklam publicite publicidad pubblicita",
    HEADER: "header masthead topbar toolbar banner kopf kopfzeile entete cabecera cabecalho testata "
    "intestazione naglowek shapka shapochka hlavicka toubu yetou",
    FOOTER: "footer foot fuss fusszeile bottom bottombar colophon pied piedpage piedepagina rodape stopka "
    "podval paticka pata dibu yejiao",
}
_PART_OF_NAME = {name: part for part, names in _NAMES.items() for name in names.split()}

_MAIN_IDS = frozenset(
    "main content contents maincontent main-content main_content primary middle inhalt hauptinhalt contenu "
    "contenido conteudo contenuto tresc zhuti neirong zhengwen".split()
)
"""An id is given once in a page, so these open the main part again even inside a wrapper named otherwise."""

_MODIFIERS = frozenset("has with no without is js hide show open closed hidden fixed sticky not".split())
"""``has-sidebar`` and ``nav-open`` are states of a page, not parts of it."""

_FRAMING = frozenset(
    "site page main global top head header footer foot masthead bottom wrapper wrap container inner outer "
    "box area bar content block section row region layout the".split()
)
"""Words that leave ``header`` and ``footer`` parts of the page; with any other, as in ``card-footer``, they
are parts of a thing on it."""

_OWN_FRAME = frozenset({"article", "section", "li", "td", "figure", "blockquote"})
"""A header or footer inside of these is theirs, not the page's."""

_LIST_TAGS = frozenset({"ul", "ol", "dl", "div", "p", "table", "tbody", "tr", "td", "center", "span", "form"})
_NAMELESS = frozenset({"html", "body", "a", "h1", "h2", "h3", "h4", "h5", "h6"})
"""The classes of a whole page, a link or a heading name no part."""


def region_of(page: Page, element: int) -> str:
    """The part of the page that an element stands in. Reads the whole page: for many, use ``regions``."""
    return regions(page)[element]


def regions(page: Page) -> list[str]:
    """The part that each element of the page stands in, in page order."""
    walk = page.walk
    menus = _menus(page)
    most = LARGEST_EDGE_PART * page.length_sums[-1]
    found: list[str] = []
    framed: list[bool] = []
    for number, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        above = found[parent] if parent >= 0 else MAIN
        inside = parent >= 0 and framed[parent]
        attributes = walk.elements[number].attrib
        named = _said(tag, attributes.get("role", ""), inside)
        if not named and attributes and tag not in _NAMELESS:
            named = _named(attributes.get("id", ""), attributes.get("class", ""), inside)
            if named in (ASIDE, HEADER, FOOTER) and _length(page, number) > most:
                named = ""
        if not named and above == MAIN:
            named = menus[number]
        found.append(named or above)
        framed.append(inside or tag in _OWN_FRAME)
    return found


def _said(tag: str, role: str, inside: bool) -> str:
    """The part that a tag or role stands for; empty when none."""
    part = _TAGS.get(tag, "") or (_ROLES.get(role.strip().lower(), "") if role else "")
    return "" if inside and part in (HEADER, FOOTER) else part


def _named(name: str, classes: str, inside: bool) -> str:
    """The part that an id or class names; empty when none."""
    if name.strip().lower() in _MAIN_IDS:
        return MAIN
    for token in (name, *classes.split()):
        part = _part_by_name(token)
        if part and not (inside and part in (HEADER, FOOTER)):
            return part
    return ""


def _length(page: Page, element: int) -> int:
    walk, sums = page.walk, page.length_sums
    return sums[walk.end_text[element]] - sums[walk.first_text[element]]


def _part_by_name(token: str) -> str:
    """The part that an id or one class names; empty when none."""
    words = name_words(token)
    if not words or not _MODIFIERS.isdisjoint(words):
        return ""
    for word in (*words, *map("".join, pairwise(words))):  # right-rail is rightrail
        part = _PART_OF_NAME.get(word, "")
        if part in (NAV, ASIDE) or (part and all(other == word or other in _FRAMING for other in words)):
            return part
    return ""


def _menus(page: Page) -> list[str]:
    """For each element: nav or footer when it is a list of short links at the page's top or bottom."""
    walk = page.walk
    nodes = len(walk.texts)
    words = list(accumulate(page.word_counts, initial=0))
    labels = list(
        accumulate(
            (tag == "a" and walk.end_text[n] > walk.first_text[n] for n, tag in enumerate(walk.tags)),
            initial=0,
        )
    )
    lengths, linked = page.length_sums, page.linked_length_sums
    found = [""] * len(walk.tags)
    for number, tag in enumerate(walk.tags):
        links = labels[walk.ends[number]] - labels[number]
        if tag not in _LIST_TAGS or links < FEWEST_MENU_LINKS:
            continue
        start, end = walk.first_text[number], walk.end_text[number]
        at_top, at_bottom = start < nodes * EDGE, end > nodes * (1 - EDGE)
        if (
            at_top != at_bottom  # a list that is the whole page is its content
            and words[end] - words[start] <= MENU_LABEL_WORDS * links
            and linked[end] - linked[start] >= MENU_LINK_SHARE * (lengths[end] - lengths[start])
        ):
            found[number] = NAV if at_top else FOOTER
    return found

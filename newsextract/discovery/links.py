"""Links that say what they lead to: feeds, the next part of a story, the next pages of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from newsextract.addresses import resolve
from newsextract.discovery.numbered import HYPHEN, OFFSET, QUERY, Numbered, bare, is_home, readings
from newsextract.page import Page
from newsextract.text.measure import fold_space

MOST_FEEDS = 20
"""Feeds read off one page; real pages name one to five, some one a section."""

MOST_MORE_PAGES = 3
"""Further pages of a list that one page leads to: each of them names the next ones."""

MOST_PARTS = 20
"""Parts of a story at most; a pager with higher numbers turns the pages of a list."""

MOST_LINKS = 10_000
LONGEST_LABEL = 40
"""Links of a page looked at, and characters of one that can say "next page"."""

FEED_TYPES = frozenset(
    ("application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml")
)

NEXT_PAGE = frozenset(
    "next page|go to next page|continued on next page|older posts|older entries|nächste seite|"
    "zur nächsten seite|ältere beiträge|page suivante|pagina siguiente|página siguiente|siguiente página|"
    "próxima página|página seguinte|pagina successiva|pagina seguente|volgende pagina|następna strona|"
    "další strana|další stránka|nästa sida|næste side|neste side|seuraava sivu|sonraki sayfa|"
    "следующая страница|наступна сторінка|επόμενη σελίδα|"
    "下一页|下一頁|下页|下頁|次のページ|次ページ|次のページへ|다음 페이지".split("|")
)
"""Words that lead to the next page and to nothing else."""

NEXT = frozenset(
    "next|older|more|continue|weiter|nächste|vor|suivant|suivante|siguiente|próxima|próximo|seguinte|avanti|"
    "successiva|successivo|volgende|następna|dalej|další|nästa|næste|neste|seuraava|sonraki|далее|дальше|"
    "следующая|вперед|вперёд|наступна|далі|επόμενη|επόμενο|次へ|次|다음|后页".split("|")
)
"""Words that lead to what comes next, which may be another story."""

_ARROWS = "»›>→▶►⟩❯"
_LABEL_MARKS = f" .:|[](){{}}<«‹{_ARROWS}"
_PAGE_NUMBER = re.compile(
    r"(?:page|seite|pagina|página|strona|страница|第)? ?([0-9]{1,3}) ?(?:页|頁|ページ)?"
)
_COMMENTS = re.compile(r"comment|kommentar|commentaire|comentario|коммент|σχόλι|pinglun|评论|コメント|disqus")

STRONG, WEAK, NUMBER = "next page", "next", "number"


class _Pointer(NamedTuple):
    """A link that may lead to a page of the same series."""

    url: str
    says: str
    """One of ``STRONG WEAK NUMBER``."""
    shown: int
    """The number that it shows; 0 when it shows none."""
    targets: tuple[Numbered, ...]
    """The address as a numbered page."""


def base_address(page: Page) -> str:
    """What the links of a page are relative to: its ``base``, else its own address."""
    for number in page.numbers_of("base"):
        href = (page.walk.elements[number].get("href") or "").strip()
        if href:
            return resolve(href, page.url) or page.url
    return page.url


def feed_links(page: Page) -> tuple[str, ...]:
    """Addresses of the feeds of stories that the page's head names, each once, in page order.

    Feeds of comments are left out: their titles are not those of stories.
    """
    base = base_address(page)
    found: dict[str, None] = {}
    for number in page.numbers_of("link"):
        attributes = page.walk.elements[number].attrib
        kind = (attributes.get("type") or "").partition(";")[0].strip().lower()
        if kind not in FEED_TYPES or not {"alternate", "feed"} & _relations(attributes.get("rel")):
            continue
        href = (attributes.get("href") or "").strip()
        url = resolve(href, base)
        if href and url and not _COMMENTS.search(f"{href} {attributes.get('title') or ''}".lower()):
            found[url] = None
    return tuple(found)[:MOST_FEEDS]


def next_part(page: Page) -> str:
    """Address of the next page of the same story; empty when there is none, or when it is in doubt.

    Its address has to be this page's with the next number, and the link has to say that it leads on. A link
    to the next story leads to another name or id, so it is not taken.
    """
    own = resolve(page.url, page.url)
    start = bare(own)
    if not own or is_home(start):
        return ""
    pointers = list(_pointers(page))
    parts = [reading for reading in readings(own) if _is_part(reading, pointers)]
    for here in (start, *parts):
        if _is_long_list(here, pointers):
            continue
        follows = _follows if here.form else _is_second
        for pointer in pointers:
            if any(follows(target, here, pointer) for target in pointer.targets):
                return pointer.url
    return ""


def more_pages(page: Page) -> tuple[str, ...]:
    """The next pages of an index page's list, by number, as far as it shows them and a few at most."""
    own = resolve(page.url, page.url)
    if not own:
        return ()
    here = {reading.series: reading for reading in (bare(own), *readings(own))}
    found: dict[str, int] = {}
    for pointer in _pointers(page):
        for target in pointer.targets:
            current = here.get(target.series)
            if current is not None and _is_later(target, current, pointer):
                found.setdefault(pointer.url, target.number)
    return tuple(sorted(found, key=lambda url: found[url])[:MOST_MORE_PAGES])


def _is_second(target: Numbered, here: Numbered, pointer: _Pointer) -> bool:
    """Whether a link leads from a story without a number to its second page."""
    if target.series != here.series or target.form == OFFSET or pointer.shown not in (0, 2):
        return False
    if target.form == HYPHEN and pointer.says == WEAK:
        return False  # two stories of one name are often told apart so, and one is next to the other
    # some count from 0, and the second page has the number 1
    return target.number == 2 or (target.number == 1 and (target.form == QUERY or pointer.says != WEAK))


def _is_part(here: Numbered, pointers: Iterable[_Pointer]) -> bool:
    """Whether the number of this page is that of a part: then there is a pager with the parts' numbers.

    A number that tells stories apart has neighbours, too, but nothing shows them by their numbers.
    """
    if here.form == OFFSET or is_home(here):
        return False
    return any(
        target.series == here.series and pointer.shown - target.number in (0, 1)
        for pointer in pointers
        if pointer.shown
        for target in (bare(pointer.url), *pointer.targets)
    )


def _is_long_list(here: Numbered, pointers: Iterable[_Pointer]) -> bool:
    """Whether this page or one that it leads to has a number that no part of a story has."""
    numbers = (
        target.number for pointer in pointers for target in pointer.targets if target.series == here.series
    )
    return max(numbers, default=0) > MOST_PARTS or here.number > MOST_PARTS


def _follows(target: Numbered, here: Numbered, pointer: _Pointer) -> bool:
    """Whether a link leads from a numbered part to the next."""
    if target.series != here.series or target.form == OFFSET or target.number != here.number + 1:
        return False
    return pointer.shown == 0 or pointer.shown - target.number in (0, 1)


def _is_later(target: Numbered, here: Numbered, pointer: _Pointer) -> bool:
    """Whether a link of a list leads to one of its next pages."""
    if target.form == OFFSET:
        return target.number > (here.number if here.form else 0)
    if pointer.shown and pointer.shown - target.number not in (0, 1):
        return False
    counts_from_zero = not here.form and target.number == 1 and pointer.shown != 1
    return counts_from_zero or here.number < target.number <= here.number + MOST_MORE_PAGES


def _pointers(page: Page) -> Iterator[_Pointer]:
    """The links of the page that say next or show a number, the head's first."""
    base = base_address(page)
    walk = page.walk
    for number in page.numbers_of("link"):
        element = walk.elements[number]
        if "next" in _relations(element.get("rel")):
            url = resolve(element.get("href") or "", base)
            if url:
                yield _Pointer(url, WEAK, 0, tuple(readings(url)))
    talk = _in_comments(page)
    for anchor in page.anchors[:MOST_LINKS]:
        if talk[anchor.element] or _COMMENTS.search(anchor.href.partition("#")[2].lower()):
            continue
        label = (
            anchor.text or anchor.title or fold_space(walk.elements[anchor.element].get("aria-label") or "")
        )
        says, shown = _says(label, _relations(walk.elements[anchor.element].get("rel")))
        if says:
            url = resolve(anchor.href, base)
            if url:
                yield _Pointer(url, says, shown, tuple(readings(url)))


def _says(label: str, relations: set[str]) -> tuple[str, int]:
    """What the words of a link say of where it leads, and the number they show."""
    if len(label) <= LONGEST_LABEL:
        word = label.strip(_LABEL_MARKS).lower()
        if word in NEXT_PAGE:
            return STRONG, 0
        number = _PAGE_NUMBER.fullmatch(word)
        if number:
            return NUMBER, int(number.group(1))
        if word in NEXT or (not word and label and set(label) <= set(_ARROWS + " ")):
            return WEAK, 0
    return (WEAK, 0) if "next" in relations else ("", 0)


def _in_comments(page: Page) -> list[bool]:
    """Which elements stand in a part of the page that is named after comments."""
    walk = page.walk
    found: list[bool] = []
    for number, parent in enumerate(walk.parents):
        inside = parent >= 0 and found[parent]
        if not inside and walk.tags[number] not in ("html", "body"):
            attributes = walk.elements[number].attrib
            names = f"{attributes.get('id') or ''} {attributes.get('class') or ''}" if attributes else ""
            inside = bool(names) and _COMMENTS.search(names.lower()) is not None
        found.append(inside)
    return found


def _relations(rel: str | None) -> set[str]:
    return set((rel or "").lower().split())

"""What a link says: all its words, and which of them can be the headline of the page it leads to.

A link may be a headline, a picture, the word "more", or a whole card with headline, summary, time and the
name of a section. What can be a headline is told by where it stands (a heading, the text, an attribute) and
by how it reads; everything else is kept as words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from newsextract.discovery.patterns import headline_length
from newsextract.page import Page
from newsextract.page.blocks import HEADINGS
from newsextract.page.declared import LONGEST_LABEL, Anchor
from newsextract.text.measure import fold_space
from newsextract.text.words import has_ideographs, word_count
from newsextract.titles import is_cut_off, is_usable

HEADING, TEXT, ATTRIBUTE, CARD, SHORT, CUT_OFF, NO_HEADLINE = range(7)
"""Ranks of what a link says, the best first: a heading in or around it, its text, its ``title`` or
``aria-label``, what stands beside it in its card, text as short as a menu's, a cut-off beginning, the rest.
The words of pictures are among the rest: of 1,684 pictures that lead to where a headline leads, too, 22 % are
called like the headline; the others have a caption, which would oust the page's own heading as title."""

LONGEST_HEADLINE = 32
LONGEST_DENSE_HEADLINE = 60
"""Words of a headline at most; the second of ideographs, each counted as one. With ``SENTENCE_WORDS`` they
take 8 of 3,420 headlines of six sets of pages for summaries."""

SENTENCE_WORDS = 14
"""Words from which a text that ends in a full stop is a sentence of a summary."""

LONGEST_TITLE_ATTRIBUTE = 4
"""A ``title`` that begins with the link's text is the whole headline up to this many times its length;
longer ones go on with a summary."""

MOST_INSIDE = 200
"""Elements looked at inside of one link or card."""

HEADING_STEPS = 4
"""Elements between a link and the heading around it, at most."""

_TITLE_CLASSES = frozenset(
    "title headline hed heading titel titre titulo titolo tytul nadpis zagolovok cim baslik biaoti".split()
)
"""Classes of the headline in a link."""

_LABEL_CLASSES = frozenset(
    "time date datetime timestamp kicker eyebrow label category cat section tag badge author byline icon "
    "count counter comments duration hidden sr offscreen datum uhrzeit fecha heure ora data czas vremya "
    "shijian blurb summary teaser dek desc description lead lede excerpt standfirst abstract intro subtitle "
    "chapo zusammenfassung vorspann resumen resume sommario zajawka zhaiyao".split()
)
"""Classes of what stands in a link beside its headline."""

_SPEAKS_OF_LINK = tuple(
    "read more|read full|read the full|read all|continue reading|click here|click to|view all|see all|"
    "show all|show more|load more|see more|watch now|watch live|play video|watch video|view gallery|"
    "full coverage|leave a comment|add comment|post a comment|weiterlesen|mehr lesen|zum artikel|"
    "lire la suite|lire l'article|voir plus|leer más|ver más|leggi tutto|continua a leggere|"
    "czytaj więcej|czytaj dalej|читать далее|читать полностью|διαβάστε περισσότερα|"
    "阅读全文|查看全文|点击查看|続きを読む".split("|")
)
"""Beginnings of what is said of a link, not of the story behind it."""

_TALK = tuple(
    "comment reaction kommentar commentaire comentario commenti komentarz koment комментар "
    "σχόλι 评论 跟帖 コメント".split()
)
"""Beginnings of what is counted at a link: "12 comments"."""

_ADDED = tuple("-–—|:.,;(·")
"""What follows a headline in a ``title`` that says more than the headline."""

_PERMALINK = re.compile(r"(?:permanent link|permalink)(?: to)?:? ", re.IGNORECASE)
_CLOCK_BEFORE = re.compile(r"[\[(【]?\d{1,2}:\d\d(?::\d\d)?[\])】]?[ |-]{1,3}(?=\S)")
_DIGIT = re.compile(r"\d")
_COUNT = re.compile(r"[\d.,()\[\]（）]+")
_ARROW_BEHIND = re.compile(r" [»›>→▶►|]{1,3}$")
_WORD = re.compile(r"[a-z]+")
_SENTENCE_END = re.compile(r"(?:\w{4}|\d)[.。]$")


class Saying(NamedTuple):
    """A string that a link says, and what it can be."""

    text: str
    rank: int


def is_headline(text: str) -> bool:
    """Whether a text can be a headline: usable, and neither a summary nor talk of the link itself."""
    if not is_usable(text):
        return False
    without_count = _COUNT.sub("", text).strip().lower()
    if text.lstrip("([（")[:1].isdigit() and without_count.startswith(_TALK):
        return False
    return is_usable(without_count) and not without_count.startswith(_SPEAKS_OF_LINK) and not is_summary(text)


def is_summary(text: str) -> bool:
    """Whether a text is a sentence or paragraph on a story."""
    words = word_count(text)
    longest = LONGEST_DENSE_HEADLINE if has_ideographs(text) else LONGEST_HEADLINE
    return words > longest or (words >= SENTENCE_WORDS and _SENTENCE_END.search(text) is not None)


def sayings(page: Page, anchor: Anchor) -> list[Saying]:
    """All that one link says, in page order: its lines, then its attributes and those of its pictures."""
    element = anchor.element
    inside = range(element + 1, min(page.walk.ends[element], element + MOST_INSIDE))
    lines = _lines(page, element)
    headline, rank = _headline(page, element, inside, lines)
    said = [Saying(line, NO_HEADLINE) for line in lines if line != headline]
    if headline:
        said.insert(lines.index(headline) if headline in lines else 0, Saying(headline, rank))
    said.extend(_attributes(page, anchor, headline, rank))
    alts = (fold_space(page.walk.elements[n].get("alt") or "") for n in inside if page.walk.tags[n] == "img")
    said.extend(Saying(alt, NO_HEADLINE) for alt in alts if alt)
    return said


def beside(page: Page, container: int, *, is_card: bool) -> str:
    """The headline in a card whose link says none; empty when there is none, or several could be.

    ``is_card``: the container is a list item or the like, so that a single line in it needs not be long.
    """
    walk = page.walk
    for number in range(container, min(walk.ends[container], container + MOST_INSIDE)):
        if walk.tags[number] in HEADINGS:
            text = _best_line(_lines(page, number, linked=False))
            if text and (is_card or headline_length(text) > 0):
                return text
    lines = [line for line in map(trimmed, _lines(page, container, linked=False)) if is_headline(line)]
    long = [line for line in lines if headline_length(line) > 0]
    return (long or (lines if is_card and len(lines) == 1 else [""]))[0]


def trimmed(text: str) -> str:
    """A headline without the clock before it and the arrow behind it."""
    text = _CLOCK_BEFORE.sub("", text, count=1) if _CLOCK_BEFORE.match(text) else text
    return text if "«" in text or "‹" in text else _ARROW_BEHIND.sub("", text)


def _headline(page: Page, element: int, inside: range, lines: Sequence[str]) -> tuple[str, int]:
    """The line of a link that is its headline, and its rank; empty when there is none."""
    marked = _marked(page, inside)
    if marked:
        return marked, HEADING
    one_line = _without_labels(page, element) if len(lines) == 1 else ""
    text = _best_line([one_line] if one_line else lines)
    if not text:
        cut_off = [line for line in lines if is_cut_off(line) and word_count(line)]
        return (cut_off[0], CUT_OFF) if cut_off else ("", NO_HEADLINE)
    if _in_heading(page, element):
        return text, HEADING
    if headline_length(text) < 0:
        return text, NO_HEADLINE if _DIGIT.search(text) else SHORT
    return text, TEXT


def _best_line(lines: Iterable[str]) -> str:
    """The first line as long as a headline, else the longest that can be one; empty when none can."""
    usable = [line for line in map(trimmed, lines) if is_headline(line)]
    long = [line for line in usable if headline_length(line) > 0]
    return long[0] if long else max(usable, key=len, default="")


def _marked(page: Page, inside: range) -> str:
    """The headline that a heading in the link, or else a class, says it is."""
    walk = page.walk
    headings = [n for n in inside if walk.tags[n] in HEADINGS]
    headings.sort(key=lambda n: walk.tags[n])  # the highest level first, of one level the first
    titled = (
        n
        for n in inside
        if walk.tags[n] not in HEADINGS and not _TITLE_CLASSES.isdisjoint(_class_words(page, n))
    )
    for number in (*headings, *titled):
        text = _best_line(_lines(page, number))
        if text:
            return text
    return ""


def _attributes(page: Page, anchor: Anchor, headline: str, rank: int) -> Iterable[Saying]:
    label = fold_space(page.walk.elements[anchor.element].get("aria-label") or "")
    for text in dict.fromkeys((_PERMALINK.sub("", anchor.title, count=1), label)):
        if text and text != headline:
            yield Saying(text, _attribute_rank(text, headline, rank))


def _attribute_rank(text: str, headline: str, rank: int) -> int:
    """The rank of an attribute's text beside the headline of the link, which it may complete or repeat."""
    if not is_headline(text):
        return NO_HEADLINE
    beginning = headline.rstrip(" .…[]").lower()
    if beginning and text.lower().startswith(beginning):
        completes = rank == CUT_OFF or not text[len(beginning) :].lstrip().startswith(_ADDED)
        whole = completes and len(text) <= LONGEST_TITLE_ATTRIBUTE * len(beginning)
        return min(rank, ATTRIBUTE) if whole else NO_HEADLINE
    if beginning and text.lower().endswith(beginning):
        return NO_HEADLINE  # the headline with something put before it
    return ATTRIBUTE if headline_length(text) >= 0 else NO_HEADLINE


def _in_heading(page: Page, element: int) -> bool:
    for _ in range(HEADING_STEPS):
        element = page.walk.parents[element]
        if element < 0:
            return False
        if page.walk.tags[element] in HEADINGS:
            return True
    return False


def _without_labels(page: Page, element: int) -> str:
    """The text of a link of one line without its time, section label and what only screen readers say."""
    walk = page.walk
    nodes = range(walk.first_text[element], walk.end_text[element])
    kept = [
        node
        for node in nodes[:MOST_INSIDE]
        if walk.owners[node] <= element
        or (
            walk.tags[walk.owners[node]] != "time"
            and _LABEL_CLASSES.isdisjoint(_class_words(page, walk.owners[node]))
        )
    ]
    text = " ".join(_joined(page, kept))
    return text if len(kept) < len(nodes) and is_usable(text) else ""


def _lines(page: Page, element: int, *, linked: bool = True) -> list[str]:
    """The lines that an element shows; those in links only if they are wanted."""
    nodes = range(page.walk.first_text[element], page.walk.end_text[element])[:MOST_INSIDE]
    return _joined(page, nodes if linked else (node for node in nodes if not page.linked[node]))


def _joined(page: Page, nodes: Iterable[int]) -> list[str]:
    """The lines that the given text nodes make; a line break inside of one element does not end a line."""
    texts, rows, owners = page.walk.texts, page.walk.rows, page.walk.owners
    lines: list[list[str]] = []
    last = -1
    for node in nodes:
        if last < 0 or (rows[node] != rows[last] and owners[node] != owners[last]):
            lines.append([])
        elif rows[node] != rows[last]:
            lines[-1].append(" ")
        lines[-1].append(texts[node][:LONGEST_LABEL])
        last = node
    return [line for line in (fold_space("".join(pieces)) for pieces in lines) if line]


def _class_words(page: Page, element: int) -> list[str]:
    return _WORD.findall((page.walk.elements[element].get("class") or "").lower())

"""What can be a page's title, and what speaks for and against each: plain facts, to be weighed elsewhere.

A candidate is a heading, a row that repeats what the page is called, a value that the page declares, or a
part of one. Those with the same words are one candidate, which has the evidence of all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from newsextract.addresses import site_name
from newsextract.metadata.declared import Declared
from newsextract.metadata.plain import plain
from newsextract.metadata.title_parts import SPACELESS_FROM, Part, begins_with, holds, parts_of, words_of
from newsextract.metadata.title_places import TextRows, link_evidence
from newsextract.page import Page
from newsextract.text.measure import fold_space

SHORTEST_TITLE = 2
LONGEST_TITLE = 300
"""Characters: two ideographs can be a headline, and what is longer than this is a paragraph."""

MOST_HEADINGS = 100
"""Headings that are looked at. Behind these come lists of other stories."""

LONGEST_ROW = 400
"""Characters, white space in the markup and all, of a row that can be a title."""

FEWEST_WORDS_OF_A_ROW = 3
FEWEST_CHARACTERS_OF_A_ROW = 4
"""Words, in scripts without spaces characters, of a row that is taken for a part of a declared title although
no separator divides it there."""

SHORTEST_LABEL = 4
"""Characters of a part of the host that can name the site: not ``com``, ``www`` or ``co``."""

_META = {
    "og:title": "og",
    "twitter:title": "twitter",
    "title": "meta",
    "dc.title": "meta",
    "headline": "meta",
}
"""Names of the meta elements with titles, and the source that each counts as."""

_DIVIDED = frozenset({"title tag", "og"})
"""Sources that hold the name of the site or section beside the headline often enough."""

_COUNTED = frozenset({"title tag", "og", "twitter", "json-ld"})
"""Sources that count as agreeing; other meta elements mostly repeat the title tag."""

_ON_PAGE = frozenset({"heading", "row", "rule"})
_AT_PLACE = ("h1 alone", "above text", "text next")
"""What speaks for the row at the rule's place, which is the headline's on the pages that taught the rule."""

_SITE_NAMES = frozenset({"og:site_name", "application-name", "publisher"})
_SPACELESS = re.compile(r"[\u3041-\ud7a3\uf900-\ufaff]")
_LETTER = re.compile(r"[^\W\d_]")
_LENGTHS = ((1, "1 word"), (2, "2 words"), (4, "4 words"), (7, "7 words"), (14, "14 words"), (25, "25 words"))


@dataclass(slots=True)
class Candidate:
    """A string that can be the title."""

    text: str
    source: str
    """Where the text was taken from; the page itself before what it declares."""
    raw: str
    """The whole of what stood there."""
    evidence: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Gathering:
    """The candidates of a page by their words, in the order they were found."""

    found: dict[str, Candidate] = field(default_factory=dict)

    def add(self, text: str, source: str, raw: str, evidence: Iterable[str]) -> str:
        """The words of a candidate; empty for what cannot be one. Of several writings the first stays."""
        if not SHORTEST_TITLE <= len(text) <= LONGEST_TITLE or not _LETTER.search(text):
            return ""
        words = words_of(text)
        candidate = self.found.get(words)
        if candidate is None:
            candidate = self.found[words] = Candidate(text, source, raw)
        candidate.evidence.update(evidence)
        return words


class _Declared(NamedTuple):
    """A title that the page declares, or an anchor that led to it."""

    source: str
    text: str
    words: str


def gather(
    page: Page,
    says: Declared,
    anchors: Sequence[str] = (),
    beginnings: Sequence[str] = (),
    at_place: str = "",
) -> list[Candidate]:
    """All candidates of a page. ``anchors`` led to it, and of ``beginnings`` the rest was cut off.
    ``at_place`` is what stands where a rule of the site has the headline; with it, the page is not walked."""
    gathering = _Gathering()
    declared = [*_declared(page, says), *(_Declared("anchor", text, words_of(text)) for text in anchors)]
    starts = [start for start in map(words_of, beginnings) if start]
    parts = [(one, part) for one in declared for part in _parts(one)]
    if at_place:
        headings = [gathering.add(at_place, "rule", at_place, _AT_PLACE)]
    else:
        texts = TextRows(page)
        headings = _add_headings(gathering, page, texts)
        _add_rows(gathering, page, texts, declared, {words_of(part.text) for _, part in parts})
    for one, part in parts:
        gathering.add(part.text, one.source, one.text, _part_evidence(one.source, part))
    for words, candidate in gathering.found.items():
        candidate.evidence.update(_agreement(words, candidate, declared, headings))
        candidate.evidence.update(_length(words))
        if any(begins_with(words, start) for start in starts):
            candidate.evidence.add("anchor: begins it")
    _mark_site_parts(gathering.found, page, says)
    return list(gathering.found.values())


def _declared(page: Page, says: Declared) -> list[_Declared]:
    """What the page declares as its title, the first of each source: as written, in one line."""
    values = {"title tag": page.title_tag, "json-ld": next(iter(says.headlines), "")}
    for name, content in page.meta:
        if name in _META and _META[name] not in values:
            values[_META[name]] = plain(content)
    return [_Declared(source, text, words_of(text)) for source, text in values.items() if text]


def _parts(one: _Declared) -> Iterator[Part]:
    if one.source in _DIVIDED:
        yield from parts_of(one.text)
    else:
        yield Part(one.text, is_first=True, is_last=True, is_single=True)


def _part_evidence(source: str, part: Part) -> Iterator[str]:
    if part.is_first and part.is_last:
        yield f"{source}: whole"
        return
    yield f"{source}: {'first' if part.is_first else 'last' if part.is_last else 'middle'} part"
    if not part.is_single:
        yield "several parts"


def _add_headings(gathering: _Gathering, page: Page, texts: TextRows) -> list[str]:
    """The headings as candidates; their words, in page order."""
    headings = page.headings[:MOST_HEADINGS]
    counts = Counter(heading.level for heading in headings)
    words = []
    for heading in headings:
        level = min(heading.level, 4)
        evidence = f"h{level}" + (" alone" if counts[heading.level] == 1 and level < 3 else "")
        key = gathering.add(heading.text, "heading", heading.text, [evidence])
        if key and key not in words:
            node = page.walk.first_text[heading.element]
            gathering.found[key].evidence.update(texts.around(texts.row_of(node)))
            gathering.found[key].evidence.update(link_evidence(page, node))
            words.append(key)
    return words


def _add_rows(
    gathering: _Gathering, page: Page, texts: TextRows, declared: Sequence[_Declared], parts: set[str]
) -> None:
    """Rows that are no headings and repeat a declared title or a part of it."""
    folded = "\n".join(one.text.lower() for one in declared)
    headings = set(gathering.found)
    alike = [  # few rows; one with other marks than declared is not missed
        row
        for row, text in enumerate(page.row_texts)
        if len(text) <= LONGEST_ROW and text.strip().lower() in folded
    ]
    for row in alike:
        line = fold_space(page.row_texts[row])
        words = words_of(line)
        if not words or words in headings:
            continue
        is_part = words in parts
        if not is_part and not (_is_several(words) and any(holds(one.words, words) for one in declared)):
            continue
        is_new = words not in gathering.found
        if gathering.add(line, "row", line, ["row"] if is_part else ["row", "no part"]) and is_new:
            gathering.found[words].evidence.update(texts.around(row))
            gathering.found[words].evidence.update(link_evidence(page, page.row_spans[row][0]))


def _is_several(words: str) -> bool:
    return words.count(" ") + 1 >= FEWEST_WORDS_OF_A_ROW or (
        words >= SPACELESS_FROM and len(words) >= FEWEST_CHARACTERS_OF_A_ROW
    )


def _agreement(
    words: str, candidate: Candidate, declared: Sequence[_Declared], headings: Sequence[str]
) -> Iterator[str]:
    """What else says the same, less or more."""
    agreeing = 0
    for source, _, value in declared:
        if value == words or holds(value, words):
            agreeing += source in _COUNTED
            if value != words and source in _DIVIDED:
                yield f"{source}: in it"
                if begins_with(value, words):
                    yield f"{source}: begins it"
        elif len(value) < len(words) and holds(words, value):
            yield "holds a title"
    if candidate.source in _ON_PAGE:
        yield f"shown, {min(agreeing, 2)} agree"
    elif any(begins_with(heading, words) for heading in headings):
        yield "begins a heading"
    if {"json-ld: whole", "og: whole"} <= candidate.evidence:
        yield "json-ld and og"


def _length(words: str) -> Iterator[str]:
    count = words.count(" ") + 1
    if not words.isascii():
        count += max(0, len(_SPACELESS.findall(words)) - 1)
    yield next((name for most, name in _LENGTHS if count <= most), "more words")


def _mark_site_parts(found: dict[str, Candidate], page: Page, says: Declared) -> None:
    """What is the name of the site or of a section, or holds the name."""
    names = {_joined(plain(content)) for name, content in page.meta if name in _SITE_NAMES}
    names = (names | {_joined(says.publisher)}) - {""}
    host = words_of(site_name(page.url))
    labels = [label for label in host.split() if len(label) >= SHORTEST_LABEL]
    joined_host, section = host.replace(" ", ""), _joined(says.section)
    for words, candidate in found.items():
        joined = words.replace(" ", "")
        if joined in names:
            candidate.evidence.add("name of the site")
        elif any(name in joined for name in names):
            candidate.evidence.add("holds the name of the site")
        if joined in joined_host or any(2 * len(label) > len(joined) and label in joined for label in labels):
            candidate.evidence.add("in the address")
        if joined == section:
            candidate.evidence.add("section")


def _joined(text: str) -> str:
    return words_of(text).replace(" ", "")

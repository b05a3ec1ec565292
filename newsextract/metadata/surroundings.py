"""Where rows of text stand: how far from the headline, and what their elements are called.

A date or a byline is told by its place more than by its words: near the headline, in an element called so,
and outside of the comments and of the lists of other stories.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from newsextract.page import Page
from newsextract.page.names import name_words
from newsextract.text.measure import fold_space

NAMED_LEVELS = 3
"""Elements upwards from a text whose names can speak of it alone; those around hold other things as well."""

PARAGRAPH = 150
"""Characters of a row from which it is one of the text; the headline of a page without one is put before the
first such row."""

BESIDE = 2
"""Rows from the headline."""

OTHER_STORIES = frozenset(
    "comment comments commentlist disqus respond kommentar kommentare comentarios commentaires "
    "kommentarze pinglun reply replies related recommend recommended recommendation recommendations "
    "recirc popular trending verwandt xiangguan tuijian sidebar newsletter latest mostread carousel "
    "upcoming events footer copyright cookie".split()
)
"""Words of ids and classes around the dates and names of others."""

_OTHER_TAGS = frozenset({"aside", "nav", "form"})
_WHOLE_PAGE = frozenset({"html", "body", "article", "main"})
_HEADINGS = frozenset({"h1", "h2"})
_NAMING = ("class", "id", "itemprop", "rel")


_NO_WORDS: frozenset[str] = frozenset()


class Surroundings:
    """The rows of one page as their places show them. Nothing is computed before it is asked for."""

    def __init__(self, page: Page, headline: str) -> None:
        self._page = page
        self._headline = fold_space(headline).casefold()
        self._known: dict[str, frozenset[str]] = {}
        self._words: dict[int, frozenset[str]] = {}
        self._other: dict[int, bool] = {-1: False}

    @cached_property
    def rows(self) -> list[str]:
        """The text of each row, with folded white space."""
        return [fold_space(text) for text in self._page.row_texts]

    @cached_property
    def headline_rows(self) -> tuple[int, ...]:
        """The rows that may be the headline: the one with its words, in a heading if there is one, and that
        of the page's only first heading. Without any, the row above the first paragraph."""
        walk, spans = self._page.walk, self._page.row_spans
        alike = [row for row, text in enumerate(self.rows) if text and text.casefold() == self._headline]
        headed = [row for row in alike if walk.tags[walk.owners[spans[row][0]]] in _HEADINGS]
        found = (headed or alike)[:1]
        first = self._page.numbers_of("h1")
        if len(first) == 1 and walk.first_text[first[0]] < walk.end_text[first[0]]:
            found.append(self.row_of(first[0]))
        if not found:
            paragraphs = (row for row, text in enumerate(self.rows) if len(text) >= PARAGRAPH)
            found.append(max(next(paragraphs, 0) - 1, 0))
        return tuple(found)

    def distance(self, row: int) -> int:
        """Rows from the headline; below zero above it."""
        distance = row - self.headline_rows[0]
        for headline in self.headline_rows[1:]:
            if abs(row - headline) < abs(distance):
                distance = row - headline
        return distance

    def row_of(self, element: int) -> int:
        """The row in which an element begins, shown or not."""
        node = self._page.walk.first_text[element]
        starts = self._row_starts
        low, high = 0, len(starts)
        while low < high:
            middle = (low + high) // 2
            if starts[middle] <= node:
                low = middle + 1
            else:
                high = middle
        return max(low - 1, 0)

    @cached_property
    def _row_starts(self) -> list[int]:
        return [start for start, _ in self._page.row_spans]

    def elements(self, row: int) -> Iterator[int]:
        """The elements that the texts of a row hang from, each once, in order."""
        start, end = self._page.row_spans[row]
        return iter(dict.fromkeys(self._page.walk.owners[start:end]))

    def element_at(self, row: int, text: str) -> int:
        """The element in a row that holds a text; the first of the row when none holds it whole."""
        walk = self._page.walk
        start, end = self._page.row_spans[row]
        for node in range(start, end):
            if text in walk.texts[node]:
                return walk.owners[node]
        return walk.owners[start]

    def words(self, element: int) -> frozenset[str]:
        """The words in the names of an element and of the few around it."""
        if element not in self._words:
            parents, found = self._page.walk.parents, _NO_WORDS
            number = element
            for _ in range(NAMED_LEVELS):
                if number < 0 or self._page.walk.tags[number] in _WHOLE_PAGE:
                    break
                found |= self._own_words(number)
                number = parents[number]
            self._words[element] = found
        return self._words[element]

    def is_other(self, element: int) -> bool:
        """Whether an element lies in what calls itself comments, a list of other stories or the like."""
        walk, known = self._page.walk, self._other
        path = []
        while element not in known:
            path.append(element)
            element = walk.parents[element]
        for number in reversed(path):
            around = known[walk.parents[number]]
            tag = walk.tags[number]
            itself = tag in _OTHER_TAGS or not OTHER_STORIES.isdisjoint(self._own_words(number))
            known[number] = around or (itself and not self._holds_story(number, tag))
        return known[path[0]] if path else known[element]

    def is_other_row(self, row: int) -> bool:
        """The same for a row; next to the headline nothing is of another story."""
        return abs(self.distance(row)) > BESIDE and any(map(self.is_other, self.elements(row)))

    def spaced(self, row: int) -> str:
        """The text of a row with a space where one element ends in a small letter or digit and the next
        begins with a capital: pages keep "Ann Lee" and "December 1" apart by style alone."""
        texts = self._page.walk.texts[slice(*self._page.row_spans[row])]
        joined = texts[0]
        for text in texts[1:]:
            before, after = joined[-1:], text[:1]
            gap = " " if (before.islower() or before.isdigit()) and after.isupper() else ""
            joined += gap + text
        return fold_space(joined)

    def _holds_story(self, number: int, tag: str) -> bool:
        """Whether an element holds the headline: then it is no part beside the story, whatever it is
        called."""
        walk = self._page.walk
        start, end = walk.first_text[number], walk.end_text[number]
        return tag in _WHOLE_PAGE or any(start <= node < end for node in self._headline_nodes)

    @cached_property
    def _headline_nodes(self) -> list[int]:
        spans = self._page.row_spans
        return [spans[row][0] for row in self.headline_rows if row < len(spans)]

    def _own_words(self, number: int) -> frozenset[str]:
        get = self._page.walk.elements[number].get
        values = [value for name in _NAMING if (value := get(name))]
        if not values:
            return _NO_WORDS
        key = "\n".join(values)  # pages repeat few names, so each is read once
        if key not in self._known:
            self._known[key] = frozenset(name_words(key))
        return self._known[key]

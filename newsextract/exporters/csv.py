"""CSV that a spreadsheet shows and never runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from numbers import Number
from typing import Any

from scrapy.exporters import CsvItemExporter

JOINED_WITH = " | "
"""Between the values of a list: a comma is in many a name, this in hardly any."""

_INVISIBLE = r"\s\x00-\x1f\x7f-\xa0\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
_FORMULA = re.compile(rf"[{_INVISIBLE}]*[=+\-@＝＋－＠]|[\t\r\n]")
"""How a cell begins that Excel, LibreOffice or Google Sheets may take for a formula. Some skip what is not
seen, and take full-width marks for the narrow ones."""


class SafeCsvItemExporter(CsvItemExporter):
    """Scrapy's CSV with an apostrophe before every cell that would be a formula, headings included.

    A title such as ``=HYPERLINK(...)`` is then shown as it is. Numbers stay numbers. The apostrophe guards
    cells as they are written: a program told to split lines at another mark sees other cells.
    """

    def __init__(
        self,
        file: BytesIO,
        include_headers_line: bool = True,
        join_multivalued: str = JOINED_WITH,
        errors: str | None = "replace",  # a character that the encoding lacks costs itself, not the item
        **kwargs: Any,
    ) -> None:
        super().__init__(file, include_headers_line, join_multivalued, errors, **kwargs)

    def _build_row(self, values: Iterable[Any]) -> Iterator[Any]:
        return map(safe_cell, super()._build_row(values))


def safe_cell(value: Any) -> Any:
    """The value as a cell: numbers and nothing as they are, all else as text that is no formula."""
    if value is None or isinstance(value, Number):
        return value
    text = str(value).replace("\0", "")  # Python 3.10 cannot write it, and nobody can read it
    return f"'{text}" if _FORMULA.match(text) else text

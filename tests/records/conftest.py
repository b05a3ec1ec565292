"""What the tests of the records share: HTML to lines, by the real reading of a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.methods.vbptc import noise
from newsextract.page import read_page
from newsextract.records.lines import Line, page_lines

LinesOf = Callable[[str], list[Line]]


@pytest.fixture
def lines_of() -> LinesOf:
    def read(html: str) -> list[Line]:
        page = read_page(html)
        return page_lines(page, noise(page))

    return read

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.records.authors import MOST_LINES, find_authors
from newsextract.records.lines import Line

LinesOf = Callable[[str], list[Line]]

LINKED = "".join(f"<li><a href='/{name}'>{name} Boateng Asante</a></li>" for name in ("Kofi", "Ama", "Esi"))


@pytest.mark.parametrize(
    ("html", "names"),
    [
        (
            "<p>Jane Doe<sup>1</sup>, Jo Roe<sup>1,2</sup> and Ann Poe<sup>2</sup></p>",
            "Jane Doe|Jo Roe|Ann Poe",
        ),
        ("<p><a>Jane Doe</a> <a>John Roe</a></p>", "Jane Doe|John Roe"),
        ("<p><span>Jane Doe</span><span>John Roe</span></p>", "Jane Doe|John Roe"),
        ("<p>By Jane Doe &amp; John Roe</p>", "Jane Doe|John Roe"),
        ("<ul><li>Jane Doe</li><li>John Roe</li></ul>", "Jane Doe|John Roe"),
        (
            "<ul><li>Jane Doe<br>Institute of Salt</li><li>John Roe<br>University of Sand, Port</li></ul>",
            "Jane Doe|John Roe",
        ),
        ("<p>作者：张伟，李晓明</p>", "张伟|李晓明"),
        # the label wins over a richer line
        ("<p>Ann Poe, Sam Coe, Tim Loe</p><p>we thank</p><p>Authors: Jane Doe</p>", "Jane Doe"),
        # of two runs the one with more entities
        (
            "<p>Tidal Processes</p><p>open to all readers</p><p>Jane Doe</p><p>Institute of Salt</p>",
            "Jane Doe",
        ),
        ("<h2>Jane Doe</h2><p>we went out to measure salt</p>", ""),
        ("<p>Institute of Salt, New Harbour</p>", ""),
        ("", ""),
    ],
)
def test_names_of_the_author_lines(lines_of: LinesOf, html: str, names: str) -> None:
    assert "|".join(find_authors(lines_of(html))) == names


@pytest.mark.parametrize(
    ("plain", "names"),
    [
        ("<p>Jane Doe</p>", ("Jane Doe",)),
        ("<p>a short note on salt</p>", ("Kofi Boateng Asante", "Ama Boateng Asante", "Esi Boateng Asante")),
    ],
)
def test_link_clusters_are_read_when_nobody_else_is_named(
    lines_of: LinesOf, plain: str, names: tuple[str, ...]
) -> None:
    lines = lines_of(f"{plain}<ul>{LINKED}</ul>")
    assert [line.noise for line in lines] == [False, True, True, True]
    assert find_authors(lines) == names


def test_lines_far_below_the_title_are_not_read(lines_of: LinesOf) -> None:
    html = "<p>we measured salt</p>" * MOST_LINES + "<p>Jane Doe</p>"
    assert find_authors(lines_of(html)) == ()
    assert find_authors(lines_of(html)[1:]) == ("Jane Doe",)

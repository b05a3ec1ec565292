from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.records.lines import Line, Part

LinesOf = Callable[[str], list[Line]]

MENU = (
    "<ul>" + "".join(f"<li><a href='/{n}'>some other paper number {n}</a></li>" for n in range(9)) + "</ul>"
)


def test_a_line_is_a_row_of_a_block(lines_of: LinesOf) -> None:
    lines = lines_of("<h2>Salt</h2><div>first<br>second <b>line</b></div><p>third</p>")
    assert [(line.text, line.block, line.level) for line in lines] == [
        ("Salt", 0, 2),
        ("first", 1, 0),
        ("second line", 1, 0),
        ("third", 2, 0),
    ]


def test_superscripts_are_marked(lines_of: LinesOf) -> None:
    (line,) = lines_of("<p>Jane Doe<sup>1,<a>2</a></sup></p>")
    assert line.parts == (Part("Jane Doe", False), Part("1,", True), Part("2", True))


def test_noise_is_whole_lines(lines_of: LinesOf) -> None:
    lines = lines_of(f"<p>Plain words.</p><p>DOI: <a>10.5555/x</a></p>{MENU}<form><p>Find a paper</p></form>")
    assert [line.text for line in lines if not line.noise] == ["Plain words.", "DOI: 10.5555/x"]
    assert len(lines) == 2 + 9 + 1


@pytest.mark.parametrize(
    ("html", "inside"),
    [
        (
            "<h2>Abstract</h2><p>in</p><h3>Results</h3><p>in</p><h2>Body</h2><p>out</p>",
            ["in", "Results", "in"],
        ),
        ("<div><h2>Abstract</h2><p>in</p></div><p>out</p>", ["in"]),
        ("<div><div><h2>Abstract</h2></div><p>in</p></div><p>out</p>", ["in"]),
        ("<p><b>Abstract</b></p><p>in</p><p><b>Keywords</b></p><p>out</p>", ["in"]),
        ("<table><tr><td>Abstract</td><td>in</td></tr><tr><td>out</td></tr></table>", ["in"]),
        ("<dl><dt>Abstract</dt><dd>in</dd><dt>References</dt><dd>out</dd></dl>", ["in"]),
        ("<p>out</p>", []),
    ],
)
def test_a_section_ends_with_its_rank_or_container(lines_of: LinesOf, html: str, inside: list[str]) -> None:
    assert [line.text for line in lines_of(html) if line.section == "abstract"] == inside


def test_items_of_a_list_share_a_path(lines_of: LinesOf) -> None:
    first, second, other = lines_of("<ul><li>one</li><li><b>two</b></li></ul><p>three</p>")
    assert first.path == second.path != other.path


def test_a_page_without_text_has_no_lines(lines_of: LinesOf) -> None:
    assert lines_of("") == []

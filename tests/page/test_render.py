"""Chosen text nodes to lines."""

from __future__ import annotations

import pytest
from lxml import etree

from newsextract.page.render import render
from newsextract.page.walk import Walk, walk


def walked(body: str) -> Walk:
    return walk(etree.fromstring(f"<html><body>{body}</body></html>"))


def whole(body: str) -> list[str]:
    found = walked(body)
    text = render(found, range(len(found.texts)))
    return text.split("\n") if text else []


def table(*rows: str) -> str:
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("<p>a</p><p>b</p>", ["a", "b"]),
        ("<p>a</p>\n\n<p>b</p>", ["a", "b"]),
        ("<p>a <b>b</b><i>c</i> d</p>", ["a bc d"]),
        ("<p>  a \n\t b\xa0\xa0c </p>", ["a b c"]),
        ("<p>a<br/>b</p>", ["a", "b"]),
        ("<p>a<br/><br/><br/>b</p>", ["a", "b"]),
        ("<b>a</b> <b>b</b>", ["a b"]),
        ("<ul><li>a</li><li>b <i>c</i></li></ul>", ["a", "b c"]),
        ("<ul><li>a<ul><li>b</li></ul></li></ul>", ["a", "b"]),
        ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
        ("<pre>a\nb</pre>", ["a b"]),
        ("<p>a\u2028b\u2029c\x85d</p>", ["a b c d"]),
        ("<p>\u200b</p><p>a\u200bb\u00adc</p>", ["abc"]),
    ],
)
def test_lines(body: str, lines: list[str]) -> None:
    assert whole(body) == lines


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        (table("<td>a</td><td>b</td>", "<td>c</td><td>d</td>"), ["a b", "c d"]),
        (table("<th>a</th><td>b</td>"), ["a b"]),
        (table("<td>a <b>b</b></td><td><i>c</i></td><td>d</td>"), ["a b c d"]),
        (table("<td><p>a</p></td><td><p>b</p></td>"), ["a b"]),
        (table("<td>a</td><td/><td>b</td>"), ["a b"]),
        # a cell with several lines is layout: it stays apart from its neighbours
        (table("<td><p>a</p><p>b</p></td><td>c</td>"), ["a", "b", "c"]),
        (table("<td>a</td><td>b<br/>c</td><td>d</td>"), ["a", "b", "c", "d"]),
        (table("<td>a</td><td>b<br/>c</td><td>d</td><td>e</td>"), ["a", "b", "c", "d e"]),
        # a table in a cell
        (table(f"<td>{table('<td>a</td><td>b</td>')}</td><td>c</td>"), ["a b", "c"]),
        ("<p>a</p>" + table("<td>b</td>") + "<p>c</p>", ["a", "b", "c"]),
        (table("<td>a</td>") + table("<td>b</td>"), ["a", "b"]),
    ],
)
def test_tables(body: str, lines: list[str]) -> None:
    assert whole(body) == lines


@pytest.mark.parametrize(
    ("body", "nodes", "text"),
    [
        ("<p>a<b>x</b>c</p>", [0, 2], "a c"),
        ("<p>a<b>x</b><i>y</i>c</p>", [0, 3], "a c"),
        ("<p>a<b>b</b>c</p>", [0, 1], "ab"),
        ("<p>a<b>b</b>c</p>", [2], "c"),
        ("<p>a</p><p>x</p><p>c</p>", [0, 2], "a\nc"),
        ("<p>a</p><p>b</p>", [], ""),
        (table("<td>a</td><td>x</td><td>c</td>"), [0, 2], "a c"),
        (table("<td>a</td><td>x</td>", "<td>c</td>"), [0, 2], "a\nc"),
    ],
)
def test_chosen_nodes(body: str, nodes: list[int], text: str) -> None:
    assert render(walked(body), nodes) == text
    assert render(walked(body), iter(nodes)) == text


def test_the_output_is_clean() -> None:
    paragraph = etree.Element("p")
    paragraph.text = "a\ue000\ufffd\U0001fffe\u0085b"
    assert render(walk(paragraph), [0]) == "a\ue000\ufffd b"


def test_lines_below_many_levels() -> None:
    levels, count = 200, 20
    found = walked("<div>" * levels + "x<br/>" * count + "</div>" * levels)
    assert render(found, range(count)) == "\n".join("x" * count)

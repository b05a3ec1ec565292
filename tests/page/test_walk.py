"""The walk, on small trees worked out by hand and on random ones against a plain recursion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from lxml import etree

from newsextract.page.walk import BLOCK_TAGS, REPLACED_TAGS, SKIPPED_TAGS, Walk, walk


def walked(body: str) -> Walk:
    # an XML tree: what the HTML parser makes of a page is not this file's question
    return walk(etree.fromstring(f"<html><body>{body}</body></html>"))


def row_lines(found: Walk) -> list[str]:
    """The text of each row, white space folded."""
    rows: dict[int, str] = {}
    for text, row in zip(found.texts, found.rows, strict=True):
        rows[row] = rows.get(row, "") + text
    return [" ".join(line.split()) for line in rows.values()]


def test_every_list_of_a_small_page() -> None:
    found = walked('<div>One <b>two</b> three<p>four</p>tail</div><a href="x">link <i>in</i></a>')
    #                0     1       2      3    4    5    6
    assert found.tags == ["html", "body", "div", "b", "p", "a", "i"]
    assert [element.tag for element in found.elements] == found.tags
    assert found.parents == [-1, 0, 1, 2, 2, 1, 5]
    assert found.ends == [7, 7, 5, 4, 5, 7, 7]
    assert found.texts == ["One ", "two", " three", "four", "tail", "link ", "in"]
    assert found.owners == [2, 3, 2, 4, 2, 5, 6]
    assert found.first_text == [0, 0, 0, 1, 3, 5, 6]
    assert found.end_text == [7, 7, 5, 2, 4, 7, 7]
    assert found.links == [-1, -1, -1, -1, -1, 5, 5]
    assert found.numbers == {tag: [number] for number, tag in enumerate(found.tags)}
    # html, body, div, p open rows 1 to 3 and 4; p and div close into rows 5 and 6
    assert found.rows == [3, 3, 3, 4, 5, 6, 6]


def test_elements_with_the_same_tags_above_share_a_path() -> None:
    found = walked("<div><p>a</p><p>b</p></div><div><p>c</p></div><p>d</p>")
    # html=0 body=1 div=2 div.p=3 p=4
    assert found.path_ids == [0, 1, 2, 3, 3, 2, 3, 4]
    assert found.path_steps == [(-1, "html"), (0, "body"), (1, "div"), (2, "p"), (1, "p")]


@pytest.mark.parametrize(
    ("body", "links"),
    [
        ("<a>x</a><b>y</b>", [-1, -1, 2, -1]),
        ("<a><b><i>x</i></b></a>", [-1, -1, 2, 2, 2]),
        ("<a><a>x</a><b>y</b></a><b>z</b>", [-1, -1, 2, 3, 2, -1]),
        ("<a/><p><a>x</a></p>", [-1, -1, 2, -1, 4]),
    ],
)
def test_links(body: str, links: list[int]) -> None:
    assert walked(body).links == links


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("<p>a</p><p>b</p>", ["a", "b"]),
        ("a<br/>b", ["a", "b"]),
        ("a<hr/>b", ["a", "b"]),
        ("a<p>b</p>c", ["a", "b", "c"]),
        ("<h1>a</h1>b<div>c</div>d", ["a", "b", "c", "d"]),
        ("<ul><li>a<ul><li>b</li></ul>c</li></ul>", ["a", "b", "c"]),
        ("<table><tr><td>a</td><td>b</td></tr></table>", ["a", "b"]),
        ("<dl><dt>a</dt><dd>b</dd></dl>", ["a", "b"]),
        ("<b>a</b><i>b</i>", ["ab"]),
        ("<b>a</b> <i>b</i>", ["a b"]),
        ("<b>a</b>\n\t <i>b</i>", ["a b"]),
        ("<b>a </b><i>b</i>", ["a b"]),
        ("a<span> </span>b", ["a b"]),
        ("a<b><i> </i></b>b", ["a b"]),
        ("a<span/> <span/>b", ["a b"]),
        ("a<span/>b", ["ab"]),
        ("a<wbr/>b", ["ab"]),
        ("a<script>x</script>b", ["ab"]),
        ("a<script>x</script> b", ["a b"]),
        ("a <script>x</script>b", ["a b"]),
        ("a<script> </script>b", ["ab"]),
        ("a\xa0<b>\xa0</b>b", ["a b"]),
        ("a<noscript><p>x</p></noscript>b", ["ab"]),  # what is not shown ends no line
        ("a<template><br/></template> b", ["a b"]),
        (" <p> </p> ", []),
        ("", []),
    ],
)
def test_rows(body: str, lines: list[str]) -> None:
    assert row_lines(walked(body)) == lines


@pytest.mark.parametrize("space", [" ", "\n", "\t \n  ", "\xa0", "\u3000"])
def test_white_space_between_inline_elements_becomes_one_space_of_the_next_text(space: str) -> None:
    assert walked(f"<b>a</b>{space}<i>b</i>{space}c").texts == ["a", " b", f"{space}c"]


@pytest.mark.parametrize("tag", sorted(BLOCK_TAGS))
def test_block_elements_part_rows_on_both_sides(tag: str) -> None:
    inside = "" if tag in ("br", "hr") else "in"
    found = walked(f"before<{tag}>{inside}</{tag}>after")
    assert row_lines(found) == [line for line in ("before", inside, "after") if line]


@pytest.mark.parametrize("tag", sorted(SKIPPED_TAGS))
def test_skipped_elements_hide_all_text_inside_and_none_after(tag: str) -> None:
    found = walked(f"<p>a</p><{tag}>hidden<b>too<i>deep</i></b>tail</{tag}>b<p>c</p>")
    assert found.texts == ["a", " b" if tag in REPLACED_TAGS else "b", "c"]
    number = found.tags.index(tag)
    assert found.first_text[number] == found.end_text[number] == 1
    assert found.ends[number] == number + 3


def test_a_skipped_root_is_read() -> None:
    assert walk(etree.fromstring("<noscript>seen<title>not</title></noscript>")).texts == ["seen"]


def test_numbers_of_one_tag_on_several_paths_stand_in_page_order() -> None:
    found = walked("<b>x</b><p><b>y</b></p><b>z<b>v</b></b><p/>")
    assert found.numbers == {"html": [0], "body": [1], "b": [2, 4, 5, 6], "p": [3, 7]}


def test_a_root_that_is_a_link_is_none() -> None:
    assert walk(etree.fromstring("<a>x<b>y</b><a>z</a></a>")).links == [-1, -1, 2]


def test_deep_trees_need_no_recursion() -> None:
    depth = 5_000
    root = inner = etree.Element("div")
    for _ in range(depth - 1):
        inner = etree.SubElement(inner, "div")
    inner.text = "deep"
    found = walk(root)
    assert found.texts == ["deep"]
    assert found.ends == [depth] * depth
    assert found.parents == list(range(-1, depth - 1))


TAGS = ["div", "p", "a", "b", "span", "br", "script", "ul", "li", "svg", "td"]
TEXTS = [None, None, "", " ", "\n", "x", "word ", " word", "two words", "\xa0"]


def random_tree(seed: int) -> etree._Element:
    choose = random.Random(seed)  # noqa: S311  test data, not secrets
    nodes = [etree.Element("html")]
    for _ in range(choose.randrange(1, 40)):
        node = etree.SubElement(choose.choice(nodes), choose.choice(TAGS))
        node.text, node.tail = choose.choice(TEXTS), choose.choice(TEXTS)
        nodes.append(node)
    return nodes[0]


def brute_pieces(element: etree._Element) -> Iterator[str | None]:
    """Texts as a reader sees them, and None for the end of a line."""
    tag = str(element.tag)
    if tag in BLOCK_TAGS:
        yield None
    if tag in REPLACED_TAGS:
        yield " "
    if tag not in SKIPPED_TAGS:
        yield element.text or ""
        for child in element:
            yield from brute_pieces(child)
            yield child.tail or ""
    if tag in BLOCK_TAGS:
        yield None


def brute_lines(root: etree._Element) -> list[str]:
    lines = [""]
    for piece in brute_pieces(root):
        if piece is None:
            lines.append("")
        else:
            lines[-1] += piece
    return [" ".join(line.split()) for line in lines if line.strip()]


def brute_texts(element: etree._Element) -> list[str]:
    return [piece.strip() for piece in brute_pieces(element) if piece and piece.strip()]


def hidden(element: etree._Element) -> bool:
    return any(above.tag in SKIPPED_TAGS for above in element.iterancestors())


def brute_link(element: etree._Element, numbers: dict[etree._Element, int]) -> int:
    around = [element, *element.iterancestors()]
    return next((numbers[one] for one in around if one.tag == "a"), -1)


@pytest.mark.parametrize("seed", range(60))
def test_random_trees_agree_with_a_recursion(seed: int) -> None:
    root = random_tree(seed)
    found = walk(root)
    numbers = {element: number for number, element in enumerate(root.iter())}
    paths: dict[int, set[tuple[str, ...]]] = {}
    assert found.elements == list(root.iter())
    for element, number in numbers.items():
        inside = list(element.iter())
        assert found.ends[number] == number + len(inside)
        texts = found.texts[found.first_text[number] : found.end_text[number]]
        assert [text.strip() for text in texts] == ([] if hidden(element) else brute_texts(element))
        assert found.links[number] == brute_link(element, numbers)
        above = element.getparent()
        assert found.parents[number] == (-1 if above is None else numbers[above])
        path = (str(element.tag), *(str(one.tag) for one in element.iterancestors()))
        paths.setdefault(found.path_ids[number], set()).add(path)
    assert all(len(tag_paths) == 1 for tag_paths in paths.values())
    assert len(set.union(*paths.values())) == len(paths) == len(found.path_steps)
    assert row_lines(found) == brute_lines(root)
    assert all(one <= other for one, other in pairwise(found.rows))

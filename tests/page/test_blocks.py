"""Visual blocks: headings, paragraphs, list items, innermost divs, and the text between them."""

from __future__ import annotations

import random

import pytest
from lxml import etree

from newsextract.page.blocks import Block, visual_blocks
from newsextract.page.walk import walk


def blocks_of(body: str) -> list[tuple[str, str]]:
    """Tag (or ``gap``) and text of each block."""
    found = walk(etree.fromstring(f"<html><body>{body}</body></html>"))
    return [
        (
            found.tags[block.element] if block.element >= 0 else "gap",
            " ".join("".join(found.texts[block.start : block.end]).split()),
        )
        for block in visual_blocks(found)
    ]


@pytest.mark.parametrize(
    ("body", "blocks"),
    [
        ("", []),
        ("a", [("gap", "a")]),
        ("<p>a</p>", [("p", "a")]),
        *((f"<h{level}>a</h{level}>", [(f"h{level}", "a")]) for level in range(1, 7)),
        ("<p>a <b>b</b> <a>c</a> d</p>", [("p", "a b c d")]),
        ("<p>a<br/>b</p>", [("p", "ab")]),
        ("<p>a</p><p>b</p>", [("p", "a"), ("p", "b")]),
        ("<ul><li>a</li><li>b</li></ul>", [("li", "a"), ("li", "b")]),
        ("<div>a</div>", [("div", "a")]),
        ("<div><div>a</div><div>b</div></div>", [("div", "a"), ("div", "b")]),
        ("<div>a<div>b</div>c</div>", [("gap", "a"), ("div", "b"), ("gap", "c")]),
        ("<div>a<section><div>b</div></section></div>", [("gap", "a"), ("div", "b")]),
        ("<div><p>a</p>b<h2>c</h2></div>", [("p", "a"), ("div", "b"), ("h2", "c")]),
        ("<div>a<p>b</p>c</div>", [("div", "a"), ("p", "b"), ("div", "c")]),
        ("<li>a<p>b</p>c</li>", [("li", "a"), ("p", "b"), ("li", "c")]),
        ("<li>a<div>b</div></li>", [("li", "a"), ("div", "b")]),
        ("<li><div>a<div>b</div>c</div></li>", [("li", "a"), ("div", "b"), ("li", "c")]),
        ("<p>a</p>b<i>c</i><p>d</p>", [("p", "a"), ("gap", "bc"), ("p", "d")]),
        ("a<br/>b", [("gap", "a"), ("gap", "b")]),
        ("<section>a</section><section>b</section>", [("gap", "a"), ("gap", "b")]),
        ("<table><tr><td>a</td><td>b</td></tr></table>", [("gap", "a"), ("gap", "b")]),
        ("<table><tr><td><p>a</p></td><td>b</td></tr></table>", [("p", "a"), ("gap", "b")]),
        ("a<script>x</script>b", [("gap", "ab")]),
        ("<h1><div>a</div></h1>", [("div", "a")]),
        ("<div> <p/> </div>a", [("gap", "a")]),
    ],
)
def test_blocks(body: str, blocks: list[tuple[str, str]]) -> None:
    assert blocks_of(body) == blocks


@pytest.mark.parametrize("seed", range(40))
def test_every_text_node_is_in_exactly_one_block(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311  test data, not secrets
    nodes = [etree.Element("html")]
    for _ in range(choose.randrange(1, 60)):
        tag = choose.choice(["div", "p", "li", "h2", "span", "a", "section", "br", "script"])
        node = etree.SubElement(choose.choice(nodes), tag)
        node.text, node.tail = choose.choice([None, " ", "x"]), choose.choice([None, " ", "y"])
        nodes.append(node)
    found = walk(nodes[0])
    blocks = visual_blocks(found)
    assert [text for block in blocks for text in range(block.start, block.end)] == list(
        range(len(found.texts))
    )
    assert all(block.start < block.end for block in blocks)
    for block in blocks:
        for text in range(block.start, block.end):
            if block.element >= 0:
                assert found.first_text[block.element] <= text < found.end_text[block.element]
            else:
                assert found.rows[text] == found.rows[block.start]


def test_numbers_of_a_block() -> None:
    found = walk(etree.fromstring("<html><body>a<p>b<b>c</b></p></body></html>"))
    # html=0 body=1 p=2 b=3; text nodes a=0 b=1 c=2
    assert visual_blocks(found) == [Block(-1, 0, 1), Block(2, 1, 3)]

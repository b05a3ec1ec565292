"""Parsing: what deep, empty, cut and hostile pages become."""

from __future__ import annotations

import pytest

from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.page.parse import Parsed, parse
from newsextract.page.walk import walk

DEEPEST_WHOLE = 2_040
"""Levels that libxml2 surely reads; its bound is 2,048 with html, body and the text's own element counted."""


def parsed(html: str) -> Parsed:
    return parse(html, DEFAULT_LIMITS)


def texts_of(page: Parsed) -> list[str]:
    return [] if page.root is None else [text.strip() for text in walk(page.root).texts]


def nested(tag: str, levels: int, *, closed: bool) -> str:
    """A word before each opening tag, one in the middle and, with end tags, one behind each."""
    opening = "".join(f"o{level} <{tag}>" for level in range(levels))
    closing = "".join(f"</{tag}> c{level}" for level in range(levels)) if closed else ""
    return f"<body>{opening}middle{closing}</body>"


def words_of(levels: int, *, closed: bool) -> list[str]:
    opening = [f"o{level}" for level in range(levels)]
    return [*opening, "middle", *(f"c{level}" for level in range(levels) if closed)]


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("tag", ["div", "span", "font", "section", "blockquote"])
@pytest.mark.parametrize("levels", [1, 255, 256, 257, 500, DEEPEST_WHOLE])
def test_nested_levels_are_read_whole(levels: int, tag: str, closed: bool) -> None:
    page = parsed(nested(tag, levels, closed=closed))
    assert texts_of(page) == words_of(levels, closed=closed)
    assert (page.truncated, page.reason) == (False, "")


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("tag", ["div", "span", "section"])
@pytest.mark.parametrize("levels", [2_049, 3_000])
def test_deeper_levels_are_read_whole_too_and_said(levels: int, tag: str, closed: bool) -> None:
    page = parsed(nested(tag, levels, closed=closed))
    assert " ".join(texts_of(page)).split() == words_of(levels, closed=closed)
    assert page.truncated
    assert page.reason


@pytest.mark.parametrize(
    "html",
    [
        "",
        " ",
        "\n\t\r\n",
        "<!-- only a comment -->",
        "<!doctype html>",
        "<!doctype html>\n<!-- c -->\n",
    ],
)
def test_pages_without_content_have_no_tree(html: str) -> None:
    assert parsed(html) == Parsed(None)


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("plain words", ["plain words"]),
        ("<p>a", ["a"]),
        ("<p>a<p>b", ["a", "b"]),
        ("</p></div></b>a", ["a"]),
        ("<html><body><p>a</p></body><p>b", ["a", "b"]),
        ("<!-->a", ["a"]),
        ("<!-- <p>x</p> -->a<!-- y", ["a"]),
        ("<?php echo 1 ?>a", ["a"]),
        ("&lt;p&gt; &amp; &eacute;&#x4E2D;&#20013; &nosuch;", ["<p> & é中中 &nosuch;"]),
        ("a &#x80; b", ["a € b"]),  # a reference into C1 means the character of windows-1252
        ("a\u2028b", ["a\u2028b"]),
    ],
)
def test_broken_markup(html: str, texts: list[str]) -> None:
    page = parsed(html)
    assert texts_of(page) == texts
    assert not page.truncated


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<html><body>a</body></html>b", "ab"),
        ("<html><body><p>a</p></body></html><p>b</p>", "ab"),
        ("<p>a</p></html><div>b</div></html>c", "abc"),
        ("<html><body>a</body></html><html><body>b</body></html>", "ab"),
        ("<html><body>a</body></html>\n<!-- c -->\n<script>x</script>", "a"),
    ],
)
def test_text_behind_the_end_of_the_page_is_read(html: str, text: str) -> None:
    # libxml2 2.14 opens another root there; browsers go on with the body
    assert "".join(texts_of(parsed(html))) == text


@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="gbk">',
        '<meta http-equiv="content-type" content="text/html; charset=utf-16">',
        '<?xml version="1.0" encoding="big5"?>',
    ],
)
def test_a_declared_charset_is_not_applied_to_text(head: str) -> None:
    assert texts_of(parsed(f"{head}<p>é 中文 ∑")) == ["é 中文 ∑"]


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<p>one\ud800two", ["one", "two"]),
        ("\udfff\udfffone", ["one"]),
        ('<p title="\ud800">one', ["one"]),
        ("<p>one&#xD800;two", ["one", "two"]),
        ("<p>one&#0;two&#x110000;three", ["one", "two", "three"]),
        ("<p>one\x00two", ["one", "two"]),
        ("<p\x00>one", ["one"]),
        ("\x00<p>one", ["one"]),
        ("<p>one\x01\x08\x0b\x1ftwo", ["one", "two"]),
        ("<p>one\ufffe\uffff\U0001ffffetwo", ["one", "two"]),
    ],
)
def test_characters_that_no_page_should_hold(html: str, kept: list[str]) -> None:
    page = parsed(html)
    text = "".join(texts_of(page))
    text.encode()
    assert all(word in text for word in kept)
    assert not page.truncated


WHOLE = (
    '<html><head><meta name="a" content="b"></head><body class="c"><div id=\'d\'><h1>Head line</h1>'
    '<p>First <a href="/x?y=1">link</a> text.</p><ul><li>One<li>Two</ul></div></body></html>'
)


def squeezed(page: Parsed) -> str:
    return "".join("".join(texts_of(page)).split())


@pytest.mark.parametrize("cut", range(1, len(WHOLE)))
def test_a_page_cut_anywhere_keeps_its_text_so_far(cut: int) -> None:
    before = WHOLE[:cut]
    opened = before.rfind("<")
    whole_tags = before if before.rfind(">") > opened else before[:opened]
    # what a cut-off tag leaves behind is at most its own "<" and "/"
    assert squeezed(parsed(before)).rstrip("</") == squeezed(parsed(whole_tags))
    assert squeezed(parsed(WHOLE)).startswith(squeezed(parsed(whole_tags)))


def test_the_depth_bound_of_the_second_parser_comes_from_the_limits() -> None:
    page = parsed("<div>" * 3_000 + "deep")
    assert page.root is not None
    found = walk(page.root)
    depths: list[int] = []
    for parent in found.parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 1)
    assert max(depths) == DEFAULT_LIMITS.max_depth + 1  # the deepest open element and its leaves
    assert found.texts == ["deep"]


LONG = Limits(max_attributes=50, attribute_scan_bytes=100)
MANY = " ".join(f"a{number}" for number in range(100))


def test_a_page_with_a_stalling_tag_is_refused() -> None:
    refused = parse(f"<p>seen</p><div {MANY}>not</div>", LONG)
    assert (refused.root, refused.refused) == (None, True)
    assert refused.reason == "a tag with 100 attributes, above max_attributes=50"


@pytest.mark.parametrize(
    "html",
    [
        f"<script>for (i = 0; i<n; i++) go(); // {MANY}</script><p>Seen.</p>",
        f"<!-- i<n {MANY} --><p>Seen.</p>",
        # libxml2 reads the last tag, the second parser takes it for text of the xmp element
        f"<p>Seen.</p><script><!--<script></script><xmp>--></script><a {MANY}>x</a>",
    ],
)
def test_a_page_that_may_only_look_like_stalling_is_read_by_the_second_parser(html: str) -> None:
    found = parse(html, LONG)
    assert (found.truncated, found.refused) == (False, False)
    assert found.root is not None
    assert "Seen." in [paragraph.text for paragraph in found.root.iter("p")]


def test_the_text_in_utf8_is_taken_when_it_is_given() -> None:
    assert texts_of(parse("<p>é", DEFAULT_LIMITS, utf8="<p>ü".encode())) == ["ü"]

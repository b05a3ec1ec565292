"""The shared patterns, each against what the WHATWG tokenizer makes of the same source."""

from __future__ import annotations

import re

import pytest

from newsextract.page.tokens import ATTRIBUTE, COMMENT, RAW_TEXT_TAGS, attributes_end, tokens


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("", []),
        ("a", [("a", "")]),
        ("a b", [("a", ""), ("b", "")]),
        ("a/b", [("a", ""), ("b", "")]),
        ('a="b"', [("a", "b")]),
        ("a='b'", [("a", "b")]),
        ("a=b", [("a", "b")]),
        ('a = "b" c', [("a", "b"), ("c", "")]),
        ("a\n=\n'b'", [("a", "b")]),
        ('a="b"c="d"', [("a", "b"), ("c", "d")]),
        ('a="b > c \' d" e', [("a", "b > c ' d"), ("e", "")]),
        ("a='b \" c'", [("a", 'b " c')]),
        ("a=b/c d", [("a", "b/c"), ("d", "")]),
        ("a=b=c", [("a", "b=c")]),
        ("a=b\"c d'", [("a", 'b"c'), ("d'", "")]),
        ('"a" b', [('"a"', ""), ("b", "")]),
        ('a="" b', [("a", ""), ("b", "")]),
        ("a= b", [("a", "b")]),
        ("=a b", [("=a", ""), ("b", "")]),
        ('a=\x0b"b c"', [("a", '\x0b"b'), ('c"', "")]),  # a vertical tab is no white space in a tag
        ('a=\xa0"b c"', [("a", '\xa0"b'), ('c"', "")]),  # nor is a no-break space
    ],
)
def test_attribute(source: str, found: list[tuple[str, str]]) -> None:
    matches = ATTRIBUTE.findall(source)
    assert [(name, double or single or bare) for name, double, single, bare in matches] == found


@pytest.mark.parametrize(
    ("source", "length"),
    [
        (">", 0),
        (" >", 1),
        (" a>b", 2),
        (' a=">">', 6),
        (" a='>'>", 6),
        (' a=">\'>"\n/>', 10),
        (" a=b>", 4),
        (' "a>', 3),  # a quote opens nothing where a name is due
        (' a"b="c>">', 9),
        (" a= >", 4),
        (' a="never closed>', 16),
        (" a b/c", 6),
    ],
)
def test_attributes_end_where_the_tag_does(source: str, length: int) -> None:
    assert attributes_end(source, 0) == length
    assert attributes_end(f"<p{source}", 2) == 2 + length


@pytest.mark.parametrize("attribute", ["b ", "b=1 ", "b='>' ", 'b=" " ', "/"])
def test_a_tag_of_any_length_is_one_tag(attribute: str) -> None:
    attributes = " " + attribute * 12_345
    (tag, text) = tokens(f"<a{attributes}>b")
    assert (tag.kind, tag.value, tag.attributes) == ("start", "a", attributes)
    assert (text.kind, text.value) == ("text", "b")


@pytest.mark.parametrize(
    ("source", "length"),
    [
        ("<!-- a -->b", 10),
        ("<!-- a --!>b", 11),
        ("<!---->b", 7),
        ("<!-->b-->", 5),
        ("<!--->b-->", 6),
        ("<!-- > -- > -->b", 15),
        ("<!--\n-->b", 8),
        ("<!-- never closed", 17),
        ("<!--", 4),
    ],
)
def test_comment(source: str, length: int) -> None:
    match = re.compile(COMMENT, re.DOTALL).match(source)
    assert match is not None
    assert match.end() == length


def test_raw_text_tags_are_lower_case_and_once() -> None:
    assert sorted(set(RAW_TEXT_TAGS)) == sorted(tag.lower() for tag in RAW_TEXT_TAGS)
    assert {"script", "style", "textarea", "title"} <= set(RAW_TEXT_TAGS)

"""The pre-scan: what is refused, what only looks alike, and what must not slip through."""

from __future__ import annotations

import random
import re

import pytest

from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.page import prescan
from newsextract.page.prescan import foreign_kind, may_stall, stalling_tag, too_large, too_many_tags
from newsextract.page.tokens import ATTRIBUTE, attributes_end

THREE = Limits(max_attributes=3, attribute_scan_bytes=0)
"""No tag may have more than three attributes, in pages of any length."""


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "JPEG"),
        (b"GIF89a", "GIF"),
        (b"GIF87a", "GIF"),
        (b"RIFF\x24\x00\x00\x00WEBP", "RIFF"),
        (b"PK\x03\x04\x14", "ZIP"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "Office"),
        (b"\x00\x00\x01\x00\x01", "icon"),
        (b"wOFF\x00", "font"),
        (b"wOF2\x00", "font"),
        (b"Rar!\x1a\x07", "RAR"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"ID3\x03\x00", "sound"),
        (b"ID3\x04\x00", "sound"),
        (b"fLaC\x00", "sound"),
        (b"OggS\x00", "Ogg"),
        (b"\x1aE\xdf\xa3", "film"),
        (b"\x00\x00\x00\x18ftypmp42", "MP4"),
    ],
)
def test_foreign_kinds(body: bytes, word: str) -> None:
    kind = foreign_kind(body)
    assert kind is not None
    assert word in kind


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"\xef\xbb\xbf<html>",
        b"\xff\xfe<\x00h\x00",
        b"\xfe\xff\x00<",
        b"PK is a chess player",
        b"ID3 tags and what they hold",
        b"GIF images",
        b"ftypes",
        b"%PDF",
        b"<p>%PDF-1.7",
        b"\xd6\xd0\xce\xc4",
        b"\x00\x00\x00\x00",
    ],
)
def test_other_bytes_may_be_pages(body: bytes) -> None:
    assert foreign_kind(body) is None


@pytest.mark.parametrize(("size", "refused"), [(0, False), (9, False), (10, False), (11, True)])
def test_size(size: int, refused: bool) -> None:
    assert bool(too_large(size, Limits(max_bytes=10))) == refused


def test_size_names_the_setting() -> None:
    assert too_large(11, Limits(max_bytes=10)) == "more than max_bytes=10"


@pytest.mark.parametrize(
    ("html", "refused"),
    [("", False), ("<a><b>", False), ("<a></a>x", False), ("<a><b></b>", True), ("<<<", True)],
)
def test_tags(html: str, refused: bool) -> None:
    assert bool(too_many_tags(html, Limits(max_tags=2))) == refused


@pytest.mark.parametrize(
    "html",
    [
        "<a b c d e>",
        "<p>x</p><a b=1 c='2' d=\"3\" e>y</a>",
        "<A/b/c/d/e>",
        "<a\nb\nc\td\x0ce>",
        '<a b=">" c d e>',
        "<a b='>' c='\">' d e>",
        '<a b="1"c="2"d="3"e="4">',
        "<a b c d e",
        "<x-y b c d e>",
        "<a'b b c d e>",
        '<a "b c d e">',
        "<!-- x --><a b c d e>",
        "<!-- x --!><a b c d e>",
        "<script>x</script><a b c d e>",
        "<SCRIPT>x</script ><a b c d e>",
        "<title>x</title><a b c d e>",
        "<p title='<!--'><a b c d e>",
    ],
)
def test_stalling_tags(html: str) -> None:
    assert stalling_tag(html, THREE) == "a tag with 4 attributes, above max_attributes=3"


@pytest.mark.parametrize(
    "html",
    [
        "<a b c d>",
        "<a b=1 c='2' d=\"3\"/>",
        '<a b="c d e f g h">',
        "<a b='c > d e f g'>",
        '<a b = "c d e f g h">',
        "<a b><a c><a d><a e><a f>",
        "<!-- <a b c d e> -->",
        "<!-- x > <a b c d e> -->",
        "<!-- <a b c d e f",
        "<script>if (a <b c d e f) { x }</script>",
        "<script>x</scrip><a b c d e></script>",
        "<style>/* <a b c d e> */</style>",
        "<textarea><a b c d e></textarea>",
        "<title><a b c d e></title>",
        "< a b c d e f>",
        "x < y z a b c d",
        "<3 b c d e f>",
        "</a b c d e f>",
        "b c d e f g",
        "",
    ],
)
def test_harmless_pages(html: str) -> None:
    assert stalling_tag(html, THREE) is None


@pytest.mark.parametrize(
    "cover",
    [
        "{tag}",
        "<!-->{tag}",
        "<!--->{tag}",
        "<![CDATA[<!-- ]]>{tag}",
        "<?x <!-- >{tag}",
        "<!x <!-- >{tag}",
        "</a <!-- >{tag}",
        "<script-x>{tag}",
        "<title-x>{tag}",
        "<script></scriptx><!--</script>{tag}",
        "<script><!--<script></script><xmp>--></script>{tag}",
    ],
)
def test_nothing_hides_a_stalling_tag_that_libxml2_would_read(cover: str) -> None:
    assert may_stall(cover.format(tag="<a b c d e>"), THREE)


@pytest.mark.parametrize(
    "html",
    [
        "<script b c d e>x</script>",
        "<style b c d e>x</style>",
        "<title b c d e>",
        '<a x=\x0b"b c d e">',  # neither white space is one in a tag, so the quote opens nothing
        '<a x=\xa0"b c d e">',
    ],
)
def test_no_spelling_hides_attributes(html: str) -> None:
    assert stalling_tag(html, THREE) is not None


def test_short_pages_are_not_scanned() -> None:
    html = "<a b c d e>"
    assert may_stall(html, Limits(max_attributes=3, attribute_scan_bytes=len(html)))
    assert not may_stall(html, Limits(max_attributes=3, attribute_scan_bytes=len(html) + 1))


def test_default_limits_on_a_long_tag() -> None:
    html = f"<p {'a1234567890123456789012345678901 ' * 5_000}>"
    assert len(html) > DEFAULT_LIMITS.attribute_scan_bytes
    assert stalling_tag(html, DEFAULT_LIMITS) == "a tag with 5000 attributes, above max_attributes=4000"


@pytest.mark.parametrize(
    ("beginning", "repeated", "refused"),
    [
        ("", "<", False),
        ("", "<a", False),
        ("", "<a>", False),
        ("", "<!--", False),
        ("", "<!-- --", False),
        ("<!--", "--!", False),
        ("<!--", "-", False),
        ("<a", " ", False),
        ("<a b", " ", False),
        ("<a b=", " ", False),
        ("<a b", "=", False),
        ('<a b="', "x", False),
        ("<a ", "b ", True),
        ("<a ", "b=", False),
        ("<a ", 'b="" ', True),
        ("<a ", "b='\" ", True),
        ("", '<a b="', True),
        ("", "<script ", True),
        ("", "<script>", False),
        ("<script>", "<", False),
        ("<script>", "</", False),
        ("<script>", "</scrip", False),
        ("", "<title><style>", False),
    ],
)
def test_long_runs_of_the_worst_pieces_come_to_an_end(beginning: str, repeated: str, refused: bool) -> None:
    html = beginning + repeated * (200_000 // len(repeated))
    assert bool(stalling_tag(html, DEFAULT_LIMITS)) == refused
    assert may_stall(html, DEFAULT_LIMITS) >= refused


def test_tags_in_quotes_in_tags_are_not_scanned_over_and_over() -> None:
    html = "<a b='x " * 100_000  # each of them could reach to the end of the page
    assert may_stall(html, Limits(max_attributes=200_000))


@pytest.mark.parametrize(
    "html",
    [
        "<a b c d>",
        "<a b='c d e f g'>",
        "< a b c d e f>",
        "<a b><a c><a d><a e><a f>",
        "<p>one two three four five</p>",
    ],
)
def test_ordinary_tags_raise_no_alarm(html: str) -> None:
    assert not may_stall(html, THREE)


@pytest.mark.parametrize(
    "html",
    [
        """<a x='">' b c d e>""",
        """<a x= '">' b c d e>""",
        """<a x=\n'">' b c d e>""",
        """<a x='y">' b c d e>""",
        '<a x="> b" c d e f>',
        '<a x= "> b" c d e f>',
        """<a x="'" y='">' b c d>""",
        """<a x='"' y=">" b c d>""",
        """<a x="a=" y='">' b c d>""",
    ],
)
def test_no_quotes_hide_attributes(html: str) -> None:
    for before in ("", '<p class="x">', "it's ", """='">""", "<p title=' x'>"):
        assert may_stall(before + html + "x" * 20, THREE)


@pytest.mark.parametrize(("html", "alarm"), [("<a b>", True), ("<a>", False), ("a", False), ("", False)])
def test_no_attributes_allowed(html: str, alarm: bool) -> None:
    assert may_stall(html, Limits(max_attributes=0, attribute_scan_bytes=0)) == alarm


def has_long_tag(html: str, limits: Limits) -> bool:
    """As ``may_stall`` says it, without any short cut."""
    starts = [match.end() for match in re.finditer("<[a-zA-Z]", html)]
    tags = (html[start : attributes_end(html, start)] for start in starts)
    return any(len(ATTRIBUTE.findall(tag)) > limits.max_attributes for tag in tags)


@pytest.mark.parametrize("seed", range(8))
def test_no_page_with_a_long_tag_is_passed_over(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311  test data, not secrets
    pieces = [
        '">',
        "'>",
        ">",
        '"',
        "'",
        "=",
        '="',
        "='",
        "= '",
        " ",
        "a",
        "a ",
        "<a ",
        "<a",
        "/",
        "\n",
        'b="c"',
    ]
    limits = Limits(max_attributes=8, attribute_scan_bytes=0)
    found = 0
    for _ in range(400):
        html = "".join(choose.choices(pieces, k=choose.randrange(200)))
        if has_long_tag(html, limits):
            found += 1
            assert may_stall(html, limits), html
    assert found > 5


def test_ordinary_markup_is_passed_over_without_a_look_at_each_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def counted(html: str, start: int) -> int:
        tried.append(start)
        return attributes_end(html, start)

    monkeypatch.setattr(prescan, "attributes_end", counted)
    script = f"<script>{'if (a <b && c> d) { e() } ' * 1_000}</script>"
    markup = '<p class="a b" id="c">It is <a href="/d">said</a>.</p>' * 4_000
    assert not may_stall(markup + script + markup, DEFAULT_LIMITS)
    assert 0 < len(tried) <= 1_000  # of 17,001, and all of them in the script

"""XML of feeds and sitemaps, as it comes."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

import pytest

from newsextract.discovery.xml import ROOT_WITHIN, local_name, named, namespace, read_xml, text_of
from newsextract.limits import Limits
from newsextract.metadata.plain import LONGEST_VALUE

ROOTS = ("rss",)


def text_in(body: bytes | str, name: str = "t") -> list[str]:
    """The texts of the elements of a name, whatever the document is."""
    root = read_xml(body if isinstance(body, bytes) else body.encode(), ROOTS)
    return [] if root is None else [text_of(element) for element in named(root, name)]


@pytest.mark.parametrize(
    "body",
    [
        "<rss><t>ä</t></rss>",
        '<?xml version="1.0" encoding="utf-8"?><rss><t>ä</t></rss>',
        '\n \n<?xml version="1.0"?>\n<rss><t>ä</t></rss>',
        "Warning: something in line 5\n<?xml version='1.0'?><rss><t>ä</t></rss>",
        "\ufeff<rss><t>ä</t></rss>",
        "<!-- made by hand --><?xml-stylesheet href='x.xsl'?><rss><t>ä</t></rss>",
        "<!DOCTYPE rss PUBLIC '-//N//DTD RSS 0.91//EN' 'http://my.example/rss.dtd'><rss><t>ä</t></rss>",
        "<rss><t>ä</t></rss><!-- cached --><script>x</script>",
        "<RSS><t>ä</t></RSS>",
        "<r:rss xmlns:r='urn:r'><t>ä</t></r:rss>",
        "<r:rss><t>ä</t></r:rss>",
        "<rss><t>&auml;</t></rss>",
        "<rss><t>&#228;</t></rss>",
        "<rss><t><![CDATA[ä]]></t></rss>",
        "<rss><t>ä</t><u>cut o",
        "<rss><t>ä</t><u href='cut o",
        "<rss><t>ä</t><u><![CDATA[cut o",
        "<rss><t>ä</u></rss>",
    ],
)
def test_what_is_overlooked(body: str) -> None:
    assert text_in(body) == ["ä"]


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("gbk", "gbk"),
        ("gb2312", "gb18030"),
        ("gbk", "utf-8"),
        ("utf-8", "gbk"),
        ("utf-16", "utf-8"),
        ("utf-8", "utf-16"),
        ("big5", "big5"),
        ("no-such-encoding", "utf-8"),
        ("hex", "utf-8"),
    ],
)
def test_encodings(declared: str, written: str) -> None:
    text = (
        "中文的世界，今天天下大事，多人在此地生活，不分大小。"  # the same characters in all of the encodings
    )
    body = f'<?xml version="1.0" encoding="{declared}"?><rss><t>{text}</t></rss>'.encode(written)
    assert text_in(body) == [text]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("a & b", "a & b"),
        ("a &amp; b", "a & b"),
        ("a &amp;amp; b", "a &amp; b"),
        ("a&nbsp;b", "a\xa0b"),
        ("&lt;b&gt; &quot;&apos;", "<b> \"'"),
        ("&nosuch; &no", "&nosuch; &no"),
        ("x?a=1&b=2&copy=3", "x?a=1&b=2&copy=3"),
        ("<![CDATA[x?a=1&b=2 &amp; &nbsp;]]>", "x?a=1&b=2 &amp; &nbsp;"),
        ("&#150;", "–"),
        ("a&#0;&#11;b", "a\ufffdb"),
        ("&#x26;", "&"),
        ("&#60;b>", "<b>"),
        ("a\x01b", "ab"),
        ("a <b>b <i>c</i></b> d", "a b c d"),
        ("  a  ", "a"),
    ],
)
def test_characters(written: str, text: str) -> None:
    assert text_in(f"<rss><t>{written}</t></rss>") == [text]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"text",
        b"<",
        b"<rs",
        b"<rss",
        b"<html><body><rss><t>a</t></rss></body></html>",
        b"<!DOCTYPE html><head><title>a</title></head><rss>",
        b"<urlset></urlset>",
        b"<rssfeed></rssfeed>",
        b"{}",
        b"\x00\xff\xfe",
        b"\x1f\x8b\x08",
        b"%PDF-1.4",
        b"<!--" + b" " * ROOT_WITHIN + b"--><rss/>",
    ],
)
def test_what_is_none(body: bytes) -> None:
    assert read_xml(body, ROOTS) is None


def test_names() -> None:
    root = read_xml(b"<rss xmlns:a='urn:a'><a:T/><b:T/><T/></rss>", ROOTS)
    assert root is not None
    assert [(namespace(child), local_name(child)) for child in root] == [
        ("urn:a", "t"),
        ("b", "t"),
        ("", "t"),
    ]


def test_no_entity_is_expanded_and_none_is_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    kinds = f'<!ENTITY l0 "ha">{laughs}<!ENTITY f SYSTEM "{secret.as_uri()}"><!ENTITY % p SYSTEM "http://[::1]:9/x">%p;'
    body = f"<!DOCTYPE rss [{kinds}]><rss><t>&l11;</t><t>&f;</t><t>&l0;</t></rss>".encode()
    tracemalloc.start()
    try:
        assert text_in(body) == ["&l11;", "&f;", "&l0;"]
        assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "body",
    [
        "<rss><!DOCTYPE rss [<!ENTITY a 'laugh'>]><t>&a;</t></rss>",
        "<!DOCTYPE rss [<!ENTITY b '<rss>'><!ENTITY a 'laugh'>]><rss><t>&a;</t></rss>",
        "<?xml version='1.0'?><rss/><!DOCTYPE rss [<!ENTITY a 'laugh'>]><rss><t>&a;</t></rss>",
    ],
)
def test_a_hidden_document_type_declares_nothing(body: str) -> None:
    assert "laugh" not in text_in(body)


def test_of_a_long_body_the_beginning_is_read() -> None:
    body = b"<rss>" + b"<t>12345</t>" * 100 + b"</rss>"
    # 5 bytes of root and 12 an element: 53 bytes hold four whole ones
    root = read_xml(body, ROOTS, limits=Limits(max_bytes=53))
    assert root is not None
    assert [text_of(element) for element in named(root, "t")] == ["12345"] * 4


def test_values_are_bounded() -> None:
    assert text_in(f"<rss><t>{'x' * 50_000}</t><t>{'<b>x</b>' * 50_000}</t></rss>")[0] == "x" * LONGEST_VALUE
    assert 0 < len(text_in(f"<rss><t>{'<b>x</b>' * 50_000}</t></rss>")[0]) <= LONGEST_VALUE


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "&",
        "&a",
        "<![CDATA[",
        "<!--",
        "<t>",
        "</t>",
        "<a:b/>",
        "]]>",
        "<?x?>",
        " a='1'",
        "<!DOCTYPE a []>",
    ],
)
def test_time_is_linear(piece: str) -> None:
    body = f"<rss{piece * (400_000 // len(piece))}".encode()
    started = time.perf_counter()
    text_in(body)
    text_in(body.replace(b"<rss", b"<rss>", 1))
    assert time.perf_counter() - started < 2

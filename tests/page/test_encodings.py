"""Labels and codecs: what each label means, and that every encoding reads what browsers read with it."""

from __future__ import annotations

import pytest
from webencodings.labels import LABELS

from newsextract.page.encodings import EAST_ASIAN, MAX_REPAIRS, WIDE, decode_as, encoding_of

TEXT_ENCODINGS = sorted({name for name in LABELS.values() if name not in ("replacement", "x-user-defined")})
EVERY_ENCODING = sorted({*TEXT_ENCODINGS, *WIDE})


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("utf-8", "utf-8"),
        ("UTF8", "utf-8"),
        ("gb2312", "gbk"),
        ("GBK", "gbk"),
        ("gb18030", "gb18030"),
        ("Big5-HKSCS", "big5"),
        ("x-sjis", "shift_jis"),
        ("windows-31j", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("iso-8859-1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("latin5", "windows-1254"),
        ("tis-620", "windows-874"),
        ("iso-8859-8-i", "iso-8859-8-i"),
        ("cp1251", "windows-1251"),
        ("koi", "koi8-r"),
        ("unicode", "utf-16le"),
        (" \tUTF-8\r\n", "utf-8"),
        ("utf-8;", "utf-8"),
        ("'gbk'", "gbk"),
        ("gbk/", "gbk"),
    ],
)
def test_label_is_resolved(label: str, encoding: str) -> None:
    assert encoding_of(label) == encoding


@pytest.mark.parametrize(
    "label",
    [
        *("hex", "zlib", "bz2", "rot13", "base64", "quopri", "uu", "idna", "punycode", "undefined", "mbcs"),
        *("unicode_escape", "raw_unicode_escape", "utf-7", "utf-8-sig", "cp037", "utf-32"),
        *("hz-gb-2312", "iso-2022-kr", "iso-2022-cn", "replacement", "x-user-defined"),
        *("", " ", "none", "text/html", "\N{KELVIN SIGN}oi8-r", "\ud800", "utf-8\x00", "../utf-8"),
    ],
)
def test_other_labels_mean_nothing(label: str) -> None:
    assert encoding_of(label) is None


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        # characters that Python's own codec of that name does not know, by the bytes browsers read them from
        (b"\x81\x30\x81\x30", "gbk", "\x80"),
        # U+20BB7 is 68535 above U+10000; 189000 + 68535 = ((20 * 10 + 4) * 126 + 49) * 10 + 5
        (b"\x95\x34\xb2\x35", "gbk", "𠮷"),
        (b"\xa2\xe3\x80", "gbk", "€€"),
        (b"\x80", "gb18030", "€"),
        (b"\x87\x40\xfb\xfc", "shift_jis", "①髙"),
        (b"\xad\xa1\xad\xea", "euc-jp", "①㈱"),
        (b"\xf9\xf5\xc7\xbd", "euc-jp", "﨑能"),
        (b"\x8f\xb0\xa1", "euc-jp", "丂"),
        (b"\x1b$B-!\x1b(B!", "iso-2022-jp", "①!"),
        (b"\x1b(I1\x1b(B", "iso-2022-jp", "ｱ"),
        (b"\xa3\xe1", "big5", "€"),
        (b"\x9d\xef", "big5", "嘅"),
        (b"\x8c\x63", "euc-kr", "똠"),
        (b"\x80\x85\xa1", "windows-874", "€…ก"),
        (b"\x80\x99", "windows-1252", "€™"),
        (b"\xe0\xe9", "iso-8859-8-i", "אי"),
        (b"\xb4", "iso-8859-16", "Ž"),
        (b"\xa2", "x-mac-cyrillic", "Ґ"),
        (b"\x8e", "macintosh", "é"),
        (b"\x80", "ibm866", "А"),
        # windows punctuation in pages that call themselves ISO 8859
        (b"\x84\xb1\xea\x94 \x96 \x85", "iso-8859-2", "„ąę” – …"),
        (b"\x93\xc1\x94", "iso-8859-7", "“Α”"),
    ],
)
def test_bytes_are_read_as_browsers_read_them(data: bytes, encoding: str, text: str) -> None:
    assert decode_as(data, encoding) == (text, 0)


@pytest.mark.parametrize(
    ("data", "encoding", "text", "replaced"),
    [
        (b"a\x81\x8d\x8f\x90\x9d", "windows-1252", "a\ufffd\ufffd\ufffd\ufffd\ufffd", 5),
        (b"\xdb\xa1", "windows-874", "\ufffdก", 1),
        (b"\x9c", "iso-8859-2", "\ufffd", 1),
        (b"\xff\xd6\xd0", "gbk", "\ufffd中", 1),
        # the page's own U+FFFD is text, the stray byte after it is not
        (b"\xef\xbf\xbd\xff", "utf-8", "\ufffd\ufffd", 1),
        (b"\x84\x31\xa4\x37\xff", "gb18030", "\ufffd\ufffd", 1),
        (b"\xfd\xff\x00\xd8a\x00", "utf-16le", "\ufffd\ufffda", 1),
        # an encoded surrogate is three broken bytes
        (b"\xed\xa0\x80", "utf-8", "\ufffd\ufffd\ufffd", 3),
        (b"\x00\xd8\x00\x00", "utf-32le", "\ufffd", 1),
        (b"\x84\x94", "euc-jp", "\ufffd\ufffd", 2),
        (b"\xad", "euc-jp", "\ufffd", 1),
        (b"\xe9 ", "big5", "\ufffd ", 1),
        (b"\xffa\xe9", "big5", "\ufffda\ufffd", 2),
    ],
)
def test_unreadable_bytes_are_replaced_and_counted(
    data: bytes, encoding: str, text: str, replaced: int
) -> None:
    assert decode_as(data, encoding) == (text, replaced)


@pytest.mark.parametrize("encoding", sorted(EAST_ASIAN))
def test_broken_character_does_not_swallow_the_tag_behind_it(encoding: str) -> None:
    assert decode_as(b"<p>\xd6</p>", encoding)[0].endswith("</p>")


def test_repairs_end_where_a_page_is_broken_throughout() -> None:
    few, many = b"\xff" * MAX_REPAIRS + b"\x80", b"\xff" * (MAX_REPAIRS + 1) + b"\x80"
    # The euro sign counts as an error until it is repaired: one stray byte fewer leaves it within the bound.
    assert decode_as(few[1:], "gbk")[0].endswith("€")
    assert decode_as(many, "gbk") == ("\ufffd" * len(many), len(many))


@pytest.mark.parametrize("encoding", EVERY_ENCODING)
def test_every_encoding_reads_every_pair_of_bytes_without_surrogates(encoding: str) -> None:
    pairs = b"".join(bytes([first, second]) + b"\n\n" for first in range(256) for second in range(256))
    text, _ = decode_as(pairs, encoding)
    assert text.encode("utf-8").decode("utf-8") == text


def test_four_byte_gb18030_never_yields_surrogates() -> None:
    # The surrogates would lie between U+D7FF (83 36 C7 38) and U+E000, so all of lead byte 83 is read.
    data = b"".join(
        bytes([0x83, second, third, fourth])
        for second in range(0x30, 0x3A)
        for third in range(0x81, 0xFF)
        for fourth in range(0x30, 0x3A)
    )
    text, _ = decode_as(data, "gb18030")
    assert "\ud7ff" in text
    assert text.encode("utf-8").decode("utf-8") == text


def test_repairs_are_for_reading_only() -> None:
    with pytest.raises(UnicodeEncodeError):
        "é".encode("ascii", "newsextract.gbk.replace")

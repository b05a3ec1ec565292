"""The encodings of the web: which label means which, and how Python reads each as a browser would.

Names are those of the WHATWG table in lower case; UTF-32, which browsers have given up, is added for its
byte order marks. Only text encodings are known here, so no label reaches codecs such as ``zlib`` or ``idna``.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from functools import cache

from webencodings.labels import LABELS

UTF8 = "utf-8"
ISO_2022_JP = "iso-2022-jp"
WESTERN = "windows-1252"
WIDE = frozenset({"utf-16le", "utf-16be", "utf-32le", "utf-32be"})
"""Encodings in which ASCII text is not written in ASCII bytes."""
EAST_ASIAN = frozenset({"gbk", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp"})
"""Encodings that write an ideograph in two bytes or more, the first of them above ASCII."""
ACCENTED = frozenset(
    {
        "windows-1250",
        "windows-1254",
        "windows-1257",
        "windows-1258",
        "iso-8859-2",
        "iso-8859-4",
        "iso-8859-13",
    }
)
"""Encodings of languages in Latin letters that use many more letters above ASCII than English does."""

# The table's words for "show nothing of this page" and "bytes for a script": no text is read with them.
_NO_TEXT = frozenset({"replacement", "x-user-defined"})

# Where Python has no codec of that name, or one that knows fewer characters than browsers do.
_CODECS = {
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-8-i": "iso8859-8",
    "windows-874": "cp874",
    "macintosh": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
}

# Quotation marks, dashes and dots that every windows-125x page keeps at the same bytes. Pasted text brings
# them into ISO 8859 pages, where the bytes 80 to 9F are controls, which no text contains.
_WINDOWS_MARKS = bytes.fromhex("82 84 85 86 87 89 8b 91 92 93 94 95 96 97 99 9b")
_C1_CONTROLS = range(0x80, 0xA0)
_UNDEFINED = "\ufffe"  # this character in a table tells charmap_decode that the byte means nothing

MAX_REPAIRS = 10_000
"""A page with more errors is not repaired: it is in another encoding, and each repair takes a microsecond."""

_Reader = Callable[[bytes, str], str]
_Repair = Callable[[bytes], tuple[str, int]]

_LABEL_EDGES = "\t\n\f\r \"';,/"  # white space as in the standard, and what careless markup leaves on a label


def encoding_of(label: str) -> str | None:
    """Name the encoding that a label such as ``GB2312`` or ``latin1`` stands for; None for any other text."""
    if not label.isascii():
        return None
    name: str | None = LABELS.get(label.strip(_LABEL_EDGES).lower())
    return None if name in _NO_TEXT else name


def decode_as(data: bytes, encoding: str) -> tuple[str, int]:
    """Read bytes in an encoding named as here; also count the U+FFFD put in for what it cannot read."""
    read = _reader(encoding)
    try:
        return read(data, "strict"), 0
    except UnicodeDecodeError:
        text, replaced = _read_leniently(read, data, "replace", "ignore")
    if encoding in _REPAIRS and replaced <= MAX_REPAIRS:
        return _read_leniently(read, data, *_REPAIRS[encoding])
    return text, replaced


def _read_leniently(read: _Reader, data: bytes, replacing: str, dropping: str) -> tuple[str, int]:
    text = read(data, replacing)
    if "\ufffd" not in text:
        return text, 0
    # A page may hold U+FFFD of its own, so counting them is not enough.
    return text, len(text) - len(read(data, dropping))


def _reader(encoding: str) -> _Reader:
    if encoding in WIDE or encoding in EAST_ASIAN or encoding in (UTF8, ISO_2022_JP):
        codec = _CODECS.get(encoding, encoding)
        return lambda data, errors: data.decode(codec, errors)
    table = _single_byte_table(encoding)
    return lambda data, errors: codecs.charmap_decode(data, errors, table)[0]


@cache
def _single_byte_table(encoding: str) -> str:
    codec = _CODECS.get(encoding, encoding)
    table = list(bytes(range(256)).decode(codec, "replace").replace("\ufffd", _UNDEFINED))
    if encoding.startswith("iso-8859-"):
        for byte in _C1_CONTROLS:
            table[byte] = bytes([byte]).decode("cp1252") if byte in _WINDOWS_MARKS else _UNDEFINED
    return "".join(table)


def _gbk_repair(pair: bytes) -> tuple[str, int]:
    """Read the euro sign of code page 936, a byte that GB 18030 leaves out."""
    return ("€", 1) if pair.startswith(b"\x80") else ("", 0)


def _big5_repair(pair: bytes) -> tuple[str, int]:
    """Read the pairs, the euro sign among them, that code page 950 has and HKSCS has not."""
    return _pair_in("cp950", pair), 2


def _jis_repair(pair: bytes) -> tuple[str, int]:
    """Read what Windows added to JIS X 0208 (①, ㈱, 髙): the same cell, numbered as in code page 932."""
    if len(pair) < 2 or (pair[0] ^ pair[1]) & 0x80:
        return "", 0  # cut off, or a byte above ASCII beside one of ASCII: no pair at all
    row, cell = (pair[0] & 0x7F) - 0x20, (pair[1] & 0x7F) - 0x20
    if not (1 <= row <= 94 and 1 <= cell <= 94):
        return "", 0
    lead = 0x81 + (row - 1) // 2
    trail = 0x9E + cell if row % 2 == 0 else 0x3F + cell + (cell > 63)
    return _pair_in("cp932", bytes([lead + 0x40 * (lead > 0x9F), trail])), 2


def _pair_in(codec: str, pair: bytes) -> str:
    try:
        text = pair.decode(codec)
    except UnicodeDecodeError:
        return ""
    return text if len(text) == 1 else ""


def _error_handler(repair: _Repair, filler: str) -> Callable[[UnicodeError], tuple[str, int]]:
    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        text, used = repair(error.object[error.start : error.start + 2])
        return (text, error.start + used) if text else (filler, error.end)

    return handle


def _register(name: str, repair: _Repair) -> tuple[str, str]:
    replacing, dropping = f"newsextract.{name}.replace", f"newsextract.{name}.ignore"
    codecs.register_error(replacing, _error_handler(repair, "\ufffd"))
    codecs.register_error(dropping, _error_handler(repair, ""))
    return replacing, dropping


_GBK = _register("gbk", _gbk_repair)
_JIS = _register("jis", _jis_repair)
_REPAIRS = {
    "gbk": _GBK,
    "gb18030": _GBK,
    "big5": _register("big5", _big5_repair),
    "euc-jp": _JIS,
    "iso-2022-jp": _JIS,
}

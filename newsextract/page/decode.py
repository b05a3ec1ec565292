"""Bytes to text: byte order mark, HTTP header, ``<meta>``, and detection where they are missing or wrong.

The order is that of browsers. Unlike them, a declaration is held against the bytes: text that is valid UTF-8
is UTF-8 whatever it claims, and an encoding that cannot read the page has to compete with a detected one.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

from chardetng_py import EncodingDetector

from newsextract.page.encodings import (
    ACCENTED,
    EAST_ASIAN,
    ISO_2022_JP,
    UTF8,
    WESTERN,
    WIDE,
    decode_as,
    encoding_of,
)

DECLARATION_BYTES = 128 * 1024
"""How far to look for ``<meta charset>``. Browsers look at 1 kB; of 3,769 real pages that have one, 355 have
it later, 4 after 64 kB, and the last of all at 107 kB, behind scripts and styles written into the head."""

UTF8_BROKEN_SHARE = 0.4
"""Most errors, as a share of the bytes above ASCII, in a page that is still UTF-8. Eight real pages with
broken bytes have 0.01 to 0.24; pages in any of ten legacy encodings, read as UTF-8, have 0.59 or more."""

DECLARED_BROKEN_SHARE = 0.01
"""Most errors, as such a share, with which a declared encoding is still believed. Pages read in an East Asian
encoding that is not theirs have 0.01 to 0.4, where they have errors at all."""

CERTAIN_UTF8_BYTES = 12
"""So many bytes above ASCII, valid as UTF-8, outweigh a declared East Asian encoding that can read them too.
Six ideographs in GBK are valid UTF-8 in 1 of 900 cases, two in 1 of 40. Other encodings need no such care."""

CUT_OFF_BYTES = 3
"""Most bytes a cut-off character leaves behind; a page with no others says nothing about its encoding."""

ACCENTED_SHARE = 0.002
"""Least share of bytes above ASCII in pages of languages like Polish or Turkish. 162 such pages have 0.0032
or more; 28 English pages whose pound signs and quotation marks were taken for Polish have 0.0016 at most."""

UTF16_NUL_SHARE = 0.4
"""Least share of NUL among the first or the second bytes of all pairs in UTF-16 markup without a mark.
Chinese pages, the hardest, have 0.64 or more: their tags are ASCII."""

UTF16_NUL_RATIO = 8
"""How many times as many NULs one half of the pairs has in UTF-16; stray NULs fall on both halves alike."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, UTF8),
    (codecs.BOM_UTF32_LE, "utf-32le"),  # begins with the mark of UTF-16, so it is tried first
    (codecs.BOM_UTF32_BE, "utf-32be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_PYTHON_NAMES = {"gb18030": "gbk", "cp874": "windows-874"}  # what the detector calls by other names
_ASCII = bytes(range(128))
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\f\r")
_CONTROL_RUN = re.compile(r"[\x00-\x08\x0e-\x1f]+")

_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE | re.ASCII)
_MARKUP = re.compile(
    rb"<(?:(?P<comment>!--)|(?P<meta>meta)[\s/]|(?P<raw>script|style|title|textarea)[\s/>])", re.IGNORECASE
)
_RAW_TEXT_ENDS = {
    tag: re.compile(b"</" + tag, re.IGNORECASE) for tag in (b"script", b"style", b"title", b"textarea")
}
_ATTRIBUTE = re.compile(r"([^\s\"'=/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+)))?")
_XML_DECLARATION = re.compile(rb"\s*<\?xml\s[^<>]*?encoding\s*=\s*[\"']([^\"'<>]+)")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a page and how it was read."""

    text: str
    """Without byte order mark, NUL, other C0 controls than tab, LF, FF, CR, and lone surrogates."""
    encoding: str
    """WHATWG name in lower case (``gbk``, ``windows-1252``) or ``utf-32le``, ``utf-32be``; empty for text."""
    source: str
    """What named the encoding: ``bom``, ``header``, ``meta`` (also the XML declaration), ``detected``; or
    ``text``, when there was nothing to decode."""
    replaced: int
    """How many U+FFFD stand in the text for what could not be read; those of the page itself do not count."""
    utf8: bytes | None = field(default=None, compare=False, repr=False)
    """The text in UTF-8 where the page's own bytes are that, so that the parser needs no second copy."""


@dataclass(frozen=True, slots=True)
class _Claim:
    encoding: str
    source: str


def decode(body: bytes | bytearray | memoryview | str, *, header: str | None = None) -> Decoded:
    """Turn a page's body into text, whatever the bytes and the declarations are. Never raises.

    ``header`` is the value of the HTTP Content-Type header, or a charset label alone.
    """
    if isinstance(body, str):
        return _from_text(body)
    data = bytes(body)
    claims = _claims(data, header)
    decoded = _wide(data, claims) or _seven_bit(data, claims) or _utf8(data, claims) or _legacy(data, claims)
    ascii_compatible = decoded.encoding not in WIDE and decoded.encoding != ISO_2022_JP
    return _without_controls(decoded, data if ascii_compatible else None)


def _from_text(text: str) -> Decoded:
    """Take text as it is, with pairs of surrogates joined and lone ones replaced."""
    replaced = 0
    try:
        data = text.encode()
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        replaced = joined.count("\ufffd") - text.count("\ufffd")
        text, data = joined, joined.encode()
    return _without_controls(Decoded(text, "", "text", replaced, data), data)


def _without_controls(decoded: Decoded, data: bytes | None) -> Decoded:
    """Drop what is not text. ``data`` holds the same controls as bytes, where they are found faster."""
    text = decoded.text.lstrip("\ufeff")
    if data is None or any(control in data for control in _CONTROLS):
        # Word processors end lines with the vertical tab: without a break two words would become one.
        text = _CONTROL_RUN.sub("", text).replace("\v", "\n").lstrip("\ufeff")
    if text is decoded.text:
        return decoded
    return Decoded(text, decoded.encoding, decoded.source, decoded.replaced)


def _claims(data: bytes, header: str | None) -> list[_Claim]:
    """List the encodings that are declared, strongest first, each with its strongest source."""
    sources: dict[str, str] = {}
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            sources[encoding] = "bom"
            break
    if header and (named := _encoding_in(header)):
        sources.setdefault(named, "header")
    if named := _meta_encoding(data):
        # Bytes in which an ASCII <meta> was found are not UTF-16: as in the standard, it means UTF-8.
        sources.setdefault(UTF8 if named in WIDE else named, "meta")
    return [_Claim(encoding, source) for encoding, source in sources.items()]


def _encoding_in(value: str) -> str | None:
    """Read a Content-Type value, or a label alone."""
    charset = _CHARSET.search(value)
    return encoding_of(charset.group(1) if charset else value)


def _meta_encoding(data: bytes) -> str | None:
    """Find the first ``<meta>`` outside comments and scripts that names an encoding; else ask the XML one."""
    position, end = 0, DECLARATION_BYTES
    while markup := _MARKUP.search(data, position, end):
        if markup["comment"]:
            position = data.find(b"-->", markup.start() + 2, end)
        elif markup["raw"]:
            closing = _RAW_TEXT_ENDS[markup["raw"].lower()].search(data, markup.end() - 1, end)
            position = closing.end() if closing else -1
        else:
            position = data.find(b">", markup.end() - 1, end)
            if position > 0 and (named := _encoding_of_meta(data[markup.end() : position])):
                return named
        if position < 0:
            break
    xml = _XML_DECLARATION.match(data.removeprefix(codecs.BOM_UTF8)[:1024])
    return encoding_of(xml.group(1).decode("latin-1")) if xml else None


def _encoding_of_meta(attributes: bytes) -> str | None:
    values: dict[str, str] = {}
    for name, *forms in _ATTRIBUTE.findall(attributes.decode("latin-1")):
        values.setdefault(name.lower(), "".join(forms))
    if "charset" in values:
        return encoding_of(values["charset"])
    # Some publishers write name= for http-equiv=; browsers pass over it, but it is better than a guess.
    kind = values.get("http-equiv") or values.get("name", "")
    if kind.strip().lower() == "content-type":
        charset = _CHARSET.search(values.get("content", ""))
        return encoding_of(charset.group(1)) if charset else None
    return None


def _wide(data: bytes, claims: list[_Claim]) -> Decoded | None:
    """Read UTF-16 and UTF-32: with a mark, or where NULs show that markup was written so."""
    if claims and claims[0].source == "bom" and claims[0].encoding in WIDE:
        return _read(data, claims[0])
    if 0 not in data or data.startswith(codecs.BOM_UTF8):
        return None
    first, second = data[::2].count(0), data[1::2].count(0)
    if max(first, second) * 2 < UTF16_NUL_SHARE * len(data):
        return None
    if second > UTF16_NUL_RATIO * first:
        return _read(data, _claim_of("utf-16le", claims))
    if first > UTF16_NUL_RATIO * second:
        return _read(data, _claim_of("utf-16be", claims))
    return None


def _seven_bit(data: bytes, claims: list[_Claim]) -> Decoded | None:
    """Read pages of ASCII bytes alone, which all encodings read alike, but for ISO-2022-JP."""
    if not data.isascii():
        return None
    if b"\x1b$" in data:
        japanese = _read(data, _claim_of(ISO_2022_JP, claims))
        if not japanese.replaced or japanese.source != "detected":
            return japanese
    claim = next((claim for claim in claims if claim.encoding not in WIDE), _Claim(UTF8, "detected"))
    return Decoded(data.decode("ascii"), claim.encoding, claim.source, 0, data)


def _utf8(data: bytes, claims: list[_Claim]) -> Decoded | None:
    """Read pages that are UTF-8 by their bytes, be it with some of them broken."""
    decoded = _read(data, _claim_of(UTF8, claims))
    if decoded.replaced and _broken_share(decoded, data) > UTF8_BROKEN_SHARE:
        return None
    if decoded.source == "detected" and claims and claims[0].encoding in EAST_ASIAN:
        weak = _bytes_above_ascii(data) < CERTAIN_UTF8_BYTES
        if weak and not _read(data, claims[0]).replaced:
            return None
    return decoded


def _legacy(data: bytes, claims: list[_Claim]) -> Decoded:
    """Read by the first claim that fits; if none does, by whichever of them and the detected reads most."""
    attempts = []
    for claim in claims:
        if claim.encoding in WIDE:
            continue
        attempts.append(_read(data, claim))
        if _broken_share(attempts[-1], data) <= DECLARED_BROKEN_SHARE:
            return attempts[-1]
    attempts.append(_read(data, _Claim(_detect(data), "detected")))
    return min(attempts, key=lambda attempt: attempt.replaced)


def _detect(data: bytes) -> str:
    detector = EncodingDetector()
    detector.feed(data, last=False)  # with True, a character cut off at the end rules its encoding out
    name = detector.guess(tld=None, allow_utf8=False)
    guess = _PYTHON_NAMES.get(name) or encoding_of(name) or WESTERN
    sparse = _bytes_above_ascii(data) < ACCENTED_SHARE * len(data)
    return WESTERN if sparse and guess in ACCENTED else guess


def _claim_of(encoding: str, claims: list[_Claim]) -> _Claim:
    return next((claim for claim in claims if claim.encoding == encoding), _Claim(encoding, "detected"))


def _read(data: bytes, claim: _Claim) -> Decoded:
    text, replaced = decode_as(data, claim.encoding)
    utf8 = data if claim.encoding == UTF8 and not replaced else None
    return Decoded(text, claim.encoding, claim.source, replaced, utf8)


def _broken_share(decoded: Decoded, data: bytes) -> float:
    """Errors for each byte above ASCII, without the character that the end of a page may have cut off."""
    above_ascii = _bytes_above_ascii(data)
    cut_off = above_ascii > CUT_OFF_BYTES and decoded.text.endswith("\ufffd")
    return (decoded.replaced - cut_off) / max(1, above_ascii)


def _bytes_above_ascii(data: bytes) -> int:
    return len(data.translate(None, _ASCII))

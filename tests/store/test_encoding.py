"""What is read from a store is not trusted."""

from __future__ import annotations

import tracemalloc
import zlib

import pytest

from newsextract.store.encoding import decode, decode_object, pack, packed_bound, unpack
from newsextract.store.interface import Json

BOUND = 1000
MEGABYTE = 1 << 20
PACKED = zlib.compress(b"<p>page</p>" * 20)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"null", None),
        (b' {"a": [1, 2.5, "\xe6\x96\xb0"]} ', {"a": [1, 2.5, "新"]}),
        (b'"\\ud800"', "\ud800"),
        (b"1e308", 1e308),
        (b"1e-999", 0.0),
        (b'"' + b"x" * 998 + b'"', "x" * 998),
    ],
)
def test_json_is_read(data: bytes, value: Json) -> None:
    assert decode(data, BOUND) == value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", r"is no JSON \(Expecting value"),
        (b"{'a': 1}", r"is no JSON \(Expecting property name"),
        (b'{"a": 1', r"is no JSON \(Expecting ',' delimiter"),
        (b"1 2", r"is no JSON \(Extra data"),
        (b"\x80\x04K\x01.", r"is no JSON \('utf-8' codec"),
        (b'"\xff"', r"is no JSON \('utf-8' codec"),
        (b'"\xed\xa0\x80"', r"is no JSON \('utf-8' codec"),
        ('"a"'.encode("utf-16"), r"is no JSON \('utf-8' codec"),
        ('"a"'.encode("utf-16-le"), r"is no JSON \("),
        (b'\xef\xbb\xbf"a"', r"is no JSON \(Unexpected UTF-8 BOM"),
        (b'"a\nb"', r"is no JSON \(Invalid control character"),
        (b"NaN", r"is no JSON \(NaN is no number of JSON\)"),
        (b"[-Infinity]", r"is no JSON \(-Infinity is no number of JSON\)"),
        (b"[1e999]", r"is no JSON \(1e999 is too large for a number\)"),
        (b"-1" + b"0" * 400 + b".5", r"is no JSON \(-1000.* is too large"),
        (b'"' + b"x" * 999 + b'"', "is longer than 1,000 bytes"),
    ],
)
def test_what_is_no_json_is_told_why(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}"):
        decode(data, BOUND)


@pytest.mark.parametrize("data", [b"[" * MEGABYTE, b'{"a":' * MEGABYTE], ids=["lists", "objects"])
def test_deep_json_is_told_why(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^is nested too deeply$"):
        decode(data, len(data))


def test_an_object_is_asked_for() -> None:
    assert decode_object(b'{"a": 1}', BOUND) == {"a": 1}
    with pytest.raises(ValueError, match=r"^is no JSON object$"):
        decode_object(b"[1]", BOUND)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", r"cannot be unpacked \(it does not end"),
        (b"<p>page</p>", r"cannot be unpacked \(Error -3"),
        (PACKED[:-1], r"cannot be unpacked \(it does not end"),
        (PACKED[:-1] + b"?", r"cannot be unpacked \(Error -3.*incorrect data check"),
        (PACKED + b"?", r"cannot be unpacked \(it does not end"),
        (zlib.compress(b"x" * 1001), "is longer than 1,000 bytes when unpacked"),
    ],
)
def test_what_was_never_packed_is_told_why(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}"):
        unpack(data, BOUND)


def test_a_bomb_takes_no_more_memory_than_the_bound() -> None:
    bomb = zlib.compress(bytes(64 * MEGABYTE))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="is longer than 1,048,576 bytes when unpacked"):
            unpack(bomb, MEGABYTE)
        assert tracemalloc.get_traced_memory()[1] < 4 * MEGABYTE
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("length", [0, 1, 1000, MEGABYTE])
def test_the_bound_of_what_is_packed_holds_for_what_cannot_be_compressed(length: int) -> None:
    body = bytes(hash_byte(number) for number in range(length))
    packed = pack(body, length, "page")
    assert len(packed) <= packed_bound(length)
    assert unpack(packed, length) == body


def hash_byte(number: int) -> int:
    """Looks random, and is the same each time."""
    return (number * 2654435761 >> 13 ^ number * 40503 >> 3) & 255

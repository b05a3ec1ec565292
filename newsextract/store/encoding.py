"""How values and bodies are written, and how they are read within bounds by one who does not trust them."""

from __future__ import annotations

import json
import math
import zlib
from typing import NoReturn

from newsextract.errors import StoreError
from newsextract.store.interface import Json

MAX_BYTES = 64 * 1024 * 1024
"""Longest JSON of a value and longest body, unpacked: eight times the longest page that is parsed."""

_LEVEL = 1
# 400 real pages come to 24 % of their length at 207 MB/s; at the default level to 20 % at 84 MB/s.


def encode(value: Json, max_bytes: int, name: str) -> tuple[bytes, Json]:
    """A value as JSON, and as it will be read again. Raises StoreError, with this name, if it could not be.

    The JSON is ASCII, so lone surrogates are kept; two that make a pair come back as their character.
    """
    try:
        data = json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")
        return data, decode(data, max_bytes)
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"{name} cannot be kept as JSON ({error}); nothing was written") from error


def decode(data: bytes, max_bytes: int) -> Json:
    """The value of JSON in UTF-8. Raises ValueError, with the reason, for anything else."""
    if len(data) > max_bytes:
        raise ValueError(f"is longer than {max_bytes:,} bytes")
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error
    except ValueError as error:
        raise ValueError(f"is no JSON ({error})") from error


def decode_object(data: bytes, max_bytes: int) -> dict[str, Json]:
    """The same for a JSON object."""
    value = decode(data, max_bytes)
    if not isinstance(value, dict):
        raise ValueError("is no JSON object")
    return value


def pack(body: bytes, max_bytes: int, name: str) -> bytes:
    """A body, compressed. Raises StoreError, with this name, for one too long to be unpacked again."""
    if len(body) > max_bytes:
        raise StoreError(f"{name} has {len(body):,} bytes, more than {max_bytes:,}; it was not written")
    return zlib.compress(body, _LEVEL)


def unpack(data: bytes, max_bytes: int) -> bytes:
    """What was packed. Raises ValueError, with the reason, for what never was, and for bombs."""
    reader = zlib.decompressobj()
    try:
        body = reader.decompress(data, max_bytes + 1)
    except zlib.error as error:
        raise ValueError(f"cannot be unpacked ({error})") from error
    if len(body) > max_bytes:
        raise ValueError(f"is longer than {max_bytes:,} bytes when unpacked")
    if not reader.eof or reader.unused_data:
        raise ValueError("cannot be unpacked (it does not end where it should)")
    return body


def packed_bound(max_bytes: int) -> int:
    """Longest that a body can be when packed: zlib adds 0.03 % and 13 bytes to what it cannot compress."""
    return max_bytes + max_bytes // 1000 + 64


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


def _finite(digits: str) -> float:
    """``1e999`` is valid JSON but infinite in Python, and could not be written again."""
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large for a number")
    return number

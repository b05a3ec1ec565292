"""Values of records that anybody may have written, checked as they are read, and columns of numbers in them.

All of it raises RuleError with the reason in one line.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any

from newsextract.errors import RuleError
from newsextract.site.selectors import way_of

LARGEST_COUNT = 2**53
"""Numbers up to this one are the same in every reader of JSON."""

LONGEST_PLACE = 20_000
"""Characters of a place: 40 steps, each a tag of 100 characters with six classes of 60, have 19,000."""

_LEVEL = 6


def check(right: bool, reason: str) -> None:
    """Refuse what is not right."""
    if not right:
        raise RuleError(reason)


def fields_of(value: object, *names: str) -> dict[str, Any]:
    """An object that has these fields and no others."""
    if not isinstance(value, dict) or value.keys() != set(names):
        raise RuleError(f"there is no object with {', '.join(names)}")
    return value


def object_of(value: object, most: int, name: str) -> dict[str, Any]:
    """An object with any names, not too many."""
    if not isinstance(value, dict) or len(value) > most or not all(isinstance(key, str) for key in value):
        raise RuleError(f"{name} is no object, or has more than {most:,} entries")
    return value


def list_of(value: object, most: int, name: str) -> list[Any]:
    """A list that is not too long."""
    if not isinstance(value, list) or len(value) > most:
        raise RuleError(f"{name} is no list, or has more than {most:,} entries")
    return value


def text_of(value: object, longest: int, name: str) -> str:
    """A text that is not too long."""
    if not isinstance(value, str) or len(value) > longest:
        raise RuleError(f"{name} is no text, or longer than {longest:,} characters")
    return value


def count_of(value: object, least: int, most: int, name: str) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise RuleError(f"{name} is no whole number from {least:,} to {most:,}")
    return value


def number_of(value: object, least: float, most: float, name: str) -> float:
    """A number within bounds, which is not one that is no number at all."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= most:  # type: ignore[operator]  # it is a number
        raise RuleError(f"{name} is no number from {least} to {most}")
    return float(value)  # type: ignore[arg-type]  # the same


def place_of(value: object) -> str:
    """A place whose steps are written as they should be."""
    place = text_of(value, LONGEST_PLACE, "a place")
    way_of(place)
    return place


def packed(form: str, numbers: Sequence[int]) -> str:
    """Numbers of one form of ``struct`` (``Q``, ``I`` ...), compressed, as text."""
    return b64encode(zlib.compress(struct.pack(f"<{len(numbers)}{form}", *numbers), _LEVEL)).decode("ascii")


def unpacked(value: object, form: str, count: int, name: str) -> tuple[int, ...]:
    """So many numbers that were packed; not one more is ever unpacked."""
    size = count * struct.calcsize(f"<{form}")
    # what cannot be compressed grows by 5 bytes in 16,000 and a few; four characters are three bytes
    text = text_of(value, (size + size // 1000 + 64) * 4 // 3 + 4, name)
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(b64decode(text, validate=True), size + 1)
    except (ValueError, zlib.error) as error:
        raise RuleError(f"{name} cannot be unpacked ({error})") from error
    check(len(data) == size and reader.eof and not reader.unused_data, f"{name} has not {count:,} numbers")
    return struct.unpack(f"<{count}{form}", data)

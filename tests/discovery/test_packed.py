"""Gzip within bounds."""

from __future__ import annotations

import gzip
import time
import tracemalloc

import pytest

from newsextract.discovery.packed import MOST_LAYERS, unpacked

TEXT = b"".join(b"line %d\n" % number for number in range(20_000))
PACKED = gzip.compress(TEXT, mtime=0)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (TEXT, TEXT),
        (b"", b""),
        (PACKED, TEXT),
        (gzip.compress(PACKED, mtime=0), TEXT),
        (PACKED + PACKED, TEXT + TEXT),
        (PACKED + b"\0" * 100, TEXT),
        (b"\x1f\x8b", b""),
        (b"\x1f\x8bnothing", b""),
    ],
)
def test_unpacked(body: bytes, text: bytes) -> None:
    assert unpacked(body, 1_000_000) == text


@pytest.mark.parametrize("damage", [lambda body: body[: len(body) // 2], lambda body: body[:-6] + b"\0" * 6])
def test_what_comes_before_the_damage_is_kept(damage) -> None:  # type: ignore[no-untyped-def]  # a lambda of the table
    found = unpacked(damage(PACKED), 1_000_000)
    assert len(found) > len(TEXT) // 4
    assert TEXT.startswith(found)


def test_bounds() -> None:
    assert unpacked(PACKED, 100) == TEXT[:100]
    assert unpacked(TEXT, 100) == TEXT[:100]


def test_more_layers_than_anyone_needs_stay_packed() -> None:
    body = TEXT
    for _ in range(MOST_LAYERS + 1):
        body = gzip.compress(body, mtime=0)
    assert unpacked(body, 1_000_000) == PACKED


def test_a_bomb_stops_at_the_bound() -> None:
    zeros = gzip.compress(bytes(64 * 1024 * 1024), mtime=0)
    bomb = gzip.compress(zeros, mtime=0)
    tracemalloc.start()
    try:
        assert unpacked(bomb, 1_000_000) == bytes(1_000_000)
        # the pieces, the whole joined from them, and the layer below
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


def test_many_members_take_linear_time() -> None:
    body = gzip.compress(b"", mtime=0) * 20_000
    started = time.perf_counter()
    assert unpacked(body, 1_000) == b""
    assert time.perf_counter() - started < 2

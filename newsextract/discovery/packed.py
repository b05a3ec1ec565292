"""Gzip within bounds: sitemaps are stored packed, and so are bombs."""

from __future__ import annotations

import zlib
from gzip import GzipFile
from io import BytesIO

MOST_LAYERS = 3
"""Packed, packed again by the server, and once more by mistake."""

_MAGIC = b"\x1f\x8b"
_STEP = 64 * 1024


def unpacked(body: bytes, max_bytes: int) -> bytes:
    """The body out of its gzip layers, at most ``max_bytes`` of it; as it is when it is not packed.

    What a broken or cut-off file gives up to the break is kept. Never raises.
    """
    for _ in range(MOST_LAYERS):
        if not body.startswith(_MAGIC):
            break
        body = _inner(body, max_bytes)
    return body[:max_bytes]


def _inner(body: bytes, max_bytes: int) -> bytes:
    pieces: list[bytes] = []
    room = max_bytes
    with GzipFile(fileobj=BytesIO(body)) as layer:
        while room > 0:
            try:
                piece = layer.read1(min(room, _STEP))
            except (OSError, EOFError, zlib.error):  # no gzip, cut off, damaged
                break
            if not piece:
                break
            pieces.append(piece)
            room -= len(piece)
    return b"".join(pieces)

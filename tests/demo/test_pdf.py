"""The PDF that the sites link to."""

from __future__ import annotations

import re

from newsextract.demo.pdf import one_line_pdf


def test_the_table_of_objects_points_at_them() -> None:
    document = one_line_pdf("Tides")
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", document)[0])
    assert document[start:].startswith(b"xref\n0 6\n")
    offsets = [int(offset) for offset in re.findall(rb"(\d{10}) 00000 n ", document[start:])]
    assert [document[offset:].split(b" ", 1)[0] for offset in offsets] == [b"1", b"2", b"3", b"4", b"5"]


def test_the_length_of_the_stream_is_true() -> None:
    document = one_line_pdf("Tides")
    length, stream = re.findall(rb"/Length (\d+) >>\nstream\n(.*)\nendstream", document)[0]
    assert len(stream) == int(length)
    assert b"(Tides)" in stream

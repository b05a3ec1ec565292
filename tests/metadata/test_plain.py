"""Declared values as plain text."""

from __future__ import annotations

import time

import pytest

from newsextract.metadata.plain import LONGEST_VALUE, plain, unescape


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("A", "A"),
        ("  A \n\t B ", "A B"),
        ("A &amp; B", "A & B"),
        ("A &amp;amp; B", "A & B"),
        ("A &amp;amp;amp; B", "A &amp; B"),
        ("&#8220;A&#x201D;", "“A”"),
        ("A&nbsp;B", "A B"),
        ("<b>A</b>B", "AB"),
        ("A<br/>B<p>C</p>", "A B C"),
        ("&lt;i&gt;A&lt;/i&gt; B", "A B"),
        ("3 < 4 > 2", "3 < 4 > 2"),
        ("AT&T &copy= x", "AT&T &copy= x"),
        ("A\x00B\ud83d", "AB"),
        ("&#55357;A&#0;", "\ufffdA\ufffd"),
        ("", ""),
    ],
)
def test_plain(value: str, text: str) -> None:
    assert plain(value) == text


def test_unescape_resolves_once() -> None:
    assert unescape("&amp;lt; &eacute; &nosuch; &") == "&lt; é &nosuch; &"


@pytest.mark.parametrize("piece", ["<a", "&", "&amp", "&#", "<", "<!", "</p"])
def test_time_is_linear_and_length_bounded(piece: str) -> None:
    started = time.perf_counter()
    assert len(plain(piece * 100_000)) <= LONGEST_VALUE
    assert time.perf_counter() - started < 0.05

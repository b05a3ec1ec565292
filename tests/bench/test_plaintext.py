"""Markup to lines of text."""

from __future__ import annotations

import pytest

from newsextract.bench.plaintext import html_to_text


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("", ""),
        ("   ", ""),
        ("<!-- nothing -->", ""),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<div>one<div>two</div>three</div>", "one\ntwo\nthree"),
        ("one<br>two", "one\ntwo"),
        ("<p>in <b>one</b> <a href=x>line</a>, <span>too</span></p>", "in one line, too"),
        ("<p>folded\n\n  white\t space</p>", "folded white space"),
        ("<ul><li>one<li>two</ul>", "one\ntwo"),
        ("<head><title>no</title></head><body>yes</body>", "yes"),
        ("<title>no</title><nav>menu</nav><article>story</article>", "menu\nstory"),
        ("<p>a<script>no()</script>b<style>no</style>c</p>", "a\nb\nc"),
        ("<noscript><p>no</p></noscript><p>yes</p>", "yes"),
        ("<p>before<!-- no -->after</p>", "beforeafter"),
        ("<p>a<?no?>b</p>", "ab"),
        ("<p>中文&amp;é</p>", "中文&é"),
        ('<meta charset="big5"><p>decoded already: é</p>', "decoded already: é"),
        ("<p>lone \ud800 half</p>", "lone ? half"),
    ],
)
def test_html_to_text(markup: str, expected: str) -> None:
    assert html_to_text(markup) == expected


def test_deep_nesting_does_not_exhaust_the_stack() -> None:
    assert html_to_text("<div>" * 1500 + "deep") == "deep"

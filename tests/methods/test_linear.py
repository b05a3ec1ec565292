"""Cost grows with the page and no faster, counted instead of timed.

The count is of the bytecode instructions that Python runs inside the package, so it is the same on every run
and machine. Work inside C (sorting, regular expressions, lxml, rapidfuzz, sums over slices) is one
instruction each and not seen here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import newsextract
from newsextract.methods import Context, get_method, method_names
from newsextract.page import read_page
from newsextract.page.paths import path_tags

SMALL, FACTOR = 100, 4
MOST = 6
"""Allowed growth for ``FACTOR`` times the page; quadratic work would take 16 times as long."""

PACKAGE = str(Path(newsextract.__file__).parent)
TITLE = "Ferry returns to harbour"

_NOUNS = "ferry harbour pier captain crew island engine winter repair ticket".split()
_VERBS = "returns sails waits leaves docks".split()


def sentence(number: int) -> str:
    """A short sentence, a different one for each number."""
    noun, other = _NOUNS[number % 10], _NOUNS[number * 7 // 10 % 10]
    return f"The {noun} {_VERBS[number % 5]} with {other} word{number}, at last."


SHAPES: dict[str, Callable[[int], str]] = {
    "links": lambda n: "".join(f"<a href='/{i}'>{sentence(i)}</a> " for i in range(n)),
    "rows": lambda n: "".join(f"<p>{sentence(i)}</p>" for i in range(n)),
    "br": lambda n: "<br>".join(map(sentence, range(n))),
    "siblings": lambda n: "".join(f"<div><b>{sentence(i)}</b> more<i>, too.</i></div>" for i in range(n)),
    "one row": lambda n: "<p>" + "".join(f"<b>{sentence(i)}</b> and " for i in range(n)) + "</p>",
    "nested spans": lambda n: "".join(f"<span>{sentence(i)}" for i in range(n)),
    "nested blocks": lambda n: "".join(f"<div>{sentence(i)}" for i in range(n)),
    "nested lists of links": lambda n: "".join(f"<ul><li><a href='/{i}'>{sentence(i)}</a>" for i in range(n)),
    "forms": lambda n: "".join(f"<form>{sentence(i)}</form>" for i in range(n)),
}


def instructions(run: Callable[[], object]) -> int:
    """Bytecode instructions that the package runs during a call."""
    count = 0

    def in_package(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        if event == "opcode":
            count += 1
        return in_package

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return in_package

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


def cost(name: str, html: str) -> int:
    page, method = read_page(html), get_method(name)
    context = Context(title=TITLE, others=(read_page(html + "<p>One more.</p>"),))
    return instructions(lambda: method(page, context))


def test_the_count_sees_quadratic_work() -> None:
    def quadratic(n: int) -> Callable[[], object]:  # the whole climb from every level of a nested page
        steps = [(above - 1, "p") for above in range(n)]
        return lambda: [path_tags(steps, path) for path in range(n)]

    assert instructions(quadratic(FACTOR * SMALL)) > 12 * instructions(quadratic(SMALL))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", method_names())
def test_four_times_the_page_is_no_more_than_six_times_the_work(name: str, shape: str) -> None:
    cost(name, SHAPES[shape](3))  # stop words are read once, before the count
    small, large = (cost(name, SHAPES[shape](n)) for n in (SMALL, FACTOR * SMALL))
    assert small > 0
    assert large <= MOST * small

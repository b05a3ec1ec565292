"""How rows begin and end, what they repeat and speak of."""

from __future__ import annotations

import math

import pytest

from newsextract.methods.fusion.rows import measured_rows
from newsextract.methods.fusion.spelling import SPELLING, spelling
from newsextract.page import read_page


def values(*texts: str) -> dict[str, list[float]]:
    table = spelling(measured_rows(read_page("".join(f"<p>{text}</p>" for text in texts))))
    assert table.shape == (len(SPELLING), len(texts))
    return dict(zip(SPELLING, table.tolist(), strict=True))


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("It was full.", {"ends a sentence"}),
        ("“It was full.”", {"ends a sentence"}),
        ("渡轮已经开走。", {"ends a sentence"}),
        ("They said:", {"ends with a colon"}),
        ("and so on...", {"ends a sentence", "is cut off", "starts small"}),
        ("More to come…", {"ends a sentence", "is cut off", "starts with more"}),
        ("Next story »", {"ends a sentence", "is cut off", "starts with more"}),
        ("12 Comments", {"starts with comment", "speaks of comment"}),
        ("责任编辑：某人", {"starts with byline", "speaks of legal"}),
        ("All rights reserved", {"starts with legal", "speaks of legal"}),
        ("Find us on Facebook today", {"speaks of offer"}),
        ("The harbour", set()),
        ("\U0001f600", set()),
    ],
)
def test_what_a_line_shows(text: str, true: set[str]) -> None:
    assert {name for name, row in values(text).items() if row[0]} == true


def test_long_lines_say_nothing_by_their_words() -> None:
    text = "Comments on Facebook " + "and more of the same text " * 20
    assert not any(
        row[0] for name, row in values(text).items() if name.startswith(("starts with", "speaks of"))
    )


def test_repeated_lines() -> None:
    assert values("a", "b", "a", "a")["repeated"] == pytest.approx([math.log(3), 0, math.log(3), math.log(3)])

"""What was missed and what was added."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsextract.bench.corpus import Case
from newsextract.bench.differences import Differences, Stretch, differences, longest_unmatched, printable
from newsextract.bench.score import shingles, tokens


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("a b c d", "a b c d", None),
        ("", "a b c d", None),
        ("a b", "", Stretch("a b", 2)),
        # abcd is shared; the rest is uncovered.
        ("a b c d X, Y", "a b c d", Stretch("X, Y", 2)),
        # Two uncovered runs, of one and of three tokens.
        ("x a b c d U V W", "a b c d", Stretch("U V W", 3)),
        # Equally long: the first.
        ("x a b c d y", "a b c d", Stretch("x", 1)),
        # The second copy of a passage that the other text has once.
        ("a b c d e a b c d e", "a b c d e", Stretch("a b c d e", 5)),
        # As shown, not as compared.
        ("ＮＥＷ\n  Words", "a b c d", Stretch("NEW Words", 2)),
    ],
)
def test_longest_unmatched(text: str, other: str, expected: Stretch | None) -> None:
    assert longest_unmatched(text, shingles(tokens(other))) == expected


def test_a_long_stretch_is_cut() -> None:
    stretch = longest_unmatched("word " * 100, {})
    assert stretch is not None
    # 32 times "word " are 160 characters, the last of them a space.
    assert stretch == Stretch(("word " * 32).rstrip() + "…", 100)


def test_of_a_page_with_a_body_the_title_line_is_not_added() -> None:
    case = Case(id="a", path=Path("unread"), title="Big News", body="a b c d e f g h")
    assert differences(case, "Big News\na b c d read on") == Differences(
        missed=Stretch("e f g h", 4), added=Stretch("read on", 2)
    )


def test_of_a_page_with_segments() -> None:
    case = Case(id="a", path=Path("unread"), wanted=("one", "two words", "three"), unwanted=("ad", "an ad"))
    assert differences(case, "three an\nad") == Differences(
        missed=Stretch("two words", 2), added=Stretch("an ad", 2)
    )
    assert differences(case, "one two  words three") == Differences(None, None)


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert printable("a\x1b[31mb\u202ec\x00\nd\ud800") == "a [31mb c d"

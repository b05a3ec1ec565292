"""Explanations as values and as lines for people."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from newsextract.explanation import SHOWN_CHARACTERS, SHOWN_REASONS, Block, Explanation, Reason

LINKS = Reason("its links", -2.34)
TAGS = Reason("its tags", 1.25)


@pytest.mark.parametrize(
    ("block", "line"),
    [
        (Block("The ferry left.", True, 0.987), "+ 0.99  The ferry left."),
        (Block("Menu", False, 0.012), "- 0.01  Menu"),
        (Block("", False, 0.0), "- 0.00  "),
        (Block("A", True, 12.5), "+ 12.50  A"),
        (Block("A", True, 0.5, (TAGS,), (LINKS,)), "+ 0.50  A  for: its tags +1.2  against: its links -2.3"),
        (Block("A", True, 0.5, (), (LINKS,)), "+ 0.50  A  against: its links -2.3"),
        (
            Block("A", True, 0.5, (TAGS, Reason("its place", 0.5))),
            "+ 0.50  A  for: its tags +1.2, its place +0.5",
        ),
        (Block("x" * SHOWN_CHARACTERS, True, 1), "+ 1.00  " + "x" * SHOWN_CHARACTERS),
        (Block("x" * (SHOWN_CHARACTERS + 1), True, 1), "+ 1.00  " + "x" * (SHOWN_CHARACTERS - 1) + "…"),
    ],
)
def test_a_block_is_a_line(block: Block, line: str) -> None:
    assert str(block) == line


def test_only_the_heaviest_reasons_are_shown() -> None:
    reasons = tuple(Reason(f"reason {number}", 9.0 - number) for number in range(5))
    shown = str(Block("A", True, 1, reasons, reasons))
    for number in range(5):
        assert shown.count(f"reason {number} ") == (2 if number < SHOWN_REASONS else 0)


@pytest.mark.parametrize(
    ("explanation", "lines"),
    [
        (Explanation("fusion", None, ()), ["fusion: 0 of 0 blocks kept"]),
        (
            Explanation("fusion", 0.876, (Block("A", True, 1), Block("B", False, 0))),
            ["fusion: 1 of 2 blocks kept, confidence 0.88", "+ 1.00  A", "- 0.00  B"],
        ),
        (
            Explanation("cetr", None, (Block("A", False, 3.5),)),
            ["cetr: 0 of 1 blocks kept", "- 3.50  A"],
        ),
        (Explanation("fusion", 0.0, ()), ["fusion: 0 of 0 blocks kept, confidence 0.00"]),
    ],
)
def test_an_explanation_is_a_line_and_one_for_every_block(explanation: Explanation, lines: list[str]) -> None:
    assert str(explanation).split("\n") == lines


def test_explanations_are_values() -> None:
    one, other = (Explanation("fusion", 0.5, (Block("A", True, 1, (TAGS,)),)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(FrozenInstanceError):
        one.blocks[0].kept = False  # type: ignore[misc]  # the point of the test

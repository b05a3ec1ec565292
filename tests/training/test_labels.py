"""The gold laid over the rows of a page."""

from __future__ import annotations

import pytest

from newsextract.training.labels import body_labels, segment_labels

ONE = "the ferry left the harbour at noon"
TWO = "most of its seats were taken by then"
THREE = "the company will add a second ship in may"
MENU = "news sport weather culture and more from here"


@pytest.mark.parametrize(
    ("rows", "body", "labels"),
    [
        ([], ONE, []),
        ([MENU], "", [0]),
        ([MENU, ONE, TWO, MENU], f"{ONE}\n{TWO}", [0, 1, 1, 0]),
        # neither case nor marks nor spacing matter
        (["The FERRY left,  the harbour — at noon!"], ONE, [1]),
        # a share: 4 of the 8 shingles of the row (11 tokens) are gold
        ([ONE + " said its old captain"], ONE, [0.5]),
        (["said he " + ONE], ONE, [4 / 6]),
        # rows too short for a shingle, next to gold
        ([MENU, "at noon", ONE, TWO, "by then", MENU], f"at noon {ONE} {TWO} by then", [0, 1, 1, 1, 1, 0]),
        ([ONE, "he said", "so", TWO], f"{ONE} he said so {TWO}", [1, 1, 1, 1]),
        (["he", "said", ONE], f"he said {ONE}", [1, 1, 1]),
        ([ONE, "he", "said"], f"{ONE} he said", [1, 1, 1]),
        # ... and elsewhere: the gold has other words there
        (["he said", MENU, ONE], f"{ONE} {TWO} he said {THREE}", [0, 0, 1]),
        (["", "—", ONE, ""], ONE, [0, 0, 1, 0]),
        # ideographs are a token each
        (["维尔德港灯会开幕", "首页"], "维尔德港灯会开幕", [1, 0]),
    ],
)
def test_body_labels(rows: list[str], body: str, labels: list[float]) -> None:
    found, _ = body_labels(rows, body)
    assert found.tolist() == pytest.approx(labels)


@pytest.mark.parametrize(
    ("rows", "labels"),
    [
        # of a text that stands twice the one nearer to the rest of the article is meant
        ([ONE, *[MENU] * 4, TWO, ONE, THREE], [0, 0, 0, 0, 0, 1, 1, 1]),
        ([TWO, ONE, THREE, *[MENU] * 4, ONE], [1, 1, 1, 0, 0, 0, 0, 0]),
        # both as near: both
        ([ONE, TWO, ONE], [1, 1, 1]),
        ([ONE, *[MENU] * 5, ONE], [1, 0, 0, 0, 0, 0, 1]),
    ],
)
def test_texts_that_stand_twice(rows: list[str], labels: list[float]) -> None:
    found, _ = body_labels(rows, f"{TWO} {ONE} {THREE}")
    assert found.tolist() == labels


def test_a_row_that_was_dropped_as_a_repeat_takes_no_short_rows_with_it() -> None:
    rows = [ONE, "he said", *[MENU] * 4, TWO, ONE, "he said", THREE]
    found, _ = body_labels(rows, f"{TWO} {ONE} he said {THREE}")
    assert found.tolist() == [0] * 6 + [1] * 4


@pytest.mark.parametrize(
    ("rows", "title", "sizes"),
    [
        ([ONE, TWO], "", [7, 8]),
        (["", "—", "维尔德 port"], "", [0, 0, 4]),
        # the scoring leaves a first line with the title out, so it neither helps nor harms
        ([MENU, ONE, TWO], ONE, [8, 0, 8]),
        ([MENU, ONE, TWO], ONE.upper() + "!", [8, 0, 8]),
        ([MENU, TWO, ONE], ONE, [8, 8, 7]),
        ([MENU, ONE + " again", TWO], ONE, [8, 8, 8]),
    ],
)
def test_sizes(rows: list[str], title: str, sizes: list[int]) -> None:
    _, found = body_labels(rows, f"{ONE} {TWO}", title)
    assert found.tolist() == sizes


@pytest.mark.parametrize(
    ("rows", "labels", "sizes"),
    [
        ([], [], []),
        ([ONE], [1], [7]),
        (["He said: " + ONE + "."], [1], [9]),  # holds a segment
        ([ONE[:21]], [1], [5]),  # is part of one
        ([ONE[:9]], [0], [0]),  # so short that it may be part of many
        (["the  ferry\nleft the harbour at noon"], [1], [7]),
        ([MENU], [0], [8]),
        ([TWO], [0], [0]),  # no segment speaks of it
        ([MENU, TWO, ONE], [0, 0, 1], [8, 0, 7]),
        ([ONE + " " + MENU], [1], [15]),  # both: what is wanted must be found
        ([""], [0], [0]),
    ],
)
def test_segment_labels(rows: list[str], labels: list[float], sizes: list[int]) -> None:
    found, counted = segment_labels(rows, [ONE], [MENU])
    assert (found.tolist(), counted.tolist()) == (labels, sizes)


@pytest.mark.parametrize(
    ("wanted", "unwanted", "labels", "sizes"),
    [([], [MENU], [0, 0], [0, 8]), ([ONE], [], [1, 0], [7, 0]), ([], [], [0, 0], [0, 0])],
)
def test_gold_with_one_kind_of_segment(
    wanted: list[str], unwanted: list[str], labels: list[float], sizes: list[int]
) -> None:
    found, counted = segment_labels([ONE, MENU], wanted, unwanted)
    assert (found.tolist(), counted.tolist()) == (labels, sizes)

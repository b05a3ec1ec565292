"""Floors: reading, comparing, changing and writing them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import Case, Corpus, Scoring
from newsextract.bench.gate import (
    Change,
    Floors,
    Mode,
    SetFigures,
    Verdict,
    changes,
    check_set,
    compare,
    floors_after,
    measured_figures,
    read_floors,
    rounded,
    write_floors,
)
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.score import PageScore
from newsextract.bench.summary import SetReport, summarise
from newsextract.errors import InputError, OutputError

FILE = Path("floors.json")


def ships(digest: str = "ab", method: str = "old", /, **figures: float) -> SetFigures:
    named = {figure.replace("_", " "): value for figure, value in figures.items()}
    return SetFigures(name="ships", digest=digest, method=method, figures=named)


def floors(*sets: SetFigures) -> Floors:
    return Floors(FILE, {of_set.name: of_set for of_set in sets})


@pytest.mark.parametrize(
    ("figure", "measured", "holds"),
    [
        ("F1", 0.9, True),
        ("F1", 0.85, True),
        ("F1", 0.8496, True),
        ("F1", 0.8494, False),
        ("perfect", 0.8494, False),
        ("F1 Greek", 0.8494, False),
        ("bad", 0.1, True),
        ("bad", 0.8504, True),
        ("bad", 0.8506, False),
    ],
)
def test_a_floor_holds_within_half_of_its_last_digit(figure: str, measured: float, holds: bool) -> None:
    verdict = Verdict(set_name="ships", figure=figure, floor=0.85, measured=measured)
    assert verdict.holds is holds


@pytest.mark.parametrize(("figure", "shortfall"), [("F1", 0.05), ("bad", -0.05)])
def test_shortfall_is_on_the_wrong_side(figure: str, shortfall: float) -> None:
    verdict = Verdict(set_name="ships", figure=figure, floor=0.85, measured=0.8)
    assert verdict.shortfall == pytest.approx(shortfall)


@pytest.mark.parametrize(
    ("figure", "value", "floor"),
    [
        ("F1", 0.8519, 0.851),
        ("F1", 0.57, 0.57),  # times 1000 it is 569.9999999999999
        ("F1", 1.0, 1.0),
        ("F1", 2e-5, 0.0),  # written with an exponent
        ("bad", 0.0511, 0.052),
        ("bad", 0.07, 0.07),  # times 1000 it is 70.00000000000001
        ("bad", 0.0, 0.0),
    ],
)
def test_floors_are_rounded_to_what_was_reached(figure: str, value: float, floor: float) -> None:
    assert rounded(figure, value) == floor


def test_figures_of_a_body_set() -> None:
    # X: all found. Y: half of the gold and nothing else, P 1, R 1/2, F1 2/3 of the language and of each page.
    # Together P 1, R 3/4, F1 6/7; half of the pages perfect, none below 0.5.
    found = measured_figures(report(Scoring.BODY))
    assert (found.name, found.digest, found.method) == ("tiny", "ab", "m")
    assert found.figures == pytest.approx({"F1": 6 / 7, "perfect": 0.5, "bad": 0, "F1 X": 1, "F1 Y": 2 / 3})
    assert list(found.figures) == ["F1", "perfect", "bad", "F1 X", "F1 Y"]


def test_a_segment_set_has_no_shares_of_pages() -> None:
    assert list(measured_figures(report(Scoring.SEGMENTS)).figures) == ["F1", "F1 X", "F1 Y"]


def report(scoring: Scoring) -> SetReport:
    """Five pages in each of two languages, by a peer that finds nothing and a method."""
    results = [
        PageResult(
            case=Case(id=f"{language}{number}", path=Path("unread"), language=language),
            parse_seconds=1,
            outcomes=(outcome(PageScore(0, 0, 2)), outcome(score)),
        )
        for language, score in (("X", PageScore(2, 2, 2)), ("Y", PageScore(1, 1, 2)))
        for number in range(5)
    ]
    cases = tuple(result.case for result in results)
    corpus = Corpus(name="tiny", cases=cases, scoring=scoring, left_out=0, digest="ab")
    return summarise(corpus, [Entry("peer", "p"), Entry("method", "m")], results)


def outcome(score: PageScore) -> Outcome:
    return Outcome(score=score, seconds=1, found_characters=score.found)


def test_comparing_keeps_the_order_of_what_was_measured() -> None:
    standing = floors(ships(F1=0.8, bad=0.1, F1_Greek=0.7))
    verdicts = compare(standing, ships(F1=0.9, bad=0.2, F1_Greek=0.7), Mode.HOLD)
    assert [(verdict.figure, verdict.floor, verdict.holds) for verdict in verdicts] == [
        ("F1", 0.8, True),
        ("bad", 0.1, False),
        ("F1 Greek", 0.7, True),
    ]


NO_FLOORS = r"ships: has no floors in floors\.json; --raise-floors adds them"
OTHER_CORPUS = r"ships: its floors in floors\.json are for another corpus \(digest ab, this one has cd\)"
NO_FLOOR = r"ships: bad has no floor in floors\.json; --raise-floors adds it"
UNMEASURED = r"ships: F1 Latin has a floor in floors\.json and was not measured; --lower-floors drops it"


@pytest.mark.parametrize(
    ("standing", "measured", "complaints"),
    [
        (floors(), ships(F1=0.9), {Mode.HOLD: NO_FLOORS}),
        (floors(ships(F1=0.9)), ships("cd", F1=0.9), {Mode.HOLD: OTHER_CORPUS, Mode.RAISE: OTHER_CORPUS}),
        (floors(ships(F1=0.9)), ships(F1=0.9, bad=0.1), {Mode.HOLD: NO_FLOOR}),
        (
            floors(ships(F1=0.9, F1_Latin=0.5)),
            ships(F1=0.9),
            {Mode.HOLD: UNMEASURED, Mode.RAISE: UNMEASURED},
        ),
    ],
    ids=["no floors", "another corpus", "no floor", "unmeasured"],
)
@pytest.mark.parametrize("mode", Mode)
def test_what_does_not_fit_together_is_refused_unless_the_mode_mends_it(
    standing: Floors, measured: SetFigures, complaints: dict[Mode, str], mode: Mode
) -> None:
    if mode in complaints:
        with pytest.raises(InputError, match=complaints[mode]):
            compare(standing, measured, mode)
    else:
        assert len(compare(standing, measured, mode)) == len(measured.figures)


def test_floors_of_another_corpus_are_not_compared_with() -> None:
    (verdict,) = compare(floors(ships(F1=0.9)), ships("cd", F1=0.5), Mode.LOWER)
    assert (verdict.floor, verdict.holds) == (None, True)


def test_a_set_can_be_checked_before_it_is_measured() -> None:
    check_set(floors(ships(F1=0.9)), "ships", "ab", Mode.HOLD)
    with pytest.raises(InputError, match=OTHER_CORPUS):
        check_set(floors(ships(F1=0.9)), "ships", "cd", Mode.HOLD)


OLD = ships(F1=0.8, bad=0.1)


@pytest.mark.parametrize(
    ("measured", "raised", "lowered"),
    [
        (ships(F1=0.9, bad=0.05), {"F1": 0.9, "bad": 0.05}, {"F1": 0.9, "bad": 0.05}),
        (ships(F1=0.7, bad=0.2), {"F1": 0.8, "bad": 0.1}, {"F1": 0.7, "bad": 0.2}),
        (ships(F1=0.9, bad=0.2), {"F1": 0.9, "bad": 0.1}, {"F1": 0.9, "bad": 0.2}),
        (
            ships(F1=0.8, bad=0.1, perfect=0.5),
            {"F1": 0.8, "bad": 0.1, "perfect": 0.5},
            {"F1": 0.8, "bad": 0.1, "perfect": 0.5},
        ),
        (ships(F1=0.8), {"F1": 0.8, "bad": 0.1}, {"F1": 0.8}),
    ],
    ids=["better", "worse", "mixed", "a new figure", "a figure gone"],
)
def test_raising_never_lowers_and_lowering_does(
    measured: SetFigures, raised: dict[str, float], lowered: dict[str, float]
) -> None:
    for mode, expected in ((Mode.RAISE, raised), (Mode.LOWER, lowered)):
        assert floors_after(floors(OLD), [measured], mode).sets["ships"].figures == expected


def test_only_lowering_takes_another_corpus() -> None:
    measured = ships("cd", "new", F1=0.7)
    with pytest.raises(InputError, match=OTHER_CORPUS):
        floors_after(floors(OLD), [measured], Mode.RAISE)
    assert floors_after(floors(OLD), [measured], Mode.LOWER).sets == {"ships": measured}


def test_the_method_is_the_one_that_changed_the_floors_last() -> None:
    same, better = ships("ab", "new", F1=0.8, bad=0.1), ships("ab", "new", F1=0.8, bad=0.05)
    assert floors_after(floors(OLD), [same], Mode.RAISE) == floors(OLD)
    assert floors_after(floors(OLD), [better], Mode.RAISE) == floors(better)


def test_other_sets_keep_their_floors() -> None:
    planes = SetFigures(name="planes", digest="ef", method="old", figures={"F1": 0.5})
    after = floors_after(floors(planes), [OLD], Mode.RAISE)
    assert after == floors(planes, OLD)


def test_changes_are_told_apart() -> None:
    before = floors(ships(F1=0.8, bad=0.1, perfect=0.3, F1_X=0.5, F1_Y=0.5))
    after = floors(ships(F1=0.9, bad=0.2, perfect=0.2, F1_X=0.5, F1_Z=0.5))
    assert [
        (change.figure, change.before, change.after, change.lowers) for change in changes(before, after)
    ] == [
        ("F1", 0.8, 0.9, False),
        ("F1 Y", 0.5, None, True),
        ("F1 Z", None, 0.5, False),
        ("bad", 0.1, 0.2, True),
        ("perfect", 0.3, 0.2, True),
    ]
    assert changes(before, before) == []
    assert changes(floors(), floors(ships(F1=0.5))) == [
        Change(set_name="ships", figure="F1", before=None, after=0.5)
    ]


def test_a_file_is_written_sorted_and_read_back(tmp_path: Path) -> None:
    planes = SetFigures(name="planes", digest="ef", method="m", figures={"F1 русский": 0.5, "F1": 0.25})
    written = Floors(tmp_path / "floors.json", {"ships": OLD, "planes": planes})
    write_floors(written)
    assert written.path.read_text(encoding="utf-8") == (
        '{\n "sets": {\n'
        '  "planes": {\n   "digest": "ef",\n'
        '   "floors": {\n    "F1": 0.25,\n    "F1 русский": 0.5\n   },\n   "method": "m"\n  },\n'
        '  "ships": {\n   "digest": "ab",\n'
        '   "floors": {\n    "F1": 0.8,\n    "bad": 0.1\n   },\n   "method": "old"\n  }\n'
        ' },\n "version": 1\n}\n'
    )
    assert read_floors(written.path, Mode.HOLD) == written
    assert list(tmp_path.iterdir()) == [written.path]


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "floors.json").mkdir()
    with pytest.raises(OutputError, match=r"--gate .*floors\.json: cannot be written"):
        write_floors(Floors(tmp_path / "floors.json", {}))
    assert [path.name for path in tmp_path.iterdir()] == ["floors.json"]


def test_a_missing_file_is_an_error_unless_it_is_to_be_written(tmp_path: Path) -> None:
    path = tmp_path / "floors.json"
    with pytest.raises(
        InputError, match=r"no such file; name a file of floors, or write one with --raise-floors"
    ):
        read_floors(path, Mode.HOLD)
    assert read_floors(path, Mode.RAISE) == read_floors(path, Mode.LOWER) == Floors(path, {})


def test_a_folder_is_no_file_of_floors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read \(.+\); name another file"):
        read_floors(tmp_path, Mode.RAISE)


def with_floor(value: object) -> str:
    return json.dumps({"version": 1, "sets": {"a": {"digest": "", "method": "", "floors": {"F1": value}}}})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "Expecting property name"),
        ("[]", "the file: version is None; int expected"),
        ('{"version": 2, "sets": {}}', "version 2 instead of 1"),
        ('{"version": 1}', "the file: sets is None; dict expected"),
        ('{"version": 1, "sets": {"a": 5}}', "a: floors is None; dict expected"),
        ('{"version": 1, "sets": {"a": {"floors": {}, "digest": 5}}}', "a: digest is 5; str expected"),
        ('{"version": 1, "sets": {"a": {"floors": {}, "digest": ""}}}', "a: method is None; str expected"),
        (with_floor("0.9"), "a: the floor of F1 is '0.9', not a number from 0 to 1"),
        (with_floor(90), "a: the floor of F1 is 90, not"),
        (with_floor(True), "a: the floor of F1 is True, not"),
        (with_floor(float("nan")), "a: the floor of F1 is nan, not"),
    ],
)
@pytest.mark.parametrize("mode", Mode)
def test_a_corrupt_file_is_an_error_in_every_mode(
    tmp_path: Path, content: str, reason: str, mode: Mode
) -> None:
    path = tmp_path / "floors.json"
    path.write_text(content)
    with pytest.raises(InputError) as raised:
        read_floors(path, mode)
    assert f"--gate {path}: not a file of floors ({reason}" in str(raised.value)
    assert "restore it, or delete it and write it anew with --raise-floors" in str(raised.value)

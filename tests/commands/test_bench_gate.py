"""``newsextract bench --gate``, from its command line to what it prints and writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import newsextract
from newsextract.bench.gate import PACKAGED_FLOORS
from newsextract.commands.main import main

PAGE = "<title>Ships sail</title><h1>Ships sail</h1>" + "".join(
    f"<p>The {ship} left the harbour at noon, the company said, with most of its seats taken by then.</p>"
    for ship in ("ferry", "tanker", "trawler", "yacht", "barge")
)
FOUND = newsextract.extract(PAGE).text
"""What the default method finds, whichever it is: as gold it gives an F1 of 1, with more text a lower one."""

NOT_FOUND = "Nobody could tell where the bus had gone after that, the mayor wrote in a letter."
DEFAULT = newsextract.methods()[0]
REACHED = {"F1": 1.0, "perfect": 1.0, "bad": 0.0}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A set of which the default method finds everything and nothing else."""
    assert FOUND
    return write_set(tmp_path / "sets" / "ships")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a test keeps its floors."""
    return tmp_path / "floors.json"


def write_set(folder: Path, **gold: object) -> Path:
    (folder / "html").mkdir(parents=True)
    row = {"id": "a", "body": FOUND, **gold}
    (folder / "gold.jsonl").write_text(json.dumps(row) + "\n")
    (folder / "html" / "a.html").write_text(PAGE)
    return folder


def bench_main(*arguments: object) -> int:
    return main(["bench", *map(str, arguments)])


def written(file: Path) -> dict[str, Any]:
    sets: dict[str, Any] = json.loads(file.read_text())["sets"]
    return sets


def set_floors(file: Path, corpus: Path, **figures: float) -> None:
    """Floors for a corpus: those that a run writes, with some of the figures replaced."""
    assert bench_main(corpus, "--gate", file, "--raise-floors") == 0
    value = json.loads(file.read_text())
    value["sets"][corpus.name]["floors"] |= figures
    file.write_text(json.dumps(value))


def last_lines(output: str, count: int = 1) -> list[str]:
    return output.strip().split("\n")[-count:]


def table_of(output: str) -> list[list[str]]:
    """The rows of the last table, without its header."""
    rows = next(part for part in output.split("\n\n") if part.startswith("set ")).split("\n")
    return [row.split(maxsplit=4) for row in rows[1:]]


def test_floors_are_started_and_then_hold(
    corpus: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(corpus, "--gate", file, "--raise-floors") == 0
    output = capsys.readouterr().out
    assert output.startswith("ships: 1 pages, scored by the gold body; digest ")
    assert table_of(output)[0] == ["ships", "F1", "none", "1.0000", "new"]
    assert last_lines(output) == [f"gate: 0 floors lowered, 0 raised, 3 added in {file}"]
    assert written(file)["ships"]["floors"] == REACHED
    assert written(file)["ships"]["method"] == DEFAULT

    assert bench_main(corpus, "--gate", file) == 0
    output = capsys.readouterr().out
    assert table_of(output) == [
        ["ships", "F1", "1.000", "1.0000", "holds"],
        ["ships", "perfect", "1.000", "1.0000", "holds"],
        ["ships", "bad", "0.000", "0.0000", "holds"],
    ]
    assert last_lines(output) == ["gate: all 3 floors hold"]


@pytest.fixture
def poor(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A set of which not all is found, with a floor that asks for it."""
    folder = write_set(tmp_path / "poor", body=FOUND + "\n" + NOT_FOUND)
    set_floors(file, folder, F1=0.999)
    capsys.readouterr()
    return folder


def measured_f1(output: str) -> float:
    return float(table_of(output)[0][3])


def test_a_missed_floor_ends_with_1_and_is_named(
    poor: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file.read_bytes()
    assert bench_main(poor, "--gate", file) == 1
    output = capsys.readouterr().out
    _, figure, floor, _, verdict = table_of(output)[0]
    assert (figure, floor) == ("F1", "0.999")
    # printed are rounded figures, so that their difference may be another one in its last digit
    assert float(verdict.removeprefix("missed by ")) == pytest.approx(
        0.999 - measured_f1(output), abs=0.00011
    )
    assert last_lines(output) == [f"gate: 1 of 3 floors missed: poor F1 {verdict.removeprefix('missed ')}"]
    assert file.read_bytes() == before


def test_too_many_bad_pages_are_above_the_floor(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write_set(tmp_path / "other", body=NOT_FOUND)
    set_floors(file, other, bad=0.25)
    assert bench_main(other, "--gate", file) == 1
    assert last_lines(capsys.readouterr().out) == ["gate: 1 of 3 floors missed: other bad by 0.7500"]


def test_nothing_is_raised_when_a_floor_is_missed(
    poor: Path, corpus: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file.read_bytes()
    assert bench_main(corpus, poor, "--gate", file, "--raise-floors") == 1
    (line,) = last_lines(capsys.readouterr().out)
    assert line.startswith("gate: 1 of 3 floors missed: poor F1 by ")
    assert line.endswith("; no floor was raised (--lower-floors would lower these)")
    assert file.read_bytes() == before


def test_floors_are_raised(corpus: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_floors(file, corpus, F1=0.5, bad=0.5)
    assert bench_main(corpus, "--gate", file, "--raise-floors") == 0
    assert last_lines(capsys.readouterr().out) == [f"gate: 0 floors lowered, 2 raised, 0 added in {file}"]
    assert written(file)["ships"]["floors"] == REACHED


def test_where_there_is_nothing_to_raise_the_file_stays_as_it_is(corpus: Path, file: Path) -> None:
    set_floors(file, corpus)  # on one line, which is not how it would be written
    before = file.read_bytes()
    assert bench_main(corpus, "--gate", file, "--raise-floors") == 0
    assert file.read_bytes() == before


@pytest.mark.parametrize("options", [["--lower-floors"], ["--raise-floors", "--lower-floors"]])
def test_lowered_floors_are_listed(
    poor: Path, file: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert bench_main(poor, "--gate", file, *options) == 0
    output = capsys.readouterr().out
    floor = written(file)["poor"]["floors"]["F1"]
    assert floor == pytest.approx(measured_f1(output), abs=0.00106)
    assert last_lines(output, 2) == [
        f"lowered: poor F1 from 0.999 to {floor:.3f}",
        f"gate: 1 floors lowered, 0 raised, 0 added in {file}",
    ]
    assert bench_main(poor, "--gate", file) == 0


def test_another_corpus_of_the_same_name(
    corpus: Path, tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_floors(file, corpus)
    capsys.readouterr()
    other = write_set(tmp_path / "elsewhere" / "ships", language="English")
    before = file.read_bytes()
    for options in ([], ["--raise-floors"]):
        assert bench_main(other, "--gate", file, *options) == 2
        output = capsys.readouterr()
        assert "are for another corpus" in output.err
        assert "or write floors for this one with --lower-floors" in output.err
        assert output.out == ""  # found out before anything was measured
    assert file.read_bytes() == before
    assert bench_main(other, "--gate", file, "--lower-floors") == 0
    assert table_of(capsys.readouterr().out)[0] == ["ships", "F1", "none", "1.0000", "new"]
    assert bench_main(other, "--gate", file) == 0


def test_floors_of_sets_that_are_not_named_are_not_looked_at(
    corpus: Path, poor: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(corpus, "--gate", file, "--raise-floors") == 0
    assert list(written(file)) == ["poor", "ships"]
    assert written(file)["poor"]["floors"]["F1"] == 0.999
    capsys.readouterr()
    assert bench_main(corpus, "--gate", file) == 0
    assert last_lines(capsys.readouterr().out) == ["gate: all 3 floors hold"]


def test_one_named_method_is_measured_and_said_to_be_another(
    corpus: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_floors(file, corpus, F1=0.1, perfect=0.0, bad=1.0)
    other = next(name for name in newsextract.methods() if name != DEFAULT)
    capsys.readouterr()
    assert bench_main(corpus, "--gate", file, "--method", other) == 0
    assert last_lines(capsys.readouterr().out, 2) == [
        f"ships: the floors are those of {DEFAULT}, measured was {other}",
        "gate: all 3 floors hold",
    ]


def test_the_record_is_written_also_when_a_floor_is_missed(poor: Path, file: Path, tmp_path: Path) -> None:
    assert bench_main(poor, "--gate", file, "--json", tmp_path / "out.json") == 1
    assert json.loads((tmp_path / "out.json").read_text())["sets"][0]["name"] == "poor"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--gate", "--limit", "3"], "--gate measures whole sets with one method: leave out --limit"),
        (["--gate", "--language", "x", "--kinds"], "one method: leave out --language, --kinds"),
        (["--gate", "--against", "alltext"], "one method: leave out --against"),
        (["--gate", "--crawl"], "one method: leave out --crawl"),
        (
            ["--gate", "--method", "all"],
            f"--method all names {len(newsextract.methods())}: name one, or leave",
        ),
        (["--gate", "--method", "none"], "--method none names 0: name one, or leave it out"),
        (["--gate", "absent.json"], "--gate absent.json: no such file; name a file of floors, or write one"),
        (
            ["--gate", "absent/x", "--raise-floors"],
            "--gate absent/x: cannot be written; name a file in a folder",
        ),
        (["--gate", "."], "--gate .: a folder, not a file of floors; name CORPUS before --gate"),
        (["--raise-floors"], "--raise-floors and --lower-floors go with --gate: add it"),
        (["--lower-floors"], "--raise-floors and --lower-floors go with --gate: add it"),
    ],
)
def test_wrong_usage_names_the_option_and_the_remedy(
    corpus: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    complaint: str,
) -> None:
    monkeypatch.chdir(corpus)
    assert bench_main(corpus, *arguments) == 2
    output = capsys.readouterr()
    assert complaint in output.err
    assert output.out == ""


def test_a_set_without_floors_is_an_error_before_it_is_measured(
    corpus: Path, poor: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(corpus, "--gate", file) == 2
    output = capsys.readouterr()
    assert f"ships: has no floors in {file}; --raise-floors adds them" in output.err
    assert output.out == ""


def test_two_sets_of_one_name_are_refused(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_main(corpus, corpus.parent, "--gate") == 2
    assert (
        "--gate tells sets by their names, and ships is named twice: name it once" in capsys.readouterr().err
    )


def test_without_a_file_the_floors_of_the_package_are_taken(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(corpus, "--gate") == 2
    assert str(PACKAGED_FLOORS) in capsys.readouterr().err
    assert PACKAGED_FLOORS.parent == Path(newsextract.__file__).parent / "bench"

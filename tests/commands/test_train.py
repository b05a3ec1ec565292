"""The train command, from its command line to its three files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsextract.bench import held_out
from newsextract.bench.held_out import page_digest, read_held_out
from newsextract.commands.main import main
from newsextract.commands.train import report_text
from newsextract.methods.fusion import model
from newsextract.methods.fusion.model import read_network

FILES = ["held_out.zip", "model.json", "model.npz"]


def train(*arguments: object) -> int:
    try:
        return main(["train", *map(str, arguments)])
    except SystemExit as stopped:  # argparse ends so for a value it cannot convert
        return int(stopped.code or 0)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    return folder


def test_three_files_and_a_table(news_corpus: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train(news_corpus, "--epochs", 1, "-o", target) == 0
    assert sorted(path.name for path in target.iterdir()) == FILES
    read_network(target / "model.npz")
    read = read_held_out(target / "held_out.zip")
    assert page_digest((news_corpus / "html" / "page00.html").read_bytes()) in read.folds
    report = json.loads((target / "model.json").read_text(encoding="utf-8"))
    assert [corpus["name"] for corpus in report["corpora"]] == ["ships"]
    assert (report["recipe"]["epochs"], report["recipe"]["seed"]) == (1, 1)
    output = capsys.readouterr()
    head, row, *rest = output.out.splitlines()
    assert head.split() == "pages of sites not seen precision recall f1 mean_f1 perfect bad".split()
    assert row.split()[0] == "ships"
    assert rest[-1].startswith("expected calibration error of the confidence: ")
    for name in FILES:
        path = target / name
        assert f"{path}: {path.stat().st_size:,} bytes" in output.err


def test_seed_and_weights_go_into_the_model(news_corpus: Path, target: Path) -> None:
    arguments = ["--epochs", 1, "--seed", 7, "--weight", "ships=2", "--weight", "ships=3.5", "-o", target]
    assert train(news_corpus.parent, *arguments) == 0
    about = read_network(target / "model.npz").about
    assert about["recipe"]["seed"] == 7
    assert [corpus["weight"] for corpus in about["corpora"]] == [3.5]


def test_sets_without_gold_for_this_are_left_out(news_corpus: Path, target: Path) -> None:
    kinds = news_corpus.parent / "kinds"
    (kinds / "html").mkdir(parents=True)
    (kinds / "gold.jsonl").write_text('{"id": "a", "is_article": true}\n')
    (kinds / "html" / "a.html").write_text("<p>x")
    assert train(news_corpus.parent, "--epochs", 1, "-o", target) == 0
    report = json.loads((target / "model.json").read_text(encoding="utf-8"))
    assert list(report["cross_validation"]["sets"]) == ["ships"]


def test_the_model_of_the_package_is_replaced_when_asked_for(
    news_corpus: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "MODEL_FILE", target / "model.npz")
    monkeypatch.setattr(held_out, "HELD_OUT_FILE", target / "held_out.zip")
    assert train(news_corpus, "--epochs", 1, "--package") == 0
    assert sorted(path.name for path in target.iterdir()) == FILES
    read_network(target / "model.npz")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["CORPUS"], "one of the arguments -o/--output --package is required"),
        (["-o", "TARGET"], "the following arguments are required: CORPUS"),
        (["CORPUS", "-o", "TARGET", "--package"], "not allowed with argument"),
        (["CORPUS", "-o", "absent"], "--output absent: no such folder; make it first"),
        (["CORPUS", "-o", "CORPUS/gold.jsonl"], "gold.jsonl: no such folder"),
        (["absent", "-o", "TARGET"], "absent: no such folder"),
        (["TARGET", "-o", "TARGET"], "no gold.jsonl in it"),
        (["CORPUS", "-o", "TARGET", "--weight", "ships"], "'ships' is not SET=X with a number X above 0"),
        (["CORPUS", "-o", "TARGET", "--weight", "ships="], "is not SET=X"),
        (["CORPUS", "-o", "TARGET", "--weight", "=3"], "is not SET=X"),
        (["CORPUS", "-o", "TARGET", "--weight", "ships=much"], "is not SET=X"),
        (["CORPUS", "-o", "TARGET", "--weight", "ships=0"], "is not SET=X"),
        (["CORPUS", "-o", "TARGET", "--weight", "ships=-1"], "is not SET=X"),
        (["CORPUS", "-o", "TARGET", "--weight", "ships=nan"], "is not SET=X"),
        (["CORPUS", "-o", "TARGET", "--weight", "ships=inf"], "is not SET=X"),
        (
            ["CORPUS", "-o", "TARGET", "--weight", "boats=3"],
            "--weight boats: no such set is named; there are: ships",
        ),
        (["CORPUS", "-o", "TARGET", "--epochs", "0"], "'0' is not a whole number from 1 on"),
        (["CORPUS", "-o", "TARGET", "--seed", "x"], "'x' is not a whole number from 1 on"),
    ],
)
def test_wrong_usage_names_the_value_and_what_is_allowed(
    arguments: list[str],
    complaint: str,
    news_corpus: Path,
    target: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    places = {"CORPUS": str(news_corpus), "TARGET": str(target)}
    filled = [
        argument.replace("CORPUS", places["CORPUS"]).replace("TARGET", places["TARGET"])
        for argument in arguments
    ]
    assert train(*filled) == 2
    output = capsys.readouterr()
    assert complaint in output.err
    assert output.out == ""
    assert list(target.iterdir()) == []


def test_a_set_without_gold_for_this_is_an_error(
    tmp_path: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = tmp_path / "kinds"
    (kinds / "html").mkdir(parents=True)
    (kinds / "gold.jsonl").write_text('{"id": "a", "is_article": true}\n')
    (kinds / "html" / "a.html").write_text("<p>x")
    assert train(kinds, "-o", target) == 2
    assert "no page to learn from in the corpora named" in capsys.readouterr().err


def test_a_file_that_cannot_be_written(
    news_corpus: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (target / "model.npz").mkdir()
    assert train(news_corpus, "--epochs", 1, "-o", target) == 2
    output = capsys.readouterr()
    assert f"{target / 'model.npz'}: cannot be written" in output.err
    assert output.out == ""


def test_pages_of_one_site_are_an_error_and_not_a_crash(
    news_corpus: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = (news_corpus / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    (news_corpus / "gold.jsonl").write_text("\n".join(gold[:2]), encoding="utf-8")
    assert train(news_corpus, "-o", target, "--epochs", 1) == 2
    assert "site" in capsys.readouterr().err


def test_two_sets_of_one_name_are_not_taken_for_one(
    news_corpus: Path, target: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "elsewhere" / "ships"
    (other / "html").mkdir(parents=True)
    for path in [*news_corpus.glob("html/*"), news_corpus / "gold.jsonl"]:
        (other / path.relative_to(news_corpus)).write_bytes(path.read_bytes())
    assert train(news_corpus, other, "-o", target, "--epochs", 1) == 2
    assert "ships" in capsys.readouterr().err


def test_help_says_what_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert train("--help") == 0
    shown = capsys.readouterr().out
    assert [name for name in FILES if name not in shown] == []
    assert "\n  newsextract train " in shown.partition("examples:")[2]


@pytest.mark.parametrize(
    ("reliability", "last"),
    [
        (None, "menus                        1.000   0.500  0.667        -        -      -"),
        ({"calibration_error": 0.0312, "bins": []}, "expected calibration error of the confidence: 0.031"),
    ],
)
def test_the_report_for_people(reliability: dict[str, object] | None, last: str) -> None:
    nothing = dict.fromkeys(("mean_f1", "perfect", "bad"))
    values = {"precision": 1.0, "recall": 0.5, "f1": 2 / 3, **nothing, "pages_of_folds": [1, 0, 0, 0, 0]}
    report = {"cross_validation": {"sets": {"menus": values}, "reliability": reliability}}
    shown = report_text(report).splitlines()
    assert shown[-1].split() == last.split()

"""The bench command, from its command line to what it prints."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import pytest

import newsextract
from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import Scoring, find_corpora, read_corpus, select
from newsextract.bench.run import run_pages
from newsextract.bench.summary import summarise
from newsextract.commands import bench
from newsextract.commands.main import main
from newsextract.errors import OutputError

SENTENCES = [
    f"The {ship} left the harbour at noon, the company said, with most of its seats taken by then."
    for ship in ("ferry", "tanker", "trawler", "yacht", "barge")
]
MENU = "<nav>" + "".join(f"<a href=/{n}>Section number {n}</a>" for n in range(8)) + "</nav>"
PAGE = f"<title>Ships sail</title>{MENU}<h1>Ships sail</h1>" + "".join(f"<p>{line}</p>" for line in SENTENCES)


def write_set(folder: Path, rows: list[dict[str, object]]) -> Path:
    (folder / "html").mkdir(parents=True)
    (folder / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for row in rows:
        (folder / "html" / f"{row['id']}.html").write_text(PAGE)
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    rows: list[dict[str, object]] = [
        {"id": f"page{n}", "language": language, "title": "Ships sail", "body": "\n".join(SENTENCES)}
        for n, language in enumerate(["English", "English", "Greek"])
    ]
    return write_set(tmp_path / "sets" / "ships", rows)


@pytest.fixture
def kinds(tmp_path: Path) -> Path:
    return write_set(tmp_path / "sets" / "kinds", [{"id": "a", "is_article": True}])


def bench_main(*arguments: object) -> int:
    return main(["bench", *map(str, arguments)])


def methods_of(output: str) -> list[str]:
    """The first cell of each row of the first table."""
    return [row.split()[0] for row in output.split("\n\n")[1].split("\n")[1:]]


def test_by_default_the_default_method_and_the_baseline(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(corpus) == 0
    output = capsys.readouterr()
    assert output.out.startswith("ships: 3 pages, scored by the gold body; digest ")
    assert methods_of(output.out) == [newsextract.methods()[0], "alltext"]
    assert output.err == ""


@pytest.mark.parametrize(
    ("method", "against", "expected"),
    [
        ("none", "", [("peer", "alltext")]),
        ("none", "alltext", [("peer", "alltext")]),
        ("twcem, twcem,", "", [("method", "twcem"), ("peer", "alltext")]),
        ("all", "", [*(("method", name) for name in newsextract.methods()), ("peer", "alltext")]),
    ],
)
def test_chosen_entries(method: str, against: str, expected: list[tuple[str, str]]) -> None:
    assert [(entry.kind, entry.name) for entry in bench.chosen_entries(method, against)] == expected


def test_a_folder_of_sets_and_one_without_gold_for_this(
    corpus: Path, kinds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(corpus.parent, "--method", "none") == 0
    output = capsys.readouterr()
    assert output.out.startswith("ships: 3 pages")
    assert output.err.startswith("kinds: 1 pages, none with a body")


def test_limit_language_and_worst(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_main(corpus, "--language", "english", "--limit", 1, "--worst", 3) == 0
    output = capsys.readouterr().out
    assert output.startswith("ships: 1 of 3 pages")
    assert f"{newsextract.methods()[0]} on ships, lowest first:\n  " in output
    assert "  page0  " in output
    assert "page1" not in output


def test_json(corpus: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    assert bench_main(corpus, "--method", "none", "--json", target) == 0
    (ships,) = json.loads(target.read_text())["sets"]
    assert (ships["name"], [method["name"] for method in ships["methods"]]) == ("ships", ["alltext"])
    assert [page["id"] for page in ships["methods"][0]["pages"]] == ["page0", "page1", "page2"]
    # All text: the body, and the menu and heading before it. All of the gold is found.
    assert ships["methods"][0]["recall"] == 1
    assert 0 < ships["methods"][0]["precision"] < 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--method", "magic"], "unknown method 'magic'; there are: all, none, "),
        (["--against", "magic"], "unknown peer 'magic'; there are: alltext, trafilatura, "),
        (["--language", "Latin"], "no page in 'Latin'; there are: ['English', 'Greek']"),
        (["--json", "absent/out.json"], "--json absent/out.json: cannot be written"),
        (["absent"], "absent: no such folder"),
        (["--workers", "0"], "'0' is not a whole number from 1 on"),
        (["--limit", "many"], "'many' is not a whole number from 1 on"),
    ],
)
def test_wrong_usage_names_the_value_and_what_is_allowed(
    corpus: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    try:
        code = bench_main(corpus, *arguments)
    except SystemExit as stopped:  # argparse ends so for a value it cannot convert
        code = int(stopped.code or 0)
    assert code == 2
    output = capsys.readouterr()
    assert complaint in output.err
    assert output.out == ""


def test_only_a_set_without_gold_for_this_is_an_error(
    kinds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(kinds) == 2
    assert "nothing here for this benchmark" in capsys.readouterr().err


def test_kinds(kinds: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    assert bench_main(kinds, "--kinds", "--worst", 1, "--json", target) == 0
    output = capsys.readouterr()
    assert output.out.startswith("kinds: 1 pages, 1 of them articles, 0 linked to by others; digest ")
    assert "wrong by the page: 0" in output.out
    (judged,) = json.loads(target.read_text())["kinds"]
    assert [(row["id"], row["page"]) for row in judged["results"]] == [("a", "article")]


def test_kinds_passes_over_a_set_without_that_gold(
    corpus: Path, kinds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_main(corpus.parent, "--kinds") == 0
    output = capsys.readouterr()
    assert output.out.startswith("kinds: 1 pages")
    assert output.err.startswith("ships: no page whose gold says whether it is an article; --kinds needs")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "ships: no page whose gold says whether it is an article"),
        (["--method", "all"], "--kinds measures no methods: leave out --method, --against and --workers"),
        (["--against", "all"], "--kinds measures no methods"),
        (["--workers", "2"], "--kinds measures no methods"),
        (["--json", "absent/out.json"], "--json absent/out.json: cannot be written"),
    ],
)
def test_wrong_usage_of_kinds(
    corpus: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert bench_main(corpus, "--kinds", *arguments) == 2
    assert complaint in capsys.readouterr().err


def test_kinds_in_a_language_that_is_not_there(kinds: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_main(kinds, "--kinds", "--language", "Latin") == 2
    assert "kinds: no page in 'Latin'; there are: ['']" in capsys.readouterr().err


def test_reliability_is_printed_on_request(
    corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = newsextract.extract

    def sure(*arguments: Any, **options: Any) -> newsextract.Article:
        return dataclasses.replace(plain(*arguments, **options), confidence=0.75)

    monkeypatch.setattr(newsextract, "extract", sure)
    write_set(corpus.parent / "more", [{"id": "a", "body": "\n".join(SENTENCES)}])
    bench_main(corpus.parent)
    assert "reliability" not in capsys.readouterr().out
    assert bench_main(corpus.parent, "--reliability") == 0
    name = newsextract.methods()[0]
    lines = capsys.readouterr().out.split("\n")
    assert [line.split(";")[0] for line in lines if line.startswith("reliability")] == [
        f"reliability of {name}: 1 pages",
        f"reliability of {name}: 3 pages",
        f"reliability of {name} on all sets together: 4 pages",
    ]


def test_reliability_without_any_confidence_says_so(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_main(corpus, "--method", "none", "--reliability") == 0
    assert capsys.readouterr().out.strip().split("\n")[-1].startswith("reliability: no confidence to judge")


@pytest.mark.parametrize("option", ["--kinds", "--crawl"])
def test_reliability_is_of_methods(corpus: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert bench_main(corpus, "--reliability", option) == 2
    assert "--reliability is of methods: leave out --crawl and --kinds" in capsys.readouterr().err


def test_output_that_cannot_be_written_is_noticed_early_and_late(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="name a file in a folder that exists"):
        bench.check_output(tmp_path)
    with pytest.raises(OutputError, match="cannot be written"):
        bench.write_json(tmp_path, [])


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)
    assert "newsextract bench corpus/" in parser.format_help()
    assert bench.NAME == "bench"


@pytest.mark.skipif(
    "NEWSEXTRACT_CORPUS" not in os.environ, reason="set NEWSEXTRACT_CORPUS to a folder of labelled sets"
)
def test_all_text_of_a_real_corpus_is_neither_nothing_nor_perfect() -> None:
    entries = [Entry("peer", "alltext")]
    for folder in find_corpora(Path(os.environ["NEWSEXTRACT_CORPUS"])):
        labelled = read_corpus(folder)
        if labelled.scoring is not Scoring.NOTHING:
            results = list(run_pages(select(labelled.cases, limit=20), entries))
            assert 0 < summarise(labelled, entries, results).summaries[0].score.f1 < 1

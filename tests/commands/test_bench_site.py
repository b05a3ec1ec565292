"""``newsextract bench --site``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsextract.commands.main import main
from newsextract.demo import many_articles


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "made-up"
    (folder / "html").mkdir(parents=True)
    lines = []
    for number, page in enumerate(many_articles("courier", 12, "https://courier.example")):
        row = {"id": f"page{number:02d}", "site": "courier.example", "url": page.url}
        row |= {"title": page.article.title, "body": page.article.body}
        lines.append(json.dumps(row) + "\n")
        (folder / "html" / f"page{number:02d}.html").write_bytes(page.html)
    (folder / "gold.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def test_tables_and_a_record(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "record.json"
    options = ["--site", "--method", "density-paper", "--json", str(target)]
    assert main(["bench", str(corpus), *options]) == 0
    printed = capsys.readouterr().out
    assert "made-up: 1 sites with 6 pages or more, 12 pages, learned from all" in printed
    (record,) = json.loads(target.read_text(encoding="utf-8"))["site"]
    assert (record["name"], record["method"], record["pages"]) == ("made-up", "density-paper", 12)
    assert [page["id"] for page in record["sites"][0]["pages"]] == [
        f"page{number:02d}" for number in range(12)
    ]
    assert f"{record['known']['f1']:.3f}" in printed


def test_split_says_so(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", str(corpus), "--site", "--split", "--method", "density"]) == 0
    assert "read with what the other half taught" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--split"], "--split goes with --site"),
        (["--site", "--kinds"], "leave out --kinds"),
        (["--site", "--against", "all"], "leave out --against"),
        (["--site", "--method", "density,cetr"], "--site measures one method at a time"),
        (["--site", "--method", "densest"], "'densest' does not exist"),
        (["--site", "--limit", "5"], "no site to learn in the corpora named"),
    ],
)
def test_what_cannot_be_measured_is_said(
    options: list[str], reason: str, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", str(corpus), *options]) == 2
    assert reason in capsys.readouterr().err

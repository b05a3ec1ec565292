"""``newsextract bench --fields``."""

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
    for number, page in enumerate(many_articles("courier", 3, "https://courier.example")):
        row = {"id": f"page{number}", "url": page.url, "language": "English", "title": page.article.title}
        lines.append(json.dumps(row) + "\n")
        (folder / "html" / f"page{number}.html").write_bytes(page.html)
    lines.append(json.dumps({"id": "odd", "language": "English", "title": "Quite another one"}) + "\n")
    (folder / "html" / "odd.html").write_text("<h1>This is what it is called</h1><p>Text.", encoding="utf-8")
    (folder / "gold.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def test_a_table_and_a_record(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "record.json"
    assert main(["bench", str(corpus), "--fields", "--worst", "2", "--json", str(target)]) == 0
    printed = capsys.readouterr().out
    assert "made-up: 4 pages, 4 with title, 0 with day, 0 with authors" in printed
    assert "found: This is what it is called" in printed
    (record,) = json.loads(target.read_text(encoding="utf-8"))["fields"]
    assert record["contestants"]["newsextract"]["title"] == 0.75
    assert [row["id"] for row in record["rows"]] == ["page0", "page1", "page2", "odd"]


def test_a_part_of_the_pages(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", str(corpus), "--fields", "--limit", "2"]) == 0
    assert "made-up: 2 pages" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--kinds"], "leave out --kinds"),
        (["--site"], "leave out --"),
        (["--method", "density"], "leave out --method"),
        (["--workers", "2"], "leave out --workers"),
        (["--against", "justext"], "'justext' gives no titles, days or authors"),
        (["--language", "Latin"], "no page with fields in the corpora named"),
    ],
)
def test_what_cannot_be_measured_is_said(
    options: list[str], reason: str, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", str(corpus), "--fields", *options]) != 0
    assert reason in capsys.readouterr().err

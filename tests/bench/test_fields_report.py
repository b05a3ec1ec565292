"""The table and the record of ``bench --fields``."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsextract.bench.corpus import Case, Corpus, Scoring
from newsextract.bench.field_peers import FieldsFound
from newsextract.bench.fields import FieldsResult, scores_of
from newsextract.bench.fields_report import FieldsReport, fields_record, fields_text, shares_of

GOLD = ("Ferry returns", "Storm in the bay", "Mill\x1b[31m burns")
OWN = (("Ferry returns", 0.9), ("Storm", 0.5), ("Mill", 0.8))


@pytest.fixture
def report() -> FieldsReport:
    results = []
    for number, (gold, (title, sure)) in enumerate(zip(GOLD, OWN, strict=True), start=1):
        case = Case(id=f"p{number}", path=Path("x"), title=gold, date="2026-05-01" if number == 1 else "")
        own = scores_of(case, FieldsFound(title, "2026-05-01", ("Iris Tan",), "heading", sure))
        peer = scores_of(case, FieldsFound(title=None, date=""), "ValueError: x" if number == 2 else "")
        seconds = number / 1000
        results.append(FieldsResult(case=case, parse_seconds=0.002, seconds=seconds, scores=(own, peer)))
    cases = tuple(result.case for result in results)
    corpus = Corpus(name="tiny", cases=cases, scoring=Scoring.BODY, left_out=0, digest="ab" * 32)
    return FieldsReport(corpus=corpus, names=("newsextract", "goose3"), results=tuple(results))


def test_the_table(report: FieldsReport) -> None:
    heading, _, *rows = fields_text(report).split("\n")
    assert heading == (
        "tiny: 3 pages, 3 with title, 1 with day, 0 with authors; digest abababababab; all metadata "
        "takes 1.00 of parsing alone (2.00 ms; medians), 1.50 at the 95th percentile"
    )
    assert [row.split() for row in rows[1:]] == [
        ["newsextract", "0.333", "1.000", "-", "0"],
        ["goose3", "-", "0.000", "-", "1"],
    ]


def test_wrong_titles_the_surest_first(report: FieldsReport) -> None:
    listed = fields_text(report, worst=1).split("\n\n")[-1]
    assert listed.startswith("wrong titles on tiny: 2, the surest first:\n  0.800  heading  p3")
    assert "found: Mill" in listed
    assert "p2" not in listed
    assert "\x1b" not in listed


def test_shares_are_of_the_judged_pages(report: FieldsReport) -> None:
    assert shares_of(report.scores_of("newsextract")) == {
        "title": pytest.approx(1 / 3),
        "date": 1.0,
        "authors": None,
    }


def test_the_record_has_every_page(report: FieldsReport) -> None:
    found = fields_record(report)
    assert (found["pages"], found["parse_ms"], found["speed"]) == (3, 2.0, {"median": 1.0, "p95": 1.5})
    assert found["contestants"]["goose3"] == {"title": None, "date": 0.0, "authors": None, "errors": 1}
    second = found["rows"][1]
    assert (second["id"], second["found"]["newsextract"]["title_exact"]) == ("p2", False)
    assert second["found"]["goose3"]["error"] == "ValueError: x"

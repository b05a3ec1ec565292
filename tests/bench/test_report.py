"""The printed tables, compared as text."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import Case, Corpus, Scoring
from newsextract.bench.report import nothing_to_score_text, pooled_text, set_text, table
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.score import PageScore
from newsextract.bench.summary import SetReport, summarise

GOOD = Outcome(
    score=PageScore(3, 3, 3), seconds=0.004, found_characters=9, title_exact=True, page_state="article",
    text="a b c d e f",
)  # fmt: skip
POOR = Outcome(
    score=PageScore(1, 4, 3), seconds=0.006, found_characters=20, title_exact=False, page_state="article",
    text="a b c d x \x1b[0m y z",
)  # fmt: skip
FAILED = Outcome(score=PageScore(0, 0, 3), seconds=0.1, found_characters=0, error="KeyError: 'x\n'")


def case(identity: str, language: str = "") -> Case:
    return Case(
        id=identity,
        path=Path("unread"),
        url=f"http://s.example/{identity}",
        language=language,
        body="a b c d e f",
    )


def reported(
    pages: list[tuple[Case, Outcome, Outcome]], *, in_set: int | None = None, left_out: int = 0
) -> SetReport:
    cases = tuple(page[0] for page in pages)
    corpus = Corpus(
        name="tiny",
        cases=cases * 2 if in_set else cases,
        scoring=Scoring.BODY,
        left_out=left_out,
        digest="0123456789abcdef" * 4,
    )
    results = [PageResult(case=page[0], parse_seconds=0.002, outcomes=page[1:]) for page in pages]
    return summarise(corpus, [Entry("method", "ours"), Entry("peer", "theirs")], results)


def test_columns_are_aligned() -> None:
    assert table([["a", "bb", "c"], ["long", "1", "222"]]) == "a     bb    c\nlong   1  222"


def test_one_table_a_set() -> None:
    # ours: P = (1 + 1/4)/2, R = (1 + 1/3)/2 = 2/3, F1 = 2*0.625*0.6667/1.2917 = 0.645; own F1: 1 and 2/7.
    # Times over 2 ms: 2 and 3; the 95th percentile of two is the second.
    # theirs: P = 1 on its one page, R = 1/2, F1 = 2/3; times over 2 ms: 2 and 50.
    text = set_text(reported([(case("a"), GOOD, GOOD), (case("b"), POOR, FAILED)]))
    heading, rows, errors = text.split("\n\n")
    assert heading == (
        "tiny: 2 pages, scored by the gold body; digest 0123456789ab; parsing alone 2.00 ms (median)"
    )
    assert [" ".join(row.split()) for row in rows.split("\n")[1:]] == [
        "ours 0.625 0.667 0.645 0.643 0.500 0.500 0.500 0 0 2.5 3.0 6.0",
        "theirs 1.000 0.500 0.667 0.500 0.500 0.500 1.000 1 1 26.0 50.0 100.0",
    ]
    assert errors == "theirs: errors counted as empty text: 1; the first on page b: KeyError: 'x '"


def test_the_heading_says_what_was_not_measured() -> None:
    heading = set_text(reported([(case("a"), GOOD, GOOD)], in_set=2, left_out=3)).split("\n")[0]
    assert heading.startswith("tiny: 1 of 2 pages, scored by the gold body, 3 without such gold left out; ")


def test_f1_by_language() -> None:
    pages = [(case(f"x{n}", "Xish"), GOOD, GOOD) for n in range(5)]
    pages += [(case(f"y{n}", "Yish"), GOOD, FAILED) for n in range(5)]
    languages = set_text(reported(pages)).split("\n\n")[2]
    assert [row.split() for row in languages.split("\n")] == [
        ["F1", "by", "language", "pages", "ours", "theirs"],
        ["Xish", "5", "1.000", "1.000"],
        ["Yish", "5", "1.000", "0.000"],
    ]


SURE = dataclasses.replace(GOOD, confidence=0.96)
UNSURE = dataclasses.replace(POOR, confidence=0.14)


def test_reliability_stands_after_the_languages_when_asked_for() -> None:
    pages = [(case(f"x{n}", "Xish"), SURE, GOOD) for n in range(5)]
    pages += [(case(f"y{n}", "Yish"), UNSURE, GOOD) for n in range(5)] + [(case("z"), FAILED, GOOD)]
    report = reported(pages)
    assert "reliability" not in set_text(report)
    _, _, languages, reliability, errors = set_text(report, reliability=True).split("\n\n")
    assert languages.startswith("F1 by language")
    assert errors.startswith("ours: errors")
    # Half of the pages off by 0.04, the other half by 0.14: 0.09 a page. Theirs gives no confidence.
    heading, header, *rows = reliability.split("\n")
    assert heading == (
        "reliability of ours: 10 pages, 1 without confidence left out; expected calibration error 0.090"
    )
    assert header == "confidence  pages   mean  F1 > 0.9"
    assert len(rows) == 10
    assert [rows[number].split() for number in (1, 2, 9)] == [
        ["0.1", "to", "0.2", "5", "0.140", "0.000"],
        ["0.2", "to", "0.3", "0", "-", "-"],
        ["0.9", "to", "1.0", "5", "0.960", "1.000"],
    ]


def test_reliability_of_all_sets_together() -> None:
    sure, unsure = reported([(case("a"), SURE, GOOD)]), reported([(case("b"), UNSURE, GOOD)])
    assert pooled_text([sure, unsure]).startswith(
        "reliability of ours on all sets together: 2 pages; expected calibration error 0.090\nconfidence "
    )
    assert pooled_text([sure]) == ""
    assert pooled_text([reported([(case("a"), GOOD, GOOD)])]) == (
        "reliability: no confidence to judge; a method has to give one, on pages with a body in the gold"
    )


def test_undefined_figures_are_dashes() -> None:
    report = reported([(case("a"), FAILED, FAILED)])
    segments = summarise(
        Corpus(name="tiny", cases=report.corpus.cases, scoring=Scoring.SEGMENTS, left_out=0, digest="0" * 64),
        [Entry("method", "ours"), Entry("peer", "theirs")],
        report.results,
    )
    row = set_text(segments).split("\n\n")[1].split("\n")[1]
    assert row.split()[:8] == ["ours", "0.000", "0.000", "0.000", "-", "-", "-", "-"]


def test_the_worst_pages_of_methods_come_with_their_differences() -> None:
    # Gold a b c d e f; found a b c d x [0m y z: missed e f, added x, 0m, y, z.
    text = set_text(reported([(case("a"), GOOD, GOOD), (case("b"), POOR, POOR)]), worst=1)
    assert text.split("\n\n")[-1].split("\n") == [
        "ours on tiny, lowest first:",
        "  0.286  b  http://s.example/b",
        "         found 20 characters (article)",
        "         missed 2 tokens: e f",
        "         added 4 tokens: x [0m y z",
    ]


def test_a_set_without_gold_for_this_says_so() -> None:
    corpus = Corpus(name="kinds", cases=(case("a"),), scoring=Scoring.NOTHING, left_out=0, digest="")
    assert nothing_to_score_text(corpus) == (
        "kinds: 1 pages, none with a body or with wanted and unwanted segments in its gold: "
        "nothing here for this benchmark"
    )

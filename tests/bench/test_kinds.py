"""Pages with known kinds, judged and summed up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from newsextract.bench.corpus import Corpus, read_corpus
from newsextract.bench.kinds import (
    READINGS,
    KindScore,
    KindsReport,
    judge_cases,
    kinds_record,
    kinds_text,
    link_score,
    no_kinds_text,
    page_score,
)
from newsextract.errors import CorpusError

HOME = "http://paper.example"
SENTENCE = "The ferry left the harbour at noon, the company said, with most of its seats taken by then."
STORY = "<title>Ferries sail</title><h1>Ferries sail again after the storm</h1>" + f"<p>{SENTENCE}</p>" * 9
SECTION = "<title>News</title><h1>News</h1>" + "".join(
    f"<h3><a href={path}>Ferries sail again after storm number {number}</a></h3>"
    for number, path in enumerate(["/one", *(f"/x{n}/y" for n in range(30))])
)
ROWS: list[dict[str, Any]] = [
    {"id": "one", "site": "paper", "url": "https://www.paper.example/one/", "is_article": True},
    {"id": "two", "site": "paper", "url": f"{HOME}/2019/05/24/two", "is_article": True},
    {"id": "news", "site": "paper", "url": f"{HOME}/news", "is_article": False},
    {"id": "odd", "site": "other", "url": "http://other.example/2019/05/24/odd-one-out", "is_article": False},
    {"id": "unknown", "site": "paper", "url": f"{HOME}/unknown"},
]
PAGES = {"one": STORY, "two": STORY, "news": SECTION, "odd": SECTION, "unknown": STORY}


@pytest.fixture
def corpus(write_corpus: Any) -> Corpus:
    folder: Path = write_corpus(ROWS, PAGES, name="kinds")
    return read_corpus(folder)


def test_only_pages_with_that_gold_are_judged(corpus: Corpus) -> None:
    assert [(case.id, case.is_article) for case in corpus.judged] == [
        ("one", True), ("two", True), ("news", False), ("odd", False),
    ]  # fmt: skip


@pytest.mark.parametrize("value", ["yes", 1, []])
def test_gold_that_is_no_answer_is_refused(write_corpus: Any, value: object) -> None:
    folder = write_corpus([{"id": "a", "is_article": value}], {"a": STORY})
    with pytest.raises(CorpusError, match=r"line 1: is_article is .*; write true or false"):
        read_corpus(folder)


def test_links_of_other_pages_are_known_before_a_page_is_fetched(corpus: Corpus) -> None:
    calls: list[int] = []
    results = {
        result.case.id: result for result in judge_cases(corpus.judged, advance=lambda: calls.append(1))
    }
    assert len(calls) == READINGS * 4
    # /one says nothing by itself; the section links to it with a headline, under another scheme and host
    assert results["one"].linked
    assert results["one"].link.kind == "article"
    assert not results["two"].linked
    assert results["two"].link.kind == "article"
    assert results["news"].link.kind == "index"
    assert [results[name].page.kind for name in ("one", "two", "news")] == ["article", "article", "index"]
    # its address is dated: a mistake that the page corrects
    assert (results["odd"].link.kind, results["odd"].page.kind) == ("article", "index")


def test_scores(corpus: Corpus) -> None:
    results = judge_cases(corpus.judged)
    assert link_score(results) == KindScore(2, 0, 1)
    assert page_score(results) == KindScore(2, 0, 0)
    assert link_score([]) == KindScore(0, 0, 0)


@pytest.mark.parametrize(
    ("score", "precision", "recall", "f1"),
    [
        (KindScore(6, 2, 4), 0.6, 0.75, 12 / 18),
        (KindScore(1, 0, 0), 1, 1, 1),
        (KindScore(0, 3, 2), 0, 0, 0),
        (KindScore(0, 0, 0), 0, 0, 0),
    ],
)
def test_figures(score: KindScore, precision: float, recall: float, f1: float) -> None:
    assert (score.precision, score.recall, score.f1) == pytest.approx((precision, recall, f1))


def test_text(corpus: Corpus) -> None:
    report = KindsReport(corpus=corpus, results=tuple(judge_cases(corpus.judged)))
    heading, scores, sites, wrong_links, wrong_pages = kinds_text(report, worst=3).split("\n\n")
    assert heading.startswith("kinds: 4 pages, 2 of them articles, 1 linked to by others; digest ")
    # By links two of three are right: P = 2/3, R = 1, F1 = 4/5.
    assert [line.split()[-3:] for line in scores.splitlines()[1:]] == [
        ["0.667", "1.000", "0.800"],
        ["1.000", "1.000", "1.000"],
    ]
    assert [line.split() for line in sites.splitlines()[1:]] == [
        ["other", "1", "0", "0", "1", "0", "0"],
        ["paper", "3", "2", "0", "0", "0", "0"],
    ]
    first, line = wrong_links.splitlines()
    assert first == "wrong by its links: 1, the surest first"
    assert line.endswith("no article taken for article: http://other.example/2019/05/24/odd-one-out")
    assert wrong_pages == "wrong by the page: 0"
    assert kinds_text(report).count("\n\n") == 2


def test_record(corpus: Corpus) -> None:
    report = KindsReport(corpus=corpus, results=tuple(judge_cases(corpus.judged)))
    record = kinds_record(report)
    assert (record["name"], record["pages"], record["articles"], record["linked"]) == ("kinds", 4, 2, 1)
    assert (record["link"]["added"], record["page"]["f1"]) == (1, 1)
    assert record["digest"] == corpus.digest
    assert [(row["id"], row["is_article"], row["page"]) for row in record["results"]] == [
        ("one", True, "article"), ("two", True, "article"), ("news", False, "index"), ("odd", False, "index"),
    ]  # fmt: skip


def test_a_set_without_that_gold_says_so(write_corpus: Any) -> None:
    corpus = read_corpus(write_corpus([{"id": "a", "body": "x"}], {"a": STORY}, name="ships"))
    assert no_kinds_text(corpus).startswith("ships: no page whose gold says whether it is an article")

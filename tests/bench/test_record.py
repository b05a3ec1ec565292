"""The JSON value of a run has the shape that its module describes."""

from __future__ import annotations

import json
from pathlib import Path

from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import Case, Corpus, Scoring
from newsextract.bench.record import record
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.score import PageScore
from newsextract.bench.summary import summarise


def test_everything_is_in_the_record() -> None:
    case = Case(id="a", path=Path("unread"), url="http://s.example/", language="Greek", body="a b c d e")
    outcome = Outcome(
        score=PageScore(1, 2, 4), seconds=0.006, found_characters=7, page_state="article", confidence=0.25
    )
    corpus = Corpus(name="tiny", cases=(case, case), scoring=Scoring.BODY, left_out=1, digest="ab")
    result = PageResult(case=case, parse_seconds=0.002, outcomes=(outcome,))
    value = record([summarise(corpus, [Entry("peer", "alltext")], [result])])

    assert json.loads(json.dumps(value, allow_nan=False)) == value
    (only_set,) = value["sets"]
    (method,) = only_set.pop("methods")
    (page,) = method.pop("pages")
    assert value["version"] == 1
    assert value["reliability"] == {"alltext": method["reliability"]}
    reliability = method.pop("reliability")
    bins = reliability.pop("bins")
    # F1 1/3 is not above 0.9: the share of good pages is 0, off by the whole confidence.
    assert reliability == {"pages": 1, "without_confidence": 0, "calibration_error": 0.25}
    assert bins[2] == {"from": 0.2, "to": 0.3, "pages": 1, "mean_confidence": 0.25, "good": 0.0}
    assert bins[9] == {"from": 0.9, "to": 1.0, "pages": 0, "mean_confidence": None, "good": None}
    assert len(bins) == 10
    assert only_set == {
        "name": "tiny", "digest": "ab", "scoring": "body", "pages_in_set": 2, "pages": 1, "left_out": 1,
        "parse_ms": 2.0, "language_pages": {},
    }  # fmt: skip
    # P = 1/2, R = 1/4, F1 = 2/(2+4) = 1/3; 6 ms over 2 ms.
    assert method == {
        "name": "alltext", "kind": "peer", "version": "", "precision": 0.5, "recall": 0.25, "f1": 1 / 3,
        "mean_f1": 1 / 3, "perfect": 0.0, "bad": 1.0, "exact_titles": None, "empty": 0, "errors": 0,
        "language_f1": {},
        "speed": {"median": 3.0, "p95": 3.0, "slowest_ms": 6.0, "slowest_page": "a"},
    }  # fmt: skip
    assert page == {
        "id": "a", "url": "http://s.example/", "language": "Greek", "shared": 1, "found": 2, "gold": 4,
        "precision": 0.5, "recall": 0.25, "f1": 1 / 3, "found_characters": 7, "title_exact": None,
        "page_state": "article", "confidence": 0.25, "error": "", "ms": 6.0, "parse_ms": 2.0,
    }  # fmt: skip


def test_without_confidences_there_is_no_reliability() -> None:
    case = Case(id="a", path=Path("unread"), body="a b c d e")
    outcome = Outcome(score=PageScore(1, 2, 4), seconds=0.006, found_characters=7)
    corpus = Corpus(name="tiny", cases=(case,), scoring=Scoring.BODY, left_out=0, digest="ab")
    result = PageResult(case=case, parse_seconds=0.002, outcomes=(outcome,))
    value = record([summarise(corpus, [Entry("peer", "alltext")], [result])])
    assert value["reliability"] == {}
    assert value["sets"][0]["methods"][0]["reliability"] is None

"""From page results to the figures of a set."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import Case, Corpus, Scoring
from newsextract.bench.run import Outcome, PageResult
from newsextract.bench.score import PageScore
from newsextract.bench.summary import SetReport, compared_languages, pooled_reliability, speed, summarise

ENTRY = Entry("method", "m")


def page(
    identity: str,
    score: PageScore,
    *,
    language: str = "",
    seconds: float = 1.0,
    parse: float = 1.0,
    title: bool | None = None,
    error: str = "",
    confidence: float | None = None,
) -> PageResult:
    outcome = Outcome(
        score=score,
        seconds=seconds,
        found_characters=score.found,
        title_exact=title,
        confidence=confidence,
        error=error,
    )
    case = Case(id=identity, path=Path("unread"), language=language)
    return PageResult(case=case, parse_seconds=parse, outcomes=(outcome,))


def summarised(results: list[PageResult], scoring: Scoring = Scoring.BODY) -> SetReport:
    cases = tuple(result.case for result in results)
    corpus = Corpus(name="tiny", cases=cases, scoring=scoring, left_out=0, digest="0" * 64)
    return summarise(corpus, [ENTRY], results)


def test_a_body_set_is_scored_by_pages() -> None:
    # P = (1 + 1/4)/2 = 5/8, R = (1 + 1)/2 = 1, F1 = (5/4)/(13/8) = 10/13.
    report = summarised([page("a", PageScore(2, 2, 2)), page("b", PageScore(1, 4, 1))])
    assert report.summaries[0].score.f1 == pytest.approx(10 / 13)


def test_a_segment_set_is_scored_by_segments() -> None:
    # 3 of 6 found are wanted, 3 of 3 wanted are found: F1 = 2*0.5/1.5 = 2/3.
    report = summarised([page("a", PageScore(2, 2, 2)), page("b", PageScore(1, 4, 1))], Scoring.SEGMENTS)
    assert report.summaries[0].score.f1 == pytest.approx(2 / 3)


def test_errors_empty_texts_and_titles() -> None:
    summary = summarised(
        [
            page("a", PageScore(1, 1, 1), title=True),
            page("b", PageScore(0, 0, 1), title=False, error="KeyError: x"),
            page("c", PageScore(0, 0, 1), title=True),
            page("d", PageScore(0, 0, 1)),  # no gold title
            page("e", PageScore(0, 0, 1), title=False, error="ValueError: y"),
        ]
    ).summaries[0]
    assert (summary.errors, summary.first_error) == (2, "b: KeyError: x")
    assert summary.empty == 4
    assert summary.exact_titles == pytest.approx(2 / 4)


@pytest.mark.parametrize(
    ("title", "error"),
    [(None, ""), (False, "KeyError: x")],  # gives no titles; gives none because it never got so far
)
def test_without_any_title_there_is_no_share(title: bool | None, error: str) -> None:
    summary = summarised([page("a", PageScore(0, 0, 1), title=title, error=error)]).summaries[0]
    assert summary.exact_titles is None


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["x"] * 9, {}),
        (["y"] * 5 + ["x"] * 6, {"x": 6, "y": 5}),
        (["y"] * 4 + ["x"] * 6, {}),
        (["y"] * 4 + ["x"] * 6 + ["z"] * 5, {"x": 6, "z": 5}),
        ([""] * 9 + ["x"] * 6, {}),
    ],
)
def test_languages_with_enough_pages_are_compared(names: list[str], expected: dict[str, int]) -> None:
    compared = compared_languages(names)
    assert list(compared.items()) == list(expected.items())


def test_f1_by_language() -> None:
    # All found in one language; in the other, half of the gold and nothing else: P 1, R 1/2, F1 2/3.
    results = [page(f"x{number}", PageScore(2, 2, 2), language="X") for number in range(5)]
    results += [page(f"y{number}", PageScore(1, 1, 2), language="Y") for number in range(5)]
    report = summarised(results)
    assert report.language_pages == {"X": 5, "Y": 5}
    assert report.summaries[0].language_f1 == pytest.approx({"X": 1, "Y": 2 / 3})


def test_reliability_is_of_pages_scored_by_body() -> None:
    # F1 1 and 0 with confidences 0.8 and 0.4: off by 0.2 and by 0.4, 0.3 a page.
    results = [page("a", PageScore(1, 1, 1), confidence=0.8), page("b", PageScore(0, 1, 1), confidence=0.4)]
    found = summarised(results).summaries[0].reliability
    assert found is not None
    assert found.calibration_error == pytest.approx(0.3)
    assert summarised(results, Scoring.SEGMENTS).summaries[0].reliability is None
    assert summarised([page("c", PageScore(1, 1, 1))]).summaries[0].reliability is None


def test_reliability_of_all_sets_together() -> None:
    # The two pages of the body sets share a bin: mean confidence 0.85, half of them good, off by 0.35.
    one = summarised([page("a", PageScore(1, 1, 1), confidence=0.88), page("b", PageScore(1, 1, 1))])
    other = summarised([page("a", PageScore(0, 1, 1), confidence=0.82)])
    segments = summarised([page("a", PageScore(1, 1, 1), confidence=0.1)], Scoring.SEGMENTS)
    pooled = pooled_reliability([one, segments, other])
    assert list(pooled) == [ENTRY]
    assert (pooled[ENTRY].pages, pooled[ENTRY].without_confidence) == (2, 1)
    assert pooled[ENTRY].calibration_error == pytest.approx(0.35)
    assert pooled_reliability([segments]) == {}


def test_speed_is_relative_to_parsing_the_same_page() -> None:
    # Page n takes n seconds and parses in half a second: ratios 2, 4, ..., 40. The median lies between 20
    # and 22; 95 % of 20 pages are 19, and the 19th ratio is 38.
    results = [page(str(n), PageScore(1, 1, 1), seconds=n, parse=0.5) for n in range(1, 21)]
    measured = speed(results, [result.outcomes[0] for result in results])
    assert (measured.median, measured.p95) == pytest.approx((21, 38))
    assert (measured.slowest_ms, measured.slowest_page) == (20_000, "20")


def test_the_median_page_of_parsing_alone() -> None:
    results = [page(str(n), PageScore(1, 1, 1), parse=n / 1000) for n in (1, 9, 2)]
    assert summarised(results).parse_ms == pytest.approx(2)


def test_a_page_too_small_for_the_clock_gives_a_finite_ratio() -> None:
    results = [page("a", PageScore(1, 1, 1), seconds=1e-6, parse=0)]
    assert speed(results, [results[0].outcomes[0]]).median == pytest.approx(1000)

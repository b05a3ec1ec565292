"""Running contestants: results, errors, timing by a clock that the contestants move themselves."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from newsextract.bench.contestants import Contestant, Entry, Found, PageInput
from newsextract.bench.corpus import Case, read_corpus
from newsextract.bench.run import Outcome, PageResult, run_page, run_pages, warm_up
from newsextract.bench.score import PageScore
from newsextract.errors import CorpusError

CorpusWriter = Callable[..., Path]

MARKUP = "<title>Ferry sails</title><p>one two three four five</p>"
BODY = "one two three four five"  # two shingles


def body_case(write_corpus: CorpusWriter, **gold: object) -> Case:
    row = {"id": "a", "url": "http://s.example/", "language": "English", "body": BODY, **gold}
    return read_corpus(write_corpus([row], {"a": MARKUP})).cases[0]


def constant(found: Found) -> Contestant:
    return Contestant("constant", lambda page: found)


def failing(page: PageInput) -> Found:
    raise KeyError("a tag it did not expect")


def test_a_contestant_sees_the_page_and_not_the_gold(write_corpus: CorpusWriter) -> None:
    seen: list[PageInput] = []

    def look(page: PageInput) -> Found:
        seen.append(page)
        return Found("")

    run_page(body_case(write_corpus), [Contestant("look", look)])
    assert seen[0] == PageInput(
        body=MARKUP.encode(), text=MARKUP, url="http://s.example/", language="English"
    )


@pytest.mark.parametrize(
    ("gold", "found", "score", "title_exact"),
    [
        ({}, Found(BODY), PageScore(2, 2, 2), None),
        ({"title": "Ferry sails"}, Found("ferry sails\n" + BODY), PageScore(2, 2, 2), None),
        ({"title": "Ferry sails"}, Found(BODY, "Ferry sails!"), PageScore(2, 2, 2), True),
        ({"title": "Ferry sails"}, Found("one two three four", "Ferry"), PageScore(1, 1, 2), False),
        ({"body": "", "wanted": ["one", "six"], "unwanted": ["two"]}, Found(BODY), PageScore(1, 2, 2), None),
    ],
)
def test_outcomes(
    write_corpus: CorpusWriter,
    gold: dict[str, object],
    found: Found,
    score: PageScore,
    title_exact: bool | None,
) -> None:
    outcome = run_page(body_case(write_corpus, **gold), [constant(found)]).outcomes[0]
    assert (outcome.score, outcome.title_exact, outcome.error) == (score, title_exact, "")
    assert outcome.text is None


def test_the_text_is_kept_on_request(write_corpus: CorpusWriter) -> None:
    outcome = run_page(body_case(write_corpus), [constant(Found(" six seven "))], keep_text=True).outcomes[0]
    assert (outcome.text, outcome.found_characters) == (" six seven ", 9)


@pytest.mark.parametrize("confidence", [None, 0.25])
def test_the_confidence_is_kept(write_corpus: CorpusWriter, confidence: float | None) -> None:
    found = Found(BODY, confidence=confidence)
    assert run_page(body_case(write_corpus), [constant(found)]).outcomes[0].confidence == confidence


def test_an_error_is_an_empty_text_and_the_others_go_on(write_corpus: CorpusWriter) -> None:
    case = body_case(write_corpus, title="Ferry sails")
    failed, fine = run_page(case, [Contestant("failing", failing), constant(Found(BODY))]).outcomes
    assert failed.error == "KeyError: 'a tag it did not expect'"
    assert (failed.score, failed.found_characters, failed.title_exact) == (PageScore(0, 0, 2), 0, False)
    assert fine.score.f1 == 1


class MovableClock:
    """A clock that stands still until a contestant moves it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.moves = 0

    def __call__(self) -> float:
        return self.now

    def taking(self, *seconds: float) -> Callable[[PageInput], Found]:
        """A contestant's call that takes so long the first time, the second time, ..."""

        left = list(seconds)

        def extract(page: PageInput) -> Found:
            self.moves += 1
            self.now += left.pop(0)
            return Found("")

        return extract


@pytest.mark.parametrize(
    ("takes", "expected", "calls"),
    [
        ((0.2, 0.1), 0.1, 2),
        ((0.1, 0.2), 0.1, 2),
        ((0.3,), 0.3, 1),  # slow: once is enough
    ],
)
def test_the_least_of_two_turns_counts(
    write_corpus: CorpusWriter, takes: tuple[float, ...], expected: float, calls: int
) -> None:
    clock = MovableClock()
    result = run_page(body_case(write_corpus), [Contestant("timed", clock.taking(*takes))], clock=clock)
    assert result.outcomes[0].seconds == pytest.approx(expected)
    assert clock.moves == calls
    assert result.parse_seconds == 0


def test_parsing_and_extracting_take_processor_time(write_corpus: CorpusWriter) -> None:
    result = run_page(body_case(write_corpus), [constant(Found(""))])
    assert result.parse_seconds > 0
    assert result.outcomes[0].seconds > 0


def test_warming_up_shows_a_chinese_page_and_survives_errors() -> None:
    seen: list[str] = []

    def look(page: PageInput) -> Found:
        seen.append(page.text)
        return failing(page)

    warm_up(Contestant("look", look))
    assert any("渡轮" in text for text in seen)
    assert len(seen) == 2


def untimed(result: PageResult) -> tuple[Case, tuple[Outcome, ...]]:
    return result.case, tuple(dataclasses.replace(outcome, seconds=0) for outcome in result.outcomes)


def test_results_do_not_depend_on_the_number_of_workers(write_corpus: CorpusWriter) -> None:
    names = [f"page{number}" for number in range(5)]
    folder = write_corpus(
        [{"id": name, "body": f"words of {name} only"} for name in names],
        {name: f"<p>words of {name} only</p><p>menu {name}</p>" for name in reversed(names)},
    )
    cases = read_corpus(folder).cases
    alone, together = (
        [untimed(result) for result in run_pages(cases, [Entry("peer", "alltext")], workers=workers)]
        for workers in (1, 2)
    )
    assert alone == together
    # "words of pageN only" is one shingle, found with "menu pageN" behind it: 6 tokens, 3 shingles.
    assert [outcomes[0].score for _, outcomes in alone] == [PageScore(1, 3, 1)] * 5
    assert [case.id for case, _ in alone] == names


def test_a_page_that_vanished_is_named_whoever_reads_it() -> None:
    gone = Case(id="gone", path=Path("gone.html"), body=BODY)
    with pytest.raises(CorpusError, match=r"gone\.html: cannot be read"):
        list(run_pages([gone], [Entry("peer", "alltext")], workers=1))

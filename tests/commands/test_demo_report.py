"""How the demo counts what it found."""

from __future__ import annotations

from typing import Any

import pytest

from newsextract.commands.demo_report import first_article, score_demo
from newsextract.demo import DemoArticle


def truth(title: str, body: str) -> DemoArticle:
    return DemoArticle(
        path="/x",
        title=title,
        body=body,
        authors=(),
        day="2026-11-01",
        published="2026-11-01T10:00:00+01:00",
        section="town",
        template="a",
        words=len(body.split()),
        parts=("/x",),
        traits=(),
    )


GOLD = {
    "http://a/1": truth("The mill", "one two three four five"),  # shingles of 4 words: 2
    "http://a/2": truth("The ferry", "six seven eight nine"),  # 1
}


def line(url: str, title: str, text: str) -> dict[str, Any]:
    return {"url": url, "title": title, "text": text}


ONE = line("http://a/1", "The mill", "one two three four five")
TWO = line("http://a/2", "The ferry", "six seven eight nine")


def test_all_found() -> None:
    score = score_demo([TWO, ONE], GOLD)
    assert (score.wanted, score.missing, score.repeated, score.wrong) == (2, (), (), ())
    assert (score.titles, score.bodies.f1, score.is_complete) == (1.0, 1.0, True)
    assert score.report() == (
        "2 of 2 articles found, 0 twice, 0 pages that are none; titles 100.0% right; "
        "body F1 1.000 (precision 1.000, recall 1.000)"
    )


def test_missing_repeated_and_wrong_ones_are_named() -> None:
    articles = [ONE, ONE, line("http://a/", "Home", "the home page")]
    score = score_demo(articles, GOLD)
    assert (score.missing, score.repeated, score.wrong) == (("http://a/2",), ("http://a/1",), ("http://a/",))
    assert not score.is_complete
    # the one that is missing counts as an empty text: precision 1 (of the one found), recall (1 + 0) / 2
    assert score.bodies.f1 == pytest.approx(2 * 1 * 0.5 / 1.5)
    assert score.report().splitlines()[1:] == [
        "  missing: http://a/2",
        "  twice: http://a/1",
        "  no article: http://a/",
    ]
    assert score.report().startswith(
        "1 of 2 articles found, 1 twice, 1 pages that are none; titles 100.0% right"
    )


def test_titles_are_counted_among_those_found() -> None:
    score = score_demo([line("http://a/1", "Mill", "one two three four five"), TWO], GOLD)
    assert score.titles == 0.5
    assert score.is_complete  # a wrong title is still an article found


def test_bodies_are_counted_in_runs_of_four_words() -> None:
    # found: "one two three four", "two three four x": 1 of 2 right, and 1 of 2 there; the other has all
    score = score_demo([line("http://a/1", "The mill", "one two three four x"), TWO], GOLD)
    assert score.bodies.precision == score.bodies.recall == score.bodies.f1 == pytest.approx((0.5 + 1) / 2)


COPIES = {"http://a/copy": "http://a/1"}


@pytest.mark.parametrize(
    ("articles", "repeated", "is_complete"),
    [
        ([{**ONE, "url": "http://a/copy"}, TWO], (), True),
        ([ONE, {**ONE, "url": "http://a/copy"}, TWO], ("http://a/1",), False),
    ],
)
def test_an_article_may_be_found_at_its_other_address_but_not_at_both(
    articles: list[dict[str, Any]], repeated: tuple[str, ...], is_complete: bool
) -> None:
    score = score_demo(articles, GOLD, COPIES)
    assert (score.missing, score.wrong, score.repeated) == ((), (), repeated)
    assert score.is_complete is is_complete


def test_nothing_found() -> None:
    score = score_demo([], GOLD)
    assert (score.titles, score.bodies.f1, len(score.missing)) == (0.0, 0.0, 2)
    assert not score.is_complete


def shown(**values: Any) -> str:
    article = {
        "site": "a.example",
        "title": "The mill",
        "date_published": "",
        "authors": [],
        "text": "One.\nTwo.",
    }
    return first_article([{**article, **values}])


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ({}, ["  The mill", "  a.example", "", "  One.", "  Two."]),
        (
            {"date_published": "2026-11-01", "authors": ["A. Bee", "C. Dee"], "text": "One."},
            ["  The mill", "  a.example · 2026-11-01 · A. Bee, C. Dee", "", "  One."],
        ),
        (
            {"text": "One.\nTwo.\nThree.\nFour."},
            ["  The mill", "  a.example", "", "  One.", "  Two.", "  Three.", "  ..."],
        ),
        # 100 columns: 20 words of four letters with their spaces are 99, the next would be 104
        ({"text": "word " * 21}, ["  The mill", "  a.example", "", "  " + " ".join(["word"] * 20), "  word"]),
    ],
)
def test_the_first_article_is_shown_as_one_reads_it(values: dict[str, Any], lines: list[str]) -> None:
    assert shown(**values).splitlines() == lines


def test_without_articles_it_says_so() -> None:
    assert first_article([]) == "  (none)\n"

"""Addresses taken apart."""

from __future__ import annotations

import time

import pytest

from newsextract.discovery.address_parts import (
    LONGEST_READ,
    id_length,
    is_date,
    read_address,
    slug_length,
    step_words,
    without_date,
)

SECONDS = 0.5


@pytest.mark.parametrize(
    ("url", "steps", "ending", "query"),
    [
        ("http://paper.example", (), "", ()),
        ("http://paper.example/", (), "", ()),
        ("http://paper.example/index.html", (), "html", ()),
        ("http://paper.example/sport/index.php", ("sport",), "php", ()),
        ("http://paper.example/Sport//Cup.HTML", ("sport", "cup"), "html", ()),
        ("http://paper.example/read.php?tid=9&Page=2", ("read",), "php", (("tid", "9"), ("page", "2"))),
        ("http://paper.example/%E6%96%B0%E9%97%BB", ("新闻",), "", ()),
        ("http://paper.example/#!/story/7", ("story", "7"), "", ()),
        ("http://paper.example/story#top", ("story",), "", ()),
        ("http://paper.example/version-2.0", ("version-2.0",), "", ()),
        ("http://paper.example/?a&b=%zz", (), "", (("a", ""), ("b", "%zz"))),
        ("/sport/cup", ("sport", "cup"), "", ()),
        ("", (), "", ()),
        ("%", (), "", ()),
    ],
)
def test_read_address(
    url: str, steps: tuple[str, ...], ending: str, query: tuple[tuple[str, str], ...]
) -> None:
    assert read_address(url) == (steps, ending, query)


def test_only_the_beginning_of_an_address_is_read() -> None:
    parts = read_address("http://paper.example/" + "a/" * LONGEST_READ)
    # 2,000 characters less the 21 before the path, two characters a step, the last one without its slash
    assert len(parts.steps) == 990


@pytest.mark.parametrize(
    ("step", "words", "length"),
    [
        ("ferry-sails-after-storm-63250123", ["ferry", "sails", "after", "storm", "63250123"], 4),
        ("ferry_sails+again", ["ferry", "sails", "again"], 3),
        ("sport", ["sport"], 1),
        ("a-63250123", ["a", "63250123"], 0),  # one letter is no word
        ("story-n1010341", ["story", "n1010341"], 1),
        ("", [], 0),
        ("渡轮恢复通航", ["渡轮恢复通航"], 3),  # six ideographs
        ("паром-вышел", ["паром", "вышел"], 2),
    ],
)
def test_words_of_a_step(step: str, words: list[str], length: int) -> None:
    assert step_words(step) == words
    assert slug_length(step) == length


@pytest.mark.parametrize(
    ("path", "exact", "after"),
    [
        ("html/2011-12/01/content_123", "day", "content_123"),
        ("news/2011/1201/c12-34", "day", "c12-34"),
        ("2019/5/24/cup", "day", "cup"),
        ("2012/jan/03/cup", "day", "cup"),
        ("t20111201_77", "day", "_77"),
        ("24.12.2011/cup", "day", "cup"),
        ("11/1201/09/7k6", "day", "09/7k6"),
        ("cup-final-2019-05-24", "day", ""),
        ("archive/2019/05", "month", ""),
        ("2019-05/cup", "month", "cup"),
        ("2019/cup", "year", "cup"),
        ("cup/201999", "", ""),  # no month 99
        ("news/63250123", "", ""),
        ("sport/cup", "", ""),
        ("", "", ""),
    ],
)
def test_dates_in_paths(path: str, exact: str, after: str) -> None:
    assert without_date(path)[1:] == (exact, after)


def test_a_date_is_taken_out_of_the_path() -> None:
    assert without_date("sport/2019/05/24/cup-77")[0] == "sport/ /cup-77"


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("2011", True),
        ("2011-12", True),
        ("20111201", True),
        ("1201", False),
        ("2011-12x", False),
        ("20451", False),
    ],
)
def test_is_date(step: str, expected: bool) -> None:
    assert is_date(step) is expected


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("news/12345", 5),
        ("story-n1010341", 7),
        ("trial_us_5b58a5c3e4b0de86f492ab66", 24),
        ("covid19", 2),
        ("olympics-2012", 0),  # a year
        ("content_123", 3),
        ("sport", 0),
        ("", 0),
    ],
)
def test_id_length(text: str, length: int) -> None:
    assert id_length(text) == length


@pytest.mark.parametrize("unit", ["2011-", "1/", "a1", "-", "20", "%", "新", "&a="])
def test_long_paths_are_read_in_linear_time(unit: str) -> None:
    started = time.process_time()
    query = read_address("http://paper.example/?x=" + unit * 100_000)
    path = read_address("http://paper.example/" + unit * 100_000).path
    rest = without_date(path)[0]
    id_length(rest)
    assert time.process_time() - started < SECONDS
    assert query.steps == ()
    assert 0 < len(path) <= LONGEST_READ

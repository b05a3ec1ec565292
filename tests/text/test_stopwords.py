from __future__ import annotations

from pathlib import Path

import pytest

from newsextract.text import stopwords
from newsextract.text.stopwords import LANGUAGES, stop_words
from newsextract.text.words import words

FOLDER = Path(stopwords.__file__).with_name("stop-words")


def lines_of(code: str) -> list[str]:
    lines = (FOLDER / f"{code}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(
    ("language", "sample"),
    [
        ("en", "the of and he's"),
        ("de", "der und nicht für"),
        ("fr", "le où c'est"),
        ("es", "el que más"),
        ("it", "il della perché"),
        ("pt", "não uma pelo"),
        ("nl", "het een niet"),
        ("pl", "się że który"),
        ("ru", "и что который"),
        ("el", "και το είναι"),
        ("cs", "že který být"),
        ("sv", "och inte är"),
        ("uk", "що який й"),
        ("tr", "ve bir için"),
        ("zh", "的 我们 沒有"),
        ("ja", "の は を"),
    ],
)
def test_each_language_has_its_function_words(language: str, sample: str) -> None:
    assert set(sample.split()) <= stop_words(language)


def test_content_words_are_no_stop_words() -> None:
    content = {
        "government",
        "election",
        "police",
        "regierung",
        "gouvernement",
        "правительство",
        "政府",
        "经济",
    }
    assert stop_words().isdisjoint(content)


@pytest.mark.parametrize("code", LANGUAGES)
def test_lists_are_sorted_without_duplicates_and_long_enough(code: str) -> None:
    lines = lines_of(code)
    assert lines == sorted(set(lines))
    assert len(lines) >= 60
    assert stop_words(code) == frozenset(lines)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_stop_word_can_meet_a_word(code: str) -> None:
    assert [line for line in lines_of(code) if words(line) != [line]] == []


def test_every_file_is_a_language_and_the_other_way_round() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{code}.txt" for code in LANGUAGES)


def test_none_is_all_languages() -> None:
    assert stop_words() == frozenset().union(*(stop_words(code) for code in LANGUAGES))


@pytest.mark.parametrize("tag", ["pt-BR", "PT", "pt_PT"])
def test_only_the_language_of_a_tag_counts(tag: str) -> None:
    assert stop_words(tag) == stop_words("pt")


@pytest.mark.parametrize("tag", ["", "xx", "../en", "english"])
def test_an_unknown_language_has_no_stop_words(tag: str) -> None:
    assert stop_words(tag) == frozenset()

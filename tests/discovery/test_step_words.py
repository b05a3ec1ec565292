"""The word lists hold what they can be asked for."""

from __future__ import annotations

from itertools import combinations

import pytest

from newsextract.discovery import step_words

LISTS = {name: value for name, value in vars(step_words).items() if isinstance(value, frozenset)}
STEPS = [name for name in LISTS if name.endswith("_STEPS")]


@pytest.mark.parametrize("name", LISTS)
def test_words_are_written_as_addresses_are_read(name: str) -> None:
    assert LISTS[name]
    assert [word for word in LISTS[name] if word != word.lower() or not word.isascii() or "/" in word] == []


@pytest.mark.parametrize(("one", "other"), list(combinations(STEPS, 2)))
def test_a_step_says_one_thing(one: str, other: str) -> None:
    assert LISTS[one] & LISTS[other] == set()


def test_endings_and_parameters_say_one_thing() -> None:
    assert not step_words.PAGE_ENDINGS & step_words.DATA_ENDINGS
    assert not step_words.ID_PARAMETERS & step_words.LIST_PARAMETERS
    assert not step_words.ID_PARAMETERS & step_words.SEARCH_PARAMETERS
    assert not step_words.LIST_PARAMETERS & step_words.SEARCH_PARAMETERS

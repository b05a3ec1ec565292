"""Options that several commands share."""

from __future__ import annotations

import argparse

import pytest

from newsextract.commands.arguments import check_method, positive_number
from newsextract.errors import UnknownMethodError


@pytest.mark.parametrize(("value", "number"), [("1", 1), ("16", 16)])
def test_positive_numbers(value: str, number: int) -> None:
    assert positive_number(value) == number


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5", "", "²"])
def test_other_values(value: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        positive_number(value)


def test_a_method_that_does_not_exist() -> None:
    with pytest.raises(UnknownMethodError, match="choose one of"):
        check_method("magic")

from __future__ import annotations

import pytest

from newsextract.errors import UnknownMethodError
from newsextract.methods import DEFAULT_METHOD, Context, Extraction, get_method, method_names, method_summary
from newsextract.page import read_page


def test_the_first_name_is_the_default() -> None:
    assert DEFAULT_METHOD == "fusion"
    assert method_names()[0] == DEFAULT_METHOD
    assert get_method() is get_method(None) is get_method(DEFAULT_METHOD)


def test_every_system_of_the_papers_their_baselines_and_our_own_have_a_name() -> None:
    papers = {"twcem", "twcem-microblog", "cedst", "cedst-nc", "cedst-tf", "vbptc", "density"}
    papers |= {"cepf-s", "cepf-e", "cepf-es", "cepf-es-select"}
    assert set(method_names()) == papers | {"cetr", "cepr", "cetd", "mcstd"} | {"cedst-plus", "fusion"}
    assert len(set(method_names())) == len(method_names())


def test_the_paper_s_own_density_can_be_measured_but_is_not_offered() -> None:
    assert "density-paper" not in method_names()
    assert get_method("density-paper") is not get_method("density")


@pytest.mark.parametrize("name", [*method_names(), "density-paper"])
def test_every_name_loads_a_method(name: str) -> None:
    assert isinstance(get_method(name)(read_page("<p>One, two.</p>"), Context()), Extraction)


def test_no_two_names_load_the_same_method() -> None:
    assert len({id(get_method(name)) for name in method_names()}) == len(method_names())


@pytest.mark.parametrize("name", ["", "cepf", "CEPF-ES", "__init__", "cepf-es "])
def test_an_unknown_name_is_an_error_that_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownMethodError) as raised:
        get_method(name)
    assert isinstance(raised.value, ValueError)
    message = str(raised.value)
    assert repr(name) in message
    assert message.partition(": ")[2].split(", ") == method_names()


@pytest.mark.parametrize("name", method_names())
def test_every_method_has_a_line_for_people(name: str) -> None:
    summary = method_summary(name)
    assert summary.strip()
    assert "\n" not in summary


def test_lines_for_people_tell_methods_apart() -> None:
    assert len({method_summary(name) for name in method_names()}) == len(method_names())


def test_an_unknown_name_has_no_line() -> None:
    with pytest.raises(UnknownMethodError, match="cepf-es"):
        method_summary("cepf")


def test_the_names_are_a_copy() -> None:
    method_names().clear()
    assert method_names()

"""Names of people, and what is none."""

from __future__ import annotations

import pytest

from newsextract.metadata.organisations import is_agency, is_organisation
from newsextract.metadata.people import LONGEST_BYLINE, looks_like_a_person, people


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ann Lee", ("Ann Lee",)),
        ("By Ann Lee", ("Ann Lee",)),
        ("by: Ann Lee and Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Von Anna Roth und Lea Wild", ("Anna Roth", "Lea Wild")),
        ("Von Neumann", ("Von Neumann",)),
        ("Par Anne Roche", ("Anne Roche",)),
        ("Автор: Иван Петров", ("Иван Петров",)),
        ("Autorin/Autor Lea Wild", ("Lea Wild",)),
        ("Written by Ann Lee", ("Ann Lee",)),
        ("Ann Lee, Health correspondent", ("Ann Lee",)),
        ("Ann Lee, London", ("Ann Lee",)),
        ("Ann Lee, CFP", ("Ann Lee",)),
        ("Ann Lee in Berlin", ("Ann Lee",)),
        ("Ann Lee For Daily News", ("Ann Lee",)),
        ("Ann Lee, Bo Ek and others", ("Ann Lee", "Bo Ek")),
        ("Ann Lee ann@example.com", ("Ann Lee",)),
        ("Ann Lee (Daily News)", ("Ann Lee",)),
        ("Ann Lee | 1 May", ("Ann Lee",)),
        ("Ann Lee, AP", ("Ann Lee", "AP")),
        ("José Ortega y Gasset", ("José Ortega y Gasset",)),
        ("Juan Mora y Eva Paz", ("Juan Mora", "Eva Paz")),
        ("记者：王小明、李华", ("王小明", "李华")),
        ("Linny and Peter", ("Linny", "Peter")),
        ("Rui Ma", ("Rui Ma",)),
        ("", ()),
        ("12345", ()),
    ],
)
def test_people(value: str, names: tuple[str, ...]) -> None:
    assert people([value]) == names


def test_each_name_comes_once_and_long_strings_are_not_read_to_their_end() -> None:
    assert people(["Ann Lee", "By ANN LEE"]) == ("Ann Lee",)
    assert people(["," * LONGEST_BYLINE + "Ann Lee"]) == ()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ann Lee", True),
        ("Jean-Luc Picard", True),
        ("Anna van der Berg", True),
        ("J. R. Ewing", True),
        ("Иван Петров", True),
        ("王小明", True),
        ("王", False),
        ("Ann", False),
        ("the boat", False),
        ("Boat 2", False),
        ("A Boat That Comes Back To The Harbour", False),
        ("Health Reporter", False),
    ],
)
def test_the_form_of_a_name(name: str, expected: bool) -> None:
    assert looks_like_a_person(name) is expected


@pytest.mark.parametrize(
    ("name", "publisher", "url", "expected"),
    [
        ("Reuters", "", "", True),
        ("dpa", "", "", True),
        ("Staff", "", "", True),
        ("BR24 Redaktion", "", "", True),
        ("新华社", "", "", True),
        ("mdr.de", "", "", True),
        ("The Paper", "The Paper", "", True),
        ("NTV", "", "https://www.ntv.com.tr/a", True),
        ("Deutsche Welle", "", "https://www.dw.com/a", True),
        ("Ann Lee", "The Paper", "https://www.example.com/a", False),
        ("Ann Lee", "", "http://[", False),
        ("", "", "", False),
    ],
)
def test_organisations(name: str, publisher: str, url: str, expected: bool) -> None:
    assert is_organisation(name, publisher, url) is expected


def test_agencies_are_told_from_other_organisations() -> None:
    assert is_agency("AFP")
    assert not is_agency("The Paper")

from __future__ import annotations

import pytest

from newsextract.records.entities import (
    PERSON,
    PLACE,
    author_share,
    is_person,
    is_place,
    reference_share,
    segments,
)


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("J. Smith", True),
        ("Jane Q. Doe", True),
        ("JANE DOE", True),
        ("Ke Wu", True),
        ("Smith JR", True),
        ("Kwame A. Boateng", True),
        ("María-José de la Cruz", True),
        ("Marguerite van der Meulen", True),
        ("Sean O'Neill", True),
        ("周建国", True),
        ("欧阳倩", True),
        ("Jane", False),
        ("J. R.", False),
        ("jane doe", False),
        ("Open Access", False),
        ("Download PDF", False),
        ("Jane Doe 2019", False),
        ("One Two Three Four Five Six Seven", False),
        ("网页抽取", False),
        ("", False),
    ],
)
def test_names_are_known_by_their_shape_or_tag(text: str, person: bool) -> None:
    assert is_person(text) is person


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Department of Physics", True),
        ("Universität Hafenstadt", True),
        ("Université de Portvieux", True),
        ("Wenzhou 325000", True),
        ("3421 AB Oudewater", True),
        ("Strathmuir AB1 2CD", True),
        ("江南大学 计算机学院", True),
        ("江苏省无锡市滨湖区", True),
        ("Jane Doe", False),
        ("September 2014", False),
        ("DOI:10.5555/wpq", False),
        ("李晓明", False),
    ],
)
def test_institutions_and_postcodes_are_places(text: str, place: bool) -> None:
    assert is_place(text) is place


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Jane Doe1,2, John Roe3* and Ann Poe4", ["Jane Doe", "John Roe", "Ann Poe"]),
        ("Jane Doe a, John Roe b,*", ["Jane Doe", "John Roe"]),
        ("Doe, J., Roe, J. R. and Poe, E.", ["J. Doe", "J. R. Roe", "E. Poe"]),
        ("Doe, Jane; Roe, John", ["Jane Doe", "John Roe"]),
        ("Dr. Jane Doe, PhD, and Prof. John Roe, MD", ["Jane Doe", "John Roe"]),
        ("Jane Doe (University of X), John Roe (Institute of Y)", ["Jane Doe", "John Roe"]),
        ("Jane Doe, Institute of Salt, New Harbour 12345, Norland / Ke Wu", ["Jane Doe", "Ke Wu"]),
        ("张 伟1，李晓明2*，陈思远", ["张伟", "李晓明", "陈思远"]),
        ("张伟 李晓明 赵敏", ["张伟", "李晓明", "赵敏"]),
        ("1 Department of Physics, University of Oudewater, New Harbour", []),
        ("", []),
    ],
)
def test_people_of_a_line(text: str, people: list[str]) -> None:
    assert [piece.text for piece in segments(text) if piece.kind == PERSON] == people


def test_what_follows_an_institution_is_its_address() -> None:
    found = segments("Institute of Salt, New Harbour, Norland; Jane Doe")
    assert [(piece.text, piece.kind) for piece in found] == [
        ("Institute of Salt", PLACE),
        ("New Harbour", PLACE),
        ("Norland", PLACE),
        ("Jane Doe", PERSON),
    ]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Jane Doe, John Roe", 1.0),
        ("Jane Doe, who sings", 0.5),  # two of four words
        ("as seen by many; University of Salt", 3 / 7),  # three of seven
        ("University of Salt, as seen by many", 3 / 7),  # prose is no address
        ("University of Salt, Port, Norland", 1.0),  # what follows an institution is
        ("we went home, and slept", 0.0),
        ("", 0.0),
    ],
)
def test_share_of_people_and_places(text: str, share: float) -> None:
    assert author_share(segments(text)) == pytest.approx(share)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        # numbers 1, 12, 2012, 188-197; words: those four, Roe, J, Salt, Letters
        ("[1] Roe, J. Salt Letters, 12 (2012) 188-197", 4 / 8),
        # one year among ten words
        ("We found in 2012 that salt dries in the sun.", 1 / 10),
        # 1 | 赵敏 | 链接 | D | 2009 : two of five words
        ("[1] 赵敏. 链接[D]. 2009", 2 / 5),
        ("no numbers at all", 0.0),
        ("", 0.0),
        (" .,; ", 0.0),
    ],
)
def test_share_of_years_and_numbers(text: str, share: float) -> None:
    assert reference_share(text) == pytest.approx(share)

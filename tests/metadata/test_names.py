"""Names of authors."""

from __future__ import annotations

import pytest

from newsextract.metadata.names import LONGEST_NAME, MOST_NAMES, author_names
from newsextract.metadata.plain import LONGEST_VALUE


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (["Ann Lee"], ("Ann Lee",)),
        (["Ann Lee", "Bo Ek", "ANN LEE"], ("Ann Lee", "Bo Ek")),
        (["Ann Lee and Bo Ek"], ("Ann Lee", "Bo Ek")),
        (["Ann Lee, Bo Ek & Cy Fo"], ("Ann Lee", "Bo Ek", "Cy Fo")),
        (["Anna Roth und Lea Wild"], ("Anna Roth", "Lea Wild")),
        (["王小明、李华"], ("王小明", "李华")),
        (["Andrea Brand"], ("Andrea Brand",)),
        (["Ann Lee (lee)"], ("Ann Lee",)),
        (["(Picture: Agency)"], ()),
        (['"Ann Lee"'], ("Ann Lee",)),
        (["news.example", "Elle P. M.D."], ("news.example", "Elle P. M.D.")),
        (["https://example.com/ann", "www.example.com", "example.com/ann", "/ann", "//x.y"], ()),
        (["@ann", "ann@example.com"], ()),
        (["105092", "", " , ", "null", "None", "undefined"], ()),
        (["x" * LONGEST_NAME, "y" * (LONGEST_NAME + 1)], ("x" * LONGEST_NAME,)),
    ],
)
def test_author_names(values: list[str], names: tuple[str, ...]) -> None:
    assert author_names(values) == names


def test_the_number_is_bounded() -> None:
    assert len(author_names([f"Name {n}" for n in range(1_000)])) == MOST_NAMES
    assert len(author_names([", ".join(f"Name {n}" for n in range(1_000))])) == MOST_NAMES


@pytest.mark.parametrize("piece", [" ", "(", "a.", " and", "a@", "()"])
def test_nothing_is_read_behind_the_longest_value(piece: str) -> None:
    repeated = piece * LONGEST_VALUE
    assert author_names([repeated + ", Ann Lee"]) == author_names([repeated[:LONGEST_VALUE]])
    assert author_names([" " * (LONGEST_VALUE - 4) + "Ann Lee"]) == ("Ann",)

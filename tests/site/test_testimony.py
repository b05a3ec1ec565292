"""What one page has to say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.methods import Extraction
from newsextract.page import Page, read_page
from newsextract.site import testimony as told
from newsextract.site.structure import page_structure
from newsextract.site.testimony import MOST_ROWS, SHORT_ROW, SURE, content_marks, mark, stories, text_mark

Say = Callable[..., told.Testimony]


def page_of(body: str) -> Page:
    return read_page(f"<html><body>{body}</body></html>", url="http://tide.test/1")


BODY = "<div id=story><p>One <a href=x>linked</a> line.</p><p>Two</p></div><p>1234</p>"


def test_rows_in_page_order() -> None:
    page = page_of(BODY)
    found = told.testify(
        page, Extraction((0, 1, 2), (1.0,) * 5, confidence=0.75), fields=(("title", "p"),), links=((1, 7),)
    )
    assert found.url == "http://tide.test/1"
    assert found.structure == page_structure(page)
    assert found.places == ("div#story > p", "p")
    assert found.row_places == (0, 0, 1)
    assert found.row_evidence == (SURE, -SURE, -SURE)
    assert found.row_lengths == (len("Onelinkedline."), 3, 4)
    assert found.row_linked == (len("linked"), 0, 0)
    assert found.row_texts == (text_mark("One linked line."), text_mark("Two"), 0)
    assert (found.confidence, found.fields, found.links) == (0.75, (("title", "p"),), ((1, 7),))


@pytest.mark.parametrize(
    ("extraction", "evidence"),
    [
        (Extraction((), (0.0,) * 5), [-SURE, -SURE, -SURE]),
        (Extraction((1,), (0.0,) * 5), [SURE, -SURE, -SURE]),  # a part of a row
        (Extraction((), (1.0, 0.2, 0.9, 0.5, 0.0), are_chances=True), [100, 0, -100]),
        (Extraction((), (0.255, 1.0, 1.0, 0.745, 0.5), are_chances=True), [-49, 49, 0]),
    ],
)
def test_evidence_in_hundredths(extraction: Extraction, evidence: list[int]) -> None:
    assert told.row_evidence(page_of(BODY), extraction) == evidence


def test_an_empty_page_says_nothing() -> None:
    found = told.testify(read_page(""), Extraction((), ()))
    assert (found.places, found.row_places, found.row_texts) == ((), (), ())


def test_only_the_first_rows_testify() -> None:
    page = page_of("<p>a</p>" * (MOST_ROWS + 5))
    found = told.testify(page, Extraction((), (0.0,) * (MOST_ROWS + 5)))
    sizes = {len(found.row_places), len(found.row_evidence), len(found.row_lengths), len(found.row_texts)}
    assert sizes == {MOST_ROWS}


LONG = "word" * (SHORT_ROW // 4)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("A line.", " A\n line. ", True),
        ("A line.", "A lime.", False),
        ("3 comments", "14 comments", True),  # numbers of a short row
        ("at 12:30", "at 8:05", True),
        (f"{LONG} 3", f"{LONG} 4", False),
        ("a" * (SHORT_ROW - 1) + "1", "a" * (SHORT_ROW - 1) + "2", True),
        ("a" * SHORT_ROW + "1", "a" * SHORT_ROW + "2", False),
    ],
)
def test_marks_of_texts(one: str, other: str, same: bool) -> None:
    assert (text_mark(one) == text_mark(other)) is same


@pytest.mark.parametrize("text", ["", " ", "12", "1 2\n3", "٣"])
def test_a_row_of_numbers_has_no_mark(text: str) -> None:
    assert text_mark(text) == 0


def test_marks_are_the_same_in_every_run() -> None:
    assert mark("tide") == 0xD74E032BA934B2E6
    assert 0 < mark("\ud800") < 1 << 64


def story(say: Say, url: str, *texts: str) -> told.Testimony:
    return say([("p", 90, text) for text in texts], url=url)


def test_one_story_under_two_addresses(say: Say) -> None:
    one = story(say, "/1", "aa", "bb", "cc", "dd")
    same = story(say, "/2", "aa", "bb", "cc", "xx", "yy", "zz")  # three of the smaller four
    half = story(say, "/3", "aa", "bb", "vv", "ww")  # two of four
    other = story(say, "/4", "ii", "kk")
    nothing = say([("p", -90, "aa"), ("p", 0, "bb")], url="/5")
    assert stories([one, same, half, other, nothing]) == [0, 0, 2, 3, 4]
    assert content_marks(nothing) == frozenset()

"""Names of elements as rules can use them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.site.names import LONGEST_NAME, MOST_CLASSES, OPEN, class_names, id_name
from newsextract.site.selectors import parse_step


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("story", "story"),
        (" story ", "story"),
        ("main-content_2nd", "main-content_*nd"),
        ("post-12345", "post-*"),
        ("post-7", "post-*"),  # in an id every number is open
        ("12345", ""),
        ("-_-", ""),
        ("", ""),
        ("post-12345-meta", "post-*-meta"),
        ("story:body", "story:body"),
        ("my story", "my*story"),
        ("a.b", "a*b"),
        ("新闻正文", "新闻正文"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("x" * (LONGEST_NAME + 1), ""),
    ],
)
def test_ids(value: str, name: str) -> None:
    assert id_name(value) == name


@pytest.mark.parametrize(
    "kept",
    "col-4 h1 story article-body css sc-main Article_body widget__title block__col2 md:flex level-123 "
    "is_active B2B meta__date photo__strength".split(),
)
def test_classes_that_stay(kept: str) -> None:
    assert class_names(kept) == (kept,)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("css-1x2y3z", "css-*"),
        ("css-abcdef", "css-*"),  # whatever style libraries put there
        ("sc-bdVaJa", "sc-*"),
        ("Article_body__aB3dE", "Article_body__*"),
        ("Article_body__jVHH2", "Article_body__*"),  # the digit at its end
        ("Article_body__kXqRt", "Article_body__*"),  # no digit
        ("Article_body__bcdfg", "Article_body__*"),  # no vowel
        ("post-12345", "post-*"),
        ("story-2024", "story-*"),
        ("x1a2b3c", ""),
        ("w-1/2", "w-1*2"),
        ("[&>p]:mt-2", "*p*:mt-2"),
        ("a>b", "a*b"),
        ("a#b", "a*b"),
        ("1234", ""),
        ("***", ""),
    ],
)
def test_classes_that_are_left_open(value: str, name: str) -> None:
    assert class_names(value) == ((name,) if name else ())


def test_each_class_once_in_order_and_only_the_first_ones() -> None:
    assert class_names(" b\ta  b\nb-12345 b-54321") == ("b", "a", "b-*")
    many = [f"name{letter}" for letter in "abcdefgh"]
    assert class_names(" ".join(many)) == tuple(many[:MOST_CLASSES])


ODD = st.text(alphabet=st.sampled_from("abcXYZ019-_:./*#[]>&é新 \u0301\u2028"), max_size=70)


@settings(deadline=None, derandomize=True)
@given(ODD | st.text(max_size=70))
def test_every_literal_part_of_a_name_is_in_the_attribute(value: str) -> None:
    for name in (id_name(value), *class_names(value)):
        for part in name.split(OPEN):
            assert part in value


@settings(deadline=None, derandomize=True)
@given(ODD | st.text(max_size=70))
def test_every_name_can_be_written_in_a_rule(value: str) -> None:
    name = id_name(value)
    if name:
        assert parse_step(f"div#{name}").id == name
    names = class_names(value)
    if names:
        assert parse_step(f"div.{'.'.join(names)}").classes == names


@settings(deadline=None, derandomize=True)
@given(ODD)
def test_a_name_stands_for_itself(value: str) -> None:
    for name in class_names(value):
        assert class_names(name) in ((name,), ()), "made smaller once, or gone"

"""What names and short lines hint at."""

from __future__ import annotations

import pytest

from newsextract.methods.fusion.hints import (
    HIDING,
    LINE_KINDS,
    LONGEST_HINTING_LINE,
    NAME_BIT,
    NAME_KINDS,
    SPOKEN_KINDS,
    UNSEEN,
    hiding_bits,
    line_hint,
    name_bits,
    read_words,
    spoken_phrases,
)


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("", {}),
        ("# only a remark\n", {}),
        ("[names]\n", {"names": {}}),
        ("[names]\nbody: article story\n", {"names": {"body": ("article", "story")}}),
        ("[names]\nbody: article\n  story text\n", {"names": {"body": ("article", "story", "text")}}),
        (
            "# one\n[names]\nbody: article\n\n# two\n[first words]\nmore: read 更多\nbyline: by\n",
            {"names": {"body": ("article",)}, "first words": {"more": ("read", "更多"), "byline": ("by",)}},
        ),
        # a kind may be taken up again, and so may a section
        (
            "[a]\nx: one\ny: two\nx: three\n[b]\n[a]\nz: four",
            {"a": {"x": ("one", "three"), "y": ("two",), "z": ("four",)}, "b": {}},
        ),
        ("[a]\nphoto: photo: 图为\n", {"a": {"photo": ("photo:", "图为")}}),
    ],
)
def test_read_words(text: str, sections: dict[str, dict[str, tuple[str, ...]]]) -> None:
    assert read_words(text) == sections


def test_every_kind_of_name_has_a_bit_of_its_own() -> None:
    assert list(NAME_BIT) == list(NAME_KINDS)
    assert sorted(NAME_BIT.values()) == [1 << place for place in range(len(NAME_KINDS))]


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        ("", set()),
        ("x1 y2", set()),
        ("comment", {"comment"}),
        ("Comment", {"comment"}),
        ("comment-list", {"comment", "related"}),
        ("comment_list", {"comment", "related"}),
        ("commentList", {"comment", "related"}),
        ("comment list", {"comment", "related"}),
        ("  comment2  ", {"comment"}),
        ("relatedStories", {"related"}),
        ("figcaption", {"caption"}),
        # whole words only: neither `comment` in `commented` nor `ad` in `shadow`
        ("commented", set()),
        ("shadow download", set()),
        ("article-body", {"body"}),
        ("articleBody sr-only", {"body", "hidden"}),
        ("neirong", {"body"}),
    ],
)
def test_name_bits(value: str, kinds: set[str]) -> None:
    assert {kind for kind, bit in NAME_BIT.items() if name_bits(value) & bit} == kinds


def test_a_name_never_says_that_its_element_is_not_shown() -> None:
    assert name_bits("hidden unseen") & NAME_BIT[UNSEEN] == 0


@pytest.mark.parametrize(
    ("attribute", "value", "hides"),
    [
        ("hidden", "", True),
        ("hidden", "hidden", True),
        ("aria-hidden", "true", True),
        ("aria-hidden", "false", False),
        ("aria-hidden", "", False),
        ("style", "display:none", True),
        ("style", "color: red; display : none !important", True),
        ("style", "visibility:hidden", True),
        ("style", "display:block", False),
        ("style", "visibility:visible", False),
        ("style", "", False),
    ],
)
def test_hiding_bits(attribute: str, value: str, hides: bool) -> None:
    assert attribute in HIDING
    assert hiding_bits(attribute, value) == (NAME_BIT[UNSEEN] if hides else 0)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", None),
        ("the ferry left", None),
        ("by iris tan", "byline"),
        ("by", "byline"),
        ("— by: iris tan", None),
        ("»read more", "more"),
        ("[photo] a ship", "photo"),
        ("comments", "comment"),
        ("12 comments", "comment"),
        ("12 comments (closed)", "comment"),
        ("12", None),
        ("12 13 comments", None),
        ("12, comments", None),
        ("© 2026 harbour post", "legal"),
        ("bypass opened", None),
        ("来源：新华社", "byline"),
        ("来源", "byline"),
        ("【来源】新华社", "byline"),
        ("3 评论", "comment"),
        ("图为港口", "photo"),
        ("图 港口", "photo"),
        ("图港口", None),  # of a longer word its first two characters count
        ("今天来源", None),
        ("читайте также", "more"),
        ("…", None),
        ("-", None),
    ],
)
def test_line_hint(line: str, kind: str | None) -> None:
    assert line_hint(line) == (0 if kind is None else 1 + LINE_KINDS.index(kind))


@pytest.mark.parametrize(("more", "hints"), [(0, True), (1, False)])
def test_a_long_line_is_no_hint(more: int, hints: bool) -> None:
    text = "comments " + "x" * (LONGEST_HINTING_LINE - len("comments ") + more)
    assert bool(line_hint(text)) == hints


@pytest.mark.parametrize(
    ("text", "ideographs", "sought", "not_sought"),
    [
        ("plain text", False, {"facebook": "offer", "read more": "more"}, {"фото", "登录"}),
        ("текст", False, {"facebook": "offer", "фото": "photo"}, {"登录"}),
        ("请登录", True, {"facebook": "offer", "登录": "offer", "评论": "comment"}, set()),
    ],
)
def test_phrases_are_sought_in_scripts_that_are_there(
    text: str, ideographs: bool, sought: dict[str, str], not_sought: set[str]
) -> None:
    found = spoken_phrases(text, ideographs=ideographs)
    assert {phrase: SPOKEN_KINDS[found[phrase]] for phrase in sought} == sought
    assert not_sought.isdisjoint(found)


def test_phrases_are_parted_by_bars() -> None:
    assert read_words("[a]\nx: read more|see also\n  |more:\n") == {
        "a": {"x": ("read more", "see also", "more:")}
    }

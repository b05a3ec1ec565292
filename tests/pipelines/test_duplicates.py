"""One story, one line."""

from __future__ import annotations

from typing import Any

import pytest

from newsextract.extensions.states import PageDropped
from newsextract.pipelines.duplicates import DuplicatesPipeline

FIRST = {"url": "https://a.example/1", "title": "Tide", "content_hash": "aa", "similarity": 0b0000}
SAME_ADDRESS = {**FIRST, "url": "https://a.example/1?utm_source=x", "content_hash": "bb", "similarity": None}
SAME_STORY = {**FIRST, "url": "https://a.example/2", "title": "TIDE!"}
OTHER_TITLE = {**FIRST, "url": "https://a.example/2", "title": "Ebb"}
OTHER_SITE = {**FIRST, "url": "https://b.example/1"}
NEARLY = {**FIRST, "url": "https://a.example/2", "content_hash": "bb", "similarity": 0b111}
NOT_SO_NEAR = {**NEARLY, "similarity": 0b1111}
TOO_SHORT_TO_TELL = {**NEARLY, "similarity": None}


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (SAME_ADDRESS, "this address has been read already"),
        (SAME_STORY, "the same story as https://a.example/1"),
    ],
)
def test_the_same_story_ends_as_a_duplicate(
    second: dict[str, Any], reason: str, make_pipeline: Any, make_page: Any, process: Any
) -> None:
    pipeline = make_pipeline(DuplicatesPipeline)
    process(pipeline, make_page(**FIRST))
    with pytest.raises(PageDropped) as caught:
        process(pipeline, make_page(**second))
    assert (caught.value.state, caught.value.reason) == ("duplicate", reason)


@pytest.mark.parametrize(
    ("second", "is_marked"),
    [
        (OTHER_TITLE, True),
        (OTHER_SITE, True),
        (NEARLY, True),
        (NOT_SO_NEAR, False),
        (TOO_SHORT_TO_TELL, False),
    ],
)
def test_the_same_text_elsewhere_is_kept_and_marked(
    second: dict[str, Any], is_marked: bool, make_pipeline: Any, make_page: Any, process: Any
) -> None:
    pipeline = make_pipeline(DuplicatesPipeline, NEWSEXTRACT_NEAR_DUPLICATES=3)
    assert process(pipeline, make_page(**FIRST)).article.duplicate_of == ""
    found = process(pipeline, make_page(**second)).article.duplicate_of
    assert found == ("https://a.example/1" if is_marked else "")


@pytest.mark.parametrize("second", [OTHER_TITLE, OTHER_SITE, NEARLY])
def test_or_left_out(second: dict[str, Any], make_pipeline: Any, make_page: Any, process: Any) -> None:
    pipeline = make_pipeline(
        DuplicatesPipeline, NEWSEXTRACT_NEAR_DUPLICATES=3, NEWSEXTRACT_DROP_DUPLICATES=True
    )
    process(pipeline, make_page(**FIRST))
    with pytest.raises(PageDropped, match=r"duplicate: the text of https://a\.example/1"):
        process(pipeline, make_page(**second))


def test_a_third_one_names_the_first(make_pipeline: Any, make_page: Any, process: Any) -> None:
    pipeline = make_pipeline(DuplicatesPipeline)
    pages = [make_page(**{**FIRST, "url": f"https://{host}.example/1"}) for host in "abc"]
    assert [process(pipeline, page).article.duplicate_of for page in pages] == [
        "",
        "https://a.example/1",
        "https://a.example/1",
    ]


def test_near_duplicates_need_not_be_looked_for(make_pipeline: Any, make_page: Any, process: Any) -> None:
    pipeline = make_pipeline(DuplicatesPipeline, NEWSEXTRACT_NEAR_DUPLICATES=0)
    process(pipeline, make_page(**FIRST))
    assert process(pipeline, make_page(**NEARLY)).article.duplicate_of == ""

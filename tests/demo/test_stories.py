"""The stories of the sites: how many, how long, when, where, and that no two are alike."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from newsextract.bench.score import Shingle, shingle_list, tokens
from newsextract.demo.plans import PLANS
from newsextract.demo.stories import slug, stories_of
from newsextract.demo.writing import SUBHEAD

MOST_SHARED = 0.3


@pytest.mark.parametrize("name", PLANS)
def test_a_site_has_54_stories_each_with_its_own_title_and_address(name: str) -> None:
    stories = stories_of(name)
    assert len(stories) == 54
    assert len({story.title for story in stories}) == 54
    assert len({story.path for story in stories}) == 54


@pytest.mark.parametrize("name", PLANS)
def test_the_newest_story_comes_first_and_all_are_of_autumn_2026(name: str) -> None:
    days = [story.day.isoformat() for story in stories_of(name)]
    assert all(newer >= older for newer, older in pairwise(days))
    assert days[0] == "2026-11-14"
    assert days[-1] >= "2026-09-01"


@pytest.mark.parametrize("name", PLANS)
def test_the_day_stands_in_the_address(name: str) -> None:
    for story in stories_of(name):
        assert story.day.strftime("%Y%m%d") in story.path.replace("/", "").replace("-", "")


@pytest.mark.parametrize("name", PLANS)
def test_lengths_go_from_a_few_lines_to_several_pages(name: str) -> None:
    words = sorted(story.gold("").words for story in stories_of(name))
    assert 60 <= words[0] < 130
    assert 800 <= words[-1] <= 900
    assert 250 <= words[27] <= 400


@pytest.mark.parametrize("name", PLANS)
def test_every_peculiarity_is_there(name: str) -> None:
    traits = Counter(trait for story in stories_of(name) for trait in story.traits)
    for once in ("broken", "linked at comments", "moved", "multi-page"):
        assert traits[once] == 1
    assert traits["duplicated"] == (name == "courier")
    assert traits["pull quote"] == 0 or name == "review"
    for several in ("busy comments", "inner box", "list", "quote", "subheads"):
        assert traits[several] >= 3


@pytest.mark.parametrize("name", PLANS)
def test_short_stories_can_have_longer_comments(name: str) -> None:
    busy = [story for story in stories_of(name) if "busy comments" in story.traits]
    for story in busy:
        comments = sum(len(comment.text) for comment in story.comments)
        assert comments > len(story.gold("").body)


@pytest.mark.parametrize("name", PLANS)
def test_the_parts_of_a_story_are_the_story(name: str) -> None:
    for story in stories_of(name):
        assert tuple(block for part in story.parts for block in part) == story.draft.blocks
        assert len(story.parts) == len(story.part_paths)
        assert all(part and part[-1].kind != SUBHEAD for part in story.parts)
    (several,) = [story for story in stories_of(name) if len(story.parts) > 1]
    assert len(several.parts) in (2, 3)


@pytest.mark.parametrize("name", PLANS)
def test_some_stories_have_two_authors_and_none_has_one_twice(name: str) -> None:
    numbers = Counter(len(story.authors) for story in stories_of(name))
    assert set(numbers) == {1, 2}
    assert all(len(set(story.authors)) == len(story.authors) for story in stories_of(name))


@pytest.mark.parametrize("name", PLANS)
def test_captions_and_comments_are_not_in_the_gold(name: str) -> None:
    for story in stories_of(name):
        body = story.gold("").body
        assert story.draft.caption not in body.split("\n")
        assert not any(comment.text in body for comment in story.comments)


def test_no_two_stories_share_much_of_their_text() -> None:
    """Shared shingles over those of the shorter one, for every pair that shares any."""
    bodies = [story.gold("").body for name in PLANS for story in stories_of(name)]
    counted = [Counter(shingle_list(tokens(body))) for body in bodies]
    holders: defaultdict[Shingle, list[int]] = defaultdict(list)
    for number, shingles in enumerate(counted):
        for shingle in shingles:
            holders[shingle].append(number)
    shared: Counter[tuple[int, int]] = Counter()
    for shingle, numbers in holders.items():
        for place, left in enumerate(numbers):
            for right in numbers[place + 1 :]:
                shared[left, right] += min(counted[left][shingle], counted[right][shingle])
    assert shared
    shares = {
        pair: number / min(counted[pair[0]].total(), counted[pair[1]].total())
        for pair, number in shared.items()
    }
    assert max(shares.values()) < MOST_SHARED


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Night ferry returns", "night-ferry-returns"),
        ("St Brannoc’s, 3-1: a b c d e f g", "st-brannocs-3-1-a-b-c"),
        ("灯会开幕", ""),
    ],
)
def test_the_slug_is_the_first_words(title: str, words: str) -> None:
    assert slug(title) == words

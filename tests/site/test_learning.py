"""The pages of a class vote on where their content is."""

from __future__ import annotations

import random

import pytest

from newsextract.page import read_page
from newsextract.site import learning
from newsextract.site.learning import BlockVote, ClusterRule, RuleVotes, block_vote


def vote_of(body: str) -> BlockVote | None:
    return block_vote(read_page(f"<html><body>{body}</body></html>"))


def test_the_vote_is_for_the_densest_block() -> None:
    # Text: 20 in the story, 4 in the menu, all of the menu linked; the page has 2 links.
    # Story: p1 = 20/(1+20), p2 = 1 - 0/(1+2), p3 = 20/(1+20), no block inside: H = 400/441.
    # Body: the same p1, p2 = 1 - 2/3, p3 = 20/(1+24), two blocks inside it: far less.
    menu = "<div id=menu><a href=a>ab</a><a href=b>cd</a></div>"
    vote = vote_of(f'{menu}<div id="story" class=" main\n text ">twentylettersofstory</div>')
    assert vote is not None
    assert (vote.id, vote.class_, vote.path) == ("story", "main text", "html1/body1/div2")
    assert vote.density == pytest.approx(400 / 441)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ("<p>only words</p>", "html1/body1"),
        (
            "<div><a href=x>ab</a></div><div><div>c</div><div>longest text of all</div></div>",
            "html1/body1/div2/div2",
        ),
        ("<ul><li>a</li><li><div>words, words, words</div></li></ul>", "html1/body1/ul1/li2/div1"),
    ],
)
def test_paths_say_the_position_of_each_step(body: str, path: str) -> None:
    vote = vote_of(body)
    assert vote is not None
    assert (vote.id, vote.class_, vote.path) == ("", "", path)


@pytest.mark.parametrize("body", ["", "<div></div>", "<div><a href=x>all of it linked</a></div>"])
def test_a_page_without_plain_text_has_no_vote(body: str) -> None:
    assert vote_of(body) is None


def test_a_page_that_cannot_be_read_has_no_vote() -> None:
    assert block_vote(read_page(b"%PDF-1.7")) is None


def test_names_and_paths_of_any_length_are_no_names() -> None:
    vote = vote_of(f"<div id={'i' * 301} class={'c' * 300}>words of the story</div>")
    assert vote is not None
    assert (vote.id, len(vote.class_)) == ("", 300)
    deep = vote_of("<div>" * 3000 + "words of the story")
    assert deep is not None
    assert len(deep.path) <= learning.LONGEST_PATH


def test_names_fit_for_output() -> None:
    vote = block_vote(read_page('<div id="&#xd83d;a&#1;b">words of the story</div>'))
    assert vote is not None
    assert vote.id.encode("utf-8").decode("utf-8").isprintable()


def rule_of(*votes: BlockVote) -> ClusterRule | None:
    gathered = RuleVotes()
    for vote in votes:
        gathered.add(vote)
    return gathered.rule()


STORY = BlockVote(id="story", class_="text", path="html1/body1/div2", density=0.5)
MENU = BlockVote(id="menu", class_="list", path="html1/body1/div1", density=0.4)


def test_no_rule_before_the_sixth_page() -> None:
    assert rule_of(*[STORY] * 5) is None
    assert rule_of(*[STORY] * 6) == ClusterRule(kind="id", value="story", support=6, pages=6)


@pytest.mark.parametrize(
    ("vote", "kind", "value"),
    [
        (STORY, "id", "story"),
        (BlockVote(class_="text", path="html1/body1/div2", density=0.5), "class", "text"),
        (BlockVote(path="html1/body1/div2", density=0.5), "path", "html1/body1/div2"),
    ],
)
def test_the_rule_goes_by_id_then_class_then_path(vote: BlockVote, kind: str, value: str) -> None:
    assert rule_of(*[vote] * 6) == ClusterRule(kind=kind, value=value, support=6, pages=6)


@pytest.mark.parametrize(
    ("stories", "menus", "winner"),
    [
        (3, 3, "story"),  # 3 * 0.5 = 1.5 against 3 * 0.4 = 1.2
        (3, 4, "menu"),  # 1.5 against 1.6: sums decide, not the densest page
        (4, 5, "menu"),  # 2.0 against 2.0: of equals the first by name
    ],
)
def test_the_heaviest_block_wins(stories: int, menus: int, winner: str) -> None:
    rule = rule_of(*[STORY] * stories, *[MENU] * menus)
    assert rule is not None
    assert rule.value == winner
    assert (rule.support, rule.pages) == (stories if winner == "story" else menus, stories + menus)


def test_blocks_are_the_same_only_if_all_three_features_are() -> None:
    # Two paths with one id: 3 * 0.5 and 2 * 0.5, against 4 * 0.4 = 1.6 for the menu.
    elsewhere = BlockVote(id="story", class_="text", path="html1/body1/div3", density=0.5)
    rule = rule_of(*[STORY] * 3, *[elsewhere] * 2, *[MENU] * 4)
    assert rule == ClusterRule(kind="id", value="menu", support=4, pages=9)


def test_the_order_of_the_pages_is_no_matter() -> None:
    rng = random.Random(3)  # noqa: S311  a table of cases
    votes = [
        BlockVote(id=rng.choice("abc"), path="html1", density=rng.choice([0.1, 0.2, 0.3, 1 / 3, 1e-9]))
        for _ in range(60)
    ]
    rules = set()
    for _ in range(20):
        rng.shuffle(votes)
        rules.add(rule_of(*votes))
    assert len(rules) == 1


def test_only_so_many_blocks_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "MOST_FEATURES", 2)
    others = [BlockVote(id=f"post-{number}", density=0.9) for number in range(6)]
    gathered = RuleVotes()
    for vote in (STORY, STORY, *others):
        gathered.add(vote)
    # The story has 1.0, post-0 has 0.9, and the others are not counted.
    assert gathered.rule() == ClusterRule(kind="id", value="story", support=2, pages=8)
    assert gathered.pages == 8


def test_votes_without_any_feature_are_pages_all_the_same() -> None:
    assert rule_of(*[BlockVote(density=0.5)] * 6) is None
    assert rule_of(*[BlockVote(density=0.5)] * 5, STORY) == ClusterRule(
        kind="id", value="story", support=1, pages=6
    )

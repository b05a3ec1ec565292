"""Each group learns where its content stands, from its sixth page on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from newsextract.pipelines.learning import RULES, WAITING, LearningPipeline
from newsextract.site.learning import BlockVote

BODY = BlockVote(id="body", density=0.5)


def vote(make_page: Any, number: int, cluster: str = "c1", block: BlockVote | None = BODY) -> Any:
    page = make_page(f"https://a.example/{number}", vote=block)
    page.cluster = cluster
    return page


def test_a_rule_after_six_pages_and_none_waiting_then(
    make_pipeline: Any, make_page: Any, process: Any
) -> None:
    pipeline = make_pipeline(LearningPipeline)
    waiting = []
    for number in range(7):
        process(pipeline, vote(make_page, number))
        waiting.append(pipeline.crawler.stats.get_value(WAITING))
    assert waiting == [1, 2, 3, 4, 5, 0, 0]
    rule = pipeline.rules()["a.example"]["c1"]
    assert (rule.kind, rule.value, rule.support, rule.pages) == ("id", "body", 7, 7)
    pipeline.close_spider()
    assert pipeline.crawler.stats.get_value(RULES) == {
        "a.example": {"c1": {"kind": "id", "value": "body", "support": 7, "pages": 7}}
    }


def test_groups_learn_apart(make_pipeline: Any, make_page: Any, process: Any) -> None:
    pipeline = make_pipeline(LearningPipeline)
    for number in range(6):
        process(pipeline, vote(make_page, number))
        process(pipeline, vote(make_page, number, "c2", replace(BODY, id="match")))
    assert {name: rule.value for name, rule in pipeline.rules()["a.example"].items()} == {
        "c1": "body",
        "c2": "match",
    }


def test_pages_without_a_vote_or_a_group_do_not_count(
    make_pipeline: Any, make_page: Any, process: Any
) -> None:
    pipeline = make_pipeline(LearningPipeline)
    process(pipeline, vote(make_page, 1, cluster=""))
    process(pipeline, vote(make_page, 2, block=None))
    assert pipeline.crawler.stats.get_value(WAITING) is None
    assert pipeline.rules() == {}

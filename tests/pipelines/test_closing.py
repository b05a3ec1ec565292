"""What waits comes out when a crawl ends; and the pipelines close whatever happens to it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from newsextract.pipelines.closing import PagePipelines
from newsextract.pipelines.learning import LearningPipeline


class Closing:
    """A pipeline of somebody else's, which notes what it saw and that it was closed."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.closed = False

    def process_item(self, item: Any) -> Any:
        self.seen.append(item)
        return item

    async def close_spider(self) -> None:
        await asyncio.sleep(0)
        self.closed = True


@pytest.fixture
def manager(make_pipeline: Any) -> tuple[PagePipelines, LearningPipeline, Closing]:
    learning, other = make_pipeline(LearningPipeline), Closing()
    return PagePipelines(other, learning, crawler=learning.crawler), learning, other


def test_what_waits_goes_through_before_anything_is_closed(
    manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipelines, _, other = manager
    found: list[bool] = []

    async def bring_back_all(self: LearningPipeline) -> None:
        await asyncio.sleep(0)
        found.append(other.closed)

    monkeypatch.setattr(LearningPipeline, "bring_back_all", bring_back_all)
    asyncio.run(pipelines.close_spider_async())
    assert (found, other.closed) == ([False], True)


def test_pipelines_close_also_when_the_pages_cannot_be_brought_back(
    manager: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pipelines, _, other = manager

    async def bring_back_all(self: LearningPipeline) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(LearningPipeline, "bring_back_all", bring_back_all)
    asyncio.run(pipelines.close_spider_async())
    assert other.closed
    assert "The pages that wait cannot be brought back; they stay in the store" in caplog.text
    assert "a fault of ours" in caplog.text


def test_without_our_pipelines_it_is_scrapys(make_pipeline: Any) -> None:
    other = Closing()
    crawler = make_pipeline(LearningPipeline).crawler
    asyncio.run(PagePipelines(other, crawler=crawler).close_spider_async())
    assert other.closed

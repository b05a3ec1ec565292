"""Setting aside what the garbage collector need not look at."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.test import get_crawler

from newsextract.extensions.pauses import ShortPauses


@pytest.fixture(autouse=True)
def nothing_stays_set_aside() -> Iterator[None]:
    yield
    gc.unfreeze()


def send(crawler: Crawler, signal: object) -> None:
    asyncio.run(crawler.signals.send_catch_log_async(signal))


def test_objects_are_set_aside_for_the_time_of_a_crawl() -> None:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
    pauses = ShortPauses.from_crawler(crawler)
    gc.unfreeze()
    send(crawler, signals.spider_opened)
    during = gc.get_freeze_count()
    send(crawler, signals.spider_closed)
    assert isinstance(pauses, ShortPauses)
    assert during > 1000  # the modules of Python alone have more objects
    assert gc.get_freeze_count() == 0


def test_garbage_from_before_the_crawl_is_freed_and_not_kept() -> None:
    class Knot:
        pass

    knot = Knot()
    knot.itself = knot  # type: ignore[attr-defined]  # a circle, for the collector alone
    del knot
    pauses = ShortPauses()
    pauses.set_aside()
    pauses.give_back()
    assert not any(type(value) is Knot for value in gc.get_objects())

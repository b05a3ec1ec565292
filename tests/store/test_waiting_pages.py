"""Pages that wait: once each, in their order, and as they were; of every store."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from newsextract.store import Store, StoreError, WaitingPage

MakeStore = Callable[..., Store]
MakePage = Callable[..., WaitingPage]
THREADS = 8


def test_a_page_waits_once(store: Store, make_page: MakePage) -> None:
    first, second = make_page(body=b"first"), make_page(body=b"second", cluster="c2")
    assert store.get_page(first.site, first.url) is None
    assert [store.put_page(first), store.put_page(second)] == [True, False]
    assert store.put_page(make_page(site="b.example"))
    assert [store.get_page(first.site, first.url) for _ in range(2)] == [first, first]
    assert [store.drop_page(first.site, first.url) for _ in range(2)] == [True, False]
    assert store.get_page(first.site, first.url) is None
    assert store.put_page(second)
    assert store.get_page(first.site, first.url) == second


def test_pages_wait_in_the_order_they_came(store: Store, make_page: MakePage) -> None:
    for url, cluster in [("z", "c1"), ("a", "c2"), ("m", "c1"), ("b", "c2")]:
        store.put_page(make_page(url, cluster=cluster))
    store.put_page(make_page("q", site="b.example"))
    assert store.waiting("a.example") == ["z", "a", "m", "b"]
    assert [store.waiting("a.example", cluster) for cluster in ("c1", "c2", "")] == [
        ["z", "m"],
        ["a", "b"],
        [],
    ]
    assert [store.count_waiting(site) for site in (None, "a.example", "b.example", "")] == [5, 4, 1, 0]
    store.drop_page("a.example", "b")
    store.drop_page("a.example", "z")
    store.put_page(make_page("z", cluster="c2"))
    assert store.waiting("a.example") == ["a", "m", "z"]
    assert store.waiting("a.example", "c2") == ["a", "z"]
    assert store.waiting("c.example") == []


@pytest.mark.parametrize(
    "body",
    [b"", b"\x00\xff", b"x" * 5000, bytes(n * n % 251 ^ n % 256 for n in range(5000))],
    ids=["empty", "bytes", "alike", "mixed"],
)
def test_a_body_comes_back_as_it_was(make_store: MakeStore, make_page: MakePage, body: bytes) -> None:
    store = make_store(max_bytes=5000)
    page = make_page(body=body, about={"status": 200, "titles": ["\ud800"], "depth": None})
    assert store.put_page(page)
    assert store.get_page(page.site, page.url) == page


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"body": b"x" * 5001}, "has 5,001 bytes, more than 5,000; it was not written"),
        ({"about": {"a": "x" * 5000}}, "cannot be kept as JSON .*is longer than 5,000 bytes"),
        ({"about": {"a": {1}}}, "cannot be kept as JSON .*set"),
    ],
)
def test_a_page_that_would_not_come_back_is_refused(
    make_store: MakeStore, make_page: MakePage, fields: dict[str, Any], reason: str
) -> None:
    store = make_store(max_bytes=5000)
    with pytest.raises(StoreError, match=rf"^page 'https://a\.example/1' {reason}"):
        store.put_page(make_page(**fields))
    assert store.count_waiting() == 0


def test_of_all_threads_that_drop_a_page_one_gets_it(store: Store, make_page: MakePage) -> None:
    for number in range(50):
        store.put_page(make_page(str(number)))

    def drop(_: int) -> list[bool]:
        return [store.drop_page("a.example", str(number)) for number in range(50)]

    with ThreadPoolExecutor(THREADS) as pool:
        outcomes = list(pool.map(drop, range(THREADS)))
    assert [sum(of_page) for of_page in zip(*outcomes, strict=True)] == [1] * 50

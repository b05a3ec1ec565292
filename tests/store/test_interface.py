"""What the interface promises, of every store."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from newsextract.store import Json, Store, StoreError, WaitingPage

MakeStore = Callable[..., Store]
MakePage = Callable[..., WaitingPage]
THREADS = 8
ODD_NAMES = [
    "",
    " ",
    "a\x00b",
    "a\x00c",
    "\ud800",
    "\ud83d\ude00",
    "😀",
    "新闻",
    "é",
    "e\u0301",
    "%",
    "' OR 1=1",
]
PLAIN_VALUES: list[Json] = [0, False, "", [], {}, 0.1, -0.0, 2**70, "a\x00b", {"": [None]}]


def deep(levels: int) -> Json:
    value: Json = []
    for _ in range(levels):
        value = [value]
    return value


def circle() -> Json:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        *((value, value) for value in PLAIN_VALUES),
        ((1, (2,)), [1, [2]]),
        ({1: "one", None: "none", False: "no"}, {"1": "one", "null": "none", "false": "no"}),
        ("lone \ud800 and \udc00", "lone \ud800 and \udc00"),
        ({"\udfff": "\ud83d"}, {"\udfff": "\ud83d"}),
        ("pair \ud83d\ude00", "pair 😀"),
        (deep(100), deep(100)),
    ],
)
def test_a_value_comes_back_as_json_has_it(store: Store, value: Json, kept: Json) -> None:
    assert store.get("rule", "a") is None
    given_back = store.update("rule", "a", lambda _: value)
    found = store.get("rule", "a")
    assert json.dumps(given_back) == json.dumps(found) == json.dumps(kept)
    assert given_back == found == kept


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (float("nan"), "not JSON compliant"),
        ([float("inf")], "not JSON compliant"),
        ({1, 2}, "set is not JSON serializable"),
        (b"bytes", "bytes is not JSON serializable"),
        ({(1, 2): 3}, "keys must be str"),
        (circle(), "Circular reference"),
        (deep(100_000), "while encoding a JSON"),
        ("x" * 99, "is longer than 100 bytes"),
    ],
    ids=str.split("nan infinity set bytes key circle deep long"),
)
def test_what_could_not_be_read_again_is_refused_and_nothing_written(
    make_store: MakeStore, value: Json, reason: str
) -> None:
    store = make_store(max_bytes=100)
    store.update("rule", "a", lambda _: "x" * 98)
    with pytest.raises(
        StoreError, match=rf"^rule 'a' cannot be kept as JSON \(.*{reason}.*\); nothing was wr"
    ):
        store.update("rule", "a", lambda _: value)
    assert store.get("rule", "a") == "x" * 98


def test_a_change_gets_what_is_there_and_gives_what_is_kept(store: Store) -> None:
    seen: list[Json] = []

    def change(value: Json | None) -> Json | None:
        seen.append(value)
        return {None: 1, 1: [2], "[2]": None}[value if value in (None, 1) else str(value)]

    assert [store.update("rule", "a", change) for _ in range(4)] == [1, [2], None, 1]
    assert seen == [None, 1, [2], None]


def test_none_deletes(store: Store) -> None:
    store.update("rule", "a", lambda _: 1)
    store.update("rule", "b", lambda _: 2)
    assert store.update("rule", "a", lambda _: None) is None
    assert store.update("rule", "never there", lambda _: None) is None
    assert (store.get("rule", "a"), store.keys("rule")) == (None, ["b"])


@pytest.mark.parametrize("error", [ValueError, StoreError, KeyboardInterrupt])
def test_a_change_that_raises_writes_nothing(store: Store, error: type[BaseException]) -> None:
    def change(value: Json) -> Json:
        value.append(2)
        raise error("by the change")

    store.update("rule", "a", lambda _: [1])
    with pytest.raises(error, match=r"^by the change$"):
        store.update("rule", "a", change)
    assert store.get("rule", "a") == [1]
    assert store.update("rule", "a", lambda value: [*(value or []), 3]) == [1, 3]


def test_a_change_may_read_but_not_write(store: Store, make_page: MakePage) -> None:
    store.update("rule", "a", lambda _: 1)
    assert store.update("rule", "b", lambda _: store.get("rule", "a")) == 1
    writes: list[Callable[[], object]] = [
        lambda: store.update("rule", "c", lambda _: 1),
        lambda: store.put_page(make_page()),
        lambda: store.drop_page("a.example", "https://a.example/1"),
    ]
    for write in writes:
        with pytest.raises(RuntimeError, match="a change must not write to the store it is made in"):
            store.update("rule", "a", lambda _, write=write: write())  # type: ignore[misc]
    assert (store.get("rule", "a"), store.keys("rule"), store.count_waiting()) == (1, ["a", "b"], 0)


def test_nobody_changes_what_is_inside_by_accident(store: Store, make_page: MakePage) -> None:
    value = {"steps": ["div"]}
    given_back = store.update("rule", "a", lambda _: value)
    assert given_back == value
    given_back["steps"].append("p")
    value["steps"].append("span")
    found = store.get("rule", "a")
    assert found is not None
    assert found == {"steps": ["div"]}
    found["steps"].clear()
    assert store.get("rule", "a") == {"steps": ["div"]}

    page = make_page(about={"titles": ["A"]})
    store.put_page(page)
    page.about["titles"].append("B")
    first = store.get_page(page.site, page.url)
    assert first is not None
    first.about["titles"].append("C")
    assert store.get_page(page.site, page.url) == make_page(about={"titles": ["A"]})


def test_keys_are_sorted_and_of_one_kind(store: Store) -> None:
    for kind, key in [("rule", "b"), ("noise", "c"), ("rule", "a"), ("rule", "B"), ("rule", "ä"), ("", "x")]:
        store.update(kind, key, lambda _, place=(kind, key): place)  # type: ignore[misc]
    assert [store.keys(kind) for kind in ("rule", "noise", "", "none")] == [
        ["B", "a", "b", "ä"],
        ["c"],
        ["x"],
        [],
    ]
    assert store.get("noise", "c") == ["noise", "c"]
    assert store.get("noise", "a") is None


def test_odd_names_are_names_like_others(store: Store, make_page: MakePage) -> None:
    for number, name in enumerate(ODD_NAMES):
        store.update(name, name, lambda _, number=number: number)  # type: ignore[misc]
        store.update("rule", name, lambda _, number=number: number)  # type: ignore[misc]
        assert store.put_page(make_page(name, cluster=name, site="odd"))
        assert store.put_page(make_page(name, cluster=name, site=name))
    assert [store.get(name, name) for name in ODD_NAMES] == list(range(len(ODD_NAMES)))
    assert store.keys("rule") == sorted(ODD_NAMES)
    assert store.waiting("odd") == ODD_NAMES
    for name in ODD_NAMES:
        assert store.waiting("odd", name) == [name]
        assert store.get_page(name, name) == make_page(name, cluster=name, site=name)
        assert store.count_waiting(name) == 1
        assert store.drop_page("odd", name)
    assert store.count_waiting("odd") == 0


def test_a_value_too_deep_for_where_it_is_asked_for_is_rejected(
    store: Store,
    make_page: MakePage,
    rejected: list[tuple[str, str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_calls_left(*args: object, **options: object) -> None:
        raise RecursionError

    store.update("rule", "a", lambda _: [1])
    store.put_page(make_page("u"))
    with monkeypatch.context() as patch:
        patch.setattr("newsextract.store.encoding.json.loads", no_calls_left)
        assert [store.get("rule", "a"), store.get_page("a.example", "u")] == [None, None]
    assert rejected == [
        ("rule", "a", "is nested too deeply"),
        ("waiting page", "u", "is nested too deeply"),
    ]
    assert store.get("rule", "a") == [1]


def test_threads_share_a_store(store: Store, make_page: MakePage) -> None:
    pages = [make_page(str(number)) for number in range(50)]

    def work(thread: int) -> tuple[list[bool], list[bool]]:
        put = [store.put_page(page) for page in pages]
        for _ in pages:
            store.update("count", "all", lambda value: (value or 0) + 1)
            store.update("count", str(thread), lambda value: (value or 0) + 1)
        return put, [store.drop_page(page.site, page.url) for page in pages]

    with ThreadPoolExecutor(THREADS) as pool:
        outcomes = list(pool.map(work, range(THREADS)))
    assert store.get("count", "all") == THREADS * len(pages)
    assert [store.get("count", str(thread)) for thread in range(THREADS)] == [len(pages)] * THREADS
    put, dropped = (sum(sum(outcome[side]) for outcome in outcomes) for side in (0, 1))
    assert put == dropped >= len(pages)  # a page dropped by one thread may be put again by a slower one
    assert store.count_waiting() == 0


def test_a_closed_store_says_so(store: Store, make_page: MakePage) -> None:
    store.close()
    store.close()
    calls: list[Callable[[], object]] = [
        lambda: store.get("rule", "a"),
        lambda: store.keys("rule"),
        lambda: store.update("rule", "a", lambda _: 1),
        lambda: store.put_page(make_page()),
        lambda: store.waiting("a.example"),
        store.count_waiting,
        lambda: store.get_page("a.example", "u"),
        lambda: store.drop_page("a.example", "u"),
    ]
    for call in calls:
        with pytest.raises(StoreError, match="closed"):
            call()

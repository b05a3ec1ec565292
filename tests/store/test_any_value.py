"""Whatever is put in comes out; of every store."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.store import Json, MemoryStore, SqliteStore, Store, WaitingPage


@pytest.fixture(scope="module", params=["memory", "sqlite"])
def lasting_store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("stores") / "a.sqlite"
    store: Store = MemoryStore() if request.param == "memory" else SqliteStore(path)
    yield store
    store.close()


TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=20,
)


def joined(value: Json) -> Json:
    """The value with pairs of surrogates as the characters they stand for."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    if isinstance(value, list):
        return [joined(inner) for inner in value]
    if isinstance(value, dict):
        return {joined(key): joined(inner) for key, inner in value.items()}
    return value


@given(kind=TEXTS, key=TEXTS, value=VALUES)
@settings(max_examples=100, deadline=None)
def test_what_is_put_in_comes_out(lasting_store: Store, kind: str, key: str, value: Json) -> None:
    lasting_store.update(kind, key, lambda _: value)
    found = lasting_store.get(kind, key)
    assert found == joined(value)
    assert json.dumps(found) == json.dumps(joined(value))  # True is not 1, nor 1.0
    assert (key in lasting_store.keys(kind)) == (value is not None)


@given(url=TEXTS, about=st.dictionaries(TEXTS, VALUES, max_size=3), body=st.binary(max_size=200))
@settings(max_examples=50, deadline=None)
def test_a_page_that_is_put_in_comes_out(lasting_store: Store, url: str, about: Json, body: bytes) -> None:
    page = WaitingPage(site=url, url=url, cluster=url, about=joined(about), body=body)
    assert lasting_store.put_page(page)
    assert lasting_store.get_page(url, url) == page
    assert lasting_store.waiting(url, url) == [url]
    assert lasting_store.drop_page(url, url)

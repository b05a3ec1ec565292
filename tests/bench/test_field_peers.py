"""Peers that give titles, days and authors."""

from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Any

import pytest

from newsextract.bench.field_peers import FIELD_PEERS, day_of, load_field_peer
from newsextract.bench.peers import PEERS
from newsextract.errors import PeerError

TITLE = "Ferry returns to the north port"
PAGE = (
    f"<html lang='en'><head><title>{TITLE}</title><meta property='og:title' content='{TITLE}'>"
    "<meta name='author' content='Iris Tan'>"
    "<meta property='article:published_time' content='2026-05-01T10:00:00+00:00'></head>"
    f"<body><h1>{TITLE}</h1>"
    + "<p>The ferry left the harbour at noon, the company said, with most of its seats taken.</p>" * 6
    + "</body></html>"
)


@pytest.mark.parametrize("name", FIELD_PEERS)
def test_a_plain_page(name: str) -> None:
    pytest.importorskip({"readability": "readability", "newspaper4k": "newspaper"}.get(name, name))
    found = load_field_peer(name)(PAGE, "https://post.example/2026/ferry")
    assert found.title == TITLE
    if name != "readability":
        assert ((found.date or "")[:10], found.authors) == ("2026-05-01", ("Iris Tan",))
    else:
        assert (found.date, found.authors) == (None, None)


@pytest.mark.parametrize(
    ("value", "day"),
    [
        (date(2026, 5, 1), "2026-05-01"),
        (datetime(2026, 5, 1, 10, tzinfo=timezone.utc), "2026-05-01T10:00:00+00:00"),
        ("2026-05-01 10:00", "2026-05-01 10:00"),
        (None, ""),
    ],
)
def test_dates_of_peers(value: Any, day: str) -> None:
    assert day_of(value) == day


def test_every_one_is_a_peer() -> None:
    assert set(FIELD_PEERS) <= set(PEERS)


def test_one_that_is_not_installed_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise ImportError("no goose")

    monkeypatch.setitem(FIELD_PEERS, "goose3", missing)
    with pytest.raises(PeerError, match=r"'goose3' cannot be imported \(no goose\); try: pip install"):
        load_field_peer("goose3")

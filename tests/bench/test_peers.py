"""Peers: every installed one reads a plain article; the others say how to install them."""

from __future__ import annotations

import sys

import pytest

from newsextract.bench.peers import BASELINE, PEERS, load_peer, peer_version
from newsextract.errors import PeerError

# Long, and with many short words: jusText keeps no others.
SENTENCES = [
    f"The {ship} left the harbour at noon on {day}, and the company said that most of the seats on it had "
    "been taken by people who had waited there for two days, because of the storm that had "
    "kept all of them ashore."
    for ship, day in [("ferry", "Monday"), ("tanker", "Tuesday"), ("trawler", "Friday"), ("yacht", "Sunday")]
]
ARTICLE = (
    "<html lang=en><head><title>Ships sail again</title></head><body><nav><a href=/>Home</a></nav><article>"
    f"<h1>Ships sail again</h1>{''.join(f'<p>{sentence}</p>' for sentence in SENTENCES)}</article></body>"
)

# Peers warn of their own dependencies and of what they will drop some day; that is theirs to mend.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("url", ["https://news.example/ships", ""])
def test_installed_peers_find_the_paragraphs(name: str, url: str) -> None:
    try:
        peer = load_peer(name)
    except PeerError as error:
        pytest.skip(str(error))
    text = peer(ARTICLE, url, "English")
    assert [sentence for sentence in SENTENCES if sentence not in " ".join(text.split())] == []


def test_the_baseline_keeps_all_text() -> None:
    assert load_peer(BASELINE)(ARTICLE, "", "").split("\n") == ["Home", "Ships sail again", *SENTENCES]


def test_an_unknown_peer_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PeerError, match="unknown peer 'trafilatur'; there are: alltext, trafilatura, "):
        load_peer("trafilatur")


def test_a_missing_peer_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)  # how Python marks a module that must not be found
    with pytest.raises(
        PeerError, match=r"'trafilatura' cannot be imported .*pip install 'newsextract\[bench\]'"
    ):
        load_peer("trafilatura")


def test_the_baseline_has_no_version_of_its_own() -> None:
    assert peer_version(BASELINE) == ""

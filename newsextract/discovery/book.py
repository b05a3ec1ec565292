"""What has been gathered of each address while its page is waited for, in one crawl."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple

from newsextract.discovery.anchors import MOST_TITLES, MOST_WORDS
from newsextract.discovery.candidate import Candidate
from newsextract.discovery.places import place_of
from newsextract.text.measure import fold_space
from newsextract.titles import is_cut_off, is_usable

MOST_HINTS = 50_000
"""Addresses that feeds and sitemaps spoke of and no link has led to; the oldest go first. A news sitemap has
1,000 at most, any sitemap 50,000; one takes about 400 bytes."""


class _Hint(NamedTuple):
    title: str
    date: str


class CandidateBook:
    """Keeps every word said of an address until its page is there, then only that it was.

    Spellings of one address that servers answer alike are one; see ``places``.
    """

    def __init__(self, *, most_hints: int = MOST_HINTS) -> None:
        self._waiting: dict[int, Candidate] = {}
        self._handed_over: set[int] = set()
        self._hints: OrderedDict[int, _Hint] = OrderedDict()
        self._most_hints = most_hints

    def add(self, candidate: Candidate) -> bool:
        """True when nothing has been known of the address: then it is to be fetched.

        Else its words go to the one that waits; once the page has been handed over they are ignored.
        """
        key = _key(candidate.url)
        if key in self._handed_over:
            return False
        known = self._waiting.get(key)
        self._waiting[key] = candidate if known is None else _joined(known, candidate)
        return known is None

    def merged(self, candidate: Candidate) -> Candidate:
        """The candidate with all that was gathered of its address; what was gathered is then forgotten."""
        key = _key(candidate.url)
        known = self._waiting.pop(key, None)
        hint = self._hints.pop(key, None)
        self._handed_over.add(key)
        if known is not None:
            candidate = _joined(candidate, known)
        return candidate if hint is None else _with_hint(candidate, hint)

    def date_of(self, url: str) -> str:
        """When the page of an address was published, as far as anything said of it tells; else empty."""
        key = _key(url)
        known, hint = self._waiting.get(key), self._hints.get(key)
        return (known.date if known else "") or (hint.date if hint else "")

    def note_hint(self, url: str, title: str, date: str) -> None:
        """Note what a feed or sitemap says of an address, whether or not a link leads there yet."""
        key = _key(url)
        if key in self._handed_over or not (title or date):
            return
        known = self._hints.pop(key, None) or _Hint("", "")
        self._hints[key] = _Hint(known.title or fold_space(title), known.date or date)
        if len(self._hints) > self._most_hints:
            self._hints.popitem(last=False)


def _key(url: str) -> int:
    """Eight bytes of a hash: among a million addresses two share one with odds of 1 to 37 million."""
    return int.from_bytes(blake2b(place_of(url).encode("utf-8", "replace"), digest_size=8).digest(), "big")


def _joined(first: Candidate, second: Candidate) -> Candidate:
    both = first.merged(second)
    return replace(both, titles=_in_order(both.titles), words=both.words[:MOST_WORDS])


def _with_hint(candidate: Candidate, hint: _Hint) -> Candidate:
    """A feed's title is a whole headline: behind what links say in full, before what they cut off."""
    titles = (*candidate.titles, hint.title) if is_usable(hint.title) else candidate.titles
    return replace(candidate, titles=_in_order(titles), date=candidate.date or hint.date)


def _in_order(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Each once, those cut off last."""
    each_once = dict.fromkeys(titles)
    return tuple(sorted(each_once, key=is_cut_off))[:MOST_TITLES]

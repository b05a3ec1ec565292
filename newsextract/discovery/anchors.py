"""The links of an index page, made candidates: one an address, with all that its links say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from newsextract.addresses import resolve, same_site, site_name
from newsextract.discovery.candidate import Candidate
from newsextract.discovery.kinds import judge_link
from newsextract.discovery.link_words import CARD, CUT_OFF, NO_HEADLINE, Saying, beside, sayings
from newsextract.discovery.links import base_address
from newsextract.discovery.patterns import AddressPatterns, headline_length
from newsextract.discovery.places import place_of
from newsextract.discovery.regions import regions
from newsextract.page import Page

MOST_ANCHORS = 10_000
"""Links read of a page; the rest is ignored. The largest of 177 index pages has 1,538."""

MOST_TITLES = 8
MOST_WORDS = 40
"""Strings kept of one address: enough for any real page, and a page of links to one address stays small."""

CARDS_TRIED = 4
"""Links of one address whose surroundings are searched for a headline."""

CARD_STEPS = 8
LONGEST_CARD = 1_500
"""Elements from a link up to its card, and characters that a card shows, at most."""

_NOWHERE, _ELSEWHERE = "", "elsewhere"
"""Instead of an address: a link to the page itself, a script or a mailbox; a link to anything else that is no
candidate, or several addresses."""

_CARD_TAGS = frozenset({"li", "article", "tr"})
_PARTS_OF_CARDS = frozenset(
    "div span p b i em strong font small center td dd dt figure figcaption picture header footer "
    "h1 h2 h3 h4 h5 h6".split()
)


@dataclass(slots=True)
class _Gathered:
    """What the links to one address say."""

    url: str
    """As the first of them spells it."""
    region: str
    said: list[Saying] = field(default_factory=list)
    elements: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Links:
    """The links of a page."""

    places: dict[str, _Gathered] = field(default_factory=dict)
    leads_to: dict[int, str] = field(default_factory=dict)
    """Place by element, or one of the two words above for links that are no candidates."""


def page_candidates(page: Page, *, home: str, depth: int = 0) -> tuple[Candidate, ...]:
    """A candidate for each address on the site of ``home`` that the page links to, in page order.

    The page itself and the home page are left out. ``depth`` is given to each as it is. What kind of page an
    address is taken for is judged with what the page's own links say of the site's addresses.
    """
    links = _gather(page, home)
    _search_cards(page, links)
    site = site_name(home)
    found = [
        Candidate(
            url=about.url,
            site=site,
            titles=_titles(about.said),
            words=tuple(dict.fromkeys(saying.text for saying in about.said)),
            region=about.region,
            depth=depth,
            found_on=page.url,
        )
        for about in links.places.values()
    ]
    return _judged(found)


def _judged(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    patterns = AddressPatterns.learn(candidates)
    return tuple(
        replace(
            candidate,
            kind=judge_link(
                candidate.url,
                titles=candidate.titles,
                words=candidate.words,
                region=candidate.region,
                patterns=patterns,
            ).kind,
        )
        for candidate in candidates
    )


def _gather(page: Page, home: str) -> _Links:
    target = _targets(page, home)
    parts = regions(page)
    links = _Links()
    for anchor in page.anchors[:MOST_ANCHORS]:
        place, url = target(anchor.href)
        links.leads_to[anchor.element] = place
        if not url:
            continue
        about = links.places.get(place)
        if about is None:
            about = links.places[place] = _Gathered(url, parts[anchor.element])
        about.elements.append(anchor.element)
        room = MOST_WORDS - len(about.said)
        if room > 0:
            about.said.extend(sayings(page, anchor)[:room])
    return links


def _targets(page: Page, home: str) -> Callable[[str], tuple[str, str]]:
    """A function from a link as written to its place and its address, the latter empty for no candidate."""
    base = base_address(page)
    own, home_place = place_of(resolve(page.url, page.url)), place_of(resolve(home, home))
    known: dict[str, tuple[str, str]] = {}  # most links of a page are there twice

    def target(href: str) -> tuple[str, str]:
        if href not in known:
            url = resolve(href, base)
            place = place_of(url)
            if not url or place == own:
                known[href] = (_NOWHERE, "")
            elif place == home_place or not same_site(url, home):
                known[href] = (_ELSEWHERE, "")
            else:
                known[href] = (place, url)
        return known[href]

    return target


def _titles(said: Iterable[Saying]) -> tuple[str, ...]:
    """The headlines among what was said, the best first; a cut-off one only when there is no other."""
    headlines = [saying for saying in said if saying.rank != NO_HEADLINE]
    # of one rank the longest: short forms stand in boxes at the side
    headlines.sort(key=lambda saying: (saying.rank, -len(saying.text)))
    whole = [saying for saying in headlines if saying.rank != CUT_OFF]
    each_once: dict[str, str] = {}
    for saying in whole or headlines:
        each_once.setdefault(saying.text.casefold(), saying.text)
    endings = tuple(f" {text}" for text in each_once if headline_length(text) > 0)
    # "Full story: Ferry returns to the north port" says no more than another link's "Ferry returns ..."
    kept = [text for folded, text in each_once.items() if not folded.endswith(endings)]
    return tuple(kept[:MOST_TITLES])


def _search_cards(page: Page, links: _Links) -> None:
    """Give the addresses whose links say no headline the one that stands beside a link."""
    silent = {
        place: about
        for place, about in links.places.items()
        if all(saying.rank > CARD for saying in about.said)
    }
    if not silent:
        return
    only = _only_addresses(page, links.leads_to)
    for place, about in silent.items():
        for element in about.elements[:CARDS_TRIED]:
            text = _beside(page, element, place, only)
            if text:
                about.said.append(Saying(text, CARD))
                break


def _only_addresses(page: Page, leads_to: Mapping[int, str]) -> list[str]:
    """For each element the one place that all links inside of it lead to."""
    walk = page.walk
    found = [_NOWHERE] * len(walk.tags)
    for anchor in page.anchors:
        found[anchor.element] = leads_to.get(anchor.element, _ELSEWHERE)
    for number in range(len(found) - 1, 0, -1):
        here, parent = found[number], walk.parents[number]
        if here != _NOWHERE and found[parent] != here:
            found[parent] = here if found[parent] == _NOWHERE else _ELSEWHERE
    return found


def _beside(page: Page, element: int, place: str, only: Sequence[str]) -> str:
    """The headline in the smallest card around a link that has one; a card holds links to one address."""
    walk, sums = page.walk, page.length_sums
    for _ in range(CARD_STEPS):
        element = walk.parents[element]
        if element < 0 or only[element] != place:
            return ""
        is_card = walk.tags[element] in _CARD_TAGS
        start, end = walk.first_text[element], walk.end_text[element]
        if not (is_card or walk.tags[element] in _PARTS_OF_CARDS) or sums[end] - sums[start] > LONGEST_CARD:
            return ""
        text = beside(page, element, is_card=is_card)
        if text or is_card:
            return text
    return ""

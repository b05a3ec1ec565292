"""What a site's pages teach, taken together: noise, what its places are worth, and a rule for each class."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from newsextract.site.evidence import PageEvidence, copied_rows, mean_evidence, page_evidence
from newsextract.site.learning import Blocks, best_blocks, selector_for
from newsextract.site.links import address_mark
from newsextract.site.noise import link_lists, noise_key, noise_marks
from newsextract.site.rules import FIELDS, MOST_NOISE, MOST_SELECTORS, Expected, Rule
from newsextract.site.selectors import Selector, way_of
from newsextract.site.structure import CLASS_PAGES
from newsextract.site.testimony import Testimony, mark

FEWEST_WITNESSES = 2
"""Pages that have to know a place before it is worth anything to others."""

PRIOR_WEIGHT = 0.5
"""How much the other pages' mean log-odds for a place count beside a page's own. F1 of `daniel`, sites with
six pages or more: .9552 with 0.3, .9560 with 0.5, .9558 with 0.7, and sites begin to lose from 0.7 on."""

SURE = 0.98
"""Evidence beyond it is as sure as can be; keeps log-odds finite."""

NOISE_LOG_ODDS = -12.0
COPY_LOG_ODDS = -4.0
"""What speaks against a row that is noise, and against one that stands on the page a second time."""

SAME = 0.985
"""Overlap (F1 by characters) from which two readings of a page are the same. With .98, rules of `daniel` that
lose every subheading are trusted: exact pages .640 for .650."""

FIELD_SHARE = 0.5
"""Share of the pages with a known value that have it at the place of the field."""

TITLE_SHARE = 0.9
"""... from which on its absence says that the page is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteKnowledge:
    """What is known of all pages of a site, whatever their class."""

    noise: frozenset[int] = frozenset()
    """See ``noise.noise_key``."""
    worth: Mapping[str, float] = field(default_factory=dict)
    """By place, what other pages say of its rows, as log-odds."""

    @property
    def has_something(self) -> bool:
        """Whether anything is known."""
        return bool(self.noise or self.worth)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """All that a site's testimonies teach."""

    knowledge: SiteKnowledge
    rules: tuple[Rule, ...] = ()


def learn_site(
    site: str, classes: Mapping[str, Sequence[Testimony]], *, stories: Collection[int] = (), day: str = ""
) -> Lesson:
    """Learn from the testimonies of a site, given by class; the same whatever the order of the pages.

    ``stories`` are fingerprints of addresses (``links.address_mark``) that are known to be stories of the
    site; those of the testimonies themselves are.
    """
    ordered = {
        name: sorted(pages, key=lambda page: (mark(page.url), page.url)) for name, pages in classes.items()
    }
    everyone = [page for _, pages in sorted(ordered.items()) for page in pages]
    known = {*stories, *(address_mark(page.url) for page in everyone)}
    noise = noise_marks(everyone)
    lists = link_lists(everyone, known)
    evidence = {name: [_evidence(page, noise, lists) for page in pages] for name, pages in ordered.items()}
    knowledge = SiteKnowledge(
        noise=noise, worth=_worth([one for _, pages in sorted(evidence.items()) for one in pages])
    )
    rules = (
        learn_rule(site, name, pages, evidence[name], knowledge, day=day)
        for name, pages in sorted(ordered.items())
        if len(pages) >= CLASS_PAGES
    )
    return Lesson(knowledge=knowledge, rules=tuple(rule for rule in rules if rule is not None))


def _evidence(page: Testimony, noise: Collection[int], lists: Collection[str]) -> PageEvidence:
    """What a page says; that a list of links to other stories is no content needs no witness."""
    found = page_evidence(page, noise)
    for place in lists & found.means.keys():
        found.means[place] = -1.0
        found.shares[place] = -abs(found.shares[place])
    return found


def _worth(pages: Sequence[PageEvidence]) -> dict[str, float]:
    return {
        place: round(PRIOR_WEIGHT * log_odds(mean) * count / (count + 1), 3)
        for place, (mean, count) in mean_evidence(pages).items()
        if count >= FEWEST_WITNESSES
    }


def log_odds(evidence: float) -> float:
    """Of evidence from -1 to 1."""
    bounded = max(-SURE, min(SURE, evidence))
    return math.log((1 + bounded) / (1 - bounded))


def learn_rule(
    site: str,
    name: str,
    pages: Sequence[Testimony],
    evidence: Sequence[PageEvidence],
    knowledge: SiteKnowledge,
    *,
    day: str = "",
) -> Rule | None:
    """The rule of one class; None where nothing speaks for any place."""
    found = best_blocks(evidence)
    blocks = Blocks(found.content[:MOST_SELECTORS], found.without[:MOST_SELECTORS])
    if not blocks.content:
        return None
    known: dict[str, bool] = {}
    inside = [rule_rows(page, blocks, known) for page in pages]
    taken = [
        {
            row
            for row in rows
            if noise_key(page.places[page.row_places[row]], page.row_texts[row]) not in knowledge.noise
        }
        for page, rows in zip(pages, inside, strict=True)
    ]
    noise = {
        page.row_texts[row]
        for page, rows, kept in zip(pages, inside, taken, strict=True)
        for row in rows - kept
    }
    places = field_selectors(pages)
    share = fmean(_is_right(page, rows, knowledge) for page, rows in zip(pages, taken, strict=True))
    return Rule(
        site=site,
        name=name,
        content=blocks.content,
        without=blocks.without,
        places={field: selector for field, (selector, _) in places.items()},
        noise=frozenset(sorted(noise)[:MOST_NOISE]),
        support=len(pages),
        confidence=round(share, 4),
        expected=_expected(pages, taken, places),
        learned=day,
    )


def _is_right(page: Testimony, rows: set[int], knowledge: SiteKnowledge) -> bool:
    """Whether a rule's choice of rows is, as far as can be told, right: the same as that of all evidence
    together. Where a page's own evidence does not know how sure it is, the rule is the better one, as long as
    it finds anything."""
    if page.confidence is None:
        return bool(rows)
    return overlap(page, rows, weighed_rows(page, knowledge)) > SAME


def rule_rows(page: Testimony, blocks: Blocks, known: dict[str, bool] | None = None) -> set[int]:
    """The rows of a page that lie in the blocks. ``known`` remembers for the next page of the class which
    places do."""
    known = {} if known is None else known
    for place in page.places:
        if place not in known:
            known[place] = _lies_inside(place, blocks)
    inside = [known[place] for place in page.places]
    return {row for row, place in enumerate(page.row_places) if inside[place]}


def _lies_inside(place: str, blocks: Blocks) -> bool:
    way = way_of(place)
    ways = [way[start:] for start in range(len(way))]
    return any(selector.matches(one) for selector in blocks.content for one in ways) and not any(
        selector.matches(one) for selector in blocks.without for one in ways
    )


def weighed_rows(page: Testimony, knowledge: SiteKnowledge) -> set[int]:
    """The rows that a page's own evidence and that of the others together take for content."""
    added = known_log_odds(page, knowledge)
    return {row for row, value in enumerate(page.row_evidence) if log_odds(value / 100) + added[row] > 0}


def known_log_odds(page: Testimony, knowledge: SiteKnowledge) -> list[float]:
    """What the site says of each row of a page."""
    worth = [knowledge.worth.get(place, 0.0) for place in page.places]
    copies = copied_rows(page)
    added: list[float] = []
    for row, (place, text) in enumerate(zip(page.row_places, page.row_texts, strict=True)):
        value = worth[place]
        if noise_key(page.places[place], text) in knowledge.noise:
            value += NOISE_LOG_ODDS
        if row in copies:
            value += COPY_LOG_ODDS - max(0.0, log_odds(page.row_evidence[row] / 100))
        added.append(value)
    return added


def overlap(page: Testimony, left: set[int], right: set[int]) -> float:
    """F1 of two choices of rows, by characters; 1 for two that are empty."""
    sizes = page.row_lengths
    shared = sum(sizes[row] for row in left & right)
    total = sum(sizes[row] for row in left) + sum(sizes[row] for row in right)
    return 2 * shared / total if total else 1.0


def field_selectors(pages: Sequence[Testimony]) -> dict[str, tuple[Selector, float]]:
    """By field the place that most pages with a known value have it at, and their share."""
    votes: dict[str, Counter[str]] = {name: Counter() for name in FIELDS}
    known: Counter[str] = Counter()
    for page in pages:
        known.update({name for name, _ in page.fields})
        for name, place in page.fields:
            votes[name][place] += 1
    every_place = {tuple(place.split(" > ")) for page in pages for place in page.places if place}
    found: dict[str, tuple[Selector, float]] = {}
    for name, places in votes.items():
        if not places:
            continue
        place, count = places.most_common(1)[0]  # of equal ones the first on the page
        if count >= max(2, FIELD_SHARE * known[name]):
            found[name] = (selector_for(tuple(place.split(" > ")), every_place), count / len(pages))
    return found


def _expected(
    pages: Sequence[Testimony], taken: Sequence[set[int]], places: Mapping[str, tuple[Selector, float]]
) -> Expected:
    lengths = [sum(page.row_lengths[row] for row in rows) for page, rows in zip(pages, taken, strict=True)]
    linked = [
        sum(page.row_linked[row] for row in rows) / max(1, length)
        for page, rows, length in zip(pages, taken, lengths, strict=True)
    ]
    sure = [page.confidence for page in pages if page.confidence is not None]
    return Expected(
        shortest=min(filter(None, lengths), default=0),
        longest=max(lengths, default=0),
        link_share=round(max(linked, default=1.0), 4),
        has_title="title" in places and places["title"][1] >= TITLE_SHARE,
        sureness=round(fmean(sure), 4) if sure else None,
    )

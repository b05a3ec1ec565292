"""Noise: what a site prints on many pages (VB-PTC's site level).

VB-PTC compares two pages layer by layer: what stands, tag, attributes and text, in the same layer of both is
template data. Here the layer is the place, which says tag, names and nesting at once, and many pages are
compared: a text counts as noise at a place when it stands there in enough different stories, measured against
the stories that have the place at all. Two stories that share a paragraph (wire copy) are not enough, and the
same story under two addresses is one. A node is noise when all its rows are.

Link lists to other stories of the site are noise, too, whatever they look like.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from statistics import fmean

from newsextract.site.testimony import Testimony, mark, stories

FEWEST_STORIES = 3
"""Different stories that print the same text at the same place: two may share a paragraph of an agency."""

LEAST_SHARE = 0.1
"""... and their share of all stories with that place: a box that runs for a while stands on part of them."""

SPARED_FROM = 0.5
SPARED_SHARE = 0.5
"""Mean evidence from which the pages are sure of a text, and the share of the stories that it is noise with
all the same: "Background" heads a part of some stories, the terms of use stand in most."""

FEWEST_LINKED_ROWS = 3
LINKED_SHARE = 0.6
"""Rows of a place that lead to known stories, and their share, from which the place is a list of links."""

_POSITION = re.compile(r"\[\d+\]")


def noise_key(place: str, text: int) -> int:
    """One number for a text, given by its fingerprint, at a place: the last two steps of it, without
    positions, which move with what stands before; 0 for a row without letters."""
    return text ^ _tail_mark(place) if text else 0


@lru_cache(maxsize=8192)
def _tail_mark(place: str) -> int:
    return mark(_POSITION.sub("", " > ".join(place.split(" > ")[-2:])))


def noise_marks(testimonies: Sequence[Testimony]) -> frozenset[int]:
    """The texts at places that are noise, as ``noise_key``; the same whatever the order of the pages."""
    printed: defaultdict[int, set[int]] = defaultdict(set)
    chances: defaultdict[int, set[int]] = defaultdict(set)
    voices: defaultdict[int, list[int]] = defaultdict(list)
    tails: dict[int, int] = {}
    ordered = sorted(testimonies, key=lambda page: (mark(page.url), page.url))
    for testimony, story in zip(ordered, stories(ordered), strict=True):
        marks = [_tail_mark(place) for place in testimony.places]
        rows = zip(testimony.row_places, testimony.row_texts, testimony.row_evidence, strict=True)
        for row, text, voice in rows:
            chances[marks[row]].add(story)
            if text:
                key = text ^ marks[row]
                printed[key].add(story)
                voices[key].append(voice)
                tails[key] = marks[row]
    return frozenset(
        key
        for key, found in printed.items()
        if is_noise(len(found), len(chances[tails[key]]), fmean(voices[key]) / 100)
    )


def is_noise(found: int, chances: int, voice: float = 0.0) -> bool:
    """Whether a text that so many of the stories print, which had the chance to, is the site's own. Where the
    pages' own evidence, -1 to 1, is sure that it is content, as of a subheading, it takes more of them."""
    least = SPARED_SHARE if voice > SPARED_FROM else LEAST_SHARE
    return found >= FEWEST_STORIES and found >= least * chances


def link_lists(testimonies: Iterable[Testimony], known: Collection[int]) -> frozenset[str]:
    """The places that consist of links to known stories: for the most part, and on several pages."""
    rows: defaultdict[str, int] = defaultdict(int)
    leading: defaultdict[str, int] = defaultdict(int)
    pages: defaultdict[str, set[str]] = defaultdict(set)
    for testimony in testimonies:
        for place in testimony.row_places:
            rows[testimony.places[place]] += 1
        for row, address in testimony.links:
            if address in known:
                place_name = testimony.places[testimony.row_places[row]]
                leading[place_name] += 1
                pages[place_name].add(testimony.url)
    return frozenset(
        place
        for place, count in leading.items()
        if count >= FEWEST_LINKED_ROWS
        and count >= LINKED_SHARE * rows[place]
        and len(pages[place]) >= FEWEST_STORIES
    )

"""The article's own title: the headline as the reader sees it, without the name of the site or section.

Every candidate (see ``title_evidence``) is weighed by what speaks for and against it; the heaviest wins, and
its share of all is how sure that is. Weights are log-odds that were fitted once to the gold titles of six
sets of pages, as a multinomial choice between the candidates of each page; where a page's site had no part in
the fit, .89 (`daniel`), .82 (`fundus`), .87 (`trafilatura`), .87 (`wcxb`), .96 (`chaos`) and .68 (`dragnet`)
are exact.

Half of what is wrong on `fundus` cannot be told from the page: where a heading and og:title differ, either is
the publisher's title as often. The heading is what the reader sees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from newsextract.metadata.declared import Declared
from newsextract.metadata.title_evidence import Candidate, gather
from newsextract.page import Page
from newsextract.text.measure import fold_space
from newsextract.titles import is_cut_off, is_usable

WEIGHTS = {
    # where it stands on the page
    "h1 alone": 1.5,
    "h1": 1.3,
    "h2 alone": 0.8,
    "h3": -0.8,
    "row": 0.7,
    "no part": -0.5,
    "above text": 1.4,
    "below 1 text": 0.9,
    "below many texts": -1.4,
    "text next": 0.5,
    "text far": -0.7,
    "leads here": 0.3,
    "leads elsewhere": -1.0,
    "leads above": -2.1,
    # what the page declares
    "og: whole": 2.0,
    "og: first part": 1.0,
    "og: last part": 0.9,
    "json-ld: whole": 1.0,
    "json-ld and og": 0.7,
    "meta: whole": 0.8,
    "title tag: whole": -0.2,
    "title tag: first part": 0.8,
    "several parts": -1.0,
    # what else says the same, less or more
    "shown, 0 agree": -0.4,
    "shown, 1 agree": 1.9,
    "shown, 2 agree": 0.5,
    "og: in it": 0.5,
    "og: begins it": 0.3,
    "title tag: begins it": 0.1,
    "begins a heading": 0.5,
    "holds a title": -0.4,
    # its words
    "1 word": -2.0,
    "2 words": -1.4,
    "7 words": 0.4,
    "14 words": 0.9,
    "25 words": 0.8,
    "more words": 0.5,
    "in the address": -0.7,
    "name of the site": -0.9,
    "holds the name of the site": -1.6,
    # not fitted: no labelled set has anchors, and sections are too few
    "anchor: whole": 3.0,
    "anchor: begins it": 3.0,
    "section": -1.0,
}
"""What each kind of evidence is worth; kinds that are not here (a second-level heading among several, four
words) are worth nothing. ``shown, 2 agree`` is below ``1``, as what agrees has weights of its own."""

NOTHING = 1.0
"""Weight of the title being none of the candidates, as on 6 of 100 pages: it keeps the confidence of a lone
candidate below 1. Log loss of the confidence on five sets: .325 without, .312 with 1, .316 with 2."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title and where it came from."""

    text: str = ""
    source: str = ""
    """Where the text was taken from, what the reader sees before what is declared: ``rule``, ``heading``,
    ``row``, ``og``, ``json-ld``, ``twitter``, ``meta``, ``title tag``, ``anchor``. Empty without a title."""
    confidence: float = 0.0
    """How likely it is the title, 0 to 1."""
    raw: str = ""
    """The whole of what stood there, before it was cut."""


NO_TITLE = Title()


def article_title(page: Page, says: Declared, anchors: Sequence[str] = (), at_place: str = "") -> Title:
    """The title of a page. ``anchors`` are texts of links that led to it; one that is cut off speaks for what
    it is the beginning of. ``at_place`` is what stands where a rule of the site has the headline."""
    folded = [fold_space(anchor) for anchor in anchors]
    whole = [anchor for anchor in folded if is_usable(anchor)]
    beginnings = [anchor.rstrip(" .…[]") for anchor in folded if is_cut_off(anchor)]
    candidates = gather(page, says, whole, beginnings, at_place if is_usable(at_place) else "")
    if not candidates:
        return NO_TITLE
    weights = [weight_of(candidate) for candidate in candidates]
    best = max(range(len(candidates)), key=weights.__getitem__)  # of equal ones the first
    total = math.fsum(math.exp(weight - weights[best]) for weight in (*weights, NOTHING))
    chosen = candidates[best]
    return Title(chosen.text, chosen.source, round(1 / total, 4), chosen.raw)


def weight_of(candidate: Candidate) -> float:
    """All evidence for a candidate together, as log-odds that mean something beside those of others only."""
    return math.fsum(WEIGHTS.get(evidence, 0.0) for evidence in candidate.evidence)

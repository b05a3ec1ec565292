"""CEDST: Dempster-Shafer fusion of layout and topics (Zhang et al. 2018).

The units are the rows of the page: the leaves of the tree that hold text, inline tags unwrapped. Features,
each between 0 and 1 over the page:

========  ========  ==================================================================
cluster   for       words in the row and its siblings / the largest such sum
variance  for       variance of the lengths of the row and its siblings / the largest
href      against   words inside links / words
topic     for       weight of the row's heaviest topic / the page's heaviest (``topics``)
name      against   1 where a tag, id or class says furniture (not the paper's; ``cedst-plus``)
========  ========  ==================================================================

A feature for the row gives m(news) = a*h, one against it m(not news) = b*h, the rest of the mass stays
undecided. Dempster's rule has a closed form for these: with P = 1 - prod(1 - a*h) over the features for and
N = 1 - prod(1 - b*h) over those against, m(news) = P*(1 - N) / (1 - P*N). The values are smoothed and parted
by Otsu's threshold.

Topics raise recall and cost precision: long comments and teasers talk of the same things (0.855 with them and
0.868 without, as `cedst-nc`, on `daniel`; on `wcxb` it is 0.897 and 0.858).

`cedst-plus` is ours: what parts of a page call themselves raises precision and costs little recall (0.002 on
`wcxb` to 0.042 on `dragnet` above `cedst-nc`), and the rows are kept to one run (``runs``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod

from newsextract.methods.extraction import Context, Extraction, nodes_of_rows, spread_over_nodes
from newsextract.methods.runs import one_run
from newsextract.methods.smoothing import smooth
from newsextract.methods.thresholds import otsu, variance
from newsextract.methods.topics import topic_values
from newsextract.page import Page
from newsextract.page.furniture import furniture
from newsextract.page.walk import BLOCK_TAGS
from newsextract.text.keywords import keywords
from newsextract.text.stopwords import stop_words
from newsextract.text.words import words

TRUST = 0.99
"""a and b: just below 1, so that certain evidence for and against never meets."""

KEYWORDS_A_ROW = 40
"""Most keywords taken from one row. With 10, paragraphs of one story share too few pairs and lists of
headlines win: `cedst-tf` falls from 0.717 to 0.441 on `daniel`."""

RADIUS = 1
"""Rows on each side that smoothing hears: that of CETR and CEPR, to which the paper points. On `daniel` 1, 2
and 3 give 0.855, 0.851 and 0.845."""

THRESHOLDS = tuple(step / 10 for step in range(11))
"""Otsu's candidates, 0 to 1 in steps of a tenth, as in the paper."""


def fused_mass(for_news: Sequence[float], against: Sequence[float]) -> float:
    """m(news) of all features together, by Dempster's rule in closed form."""
    support = 1 - prod(1 - TRUST * h for h in for_news)
    doubt = 1 - prod(1 - TRUST * h for h in against)
    return support * (1 - doubt) / (1 - support * doubt)


def sibling_groups(page: Page) -> list[int]:
    """For each row the element whose children it and its siblings are.

    A row that fills an element (a paragraph) has the element's neighbours as siblings; a row that is one of
    several lines in an element (divided by ``br``) has those lines.
    """
    walk = page.walk
    block_of: list[int] = []
    for element, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        block_of.append(element if tag in BLOCK_TAGS or parent < 0 else block_of[parent])
    groups = []
    for start, end in page.row_spans:
        block = block_of[walk.owners[start]]
        fills = walk.first_text[block] == start and walk.end_text[block] == end
        groups.append(max(0, walk.parents[block]) if fills else block)
    return groups


def layout_features(page: Page) -> tuple[list[float], list[float], list[float]]:
    """cluster, variance and href of every row."""
    spans = page.row_spans
    sizes = [sum(page.word_counts[start:end]) for start, end in spans]
    lengths = [page.length_sums[end] - page.length_sums[start] for start, end in spans]
    groups = sibling_groups(page)
    members: dict[int, list[int]] = {}
    for row, group in enumerate(groups):
        members.setdefault(group, []).append(row)
    size_of = {group: sum(sizes[row] for row in rows) for group, rows in members.items()}
    variance_of = {group: variance([lengths[row] for row in rows]) for group, rows in members.items()}
    linked = [
        sum(page.word_counts[node] for node in range(start, end) if page.linked[node]) for start, end in spans
    ]
    return (
        _scaled([size_of[group] for group in groups]),
        _scaled([variance_of[group] for group in groups]),
        [link / max(1, size) for link, size in zip(linked, sizes, strict=True)],
    )


def _scaled(values: Sequence[float]) -> list[float]:
    highest = max(values, default=0)
    return [value / highest if highest else 0.0 for value in values]


def topic_feature(page: Page) -> list[float]:
    """topic of every row.

    Rows that are links from end to end or have no sentence mark are not asked for keywords: they list other
    stories, and cutting them into words is what costs most.
    """
    stop = stop_words()
    by_text: dict[str, list[str]] = {}
    keyword_sets: list[list[str]] = []
    for row, (start, end) in zip(page.row_texts, page.row_spans, strict=True):
        if all(page.linked[start:end]) or not any(page.marks[start:end]):
            keyword_sets.append([])
            continue
        if row not in by_text:
            # dates and counters repeat everywhere
            named = [word for word in words(row) if not word.isdigit()]
            by_text[row] = keywords(named, stop=stop, limit=KEYWORDS_A_ROW)
        keyword_sets.append(by_text[row])
    return topic_values(keyword_sets)


def name_feature(page: Page) -> list[float]:
    """1 for every row in a part of the page that its own tag, id or class calls furniture, else 0."""
    inside = furniture(page)
    return [float(inside[start]) for start, _ in page.row_spans]


def extract(page: Page, context: Context, *, layout: bool, topic: bool, ours: bool = False) -> Extraction:
    """CEDST with or without its two kinds of features; ``ours`` adds names and keeps to one run of rows."""
    rows = len(page.row_texts)
    for_news: list[Sequence[float]] = []
    against: list[Sequence[float]] = []
    if layout:
        cluster, spread, href = layout_features(page)
        for_news += [cluster, spread]
        against.append(href)
    if topic:
        for_news.append(topic_feature(page))
    if ours:
        against.append(name_feature(page))
    masses = [fused_mass([h[row] for h in for_news], [h[row] for h in against]) for row in range(rows)]
    values = smooth(masses, RADIUS)
    threshold = otsu(values, THRESHOLDS)
    kept = [row for row, value in enumerate(values) if value >= threshold and value > 0]
    if ours:
        kept = one_run(page, kept)
    return Extraction(nodes_of_rows(page, kept), spread_over_nodes(page, values))


cedst = partial(extract, layout=True, topic=True)
cedst_nc = partial(extract, layout=True, topic=False)
cedst_tf = partial(extract, layout=False, topic=True)
cedst_plus = partial(extract, layout=True, topic=False, ours=True)

"""CETD: content extraction by text density (Sun, Song, Liao 2011), a baseline of CEDST's and TWCEM's papers.

For an element with C characters, LC of them in links, T tags below it, LT of them ``a`` (page totals with b):

    CTD = C/T * log(C/LC * T/LT) / log(ln(C/(C-LC) * LC + LCb/Cb * C + e))

Below a fraction line 1 stands in the place of 0. The density sum of an element adds up the densities of its
children. From the element with the largest sum up to the body, the smallest density is the threshold; going
down from the body through elements that reach it, the element with the largest sum in each is content.

The threshold is often the body's own density, and then much of the page stays (precision 0.61 on `daniel`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from newsextract.methods.extraction import Context, Extraction
from newsextract.page import Page


@dataclass(frozen=True, slots=True)
class Counts:
    """What the density of an element is made of."""

    characters: int
    linked: int
    tags: int
    link_tags: int


def composite_density(own: Counts, linked_share: float) -> float:
    """CTD of an element; ``linked_share`` is the page's LCb/Cb."""
    if not own.characters:
        return 0.0
    tags, link_tags = max(1, own.tags), max(1, own.link_tags)
    linked, plain = max(1, own.linked), max(1, own.characters - own.linked)
    base = math.log(own.characters / plain * own.linked + linked_share * own.characters + math.e)
    ratio = own.characters / linked * tags / link_tags
    # base is 1 where neither the element nor the page has link text; its logarithm would be 0
    return own.characters / tags * math.log(ratio) / max(math.log(base), MIN_LOG_BASE)


MIN_LOG_BASE = 0.1
"""Keeps pages without any link text finite; all their densities are divided by it alike."""


def densities(page: Page) -> list[float]:
    """CTD of every element."""
    walk = page.walk
    texts, linked, links = page.length_sums, page.linked_length_sums, page.link_sums
    share = linked[-1] / max(1, texts[-1])
    values = []
    for element, end in enumerate(walk.ends):
        start_text, end_text = walk.first_text[element], walk.end_text[element]
        if start_text == end_text:
            values.append(0.0)
            continue
        own = Counts(
            texts[end_text] - texts[start_text],
            linked[end_text] - linked[start_text],
            end - element - 1,
            links[end] - links[element + 1],
        )
        values.append(composite_density(own, share))
    return values


def content_elements(page: Page, values: list[float]) -> list[int]:
    """The elements that hold the content, by threshold and density sum."""
    walk = page.walk
    parents = walk.parents
    count = len(parents)
    sums = [0.0] * count
    for element in range(1, count):
        sums[parents[element]] += values[element]
    best_below = list(range(count))  # the element with the largest density sum in each subtree
    for element in range(count - 1, 0, -1):
        parent = parents[element]
        if sums[best_below[element]] >= sums[best_below[parent]]:
            best_below[parent] = best_below[element]
    body = next(iter(page.numbers_of("body")), 0)
    element = best_below[body]
    threshold = values[element]
    while element != body:
        element = parents[element]
        threshold = min(threshold, values[element])
    reached = [False] * count
    content: set[int] = set()
    for element in range(body, walk.ends[body]):
        if values[element] >= threshold and (element == body or reached[parents[element]]):
            reached[element] = True
            content.add(best_below[element])
    return sorted(content)


def cetd(page: Page, context: Context) -> Extraction:
    """The text of the densest elements."""
    walk = page.walk
    if not walk.texts:
        return Extraction((), ())
    values = densities(page)
    chosen = [False] * len(walk.texts)
    covered = 0
    for element in content_elements(page, values):  # in page order: what an element covers is not read again
        for node in range(max(covered, walk.first_text[element]), walk.end_text[element]):
            chosen[node] = True
        covered = max(covered, walk.end_text[element])
    return Extraction(
        tuple(node for node, keep in enumerate(chosen) if keep), tuple(values[owner] for owner in walk.owners)
    )

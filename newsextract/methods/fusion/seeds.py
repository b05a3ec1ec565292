"""The values of the seed methods for each row: CEPF's tag paths, CEDST's siblings, page clustering's density
and VB-PTC's link clusters. TWCEM's title words are among the landmarks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from newsextract.methods.cedst import TRUST
from newsextract.methods.density import ALPHA as INNER_BLOCK_PRICE
from newsextract.methods.density import BLOCKS
from newsextract.methods.fusion.parts import Parts
from newsextract.methods.fusion.rows import Column, Floats, Ints, Rows, numbers, sums, table
from newsextract.page import Page


def path_values(page: Page, rows: Rows) -> Floats:
    """CEPF: TPL, TPR, the mean of marks, and TPFE, which is the product of features and deviations."""
    paths = numbers(page.walk.path_ids)[rows.owners]
    size = len(page.walk.path_steps)
    length_of = np.diff(rows.length_sums)
    nodes = np.maximum(1, np.bincount(paths, minlength=size))
    length = np.bincount(paths, length_of, minlength=size)
    marks = np.bincount(paths, np.diff(rows.mark_sums), minlength=size)
    mean = length / nodes
    variance = np.bincount(paths, length_of**2, minlength=size) / nodes - mean**2
    fused = np.log1p(length * mean * marks * marks / nodes * np.sqrt(np.maximum(1, variance)))
    path = paths[rows.starts]
    return table(
        length[path] / max(1.0, float(rows.length_sums[-1])), np.log1p(mean[path]),
        np.log1p(marks[path] / nodes[path]), fused[path] / max(1.0, float(fused.max())),
        np.log1p(nodes[path]),
    )  # fmt: skip


PATHS = (
    "path's share of the text", "path's text a node", "path's marks a node", "path's fused value",
    "path's nodes",
)  # fmt: skip


def siblings_values(rows: Rows, siblings: Ints, link_share: Column, fills: Column, size: int) -> Floats:
    """CEDST: words and variance of the row and its siblings, and the mass that these and its links give."""
    count = np.maximum(1, np.bincount(siblings, minlength=size))
    length = np.bincount(siblings, rows.length, minlength=size)
    words = np.bincount(siblings, rows.words, minlength=size)
    squares = np.bincount(siblings, rows.length**2, minlength=size)
    variance = np.maximum(0, squares / count - (length / count) ** 2)
    cluster = words[siblings] / max(1.0, float(words.max()))
    spread = variance[siblings] / max(1.0, float(variance.max()))
    support = 1 - (1 - TRUST * cluster) * (1 - TRUST * spread)
    doubt = TRUST * link_share
    mass = support * (1 - doubt) / (1 - support * doubt)
    return table(cluster, np.sqrt(spread), mass, np.log1p(count[siblings]), fills)


SIBLINGS = ("siblings' words", "siblings' variance", "mass", "siblings", "fills its block")


def container_values(page: Page, rows: Rows, parts: Parts, container: Ints) -> Floats:
    """Page clustering's density of the container, and VB-PTC's score of it as a link cluster."""
    size = len(parts.parents)
    inside = parts.ends - np.arange(size)
    links = _count_inside(page.numbers_of("a"), parts.ends)
    blocks = page.numbers_of(*BLOCKS)
    is_block = np.zeros(size, dtype=bool)
    is_block[numbers(blocks)] = True
    inner = _count_inside(blocks, parts.ends) - 1
    text, plain = parts.text, parts.text - parts.linked
    density = (
        plain / (1 + plain[0]) * (1 - links / (1 + links[0])) * plain / (1 + text)
        / (1 + INNER_BLOCK_PRICE * np.maximum(0, inner)) * is_block
    )  # fmt: skip
    densest = int(density.argmax())
    linked = parts.linked * np.sqrt(parts.linked)
    clusters = links * linked / (inside * np.maximum(1, text)) * np.log10(links + 2)
    return table(
        (rows.starts >= parts.first_text[densest]) & (rows.starts < parts.end_text[densest]),
        density[container] / max(1e-9, float(density[densest])),
        np.log1p(clusters[container]) / max(1e-9, float(np.log1p(clusters.max()))),
    )


CONTAINERS = ("in the densest block", "density of its container", "link cluster")


def _count_inside(chosen: Sequence[int], ends: Ints) -> Ints:
    """For each element how many of the chosen ones it is or holds."""
    flags = np.zeros(len(ends), dtype=np.int64)
    flags[numbers(chosen)] = 1
    until = sums(flags)
    return until[ends] - until[:-1]

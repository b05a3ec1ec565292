"""A page's own evidence and what its site says, weighed together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from newsextract.methods.extraction import Extraction, nodes_of_rows
from newsextract.page import Page
from newsextract.site.lessons import SiteKnowledge, known_log_odds, log_odds
from newsextract.site.testimony import Testimony, row_evidence


def weighed(page: Page, own: Extraction, testimony: Testimony, knowledge: SiteKnowledge) -> Extraction:
    """What a method finds, with what the site's other pages say of each row added as log-odds. Rows beyond
    those that testify are as the method found them."""
    before = [log_odds(value / 100) for value in row_evidence(page, own)]
    known = known_log_odds(testimony, knowledge)
    after = [value + added for value, added in zip(before, known, strict=False)] + before[len(known) :]
    rows = [row for row, value in enumerate(after) if value > 0]
    if rows == [row for row, value in enumerate(before) if value > 0]:
        return own
    return _decided(page, own, after)


def _decided(page: Page, own: Extraction, row_log_odds: Sequence[float]) -> Extraction:
    """What is kept, as `fusion` decides, and how sure that is where the method could tell."""
    import numpy as np

    from newsextract.methods.fusion.model import packaged_network
    from newsextract.methods.fusion.verdict import confidence, confidence_figures, decide

    words = np.add.reduceat(page.measures.words, [start for start, _ in page.row_spans])
    verdict = decide(np.array(row_log_odds, dtype=np.float32), words)
    kept = np.flatnonzero(verdict.kept).tolist()
    if not kept:
        return own  # where nothing would be left, the page knows better
    if own.confidence is None:
        return replace(own, nodes=nodes_of_rows(page, kept))
    sure = confidence(confidence_figures(verdict, words), packaged_network().calibration)
    return replace(own, nodes=nodes_of_rows(page, kept), confidence=sure)

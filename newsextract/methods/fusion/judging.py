"""One page before the network: evidence in, verdict out."""

from __future__ import annotations

from typing import NamedTuple

from newsextract.methods.fusion.features import Evidence, evidence
from newsextract.methods.fusion.network import Floats, Neighbourhood, Network
from newsextract.methods.fusion.verdict import Verdict, confidence, confidence_figures, decide
from newsextract.page import Page


class Judgement(NamedTuple):
    """All that was thought of a page's rows."""

    evidence: Evidence
    logits: Floats
    verdict: Verdict
    confidence: float


def judge(page: Page, title: str, network: Network, known: Floats | None = None) -> Judgement | None:
    """Weigh the rows of a page; None for a page without rows.

    ``known`` is what is known of each row from elsewhere, as log-odds that are added to the network's own:
    the place for what a site's other pages say.
    """
    found = evidence(page, title)
    if found is None:
        return None
    logits = network.logits(found.matrix, Neighbourhood(found.groups))
    if known is not None:
        logits = logits + known
    verdict = decide(logits, found.words)
    sure = confidence(confidence_figures(verdict, found.words), network.calibration)
    return Judgement(found, logits, verdict, sure)

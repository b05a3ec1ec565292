"""What spoke for and against each row: the network is asked again without one kind of evidence at a time."""

from __future__ import annotations

from newsextract.explanation import Block, Reason
from newsextract.methods.extraction import Context
from newsextract.methods.fusion.features import FAMILIES
from newsextract.methods.fusion.judging import judge
from newsextract.methods.fusion.model import packaged_network
from newsextract.methods.fusion.network import Floats, Neighbourhood, Network
from newsextract.page import Page
from newsextract.text.measure import clean_line

LEAST_WEIGHT = 0.05
"""Log-odds; what weighs less is not worth a word."""

NEIGHBOURS = "the rows around it"


def explain_fusion(page: Page, context: Context, network: Network | None = None) -> tuple[Block, ...]:
    """Every row with its verdict and reasons, the heaviest first."""
    network = network or packaged_network()
    judged = judge(page, context.title, network)
    if judged is None:
        return ()
    weights = _weights(network, judged.evidence.matrix, Neighbourhood(judged.evidence.groups), judged.logits)
    kept, chances = judged.verdict.kept.tolist(), judged.verdict.chances.tolist()
    return tuple(
        _block(text, kept[row], chances[row], {kind: float(values[row]) for kind, values in weights.items()})
        for row, text in enumerate(page.row_texts[: len(kept)])
    )


def _weights(network: Network, matrix: Floats, around: Neighbourhood, logits: Floats) -> dict[str, Floats]:
    """For each kind of evidence, how much lower every row's log-odds are without it."""
    weights = {}
    for kind, lines in FAMILIES.items():
        without = matrix.copy()
        without[lines] = network.mean[lines, None]  # as on the average row
        weights[kind] = logits - network.logits(without, around)
    weights[NEIGHBOURS] = logits - network.logits(matrix, None)
    return weights


def _block(text: str, kept: bool, chance: float, weights: dict[str, float]) -> Block:
    reasons = [Reason(kind, weight) for kind, weight in weights.items() if abs(weight) >= LEAST_WEIGHT]
    reasons.sort(key=lambda reason: -abs(reason.weight))
    return Block(
        clean_line(text),
        kept,
        chance,
        tuple(reason for reason in reasons if reason.weight > 0),
        tuple(reason for reason in reasons if reason.weight < 0),
    )

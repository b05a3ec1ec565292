"""Why an article's text is what it is: every block of the page, with what spoke for and against it."""

from __future__ import annotations

from dataclasses import dataclass

SHOWN_REASONS = 3
SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Reason:
    """A kind of evidence and its weight: how much lower the log-odds of the block would be without it."""

    evidence: str
    weight: float


@dataclass(frozen=True, slots=True)
class Block:
    """One row of the page as a browser shows it."""

    text: str
    kept: bool
    value: float
    """The method's own value; for ``fusion`` how likely the block is part of the article, 0 to 1."""
    speaks_for: tuple[Reason, ...] = ()
    """The heaviest first. Empty for a method that only has a value."""
    speaks_against: tuple[Reason, ...] = ()

    def __str__(self) -> str:
        mark = "+" if self.kept else "-"
        text = self.text if len(self.text) <= SHOWN_CHARACTERS else self.text[: SHOWN_CHARACTERS - 1] + "…"
        reasons = [
            f"{label}: "
            + ", ".join(f"{reason.evidence} {reason.weight:+.1f}" for reason in given[:SHOWN_REASONS])
            for label, given in (("for", self.speaks_for), ("against", self.speaks_against))
            if given
        ]
        return "  ".join([f"{mark} {self.value:.2f}  {text}", *reasons])


@dataclass(frozen=True, slots=True)
class Explanation:
    """All blocks of a page in order. ``print(article.explain())`` shows a line for each."""

    method: str
    confidence: float | None
    blocks: tuple[Block, ...]

    def __str__(self) -> str:
        sure = "" if self.confidence is None else f", confidence {self.confidence:.2f}"
        kept = sum(block.kept for block in self.blocks)
        head = f"{self.method}: {kept} of {len(self.blocks)} blocks kept{sure}"
        return "\n".join([head, *map(str, self.blocks)])

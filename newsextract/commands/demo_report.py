"""How well the demo's crawl went: what it found against what there was."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from newsextract.bench.score import PageScore, SetScore, score_set, score_text, text_gold, title_is_exact

if TYPE_CHECKING:
    from newsextract.demo import DemoArticle

SHOWN_PARAGRAPHS = 3
WIDTH = 100


@dataclass(frozen=True, slots=True)
class DemoScore:
    """What was found, counted against the demo's own gold."""

    wanted: int
    missing: tuple[str, ...]
    """Addresses of articles that were not found."""
    repeated: tuple[str, ...]
    """Addresses that were found more than once."""
    wrong: tuple[str, ...]
    """Addresses that are no articles."""
    titles: float
    """Share of the found articles with exactly the right title."""
    bodies: SetScore

    @property
    def is_complete(self) -> bool:
        """Whether every article was found exactly once, and nothing else."""
        return not (self.missing or self.repeated or self.wrong)

    def report(self) -> str:
        """A few lines for people."""
        found = self.wanted - len(self.missing)
        lines = [
            f"{found} of {self.wanted} articles found, {len(self.repeated)} twice, "
            f"{len(self.wrong)} pages that are none; "
            f"titles {self.titles:.1%} right; body F1 {self.bodies.f1:.3f} "
            f"(precision {self.bodies.precision:.3f}, recall {self.bodies.recall:.3f})"
        ]
        for label, addresses in (
            ("missing", self.missing),
            ("twice", self.repeated),
            ("no article", self.wrong),
        ):
            lines += [f"  {label}: {address}" for address in addresses]
        return "\n".join(lines)


def score_demo(
    articles: Sequence[Mapping[str, Any]],
    gold: Mapping[str, DemoArticle],
    copies: Mapping[str, str] | None = None,
) -> DemoScore:
    """Count the lines of a crawl against the gold, by address. A missing article counts as an empty text.

    ``copies`` are further addresses that show an article of the gold: which of the two a crawl keeps is a
    matter of which comes first.
    """
    addresses = [(copies or {}).get(article["url"], article["url"]) for article in articles]
    counts = Counter(addresses)
    by_address = dict(zip(addresses, articles, strict=True))
    scores: list[PageScore] = []
    titles: list[bool] = []
    for address, truth in gold.items():
        found = by_address.get(address)
        scores.append(score_text(found["text"] if found else "", text_gold(truth.body, truth.title)))
        if found:
            titles.append(title_is_exact(found["title"], truth.title))
    return DemoScore(
        wanted=len(gold),
        missing=tuple(address for address in gold if address not in counts),
        repeated=tuple(address for address, count in counts.items() if count > 1),
        wrong=tuple(address for address in counts if address not in gold),
        titles=sum(titles) / len(titles) if titles else 0.0,
        bodies=score_set(scores),
    )


def first_article(articles: Sequence[Mapping[str, Any]]) -> str:
    """The first line's article, as one would read it."""
    if not articles:
        return "  (none)\n"
    article = articles[0]
    about = " · ".join(
        filter(None, (article["site"], article["date_published"], ", ".join(article["authors"])))
    )
    paragraphs = article["text"].split("\n")
    shown = [textwrap.fill(line, WIDTH) for line in paragraphs[:SHOWN_PARAGRAPHS]]
    if len(paragraphs) > SHOWN_PARAGRAPHS:
        shown.append("...")
    return textwrap.indent("\n".join([article["title"], about, "", *shown, ""]), "  ")

"""The score: how much of the gold text was found, and how much of what was found is gold.

A text is the multiset of its shingles, runs of four tokens, so that word order and repetition count. All
functions are pure; a page's counts are kept as whole numbers and divided once.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SHINGLE_TOKENS = 4
PERFECT_ABOVE = 0.98
BAD_BELOW = 0.5

# Scripts written without spaces, where each character is a token: ideographs with their iteration mark and
# zero, kana, hangul syllables. The compatibility forms are gone after NFKC, a few ideographs excepted.
_CHARACTER_TOKENS = (
    "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\uac00-\ud7a3"
)
TOKEN = re.compile(rf"[{_CHARACTER_TOKENS}]|[^\W{_CHARACTER_TOKENS}]+")

Shingle = tuple[str, ...]


def tokens(text: str) -> list[str]:
    """The words of a text, lower-cased after NFKC; ideographs, kana and hangul syllables one by one."""
    return TOKEN.findall(unicodedata.normalize("NFKC", text).lower())


def shingle_list(words: Sequence[str]) -> list[Shingle]:
    """Every four consecutive tokens, in order; a shorter text is one shingle, an empty one none."""
    if len(words) < SHINGLE_TOKENS:
        return [tuple(words)] if words else []
    return list(zip(*(words[start:] for start in range(SHINGLE_TOKENS)), strict=False))


def shingles(words: Sequence[str]) -> Counter[Shingle]:
    """How often each shingle occurs."""
    return Counter(shingle_list(words))


def shared_count(left: Mapping[Shingle, int], right: Mapping[Shingle, int]) -> int:
    """Size of the intersection of two multisets."""
    small, large = (left, right) if len(left) <= len(right) else (right, left)
    return sum(min(count, large.get(shingle, 0)) for shingle, count in small.items())


@dataclass(frozen=True, slots=True)
class TextGold:
    """The gold of one page, cut up once for all the methods that are measured against it."""

    shingles: Mapping[Shingle, int]
    size: int
    title_tokens: tuple[str, ...]


def text_gold(body: str, title: str) -> TextGold:
    """Prepare a gold body and title."""
    counted = shingles(tokens(body))
    return TextGold(counted, counted.total(), tuple(tokens(title)))


def without_title_line(found: str, title_tokens: Sequence[str]) -> str:
    """The text without its first line, when that line has exactly the tokens of the gold title."""
    first, _, rest = found.lstrip().partition("\n")
    return rest if title_tokens and tokens(first) == list(title_tokens) else found


@dataclass(frozen=True, slots=True)
class PageScore:
    """What one page came to: items shared, found and wanted (shingles, or segments)."""

    shared: int
    found: int
    gold: int

    @property
    def precision(self) -> float | None:
        """Share of the found text that is gold; None when nothing was found."""
        return self.shared / self.found if self.found else None

    @property
    def recall(self) -> float:
        """Share of the gold that was found; 1 when there was nothing to find."""
        return self.shared / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """2PR / (P+R), which is this quotient of counts; 0 when nothing is shared."""
        return 2 * self.shared / (self.found + self.gold) if self.found + self.gold else 1.0


def score_text(found: str, gold: TextGold) -> PageScore:
    """Count a found text against a gold body."""
    counted = shingles(tokens(without_title_line(found, gold.title_tokens)))
    return PageScore(shared_count(counted, gold.shingles), counted.total(), gold.size)


def fold(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def score_segments(found: str, wanted: Iterable[str], unwanted: Iterable[str]) -> PageScore:
    """Count the wanted and unwanted segments that occur in a found text, white space folded."""
    text = fold(found)
    wanted = [fold(segment) for segment in wanted]
    good = sum(segment in text for segment in wanted)
    wrong = sum(fold(segment) in text for segment in unwanted)
    return PageScore(good, good + wrong, len(wanted))


def title_is_exact(found: str, gold: str) -> bool:
    """Whether two titles have the same tokens."""
    return tokens(found) == tokens(gold)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetScore:
    """What a set of pages came to. For a set scored by segments the last three are None: none is defined."""

    precision: float
    recall: float
    f1: float
    mean_f1: float | None = None
    perfect: float | None = None
    bad: float | None = None


def harmonic_mean(precision: float, recall: float) -> float:
    """2PR / (P+R), and 0 when both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean, and 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def score_set(pages: Sequence[PageScore]) -> SetScore:
    """P over the pages where anything was found, R over all, the F1 of these two, and the pages' own F1."""
    precision = mean([page.precision for page in pages if page.precision is not None])
    recall = mean([page.recall for page in pages])
    own = [page.f1 for page in pages]
    return SetScore(
        precision=precision,
        recall=recall,
        f1=harmonic_mean(precision, recall),
        mean_f1=mean(own),
        perfect=mean([value > PERFECT_ABOVE for value in own]),
        bad=mean([value < BAD_BELOW for value in own]),
    )


def score_segment_set(pages: Sequence[PageScore]) -> SetScore:
    """P and R over the segments of all pages together."""
    shared = sum(page.shared for page in pages)
    found = sum(page.found for page in pages)
    gold = sum(page.gold for page in pages)
    precision = shared / found if found else 0.0
    recall = shared / gold if gold else 0.0
    return SetScore(precision=precision, recall=recall, f1=harmonic_mean(precision, recall))

"""From a topic to the text of a story: headline, paragraphs, subheadings, lists, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from newsextract.demo.grammar import GENERAL, Teller

PARAGRAPH, SUBHEAD, ITEM, QUOTE = "paragraph", "subhead", "item", "quote"

PARAGRAPHS = {
    "en": {"short": (2, 2), "medium": (4, 8), "long": (10, 15), "longest": (19, 21)},
    "zh": {"short": (1, 2), "medium": (3, 5), "long": (7, 9), "longest": (13, 14)},
}
"""How many paragraphs stand between the lead and the last one. A Chinese sentence says more."""

ROUND = ("fact", "quote", "fact", "back", "fact", "quote", "mixed", "crit", "fact", "quote", "fact", "plan")
"""What the paragraphs of a story are about, in turn."""

PARAGRAPHS_TO_A_SUBHEAD = 4
OWN_TOPIC_SHARE = 0.75
"""How often a sentence is of the story's own topic, where the general material has one of the kind, too."""

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:['’-][^\W\u3400-\u9fff]+)*")
_SENTENCE = re.compile(r".+?(?:[.!?]”?(?= |$)|[。！？]”?)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One line of a body, and what it is set as."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Comment:
    """What a reader wrote under a story."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A story as its author hands it in."""

    title: str
    blocks: tuple[Block, ...]
    caption: str

    @property
    def summary(self) -> str:
        """The first sentence of the first paragraph."""
        return first_sentence(self.blocks[0].text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What a story is to have."""

    size: str
    subheads: bool = False
    list: bool = False
    quote: bool = False


def write_story(teller: Teller, shape: Shape) -> Draft:
    """A story of the teller's topic."""
    title, lead = teller.tell_title_and_lead()
    blocks = [Block(PARAGRAPH, lead)]
    low, high = PARAGRAPHS[teller.language][shape.size]
    wanted = teller.random.randint(low, high)
    list_at = teller.random.randint(1, max(wanted - 1, 1)) if shape.list else None
    quote_at = teller.random.randint(2, max(wanted - 1, 2)) if shape.quote else None
    for number, text in enumerate(_paragraphs(teller, wanted), 1):
        if shape.subheads and number % PARAGRAPHS_TO_A_SUBHEAD == 3:
            blocks += _told(teller, "subhead", SUBHEAD)
        blocks.append(Block(PARAGRAPH, text))
        if number == list_at:
            blocks += _list(teller)
        if number == quote_at:
            blocks += _told(teller, "quote", QUOTE)
    if shape.size != "short":
        blocks.append(Block(PARAGRAPH, _either(teller, "end") or ""))
    caption = teller.tell("caption") or ""
    return Draft(title=title, blocks=tuple(block for block in blocks if block.text), caption=caption)


def _paragraphs(teller: Teller, wanted: int) -> Iterator[str]:
    start = teller.random.choice((0, 2, 4))
    for number in range(wanted):
        kind = ROUND[(start + number) % len(ROUND)]
        sentences = _sentences(teller, kind)
        if sentences:
            yield ("" if teller.language == "zh" else " ").join(sentences)


def _sentences(teller: Teller, kind: str) -> list[str]:
    if kind in ("crit", "plan"):
        found = [teller.tell(kind, teller.background), teller.tell("fact")]
    elif kind == "quote":
        found = [_either(teller, "quote"), _either(teller, "fact") if teller.random.random() < 0.6 else None]
    elif kind == "back":
        found = [_either(teller, "back"), _either(teller, "back") or _either(teller, "fact")]
    elif kind == "mixed":
        found = [teller.tell("fact", teller.background), teller.tell("fact")]
    else:
        fewest = 1 if teller.language == "zh" else 2
        found = [_either(teller, "fact") for _ in range(teller.random.randint(fewest, fewest + 1))]
    return [sentence for sentence in found if sentence]


def _either(teller: Teller, rule: str) -> str | None:
    """A sentence of the own topic most of the time, else of the background; the other if one is empty."""
    if teller.random.random() < OWN_TOPIC_SHARE:
        return teller.tell(rule) or teller.tell(rule, teller.background)
    return teller.tell(rule, teller.background) or teller.tell(rule)


def _told(teller: Teller, rule: str, kind: str) -> list[Block]:
    text = teller.tell(rule) or teller.tell(rule, GENERAL)
    return [Block(kind, text)] if text else []


def _list(teller: Teller) -> list[Block]:
    items = [teller.tell("item") for _ in range(teller.random.randint(3, 5))]
    intro = Block(PARAGRAPH, teller.tell("listintro", GENERAL) or "")
    return [intro, *(Block(ITEM, text) for text in items if text)]


def write_comments(teller: Teller, number: int, sentences: int) -> tuple[Comment, ...]:
    """Comments of up to so many sentences each."""
    gap = "" if teller.language == "zh" else " "
    found = []
    for _ in range(number):
        told = [teller.draw("comment") for _ in range(teller.random.randint(1, sentences))]
        found.append(Comment(teller.draw("commenter"), gap.join(told)))
    return tuple(found)


def word_count(text: str) -> int:
    """Words, with every ideograph one."""
    return len(_WORD.findall(text))


def first_sentence(text: str) -> str:
    """The text up to its first full stop."""
    found = _SENTENCE.match(text)
    return found[0] if found else text


def told_story(name: str) -> Draft:
    """A story that was written by hand, from its file: title, caption, and a line a block."""
    text = (files("newsextract.demo") / "material" / "stories" / f"{name}.txt").read_text(encoding="utf-8")
    title, caption, *lines = [line for line in text.splitlines() if line]
    kinds = {"## ": SUBHEAD, "> ": QUOTE, "- ": ITEM}
    blocks = []
    for line in lines:
        mark = next((mark for mark in kinds if line.startswith(mark)), "")
        blocks.append(Block(kinds.get(mark, PARAGRAPH), line[len(mark) :]))
    return Draft(title=title, caption=caption, blocks=tuple(blocks))

"""Named entities of a line: people and places for the authors, years and number strings for the references.

Chinese is tagged by jieba (``nr`` person, ``ns`` place, ``nt`` organisation, ``t`` time). It
has no such tags for Latin script; there the shape of names, the words of institutions and postcodes do.
"""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from newsextract.text.chinese import jieba_tokenizer
from newsextract.text.scripts import HAN
from newsextract.text.words import has_ideographs, word_count

PERSON, PLACE, OTHER = "person", "place", "other"

LONGEST_TAGGED = 256
"""Characters tagged at once: jieba's time is quadratic in the length of a run of unknown characters."""

MOST_TOKENS_OF_NAME = 6

MOST_SMALL_WORDS = 2
"""Words in lower case in the name of an institution or an address, "of" and the like not counted. Without
this, a sentence that names a university is an address: 8 % of 1,602 news paragraphs for 2 %."""

Tagger = Callable[[str], list[tuple[str, str]]]

_INSTITUTION = re.compile(
    r"\b(?:universit|univ\.|institut|departe?ment|departamento|dept\b|facult|fakult|colleg|school of|schule"
    r"|laborator|labs?\b|hospital|klinik|clinic|cent(?:re|er)\b|zentrum|academy|akademie"
    r"|observator|museum|council|foundation|ministry|agency|survey|division of|research unit|key lab"
    r"|polytechni|politecnico|école|escuela|gmbh|inc\.|ltd\b|corporation)",
    re.IGNORECASE,
)
_CHINESE_INSTITUTION = re.compile(
    r"大学|学院|研究所|研究院|科学院|医院|实验室|公司|中心|集团|学校|出版社|[系局]$"
)
_POSTCODE = re.compile(
    r"\w (?:[A-Z]{1,2}-)?\d{5,6}$|^(?:\d{4} [A-Z]{2}|\d{5,6}) [^\W\d_a-z]"
    r"|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}$"
)

_NEVER_IN_NAMES = frozenset(
    "abstract accepted access address affiliation affiliations annals archive archives article articles "
    "author authors book bulletin case editor editors press quarterly reviews society transactions "
    "cite citation communication contact content contents copyright corresponding data download editorial "
    "email figures full home information introduction issue journal keywords letter letters license licence "
    "metrics online open original paper papers pdf preprint proceedings published publisher received "
    "references related report research review revised search section share short special studies study "
    "summary supplementary text version view volume the of for in on to with from by at an".split()
)
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le las los ter ten bin ibn al el af zu".split()
)
_SMALL_IN_NAMES = _PARTICLES | frozenset("of for and the in at on und für et pour des y e".split())
_DOUBLE_SURNAMES = frozenset("欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 夏侯 长孙 端木 司徒".split())
"""jieba takes some of these for places."""
_DEGREES = frozenset("phd md msc bsc ma mph dphil dsc frs mbbs jr sr ii iii esq".split())
_BEFORE_NAME = re.compile(r"(?:(?:and|und|et|y|&|和|与|Dr|Prof|Professor|Mrs?|Ms)\b\.? )*")

_STRONG = re.compile(r"[;；|•()（）\n]| / | [·–—] ")
_WEAK = re.compile(r"[,，、&]| (?:and|und|et|和|与) ")
_MARKS = " .:*†‡§¶#[]-⁰¹²³⁴⁵⁶⁷⁸⁹"
_NUMBER_BEFORE = re.compile(r"\d{1,3}(?![\d ]*\d)[ .:)\]]*")
_NUMBER_AFTER = re.compile(r"(?<!\d)\d{1,2}$")
_LOWER_MARK = re.compile(r" [a-z]$")
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.? ?-?){1,4}")
_HAN_SINGLES = re.compile(f"(?<![{HAN}])([{HAN}]) {{1,3}}([{HAN}])(?![{HAN}])")
_HAN_NAME = re.compile(f"[{HAN}]{{2,4}}")
_HAN_WORDS = re.compile(f"[{HAN} ]+")

YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?![\d])")
_NUMBER = re.compile(r"\d+(?:[-–.:/]\d+)*")


class Segment(NamedTuple):
    """A piece of a line between separators."""

    text: str
    kind: str


def segments(text: str) -> list[Segment]:
    """The pieces of a line of authors. Behind an institution, all up to a strong separator is its address."""
    found = []
    strong_pieces = _STRONG.split(_HAN_SINGLES.sub(r"\1\2", text))
    for strong in strong_pieces:
        in_address = False
        for piece in _weak_pieces(strong, listed=len(strong_pieces) > 1):
            prose = _reads_as_prose(piece)
            in_address = (in_address or is_place(piece)) and not prose
            kind = PLACE if in_address else PERSON if is_person(piece) else OTHER
            found.append(Segment(piece, kind))
    return found


def author_share(pieces: list[Segment]) -> float:
    """The share of words in names of people, places and organisations."""
    words = sum(word_count(piece.text) for piece in pieces)
    entities = sum(word_count(piece.text) for piece in pieces if piece.kind != OTHER)
    return entities / words if words else 0.0


def reference_share(text: str) -> float:
    """The share of years and number strings among the words."""
    text = text[:LONGEST_TAGGED]
    if has_ideographs(text):
        found = [(word, tag) for word, tag in tagged(text) if any(map(str.isalnum, word))]
        words = len(found)
        # jieba tags digits in brackets x, and m is also 一种, "a kind of": the digits themselves are surer
        numbers = sum(tag == "t" or any(map(str.isdigit, word)) for word, tag in found)
    else:
        words = word_count(_NUMBER.sub("0", text))
        numbers = len(_NUMBER.findall(text))
    return numbers / words if words else 0.0


def is_place(text: str) -> bool:
    """Whether a piece names an institution or ends an address."""
    if has_ideographs(text):
        if _CHINESE_INSTITUTION.search(text):
            return True
        return not _HAN_NAME.fullmatch(text) and any(tag in ("ns", "nt") for _, tag in tagged(text))
    return bool(_INSTITUTION.search(text) or _POSTCODE.search(text))


def is_person(text: str) -> bool:
    """Whether a piece is a personal name, by its shape alone or, in Chinese, by jieba's tag."""
    if has_ideographs(text):
        if not _HAN_NAME.fullmatch(text):
            return False
        return text[:2] in _DOUBLE_SURNAMES or any(tag.startswith("nr") for _, tag in tagged(text))
    tokens = text.split()
    if not 2 <= len(tokens) <= MOST_TOKENS_OF_NAME:
        return False
    words = [token for token in tokens if token.lower() not in _PARTICLES]
    if not all(_is_name_word(word) for word in words):
        return False
    return any(not _INITIALS.fullmatch(word) or len(word) > 3 for word in words)


def _reads_as_prose(text: str) -> bool:
    small = (word for word in text.split() if word[0].islower() and word not in _SMALL_IN_NAMES)
    return sum(1 for _ in small) > MOST_SMALL_WORDS


def _is_name_word(word: str) -> bool:
    letters = re.sub(r"[.'’-]", "", word)
    return letters.isalpha() and word[0].isupper() and letters.lower() not in _NEVER_IN_NAMES


def _weak_pieces(strong: str, *, listed: bool) -> Iterator[str]:
    """Names and parts of addresses; ``Doe, J.`` and, in lists with semicolons, ``Doe, Jane`` turned round."""
    pieces = [piece for raw in _WEAK.split(strong) for piece in _tidy(raw)]
    if listed and len(pieces) == 2 and len(pieces[0].split()) == 1 and is_person(f"{pieces[1]} {pieces[0]}"):
        yield f"{pieces[1]} {pieces[0]}"
        return
    held = ""
    for piece in pieces:
        if held and _INITIALS.fullmatch(piece):
            yield f"{piece} {held}"
            held = ""
            continue
        if held:
            yield held
        held = piece if piece[0].isupper() and " " not in piece else ""
        if not held:
            yield piece
    if held:
        yield held


def _tidy(raw: str) -> list[str]:
    """A piece without marks, courtesy and degrees; Chinese names with spaces between are several."""
    text = raw.strip(_MARKS)
    if raw.rstrip().endswith(".") and _INITIALS.fullmatch(raw.strip().split(" ")[-1]):
        text += "."  # the full stop of a last initial is no mark
    if number := _NUMBER_BEFORE.match(text):
        text = text[number.end() :]
    if before := _BEFORE_NAME.match(text):
        text = text[before.end() :]
    text = _LOWER_MARK.sub("", _NUMBER_AFTER.sub("", text)).strip(" *†‡§¶#")
    if not any(map(str.isalpha, text)) or text.replace(".", "").lower() in _DEGREES:
        return []
    if len(text) == 1 and text.islower():
        return []
    return text.split(" ") if " " in text and _HAN_WORDS.fullmatch(text) else [text]


def tagged(text: str) -> list[tuple[str, str]]:
    """Words and their parts of speech, by jieba."""
    tagger = _tagger()
    pieces = (text[start : start + LONGEST_TAGGED] for start in range(0, len(text), LONGEST_TAGGED))
    return [pair for piece in pieces for pair in tagger(piece)]


_loading = threading.Lock()


def _tagger() -> Tagger:
    with _loading:
        return _load()


@cache
def _load() -> Tagger:
    """Loads jieba (0.7 s)."""
    words = jieba_tokenizer()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as there, of its string escapes
        import jieba.posseg

        tokenizer = jieba.posseg.POSTokenizer(words)
    return lambda text: [(pair.word, pair.flag) for pair in tokenizer.lcut(text)]

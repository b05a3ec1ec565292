"""The fields with a fixed context: the name of the field, then its content.

All functions read single lines with folded white space. English and Chinese labels, and the commonest German,
French and Spanish ones. Every expression is linear: what repeats is bounded or cannot match in two ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from newsextract.records.dates import DATE

LONGEST_LABELLED_LINE = 300
"""Characters. Volume, issue and date stand in labels and citations; "volume 5" in a longer line is prose."""

LONGEST_KEYWORD = 100
MOST_KEYWORDS = 50
"""A longer keyword, or more of them, is not a list of keywords but the text after it."""

_LABELS = {
    "abstract": r"(?:graphical |extended )?abstract|summary|摘 ?要|内容提要|zusammenfassung|résumé|resumen",
    "keywords": r"(?:author )?key ?-?words?(?: and phrases)?|index terms|关 ?键 ?[词字]|schlüsselwörter"
    r"|schlagwörter|mots[- ]clés|palabras clave",
    "references": r"references?(?: and notes)?|bibliography|literature cited|works cited|cited references"
    r"|参 ?考 ?文 ?献|literatur(?:verzeichnis)?|bibliographie|références|referencias",
    "related": r"(?:related|similar|recommended|suggested) (?:articles?|content|papers?|reading)"
    r"|articles? you may (?:also )?(?:like|be interested in)|(?:most )?cited by|citing articles"
    r"|(?:most read|most cited|latest|other) articles|相关文章|相似文献|引证文献|推荐阅读|参考文献相关文章",
}
_END_OF_LABEL = r" ?[:：.．]?"
_SECTION_NUMBER = r"(?:\d{1,2}\.? )?"
_LABEL_LINES = {
    kind: re.compile(
        rf"{_SECTION_NUMBER}[\[【]?(?:{labels})[\]】]?(?: ?\(\d+\))?{_END_OF_LABEL}", re.IGNORECASE
    )
    for kind, labels in _LABELS.items()
}
_INLINE_MARK = r"[\]】]?(?: ?[:：—–.] ?| ?-{1,2} )"
_INLINE_LABELS = {
    kind: re.compile(rf"[\[【]?(?:{_LABELS[kind]}){_INLINE_MARK}(?=\S)", re.IGNORECASE)
    for kind in ("abstract", "keywords")
}
# "Abstract We study": nothing but bold type between label and text
_RUN_IN = {
    "abstract": re.compile(
        r"(?:Abstract|ABSTRACT|Summary|SUMMARY|摘 ?要|[\[【]摘 ?要[\]】]) (?=[^\Wa-z\d_])"
    ),
    "keywords": re.compile(
        r"(?:Key ?[Ww]ords?|KEY ?WORDS?|关 ?键 ?[词字]|[\[【]关 ?键 ?[词字][\]】]) (?=\w)"
    ),
}

_ABSTRACT_PROPER = re.compile(r"[\[【]?(?:(?:graphical |extended )?abstract|摘 ?要)", re.IGNORECASE)

_NEXT_LABEL = re.compile(
    r" (?:中图分类号|文献标识码|文章编号|DOI|Doi|doi|JEL|MSC|PACS|Received|Published|Citation)\b ?[:：]?"
)
_STRONG_MARKS = frozenset(";；")
_DIVIDING_MARKS = _STRONG_MARKS | frozenset(",，、|•·")
_OPENING, _CLOSING = "([{（【［", ")]}）】］"

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]{1,200}")
_DOI_LABEL = re.compile(r"doi(?:\.org/| ?[:：]? ?)(?:https?://(?:dx\.)?doi\.org/)?$", re.IGNORECASE)
_DOI_LABEL_LENGTH = 40

_VOLUME_WORD = r"(?:volume|vol\b\.?|band|bd\.|tome|jahrgang|jg\.)"
_ISSUE_WORD = r"(?:issue|iss\b\.?|number|no\b\.?|nr\b\.?|heft|n°|№)"
_VOLUME = r"(?P<volume>\d{1,4}|(?-i:[IVXLCDM]{1,8}))(?!\w|\.\d)"
_ISSUE_NUMBER = r"(?:S|Suppl?\.? ?|Supplement )?\d{1,5}[A-Z]?(?:[-–/]\d{1,5})?\b"
_CITED = re.compile(
    rf"\b{_VOLUME_WORD} ?[:：#]? ?{_VOLUME}"
    rf"(?:[,;]? ?\(?(?P<between>{DATE})\)?)?"
    rf"(?: ?[,;.:/|•·–-]? ?\(?{_ISSUE_WORD} ?[:：#]? ?(?P<issue>{_ISSUE_NUMBER})"
    rf"| ?\((?P<bracketed>(?:S|Suppl?\.? ?)?\d{{1,3}}(?:[-–/]\d{{1,3}})?)\))?"
    rf"(?:\)?[,;:]? ?\(?(?P<after>{DATE}))?",
    re.IGNORECASE,
)
# the style of medical libraries, "2023 Jan 7;15(1):e33": no word says volume, but the marks do
_BETWEEN_MARKS = re.compile(
    rf"(?<!\d)(?P<date>{DATE}); ?(?P<volume>\d{{1,4}}) ?(?:\((?P<issue>{_ISSUE_NUMBER})\))? ?:", re.IGNORECASE
)
_ISSUE_ALONE = re.compile(
    rf"(?:(?:Issue|ISSUE|Heft) ?[:：#]?|(?:Number|No\.?) ?[:：]) ?(?P<issue>{_ISSUE_NUMBER})"
)
_CHINESE_NUMBERS = (
    re.compile(
        r"(?:(?P<year>\d{4}) ?年?[,，]? ?)?第? ?(?P<volume>\d{1,4}) ?卷"
        r"(?:[,，]? ?\(?(?P<issue>第? ?\d{1,4}(?:[-–~]\d{1,4})?) ?期)?"
    ),
    re.compile(
        r"卷 ?[(（] ?期 ?[)）] ?[:：]? ?(?:(?P<year>\d{4}) ?[,，] ?)?(?P<volume>\d{1,4}) ?"
        r"[(（](?P<issue>\d{1,4}(?:[-–]\d{1,4})?)[)）]"
    ),
    re.compile(r"卷 ?号? ?[:：] ?(?P<volume>\d{1,4})(?P<issue>)(?P<year>)"),
)
_CHINESE_ISSUE = re.compile(
    r"(?:(?P<year>\d{4}) ?年?[,，]? ?)?第 ?(?P<issue>\d{1,4}(?:[-–~]\d{1,4})?) ?期"
    r"|期 ?号? ?[:：] ?(?P<labelled>\d{1,4}(?:[-–~]\d{1,4})?)"
)
_PAGES_FOLLOW = re.compile(r"[,:;]? ?(?:pages?|pp?\.|article|art\.) ?\w", re.IGNORECASE)
_BRACKETED_DATE = re.compile(rf"\(({DATE})\)", re.IGNORECASE)

_PUBLISHED = re.compile(
    r"(?:(?:first |e-?)?published(?: (?:online|first|electronically|in print|on|in|date))*"
    r"|publication date|date of publication|online publication(?: date)?|publication(?: online)?"
    r"|(?:first )?available online|issue date|cover date|veröffentlicht(?: am)?|erschienen(?: am)?"
    r"|(?:网络)?(?:发表|出版|刊出|发布)(?:日期|时间|于)?)"
    rf" ?[:：]? ?(?P<date>{DATE})",
    re.IGNORECASE,
)

_FIELD_LABEL = re.compile(
    r"(?:volume|vol\.?|issue|number|no\.?|doi|(?:first )?published(?: online| on)?|publication date"
    r"|date of publication|online publication date|available online|issue date|band|heft"
    r"|卷 ?号?|期 ?号?|卷 ?[(（]期[)）]|(?:网络)?(?:发表|出版|刊出|发布)(?:日期|时间)?) ?[:：]?",
    re.IGNORECASE,
)


class Numbers(NamedTuple):
    """Volume and issue, and the date that stands with them."""

    volume: str = ""
    issue: str = ""
    date: str = ""


def section_of(line: str) -> str:
    """Which section a line opens that holds nothing but its label; empty for any other line."""
    if len(line) > LONGEST_KEYWORD:
        return ""
    return next((kind for kind, label in _LABEL_LINES.items() if label.fullmatch(line)), "")


def after_label(kind: str, line: str) -> str:
    """What follows the label of the abstract or the keywords in the same line; empty without label."""
    label = _INLINE_LABELS[kind].match(line) or _RUN_IN[kind].match(line)
    return line[label.end() :].strip() if label else ""


def names_abstract(line: str) -> bool:
    """Whether a line is or begins with the label that only papers use; summaries are in the news as well."""
    if not _ABSTRACT_PROPER.match(line):
        return False
    return section_of(line) == "abstract" or bool(after_label("abstract", line))


def joined_labels(lines: Sequence[str]) -> list[str]:
    """The lines; one that is only a field's name (a table cell, ``dt``) with the line after it."""
    following = [*lines[1:], ""]
    return [
        f"{line.rstrip(' :：')}: {after}" if after and _FIELD_LABEL.fullmatch(line) else line
        for line, after in zip(lines, following, strict=False)  # without lines there is none to follow
    ]


def find_doi(lines: Iterable[str]) -> str:
    """The first DOI after its label or in an address, else the first at all."""
    plain = ""
    for line in lines:
        for found in _DOI.finditer(line):
            name = trimmed_doi(found[0])
            before = line[max(0, found.start() - _DOI_LABEL_LENGTH) : found.start()]
            if _DOI_LABEL.search(before):
                return name
            plain = plain or name
    return plain


def trimmed_doi(text: str) -> str:
    """A DOI without the punctuation of the sentence around it; brackets that belong to it stay."""
    while text and (text[-1] in ".,;:'”’。，；、" or (text[-1] in ")]}）" and not _balanced(text))):
        text = text[:-1]
    return text


def _balanced(text: str) -> bool:
    closing = text[-1]
    opening = _OPENING[_CLOSING.index(closing)]
    return text.count(opening) >= text.count(closing)


def find_numbers(lines: Iterable[str]) -> Numbers:
    """Volume and issue: from the first line with both, else from the first line that has each."""
    volume = issue = date = ""
    for line in lines:
        if len(line) > LONGEST_LABELLED_LINE:
            continue
        found = _numbers_of(line)
        if found.volume and found.issue:
            return found
        volume, issue, date = volume or found.volume, issue or found.issue, date or found.date
    return Numbers(volume, issue, date)


def _numbers_of(line: str) -> Numbers:
    return _chinese_numbers(line) or _cited_numbers(line) or Numbers()


def _chinese_numbers(line: str) -> Numbers | None:
    alone = _CHINESE_ISSUE.search(line)
    issue = (alone["issue"] or alone["labelled"]) if alone else ""
    for pattern in _CHINESE_NUMBERS:
        if found := pattern.search(line):
            return Numbers(found["volume"], (found["issue"] or issue).lstrip("第 "), found["year"] or "")
    return Numbers(issue=issue, date=alone["year"] or "") if alone else None


def _cited_numbers(line: str) -> Numbers | None:
    found: re.Match[str] | None
    for found in _CITED.finditer(line):
        issue = found["issue"] or found["bracketed"] or ""
        # "a volume 5 times as large": without an issue, a capital or pages tell the label from the word
        if issue or found[0][0].isupper() or _PAGES_FOLLOW.match(line, found.end()):
            later = _BRACKETED_DATE.search(line, found.end())
            date = found["between"] or found["after"] or (later[1] if later else "")
            return Numbers(found["volume"], issue, date)
    if found := _BETWEEN_MARKS.search(line):
        return Numbers(found["volume"], found["issue"] or "", found["date"])
    found_alone = _ISSUE_ALONE.match(line)
    return Numbers(issue=found_alone["issue"]) if found_alone else None


def find_published(lines: Iterable[str]) -> str:
    """The date after the first label of publication, as written. Labels begin with a capital."""
    for line in lines:
        if len(line) > LONGEST_LABELLED_LINE:
            continue
        for found in _PUBLISHED.finditer(line):
            if not found[0][0].islower():
                return found["date"]
    return ""


def split_keywords(text: str) -> tuple[str, ...]:
    """The keywords of a list. Where semicolons divide, commas do not; nothing divides inside of brackets."""
    text = _NEXT_LABEL.split(text, maxsplit=1)[0]
    marks = _marks_outside_brackets(text)
    strong = [place for place, mark in marks if mark in _STRONG_MARKS]
    borders = strong or [place for place, _ in marks]
    pieces = [
        text[start:end]
        for start, end in zip([0, *(border + 1 for border in borders)], [*borders, len(text)], strict=True)
    ]
    return keyword_list(pieces)


def keyword_list(pieces: Iterable[str]) -> tuple[str, ...]:
    """Keywords that stand apart already, each once; none when they are too long or too many for keywords."""
    stripped = (piece.strip(" .。;；,，") for piece in pieces)
    keywords = tuple(dict.fromkeys(piece for piece in stripped if piece))
    too_long = any(len(keyword) > LONGEST_KEYWORD for keyword in keywords)
    return () if too_long or len(keywords) > MOST_KEYWORDS else keywords


def _marks_outside_brackets(text: str) -> list[tuple[int, str]]:
    """Dividing marks and where they stand; a bracket that never closes hides nothing."""
    depth = 0
    closing = sum(character in _CLOSING for character in text)
    marks = []
    for place, character in enumerate(text):
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth = max(0, depth - 1)
            closing -= 1
        elif character in _DIVIDING_MARKS and (not depth or not closing):
            marks.append((place, character))
    return marks

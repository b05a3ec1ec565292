"""Names of people in what is declared or shown as a byline: without labels, roles, places and papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from newsextract.metadata.month_names import month_number
from newsextract.metadata.names import is_name
from newsextract.metadata.organisations import is_agency
from newsextract.text.measure import fold_space

LONGEST_BYLINE = 400
"""Characters of one string that is read; the longest with one name a line has 90."""

MOST_WORDS = 6
"""Words of a name: "Juan Carlos de la Cruz Ortiz"."""

BY = (
    r"(?:(?:written|words|text|reported|posted|story|published|edited|analysis|report|photos?)"
    r"(?: and \w{4,12})? by|by"
    r"|(?:ein (?:beitrag|gastbeitrag|kommentar|artikel)|text|protokoll|interview|eine analyse) von|von"
    r"|par|por|door|av|af"
    r"|autor(?:in|en|innen|a|ka|zy|ů|i|es)?(?:/autor)?|auteure?s?|autore|autori|author\(?s?\)?"
    r"|forfatter|författare|yazar|kirjoittaja|автор(?:ы|и|ка)?|текст|συντάκτης|του|της"
    r"|przez|napisał|tekst|napsal|skriven av|skrevet av"
    r"|作者|文|撰文|記者|记者|编辑|編輯|责编|责任编辑|責任編輯|기자)"
)
"""What stands before a name in a byline."""

_LABEL = re.compile(rf"{BY}(?: ?[:：/] ?| )(?=\S)", re.IGNORECASE)
_BETWEEN = re.compile(
    r" ?[;、，；|•·⋅●/] ?| [–—-] | ?, (?:(?:and|und|et|og|och|en|ve|и|і|та|και|y|e) )?| ?,(?=\S)|"
    r" (?:and|und|et|og|och|en|ve|и|і|та|και|with|mit|avec|con|&) | (?:y|e|i) (?=\S+ \S)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r" ?[(\[（][^()\[\]（）]{0,200}[)\]）]")
_ELSEWHERE = re.compile(
    r" (?:in|aus|à|from|for|at|für|near|bei|via|of|correspondent|reporter) (?=(?:the |den |daily |\w)).*",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\S{1,100}@\S{1,100}|https?://\S{1,200}")
_ROLES = frozenset(
    "correspondent correspondents reporter reporters editor editors columnist writer writers journalist "
    "journalistin redakteur redakteurin korrespondent korrespondentin director manager founder cofounder "
    "producer analyst expert specialist professor lecturer author contributor contributing senior "
    "staff freelance president officer strategist photographer fotograf others andere autres "
    "inne другие political health science business sports technology politics reviewed "
    "facebook twitter instagram linkedin email follow comments comment minutes news latest "
    "posts about unknown anonymous journaliste redactor periodista redattore giornalista "
    "корреспондент редактор журналист".split()
)
_PARTICLES = frozenset(
    "von van der den de del della di da dos das du la le el al bin ibn ben abu zu zur zum af av ter ten y "
    "e i bint st mac mc ould".split()
)
"""Words of names in small letters."""

_IDEOGRAPHS = re.compile(r"[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]{1,6})?")
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_CREDENTIAL = re.compile(r"(?:[A-Z]\.?){2,6}®?|(?:[A-Z][a-z]?\.){2,4}")
_INITIALS = re.compile(r"(?:[A-Z]\.){1,3}|[A-Z]")
_EDGES = " .,:;|•·⋅●–—-/\"“”„«»'*>"


def people(values: Iterable[str]) -> tuple[str, ...]:
    """The names of people and others in strings, each once, cleaned; no place, role or credential behind
    one."""
    found: dict[str, str] = {}
    for value in values:
        for name in _names(value, follows=bool(found)):
            found.setdefault(name.casefold(), name)
    return tuple(found.values())


def without_label(text: str) -> str:
    """The text behind "By", "Autor:" and the like. "Von Neumann" keeps its only other word's company."""
    label = _LABEL.match(text)
    if not label:
        return text
    rest = text[label.end() :]
    is_marked = ":" in label.group() or "：" in label.group()
    return rest if is_marked or " " in rest or _IDEOGRAPH.match(rest) else text


def _names(value: str, *, follows: bool) -> Iterator[str]:
    """The names in one string. One that ``follows`` another with names may be no more than a role."""
    text = _ASIDE.sub("", _MAIL.sub(" ", fold_space(value[:LONGEST_BYLINE])))
    parts = _BETWEEN.split(without_label(text.strip(_EDGES)))
    is_first_long = False
    for place, part in enumerate(parts):
        name = _bare(part)
        if not is_name(name) or ((place or follows) and (name[0].isdigit() or _is_role(name))):
            continue
        is_long = " " in name or _IDEOGRAPH.search(name) is not None
        if place and is_first_long and not is_long and not is_agency(name):
            continue  # a place, a paper or a credential behind a full name
        is_first_long = is_first_long or is_long
        yield name


def _bare(part: str) -> str:
    name = without_label(part.strip(_EDGES))
    name = _ELSEWHERE.sub("", name).strip(_EDGES.replace(".", ""))
    words = name.split()
    while len(words) > 2 and _is_no_part(words[-1]) and looks_like_a_person(" ".join(words[:-1])):
        words.pop()
    return " ".join(words)


def _is_no_part(word: str) -> bool:
    """Whether a word behind a name is the first of a date or of a role."""
    return month_number(word.strip(".,")) > 0 or word.casefold() in _ROLES


def _is_role(name: str) -> bool:
    words = name.casefold().replace("-", " ").replace(".", "").split()
    is_credential = _CREDENTIAL.fullmatch(name.replace(" ", "")) is not None
    return not _ROLES.isdisjoint(words) or (is_credential and not is_agency(name))


def looks_like_a_person(name: str) -> bool:
    """Whether a string that was not declared as a name has the form of one: two to six words with capitals
    and nothing else, or two to four ideographs."""
    if _IDEOGRAPHS.fullmatch(name):
        return True
    words = name.split()
    if not 2 <= len(words) <= MOST_WORDS or len(name) > 60:
        return False
    return all(_is_name_word(word) for word in words) and any(len(word) > 1 for word in words)


def _is_name_word(word: str) -> bool:
    if word.casefold() in _PARTICLES or _INITIALS.fullmatch(word):
        return True
    letters = word.replace("-", "").replace("'", "").replace("’", "").rstrip(".")
    return letters.isalpha() and (word[0].isupper() or word[0] in "'’d") and word.casefold() not in _ROLES

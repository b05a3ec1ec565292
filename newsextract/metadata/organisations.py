"""Which names are of agencies, desks and publishers, and not of people."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_AGENCIES = frozenset(
    "afp|ap|apa|aap|ani|anp|ansa|apn|associated press|the associated press|ats|belga|bloomberg|"
    "canadian press|the canadian press|cnn wire|ctk|čtk|dpa|dpa-afx|efe|epa|epd|"
    "europa press|getty images|ians|interfax|"
    "keystone-sda|kna|kyodo|kyodo news|lusa|ntb|pa|pa media|pap|press association|pti|press trust of india|"
    "prnewswire|pr newswire|reuters|thomson reuters|ria novosti|ritzau|sda|sid|stt|tass|tt|upi|xinhua|yonhap|"
    "anadolu ajansı|aa|dha|iha|agence france-presse|agerpres|hina|mti|tanjug|lapresse|adnkronos|тасс|"
    "интерфакс|риа новости|уніан|унн|укрінформ|新华社|新华网|中新社|中新网|中国新闻网|"
    "人民网|央视|央视新闻|共同社|"
    "法新社|路透社|美联社|新浪|搜狐|网易|腾讯|απε|απε-μπε".split("|")
)
_WORDS = frozenset(
    "staff newsroom desk newsdesk editorial editors team agency agencies agentur agenturen press bureau "
    "service network media news magazine newspaper online web website admin administrator webmaster root "
    "wire reporters correspondents guest contributors redaktion redaktionen redaktionsteam "
    "onlineredaktion nachrichten redakcja redakce redakcia redacción redaccion redação redacao redazione "
    "rédaction redactie redaksi redaksjonen toimitus редакция редакція συντακτική newsteam gmbh inc ltd "
    "llc ev ag corp foundation university institute association ajansı haber haberler agencia agenzia "
    "agence agencja агентство company gazette tribune times herald daily zeitung anzeiger rundschau".split()
)
_IDEOGRAPHIC = re.compile(r"(?:报|社|网|编辑部|电视台|记者站|新闻|频道|综合|日报|晚报|客户端)$")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")


def is_organisation(name: str, publisher: str = "", url: str = "") -> bool:
    """Whether a name is that of an organisation, the page's own publisher and host among them."""
    folded = name.casefold().strip(" .")
    words = _WORD.findall(folded)
    if not words:
        return False
    if is_agency(name) or not _WORDS.isdisjoint(words) or _IDEOGRAPHIC.search(folded):
        return True
    return bool(_HOST.fullmatch(folded)) or _is_own(words, publisher, url)


def is_agency(name: str) -> bool:
    """Whether a name is that of a news agency, which writes for many publishers."""
    return name.casefold().strip(" .") in _AGENCIES


def _is_own(words: list[str], publisher: str, url: str) -> bool:
    """Whether a name is that of the site: its publisher's, its host's, or their initials."""
    joined = "".join(words)
    published = "".join(_WORD.findall(publisher.casefold()))
    stem = _stem(url)
    if joined in (published, stem):
        return True
    initials = "".join(word[0] for word in words)
    return len(words) > 1 and initials == stem


def _stem(url: str) -> str:
    """The name in a host: ``dw`` of ``www.dw.com``, ``ntv`` of ``www.ntv.com.tr``."""
    try:
        labels = (urlsplit(url).hostname or "").removeprefix("www.").split(".")
    except ValueError:
        return ""
    return next((label for label in labels if len(label) > 1), "").replace("-", "")

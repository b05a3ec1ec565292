"""Pages that a server sends in place of the one that was asked for, with the status of a good one: a
challenge that wants to see a human, and the news that there is nothing here.

Both say so in their title, a heading or a few rows, and say little else. Told apart from a story about robots
or about missing pages by that: a story has prose.
"""

from __future__ import annotations

import re

from newsextract.page import Page
from newsextract.text.measure import fold_space

LONGEST_STAND_IN = 1_500
"""Characters outside of links that such a page has at most; twelve made-up and remembered ones have 30 to
900."""

MOST_HEADINGS = 5
"""Headings that are read, the first ones."""

MOST_ROWS = 40
"""Rows of a challenge at most."""

LONGEST_HEADING = 120
"""Characters of a title or heading that says it; a longer one is a headline."""

BOT_CHALLENGE = "bot challenge"
SOFT_404 = "soft 404"

_CHALLENGE = (
    "just a moment...|checking your browser|checking if the site connection is secure|verify you are human|"
    "verifying you are human|verify that you are human|verify you are not a robot|are you a human|"
    "are you a robot|you are not a robot|you're not a robot|you are human|attention required!|"
    "pardon our interruption|unusual traffic from|automated access|automated queries|automated requests|"
    "enable javascript and cookies to continue|complete the captcha|complete the security check|"
    "ddos protection by|security check to access|sind sie ein mensch|kein roboter sind|"
    "que vous êtes humain|que vous n'êtes pas un robot|no soy un robot|no eres un robot|"
    "non sei un robot|nie jestem robotem|nie jesteś robotem|вы не робот|проверка браузера|δεν είστε ρομπότ|"
    "安全验证|人机验证|请完成验证|訪問過於頻繁|访问过于频繁|ロボットではありません|로봇이 아닙니다"
).split("|")
"""What a challenge says, in lower case."""

_CHALLENGE_PARTS = re.compile(
    r"cf-(?:challenge|chl|turnstile|browser-verification)|challenge-(?:form|platform|running)|px-captcha|"
    r"h-captcha|g-recaptcha|captcha-(?:box|container|form)|datadome|incapsula|geetest|ddos-guard",
    re.IGNORECASE,
)
_NOT_FOUND = re.compile(
    r"(?:page|file|article|story|document|content|url|address) (?:you (?:requested|are looking for) )?"
    r"(?:was |is |could |can |does |has )?(?:not|no longer|n't|cannot be) (?:be )?"
    r"(?:found|exist|available|been found)|\bnot found\b|page (?:missing|unavailable)|"
    r"^\W*(?:error |http )?404\b|\b404\b.{0,20}(?:error|fehler|erreur|ошибка|błąd|σφάλμα|错误)|"
    r"(?:error|fehler|erreur|ошибка|błąd|σφάλμα|错误).{0,10}\b404\b|"
    r"(?:seite|artikel) (?:wurde )?nicht (?:mehr )?(?:gefunden|verfügbar|vorhanden)|"
    r"page (?:introuvable|non trouvée)|página no (?:encontrada|existe)|página não encontrada|"
    r"pagina non trovata|pagina niet gevonden|"
    r"strona nie (?:została znaleziona|istnieje)|nie znaleziono strony|"
    r"страница не (?:найдена|существует)|сторінк\w+ не (?:знайдено|існує)|η σελίδα δεν (?:βρέθηκε|υπάρχει)|"
    r"页面不存在|頁面不存在|找不到(?:该|您|此)?(?:页面|頁面|网页)|您访问的页面|文章已被?删除|"
    r"ページが見つかりません|페이지를 찾을 수 없",
    re.IGNORECASE,
)


def stand_in(page: Page) -> str:
    """``bot challenge``, ``soft 404``, or empty for any other page."""
    if page.length_sums[-1] - page.linked_length_sums[-1] > LONGEST_STAND_IN:
        return ""
    if len(page.row_spans) <= MOST_ROWS and (_says_challenge(page) or _has_challenge(page)):
        return BOT_CHALLENGE
    titles = [page.title_tag, *(heading.text for heading in page.headings[:MOST_HEADINGS])]
    if any(_NOT_FOUND.search(title) for title in titles if len(title) <= LONGEST_HEADING):
        return SOFT_404
    return ""


def _says_challenge(page: Page) -> bool:
    said = fold_space("\n".join([page.title_tag, *page.row_texts])).lower()
    return any(phrase in said for phrase in _CHALLENGE)


def _has_challenge(page: Page) -> bool:
    """Whether one of the well-known challenges is built in."""
    return any(
        _CHALLENGE_PARTS.search(f"{element.get('id') or ''} {element.get('class') or ''}")
        or _CHALLENGE_PARTS.search(element.get("action") or "")
        for element in page.elements_of("div", "form")
    )

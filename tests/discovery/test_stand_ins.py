"""Pages that stand in for another one, in many languages, and stories that only speak of such."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from newsextract.bench.corpus import find_corpora, read_corpus
from newsextract.demo import REDESIGNED, SITE_NAMES, build_site
from newsextract.discovery.page_kinds import judge_page
from newsextract.discovery.stand_ins import LONGEST_HEADING, LONGEST_STAND_IN, MOST_ROWS, stand_in
from newsextract.page import Page, read_page

CORPUS = Path(os.environ.get("NEWSEXTRACT_CORPUS", ""))
SENTENCE = "The ferry left the harbour at noon, the company said, with most of its places taken by then. "
MENU = "".join(
    f"<li><a href=/{name}>{name.title()} and all that belongs to it</a></li>" for name in "abcdefgh"
)


def page(body: str, title: str = "Harbour Post") -> Page:
    return read_page(
        f"<html><head><title>{title}</title></head><body>{body}</body></html>".encode(),
        url="https://post.example/2026/11/01/ferry-returns-to-the-north-port.html",
        header="text/html; charset=utf-8",
    )


def prose(characters: int) -> str:
    return f"<p>{SENTENCE}</p>" * (characters // len(SENTENCE) + 1)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Just a moment...", "<h1>post.example</h1><p>Please wait.</p>"),
        ("Harbour Post", "<h1>Checking your browser before accessing post.example</h1><p>Ray ID: 7d1</p>"),
        ("Harbour Post", "<p>Checking if the site connection is secure</p>"),
        ("Harbour Post", "<p>Please verify you are human by completing the action below.</p>"),
        ("Attention Required! | Cloudflare", "<h1>Sorry, you have been blocked</h1>"),
        ("Pardon Our Interruption", "<p>As you were browsing something made us think you were a bot.</p>"),
        ("Sorry", "<p>Our systems have detected unusual traffic from your computer network.</p>"),
        ("Bloomberg", "<h2>Are you a robot?</h2><p>Please click the box below.</p>"),
        ("Zugriff", "<p>Bitte bestätigen Sie, dass Sie kein Roboter sind.</p>"),
        ("Prüfung", "<h1>Sind Sie ein Mensch?</h1>"),
        ("Le Journal", "<p>Vérifiez que vous êtes humain pour continuer.</p>"),
        ("El Diario", "<p>Marque la casilla: no soy un robot</p>"),
        ("Il Giornale", "<p>Conferma che non sei un robot</p>"),
        ("Gazeta", "<p>Zaznacz: nie jestem robotem</p>"),
        ("Газета", "<p>Подтвердите, что вы не робот</p>"),
        ("Εφημερίδα", "<p>Επιβεβαιώστε ότι δεν είστε ρομπότ</p>"),
        ("日报", "<p>为了您的安全，请完成验证后继续访问</p>"),
        ("日報", "<p>訪問過於頻繁，請稍後再試</p>"),
        ("新聞", "<p>私はロボットではありません</p>"),
        ("신문", "<p>로봇이 아닙니다</p>"),
        ("post.example", '<div id="cf-challenge-running"></div><p>One more step</p>'),
        ("post.example", '<form id="challenge-form" action="/go"><p>One more step</p></form>'),
        ("post.example", '<form action="/x?__cf_chl_tk=cf-chl-1"><p>One more step</p></form>'),
        ("post.example", '<div class="g-recaptcha" data-sitekey="x"></div><p>Continue</p>'),
        ("post.example", '<div class="h-captcha"></div><p>Continue</p>'),
        ("post.example", '<div id="px-captcha"></div><p>Press and hold</p>'),
        ("post.example", f"<ul>{MENU}</ul><p>VERIFY   YOU ARE\n HUMAN</p>"),
    ],
)
def test_challenges(title: str, body: str) -> None:
    found = page(body, title)
    assert stand_in(found) == "bot challenge"
    assert judge_page(found).kind == "bot challenge"


@pytest.mark.parametrize(
    "said",
    [
        "Page not found",
        "404",
        "404 Not Found",
        "Error 404",
        "HTTP 404",
        "Oops! 404 error",
        "The page you requested could not be found",
        "The article you are looking for does not exist",
        "Sorry, this story is no longer available",
        "Page unavailable",
        "Fehler 404",
        "Seite nicht gefunden",
        "Artikel nicht mehr verfügbar",
        "Page introuvable",
        "Erreur 404",
        "Página no encontrada",
        "La página no existe",
        "Página não encontrada",
        "Pagina non trovata",
        "Pagina niet gevonden",
        "Nie znaleziono strony",
        "Strona nie istnieje",
        "Błąd 404",
        "Страница не найдена",
        "Ошибка 404",
        "Сторінку не знайдено",
        "Η σελίδα δεν βρέθηκε",
        "页面不存在",
        "找不到该页面",
        "您访问的页面不存在",
        "文章已删除",
        "頁面不存在",
        "ページが見つかりません",
        "페이지를 찾을 수 없습니다",
    ],
)
@pytest.mark.parametrize("place", ["title", "h1", "h2"])
def test_news_that_there_is_nothing_here(said: str, place: str) -> None:
    body = f"<ul>{MENU}</ul><p>Use the search, or go back to the front page.</p>"
    found = page(body, said) if place == "title" else page(f"<{place}>{said}</{place}>{body}")
    assert stand_in(found) == "soft 404"
    assert judge_page(found).kind == "soft 404"


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (
            "How captchas learned to read",
            "<h1>Verify you are human: a history of the captcha</h1><p>“Are you a robot?” asked the screen. "
            f"Most of us have heard it.</p>{prose(2_500)}",
        ),
        ("404 days", f"<h1>404 days: the siege of the north port</h1>{prose(2_500)}"),
        ("Page not found: where lost links go", f"<h1>Page not found</h1>{prose(2_500)}"),
        ("Missing ferry not found", f"<h1>Missing ferry not found after nine days</h1>{prose(2_500)}"),
        ("Fehler 404 im Rathaus", f"<h1>Fehler 404: Rathaus ohne Seite</h1>{prose(2_500)}"),
        ("Ferry returns", f"<h1>Ferry returns</h1>{prose(2_500)}<div class='g-recaptcha'></div>"),
    ],
)
def test_stories_of_robots_and_of_what_is_missing(title: str, body: str) -> None:
    found = page(body, title)
    assert stand_in(found) == ""
    assert judge_page(found).kind == "article"


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Harbour Post", "<h1>Ferry returns</h1><p>The ferry is back.</p>"),
        # 404 of something, in a short note
        ("Lottery", "<h1>Lottery: 404 tickets sold on Friday</h1><p>That is a record.</p>"),
        # only said in the text, not in a heading
        ("Police", f"<h1>Search for a yacht goes on</h1><p>The yacht was not found. {SENTENCE}</p>"),
        # a headline as long as that is one
        ("Harbour Post", f"<h1>{'Ferry after ferry goes ' * 6} and one is not found</h1><p>So it is.</p>"),
        # the sixth heading is that of a teaser
        ("Harbour Post", "".join(f"<h2>Teaser number {n}</h2>" for n in range(5)) + "<h2>Not found</h2>"),
        # many rows are a section page, with a box for robots somewhere
        ("Harbour Post", "<p>Row of a list</p>" * (MOST_ROWS + 1) + "<div class='g-recaptcha'></div>"),
        ("", ""),
    ],
)
def test_short_pages_that_are_what_they_are(title: str, body: str) -> None:
    assert stand_in(page(body, title)) == ""


def test_bounds() -> None:
    assert len("Ferry after ferry goes " * 6) > LONGEST_HEADING
    assert stand_in(page(f"<h1>Page not found</h1>{prose(LONGEST_STAND_IN * 4 // 3)}")) == ""
    assert stand_in(page(f"<h1>Page not found</h1>{prose(LONGEST_STAND_IN // 2)}")) == "soft 404"
    links = f"<p><a href=/1>{SENTENCE}</a></p>" * 60  # what leads elsewhere says nothing of this page
    assert stand_in(page(f"<h1>Page not found</h1>{links}")) == "soft 404"


@pytest.mark.parametrize("name", [*SITE_NAMES, REDESIGNED])
def test_no_page_of_the_demo_is_one(name: str) -> None:
    site = build_site(name)
    pages = [
        read_page(answer.body, url=site.base + path, header=answer.content_type)
        for path, answer in site.pages.items()
        if answer.content_type.startswith("text/html") and answer.status == 200
    ]
    assert len(pages) > 50
    assert {found.url: stand_in(found) for found in pages if stand_in(found)} == {}


def labelled() -> Iterator[tuple[str, Page]]:
    """Every labelled article of every set, with its name."""
    for folder in find_corpora(CORPUS):
        corpus = read_corpus(folder)
        for case in dict.fromkeys((*corpus.cases, *corpus.judged)):
            if case.is_article is not False and (case.is_article or case.body or case.wanted):
                yield f"{corpus.name}/{case.id}", read_page(case.read_page(), url=case.url)


@pytest.mark.skipif(not os.environ.get("NEWSEXTRACT_CORPUS"), reason="NEWSEXTRACT_CORPUS names no corpora")
def test_no_labelled_article_is_one() -> None:
    found = {name: stand_in(one) for name, one in labelled()}
    assert len(found) > 500
    assert {name: kind for name, kind in found.items() if kind} == {}

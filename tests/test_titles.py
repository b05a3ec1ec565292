"""Titles: which strings can be one, and Algorithm 2's order between the places that hold them."""

from __future__ import annotations

import pytest

from newsextract.page import read_page
from newsextract.titles import (
    LONGEST_TITLE,
    META_TITLES,
    NO_TITLE,
    STOCK_PHRASES,
    Title,
    find_title,
    head_titles,
    is_cut_off,
    is_usable,
    nearest,
)


@pytest.mark.parametrize(
    "text",
    [
        "Ferry returns to the north port",
        "习近平",
        "油价",
        "Что дальше с портом",
        "Más de mil barcos",
        "More boats than ever",
        "Video shows the storm",
        "2024: a year at sea",
        "EU",
        "[图] 台风登陆",
        "Who pays?",
        "x" * LONGEST_TITLE,
    ],
)
def test_usable(text: str) -> None:
    assert is_usable(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "x", "中"),
        *("12", "2024-02-29", "12:30", "...", "—", "!!!", "__", "»", "100 %", "٣٤"),
        "x" * (LONGEST_TITLE + 1),
        *("more", "More", "MORE", "Read more", "Read more »", "read more...", "[more]", "(More)", "> More"),
        *("weiterlesen", "Mehr", "Lire la suite", "Leer más", "leggi tutto", "Czytaj więcej", "Подробнее"),
        *(
            "Читать далее",
            "Περισσότερα",
            "更多",
            "[图]",
            "【组图】",
            "（视频）",
            "查看全文",
            "详细",
        ),
        *("続きを読む", "더보기", "Continue reading…", "- Comments -", "Home:"),
        *(
            "Government to rev...",
            "Government to rev…",
            "Government to..",
            "台风登陆……",
            "Ferry returns [...]",
        ),
    ],
)
def test_abnormal(text: str) -> None:
    assert not is_usable(text)


@pytest.mark.parametrize("phrase", sorted(STOCK_PHRASES))
def test_stock_phrases_are_abnormal_in_any_case_and_bracket(phrase: str) -> None:
    assert not is_usable(phrase)
    assert not is_usable(f"[{phrase.title()}]")
    assert not is_usable(f"{phrase} »")


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Government to rev...", True),
        ("Government to rev..", True),
        ("Government to rev…", True),
        ("Government to rev ... ", True),
        ("Government to rev[…]", True),
        ("Government to rev [...]", True),
        ("台风登陆……", True),
        ("Government to review.", False),
        ("Wait... what", False),
        ("… and then", False),
        ("", False),
        ("...", True),
    ],
)
def test_cut_off(text: str, cut: bool) -> None:
    assert is_cut_off(text) == cut


@pytest.mark.parametrize("mark", [".", "…", " ", "[", ".. ", "[...] "])
def test_long_runs_of_marks_come_to_an_end(mark: str) -> None:
    assert not is_cut_off(mark * (100_000 // len(mark)) + "x")


STORY = "Ferry returns to north port after storm"
PAGE = f"""<html><head><title>{STORY} | The Harbour Post</title></head><body>
<h1>The Harbour Post</h1><h2>Ferry returns to north port after the storm</h2><h3>Weather</h3>
<div id="title">From the element</div></body></html>"""


def title(html: str, *candidates: str) -> Title:
    return find_title(read_page(html), candidates)


@pytest.mark.parametrize(
    ("html", "candidates", "expected"),
    [
        # 1. the anchor
        (PAGE, ["Boat is back"], Title("Boat is back", "anchor")),
        (PAGE, ["more", "12", "", "Boat is back", "Other"], Title("Boat is back", "anchor")),
        (PAGE, ["  Boat \n is\tback "], Title("Boat is back", "anchor")),
        (PAGE, ["Ferry ret...", "Boat is back"], Title("Boat is back", "anchor")),
        # 2. the heading nearest to the head's title
        (PAGE, [], Title("Ferry returns to north port after the storm", "heading")),
        (PAGE, ["more", "[图]"], Title("Ferry returns to north port after the storm", "heading")),
        ("<title>A ferry</title><h1>more</h1><h2>Ferries</h2>", [], Title("Ferries", "heading")),
        (
            "<title>Alpha beta</title><h2>Alpha bets</h2><h1>Alpha bet</h1>",
            [],
            Title("Alpha bets", "heading"),
        ),
        # only the head speaks
        ("<title>A ferry</title><p>x", [], Title("A ferry", "head")),
        ("<title>A ferry</title><h1>12</h1><h2>More</h2>", [], Title("A ferry", "head")),
        # 3. elements whose id or class says title
        ("<div id=title>A ferry</div>", [], Title("A ferry", "element")),
        ("<div id=title_main>A ferry</div>", [], Title("A ferry", "element")),
        ("<div id=storytitle>A ferry</div>", [], Title("A ferry", "element")),
        ("<div class='title big'>A ferry</div>", [], Title("A ferry", "element")),
        ("<div class=titles><span>A</span> <b>ferry</b></div>", [], Title("A ferry", "element")),
        ("<div id=title>more</div><div class=title>A ferry</div>", [], Title("A ferry", "element")),
        ("<h1>Any heading</h1><div id=title>A ferry</div>", [], Title("A ferry", "element")),
        ("<title>12</title><h1>Any heading</h1><div id=title>A ferry</div>", [], Title("A ferry", "element")),
        # a heading is better than nothing
        ("<h2>Any heading</h2><h1>Another</h1>", [], Title("Any heading", "heading")),
        # 4. none
        ("<div class=subtitle>A ferry</div><p id=t>x", [], NO_TITLE),
        ("<div class='big title'>A ferry</div>", [], NO_TITLE),
        ("<p>x", ["more"], NO_TITLE),
        ("", [], NO_TITLE),
        ("", ["A ferry"], Title("A ferry", "anchor")),
        ("", ["A fer..."], NO_TITLE),
    ],
)
def test_order(html: str, candidates: list[str], expected: Title) -> None:
    assert title(html, *candidates) == expected


ALPHA = "<title>Alpha beta</title>"
STORM = "<title>Storm hits town - Post</title>"


@pytest.mark.parametrize(
    ("html", "anchor", "expected"),
    [
        # the heading that the anchor begins, not the one nearest to the title tag
        (
            f"{ALPHA}<h1>Alpha</h1><h2>Storm hits town</h2>",
            "Storm hi...",
            Title("Storm hits town", "heading"),
        ),
        (f"{ALPHA}<h1>Alpha</h1><h2>Storm hits town</h2>", "STORM HI…", Title("Storm hits town", "heading")),
        (f"{ALPHA}<h1>Storm hits town</h1>", "Storm hi [...]", Title("Storm hits town", "heading")),
        (f"{STORM}<h1>Alpha</h1>", "Storm h…", Title("Storm hits town - Post", "head")),
        (f"{STORM}<h1>Storm hits town</h1>", "Storm h…", Title("Storm hits town", "heading")),
        ("<title>台风登陆广东</title><p>x", "台风登陆……", Title("台风登陆广东", "head")),
        (f'{ALPHA}<meta name="og:title" content="Storm hits">', "Storm..", Title("Storm hits", "head")),
        # nothing begins so: as if there were no anchor
        (f"{ALPHA}<h1>Gamma</h1><h2>Alpha</h2>", "Storm hi...", Title("Alpha", "heading")),
        (f"{ALPHA}<h1>Gamma</h1><h2>Alpha</h2>", "...", Title("Alpha", "heading")),
        (f"{ALPHA}<h1>Gamma</h1><h2>Alpha</h2>", "G...", Title("Alpha", "heading")),
    ],
)
def test_cut_off_anchors_are_completed(html: str, anchor: str, expected: Title) -> None:
    assert title(html, anchor) == expected


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


@pytest.mark.parametrize(
    ("head", "titles"),
    [
        ("", []),
        ("<title>Tag title</title>", ["Tag title"]),
        (meta("og:title", "Open title") + "<title>Tag title</title>", ["Tag title", "Open title"]),
        ("".join(meta(name, name * 2) for name in reversed(META_TITLES)), [name * 2 for name in META_TITLES]),
        (meta("og:title", "First one") + meta("og:title", "Second one"), ["First one"]),
        ("<title>12</title>" + meta("twitter:title", "more") + meta("headline", "A ferry"), ["A ferry"]),
        (meta("OG:Title", " A \n ferry "), ["A ferry"]),
        (meta("description", "A ferry") + meta("author", "B"), []),
    ],
)
def test_head_titles(head: str, titles: list[str]) -> None:
    assert head_titles(read_page(f"<head>{head}</head><body><p>x")) == titles


@pytest.mark.parametrize(
    ("texts", "target", "expected"),
    [
        (["abc"], "xyz", "abc"),
        (["abd", "abc"], "abc", "abc"),
        (["abd", "abe"], "abc", "abd"),  # both one away: the first
        (["a much longer heading", "ab"], "abc", "ab"),
    ],
)
def test_nearest(texts: list[str], target: str, expected: str) -> None:
    assert nearest(texts, target) == expected

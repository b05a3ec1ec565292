"""What a link says, and which of it can be a headline."""

from __future__ import annotations

import pytest

from newsextract.discovery.link_words import (
    ATTRIBUTE,
    CUT_OFF,
    HEADING,
    LONGEST_DENSE_HEADLINE,
    LONGEST_HEADLINE,
    MOST_INSIDE,
    NO_HEADLINE,
    SENTENCE_WORDS,
    SHORT,
    TEXT,
    Saying,
    beside,
    is_headline,
    is_summary,
    sayings,
    trimmed,
)
from newsextract.page import read_page

HEADLINE = "Ferry returns to the north port"
SUMMARY = "The old ferry came back on Monday after two years of repairs, and its crew was glad to see home."


def said(link: str) -> list[Saying]:
    page = read_page(link)
    (anchor,) = page.anchors
    return sayings(page, anchor)


def test_the_summary_of_these_tests_is_one() -> None:
    # 19 words and a full stop
    assert is_summary(SUMMARY)


@pytest.mark.parametrize(
    "text", [HEADLINE, "台风登陆福建沿海", "EU", "Harbour 7 reopens", "More boats than ever", "Who pays?"]
)
def test_headlines(text: str) -> None:
    assert is_headline(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "more", "Read more »", "[图]", "12", "...", "详细", "Ferry returns to the nor..."),
        *(
            "12 comments",
            "Comments (12)",
            "(3) comments / new",
            "569 Kommentare",
            "49 Reactions. Click to see",
        ),
        *("Read more about the ferry", "Continue reading: ferry", "Lire la suite de la story", "阅读全文>>"),
        SUMMARY,
    ],
)
def test_no_headlines(text: str) -> None:
    assert not is_headline(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" ".join(["boat"] * LONGEST_HEADLINE), False),
        (" ".join(["boat"] * (LONGEST_HEADLINE + 1)), True),
        ("船" * LONGEST_DENSE_HEADLINE, False),
        ("船" * (LONGEST_DENSE_HEADLINE + 1), True),
        (" ".join(["boat"] * SENTENCE_WORDS) + ".", True),
        (" ".join(["boat"] * SENTENCE_WORDS), False),
        (" ".join(["boat"] * (SENTENCE_WORDS - 1)) + ".", False),
        (" ".join(["boat"] * SENTENCE_WORDS) + " in the U.S.", False),
    ],
)
def test_summaries(text: str, expected: bool) -> None:
    assert is_summary(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"12:30 {HEADLINE}", HEADLINE),
        (f"[09:05:11] {HEADLINE}", HEADLINE),
        (f"12:30 | {HEADLINE}", HEADLINE),
        (f"{HEADLINE} »", HEADLINE),
        (f"{HEADLINE} ►", HEADLINE),
        ("12:30", "12:30"),
        ("Mayor calls it « a grave matter »", "Mayor calls it « a grave matter »"),
        ("9/11 memorial opens", "9/11 memorial opens"),
        (HEADLINE, HEADLINE),
    ],
)
def test_trimmed(text: str, expected: str) -> None:
    assert trimmed(text) == expected


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        (f"<a href=/x>{HEADLINE}</a>", [(HEADLINE, TEXT)]),
        (f"<h2><a href=/x>{HEADLINE}</a></h2>", [(HEADLINE, HEADING)]),
        (f"<h3><span><b><a href=/x>{HEADLINE}</a></b></span></h3>", [(HEADLINE, HEADING)]),
        ("<a href=/x>Ferry returns<br>to the north port</a>", [(HEADLINE, TEXT)]),
        ("<a href=/x>Ferry <b>returns</b> to the <i>north</i> port</a>", [(HEADLINE, TEXT)]),
        ("<a href=/x>Sport</a>", [("Sport", SHORT)]),
        ("<a href=/x>24 May 2019</a>", [("24 May 2019", NO_HEADLINE)]),
        ("<a href=/x>more</a>", [("more", NO_HEADLINE)]),
        ("<a href=/x>[3]</a>", [("[3]", NO_HEADLINE)]),
        (f"<a href=/x>{SUMMARY}</a>", [(SUMMARY, NO_HEADLINE)]),
        ("<a href=/x>Ferry returns to the nor...</a>", [("Ferry returns to the nor...", CUT_OFF)]),
        ("<a href=/x>...</a>", [("...", NO_HEADLINE)]),
        ("<a href=/x></a>", []),
        # pictures have a caption, which is no headline
        ("<a href=/x><img alt='A ferry at the pier'></a>", [("A ferry at the pier", NO_HEADLINE)]),
        ("<a href=/x><img alt=''><img></a>", []),
    ],
)
def test_one_line(link: str, expected: list[tuple[str, int]]) -> None:
    assert said(link) == expected


@pytest.mark.parametrize(
    "link",
    [
        f"<a href=/x><img alt='Pier'><p>Sport</p><h3>{HEADLINE}</h3><p>{SUMMARY}</p><time>12:30</time></a>",
        f"<a href=/x><h4>Sport</h4><h2>{HEADLINE}</h2><p>{SUMMARY}</p></a>",
        f"<a href=/x><div>Sport</div><div class='card__title'>{HEADLINE}</div><p>{SUMMARY}</p></a>",
        f"<a href=/x><h3><div>Sport</div><div>{HEADLINE}</div></h3><p>Boats wait at the long pier</p></a>",
    ],
)
def test_the_heading_is_the_headline_of_a_card(link: str) -> None:
    found = said(link)
    assert [saying for saying in found if saying.rank != NO_HEADLINE] == [(HEADLINE, HEADING)]
    assert ("Sport", NO_HEADLINE) in found


@pytest.mark.parametrize(
    "link",
    [
        f"<a href=/x><div>Sport</div><div>{HEADLINE}</div><p>{SUMMARY}</p><div>3 hours ago</div></a>",
        f"<a href=/x><p>{SUMMARY}</p><p>{HEADLINE}</p></a>",
        f"<a href=/x><time>12:30</time> {HEADLINE}</a>",
        f"<a href=/x><span class='story-kicker'>Sport</span> <span>{HEADLINE}</span></a>",
        f"<a href=/x><span>{HEADLINE}</span> <span class='blurb'>Its crew is glad</span></a>",
    ],
)
def test_cards_without_a_heading(link: str) -> None:
    found = said(link)
    assert [saying for saying in found if saying.rank != NO_HEADLINE] == [(HEADLINE, TEXT)]
    assert len(found) > 1


def test_words_stand_in_page_order() -> None:
    link = f"<a href=/x title='Boats'><img alt='Pier'><div>Sport</div><h3>{HEADLINE}</h3><p>{SUMMARY}</p></a>"
    assert [saying.text for saying in said(link)] == ["Sport", HEADLINE, SUMMARY, "Boats", "Pier"]


@pytest.mark.parametrize(
    ("text", "title", "rank"),
    [
        ("", HEADLINE, ATTRIBUTE),
        ("more", HEADLINE, ATTRIBUTE),
        ("more", f"Permanent link to {HEADLINE}", ATTRIBUTE),
        ("Harbour reopens for all the boats", HEADLINE, ATTRIBUTE),
        # what was cut off is completed, and what was not is not
        ("Ferry returns to...", HEADLINE, ATTRIBUTE),
        ("Ferry returns to the", HEADLINE, TEXT),
        ("Ferry returns", "Ferry returns - the whole story in pictures", NO_HEADLINE),
        ("Ferry", "Ferry and boat and pier and port and all", NO_HEADLINE),
        (HEADLINE, f"Video: {HEADLINE}", NO_HEADLINE),
        ("", "Sport", NO_HEADLINE),
        ("", SUMMARY, NO_HEADLINE),
    ],
)
@pytest.mark.parametrize("attribute", ["title", "aria-label"])
def test_attributes(attribute: str, text: str, title: str, rank: int) -> None:
    found = said(f"<a href=/x {attribute}='{title}'>{text}</a>")
    shown = title.removeprefix("Permanent link to ") if attribute == "title" else title
    assert found[-1] == (shown, rank)


def test_an_attribute_that_repeats_the_text_is_no_second_saying() -> None:
    assert said(f"<a href=/x title='{HEADLINE}' aria-label='{HEADLINE}'>{HEADLINE}</a>") == [(HEADLINE, TEXT)]


def test_a_whole_page_in_a_link_is_not_read_to_its_end() -> None:
    found = said(
        "<a href=/x>" + "".join(f"<p>Line {n} of the page</p>" for n in range(2 * MOST_INSIDE)) + "</a>"
    )
    assert len(found) == MOST_INSIDE


@pytest.mark.parametrize(
    ("card", "is_card", "expected"),
    [
        (f"<p>{HEADLINE}</p>{{}}", True, HEADLINE),
        (f"<p>{HEADLINE}</p>{{}}", False, HEADLINE),
        (f"<p>Sport</p><p>{HEADLINE}</p><p>{SUMMARY}</p>{{}}", False, HEADLINE),
        (f"<p>The long new pier opens today at noon</p><h3>{HEADLINE}</h3>{{}}", False, HEADLINE),
        # one short line can be the headline of a list item, but not that of any box
        ("<p>Storm</p>{}", True, "Storm"),
        ("<p>Storm</p>{}", False, ""),
        ("<h3>Latest</h3>{}", False, ""),
        ("<h3>Storm</h3>{}", True, "Storm"),
        ("<p>Storm</p><p>Sport</p>{}", True, ""),
        (f"<p>{SUMMARY}</p>{{}}", True, ""),
        ("{}", True, ""),
    ],
)
def test_beside(card: str, is_card: bool, expected: str) -> None:
    page = read_page(f"<div>{card.format('<a href=/x>more</a>')}</div>")
    (container,) = page.numbers_of("div")
    assert beside(page, container, is_card=is_card) == expected

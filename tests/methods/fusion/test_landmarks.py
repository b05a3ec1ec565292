"""Where a page's own words about itself stand."""

from __future__ import annotations

import json

import pytest

from newsextract.methods.fusion.landmarks import MOST_TITLE_WORDS, SHORTEST_BODY, Landmarks, find_landmarks
from newsextract.methods.fusion.rows import measured_rows
from newsextract.page import read_page

HEADLINE = "Ferry returns to the harbour"
LINES = [f"The {ship} left the harbour at noon, said the company on Monday." for ship in ("ferry", "yacht")]


def landmarks(markup: str, title: str = "") -> Landmarks:
    page = read_page(markup)
    return find_landmarks(page, title, measured_rows(page))


def rows(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


@pytest.mark.parametrize(
    ("title", "texts", "shares"),
    [
        # looked for are ferry, returns and harbour: words of four letters and more
        (HEADLINE, ["the", "A ferry", "FERRY RETURNS", HEADLINE, "to the"], [0, 1 / 3, 2 / 3, 1, 0]),
        ("Ferry, ferry, FERRY!", ["ferry", "boat"], [1, 0]),
        # with short words only, these count
        ("It is on", ["it was", "it is on", "off"], [1 / 3, 1, 0]),
        ("", ["ferry"], [0]),
        ("—", ["ferry —"], [0]),
        # pairs of characters in scripts without spaces: 灯会 会开 开幕
        ("灯会开幕", ["灯会", "开幕的灯会", "灯会开幕了", "幕"], [1 / 3, 2 / 3, 1, 0]),
        # of many words the first
        (
            " ".join(f"word{number:02}" for number in range(MOST_TITLE_WORDS + 1)),
            ["word00", f"word{MOST_TITLE_WORDS:02}"],
            [1 / MOST_TITLE_WORDS, 0],
        ),
    ],
)
def test_title_words(title: str, texts: list[str], shares: list[float]) -> None:
    assert landmarks(rows(*texts), title).title_words.tolist() == pytest.approx(shares)


@pytest.mark.parametrize(
    ("texts", "is_title", "first", "last"),
    [
        (["news", "sport"], [False, False], -1, -1),
        ([HEADLINE], [True], 0, 0),
        (["news", HEADLINE, "text", HEADLINE.upper(), "end"], [False, True, False, True, False], 1, 3),
        # two of three words are not enough
        (["the ferry returns", "x"], [False, False], -1, -1),
        # all its words, but in a line that is much longer
        ([HEADLINE + " and " + "so on " * 20, HEADLINE], [False, True], 1, 1),
    ],
)
def test_rows_that_are_the_title(texts: list[str], is_title: list[bool], first: int, last: int) -> None:
    found = landmarks(rows(*texts), HEADLINE)
    assert found.is_title.tolist() == is_title
    assert (found.first_title, found.last_title) == (first, last)


@pytest.mark.parametrize(
    ("markup", "heading"),
    [
        (rows("a", "b"), -1),
        ("<h1>Ferry</h1>" + rows("a"), 0),
        (rows("a", "b") + "<h1>Ferry</h1>" + rows("c"), 2),
        (rows("a") + "<h2>News</h2><h1>Ferry</h1>", 2),
        (rows("a") + "<h2>News</h2>", -1),
        # one without text is none, and of several the first counts
        (rows("a") + "<h1><img></h1>" + rows("b") + "<h1>Ferry</h1><h1>Boat</h1>", 2),
        # one of several lines, and one of several pieces
        (rows("a") + "<h1>Ferry<br>returns</h1>" + rows("b"), 1),
        (rows("a", "b <i>c</i>") + "<h1><b>Ferry</b> <i>returns</i></h1>" + rows("d"), 2),
    ],
)
def test_heading(markup: str, heading: int) -> None:
    assert landmarks(markup).heading == heading


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("", -1),
        (meta("description", LINES[1]), 2),
        (meta("og:description", LINES[1]), 2),
        (meta("twitter:description", LINES[1]), 2),
        (meta("description", LINES[1].upper()), 2),
        (meta("description", LINES[1].replace(" ", " \n ")), 2),
        # cut off anywhere behind its beginning
        (meta("description", LINES[1][:32] + "..."), 2),
        (meta("description", LINES[1][:20]), 2),
        (meta("description", "The yacht"), -1),  # too short to tell
        (meta("description", "Nothing of this stands on the page"), -1),
        # of two with one name the first counts; another name helps where one does not
        (meta("description", LINES[1]) + meta("description", LINES[0]), 2),
        (meta("og:description", "Nothing of this stands on the page") + meta("description", LINES[0]), 1),
        (meta("og:description", LINES[0]) + meta("description", LINES[1]), 1),
    ],
)
def test_description(head: str, row: int) -> None:
    assert landmarks(f"<head>{head}</head><body>" + rows("News", *LINES, "End")).description == row


LONG_BODY = " ".join([*LINES, "x" * SHORTEST_BODY])


def script(source: str, kind: str = "application/ld+json") -> str:
    return f'<script type="{kind}">{source}</script>'


@pytest.mark.parametrize(
    ("head", "declared"),
    [
        ("", False),
        (script(json.dumps({"@type": "NewsArticle", "articleBody": LONG_BODY})), True),
        (script(json.dumps({"@graph": [{"articleBody": LONG_BODY}]}, indent=2)), True),
        (script(json.dumps({"articleBody": "\n\t".join([*LINES, LONG_BODY])})), True),
        (script(json.dumps({"articleBody": f"<p>{LINES[0]}</p><p>{LINES[1]}</p>{LONG_BODY}"})), True),
        # the JSON around it is broken, or the body has line ends that JSON does not allow
        (script('{"author": "A" "B", "articleBody": ' + json.dumps(LONG_BODY)), True),
        (script('{"articleBody": "' + LONG_BODY.replace("noon, ", "noon,\n") + '"}'), True),
        # an escape that does not exist; the other script has a good one
        (script('{"articleBody": "' + LONG_BODY + '\\x"}'), False),
        (
            script('{"articleBody": "' + LONG_BODY + '\\x"}')
            + script(json.dumps({"articleBody": LONG_BODY})),
            True,
        ),
        # a summary, and one of several
        (script(json.dumps({"articleBody": LINES[0]})), False),
        (script(json.dumps([{"articleBody": LINES[0]}, {"articleBody": LONG_BODY}])), True),
        # cut off, of another type, and no string
        (script('{"articleBody": "' + LONG_BODY), False),
        (script(json.dumps({"articleBody": LONG_BODY}), "text/template"), False),
        (script('{"articleBody": ["' + LONG_BODY + '"]}'), False),
    ],
)
def test_declared_body(head: str, declared: bool) -> None:
    found = landmarks(f"<head>{head}</head><body>" + rows("Said the", *LINES, "Imprint and so on, in full."))
    assert found.body_declared is declared
    # the first row is in the body, too, but too short to tell
    assert found.in_body.tolist() == [False, declared, declared, False]


def test_markup_in_the_declared_body_is_looked_through() -> None:
    body = f"<p>The <b>ferry</b> {LINES[0].removeprefix('The ferry ')}</p><p>{'x' * SHORTEST_BODY}</p>"
    found = landmarks(f"<head>{script(json.dumps({'articleBody': body}))}</head><body>" + rows(*LINES))
    assert found.in_body.tolist() == [True, False]


def test_a_quote_in_the_declared_body_does_not_end_it() -> None:
    lines = ['"Never again", said the captain of the ferry.', *LINES]
    head = script(json.dumps({"articleBody": " ".join([*lines, LONG_BODY])}))
    found = landmarks(f"<head>{head}</head><body>" + rows(*lines))
    assert found.in_body.tolist() == [True, True, True]


def test_letters_that_are_longer_in_lower_case_do_not_shift_the_rows() -> None:
    head = f"<head>{meta('description', LINES[1])}</head><body>"
    texts = ["İİİİ İİİİ", *LINES, "İ", HEADLINE]
    found = landmarks(head + rows(*texts), HEADLINE)
    assert found.description == 2
    assert (found.first_title, found.last_title) == (4, 4)
    assert found.title_words.tolist() == pytest.approx([0, 2 / 3, 1 / 3, 0, 1])

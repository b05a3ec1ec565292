"""``extract`` from end to end: always an article, never an exception, always text that can be written out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import newsextract
from newsextract import Article, Limits, extract, methods
from newsextract.errors import NewsextractError, UnknownMethodError
from newsextract.page import read_page
from newsextract.reading import article_of, read_article
from newsextract.reading import extract as extract_in_place
from newsextract.site.rules import Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.view import SiteView

PARAGRAPHS = [
    "The ferry to the north port returned on Monday after nine days, and the first passengers said that "
    "they had almost given up hope. The harbour office had closed the ferry line when the storm tore away "
    "two landing stages.",
    "Captain Lena Ortmann, who has steered the ferry for eleven years, called the repair of the port “a "
    "small wonder”. Divers worked at night, she said, because the tide left them four hours, "
    "and all others waited.",
    "The council will decide in March whether the port gets a third landing stage. It would cost 2.4 "
    "million, which is more than the ferry earns in a year; the storm, however, showed "
    "what its absence costs.",
]

MENU = "".join(
    f'<li><a href="/{name}">{name.title()}</a></li>' for name in ("news", "sport", "weather", "culture")
)
TEASERS = "".join(
    f'<li><a href="/s{number}">{text}</a></li>'
    for number, text in enumerate(
        ("Market hall reopens", "Bus fares rise", "New pool planned", "Rowers win cup")
    )
)
BODY = "\n".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
HEADLINE = "Ferry to the north port returns after the storm"
PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{HEADLINE} - Harbour Post</title>
<style>p {{ margin: 0 }}</style><script>var page = "<p>script text</p>";</script></head>
<body><header><div class="logo"><a href="/">Harbour Post</a></div><nav><ul>{MENU}</ul></nav></header>
<main><article><h1>{HEADLINE}</h1><div class="byline">By Iris Tan</div>
<div class="story">
{BODY}
</div></article>
<aside><h3>Also read</h3><ul>{TEASERS}</ul></aside></main>
<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> <span>Harbour Post 2026</span></footer>
</body></html>"""


@pytest.mark.parametrize("method", methods())
def test_every_method_finds_the_paragraphs_of_an_ordinary_page(method: str) -> None:
    article = extract(PAGE, method=method)
    assert [paragraph for paragraph in PARAGRAPHS if paragraph in article.paragraphs] == PARAGRAPHS
    assert article.page_state == "article"
    assert article.method == method
    assert article.title == HEADLINE
    assert "script text" not in article.text


def test_the_default_method_leaves_menus_and_footers_out() -> None:
    text = extract(PAGE).text
    assert [word for word in ("Weather", "Bus fares rise", "Imprint", "Privacy") if word in text] == []


def test_method_names() -> None:
    assert methods() == [
        *(
            "fusion",
            "cedst-plus",
            "cedst-nc",
            "cedst",
            "cedst-tf",
            "cepf-es",
            "cepf-e",
            "cepf-s",
            "cepf-es-select",
        ),
        *("twcem", "twcem-microblog", "vbptc", "density", "cetr", "cepr", "cetd", "mcstd"),
    ]
    assert extract(PAGE) == extract(PAGE, method=methods()[0])
    assert extract(PAGE).method == methods()[0]


def test_the_list_of_names_is_the_callers_own() -> None:
    methods().clear()
    assert methods()


@pytest.mark.parametrize("name", ["", "CEPF-ES", "cepf_es", "nothing", "cepf-es "])
def test_unknown_methods_are_an_error_that_names_the_known(name: str) -> None:
    with pytest.raises(UnknownMethodError, match=r"choose one of: fusion, cedst-plus, .*mcstd") as raised:
        extract(PAGE, method=name)
    assert repr(name) in str(raised.value)
    assert isinstance(raised.value, NewsextractError)
    assert isinstance(raised.value, ValueError)


def test_the_public_name_is_the_function_of_this_module() -> None:
    assert newsextract.extract is extract_in_place


DEEP = "<div>" * 3_000


@pytest.mark.parametrize(
    ("html", "limits", "state", "reason"),
    [
        (PAGE, Limits(), "article", ""),
        ("", Limits(), "empty", "the page shows no text"),
        (b"", Limits(), "empty", "the page shows no text"),
        (" \n", Limits(), "empty", "the page shows no text"),
        ("<!-- x -->", Limits(), "empty", "the page shows no text"),
        ("<title>Only a title</title>", Limits(), "empty", "the page shows no text"),
        ("<script>x</script><style>y</style>", Limits(), "empty", "the page shows no text"),
        (b"%PDF-1.4", Limits(), "refused", "not a web page but a PDF file"),
        (PAGE, Limits(max_bytes=99), "too large", "more than max_bytes=99"),
        (PAGE, Limits(max_tags=3), "too large", f"{PAGE.count('<')} tags, above max_tags=3"),
        (
            "<p a b c d e>x",
            Limits(max_attributes=4, attribute_scan_bytes=0),
            "refused",
            "a tag with 5 attributes, above max_attributes=4",
        ),
    ],
)
@pytest.mark.parametrize("method", ["cepf-es", "vbptc"])
def test_states(html: bytes | str, limits: Limits, state: str, reason: str, method: str) -> None:
    article = extract(html, url="https://n.example/a", method=method, limits=limits)
    assert (article.page_state, article.state_reason, article.truncated) == (state, reason, False)
    assert bool(article.text) == (state == "article")
    assert (article.url, article.method) == ("https://n.example/a", method)


def test_text_that_the_method_does_not_keep() -> None:
    article = extract("<p>.", method="vbptc")  # no words, so no block scores
    assert (article.text, article.page_state) == ("", "empty")
    assert article.state_reason == "the method kept none of the page's text"


@pytest.mark.parametrize(("html", "state"), [(DEEP + PAGE, "article"), (DEEP, "truncated")])
def test_pages_that_the_parser_cuts_off_say_so(html: str, state: str) -> None:
    article = extract(html)
    assert article.truncated
    assert article.state_reason
    assert article.page_state == state
    assert all(paragraph in article.text for paragraph in PARAGRAPHS) == (state == "article")


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize(
    "html",
    [
        "",
        "x",
        "<p>x",
        "<a href=x>y</a>",
        "<p>.</p>" * 3,
        "<p>一。</p>",
        "<br>" * 9,
        DEEP,
        "<table>" * 9 + "x",
        "\x00",
    ],
)
def test_every_method_takes_any_page(method: str, html: str) -> None:
    article = extract(html, method=method)
    assert article.page_state in ("article", "empty", "truncated")
    assert bool(article.text) == (article.page_state == "article")


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", "utf-8"), ("utf-16", None), ("utf-8-sig", None), ("windows-1252", "windows-1252")],
)
def test_bytes_and_text_give_the_same_article(encoding: str, declared: str | None) -> None:
    page = PAGE.replace('<meta charset="utf-8">', "")
    header = f"text/html; charset={declared}" if declared else None
    from_bytes = extract(page.encode(encoding), content_type=header)
    from_text = extract(page)
    assert (from_bytes.title, from_bytes.text) == (from_text.title, from_text.text)
    assert from_bytes.encoding_source == ("header" if declared else "bom")
    assert (from_text.encoding, from_text.encoding_source) == ("", "text")


@pytest.mark.parametrize(
    ("given_title", "title"),
    [
        (None, HEADLINE),
        ("", HEADLINE),
        ((), HEADLINE),
        ([], HEADLINE),
        ("Boat is back", HEADLINE),
        (("more", HEADLINE.upper()), HEADLINE),
        ("more", HEADLINE),
        (["Ferry to the nor..."], HEADLINE),
    ],
)
def test_the_pages_own_headline_stands_whatever_the_link_said(
    given_title: str | list[str] | None, title: str
) -> None:
    assert extract(PAGE, title=given_title).title == title


NAMELESS = "<p>The boat came back to the harbour at noon, the company said, and left again at once.</p>" * 3


@pytest.mark.parametrize(
    ("given_title", "title"),
    [
        (None, ""),
        ("Boat is back", "Boat is back"),
        (["Boat is back"], "Boat is back"),
        (("more", "Boat is back"), "Boat is back"),
        ("more", ""),
        (" Boat \n is\tback ", "Boat is back"),
        ("Boat\x00 \x01is back", "Boat is back"),
        ("\x01 Boat is back", "Boat is back"),
        ("Boat \x01 is \ud800 back", "Boat is back"),
    ],
)
def test_titles_given_from_outside(given_title: str | list[str] | None, title: str) -> None:
    assert extract(NAMELESS, title=given_title).title == title


HOSTILE = [
    "\x00",
    "&#0;",
    "\x01\x02\x1f\x7f\x80\x9f",
    "&#1;&#x7f;&#x9f;",
    "\ud800",
    "\udfff\ud800",
    "&#xD800;",
    "&#55357;&#56832;",
    "&#x110000;&#99999999999999999999;",
    "\ufffe\uffff\U0001ffff",
    "&#xFFFE;&#xFFFF;",
    "\u2028\u2029\x85\x0b\x0c",
    "\u202e\u2066\u200b\ufeff",
    "</script>\x1b[31m",
]


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("as_bytes", [True, False])
def test_hostile_characters_are_never_written_out(hostile: str, as_bytes: bool) -> None:
    text = PAGE.replace("Ferry to", f"Ferry{hostile} to").replace("The ferry", f"The{hostile} ferry")
    html = text.encode("utf-8", "surrogatepass") if as_bytes else text
    article = extract(html)
    line = json.dumps(article.to_dict(), allow_nan=False, ensure_ascii=False)
    assert json.loads(line.encode()) == article.to_dict()
    written = article.title + article.text.replace("\n", "")
    assert [sign for sign in written if ord(sign) < 32 or 0x7F <= ord(sign) < 0xA0] == []
    assert [sign for sign in written if 0xD800 <= ord(sign) < 0xE000 or ord(sign) & 0xFFFE == 0xFFFE] == []
    assert "almost given up hope." in article.text
    assert "small wonder" in article.text
    assert "north port returns" in article.title


@pytest.mark.parametrize("method", methods())
def test_articles_become_strict_json(method: str) -> None:
    values = extract(PAGE, method=method).to_dict()
    assert json.loads(json.dumps(values, allow_nan=False)) == values


@pytest.mark.parametrize("method", methods())
def test_what_ran_before_does_not_matter(method: str) -> None:
    first = extract(PAGE, method=method)
    for other in (
        DEEP + "x",
        "<p>中文新闻。</p>" * 20,
        PAGE.replace("ferry", "train"),
        "",
        "<h1>A</h1><p>b.",
    ):
        extract(other, method=method, title="Another story")
    assert extract(PAGE, method=method) == first


PIECES = st.one_of(
    st.sampled_from(
        [
            *(
                "<p>",
                "</p>",
                "<div>",
                "</div>",
                "<a href=x>",
                "</a>",
                "<li>",
                "<ul>",
                "</ul>",
                "<br>",
                "<hr/>",
            ),
            *("<table>", "<tr>", "<td>", "</table>", "<h1>", "</h1>", "<title>", "</title>", "<b>", "</i>"),
            *(
                "<script>",
                "</script>",
                "<style>",
                "</style>",
                "<svg>",
                "<noscript>",
                "<textarea>",
                "</textarea>",
            ),
            *(
                "<!--",
                "-->",
                "<!",
                "<?",
                "</",
                "<",
                ">",
                "&",
                "&amp;",
                "&#xD800;",
                "&#0;",
                "&nosuch;",
                "<![CDATA[",
            ),
            *('<p class="', "<p title='", '"', "'", "=", "<html>", "</html>", "<body>", "</body>", "<head>"),
            *("<meta charset=gbk>", '<meta property="og:title" content="A story">', "<form>", "<select>"),
            *(
                "A whole sentence, with marks. ",
                "word ",
                "中文。",
                "\x00",
                "\ud800",
                "\u200b",
                "\n",
                "x" * 300,
            ),
        ]
    ),
    st.text(max_size=8),
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(pieces=st.lists(PIECES, max_size=40), method=st.sampled_from(methods()))
def test_soups_of_markup(pieces: list[str], method: str) -> None:
    html = "".join(pieces)
    article = extract(html, method=method)
    assert isinstance(article, Article)
    json.dumps(article.to_dict(), allow_nan=False, ensure_ascii=False).encode()
    assert bool(article.text) == (article.page_state == "article")
    assert all(line == line.strip() != "" for line in article.paragraphs)
    walk = read_page(html).walk
    assert all(0 <= owner < len(walk.tags) for owner in walk.owners)
    assert all(
        0 <= start <= end <= len(walk.texts)
        for start, end in zip(walk.first_text, walk.end_text, strict=True)
    )
    assert all(number < end <= len(walk.tags) for number, end in enumerate(walk.ends))
    assert len(walk.texts) == len(walk.rows) == len(walk.owners)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(body=st.binary(max_size=200), method=st.sampled_from(methods()))
def test_soups_of_bytes(body: bytes, method: str) -> None:
    article = extract(b"<p>" + body, method=method)
    json.dumps(article.to_dict(), allow_nan=False, ensure_ascii=False).encode()
    assert article.encoding


ROWS = [
    *("Harbour Post", "News", "Sport", "Weather", "Culture", HEADLINE, "By Iris Tan"),
    *PARAGRAPHS,
    *("Also read", "Market hall reopens", "Bus fares rise", "New pool planned", "Rowers win cup"),
    "Imprint Privacy Harbour Post 2026",
]


@pytest.fixture
def _plain_network(linear_network: Any, use_network: Any) -> None:
    """``fusion`` keeps what is no link and ends a sentence; its confidence is 0.5."""
    use_network(linear_network({"link share": -6.0, "ends a sentence": 4.0}, constant=-2.0))


@pytest.mark.usefixtures("_plain_network")
@pytest.mark.parametrize("method", methods())
def test_an_explanation_has_every_row_in_order(method: str) -> None:
    article = extract(PAGE, method=method)
    explanation = article.explain()
    assert [block.text for block in explanation.blocks] == ROWS
    assert tuple(block.text for block in explanation.blocks if block.kept) == article.paragraphs
    assert (explanation.method, explanation.confidence) == (method, article.confidence)
    assert any(block.speaks_for for block in explanation.blocks) == (method == "fusion")


@pytest.mark.usefixtures("_plain_network")
def test_an_explanation_of_fusion_has_chances_and_reasons() -> None:
    article = extract(PAGE, method="fusion")
    assert article.paragraphs == tuple(PARAGRAPHS)
    blocks = article.explain().blocks
    assert all(0 <= block.value <= 1 for block in blocks)
    assert all(block.kept == (block.value > 0.5) for block in blocks)
    sport, last = blocks[ROWS.index("Sport")], blocks[ROWS.index(PARAGRAPHS[-1])]
    assert [reason.evidence for reason in sport.speaks_against] == ["its links"]
    assert [reason.evidence for reason in last.speaks_for] == ["how it is spelled"]


@pytest.mark.usefixtures("_plain_network")
@pytest.mark.parametrize("method", ["fusion", "cedst-plus", "vbptc"])
@pytest.mark.parametrize("html", ["", "<script>x</script>", b"%PDF-1.4"])
def test_a_page_without_rows_is_explained_by_none(html: str | bytes, method: str) -> None:
    explanation = extract(html, method=method).explain()
    assert (explanation.method, explanation.confidence, explanation.blocks) == (method, None, ())


@pytest.mark.usefixtures("_plain_network")
@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize(
    "row",
    [
        # a method that chooses by text nodes may keep a part of a row
        "<a href=/x>A link first,</a> and then the ferry left the harbour, said the company at noon.",
        "The ferry left the harbour, said the company at noon, <a href=/x>and a link last.</a>",
    ],
)
def test_a_block_is_kept_when_a_part_of_it_is_in_the_text(row: str, method: str) -> None:
    article = extract(f"<h1>Ferry</h1><p>{row}</p><p>x</p>", method=method)
    block = article.explain().blocks[1]
    assert block.kept == ("ferry left the harbour" in article.text)


@pytest.mark.usefixtures("_plain_network")
def test_an_explanation_is_of_the_same_page_and_title() -> None:
    page = PAGE.replace('<meta charset="utf-8">', "").encode("windows-1252")
    header = "text/html; charset=windows-1252"
    article = extract(page, title="Boat is back", method="fusion", content_type=header)
    texts = [block.text for block in article.explain().blocks if block.kept]
    assert tuple(texts) == article.paragraphs
    assert "“a small wonder”" in texts[1]
    cut = extract(PAGE, method="fusion", limits=Limits(max_bytes=99))
    assert cut.explain().blocks == ()


def test_the_title_that_was_given_is_part_of_the_explanation(linear_network: Any, use_network: Any) -> None:
    use_network(linear_network({"is the title": 4.0}, constant=-1.0))
    for title, kept in ((None, [HEADLINE]), ("Market hall reopens", ["Market hall reopens"])):
        blocks = extract(PAGE, title=title, method="fusion").explain().blocks
        assert [block.text for block in blocks if block.kept] == kept


@pytest.mark.usefixtures("_plain_network")
@pytest.mark.parametrize("method", methods())
def test_only_fusion_has_a_confidence(method: str) -> None:
    assert extract(PAGE, method=method).confidence == (0.5 if method == "fusion" else None)


@pytest.mark.usefixtures("_plain_network")
@pytest.mark.parametrize(
    "html",
    ["", " ", "<title>x</title>", b"%PDF-1.4", "<p>\u200b</p>"],  # a row of which nothing is left
)
def test_without_a_text_there_is_no_confidence(html: str | bytes) -> None:
    article = extract(html, method="fusion")
    assert (article.text, article.confidence) == ("", None)


@pytest.mark.usefixtures("_plain_network")
@pytest.mark.parametrize("html", [PAGE, "<p>\u200b</p>"])
def test_an_explanation_is_as_sure_as_its_article(html: str) -> None:
    article = extract(html, method="fusion")
    assert article.explain().confidence == article.confidence


def test_a_page_that_is_asked_says_what_it_can_teach_and_is_read_the_same() -> None:
    page = read_page(PAGE, url="https://post.example/1")
    asked, not_asked = read_article(page, testifies=True), read_article(page)
    assert asked.article == not_asked.article
    assert not_asked.testimony is None
    assert asked.testimony is not None
    assert asked.testimony.url == "https://post.example/1"
    assert asked.testimony.confidence == asked.article.confidence
    assert "title" in dict(asked.testimony.fields)


@pytest.mark.parametrize("html", ["", "<script>x</script>", b"%PDF-1.4"])
def test_a_page_without_a_text_has_nothing_to_teach(html: str | bytes) -> None:
    reading = read_article(read_page(html), testifies=True)
    assert (reading.article.text, reading.testimony) == ("", None)


RULE = Rule(
    site="post.example",
    name="c1",
    content=(parse_selector("div.story"),),
    places={"title": parse_selector("h1")},
    support=6,
    confidence=1.0,
)


def test_where_a_rule_has_learned_enough_there_is_nothing_to_say() -> None:
    page = read_page(PAGE, url="https://post.example/1")
    done, growing = SiteView((RULE,)), SiteView((RULE,), growing=frozenset({RULE.key}))
    readings = [
        read_article(page, known=known, testifies=testifies)
        for known in (done, growing)
        for testifies in (True, False)
    ]
    assert [reading.testimony is not None for reading in readings] == [False, False, True, False]
    assert len({reading.article for reading in readings}) == 1
    article = readings[0].article
    assert (article.method, article.rule, article.paragraphs) == ("rule", RULE.key, tuple(PARAGRAPHS))


def test_a_rule_that_does_not_fit_leaves_the_page_to_its_own_evidence() -> None:
    known = SiteView((replace(RULE, content=(parse_selector("div.gone"),)),))
    page = read_page(PAGE)
    own = article_of(page)
    assert article_of(page, known=known) == own
    assert own.rule == ""

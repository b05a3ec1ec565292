"""What pages say about themselves, read through ``Page``."""

from __future__ import annotations

import pytest

from newsextract.page import read_page
from newsextract.page.declared import Anchor, Heading


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>A</title>", "A"),
        ("<title>\n A \t B\n</title>", "A B"),
        ("<title>A &amp; B &#8211; C</title>", "A & B – C"),
        ("<title>A <b>B</b></title>", "A <b>B</b>"),
        ("<title></title><body><svg><title>drawing</title></svg>", "drawing"),
        ("<title>A</title><body><svg><title>drawing</title></svg>", "A"),
        ("<svg><title>drawing</title></svg>", "drawing"),
        ("<title> </title>", ""),
        ("<title>A</title><title>B</title>", "A"),
        ("<p>no title", ""),
        ("", ""),
    ],
)
def test_title_tag(html: str, title: str) -> None:
    assert read_page(html).title_tag == title


@pytest.mark.parametrize(
    ("element", "values"),
    [
        ('<meta name="description" content="A">', (("description", "A"),)),
        ('<meta property="og:title" content="A">', (("og:title", "A"),)),
        ('<meta itemprop="headline" content="A">', (("headline", "A"),)),
        ('<META NAME="Author" CONTENT=" A B ">', (("author", "A B"),)),
        ('<meta name=" DC.Title " content="A">', (("dc.title", "A"),)),
        ('<meta name="a" property="b" content="c">', (("a", "c"),)),
        ('<meta name="" property="b" content="c">', (("b", "c"),)),
        ('<meta name="a" content="">', (("a", ""),)),
        ('<meta name="a" content="x &amp; &quot;y&quot;">', (("a", 'x & "y"'),)),
        ('<meta name="a" content="1"><meta name="a" content="2">', (("a", "1"), ("a", "2"))),
        ('<meta name="a">', ()),
        ('<meta content="b">', ()),
        ('<meta charset="utf-8">', ()),
        ('<meta http-equiv="refresh" content="5">', ()),
    ],
)
def test_meta(element: str, values: tuple[tuple[str, str], ...]) -> None:
    assert read_page(f"<head>{element}</head><p>x").meta == values


def test_meta_in_the_body_counts() -> None:
    page = read_page('<div itemscope><meta itemprop="datePublished" content="2020-02-29"></div>')
    assert page.meta == (("datepublished", "2020-02-29"),)


@pytest.mark.parametrize(
    ("element", "sources"),
    [
        ('<script type="application/ld+json">{"a": 1}</script>', ('{"a": 1}',)),
        ('<script type="application/ld+json; charset=utf-8">{}</script>', ("{}",)),
        ("<script type=' Application/LD+JSON '>{}</script>", ("{}",)),
        ('<script type="application/ld+json">\n"<b> &amp; \\ud83d"\n</script>', ('\n"<b> &amp; \\ud83d"\n',)),
        ('<script type="application/ld+json">not json</script>', ("not json",)),
        ('<script type="application/ld+json"></script>', ()),
        ('<script type="application/json">{}</script>', ()),
        ('<script type="text/javascript">x</script>', ()),
        ("<script>x</script>", ()),
    ],
)
def test_json_ld(element: str, sources: tuple[str, ...]) -> None:
    assert read_page(f"<head>{element}</head><p>x").json_ld == sources
    assert read_page(f"<body><p>x</p>{element}").json_ld == sources


@pytest.mark.parametrize(
    ("html", "headings"),
    [
        ("<h1>A</h1><h3>B</h3>", [(1, "A"), (3, "B")]),
        ("<h3>A</h3><h1>B</h1><h6>C</h6>", [(3, "A"), (1, "B"), (6, "C")]),
        ("<h1> A\n <b>B</b><i>C</i></h1>", [(1, "A BC")]),
        ("<h1>A<br>B</h1>", [(1, "A B")]),
        ("<h1><a href=x>A</a></h1>", [(1, "A")]),
        ("<h1><span>A</span> <span>B</span></h1>", [(1, "A B")]),
        ("<h1> </h1><h2><img src=x alt=y></h2>", []),
        ("<h1>A<script>no</script></h1>", [(1, "A")]),
        ("<h7>A</h7><header>B</header><hr><hgroup>C</hgroup>", []),
        ("<svg><h1>A</h1></svg>", []),
    ],
)
def test_headings(html: str, headings: list[tuple[int, str]]) -> None:
    assert [(heading.level, heading.text) for heading in read_page(html).headings] == headings


@pytest.mark.parametrize(
    ("html", "anchors"),
    [
        ('<a href="/x">A</a>', [("/x", "A", "")]),
        ('<a href=" /x?a=1&amp;b=2 ">A <b>B</b></a>', [("/x?a=1&b=2", "A B", "")]),
        ('<a href="x" title=" A \n B ">C</a>', [("x", "C", "A B")]),
        ('<a href="x"><img src="y" alt="z"></a>', [("x", "", "")]),
        ('<a href="x">A<br>B</a>', [("x", "A B", "")]),
        ("<a>A</a><a name=b>B</a><a href>C</a><a href=' '>D</a>", []),
        ('<a href="#">A</a><a href="javascript:b()">B</a>', [("#", "A", ""), ("javascript:b()", "B", "")]),
        ('<a href="1">A</a><p><a href="2">B</a>', [("1", "A", ""), ("2", "B", "")]),
        ('<link href="x"><area href="y">', []),
    ],
)
def test_anchors(html: str, anchors: list[tuple[str, str, str]]) -> None:
    found = read_page(html).anchors
    assert [(anchor.href, anchor.text, anchor.title) for anchor in found] == anchors


def test_elements_are_numbered_as_the_walk_numbers_them() -> None:
    page = read_page("<body><h1>A</h1><p><a href=x>B</a></p></body>")
    # html=0 body=1 h1=2 p=3 a=4
    assert page.headings == (Heading(1, "A", 2),)
    assert page.anchors == (Anchor("x", "B", "", 4),)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>A<p>B</p>C</div>", "A B C"),
        ("<div>A<b>B</b> C</div>", "AB C"),
        ("<div>  A\n\nB  </div>", "A B"),
        ("<div>A<style>no</style>B</div>", "AB"),
        ("<div></div>", ""),
    ],
)
def test_text_of(html: str, text: str) -> None:
    page = read_page(html + "<p>more")
    assert page.text_of(page.numbers_of("div")[0]) == text

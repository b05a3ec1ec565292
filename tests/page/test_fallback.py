"""The second parser: the same visible text as libxml2 on ordinary pages, all text on monstrous ones."""

from __future__ import annotations

import pytest
from lxml import etree

from newsextract.limits import DEFAULT_LIMITS
from newsextract.page.declared import json_ld, meta_values, title_tag
from newsextract.page.fallback import parse_plainly
from newsextract.page.parse import parse
from newsextract.page.walk import Walk, walk

DEPTH = DEFAULT_LIMITS.max_depth


def plainly(html: str, max_depth: int = DEPTH) -> Walk:
    return walk(parse_plainly(html, max_depth=max_depth))


def lines(found: Walk) -> list[str]:
    """The text of each row, white space folded."""
    rows: dict[int, str] = {}
    for text, row in zip(found.texts, found.rows, strict=True):
        rows[row] = rows.get(row, "") + text
    return [" ".join(line.split()) for line in rows.values()]


def depths(found: Walk) -> list[int]:
    values: list[int] = []
    for parent in found.parents:
        values.append(values[parent] + 1 if parent >= 0 else 1)
    return values


ARTICLE = """<!DOCTYPE html>
<html lang="en"><head><title>Tide table &amp; ferries</title><meta charset="utf-8">
<style>p > b { color: red }</style><script>if (1 < 2 && "<p>no</p>") go();</script></head>
<body><nav><ul><li><a href="/">Home</a><li><a href='/sea?a=1&amp;b=2'>Sea &amp; ports</a></ul></nav>
<h1>Ferry <em>returns</em></h1><p>The first boat left at 06:00 &ndash; on time.<p>Captain&nbsp;Ma said:
&ldquo;At last&rdquo;.<br>She waved.<img src="a.jpg" alt="a > b"><hr>
<table><tr><th>Port<th>Time<tr><td>North<td>06:00<tr><td>South<td>07:30</table>
<!-- <p>not shown</p> --><footer>Imprint</footer></body></html>"""

SAME_AS_LIBXML2 = [
    ARTICLE,
    "<p>a &lt; b &amp;&amp; c &gt; d &copy; &eacute; &#233; &#xe9; &nbsp; &hellip; &#128512;</p>",
    "<p>AT&T, R&D &unknown; & &; &#; &#x;</p>",
    "a<br>b<br/>c<hr>d<img src=x>e<wbr>f<input>g",
    "<p>a<p>b<div>c<p>d</div>e<h2>f</h2>",
    "<ul><li>a<li>b<ul><li>c<li>d</ul><li>e</ul>f",
    "<dl><dt>a<dd>b<dt>c<dd>d</dl>",
    "<table><tr><td>a<td>b<tr><td>c<td>d</table>e",
    "<table><thead><tr><th>a<tbody><tr><td>b</table>",
    "<select><option>a<option>b</select>c",
    "<script>var a = '<p>no</p>'; if (a<b) {}</script>a",
    "<style>a > b {}</style>a<textarea><p>no</p></textarea>b",
    "<script type='text/template'><div>no</div></script>a<SCRIPT>no</SCRIPT>b",
    "<script>no</scripty><p>no</p></script>a",
    "<!-- no -->a<!-- no --!>b<!---->c<!-- > no -->d",
    "<!-->a",
    "<!--->a",
    "<p title=\"a > b\" class='c > d' data-x=e>f</p>",
    "<a href=/x?y=1>a</a><a href=\"x'y\">b</a><a href='x\"y'>c</a>",
    '<p a = "b" c= d e =f>g</p>',
    "<p/>a<div/>b",
    "<P>a</p><DIV>b</Div>",
    "<b>a<i>b</b>c</i>d",
    "</p></div></b>a",
    "a < b and c > d",
    "1 <2",
    "<p>a<",
    "<custom-tag>a</custom-tag><o:p>b</o:p>",
    "<!DOCTYPE html><?xml version='1.0'?>a",
    "<p>a</body></html>",
    "<html><body>a</body></html>b<p>c</p>d",
    "<html><body>a</html><div>b</div></html>c",
    "<html><p>a<html class=x><body><p>b",
    "<title>no</title>a<svg><title>no</title></svg>b",
    "中文<b>标题</b>&#20013;",
]


@pytest.mark.parametrize("html", SAME_AS_LIBXML2)
def test_same_visible_lines_as_libxml2(html: str) -> None:
    parsed = parse(html, DEFAULT_LIMITS)
    assert parsed.root is not None
    assert not parsed.truncated
    assert lines(plainly(html)) == lines(walk(parsed.root))


def test_article_lines() -> None:
    # guards the table above: both parsers alike, and right
    assert lines(plainly(ARTICLE)) == [
        "Home",
        "Sea & ports",
        "Ferry returns",
        "The first boat left at 06:00 – on time.",
        "Captain Ma said: “At last”.",
        "She waved.",
        *("Port", "Time", "North", "06:00", "South", "07:30"),
        "Imprint",
    ]


@pytest.mark.parametrize(
    ("source", "attributes"),
    [
        ("", {}),
        ('a="b"', {"a": "b"}),
        ("a='b c' d=e f", {"a": "b c", "d": "e", "f": ""}),
        ('A="1" a="2"', {"a": "1"}),
        ('a="x &amp; y &lt;"', {"a": "x & y <"}),
        ('a=">" b="<p>"', {"a": ">", "b": "<p>"}),
        ('data-x="1" aria_y=2 z.z=3', {"data-x": "1", "aria_y": "2", "z.z": "3"}),
        ('@click="x" (y)=z 1a=b "c" ok=1', {"ok": "1"}),
        ("a=\x00b\x01", {"a": "b"}),
        ("a=b/c/", {"a": "b/c/"}),
        ('a=""', {"a": ""}),
    ],
)
def test_attributes(source: str, attributes: dict[str, str]) -> None:
    root = parse_plainly(f"<p {source}>x", max_depth=DEPTH)
    assert dict(root[0].items()) == attributes
    assert root[0].text == "x"


@pytest.mark.parametrize(
    ("html", "tags"),
    [
        ("<p>a", ["html", "p"]),
        ("<html><p>a", ["html", "p"]),
        ("<o:p>a", ["html", "span"]),
        ("<x\x00y>a", ["html", "span"]),
        ("<é>a", ["html"]),
        ("<br><hr>a", ["html", "br", "hr"]),
        ("", ["html"]),
    ],
)
def test_tags(html: str, tags: list[str]) -> None:
    assert plainly(html).tags == tags


def test_what_the_page_declares_is_kept() -> None:
    found = plainly(
        '<title>A &amp; B</title><meta property="og:title" content="A &amp; B"><meta name=x content="">'
        '<script type="application/ld+json">{"headline": "A &amp; <b>"}</script>'
    )
    assert title_tag([found.elements[found.tags.index("title")]]) == "A & B"
    metas = [number for number, tag in enumerate(found.tags) if tag == "meta"]
    assert meta_values(found.elements[number] for number in metas) == (("og:title", "A & B"), ("x", ""))
    assert json_ld([found.elements[found.tags.index("script")]]) == ('{"headline": "A &amp; <b>"}',)


@pytest.mark.parametrize("max_depth", range(1, 8))
def test_the_depth_bound_keeps_text_and_order(max_depth: int) -> None:
    html = "a<div>b<div>c<div>d<div>e</div>f</div>g</div>h</div>i"
    found = plainly(html, max_depth)
    assert "".join(found.texts) == "abcdefghi"
    # html, four divs below it; what opens below the bound is a leaf, one level further down
    assert max(depths(found)) == min(5, max_depth + 1)


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("<script>no</script>", []),
        ("<style>no</style>", []),
        ("<textarea>no</textarea>", [" "]),
        ("<script>no", []),
        ("<script>no</script>x<style>no</style>", ["x"]),
    ],
)
def test_scripts_below_the_depth_bound_stay_hidden(hidden: str, shown: list[str]) -> None:
    found = plainly("<div>" * 10 + "before" + hidden + "<p>after", 5)
    texts = "".join(found.texts)
    assert texts == "".join(["before", *shown, "" if hidden.endswith("no") else "after"])


@pytest.mark.parametrize("tag", ["div", "span", "b", "x-y"])
@pytest.mark.parametrize("closed", [True, False])
def test_a_hundred_thousand_levels(tag: str, closed: bool) -> None:
    levels = 100_000
    html = f"first{f'<{tag}>' * levels}deep{f'</{tag}>' * levels if closed else ''}<p>last</p>"
    found = plainly(html)
    assert found.texts == ["first", "deep", "last"]
    assert len(found.tags) == levels + 2
    assert max(depths(found)) == DEPTH + 1


@pytest.mark.parametrize(
    ("piece", "shown"),
    [
        ("<", "<"),
        ("</", ""),
        ("<!", ""),
        ("<!--", ""),
        ("<a ", ""),
        ('<a b="', ""),
        ("<a b='\"", ""),
        ("</a ", ""),
        ("<script>", ""),
        ("&", "&"),
        ("&amp", "&"),
        ("&#", "&#"),
        ("\x00", ""),
        ("<title><style>", ""),
    ],
)
def test_long_runs_of_the_worst_pieces(piece: str, shown: str) -> None:
    count = 100_000 // len(piece)
    text = "".join(plainly(piece * count).texts)
    assert set(text) == set(shown)
    assert len(text) in (0, count * len(shown))


def test_the_tree_can_be_written_out() -> None:
    html = '<p a="\ud800\x00&#1;&#xFFFE;&#xD800;">b\udfff\x0c\x1b&#xFFFF;&#8;&#xDFFF;c'
    root = parse_plainly(html, max_depth=DEPTH)
    written = etree.tostring(root, encoding="unicode")
    assert etree.fromstring(written)[0].tag == "p"
    text = root[0].text or ""
    assert (text[0], text[-1]) == ("b", "c")

"""Rules put to work on parsed pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from newsextract.demo import REDESIGNED, DemoPage
from newsextract.page import Page, read_page
from newsextract.page.walk import Walk, walk
from newsextract.site import applying
from newsextract.site.applying import MOST_AROUND, MOST_BLOCKS, MOST_WALKS, CompiledRule, Finder, Found
from newsextract.site.places import element_step, page_places, written
from newsextract.site.rules import Rule
from newsextract.site.selectors import Selector, Step, parse_selector, way_of
from newsextract.site.testimony import text_mark

News = Callable[[str], tuple[DemoPage, ...]]
Parsed = Callable[[DemoPage], Page]


def page_of(body: str) -> Page:
    return read_page(f"<html><body>{body}</body></html>")


def rule_of(
    content: Sequence[str], without: Sequence[str] = (), *, title: str = "", noise: Sequence[str] = ()
) -> Rule:
    return Rule(
        site="tide.test",
        name="c1",
        content=tuple(map(parse_selector, content)),
        without=tuple(map(parse_selector, without)),
        places={"title": parse_selector(title)} if title else {},
        noise=frozenset(map(text_mark, noise)),
    )


def found_in(page: Page, rule: Rule) -> Found | None:
    assert page.root is not None
    return CompiledRule(rule).apply(page.root)


def text_in(
    body: str, content: Sequence[str], without: Sequence[str] = (), *, noise: Sequence[str] = ()
) -> str | None:
    found = found_in(page_of(body), rule_of(content, without, noise=noise))
    return found.text if found else None


@pytest.mark.parametrize(
    ("body", "content", "text"),
    [
        # by id, class and position
        ("<div>menu</div><div id=story>a</div>", ["div#story"], "a"),
        ("<div id=post-123>a</div><div id=ad>b</div>", ["div#post-*"], "a"),
        ("<p class='css-1x2y3z lead'>a</p><p>b</p>", ["p.css-*.lead"], "a"),
        ("<table><tr><td>a<td>b<td>c</table>", ["td[2]"], "b"),
        ("<div>a</div><div>b</div>", ["div[2]"], "b"),
        ("<div class=x>a</div><div>b</div>", ["div[2]"], "b"),
        ("<div><p>a</div><div><p>b</div>", ["div[2] > p"], "b"),
        # any element of the name
        ("<div class='x y'>a</div><div class='x'>b</div>", ["div.x.*"], "a\nb"),
        ("<div class='x y'>a</div><div class='x'>b</div>", ["div.x"], "b"),
        # several blocks, in the order of the page
        ("<div id=b>b</div><p>x</p><div id=a>a</div>", ["div#a", "div#b"], "b\na"),
        # paragraphs without a container
        ("<h1>t</h1><p class=t>a <b>b</b></p>tail<p class=t>c</p><p>d</p>", ["p.t"], "a b\nc"),
        # blocks in blocks, not twice
        ("<div class=x>a<div class=x>b</div><div>c</div></div>", ["div.x"], "a\nb\nc"),
        ("<div class=x><p>a</p></div><p>b</p>", ["p", "div.x"], "a\nb"),
        # cells of one row of a table in one line
        ("<div id=s><table><tr><td>a<td>b<tr><td>c<td>d</table></div>", ["div#s"], "a b\nc d"),
        # what is no step is passed over
        ("<div id=s><span><b><p>a</p></b></span><p>b</p></div>", ["div#s > p"], "a\nb"),
        ("<div id=s><section class=q><p>a</p></section><p>b</p></div>", ["div#s > p"], "b"),
        ("<div id=s><section class=q><p>a</p></section><p>b</p></div>", ["div#s p"], "a\nb"),
        ("<div id=s><p>a</p></div><p>b</p>", ["div#s p"], "a"),
        # none of the places, or no text there
        ("<p>a", ["div#story"], None),
        ("<div id=story><img src=x></div>", ["div#story"], None),
        ("<div id=story> \n </div>", ["div#story"], None),
        ("<div id=story><script>a</script></div>", ["div#story"], None),
        ("", ["div#story"], None),
        ('<div id=s><b"c class=k>a</b"c></div>', ["div#s"], "a"),
    ],
)
def test_what_is_taken(body: str, content: list[str], text: str | None) -> None:
    if body:
        assert text_in(body, content) == text
    else:
        assert text_in("<i></i>", content) == text


@pytest.mark.parametrize(
    ("body", "without", "text"),
    [
        ("<p>a</p><aside class=box><p>b</p></aside><p>c</p>", ["aside.box"], "a\nc"),
        ("<p>a</p><aside class=box>b</aside><aside class='box big'>c</aside>", ["aside.box"], "a\nc"),
        ("<p>a</p><aside class=box>b</aside><aside class='box big'>c</aside>", ["aside.box.*"], "a"),
        ("<p>a <span class=ad>b</span> c</p>", ["span.ad"], "a c"),  # in the middle of a line
        ("<p>a</p><ul><li>b<li>c</ul>", ["ul > li"], "a"),
        ("<p>a</p><ul><li>b</ul><aside class=box>c</aside>", ["ul", "aside.box"], "a"),
        ("<div>a</div><div>b</div>", ["div#story > div[2]"], "a"),
        ("<p>a</p>", ["p"], None),  # all of it
    ],
)
def test_what_is_left_out(body: str, without: list[str], text: str | None) -> None:
    assert text_in(f"<div id=story>{body}</div><aside class=box>z</aside>", ["div#story"], without) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>a</p><p>Write to us, 24 hours.</p><p>c</p>", "a\nc"),
        ("<p>a</p><p>Write  <b>to</b> us,\n 7 hours.</p><p>c</p>", "a\nc"),  # spaces, tags and numbers
        ("<p>a</p><p>Write to us, 24 hours. Please.</p>", "a\nWrite to us, 24 hours. Please."),
        ("<p>Write to us, 24 hours.</p>", None),
    ],
)
def test_noise_is_left_out_line_by_line(body: str, text: str | None) -> None:
    found = text_in(f"<div id=story>{body}</div>", ["div#story"], noise=["Write to us, 12 hours."])
    assert found == text


def test_figures_of_what_was_found() -> None:
    page = page_of(
        "<h1> The\n title </h1><h1>Other</h1><div id=s><p>abc <a href=x>de</a></p><p class=n>xyz</p></div>"
    )
    found = found_in(page, rule_of(["div#s"], ["p.n"], title="h1"))
    assert found == Found("abc de", 6, 2, "The title")
    assert found_in(page, rule_of(["div#s"], title="h2")) == Found("abc de\nxyz", 9, 2, "")
    empty_first = page_of("<h1></h1><h1>Other</h1><div id=s>abc</div>")
    assert found_in(empty_first, rule_of(["div#s"], title="h1")) == Found("abc", 3, 0, "Other")


def test_names_that_differ_from_page_to_page() -> None:
    compiled = CompiledRule(rule_of(["div#post-* > div.Article_body__*"]))
    for number, name in enumerate(["aB3dE", "jVHH2", "Xk1Zq"]):
        root = page_of(f"<div id=post-{number}77><div class=Article_body__{name}>a{number}</div></div>").root
        assert root is not None
        found = compiled.apply(root)
        assert found is not None
        assert found.text == f"a{number}"


def test_the_looks_that_are_remembered_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applying, "MOST_LOOKS", 5)
    finder = Finder([parse_selector("div.x")])
    root = page_of(
        "".join(f"<div id=n{letter} class=x>a</div><div class=x>b</div>" for letter in "abcdefghij")
    ).root
    assert root is not None
    assert [element.text for element in finder.find_in(root)] == ["b"] * 10
    assert len(finder._by_look) <= 5


def test_only_so_many_blocks() -> None:
    found = text_in("<p class=t>a</p>" * (MOST_BLOCKS + 9), ["p.t"])
    assert found == "\n".join(["a"] * MOST_BLOCKS)


@pytest.mark.parametrize("parts", [MOST_WALKS - 1, MOST_WALKS, MOST_WALKS + 1, 3 * MOST_WALKS])
def test_a_body_in_many_parts_takes_few_walks(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[int] = []

    def counted(root: object) -> Walk:
        walked.append(1)
        return walk(root)  # type: ignore[arg-type]

    monkeypatch.setattr(applying, "walk", counted)
    body = "".join(
        f"<p class=t>a{part}</p><p class=t>b{part}</p><div><p>x</p></div>" for part in range(parts)
    )
    page = page_of(body.replace("<div>", "<div><p class=t>c</p><p class=t>d</p>"))
    lines = "\n".join(f"a{part}\nb{part}\nc\nd" for part in range(parts))
    found = found_in(page, rule_of(["p.t"]))
    assert found is not None
    assert found.text == lines
    assert 0 < len(walked) <= MOST_WALKS


@pytest.mark.parametrize(
    ("selector", "most"), [("div.a > p.x", 1), ("div.b > div.a > p.x", 2), ("div.b p.x", MOST_AROUND)]
)
def test_deep_pages_take_few_steps(selector: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    depth = 600
    page = page_of("<div class=a><p class=x>a</p>" * depth)
    looked: list[int] = []

    def counted(element: object) -> str:
        looked.append(1)
        return element_step(element)  # type: ignore[arg-type]

    monkeypatch.setattr(applying, "element_step", counted)
    found = found_in(page, rule_of([selector]))
    assert (found is None) == ("div.b" in selector)
    assert len(looked) <= depth * (most + 1)


def naive(page: Page, selectors: Sequence[Selector]) -> list[int]:
    """The numbers of the elements that are meant, told from the places of the whole page."""
    places = page_places(page)
    found = []
    for number, at in enumerate(places.of_element):
        way = way_of(written(places.paths[at]))
        is_place = at != 0 and bool(element_step(page.walk.elements[number]))
        if is_place and any(selector.matches(way) for selector in selectors):
            found.append(number)
    return found


SELECTORS = [
    "p", "div", "td[2]", "div[1]", "tr[2] > td[1]", "div#artibody", "div#artibody > p", "div#footer p",
    "td.story", "td.story > blockquote", "table.readalso > tr[1] > td[1]", "div.css-b0d7", "div.css-b0d7 > p",
    "aside.*", "article.css-k2f7 p", "article.css-k2f7 > div.css-b0d7 > aside.* > ul > li", "ul > li",
    "div.Article_body__*.css-*", "div#post-* p.Text_p__*.css-*", "section.Recommended_box__*.css-* > ul > li",
    "p.*", "div.*", "table table", "h1", "li.comment.*",
]  # fmt: skip


@pytest.mark.parametrize("name", ["courier", "review", "portal", REDESIGNED])
def test_elements_are_found_as_if_each_place_were_compared(
    name: str, demo_news: News, parsed: Parsed
) -> None:
    every = tuple(map(parse_selector, SELECTORS))
    groups = [*((selector,) for selector in every), every]
    finders = [Finder(group) for group in groups]
    hits = 0
    for demo in demo_news(name)[:6]:
        page = parsed(demo)
        assert page.root is not None
        numbers = {element: number for number, element in enumerate(page.walk.elements)}
        shows_text = [
            first < end for first, end in zip(page.walk.first_text, page.walk.end_text, strict=True)
        ]
        for group, finder in zip(groups, finders, strict=True):
            found = [numbers[element] for element in finder.find_in(page.root)]
            expected = naive(page, group)
            hits += len(expected)
            assert [number for number in found if shows_text[number]] == expected, group
    assert hits > 100


@pytest.mark.parametrize(
    ("name", "content", "without"),
    [
        ("courier", "td.story", "table.readalso"),
        ("review", "div.css-b0d7", "aside.css-in3r.related-inline"),
        ("portal", "div#artibody", "div#inner-related"),
        (REDESIGNED, "div.Article_body__*.css-*", "section.Recommended_box__*.css-*"),
    ],
)
def test_the_text_is_what_the_page_gives_of_the_same_nodes(
    name: str, content: str, without: str, demo_news: News, parsed: Parsed
) -> None:
    left_out = 0
    for demo in demo_news(name)[:20]:
        page = parsed(demo)
        inside: set[int] = set()
        for number in naive(page, [parse_selector(content)]):
            inside.update(range(page.walk.first_text[number], page.walk.end_text[number]))
        whole = len(inside)
        for number in naive(page, [parse_selector(without)]):
            inside.difference_update(range(page.walk.first_text[number], page.walk.end_text[number]))
        left_out += len(inside) < whole
        found = found_in(page, rule_of([content], [without]))
        assert found is not None
        assert found.text == page.render(sorted(inside))
        assert found.length == pytest.approx(sum(len(page.walk.texts[node]) for node in inside), abs=5)
        assert found.linked == sum(len(page.walk.texts[node]) for node in inside if page.linked[node])
    assert left_out


def test_a_step_by_hand_may_have_an_id_and_be_open() -> None:
    assert Step("div", id="s", is_open=True).text == "div#s.*"
    assert text_in("<div id=s class=x>a</div>", ["div#s.*"]) == "a"

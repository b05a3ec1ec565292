"""The page as a whole: its states, and lists that all come from one walk."""

from __future__ import annotations

import random

import pytest
from lxml import etree

from newsextract.limits import Limits
from newsextract.page import Page, read_page
from newsextract.page.page import running_sum
from newsextract.page.parse import Parsed
from newsextract.page.walk import SKIPPED_TAGS

WIDE_TAG = "<p " + " ".join(f"a{number}" for number in range(5)) + ">x"
PDF = b"%PDF-1.7 and so on"


@pytest.mark.parametrize(
    ("html", "limits", "state", "reason"),
    [
        ("<p>x", Limits(), "", ""),
        (b"<p>x", Limits(), "", ""),
        ("", Limits(), "", ""),
        (b"", Limits(), "", ""),
        (PDF, Limits(), "refused", "not a web page but a PDF file"),
        (PDF.decode(), Limits(), "", ""),
        ("<p>x", Limits(max_bytes=4), "", ""),
        ("<p>xy", Limits(max_bytes=4), "too large", "more than max_bytes=4"),
        (b"<p>xy", Limits(max_bytes=4), "too large", "more than max_bytes=4"),
        (PDF, Limits(max_bytes=4), "refused", "not a web page but a PDF file"),
        ("<p>x</p>", Limits(max_tags=1), "too large", "2 tags, above max_tags=1"),
        (
            WIDE_TAG,
            Limits(max_attributes=4, attribute_scan_bytes=0),
            "refused",
            "a tag with 5 attributes, above max_attributes=4",
        ),
        (WIDE_TAG, Limits(max_attributes=5, attribute_scan_bytes=0), "", ""),
    ],
)
def test_states(html: bytes | str, limits: Limits, state: str, reason: str) -> None:
    page = read_page(html, limits=limits)
    assert (page.state, page.reason, page.truncated) == (state, reason, False)
    if state:
        assert page.root is None


def test_a_page_that_libxml2_cuts_off_is_read_and_says_so() -> None:
    page = read_page("<div>" * 3_000 + "deep")
    assert page.truncated
    assert page.reason
    assert page.state == ""
    assert page.walk.texts == ["deep"]


def test_limits_of_tags_count_after_decoding() -> None:
    html = "<p>x</p>".encode("utf-16")  # with its mark
    assert read_page(html, limits=Limits(max_tags=1)).state == "too large"
    assert read_page(html, limits=Limits(max_tags=2)).walk.texts == ["x"]


@pytest.mark.parametrize(
    ("html", "header", "encoding", "source"),
    [
        ("<p>é", None, "", "text"),
        ("<p>é".encode("gbk"), "text/html; charset=gbk", "gbk", "header"),
        (b'<meta charset="windows-1251"><p>\xe4\xe0', None, "windows-1251", "meta"),
        (b"\xef\xbb\xbf<p>x", "text/html; charset=gbk", "utf-8", "bom"),
    ],
)
def test_encoding(html: bytes | str, header: str | None, encoding: str, source: str) -> None:
    page = read_page(html, header=header)
    assert (page.encoding, page.encoding_source) == (encoding, source)


def test_the_address_is_kept_in_every_state() -> None:
    for html in (b"<p>x", PDF, b"x" * 20):
        assert (
            read_page(html, url="https://n.example/a", limits=Limits(max_bytes=19)).url
            == "https://n.example/a"
        )


@pytest.mark.parametrize("html", ["", PDF, "<!-- c -->"])
def test_every_list_of_a_page_without_content_is_empty(html: bytes | str) -> None:
    page = read_page(html)
    lists = [page.walk.elements, page.walk.texts, page.lengths, page.marks, page.word_counts, page.linked]
    lists += [page.node_paths, page.row_texts, page.blocks]
    assert lists == [[]] * len(lists)
    assert (page.headings, page.meta, page.json_ld, page.anchors, page.title_tag) == ((), (), (), (), "")
    assert page.length_sums == page.linked_length_sums == page.link_sums == [0]
    assert page.row_spans == []
    assert list(page.numbers_of("p")) == []
    assert page.render([]) == ""


def test_lists_of_a_small_page() -> None:
    page = read_page("<body><p>One, two. <a href=x>Three!</a></p><div>中文。<br>last</div></body>")
    # html=0 body=1 p=2 a=3 div=4 br=5
    assert page.walk.texts == ["One, two. ", "Three!", "中文。", "last"]
    assert page.lengths == [8, 6, 3, 4]
    assert page.marks == [2, 1, 1, 0]
    assert page.word_counts == [2, 1, 2, 1]
    assert page.linked == [False, True, False, False]
    assert page.row_spans == [(0, 2), (2, 3), (3, 4)]
    assert page.row_texts == ["One, two. Three!", "中文。", "last"]
    assert page.length_sums == [0, 8, 14, 17, 21]
    assert page.linked_length_sums == [0, 0, 6, 6, 6]
    assert page.link_sums == [0, 0, 0, 0, 1, 1, 1]
    # paths: html=0 body=1 p=2 p.a=3 div=4; text behind br hangs from the div
    assert page.node_paths == [2, 3, 4, 4]
    assert page.path_distance(2, 3) == 1
    assert page.path_distance(3, 4) == 2
    assert [(block.element, block.start, block.end) for block in page.blocks] == [(2, 0, 2), (4, 2, 4)]


@pytest.mark.parametrize(
    ("tags", "numbers"),
    [
        (("p",), [2, 4]),
        (("div",), [3]),
        (("p", "div"), [2, 3, 4]),
        (("div", "p"), [2, 3, 4]),
        (("h1",), []),
        (("h1", "p"), [2, 4]),
        ((), []),
    ],
)
def test_numbers_of(tags: tuple[str, ...], numbers: list[int]) -> None:
    page = read_page("<body><p>a</p><div><p>b</p></div></body>")
    assert list(page.numbers_of(*tags)) == numbers


@pytest.mark.parametrize(
    "name",
    [
        *("walk", "lengths", "marks", "word_counts", "linked", "node_paths", "row_spans", "row_texts"),
        *("blocks", "length_sums", "linked_length_sums", "link_sums", "headings", "meta", "anchors"),
    ],
)
def test_lists_are_made_once(name: str) -> None:
    page = read_page("<body><h1>a</h1><meta name=b content=c><a href=x>d</a></body>")
    assert getattr(page, name) is getattr(page, name)


def test_all_lists_come_from_one_walk() -> None:
    page = read_page("<body><h1>a</h1><a href=x>b</a><p>c</p></body>")
    elements = page.walk.elements
    assert page.blocks
    assert page.headings
    assert page.anchors
    assert page.walk.elements is elements


@pytest.mark.parametrize(("values", "sums"), [([], [0]), ([3], [0, 3]), ([1, 0, 2], [0, 1, 1, 3])])
def test_running_sum(values: list[int], sums: list[int]) -> None:
    assert running_sum(values) == sums


def random_root(seed: int) -> etree._Element:
    choose = random.Random(seed)  # noqa: S311  test data, not secrets
    nodes = [etree.Element("html")]
    for _ in range(choose.randrange(1, 50)):
        tag = choose.choice(["div", "p", "a", "b", "br", "script"])
        node = etree.SubElement(choose.choice(nodes), tag)
        node.text, node.tail = (
            choose.choice([None, " ", "ab", "a b c"]),
            choose.choice([None, "\n", "de", " f"]),
        )
        nodes.append(node)
    return nodes[0]


def brute_sums(element: etree._Element, *, linked: bool) -> tuple[int, int, int]:
    """Characters, characters in links, and ``a`` elements of a subtree, by recursion."""
    linked = linked or element.tag == "a"
    seen = element.tag not in SKIPPED_TAGS
    length = len("".join((element.text or "").split())) if seen else 0
    in_links, links = (length if linked else 0), int(element.tag == "a")
    for child in element:
        below, below_in_links, below_links = brute_sums(child, linked=linked)
        tail = len("".join((child.tail or "").split()))
        if seen:
            length += below + tail
            in_links += below_in_links + (tail if linked else 0)
        links += below_links
    return length, in_links, links


@pytest.mark.parametrize("seed", range(40))
def test_sums_over_subtrees_agree_with_a_recursion(seed: int) -> None:
    page = Page(parsed=Parsed(random_root(seed)))
    walk = page.walk
    for number, element in enumerate(walk.elements):
        if any(above.tag in SKIPPED_TAGS for above in element.iterancestors()):
            continue
        first, end = walk.first_text[number], walk.end_text[number]
        expected = brute_sums(element, linked=walk.links[number] >= 0)
        assert page.length_sums[end] - page.length_sums[first] == expected[0]
        assert page.linked_length_sums[end] - page.linked_length_sums[first] == expected[1]
        assert page.link_sums[walk.ends[number]] - page.link_sums[number] == expected[2]

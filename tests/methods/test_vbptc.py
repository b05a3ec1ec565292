from __future__ import annotations

import pytest

from newsextract.methods import Context, Extraction
from newsextract.methods.vbptc import (
    block_scores,
    fingerprints,
    forms,
    high_scores,
    link_cluster_scores,
    log_deviation,
    noise,
    symbol_score,
    template_elements,
    vbptc,
)
from newsextract.page import Page, read_page


def left_out(html: str, *others: str) -> list[str]:
    """The texts that go as noise."""
    page = read_page(html)
    gone = noise(page, [read_page(other) for other in others])
    return [text.strip() for text, out in zip(page.walk.texts, gone, strict=True) if out]


def read_whole(page: Page) -> list[bool]:
    return [False] * len(page.walk.texts)


@pytest.mark.parametrize(
    ("html", "dropped"),
    [
        # html 0, body 1. The form has 6 of 16 characters.
        ("<form>search</form><p>aaaaabbbbb</p>", [2]),
        # 6 of 12, half, is still dropped; 7 of 12 wraps the page
        ("<form>search</form><p>aaaaaa</p>", [2]),
        ("<form>searchx</form><p>aaaaa</p>", []),
        # ASP.NET: all in one form
        ("<form><p>aaaaabbbbb</p><p>cc</p></form>", []),
        ("<form>ab</form><form>cd</form><p>aaaaabbbbb</p>", [2, 3]),
        ("<p>no form</p>", []),
    ],
)
def test_forms_but_not_one_that_wraps_the_page(html: str, dropped: list[int]) -> None:
    assert forms(read_page(html)) == dropped


def test_fingerprints_have_the_layer_of_the_node() -> None:
    # html 0, body 1, div 2, p 3 and 3; nothing in the second paragraph
    prints = fingerprints(read_page("<div><p>a</p><p></p></div>"))
    assert [layer for layer, _ in prints] == [0, 1, 2, 3, 3]
    assert [bool(fingerprint) for _, fingerprint in prints] == [True, True, True, True, False]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("<p>News desk</p>", "<p>News desk</p>", True),
        ("<p>News desk</p>", "<p> News\n  desk </p>", True),  # all spaces are removed
        ("<p>News desk</p>", "<p>Newsdesk</p>", True),
        ("<p>News desk</p>", "<p>News Desk</p>", False),
        ("<p>News desk</p>", "<h2>News desk</h2>", False),
        ('<p class="a">News</p>', '<p class="b">News</p>', False),
        ('<p class="a">News</p>', "<p>News</p>", False),
        ('<p id="i" class="a">News</p>', '<p class="a" id="i">News</p>', True),  # in any order
        ("<p>News <a>desk</a></p>", "<p>News <a>desk</a></p>", True),
        ("<p>News <a>desk</a></p>", "<p>desk <a>News</a></p>", False),  # texts in another order
    ],
)
def test_fingerprint_is_tag_attributes_and_text(first: str, second: str, same: bool) -> None:
    one, other = fingerprints(read_page(first))[2], fingerprints(read_page(second))[2]
    assert (one == other) is same


OWN = "<h1>Own headline</h1>"


@pytest.mark.parametrize(
    ("html", "others", "elements"),
    [
        # html 0, body 1, p 2 ...: the paragraph stands in layer 2 of both
        ("<p>Imprint</p><p>Own</p>", ["<p>Imprint</p><p>Theirs</p>"], [2]),
        # more siblings there, and in another place
        ("<p>Imprint</p><p>Own</p>", ["<p>x</p><p>y</p><p>z</p><p>Imprint</p>"], [2]),
        # one layer deeper there
        ("<p>Imprint</p><p>Own</p>", ["<div><p>Imprint</p></div>"], []),
        # same layer below another parent: only the layer counts. div 2, p 3
        ("<div><p>Imprint</p><p>Own</p></div>", ["<section><p>Imprint</p></section>"], [3]),
        # a subtree that is the same goes with all it holds: div 2, p 3
        ("<div><p>Imprint</p></div><p>Own</p>", ["<div><p>Imprint</p></div><p>Theirs</p>"], [2, 3]),
        # any of several pages
        ("<p>Imprint</p><p>Own</p>", ["<p>Theirs</p>", "<p>Imprint</p>"], [2]),
        # elements without text are no evidence
        ("<p></p><p>Own</p>", ["<p></p><p>Theirs</p>"], []),
        ("<p>Own</p>", [], []),
    ],
)
def test_template_elements(html: str, others: list[str], elements: list[int]) -> None:
    assert template_elements(read_page(html), [read_page(other) for other in others]) == elements


# html 0, body 1, ul 2, li 3, a 4, li 5, a 6, p 7
LINKS = "<ul><li><a>one two</a></li><li><a>three four</a></li></ul><p>plain words here now</p>"


def test_link_cluster_scores() -> None:
    # densities, words over tags: 8/8 8/7 4/5 2/2 2/1 2/2 2/1 4/1: deviation below e, log(SD) counts 1
    # ul: LTG 2, LT = T = 4, TG 5: LTD = 2 * 4^1.5 / (5 * 4) = 0.8, times log10(4) = 0.60206
    # li: LTG 1, LT = T = 2, TG 2: 2^1.5 / (2 * 2) = 0.70711, times log10(3) = 0.47712
    # a:  TG 1: 2^1.5 / 2 = 1.41421, times 0.47712
    # html and body: half of the words are in links, too few for a cluster
    page = read_page(LINKS)
    ul, li, a = 0.48165, 0.33738, 0.67475
    expected = [0, 0, ul, li, a, li, a, 0]
    assert link_cluster_scores(page, read_whole(page)) == pytest.approx(expected, abs=1e-5)


def test_what_has_gone_already_counts_no_words() -> None:
    # Without the paragraph body has 4 of 4 words in links and 7 tags: 2 * 8 / (7 * 4) * 0.60206; html has 8.
    page = read_page(LINKS)
    scores = link_cluster_scores(page, [False, False, True])
    assert scores[:2] == pytest.approx([16 / 32 * 0.60206, 16 / 28 * 0.60206], abs=1e-5)


@pytest.mark.parametrize(
    ("html", "is_cluster"),
    [
        ("<div><a>one two three four</a> five</div><p>plain</p>", True),  # 4 of 5 words
        ("<div><a>one two three</a> four</div><p>plain</p>", False),  # 3 of 4
        # 4 of 5 again, but the other word is all that the page has outside of links: the div wraps the page
        ("<div><a>one two three four</a> five</div>", False),
    ],
)
def test_a_link_cluster_is_links_for_the_most_part(html: str, is_cluster: bool) -> None:
    page = read_page(html)
    assert (link_cluster_scores(page, read_whole(page))[2] > 0) is is_cluster


def test_link_cluster_scores_grow_with_the_deviation_of_the_page() -> None:
    # 60 words in the second div: words over tags are 62/5 62/4 2/2 2/1 60/1, mean 18.18,
    # squares 33.41 + 7.18 + 295.15 + 261.79 + 1748.91 = 2346.4, over 5 469.3, root 21.663, its ln 3.07560
    # a: 2^1.5 / 2 * log10(3) = 0.67475
    page = read_page(f"<div><a>one two</a></div><div>{'word ' * 60}</div>")
    assert link_cluster_scores(page, read_whole(page))[3] == pytest.approx(3.0756 * 0.67475, rel=1e-3)


@pytest.mark.parametrize(
    ("densities", "scale"),
    [([0, 20], 2.302585), ([1, 1], 1), ([0, 4], 1), ([], 1)],  # ln 10; SD 0, 2 and none: no less than 1
)
def test_log_deviation(densities: list[float], scale: float) -> None:
    assert log_deviation(densities) == pytest.approx(scale)


@pytest.mark.parametrize(
    ("words", "linked", "symbols", "paragraphs", "score"),
    [
        # T - LT = 16, SbD = 16/4: 16 * log10(3) * ln 4 = 16 * 0.477121 * 1.386294
        (20, 4, 3, 1, 10.58288),
        # no paragraph: log10(2) = 0.301030
        (20, 4, 3, 0, 6.67708),
        # no symbol: 16 * 0.477121 * ln 16 = 7.633940 * 2.772589
        (20, 4, 0, 1, 21.16578),
        (4, 0, 9, 1, 0),  # fewer words than symbols: SbD 0.4 counts 1, its logarithm is 0
        (5, 5, 0, 1, 0),  # nothing but links
        (0, 0, 0, 0, 0),
    ],
)
def test_symbol_score(words: int, linked: int, symbols: int, paragraphs: int, score: float) -> None:
    assert symbol_score(words, linked, symbols, paragraphs) == pytest.approx(score, abs=1e-4)


def test_block_scores() -> None:
    # p: 6 words, 2 in a link, 1 mark: 4 * log10(3) * ln(4/2) = 4 * 0.477121 * 0.693147
    # div: 4 words, no mark, no paragraph: 4 * log10(2) * ln 4 = 4 * 0.301030 * 1.386294
    # deviation of 4 and 4 plain words 0, counts 1
    page = read_page("<p>one two <a>three four</a> five six.</p><div>one two three four</div>")
    assert block_scores(page, read_whole(page)) == pytest.approx([1.32286, 1.66926], abs=1e-4)
    # without its last text node the paragraph has 2 plain words and no mark: 2 * 0.477121 * ln 2
    assert block_scores(page, [False, False, True, False])[0] == pytest.approx(0.66143, abs=1e-4)


@pytest.mark.parametrize(
    ("scores", "cut"),
    [
        # u = 6, the best cut of 1 2 3 18 is above 3: of the hundredths of 18 the first is 17 * 0.18 = 3.06
        ([1, 2, 3, 18], 3.06),
        ([5], 0.05),  # nothing to part: the first of all, below the score
        ([5, 5], 0.05),
    ],
)
def test_high_scores(scores: list[float], cut: float) -> None:
    assert high_scores(scores) == pytest.approx(cut)


TEXT = "<p>The ferry came home at noon, and the whole town stood on the pier to see it dock.</p>"


@pytest.mark.parametrize(
    ("html", "others", "gone"),
    [
        # scores as above, ul 0.48, li 0.34, a 0.67: whatever the cut, the links are the highest
        (LINKS, [], ["one two", "three four"]),
        (f"<form>Search here</form>{TEXT}", [], ["Search here"]),
        (f"<p>Imprint, legal.</p>{TEXT}", [], []),
        (f"<p>Imprint, legal.</p>{TEXT}", ["<p>Imprint, legal.</p><p>Theirs.</p>"], ["Imprint, legal."]),
        (f"<p>Imprint, legal.</p>{TEXT}", ["<div><p>Imprint, legal.</p></div>"], []),
        ("<p>plain</p>", ["<p>other</p>"], []),
        ("", [""], []),
    ],
)
def test_noise(html: str, others: list[str], gone: list[str]) -> None:
    assert left_out(html, *others) == gone


def test_a_page_compared_with_itself_is_all_template() -> None:
    assert all(noise(read_page(LINKS), [read_page(LINKS)]))


def test_a_form_around_the_page_is_read() -> None:
    page = read_page(f"<form><input>{TEXT}{TEXT}</form>")
    assert vbptc(page, Context()).nodes == (0, 1)


def test_content_is_the_blocks_of_high_score() -> None:
    # the paragraph: 18 words, 2 marks; the headline 2 words, no mark; the others are link clusters
    # p: 18 * 0.477121 * ln 6 = 15.388; h1: 2 * 0.301030 * ln 2 = 0.417. Deviation of 2, 18, 0, 0 plain words:
    # mean 5, squares 9 + 169 + 25 + 25 = 228, over 4 57, root 7.5498, ln 2.02153
    # roots 0.92, 5.58, 0, 0: Otsu parts the paragraph from the rest
    page = read_page(f"<h1>Ferry home</h1>{TEXT}<ul><li><a>one two</a></li><li><a>three four</a></li></ul>")
    extraction = vbptc(page, Context())
    assert extraction.values == pytest.approx([2.02153 * 0.41732, 2.02153 * 15.38803, 0, 0], rel=1e-4)
    assert extraction.nodes == (1,)


def test_a_link_cluster_inside_a_chosen_block_is_left_out() -> None:
    # div: 22 words, 4 of them in the list inside it, which goes; what is left of the div is its text
    page = read_page(
        f"<div>{'one two three four five six. ' * 3}<nav><a>more here</a><a>and there</a></nav></div>"
    )
    assert vbptc(page, Context()).nodes == (0,)


def test_other_pages_of_the_site_change_the_answer() -> None:
    repeated = "<p>All texts on this site may be printed, shared and sung by anyone at any time.</p>"
    page = read_page(OWN + TEXT + repeated)
    assert vbptc(page, Context()).nodes == (1, 2)
    other = read_page(f"<h1>Theirs</h1><p>Something else.</p>{repeated}")
    assert vbptc(page, Context(others=(other,))).nodes == (1,)


def test_nothing_left() -> None:
    assert vbptc(read_page(""), Context()) == Extraction((), ())
    assert vbptc(read_page("<p><a>one two</a></p>"), Context()) == Extraction((), (0,))

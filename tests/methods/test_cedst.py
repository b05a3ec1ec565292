from __future__ import annotations

from itertools import product

import pytest

from newsextract.methods import Context, Method
from newsextract.methods.cedst import (
    TRUST,
    cedst,
    cedst_nc,
    cedst_tf,
    fused_mass,
    layout_features,
    sibling_groups,
    topic_feature,
)
from newsextract.page import read_page

NEWS, OTHER = frozenset({"news"}), frozenset({"other"})
EITHER = NEWS | OTHER
Mass = dict[frozenset[str], float]


def combined(first: Mass, second: Mass) -> Mass:
    """Dempster's rule as printed (Eq. 3-5): over all pairs of focal sets, conflict divided out."""
    joint: Mass = {}
    conflict = 0.0
    for (a, mass_a), (b, mass_b) in product(first.items(), second.items()):
        if a & b:
            joint[a & b] = joint.get(a & b, 0.0) + mass_a * mass_b
        else:
            conflict += mass_a * mass_b
    return {focal: mass / (1 - conflict) for focal, mass in joint.items()}


def mass_by_focal_sets(for_news: tuple[float, ...], against: tuple[float, ...]) -> float:
    total: Mass = {EITHER: 1.0}
    for h in for_news:
        total = combined(total, {NEWS: TRUST * h, EITHER: 1 - TRUST * h})
    for h in against:
        total = combined(total, {OTHER: TRUST * h, EITHER: 1 - TRUST * h})
    return total.get(NEWS, 0.0)


GRID = (0.0, 0.1, 0.5, 0.9, 1.0)


@pytest.mark.parametrize(("positive", "negative"), [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1), (2, 2)])
def test_closed_form_is_dempsters_rule(positive: int, negative: int) -> None:
    for values in product(GRID, repeat=positive + negative):
        for_news, against = values[:positive], values[positive:]
        assert fused_mass(for_news, against) == pytest.approx(mass_by_focal_sets(for_news, against))


@pytest.mark.parametrize(
    ("for_news", "against", "mass"),
    [
        ([], [], 0),
        ([1.0], [], 0.99),
        ([1.0, 1.0], [], 0.9999),  # 1 - 0.01^2
        # P = N = 0.495: 0.495 * 0.505 / (1 - 0.495^2) = 0.249975 / 0.754975
        ([0.5], [0.5], 0.331104),
        # P = N = 0.99: 0.99 * 0.01 / (1 - 0.9801) = 0.0099 / 0.0199
        ([1.0], [1.0], 0.497487),
        ([0.0, 0.0], [1.0], 0),
    ],
)
def test_fused_mass(for_news: list[float], against: list[float], mass: float) -> None:
    assert fused_mass(for_news, against) == pytest.approx(mass, abs=1e-6)


# html 0, body 1, div 2, p 3, p 4, ul 5, li 6, a 7
PAGE = "<div><p>one two three</p><p>four</p></div><ul><li><a>five</a> six</li></ul>"


@pytest.mark.parametrize(
    ("html", "groups"),
    [
        (PAGE, [2, 2, 5]),  # paragraphs are siblings in their div, the item is alone in its list
        ("<div>a<br>b<br>c</div>", [2, 2, 2]),  # lines of one element
        ("<p>a <b>b</b> c</p><p>d</p>", [1, 1]),  # inline tags do not count
        ("<div><p>a</p></div><div><p>b</p></div>", [2, 4]),
        ("a", [0]),  # fills the body: its siblings are the body's
        ("", []),
    ],
)
def test_sibling_groups(html: str, groups: list[int]) -> None:
    assert sibling_groups(read_page(html)) == groups


def test_layout_features() -> None:
    # words: 3 + 1 = 4 in the div, 2 in the list: 4/4, 4/4, 2/4
    # lengths 11 and 4: mean 7.5, variance 12.25; one item has none: 1, 1, 0
    # words in links: 0/3, 0/1, 1/2
    assert layout_features(read_page(PAGE)) == ([1, 1, 0.5], [1, 1, 0], [0, 0, 0.5])


def test_layout_without_words_or_variance() -> None:
    assert layout_features(read_page("<p>!</p><p>?</p>")) == ([0, 0], [0, 0], [0, 0])
    assert layout_features(read_page("")) == ([], [], [])


def test_variance_is_scaled_to_the_largest() -> None:
    # first list: lengths 2 and 6, variance 4; second: 1 and 9, variance 16
    html = "<ul><li>aa</li><li>bbbbbb</li></ul><ol><li>c</li><li>ddddddddd</li></ol>"
    assert layout_features(read_page(html))[1] == [0.25, 0.25, 1, 1]


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        # harbour and ferry in three different texts: one topic
        (
            ["Harbour ferry returns.", "Ferry harbour sails.", "Harbour ferry docks.", "Garden recipe."],
            [1, 1, 1, 0],
        ),
        # twice is not enough
        (["Harbour ferry returns.", "Ferry harbour sails.", "Garden recipe."], [0, 0, 0]),
        # the same text again is the same text
        (["Harbour ferry returns.", "Ferry harbour sails.", "Ferry harbour sails."], [0, 0, 0]),
        # a row that is one link, and a row without a mark, are not asked
        (
            [
                "Harbour ferry returns.",
                "Ferry harbour sails.",
                "<a>Harbour ferry docks.</a>",
                "Harbour ferry sinks",
            ],
            [0, 0, 0, 0],
        ),
        # a link among other text does not matter
        (
            ["Harbour ferry returns.", "Ferry harbour sails.", "<a>Harbour</a> ferry docks."],
            [1, 1, 1],
        ),
        # numbers and stop words make no pairs
        (["2026 the ferry.", "2026 the garden.", "2026 the harbour."], [0, 0, 0]),
    ],
)
def test_topic_feature(rows: list[str], values: list[float]) -> None:
    assert topic_feature(read_page("".join(f"<p>{row}</p>" for row in rows))) == values


def test_values_and_content() -> None:
    # masses: 1 - 0.01^2 = 0.9999 twice, 0.331104 (features 0.5 and 0 for, 0.5 against)
    # radius 1: weights 1 and exp(-1/2) = 0.606531 over 2.213061: 0.451863 and 0.274069
    # 0.9999 * (0.451863 + 0.274069) = 0.725859
    # 0.725859 + 0.331104 * 0.274069 = 0.725859 + 0.090745
    # 0.331104 * 0.451863 + 0.9999 * 0.274069 = 0.149614 + 0.274041
    # mean 0.655373; 0.5 to 0.7 part the last row: 1/3 * 0.231718^2 + 2/3 * 0.115859^2 = 0.0268;
    # 0.8 parts the second: 2/3 * 0.080616^2 + 1/3 * 0.161231^2 = 0.0130
    extraction = cedst_nc(read_page(PAGE), Context())
    assert extraction.values == pytest.approx([0.725859, 0.816604, 0.423655, 0.423655], abs=1e-5)
    assert extraction.nodes == (0, 1)


def test_no_topic_changes_nothing() -> None:
    assert cedst(read_page(PAGE), Context()) == cedst_nc(read_page(PAGE), Context())


def test_topic_alone() -> None:
    # masses 0.99 for three rows, 0 for five
    # 0.99 * (0.451863 + 0.274069) = 0.718673; 0.99 * (0.451863 + 2 * 0.274069) = 0.99; the third as the
    # first; then 0.99 * 0.274069 = 0.271328, 0
    # mean 0.337334; 0.3 to 0.7 part the first three: 3/8 * 0.471781^2 + 5/8 * 0.283068^2 = 0.1335;
    # 0.1 and 0.2 part four: 1/2 * 0.337334^2 * 2 = 0.1138; 0.8 and 0.9 part one: 0.0609
    html = "".join(
        f"<p>{row}</p>"
        for row in ["Harbour ferry returns.", "Ferry harbour sails.", "Harbour ferry docks.", "Garden."]
    )
    extraction = cedst_tf(read_page(html + "<p>Sun.</p><p>Rain.</p><p>Snow.</p><p>Fog.</p>"), Context())
    expected = [0.718673, 0.99, 0.718673, 0.271328, 0, 0, 0, 0]
    assert extraction.values == pytest.approx(expected, abs=1e-4)
    assert extraction.nodes == (0, 1, 2)


def test_topics_speak_for_a_row() -> None:
    # layout alone cannot tell the two lists apart, words and variances are the same; topics can
    story = ["Harbour ferry returns.", "Ferry harbour sails.", "Harbour ferry docks far away."]
    other = ["Gardens spring summer.", "Kitchen oven flour.", "Engine wheel mirror road fuel."]
    rows = "".join(f"<p>{row}</p>" for row in story)
    others = "".join(f"<p>{row}</p>" for row in other)
    page = read_page(f"<div>{rows}</div><div>{others}</div>")
    assert topic_feature(page) == [1, 1, 1, 0, 0, 0]
    with_topic, without = cedst(page, Context()).values, cedst_nc(page, Context()).values
    assert all(a > b for a, b in zip(with_topic[:3], without[:3], strict=True))


@pytest.mark.parametrize("method", [cedst, cedst_nc, cedst_tf])
def test_a_page_without_words(method: Method) -> None:
    extraction = method(read_page("<p>!</p><p>?</p>"), Context())
    assert extraction.nodes == ()
    assert extraction.values == (0, 0)

from __future__ import annotations

import pytest

from newsextract.methods import Context, Extraction, Method
from newsextract.methods.cepf import (
    DEFAULT_FEATURES,
    best_threshold,
    cepf_e,
    cepf_es,
    cepf_es_select,
    cepf_s,
    fuse,
    path_deviations,
    path_features,
    smooth_by_path,
)
from newsextract.methods.feature_groups import select_features
from newsextract.page import read_page

# Two paragraphs and a menu. Characters 2 and 10 with 1 and 5 marks; 4 and 4 with none.
ARTICLE = "<p>a.</p><p>a,b,c,d,e.</p><ul><li>home</li><li>news</li></ul>"


def test_path_features() -> None:
    # p: lengths 5 and 6 ("bb," and "cc."), marks 1 and 2, 2 nodes
    #   TPL 11, TPR 11/2, TPLR 11 * 5.5 = 60.5; PPL 3, PPR 3/2, PPLR 3 * 1.5 = 4.5
    # li: one node, length 1, no mark
    features = path_features(read_page("<p>aaaa.</p><ul><li>x</li></ul><p>bb, cc.</p>"))
    assert features == {
        "TPL": [11, 1, 11],
        "TPR": [5.5, 1, 5.5],
        "TPLR": [60.5, 1, 60.5],
        "PPL": [3, 0, 3],
        "PPR": [1.5, 0, 1.5],
        "PPLR": [4.5, 0, 4.5],
    }


@pytest.mark.parametrize(
    ("html", "lengths"),
    [
        ('<p class="x">aa</p><p id="y">b</p>', [3, 3]),  # classes and ids are no part of a path
        ("<div><p>aa</p></div><div><p>b</p></div>", [3, 3]),  # nor are positions
        ("<div><p>aa</p></div><p>b</p>", [2, 1]),
        ("<p>aa<a>b</a>cccc</p>", [6, 1, 6]),  # the text around a link hangs from one path
    ],
)
def test_what_shares_a_path(html: str, lengths: list[int]) -> None:
    assert path_features(read_page(html))["TPL"] == lengths


@pytest.mark.parametrize(
    ("html", "deviations"),
    [
        # lengths 2 and 10: 4 from their mean 6; marks 1 and 5: 2 from their mean 3; 4 * 2
        ("<p>a.</p><p>a,b,c,d,e.</p>", [8, 8]),
        # lengths 2 and 10 as before; no marks, their deviation 0 counts as 1
        ("<p>aa</p><p>abcdefghij</p>", [4, 4]),
        # lengths 5 and 6, marks 1 and 2: both deviations 0.5, both count as 1
        ("<p>aaaa.</p><p>bb, cc.</p>", [1, 1]),
        # a path with one node has none
        ("<p>a.</p><div>a,b,c,d,e.</div>", [1, 1]),
    ],
)
def test_path_deviations_are_at_least_1(html: str, deviations: list[float]) -> None:
    assert path_deviations(read_page(html)) == pytest.approx(deviations)


def test_fuse_multiplies_what_is_selected() -> None:
    features = {"TPL": [2.0, 3.0], "TPR": [5.0, 0.5], "PPLR": [7.0, 4.0]}
    assert fuse(features, ("TPL",)) == [2, 3]
    assert fuse(features, ("TPL", "TPR")) == [10, 1.5]
    assert fuse(features, DEFAULT_FEATURES) == [70, 6]
    assert features == {"TPL": [2.0, 3.0], "TPR": [5.0, 0.5], "PPLR": [7.0, 4.0]}


@pytest.mark.parametrize(
    ("html", "radius", "values", "smoothed"),
    [
        # One path: the kernel of radius 3 alone, 0.17524 0.16577 0.14032 0.10629 for 0, 1, 2, 3 away.
        # 0.17524 + 10 * 0.10629; 0.16577 + 10 * 0.14032; 0.14032 + 10 * 0.16577; 0.10629 + 10 * 0.17524
        ("<p>a</p><p>b</p><p>c</p><p>d</p>", 3, [1, 0, 0, 10], [1.23813, 1.56898, 1.79802, 1.85869]),
        # p to ul.li: one tag replaced, one added, 1 / 2^3 = 0.125. Radius 1: 0.45186 and 0.27407.
        # 0.45186 * 8 + 0.27407 * 0.125 * 16; 0.45186 * 16 + 0.27407 * 0.125 * 8
        ("<p>a</p><ul><li>b</li></ul>", 1, [8, 16], [4.16304, 7.50387]),
        # p to div.p: one tag added, 1 / 1^3 = 1: as on one path. 0.72593 * 2
        ("<p>a</p><div><p>b</p></div>", 1, [2, 2], [1.45186, 1.45186]),
        # p to ul.li.a: one replaced, two added, 1 / 3^3. 0.27407 * 27 / 27; 0.45186 * 27
        ("<p>a</p><ul><li><a>b</a></li></ul>", 1, [0, 27], [0.27407, 12.20030]),
    ],
)
def test_smoothing_by_path(html: str, radius: int, values: list[float], smoothed: list[float]) -> None:
    assert smooth_by_path(read_page(html), values, radius) == pytest.approx(smoothed, abs=1e-4)


@pytest.mark.parametrize(
    ("values", "threshold"),
    [
        # mean 6, variance (25 + 16 + 9 + 144) / 4 = 48.5, deviation 6.96419. The best cut is between 3 and 18
        # (objective 48 against 20.25 and 8.33); 3 / 6.96419 = 0.4308, so the first step beyond is 0.44.
        ([1, 2, 3, 18], 0.44 * 6.96419),
        # mean 2, variance (3 * 4 + 36) / 4 = 12; every threshold above 0 parts alike, the first is 0.01.
        ([0, 0, 0, 8], 0.01 * 3.46410),
        # deviation 1: 2.5 of them do not reach the values, no threshold parts them, the first of all stands
        ([100, 102], 0),
        ([5, 5], 0),
        ([], 0),
    ],
)
def test_best_threshold(values: list[float], threshold: float) -> None:
    assert best_threshold(values) == pytest.approx(threshold, abs=1e-4)


def test_cepf_e() -> None:
    # p: TPL 12, TPR 6, PPLR 6 * 3 = 18: TPF 1296; deviations 4 * 2: TPFE 10368. li: no marks, 0.
    assert cepf_e(read_page(ARTICLE), Context()) == Extraction((0, 1), (10368, 10368, 0, 0))


@pytest.mark.parametrize(("method", "deviations"), [(cepf_s, 1), (cepf_es, 8)])
def test_cepf_s_and_es(method: Method, deviations: float) -> None:
    # TPF 1296 of both p, 0 of both li; p to ul.li weighs 1/8; kernel 0.17524 0.16577 0.14032 0.10629:
    # p:  1296 * (0.17524 + 0.16577) = 441.95, both
    # li: 1296 / 8 * (0.16577 + 0.14032) = 49.587, then 162 * (0.14032 + 0.10629) = 39.951
    extraction = method(read_page(ARTICLE), Context())
    expected = [deviations * value for value in (441.95, 441.95, 49.587, 39.951)]
    assert extraction.values == pytest.approx(expected, rel=1e-4)
    assert extraction.nodes == (0, 1)


def test_a_link_in_a_sentence_stays_with_it() -> None:
    # p.a has no mark, so its value is 0; 8 + 4 of the row's 14 characters are content, so the row is
    extraction = cepf_e(read_page("<p>aaa,bbb.<a>cc</a>ddd.</p><ul><li>home</li></ul>"), Context())
    assert extraction.values[1] == 0
    assert extraction.nodes == (0, 1, 2)


@pytest.mark.parametrize("method", [cepf_s, cepf_e, cepf_es, cepf_es_select])
def test_without_any_mark_nothing_is_content(method: Method) -> None:
    assert method(read_page("<ul><li>home</li><li>news</li></ul>"), Context()) == Extraction((), (0, 0))


def test_selection_page_by_page() -> None:
    # Scaled, all features are 1 for p; for li TPL is 8/12, TPR 4/6, TPLR 32/72, those of marks 0. TPL and TPR
    # are alike, those of marks too: d^2 is 8/81 from TPL to TPLR, 72/81 to PPL, 32/81 from TPLR to PPL, the
    # mean over the 15 pairs 544/81/15 = 0.4477, similarities 0.8956, 0.3706, 0.6433, degrees 4.0074,
    # 4.7211, 4.3845.
    # {TPL TPR} {TPLR} {marks}: 0.5009 + 0.7882 + 0.3158 = 1.605. The nearest others: {TPL} {TPR TPLR} {marks}
    # 0.7505 + 0.5656 + 0.3158 = 1.632, {TPL TPR TPLR} {one} {two of marks} 0.3261 + 0.7719 + 0.5438 = 1.642.
    # So TPL, TPLR, PPLR stay: 12 * 72 * 18 * 8 = 124416 for p, 0 for li, smoothed as above:
    # 124416 * 0.34101, 124416 / 8 * 0.30609, 15552 * 0.24661
    page = read_page(ARTICLE)
    assert select_features(path_features(page)) == ("TPL", "TPLR", "PPLR")
    extraction = cepf_es_select(page, Context())
    assert extraction.values == pytest.approx([42427, 42427, 4760.3, 3835.3], rel=1e-4)
    assert extraction.nodes == (0, 1)

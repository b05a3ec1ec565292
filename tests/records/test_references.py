from __future__ import annotations

from collections.abc import Callable

import pytest

from newsextract.records.lines import Line
from newsextract.records.references import (
    looks_like_reference,
    reference_lines,
    reference_texts,
    split_run_in,
)

LinesOf = Callable[[str], list[Line]]

ROE = "Roe, J. Salt. Sea Letters 12 (2012) 188-197"
POE = "Poe, A. Sand. Sea Letters 13 (2013) 3-9"


@pytest.mark.parametrize(
    "html",
    [
        f"<h2>References</h2><ol><li>{ROE}</li><li>{POE}</li></ol><p>Back to top</p>",
        f"<h2>References</h2><ol><li>{ROE}<a> CrossRef</a> <a>Google Scholar</a></li><li>{POE}</li></ol>",
        f"<h2>References</h2><p>[1] {ROE}</p><p>[2] {POE}</p><p>Copyright 2014</p>",
        f"<h2>References</h2><p>[1] {ROE}</p><p>Full text</p><p>[2] {POE}</p><p>Back to top</p>",
        f"<h2>References</h2><p>1. {ROE}<br>2. {POE}</p>",
        f"<h2>References</h2><div>{ROE}<br>{POE}</div>",
        f"<h2>References</h2><p>[1] {ROE} [2] {POE}</p>",
        f"<h2>References</h2><p>{ROE}</p><p>{POE}</p><p>© 2014 Sea Press</p>",
        f"<table><tr><td>References</td></tr><tr><td>[1]</td><td>{ROE}</td></tr>"
        f"<tr><td>[2]</td><td>{POE}</td></tr></table>",
        f"<p>Sand and salt were weighed.</p><p>{ROE}</p><p>{POE}</p><p>Contact us in 2014</p>",
        f"<p>Sand and salt were weighed.</p><div>[1] {ROE} • [2] {POE}</div>",
    ],
)
def test_references_in_all_layouts(lines_of: LinesOf, html: str) -> None:
    assert reference_texts(reference_lines(lines_of(html))) == (ROE, POE)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>We went out in 2012 and in 2013 to weigh the salt.</p><p>It was 3-4 kg.</p>",
        f"<p>{ROE}</p>",  # the page's own citation
        "<h3>Literatur</h3><ul><li>Neue Bücher</li><li>Lesungen 2019</li><li>Archiv</li></ul>",
        f"<h2>Cited by</h2><p>{ROE}</p><p>{POE}</p>",
        f"<h2>Related articles</h2><p>{ROE}</p><p>{POE}</p>",
    ],
)
def test_pages_without_references(lines_of: LinesOf, html: str) -> None:
    assert reference_texts(reference_lines(lines_of(html))) == ()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("[1] a [2] b [3] c", ["[1] a", "[2] b", "[3] c"]),
        ("before [4] a. [5] b", ["before", "[4] a.", "[5] b"]),
        ("[1] a, see [7], b [2] c", ["[1] a, see [7], b", "[2] c"]),
        ("[1] alone", ["[1] alone"]),
        ("none", ["none"]),
    ],
)
def test_run_in_lists_are_split_at_numbers_that_follow_each_other(text: str, pieces: list[str]) -> None:
    assert split_run_in(text) == pieces


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (ROE, True),
        ("[1] 赵敏. 链接密度与网页去噪[D]. 江南大学, 2009, 31(5): 12-18.", True),
        ("J. Roe and A. Poe, Salt and sand, Sea Letters, 12 (2012) 188-197", True),
        ("Roe J, Poe A. Salt and sand of the north. Sea Lett. 2012;12(1):188-197", True),
        ("Salt and sand of the north (2012), doi:10.5555/sl.12", True),
        ("© 2014 Sea Press, volume 3, 12-19", False),
        ("We weighed the salt of 2012 and found 3-4 kg more than there was in the year before.", False),
        ("Roe, J. Salt. Sea Letters 12, 188-197", False),  # no year
        ("May 2012, 3-4", False),
    ],
)
def test_what_looks_like_a_reference(text: str, is_one: bool) -> None:
    assert looks_like_reference(text) is is_one

"""Whole pages, in ``tests/pages/journal``: five layouts of invented journals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from newsextract import Limits
from newsextract.page import read_page
from newsextract.records import Record, records
from newsextract.records.reading import visible_title

PAGES = Path(__file__).parents[1] / "pages" / "journal"

HIGHWIRE: dict[str, Any] = {
    "title": "Silt budgets of small tidal basins",
    "authors": ["Ingrid Halvorsen", "Tomás J. Pereira", "Thandi Mbeki Ndlovu"],
    "abstract": "We close the silt budget of nine tidal basins. Losses at the inlet exceed "
    "river supply in seven "
    "of them.",
    "keywords": ["silt", "tidal basin", "sediment budget (annual, decadal)"],
    "doi": "10.5555/ach.2018.0417",
    "volume": "41",
    "issue": "2",
    "published": "2018-03-09",
    "published_raw": "2018/03/09",
    "references": [
        "Okafor B, Lindqvist E. Suspended load in narrow inlets. Estuary Letters 12(4): 201-219. 2009",
        "Brandt, U. Basins and their banks. Hafen Verlag (2001).",
    ],
}
CITED_BY: dict[str, Any] = {
    "title": "Wind drag over reed beds: a field study",
    "authors": ["Marguerite van der Meulen", "Kwame A. Boateng", "Li-Hua Chen"],
    "abstract": "Background\nReed beds slow the wind that drives waves in shallow lakes, "
    "but the drag of living "
    "stems has rarely been measured in the field.\nResults\nOver two summers, "
    "drag rose with stem density up to "
    "ninety stems per square metre and then levelled off, whatever the height of the bed.",
    "keywords": ["reed beds", "wind drag", "shallow lakes, waves"],
    "doi": "10.5555/wpq.2014(3).211",
    "volume": "17",
    "issue": "3",
    "published": "2014-09-05",
    "published_raw": "5 September 2014",
    "references": [
        "Abara, C. and Holm, P. (1998) Drag of plastic stems in a wind tunnel. J. "
        "Invented Fluid Mech. 44(2), "
        "101–119.",
        "Feng, Y. (2003) Waves of shallow lakes, vol. 9, no. 1. Lake Notes 9, 12–40.",
        "Sørlie, K., Duarte, M. (2011) Portable masts. Field Methods 3, 7–15. doi:10.5555/fm.3.7",
    ],
}
TABLE_LAYOUT: dict[str, Any] = {
    "title": "Light curves of eleven slow rotators",
    "authors": ["Rosa Castellano", "Petr Dvořák", "Sean P. O'Neill"],
    "abstract": "Eleven minor planets with periods longer than two days were followed for three oppositions. "
    "Seven of them tumble, which is more than chance would give, and the "
    "amplitude of their light curves changes "
    "from one opposition to the next.",
    "keywords": ["ASTEROIDS", "ROTATION", "PHOTOMETRY (CCD, PLATES)"],
    "doi": "10.5555/jmp.xii.1.33",
    "volume": "XII",
    "issue": "1-2",
    "published": "1996-02-29",
    "published_raw": "February 29, 1996",
    "references": [
        "Arrigo, L., Photometry with small plates, Sky Reports, 3 (1971) 18-27.",
        "Keane, D. and Vasić, M., Tumbling bodies, Orbit, 21 (1988) 400-412.",
        "Castellano, R., Slow rotators, this journal, vol. 9, no. 4 (1993) 77-90.",
    ],
}
CHINESE: dict[str, Any] = {
    "title": "面向期刊网页的视觉块抽取方法",
    "authors": ["张伟", "李晓明", "陈思远"],
    "abstract": "针对期刊网页中噪声多、字段杂的问题，提出一种基于视觉块的抽取方法。该方法先去除链接簇，"
    "再按符号密度"
    "定位正文。实验表明，该方法在三个虚构网站上均优于原有方法。",
    "keywords": ["网页抽取", "视觉块", "符号密度（文本、标点）"],
    "doi": "10.5555/xgxb.2011.05.017",
    "volume": "31",
    "issue": "5",
    "published": "2011-12-01",
    "published_raw": "2011年12月1日",
    "references": [
        "王强, 刘洋. 网页正文抽取方法研究[J]. 虚构软件学报, 2008, 19(5): 1203-1208.",
        "赵敏. 链接密度与网页去噪[D]. 江南大学, 2009.",
        "Novak A. Blocks and pages. Invented Web Journal, 2010, 7(2): 33-41.",
    ],
}
MINIMAL: dict[str, Any] = {
    "title": "On the folding of wet maps",
    "authors": ["Elspeth Farquhar"],
    "abstract": "A paper map that has been folded wet and left to dry cannot be opened along its old creases "
    "without loss. We give the reason, which lies in the sizing of the paper, "
    "and a rule for the number of folds "
    "that a sheet will bear. The rule was tried on forty sheets, of which three were spoiled.",
    "keywords": [],
    "doi": "",
    "volume": "8",
    "issue": "1",
    "published": "2003",
    "published_raw": "2003",
    "references": [
        "D. Ross and E. Farquhar, Paper and water, Sheet Notes, 2 (1999) 14-19.",
        "T. Bell, Creases, Fold, 11 (2001) 3-8.",
        "H. Ames, The damp atlas, Quarto, 5 (2002) 60-71.",
    ],
}
EXPECTED = {
    "highwire": HIGHWIRE,
    "cited_by": CITED_BY,
    "table_layout": TABLE_LAYOUT,
    "chinese": CHINESE,
    "minimal": MINIMAL,
}
SHOWN = {
    "title": "head",
    "authors": "entities",
    "abstract": "pattern",
    "keywords": "pattern",
    "doi": "pattern",
    "volume": "pattern",
    "issue": "pattern",
    "published": "pattern",
    "references": "entities",
}
SOURCES = {
    "highwire": dict.fromkeys(SHOWN, "meta"),
    "cited_by": SHOWN,
    "table_layout": SHOWN,
    "chinese": SHOWN,
    "minimal": {
        **{field: source for field, source in SHOWN.items() if field not in ("doi", "keywords")},
        "abstract": "density",
    },
}


def page(name: str) -> bytes:
    return (PAGES / f"{name}.html").read_bytes()


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("field", HIGHWIRE)
def test_fields_of_whole_pages(name: str, field: str) -> None:
    assert records(page(name)).to_dict()[field] == EXPECTED[name][field]


@pytest.mark.parametrize("name", EXPECTED)
def test_every_field_says_where_it_came_from(name: str) -> None:
    assert records(page(name)).sources == SOURCES[name]


def test_every_page_of_the_folder_is_tested() -> None:
    assert {path.stem for path in PAGES.iterdir()} == set(EXPECTED)


def test_the_visible_page_is_read_without_any_meta() -> None:
    html = re.sub(r'<meta name="citation_[^>]*>', "", page("highwire").decode())
    record = records(html, "https://ach.example/417")
    assert record == Record(
        url="https://ach.example/417",
        title="Silt budgets of small tidal basins",
        authors=("Ingrid Halvorsen", "Tomás J. Pereira", "Thandi Mbeki Ndlovu"),
        abstract="We close the silt budget of nine tidal basins, shown here in a longer form "
        "than the one declared "
        "in the head.",
        volume="41",
        published="2018",
        published_raw="2018",
        sources={
            "title": "head",
            "authors": "entities",
            "abstract": "pattern",
            "volume": "pattern",
            "published": "pattern",
        },
    )


def test_meta_and_page_complete_each_other() -> None:
    record = records(b"<meta name='citation_doi' content='10.5555/a'>" + page("minimal"))
    assert (record.doi, record.sources["doi"]) == ("10.5555/a", "meta")
    assert (record.volume, record.sources["volume"]) == ("8", "pattern")


def test_a_declared_volume_is_not_given_the_issue_of_another_place() -> None:
    record = records(b"<meta name='citation_volume' content='9'>" + page("minimal"))
    assert (record.volume, record.issue) == ("9", "")


PROSE = (
    "The ferry came in late, and nobody on the quay had a word to say about it until the lamps were lit. " * 3
)


@pytest.mark.parametrize(
    ("marks", "is_journal"),
    [
        ("<p>DOI: 10.5555/a</p>", True),
        ("<p>Vol. 3, No. 4</p>", True),
        ("<p>Keywords: salt, sand</p><h2>Abstract</h2>", True),
        ("<h2>References</h2><ol><li>Roe, J. Salt. Sea Letters 12 (2012)</li></ol>", True),
        ("<meta name='citation_title' content='Ferry late'>", True),
        ("<p>Keywords: salt, sand</p>", False),
        ("<p>Keywords: salt, sand</p><h2>Summary</h2>", False),
        ("<p>Volume 3</p>", False),
        ("<meta name='dc.creator' content='Jane Doe'>", False),
        ("<p>Published: 3 May 2019</p>", False),
    ],
)
def test_shares_and_density_are_asked_on_journal_pages_alone(marks: str, is_journal: bool) -> None:
    record = records(f"<title>Ferry late</title><p>Jane Doe, Port University</p><p>{PROSE}</p>{marks}")
    assert (record.abstract == PROSE.strip()) is is_journal
    assert (record.authors == ("Jane Doe",)) is is_journal
    assert (set(record.sources) == {"title"}) is not is_journal


def test_subjects_are_keywords_only_where_the_page_shows_none() -> None:
    subject = b"<meta name='dc.subject' content='Cartography'>"
    assert records(subject + page("minimal")).keywords == ("Cartography",)
    assert records(subject + page("table_layout")).keywords == tuple(TABLE_LAYOUT["keywords"])


def test_a_page_that_is_no_journal_article_has_a_title_and_nothing_else() -> None:
    record = records(
        f"<title>Ferry late</title><h1>Ferry late</h1><p>Jane Doe, Port University</p><p>{PROSE}</p>"
    )
    assert record == Record(title="Ferry late", sources={"title": "head"})


@pytest.mark.parametrize(
    "html", [b"", "", b"%PDF-1.7 ...", b"\x00\xff\xfe", "<", "\ud800", "<p>", b"<title></title><table><td>"]
)
def test_pages_that_cannot_be_read_have_empty_fields(html: bytes | str) -> None:
    assert records(html) == Record()


def test_limits_and_content_type_are_heeded() -> None:
    assert records(page("minimal"), limits=Limits(max_bytes=100)) == Record()
    record = records(
        "<title>Salz für Möwen</title>".encode("cp1252"), content_type="text/html; charset=cp1252"
    )
    assert record.title == "Salz für Möwen"


@pytest.mark.parametrize(
    ("html", "title"),
    [
        (
            "<title>North salt basins | Sea Letters</title><h1>Sea Letters</h1><h2>North salt basins</h2>",
            "North salt basins",
        ),
        ("<title>Salt basins | Sea Letters</title><h2>Abstract</h2>", "Salt basins | Sea Letters"),
        ("<title>Salt basins</title><h1>Salt basins and their banks</h1>", "Salt basins and their banks"),
        ("<title>Salt basins</title>", "Salt basins"),
        ("<h1>Salt basins</h1>", "Salt basins"),
        ("<p>Salt basins</p>", ""),
    ],
)
def test_the_heading_is_the_title_where_the_head_agrees(html: str, title: str) -> None:
    assert visible_title(read_page(html)) == title

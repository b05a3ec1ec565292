from __future__ import annotations

import json
from typing import Any

import pytest

from newsextract.page import read_page
from newsextract.records.declared import declared_fields, declares_article, plain, reference_text, split_names


def given(field: str, head: str) -> list[str]:
    return list(declared_fields(read_page(f"<head>{head}</head><p>text"))[field])


@pytest.mark.parametrize(
    ("field", "head", "values"),
    [
        (
            "title",
            "<meta name='citation_title' content='Salt'><meta name='dc.title' content='Sand'>",
            ["Salt"],
        ),
        ("title", "<meta name='DC.Title' content=' H&lt;sub&gt;2&lt;/sub&gt;O '>", ["H 2 O"]),
        ("title", "<meta property='og:title' content='Salt'>", []),
        ("authors", "<meta name='citation_author' content='Doe, Jane'>" * 2, ["Jane Doe"]),
        (
            "authors",
            "<meta name='citation_authors' content='Doe, Jane; Roe, John'>",
            ["Jane Doe", "John Roe"],
        ),
        ("authors", "<meta name='dc.creator' content='张伟'>", ["张伟"]),
        ("abstract", "<meta name='citation_abstract' content='We ask.'>", ["We ask."]),
        ("abstract", "<meta name='dc.description' content='We ask and...'>", []),  # cut off
        ("abstract", "<meta name='description' content='We ask.'>", []),
        ("keywords", "<meta name='citation_keywords' content='salt; sand'>", ["salt", "sand"]),
        ("subjects", "<meta name='dc.subject' content='salt'><meta name='dc.subject' content='sand'>", None),
        ("keywords", "<meta name='keywords' content='salt; sand'>", []),
        ("doi", "<meta name='citation_doi' content='https://doi.org/10.5555/x'>", ["10.5555/x"]),
        (
            "doi",
            "<meta name='dc.identifier' content='A 3'><meta name='dc.identifier' content='doi:10.5555/x'>",
            ["10.5555/x"],
        ),
        ("volume", "<meta name='prism.volume' content='58'>", ["58"]),
        ("issue", "<meta name='citation_issue' content='1-2'>", ["1-2"]),
        ("issue", "<meta name='citation_issue' content=''>", []),
        ("published", "<meta name='citation_publication_date' content='2019/03/14'>", ["2019/03/14"]),
        ("references", "<meta name='citation_reference' content='Roe (2012)'>", ["Roe (2012)"]),
    ],
)
def test_meta_elements(field: str, head: str, values: list[str] | None) -> None:
    assert given(field, head) == (["salt", "sand"] if values is None else values)


ARTICLE: dict[str, Any] = {
    "@type": "ScholarlyArticle",
    "headline": "Salt",
    "author": [{"@type": "Person", "name": "Jane Doe"}, "John Roe"],
    "description": "We ask.",
    "keywords": ["salt", "sand"],
    "sameAs": "https://doi.org/10.5555/x",
    "datePublished": "2019-03-14",
    "isPartOf": {
        "@type": "PublicationIssue",
        "issueNumber": 1,
        "isPartOf": {"@type": ["PublicationVolume", "Periodical"], "volumeNumber": "58"},
    },
    "citation": [{"@type": "CreativeWork", "name": "Sand, 2001"}],
}
FIELDS = {
    "title": ["Salt"],
    "authors": ["Jane Doe", "John Roe"],
    "abstract": ["We ask."],
    "keywords": ["salt", "sand"],
    "subjects": [],
    "doi": ["10.5555/x"],
    "volume": ["58"],
    "issue": ["1"],
    "published": ["2019-03-14"],
    "references": ["Sand, 2001"],
}
NOTHING: dict[str, list[str]] = {field: [] for field in FIELDS}


@pytest.mark.parametrize(
    ("script", "fields"),
    [
        (json.dumps(ARTICLE), FIELDS),
        (json.dumps({"@graph": [{"@type": "WebPage", "mainEntity": ARTICLE}]}), FIELDS),
        (json.dumps([{"@type": "Organization"}, {**ARTICLE, "@type": ["MedicalScholarlyArticle"]}]), FIELDS),
        (json.dumps({**ARTICLE, "@type": "NewsArticle"}), NOTHING),
        (
            json.dumps({"@type": "ScholarlyArticle", "author": 3.5, "isPartOf": [1], "keywords": None}),
            NOTHING,
        ),
        ("{not json", NOTHING),
        ("[" * 100_000, NOTHING),
        ("null", NOTHING),
    ],
)
def test_json_ld(script: str, fields: dict[str, list[str]]) -> None:
    page = read_page(f"<head><script type='application/ld+json'>{script}</script></head><p>text")
    assert declared_fields(page) == fields


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Jane Doe", ["Jane Doe"]),
        ("Doe, Jane Q.", ["Jane Q. Doe"]),
        ("van der Meulen, Marguerite", ["Marguerite van der Meulen"]),
        ("Doe, Jane, Jr.", ["Jane Doe"]),
        ("Jane Doe and John Roe", ["Jane Doe", "John Roe"]),
        ("Jane Doe, John Roe, Ann Poe", ["Jane Doe", "John Roe", "Ann Poe"]),
        ("; ,", []),
    ],
)
def test_names_are_given_name_first(value: str, names: list[str]) -> None:
    assert split_names(value) == names


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("citation_title=Salt; citation_author=Roe J; citation_author=Poe A", "Roe J, Poe A. Salt"),
        (
            "citation_journal_title=Sea; citation_volume=3; citation_issue=4; citation_firstpage=5; "
            "citation_lastpage=9; citation_year=2001",
            "Sea 3(4): 5-9. 2001",
        ),
        ("Roe, Salt; Sand (2012)", "Roe, Salt; Sand (2012)"),
        ("citation_", ""),
        ("", ""),
    ],
)
def test_a_reference_of_pairs_is_one_string(value: str, text: str) -> None:
    assert reference_text(value) == text


@pytest.mark.parametrize(
    ("head", "declares"),
    [
        ("<meta name='citation_doi' content='10.5555/x'>", True),
        ("<meta name='prism.volume' content='3'>", True),
        ('<script type=\'application/ld+json\'>{"@type": "ScholarlyArticle"}</script>', True),
        ("<meta name='citation_doi' content=''>", False),
        ("<meta name='prism.section' content='news'>", False),
        ("<meta name='dc.title' content='Salt'>", False),
        ('<script type=\'application/ld+json\'>{"@type": "NewsArticle"}</script>', False),
    ],
)
def test_vocabularies_that_only_papers_use(head: str, declares: bool) -> None:
    assert declares_article(read_page(f"<head>{head}</head><p>text")) is declares


def test_markup_in_values_goes() -> None:
    assert plain("&lt;p&gt;a < b &amp;amp; c&lt;/p&gt;") == "a < b &amp; c"

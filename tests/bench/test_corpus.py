"""Reading sets from disk: what is kept, what is refused, and what the refusal says."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from newsextract.bench.corpus import Case, Scoring, find_corpora, read_corpus, select
from newsextract.errors import CorpusError

CorpusWriter = Callable[..., Path]

PAGE = "<p>The ferry left at noon.</p>"


def test_a_line_becomes_a_case(write_corpus: CorpusWriter) -> None:
    row = {
        "id": "a", "site": "s", "language": "English", "url": "http://s.example/", "title": "T", "body": "B",
        "authors": ["Ann"], "date": "2026-01-02", "unknown key": 1,
    }  # fmt: skip
    folder = write_corpus([row], {"a": PAGE})
    corpus = read_corpus(folder)
    assert corpus.name == "tiny"
    assert corpus.scoring is Scoring.BODY
    assert corpus.cases == (
        Case(
            id="a", path=folder / "html" / "a.html.gz", site="s", language="English", url="http://s.example/",
            title="T", body="B", authors=("Ann",), date="2026-01-02",
        ),
    )  # fmt: skip
    assert corpus.cases[0].read_page() == PAGE.encode()


def test_missing_and_null_keys_are_empty(write_corpus: CorpusWriter) -> None:
    case = read_corpus(write_corpus([{"id": "a", "title": None, "body": "B"}], {"a": PAGE})).cases[0]
    assert (case.title, case.url, case.authors) == ("", "", ())


def test_a_line_separator_within_a_string_does_not_end_the_line(write_corpus: CorpusWriter) -> None:
    corpus = read_corpus(write_corpus([{"id": "a", "body": "one\u2028two\x85three"}], {"a": PAGE}))
    assert corpus.cases[0].body == "one\u2028two\x85three"


def test_plain_pages_and_packed_ones_are_the_same_set(write_corpus: CorpusWriter) -> None:
    rows = [{"id": "a", "body": "B"}]
    packed = write_corpus(rows, {"a": PAGE}, name="packed")
    plain = write_corpus(rows, {}, name="plain")
    (plain / "html" / "a.html").write_text(PAGE)
    assert read_corpus(plain).cases[0].read_page() == PAGE.encode()
    assert read_corpus(plain).digest == read_corpus(packed).digest


def test_digest_changes_with_gold_and_with_pages(write_corpus: CorpusWriter) -> None:
    digests = [
        read_corpus(write_corpus([{"id": "a", "body": body}], {"a": page}, name=name)).digest
        for name, body, page in [("1", "B", PAGE), ("2", "C", PAGE), ("3", "B", PAGE + " ")]
    ]
    assert len(set(digests)) == 3


@pytest.mark.parametrize(
    ("rows", "scoring", "kept", "left_out"),
    [
        ([{"body": "B"}, {"body": "C"}], Scoring.BODY, 2, 0),
        ([{"wanted": ["w"]}, {"unwanted": ["u"]}], Scoring.SEGMENTS, 2, 0),
        ([{"body": "B", "wanted": ["w"]}], Scoring.BODY, 1, 0),
        ([{"wanted": ["w"]}, {"body": "B"}, {"title": "T"}], Scoring.BODY, 1, 2),
        ([{"is_article": True}, {"is_article": False}], Scoring.NOTHING, 2, 0),
    ],
)
def test_what_can_be_scored(
    write_corpus: CorpusWriter, rows: list[dict[str, object]], scoring: Scoring, kept: int, left_out: int
) -> None:
    named = [{"id": str(number), **row} for number, row in enumerate(rows)]
    corpus = read_corpus(write_corpus(named, {row["id"]: PAGE for row in named}))
    assert (corpus.scoring, len(corpus.cases), corpus.left_out) == (scoring, kept, left_out)


@pytest.mark.parametrize(
    ("gold", "complaint"),
    [
        ("", "gold.jsonl: holds no page"),
        ('{"id": "a"}\n{"id": ', "line 2: not JSON"),
        ('["a"]', "line 1: list found"),
        ('{"body": "B"}', "line 1: no id"),
        ('{"id": 7}', "line 1: id is 7"),
        ('{"id": "a", "body": ["B"]}', "line 1: body is ['B']"),
        ('{"id": "a", "wanted": "w"}', "line 1: wanted is 'w'"),
        ('{"id": "a", "wanted": ["w", " "]}', "line 1: wanted is ['w', ' ']"),
        ('{"id": "a"}\n\n{"id": "a"}', "line 3: id 'a' was used on line 1"),
        ('{"id": "../a"}', "line 1: id '../a' is no file name"),
        ('{"id": "b"}', "b.html.gz nor b.html exists"),
    ],
)
def test_malformed_gold(write_corpus: CorpusWriter, gold: str, complaint: str) -> None:
    folder = write_corpus([], {"a": PAGE})
    (folder / "gold.jsonl").write_text(gold)
    with pytest.raises(CorpusError) as caught:
        read_corpus(folder)
    assert complaint in str(caught.value)
    assert str(folder) in str(caught.value)


def test_gold_that_is_not_utf8(write_corpus: CorpusWriter) -> None:
    folder = write_corpus([], {"a": PAGE})
    (folder / "gold.jsonl").write_bytes(b'{"id": "a", "body": "\xff"}')
    with pytest.raises(CorpusError, match=r"line 1: not JSON .* in UTF-8"):
        read_corpus(folder)


def test_gold_may_begin_with_a_byte_order_mark(write_corpus: CorpusWriter) -> None:
    folder = write_corpus([], {"a": PAGE})
    (folder / "gold.jsonl").write_bytes(b'\xef\xbb\xbf{"id": "a", "body": "B"}\r\n')
    assert [case.id for case in read_corpus(folder).cases] == ["a"]


@pytest.mark.parametrize(
    "stored", [b"no gzip", gzip.compress(b"<p>" * 1000)[:-12], b"\x1f\x8b\x08\x00broken!!!!"]
)
def test_a_broken_page_is_named(write_corpus: CorpusWriter, stored: bytes) -> None:
    folder = write_corpus([{"id": "a", "body": "B"}], {})
    (folder / "html" / "a.html.gz").write_bytes(stored)
    with pytest.raises(CorpusError, match=r"a\.html\.gz: cannot be read"):
        read_corpus(folder)


def test_a_folder_of_sets_is_all_of_them_by_name(write_corpus: CorpusWriter) -> None:
    two, one = (write_corpus([], {}, name=name) for name in ("two", "one"))
    (one.parent / "no set").mkdir()
    assert find_corpora(one.parent) == [one, two]
    assert find_corpora(one) == [one]


def test_folders_without_a_set_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"absent: no such folder; name one with gold\.jsonl"):
        find_corpora(tmp_path / "absent")
    with pytest.raises(CorpusError, match=r"no gold\.jsonl in it or in a folder right below"):
        find_corpora(tmp_path)
    with pytest.raises(CorpusError, match=r"gold\.jsonl: cannot be read"):
        read_corpus(tmp_path)


@pytest.mark.parametrize(
    ("limit", "language", "expected"),
    [
        (None, None, "0123456789"),
        (99, None, "0123456789"),
        (3, None, "036"),  # places 0, 10/3 and 20/3, rounded down
        (5, None, "02468"),
        (None, "greek", "13579"),
        (2, "Greek", "15"),  # places 0 and 2 of 1 3 5 7 9
        (None, "Latin", ""),
    ],
)
def test_select(limit: int | None, language: str | None, expected: str) -> None:
    cases = [
        Case(id=str(number), path=Path("unread"), language="Greek" if number % 2 else "Polish")
        for number in range(10)
    ]
    assert "".join(case.id for case in select(cases, limit=limit, language=language)) == expected


@pytest.mark.skipif(
    "NEWSEXTRACT_CORPUS" not in os.environ, reason="set NEWSEXTRACT_CORPUS to a folder of labelled sets"
)
def test_digests_of_a_real_corpus_are_stable() -> None:
    for folder in find_corpora(Path(os.environ["NEWSEXTRACT_CORPUS"])):
        assert read_corpus(folder).digest == read_corpus(folder).digest

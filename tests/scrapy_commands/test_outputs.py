"""Files that ``-o`` names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from newsextract.errors import OutputError
from newsextract.scrapy_commands.outputs import GZIP, check_outputs, with_compression, with_format


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("news.jsonl", "news.jsonl"),
        ("news.jsonl.gz", "news.jsonl.gz:jsonl"),
        ("a.b/news.csv.gz", "a.b/news.csv.gz:csv"),
        ("news.jsonl.gz:jsonlines", "news.jsonl.gz:jsonlines"),
        ("s3://bucket/news.jsonl.gz", "s3://bucket/news.jsonl.gz:jsonl"),
        ("-:json", "-:json"),
        ("news.gz", "news.gz"),
        ("news.d/gz", "news.d/gz"),
    ],
)
def test_the_format_of_a_compressed_file_is_the_ending_before(given: str, taken: str) -> None:
    assert with_format(given) == taken


PACKED = {"postprocessing": [GZIP], "gzip_mtime": 0}


@pytest.mark.parametrize(
    ("feeds", "packed"),
    [
        ({}, {}),
        ({"news.jsonl": {"format": "jsonl"}}, {"news.jsonl": {"format": "jsonl"}}),
        (
            {"news.jsonl.gz": {"format": "jsonl", "overwrite": True}},
            {"news.jsonl.gz": {"format": "jsonl", "overwrite": True, **PACKED}},
        ),
        (
            {"news.jsonl.gz": {"format": "jsonl", "postprocessing": ["my.Plugin"]}},
            {"news.jsonl.gz": {"format": "jsonl", "postprocessing": ["my.Plugin"]}},
        ),
    ],
)
def test_a_name_that_says_so_is_compressed(feeds: dict[str, Any], packed: dict[str, Any]) -> None:
    before = repr(feeds)
    assert with_compression(feeds) == packed
    assert repr(feeds) == before


def test_parquet_is_not_compressed_twice() -> None:
    with pytest.raises(OutputError, match="compressed already"):
        with_compression({"news.parquet.gz": {"format": "parquet"}})


def test_what_stands_in_a_file_stays_and_folders_are_made(tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text("{}\n")
    new = tmp_path / "a folder" / "new.jsonl"
    check_outputs({str(tmp_path / "old.jsonl"): {}, new.as_uri(): {}})
    assert (tmp_path / "old.jsonl").read_text() == "{}\n"
    assert new.read_bytes() == b""


@pytest.mark.parametrize(
    "address", ["s3://bucket/news.jsonl", "stdout:", "ftp://host/x", "file/%(time)s.jsonl"]
)
def test_what_is_no_local_file_or_has_no_name_yet_is_left_to_scrapy(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    check_outputs({address: {}})
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["file/x.jsonl", "."])
def test_a_file_that_cannot_be_written_is_an_error(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for address in (str(tmp_path / name), (tmp_path / name).as_uri()):
        with pytest.raises(OutputError, match="cannot be written"):
            check_outputs({address: {}})

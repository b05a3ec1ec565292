from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, fields

import pytest

from newsextract.records import Record

RECORD = Record(title="Salt", authors=("Jane Doe",), references=("Sand, 2001",), sources={"title": "head"})


def test_every_field_has_its_place_in_the_json_line() -> None:
    values = json.loads(json.dumps(RECORD.to_dict()))
    assert list(values) == [field.name for field in fields(Record)]
    assert values["authors"] == ["Jane Doe"]
    assert values["sources"] == {"title": "head"}


def test_missing_fields_are_empty() -> None:
    values = Record().to_dict()
    assert not any(values.values())


def test_a_record_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(RECORD)) == RECORD  # noqa: S301  our own bytes
    assert len({RECORD, pickle.loads(pickle.dumps(RECORD))}) == 1  # noqa: S301  our own bytes
    with pytest.raises(FrozenInstanceError):
        RECORD.title = "Sand"  # type: ignore[misc]  # what the test is about


def test_fields_can_be_read_by_name() -> None:
    record = Record(doi="10.5555/1", authors=("Ada Byron",))
    assert (record["doi"], record["authors"], record["volume"]) == ("10.5555/1", ["Ada Byron"], "")
    assert dict(record) == record.to_dict()
    with pytest.raises(KeyError):
        record["publisher"]

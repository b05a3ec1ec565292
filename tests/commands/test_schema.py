"""The schema on the command line."""

from __future__ import annotations

import argparse
import json

import pytest

from newsextract.commands import schema
from newsextract.schema import article_schema


def test_it_prints_the_schema_as_indented_json(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    schema.add_arguments(parser)
    assert schema.run(parser.parse_args([])) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed) == article_schema()
    assert printed.startswith('{\n  "$schema": ')
    assert printed.isascii()

"""The list of methods."""

from __future__ import annotations

import pytest

from newsextract.commands.main import main
from newsextract.methods import DEFAULT_METHOD, method_names, method_summary


def test_every_method_has_a_line_with_what_it_is_and_the_default_is_first_and_marked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["methods"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == method_names()
    assert lines[0].startswith(f"{DEFAULT_METHOD} (default)  ")
    assert sum("(default)" in line for line in lines) == 1


def test_every_method_is_told_apart_from_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    main(["methods"])
    lines = [line.split("  ", 1)[1].strip() for line in capsys.readouterr().out.splitlines()]
    assert lines == [method_summary(name) for name in method_names()]
    assert len(set(lines)) == len(lines)

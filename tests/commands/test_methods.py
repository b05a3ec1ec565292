"""The list of methods."""

from __future__ import annotations

from types import ModuleType

import pytest

from newsextract.commands.main import main
from newsextract.methods import DEFAULT_METHOD, cepf, density, method_names, twcem


def test_every_method_has_a_line_with_what_it_is_and_the_default_is_first_and_marked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["methods"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == method_names()
    assert lines[0].startswith(f"{DEFAULT_METHOD} (default)  ")
    assert sum("(default)" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("name", "module"),
    [("density", density), ("cepf-es", cepf), ("cepf-e", cepf), ("twcem-microblog", twcem)],
)
def test_the_explanation_is_the_first_line_of_the_modules_docstring(
    name: str, module: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["methods"])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.split()[0] == name]
    assert module.__doc__
    assert line.endswith(f"  {module.__doc__.splitlines()[0]}")

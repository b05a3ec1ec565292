"""``scrapy`` as a user calls it: a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 60


@pytest.fixture
def scrapy() -> Callable[..., subprocess.CompletedProcess[str]]:
    """``scrapy(*arguments, folder=..., **variables)``; in the project's own folder when none is given."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}

    def run(*arguments: str, folder: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603  our own interpreter
            [sys.executable, "-m", "scrapy", *arguments],
            cwd=folder,
            env={**inherited, **variables},
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
        )

    return run

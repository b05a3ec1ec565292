"""Crawls as a user starts them: a process of its own, in the project's folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def start_crawl() -> Callable[..., subprocess.Popen[str]]:
    """``start_crawl(addresses, *options)``: a crawl of these home pages, which are on this machine."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}

    def start(addresses: Iterable[str], *options: str, **settings: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603  our own interpreter
            [
                *(sys.executable, "-m", "scrapy", "crawl", "news", "-a", f"url={','.join(addresses)}"),
                *("-s", "NEWSEXTRACT_ALLOWED_NETWORKS=127.0.0.0/8", "-s", "NEWSEXTRACT_STORE=", *options),
            ],
            cwd=ROOT,
            env={**environment, "no_proxy": "127.0.0.1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            **settings,
        )

    return start

"""A tiny corpus, written where a test asks for it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CorpusWriter = Callable[..., Path]


@pytest.fixture
def write_corpus(tmp_path: Path) -> CorpusWriter:
    """``write_corpus(rows, pages, name="tiny")``: rows of gold, and markup by id; pages are packed."""

    def write(rows: list[dict[str, Any]], pages: dict[str, str], name: str = "tiny") -> Path:
        folder = tmp_path / name
        (folder / "html").mkdir(parents=True)
        lines = [json.dumps(row, ensure_ascii=False) for row in rows]
        (folder / "gold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for identity, markup in pages.items():
            (folder / "html" / f"{identity}.html.gz").write_bytes(gzip.compress(markup.encode(), mtime=0))
        return folder

    return write

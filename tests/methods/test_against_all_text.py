"""On real news pages every method does better than returning all text. Needs labelled pages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from newsextract.bench.contestants import Entry
from newsextract.bench.corpus import read_corpus, select
from newsextract.bench.run import run_pages
from newsextract.bench.summary import summarise
from newsextract.methods import method_names

CORPUS = os.environ.get("NEWSEXTRACT_CORPUS", "")
NEWS_SETS = ("daniel", "fundus", "chaos")
PAGES = 60


@pytest.mark.skipif(not CORPUS, reason="set NEWSEXTRACT_CORPUS to a folder of labelled sets")
@pytest.mark.parametrize("name", NEWS_SETS)
def test_no_method_is_worse_than_all_text(name: str) -> None:
    folder = Path(CORPUS) / name
    if not folder.is_dir():
        pytest.skip(f"NEWSEXTRACT_CORPUS has no set {name}")
    corpus = read_corpus(folder)
    entries = [Entry("peer", "alltext"), *(Entry("method", method) for method in method_names())]
    report = summarise(corpus, entries, list(run_pages(select(corpus.cases, limit=PAGES), entries)))
    all_text, *methods = [summary.score.f1 for summary in report.summaries]
    assert {method: f1 for method, f1 in zip(method_names(), methods, strict=True) if f1 < all_text} == {}

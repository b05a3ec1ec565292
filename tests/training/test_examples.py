"""Labelled pages as a network learns from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from newsextract.bench.corpus import Case, read_corpus
from newsextract.bench.held_out import page_digest
from newsextract.methods.fusion.features import FEATURES
from newsextract.training import examples
from newsextract.training.examples import SEGMENT_WEIGHT, labelled_page
from newsextract.training.sites import fold_of

ONE = "The ferry left the harbour at noon, said the company."
TWO = "Most of its seats were taken by then, as on every day."
MENU = "News and sport and weather"
MARKUP = f"<p><a href=/>{MENU}</a></p><h1>Ferry leaves the harbour</h1><p>{ONE}</p><p>{TWO}</p>"


def case(tmp_path: Path, markup: str = MARKUP, **gold: Any) -> Case:
    path = tmp_path / "page.html"
    path.write_text(markup, encoding="utf-8")
    return Case(id="page", path=path, url="https://www.ships.com/a", **gold)


def test_a_page_with_a_body(tmp_path: Path) -> None:
    labelled = labelled_page(case(tmp_path, body=f"{ONE}\n{TWO}"), "daniel", 3.0)
    assert (labelled.corpus, labelled.fold) == ("daniel", fold_of("ships.com"))
    assert labelled.digest == page_digest(MARKUP.encode())
    example = labelled.example
    assert example is not None
    assert example.labels.tolist() == [0, 0, 1, 1]
    assert example.sizes.tolist() == [5, 4, 10, 12]
    assert example.weight == 3
    assert example.matrix.shape == (len(FEATURES), 4)
    assert example.matrix.dtype == np.float16
    assert [group.shape for group in example.groups] == [(4,)] * 3
    assert np.isfinite(example.matrix).all()


def test_a_page_with_segments(tmp_path: Path) -> None:
    example = labelled_page(case(tmp_path, wanted=(TWO,), unwanted=(MENU,)), "krdwrd", 3.0).example
    assert example is not None
    assert example.labels.tolist() == [0, 0, 0, 1]
    assert example.sizes.tolist() == [5, 0, 0, 12]
    assert example.weight == 3 * SEGMENT_WEIGHT


def test_the_title_of_the_gold_is_not_counted(tmp_path: Path) -> None:
    title = "Ferry leaves the harbour"
    example = labelled_page(case(tmp_path, title=title, body=f"{title}\n{ONE}"), "daniel", 1.0).example
    assert example is not None
    assert example.labels.tolist() == [0, 1, 1, 0]
    assert example.sizes.tolist() == [5, 0, 10, 12]


@pytest.mark.parametrize(
    ("markup", "gold"),
    [
        ("", {"body": ONE}),
        ("<script>x</script>", {"body": ONE}),
        ("<p>…</p>", {"body": ONE}),  # rows, but no token in them
        (MARKUP, {"wanted": ("Nothing of this is on the page",)}),
    ],
)
def test_nothing_to_learn_from(markup: str, gold: dict[str, Any], tmp_path: Path) -> None:
    labelled = labelled_page(case(tmp_path, markup, **gold), "daniel", 1.0)
    assert labelled.example is None
    assert labelled.digest == page_digest(markup.encode())


def test_the_page_is_judged_by_its_own_headline_and_not_by_the_gold(tmp_path: Path) -> None:
    one, other = (
        labelled_page(case(tmp_path, title=title, body=ONE), "daniel", 1.0).example
        for title in ("Ferry leaves the harbour", "Most of its seats")
    )
    assert one is not None
    assert other is not None
    assert one.matrix.tolist() == other.matrix.tolist()


def test_a_page_without_gold_in_it_is_learned_from(tmp_path: Path) -> None:
    example = labelled_page(case(tmp_path, body="Something that the page does not say."), "d", 1.0).example
    assert example is not None
    assert example.labels.tolist() == [0] * 4


@pytest.mark.parametrize(("most", "learned"), [(3, False), (4, True)])
def test_very_long_pages_are_judged_and_not_learned_from(
    most: int, learned: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "MOST_ROWS", most)
    labelled = labelled_page(case(tmp_path, body=ONE), "daniel", 1.0)
    assert (labelled.example is not None) == learned


def test_a_line_of_many_spaces_is_still_a_number(tmp_path: Path) -> None:
    # evidence is kept in half precision, which ends at 65,504
    example = labelled_page(case(tmp_path, f"<pre>a{' ' * 300_000}b</pre>", body=ONE), "daniel", 1.0).example
    assert example is not None
    assert np.isfinite(example.matrix).all()


def test_pages_of_a_corpus(news_corpus: Path) -> None:
    corpus = read_corpus(news_corpus)
    pages = [labelled_page(one, corpus.name, 1.0) for one in corpus.cases]
    assert len({page.digest for page in pages}) == 12
    folds = {one.site: page.fold for one, page in zip(corpus.cases, pages, strict=True)}
    assert folds == {site: fold_of(site) for site in folds}
    assert len(set(folds.values())) > 1
    assert all(page.example is not None and page.example.labels.sum() == 4 for page in pages)

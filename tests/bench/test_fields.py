"""Titles, days and authors against the gold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from newsextract.bench.corpus import Case, read_corpus
from newsextract.bench.field_peers import FieldsFound
from newsextract.bench.fields import OURS, field_readers, names_f1, run_fields, scores_of
from newsextract.errors import PeerError

TITLE = "Ferry returns to the north port"
MARKUP = (
    f"<title>{TITLE} | Post</title><meta name='author' content='Iris Tan'>"
    f"<meta property='article:published_time' content='2026-05-01T10:00:00Z'><h1>{TITLE}</h1>"
    + "<p>The ferry left the harbour at noon, the company said, with most of its seats taken.</p>"
    * 4
)


@pytest.mark.parametrize(
    ("found", "gold", "f1"),
    [
        (("Iris Tan",), ("Iris Tan",), 1.0),
        (("iris  TAN",), ("Iris Tan",), 1.0),
        (("Iris Tan", "Bo Ek"), ("Iris Tan",), 2 / 3),
        (("Bo Ek",), ("Iris Tan",), 0.0),
        ((), ("Iris Tan",), 0.0),
        (("Iris Tan", "iris tan"), ("Iris Tan",), 1.0),
        ((), (), 1.0),
    ],
)
def test_names(found: tuple[str, ...], gold: tuple[str, ...], f1: float) -> None:
    assert names_f1(found, gold) == pytest.approx(f1)


@pytest.mark.parametrize(
    ("gold", "found", "judged"),
    [
        ({"title": TITLE}, FieldsFound(TITLE.upper()), (True, None, None)),
        ({"title": TITLE}, FieldsFound(f"{TITLE} | Post"), (False, None, None)),
        ({"title": TITLE}, FieldsFound(""), (False, None, None)),
        ({"title": TITLE}, FieldsFound(None, "2026-05-01"), (None, None, None)),
        ({"date": "2026-05-01"}, FieldsFound("", "2026-05-01T10:00:00Z"), (None, True, None)),
        ({"date": "2026-05-01"}, FieldsFound("", "2026-05-02"), (None, False, None)),
        ({"date": "2026-05-01"}, FieldsFound("", ""), (None, False, None)),
        ({"authors": ("Iris Tan",)}, FieldsFound("", "", ("Iris Tan",)), (None, None, 1.0)),
        ({"authors": ("Iris Tan",)}, FieldsFound("", ""), (None, None, None)),
    ],
)
def test_only_what_both_have_is_judged(
    gold: dict[str, str], found: FieldsFound, judged: tuple[bool | None, bool | None, float | None]
) -> None:
    one = scores_of(Case(id="a", path=Path("a.html"), **gold), found)  # type: ignore[arg-type]
    assert (one.title, one.date, one.authors) == judged


def _ticks() -> Callable[[], float]:
    numbers: Iterator[int] = count()
    return lambda: float(next(numbers))


def test_a_page_is_read_and_timed(write_corpus: Callable[..., Path]) -> None:
    row = {"id": "a", "title": TITLE, "date": "2026-05-01", "authors": ["Iris Tan"]}
    folder = write_corpus([row, {"id": "b", "body": "x"}], {"a": MARKUP, "b": "x"})
    cases = read_corpus(folder).with_fields
    assert [case.id for case in cases] == ["a"]
    (result,) = run_fields(cases, field_readers([]), clock=_ticks())
    (own,) = result.scores
    assert (own.title, own.date, own.authors, own.error) == (True, True, 1.0, "")
    assert (own.found.title_source, result.parse_seconds, result.seconds) == ("heading", 1.0, 1.0)


def test_what_a_contestant_raises_is_its_result(write_corpus: Callable[..., Path]) -> None:
    folder = write_corpus([{"id": "a", "title": TITLE, "authors": ["Iris Tan"]}], {"a": MARKUP})

    def broken(body: bytes, text: str, url: str) -> FieldsFound:
        raise KeyError("title")

    (result,) = run_fields(read_corpus(folder).with_fields, {"broken": broken}, clock=_ticks())
    (one,) = result.scores
    assert (one.title, one.date, one.authors, one.error) == (False, None, 0.0, "KeyError: 'title'")


def test_this_package_comes_first() -> None:
    assert list(field_readers([])) == [OURS]


@pytest.mark.parametrize("name", ["justext", "nobody"])
def test_peers_without_fields_are_refused(name: str) -> None:
    with pytest.raises(PeerError, match="gives no titles, days or authors; these do: trafilatura"):
        field_readers([name])

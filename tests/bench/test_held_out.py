"""Networks that have not seen a page's site, and the pages they are for."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from newsextract.bench import held_out
from newsextract.bench.contestants import Entry, PageInput, prepare
from newsextract.bench.corpus import read_corpus
from newsextract.bench.held_out import HeldOut, held_out_bytes, page_digest, read_held_out
from newsextract.bench.run import run_page
from newsextract.errors import ModelError

LINK = "A line that is a link to another page"
TEXT = "The ferry left the harbour at noon, said the company."
MARKUP = f"<p><a href=/>{LINK}</a></p><p>{TEXT}</p>"
SEEN, NEW = MARKUP.encode(), (MARKUP + "<p>").encode()

CorpusWriter = Callable[..., Path]


@pytest.fixture
def networks(linear_network: Any) -> list[Any]:
    """One keeps links, the other everything else."""
    return [linear_network({"link share": 4.0}, -1.0), linear_network({"link share": -4.0}, 1.0)]


@pytest.fixture
def stored(tmp_path: Path, networks: list[Any]) -> Path:
    path = tmp_path / "held_out.zip"
    path.write_bytes(held_out_bytes(networks, {page_digest(SEEN): 1, page_digest(b"other"): 0}))
    return path


def test_a_written_file_is_read(stored: Path, networks: list[Any]) -> None:
    read = read_held_out(stored)
    assert read.folds == {page_digest(SEEN): 1, page_digest(b"other"): 0}
    for one, other in zip(read.networks, networks, strict=True):
        assert one.features == other.features
        assert all((a == b).all() for a, b in zip(one.weights, other.weights, strict=True))


def test_a_page_gets_the_network_that_left_it_out(stored: Path) -> None:
    read = read_held_out(stored)
    assert read.network_for(SEEN) is read.networks[1]
    assert read.network_for(b"other") is read.networks[0]


@pytest.mark.parametrize("body", [b"", NEW, SEEN + b" ", SEEN.upper()])
def test_a_page_that_nobody_learned_from_gets_none(stored: Path, body: bytes) -> None:
    assert read_held_out(stored).network_for(body) is None


def test_the_order_of_the_pages_does_not_matter(networks: list[Any]) -> None:
    folds = {page_digest(bytes([number])): number % 2 for number in range(20)}
    data = held_out_bytes(networks, folds)
    assert held_out_bytes(networks, dict(reversed(folds.items()))) == data
    assert held_out_bytes(networks[::-1], folds) != data


def test_no_pages_at_all(tmp_path: Path, networks: list[Any]) -> None:
    path = tmp_path / "held_out.zip"
    path.write_bytes(held_out_bytes(networks, {}))
    assert read_held_out(path).network_for(SEEN) is None


def archive(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        for name, data in files.items():
            target.writestr(name, data)
    return buffer.getvalue()


def rewritten(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The file with other pages."""
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        files = {name: source.read(name) for name in source.namelist()}
    return archive(**{**files, "pages": change(files["pages"])})


DIGEST = page_digest(SEEN)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(b"", "no held-out networks", id="empty"),
        pytest.param(b"something else", "no held-out networks", id="text"),
        pytest.param(archive(), "no held-out networks", id="no pages"),
        pytest.param(archive(pages=DIGEST + b"\0"), "names a fold", id="a page and no network"),
        pytest.param(archive(pages=b"", fold0=b"x"), "no model of fusion", id="no network"),
    ],
)
def test_another_file_is_an_error_with_a_remedy(data: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "held_out.zip"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=rf"held_out\.zip: .*{problem}.*`newsextract train`"):
        read_held_out(path)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: data[:-1], id="last byte gone"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut in half"),
        # behind the header of the first file of the archive, which is 30 bytes and its name
        pytest.param(lambda data: data[:36] + b"\xff" * 4 + data[40:], id="wrong bytes at the start"),
        pytest.param(
            lambda data: data[: len(data) // 2] + b"\xff" * 4 + data[len(data) // 2 + 4 :],
            id="wrong bytes in the middle",
        ),
        pytest.param(
            # in the archive's list of files, behind the networks, which are archives themselves
            lambda data: data[: data.rindex(b"PK\1\2") + 10] + b"\x63" + data[data.rindex(b"PK\1\2") + 11 :],
            id="packed in a way that nobody knows",
        ),
        pytest.param(lambda data: rewritten(data, lambda pages: pages + bytes(4)), id="half a page too many"),
    ],
)
def test_a_damaged_file_is_an_error_with_a_remedy(damage: Callable[[bytes], bytes], stored: Path) -> None:
    stored.write_bytes(damage(stored.read_bytes()))
    with pytest.raises(ModelError, match=r"held_out\.zip: .*`newsextract train`"):
        read_held_out(stored)


def test_a_missing_file_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"absent\.zip: .*`newsextract train`"):
        read_held_out(tmp_path / "absent.zip")


def test_a_fold_that_the_file_does_not_hold(tmp_path: Path, networks: list[Any]) -> None:
    path = tmp_path / "held_out.zip"
    path.write_bytes(held_out_bytes(networks, {DIGEST: 2}))
    with pytest.raises(ModelError, match="names a fold that it does not hold"):
        read_held_out(path)


def test_the_package_reads_its_own_file_once(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_out, "HELD_OUT_FILE", stored)
    held_out.packaged_held_out.cache_clear()
    try:
        first = held_out.packaged_held_out()
        stored.unlink()
        assert held_out.packaged_held_out() is first
    finally:
        held_out.packaged_held_out.cache_clear()


@pytest.mark.parametrize(("held", "text"), [(True, TEXT), (False, LINK)])
def test_fusion_is_measured_by_the_network_that_has_not_seen_the_page(
    held: bool, text: str, networks: list[Any], use_network: Any
) -> None:
    use_network(networks[0])
    page = PageInput(body=SEEN, text=MARKUP, held_out_network=networks[1] if held else None)
    found = prepare(Entry("method", "fusion")).extract(page)
    assert (found.text, found.page_state, found.confidence) == (text, "article", 0.5)


def test_other_methods_have_nothing_to_do_with_it(networks: list[Any]) -> None:
    contestant = prepare(Entry("method", "cetr"))
    with_network = PageInput(body=SEEN, text=MARKUP, held_out_network=networks[1])
    assert contestant.extract(with_network) == contestant.extract(PageInput(body=SEEN, text=MARKUP))


@pytest.mark.parametrize(("name", "text"), [("seen", TEXT), ("new", LINK)])
def test_a_run_looks_every_page_up(
    name: str,
    text: str,
    networks: list[Any],
    write_corpus: CorpusWriter,
    use_network: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_network(networks[0])
    monkeypatch.setattr(
        held_out, "packaged_held_out", lambda: HeldOut(tuple(networks), {page_digest(SEEN): 1})
    )
    rows = [{"id": "seen", "body": TEXT}, {"id": "new", "body": TEXT}]
    corpus = read_corpus(write_corpus(rows, {"seen": SEEN.decode(), "new": NEW.decode()}))
    case = next(case for case in corpus.cases if case.id == name)
    result = run_page(case, [prepare(Entry("method", "fusion"))], keep_text=True)
    assert result.outcomes[0].text == text

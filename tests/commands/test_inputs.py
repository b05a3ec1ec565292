"""Names to inputs, inputs to bytes."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tracemalloc
from pathlib import Path

import pytest

from newsextract.commands.inputs import Input, expand, one_line, read_input
from newsextract.errors import InputError
from newsextract.limits import Limits

SMALL = Limits(max_bytes=10)


def write(path: Path, body: bytes = b"<p>x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    return path


def names_below(folder: Path, inputs: list[Input]) -> list[str]:
    return [Path(source.name).relative_to(folder).as_posix() for source in inputs]


def test_a_folder_gives_its_pages_sorted_by_path_whatever_their_depth(tmp_path: Path) -> None:
    wanted = ["a.htm", "a/z.html.gz", "b.HTML", "b/c/d.xhtml", "b/c/e.htm.gz", "c.xhtml.gz"]
    for name in [*wanted, "notes.txt", "html", "page.html.bak", "b/data.json.gz"]:
        write(tmp_path / name)
    # By parts: "a" comes before "a.htm", a folder's pages before a file whose name goes on with a dot.
    assert names_below(tmp_path, expand([str(tmp_path)])) == [
        "a/z.html.gz", "a.htm", "b/c/d.xhtml", "b/c/e.htm.gz", "b.HTML", "c.xhtml.gz",
    ]  # fmt: skip


def test_names_keep_their_order_and_files_given_by_name_may_end_in_anything(tmp_path: Path) -> None:
    page, other = write(tmp_path / "z" / "page.html"), write(tmp_path / "other.dat")
    found = expand([str(other), "-", str(tmp_path / "z"), "missing.html"])
    assert found == [Input(str(other)), Input("-"), Input(str(page)), Input("missing.html")]


def test_a_folder_without_pages_is_a_problem_that_says_what_was_looked_for(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt")
    (source,) = expand([str(tmp_path)])
    assert source.name == str(tmp_path)
    assert source.problem == (
        "no page in this folder (looked for .html, .htm, .xhtml, .html.gz, .htm.gz, .xhtml.gz)"
    )


def test_standard_input_is_read_once() -> None:
    first, second = expand(["-", "-"])
    assert not first.problem
    assert second.problem == "standard input can be read only once"


def test_links_in_a_circle_and_pipes_are_not_followed(tmp_path: Path) -> None:
    page = write(tmp_path / "page.html")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "linked.html").symlink_to(page)
    os.mkfifo(tmp_path / "pipe.html")
    assert names_below(tmp_path, expand([str(tmp_path)])) == ["linked.html", "page.html"]


def test_a_folder_that_cannot_be_searched_is_a_problem_beside_the_pages(tmp_path: Path) -> None:
    page = write(tmp_path / "page.html")
    bury_folder(tmp_path, name="n" * 250, levels=20)  # 5,000 characters: no system call takes such a path
    buried, found = expand([str(tmp_path)])
    assert found == Input(str(page))
    assert Path(buried.name).is_relative_to(tmp_path)
    assert buried.problem == "cannot be searched (File name too long)"


def bury_folder(parent: Path, *, name: str, levels: int) -> None:
    """Make folders inside each other, each made from within the one above."""
    folder = os.open(parent, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=folder)
        inner = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)


@pytest.mark.parametrize(
    ("name", "stored", "read"),
    [
        ("page.html", b"<p>x", b"<p>x"),
        ("page", b"<p>x", b"<p>x"),
        ("page.html", b"", b""),
        ("page.html", b"0123456789", b"0123456789"),
        ("page.html", b"0123456789abc", b"0123456789a"),
        ("page.html.gz", gzip.compress(b"<p>x"), b"<p>x"),
        ("page.GZ", gzip.compress(b"<p>x"), b"<p>x"),
        ("page.html.gz", gzip.compress(b"0123456789abc"), b"0123456789a"),
        ("page.html.gz", gzip.compress(b"01") + gzip.compress(b"23"), b"0123"),
    ],
)
def test_bytes_are_read_up_to_one_more_than_the_limit(
    tmp_path: Path, name: str, stored: bytes, read: bytes
) -> None:
    path = write(tmp_path / name, stored)
    assert read_input(Input(str(path)), SMALL) == read


@pytest.mark.parametrize(
    ("name", "stored", "reason"),
    [
        ("missing.html", None, "cannot be read (No such file or directory)"),
        (".", None, "cannot be read (Is a directory)"),
        ("page.html.gz", b"<p>plain", "cannot be read (it is not gzip data, or damaged)"),
        ("page.html.gz", gzip.compress(b"<p>x")[:-6], "cannot be read (its gzip data ends too early)"),
        (
            "page.html.gz",
            gzip.compress(b"<p>x")[:10] + b"\xff" * 20,
            "cannot be read (it is not gzip data, or damaged)",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_the_reason(
    tmp_path: Path, name: str, stored: bytes | None, reason: str
) -> None:
    path = tmp_path / name
    if stored is not None:
        write(path, stored)
    with pytest.raises(InputError) as raised:
        read_input(Input(str(path)), SMALL)
    assert str(raised.value) == f"{path}: {reason}"


def test_a_known_problem_is_raised_when_read() -> None:
    with pytest.raises(InputError) as raised:
        read_input(Input("pages", "no page in this folder"), SMALL)
    assert str(raised.value) == "pages: no page in this folder"


def test_a_bomb_is_decompressed_no_further_than_the_limit(tmp_path: Path) -> None:
    megabyte = 1024 * 1024
    bomb = write(tmp_path / "bomb.html.gz", gzip.compress(bytes(64 * megabyte)))
    limits = Limits(max_bytes=megabyte)
    tracemalloc.start()
    try:
        body = read_input(Input(str(bomb)), limits)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(body) == megabyte + 1
    assert peak < 4 * megabyte


def test_standard_input_is_bytes_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe" + b"x" * 20)))
    assert read_input(Input("-"), SMALL) == b"\xff\xfe" + b"x" * 9


def test_a_closed_standard_input_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^-: cannot be read \(standard input is closed\)$"):
        read_input(Input("-"), SMALL)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("seite.html: gone", "seite.html: gone"),
        ("größe 中文", "größe 中文"),
        ("a\nb\x1b[2J", "a\\x0ab\\x1b[2J"),
        ("caf\udce9", "caf\\xdce9"),
    ],
)
def test_messages_stay_on_one_line(text: str, shown: str) -> None:
    assert one_line(text) == shown

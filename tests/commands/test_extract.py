"""Pages on disk or from a pipe to JSON lines."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import newsextract
from newsextract.commands.extract import summary
from newsextract.commands.inputs import Input
from newsextract.commands.known import MOST_CARRIED
from newsextract.commands.lines import chosen_fields, write_line
from newsextract.commands.main import main
from newsextract.commands.pool import Job, extract_in_pool, extract_one
from newsextract.errors import InputError, OutputError
from newsextract.items import Article
from newsextract.site.rules import Rule
from newsextract.store import open_store

COURIER = Path(__file__).parents[1] / "pages" / "courier"
PAGES = {path.name: path.read_bytes() for path in COURIER.glob("*.html")}
FERRY = PAGES["ferry-returns.html"]
BLANK = b"<html><body></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The pages of a small site, plain and compressed, and a page without text."""
    pages = tmp_path / "pages"
    (pages / "packed").mkdir(parents=True)
    for name, body in PAGES.items():
        (pages / name).write_bytes(body)
        (pages / "packed" / f"{name}.gz").write_bytes(gzip.compress(body))
    (pages / "blank.htm").write_bytes(BLANK)
    return pages


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "ferry.html"
    path.write_bytes(FERRY)
    return path


def lines_of(text: str) -> list[dict[str, Any]]:
    assert text == "" or text.endswith("\n")
    return [json.loads(line) for line in text.split("\n")[:-1]]


def extracted(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[dict[str, Any]]:
    assert main(["extract", *map(str, arguments)]) == 0
    return lines_of(capsys.readouterr().out)


def test_a_line_is_the_name_and_the_article(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = extracted(capsys, page, "--url", "https://demo.example/ferry", "--method", "twcem")
    article = newsextract.extract(FERRY, "https://demo.example/ferry", method="twcem")
    assert list(line) == ["file", *article.to_dict()]
    assert line == {"file": str(page), **article.to_dict()}
    assert line["text"]


def test_letters_are_written_as_they_are(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page.write_bytes(PAGES["lantern-festival.html"])
    main(["extract", str(page)])
    assert "千盏渔灯" in capsys.readouterr().out


def test_title_and_content_type_reach_the_extraction(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page.write_bytes("<p>旧码头的渔灯会，昨晚重新开幕。</p>".encode("gbk"))
    (line,) = extracted(capsys, page, "--title", "渔灯会开幕", "--content-type", "text/html; charset=gbk")
    assert (line["title"], line["encoding"], line["encoding_source"]) == ("渔灯会开幕", "gbk", "header")


def test_a_page_without_an_article_is_a_line_and_no_error(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page.write_bytes(BLANK)
    (line,) = extracted(capsys, page)
    assert (line["page_state"], line["text"]) == ("empty", "")


def test_a_page_beyond_the_limit_is_a_line_and_no_error(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bomb = page.with_name("bomb.html.gz")
    bomb.write_bytes(gzip.compress(b"<p>" + bytes(64 * 1024 * 1024)))
    (line,) = extracted(capsys, bomb, "--fields", "page_state")
    assert line == {"page_state": "too large"}


def test_the_output_is_the_same_for_any_number_of_workers(folder: Path, tmp_path: Path) -> None:
    outputs = []
    for workers in (1, 2, 3):
        output = tmp_path / f"{workers}.jsonl"
        assert main(["extract", str(folder), "--workers", str(workers), "-o", str(output)]) == 0
        outputs.append(output.read_bytes())
    names = [Path(line["file"]).relative_to(folder).as_posix() for line in lines_of(outputs[0].decode())]
    assert names == sorted([*PAGES, "blank.htm", *(f"packed/{name}.gz" for name in PAGES)])
    assert outputs[1:] == outputs[:1] * 2


@pytest.mark.parametrize("workers", ["1", "2"])
def test_unreadable_inputs_are_named_and_the_others_are_not_harmed(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], workers: str
) -> None:
    empty, damaged, missing = tmp_path / "empty", tmp_path / "damaged.gz", tmp_path / "missing.html"
    empty.mkdir()
    damaged.write_bytes(b"no gzip")
    inputs = [page, empty, damaged, missing, page]
    assert main(["extract", *map(str, inputs), "--workers", workers]) == 1
    captured = capsys.readouterr()
    assert [line["file"] for line in lines_of(captured.out)] == [str(page), str(page)]
    assert captured.err.splitlines() == [
        f"newsextract: error: {empty}: no page in this folder "
        "(looked for .html, .htm, .xhtml, .html.gz, .htm.gz, .xhtml.gz)",
        f"newsextract: error: {damaged}: cannot be read (it is not gzip data, or damaged)",
        f"newsextract: error: {missing}: cannot be read (No such file or directory)",
    ]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_standard_input_is_one_page_in_its_place(
    page: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    workers: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGES["tide-mill.html"])))
    lines = extracted(capsys, page, "-", page, "--workers", workers, "--fields", "file,encoding")
    assert lines == [
        {"file": str(page), "encoding": "utf-8"},
        {"file": "-", "encoding": "windows-1252"},
        {"file": str(page), "encoding": "utf-8"},
    ]


def test_a_closed_standard_input_is_an_unreadable_input(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["extract", "-", str(page)]) == 1
    captured = capsys.readouterr()
    assert len(lines_of(captured.out)) == 1
    assert captured.err == "newsextract: error: -: cannot be read (standard input is closed)\n"


def test_a_name_that_is_no_utf8_does_not_cost_the_line(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.html"
    with open(path, "wb") as file:
        file.write(FERRY)
    assert main(["extract", os.fsdecode(path)]) == 0
    (line,) = lines_of(capsysbinary.readouterr().out.decode("utf-8"))
    assert line["file"] == f"{tmp_path}/caf?.html"


@pytest.mark.parametrize(
    ("listed", "chosen"),
    [
        ("text", ("text",)),
        ("title, file ,title,", ("title", "file")),
        (None, ("file", *Article().to_dict())),
    ],
)
def test_fields(listed: str | None, chosen: tuple[str, ...]) -> None:
    assert chosen_fields(listed) == chosen


@pytest.mark.parametrize(
    ("listed", "complaint"),
    [("title,body", "--fields: no field 'body'"), (" , ", "--fields ' , ' names no field")],
)
def test_wrong_fields_are_refused_with_those_there_are(listed: str, complaint: str) -> None:
    with pytest.raises(InputError) as raised:
        chosen_fields(listed)
    assert str(raised.value) == f"{complaint}; choose from: file, {', '.join(Article().to_dict())}"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--url", "https://a.example/"], "--url belongs to one page, and 2 are given"),
        (["--title", "Words"], "--title belongs to one page, and 2 are given"),
        (["--method", "magic"], "method='magic' does not exist; choose one of: "),
        (["--fields", "body"], "--fields: no field 'body'"),
        (["-o", "/nowhere/out.jsonl"], "--output /nowhere/out.jsonl: cannot be written (No such file or"),
    ],
)
def test_wrong_options_stop_it_before_the_first_page(
    page: Path, capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert main(["extract", str(page), str(page), *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"newsextract: error: {complaint}")
    assert captured.err.count("\n") == 1


def test_the_output_goes_to_a_file(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.jsonl"
    output.write_text("what was there before")
    assert main(["extract", str(page), "-o", str(output)]) == 0
    assert capsys.readouterr().out == ""
    assert [line["file"] for line in lines_of(output.read_text(encoding="utf-8"))] == [str(page)]


def test_an_input_is_never_overwritten(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other_name = page.with_name("same.html")
    other_name.symlink_to(page)
    assert main(["extract", str(page), "-o", str(other_name)]) == 2
    assert page.read_bytes() == FERRY
    assert "is one of the inputs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("states", "problems", "text"),
    [
        ({"article": 10, "empty": 2}, 1, "12 pages: 10 article, 2 empty; 1 could not be read"),
        ({"article": 1}, 0, "1 page: 1 article"),
        ({"too large": 1, "empty": 1, "article": 3}, 0, "5 pages: 3 article, 1 empty, 1 too large"),
        ({}, 2, "0 pages; 2 could not be read"),
    ],
)
def test_summary(states: dict[str, int], problems: int, text: str) -> None:
    assert summary(Counter(states), problems) == text


def test_verbose_sums_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(folder / "packed"), str(folder / "blank.htm"), "gone", "--verbose"]) == 1
    # 8 demo pages, all with text that some method keeps, and the blank one.
    assert capsys.readouterr().err.splitlines()[-1] == ("9 pages: 8 article, 1 empty; 1 could not be read")


def test_without_verbose_and_terminal_nothing_is_said(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    extracted(capsys, page)
    main(["extract", str(page)])
    assert capsys.readouterr().err == ""


def test_a_fault_of_ours_costs_one_page_only(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*args: object, **options: object) -> Article:
        raise RecursionError("too deep")

    monkeypatch.setattr("newsextract.reading.extract", faulty)
    outcome = extract_one(Job(source=Input(str(page)), fields=("file",)))
    assert outcome.problem == f"{page}: internal error (RecursionError: too deep)"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_an_output_that_takes_nothing_is_an_error() -> None:
    with open("/dev/full", "wb") as full:
        with pytest.raises(OutputError, match=r"^the output cannot be written \(No space left on device\)$"):
            write_line(full, "{}")
        with contextlib.suppress(OSError):
            full.close()


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """A pipe that nobody writes to: it holds whoever reads it."""
    path = tmp_path / "pipe.html"
    os.mkfifo(path)
    writing_end = os.open(path, os.O_RDWR)  # opening for reading as well does not wait for a reader
    yield path
    os.close(writing_end)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="finds the process that reads by /proc")
def test_a_page_that_kills_its_worker_costs_no_other_page(
    folder: Path, pipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    killed: list[int] = []
    killer = threading.Thread(target=kill_reader, args=(pipe, killed))
    killer.start()
    pages = [folder / "ferry-returns.html", pipe, folder / "rowing-cup.html", folder / "packed"]
    code = main(["extract", *map(str, pages), "--workers", "2", "--fields", "file"])
    killer.join()
    captured = capsys.readouterr()
    assert len(killed) == 1
    assert code == 1
    assert captured.err == f"newsextract: error: {pipe}: the process that read it died (killed by SIGKILL)\n"
    assert [line["file"] for line in lines_of(captured.out)] == [
        str(pages[0]),
        str(pages[2]),
        *sorted(str(path) for path in pages[3].iterdir()),
    ]


def test_a_page_that_takes_too_long_costs_no_other_page(page: Path, pipe: Path) -> None:
    jobs = [Job(source=Input(str(path)), fields=("file",)) for path in (page, pipe, page)]
    outcomes = list(extract_in_pool(jobs, 2, seconds=0.5))
    assert [outcome.state for outcome in outcomes] == ["article", "", "article"]
    assert outcomes[1].problem == f"{pipe}: took longer than 0.5 s"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers by /proc")
def test_workers_are_gone_when_nobody_wants_the_rest(page: Path, pipe: Path) -> None:
    jobs = [Job(source=Input(str(path)), fields=("file",)) for path in (page, pipe, pipe, page)]
    others = set(child_processes())  # of tests before this one: multiprocessing keeps a process of its own
    outcomes = extract_in_pool(jobs, 2)
    assert next(outcomes).state == "article"
    assert len(set(child_processes()) - others) == 2
    outcomes.close()
    assert set(child_processes()) <= others


def kill_reader(pipe: Path, killed: list[int]) -> None:
    """Kill the child process of ours that reads the pipe."""
    deadline = time.monotonic() + 20
    while not killed and time.monotonic() < deadline:
        for child in child_processes():
            if is_another_program(child) and holds(child, pipe):
                os.kill(child, signal.SIGKILL)
                killed.append(child)
        time.sleep(0.01)


def child_processes() -> list[int]:
    """The processes that our threads have started and that are not gone."""
    found: list[int] = []
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that has just ended
            found += map(int, (thread / "children").read_text().split())
    return found


def is_another_program(process: int) -> bool:
    """Whether a child is what it was started for: until then it is a copy of us, with our files open."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != Path("/proc/self/cmdline").read_bytes()
    except OSError:
        return False


def holds(process: int, path: Path) -> bool:
    """Whether a process has a file open."""
    try:
        return any(file.resolve() == path for file in Path(f"/proc/{process}/fd").iterdir())
    except OSError:
        return False


# by what a store knows


@pytest.fixture
def harbour(site_folder: Path, make_story: Callable[..., str], rule_of: Callable[..., Rule]) -> Path:
    """Pages of a site that has a rule, and of others."""
    (site_folder / "bare.html").write_text(make_story(8, declares=False), encoding="utf-8")
    (site_folder / "other.html").write_text(make_story(8, "quay.info"), encoding="utf-8")
    (site_folder / "redesigned.html").write_text(make_story(9, box="new"), encoding="utf-8")
    return site_folder


def test_pages_of_known_sites_are_read_by_their_rules_and_others_as_before(
    harbour: Path,
    keep_rules: Callable[..., str],
    rule_of: Callable[..., Rule],
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = keep_rules(rule_of())
    before = extracted(capsys, harbour)
    lines = extracted(capsys, harbour, "--store", store)
    read_by = {Path(line["file"]).name: (line["site"], line["rule"], line["method"]) for line in lines}
    assert read_by == {
        **{f"{number}.html": ("tide.net", "c1 v1", "rule") for number in range(8)},
        "bare.html": ("", "", "fusion"),
        "other.html": ("", "", "fusion"),
        "redesigned.html": ("tide.net", "", "fusion"),
    }
    assert len(lines[0]["paragraphs"]) == 5
    assert lines[-3:-1] == before[-3:-1]  # those of no known site


def test_the_address_that_is_given_goes_before_the_one_that_is_declared(
    harbour: Path,
    keep_rules: Callable[..., str],
    rule_of: Callable[..., Rule],
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = keep_rules(rule_of())
    arguments = ("--store", store, "--fields", "site,rule")
    given = "https://www.tide.net/x"
    assert extracted(capsys, harbour / "bare.html", "--url", given, *arguments) == [
        {"site": "tide.net", "rule": "c1 v1"}
    ]
    assert extracted(capsys, harbour / "1.html", "--url", "https://quay.info/", *arguments) == [
        {"site": "quay.info", "rule": ""}
    ]


def test_with_a_store_the_output_is_the_same_for_any_number_of_workers(
    harbour: Path,
    keep_rules: Callable[..., str],
    rule_of: Callable[..., Rule],
    make_story: Callable[..., str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    sites = [f"site{number}.net" for number in range(MOST_CARRIED + 2)]
    for number, site in enumerate(2 * sites):  # more than a job carries, and each met again
        (harbour / f"many{number:02d}.html").write_text(make_story(number, site), encoding="utf-8")
    store = keep_rules(*(rule_of(site=site) for site in sites))
    arguments = ("--store", store, "--fields", "file,site,rule,title")
    outputs = [extracted(capsys, harbour, *arguments, "--workers", workers) for workers in ("1", "2")]
    assert outputs[0] == outputs[1]
    assert [line["site"] for line in outputs[0] if "many" in line["file"]] == 2 * sites


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_page_from_a_pipe_is_read_once_though_its_site_is_looked_up(
    make_story: Callable[..., str],
    keep_rules: Callable[..., str],
    rule_of: Callable[..., Rule],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    workers: str,
) -> None:
    pipe = tmp_path / "pipe.html"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(make_story(1), encoding="utf-8"))
    writer.start()
    lines = extracted(
        capsys, pipe, "--store", keep_rules(rule_of()), "--workers", workers, "--fields", "rule"
    )
    writer.join()
    assert lines == [{"rule": "c1 v1"}]


def test_a_missing_store_is_an_error_and_is_not_made(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, output = page.with_name("learned.db"), page.with_name("out.jsonl")
    assert main(["extract", str(page), "--store", str(store), "-o", str(output)]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"newsextract: error: {store}: there is no such store; `newsextract learn` or")
    assert message.count("\n") == 1
    assert not store.exists()
    assert not output.exists()


def test_a_store_is_never_overwritten(
    page: Path,
    keep_rules: Callable[..., str],
    rule_of: Callable[..., Rule],
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = keep_rules(rule_of())
    before = Path(store).read_bytes()
    assert main(["extract", str(page), "--store", store, "-o", store]) == 2
    assert Path(store).read_bytes() == before


def test_what_cannot_be_used_in_a_store_is_said_and_pages_are_read_without(
    harbour: Path, keep_rules: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    store = keep_rules()
    with contextlib.closing(open_store(store)) as opened:
        opened.update("rules", "tide.net", lambda _: [])
    assert main(["extract", *(str(harbour / f"{n}.html") for n in range(3)), "--store", store]) == 0
    captured = capsys.readouterr()
    assert [line["rule"] for line in lines_of(captured.out)] == ["", "", ""]
    assert captured.err.startswith("newsextract: warning: stored rules of tide.net: cannot be used (")
    assert captured.err.count("\n") == 1

"""Pages on disk that teach what there is to know of their sites."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from newsextract.commands.inputs import Input
from newsextract.commands.learn import HearJob, Tally, hear_all, hear_one, left_out_text, site_argument
from newsextract.commands.main import main
from newsextract.site.keeping import SiteShelf
from newsextract.site.memory import SiteMemory
from newsextract.store import open_store
from newsextract.store.memory import MemoryStore

SITE = "tide.net"
MakeStory = Callable[..., str]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "learned.db")


def learn(capsys: Capture, store: str, *arguments: str | Path) -> tuple[int, list[str], list[str]]:
    """Exit code, and the lines of output and messages."""
    code = main(["learn", *map(str, arguments), "--store", store, "--method", "density"])
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def remembered(path: str) -> dict[str, SiteMemory]:
    with closing(open_store(path)) as opened:
        shelf = SiteShelf(opened)
        return {name: shelf.get(name) for name in shelf.names()}


def test_six_articles_that_are_built_alike_make_a_rule(
    site_folder: Path, store: str, capsys: Capture
) -> None:
    code, shown, messages = learn(capsys, store, site_folder)
    (memory,) = remembered(store).values()
    (rule,) = memory.rules
    assert (code, messages) == (0, [])
    assert shown == [
        "site      pages  articles  classes  rules: from how many pages, right on which share",
        f"tide.net      8         8        1  {rule.key} (8 pages, 100%)",
    ]
    assert [selector.text.startswith("div.story") for selector in rule.content] == [True]


def test_each_page_goes_to_the_site_that_it_declares(
    site_folder: Path, make_story: MakeStory, store: str, capsys: Capture
) -> None:
    (site_folder / "quay.html").write_text(make_story(1, "quay.info"), encoding="utf-8")
    code, shown, _ = learn(capsys, store, site_folder)
    assert code == 0
    assert [line.split()[:4] for line in shown[1:]] == [["quay.info", "1", "1", "0"], [SITE, "8", "8", "1"]]
    assert shown[1].endswith("none yet; 6 articles that are built alike make one")


def test_what_comes_in_parts_is_learned_together(site_folder: Path, store: str, capsys: Capture) -> None:
    pages = sorted(site_folder.iterdir())
    assert "none yet" in learn(capsys, store, *pages[:4])[1][1]
    assert "(8 pages, 100%)" in learn(capsys, store, *pages[4:])[1][1]


def test_pages_that_come_again_are_heard_once(site_folder: Path, store: str, capsys: Capture) -> None:
    first = learn(capsys, store, site_folder)
    (before,) = remembered(store).values()
    assert learn(capsys, store, site_folder) == first
    (after,) = remembered(store).values()
    assert (after.witnesses, after.rules, after.stories) == (before.witnesses, before.rules, before.stories)


def test_pages_without_an_address_are_left_out_and_named_with_the_remedy(
    site_folder: Path, make_story: MakeStory, store: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site_folder)
    Path("bare.html").write_text(make_story(9, declares=False), encoding="utf-8")
    code, shown, messages = learn(capsys, store, ".")
    assert code == 0
    assert shown[1].split()[:2] == [SITE, "8"]
    reason = "declares no address of its own; name the site with --site NAME"
    assert messages == [f"newsextract: warning: 1 page is left out ({reason}): ./bare.html"]


def test_with_nothing_to_learn_from_the_exit_code_is_1(
    tmp_path: Path, make_story: MakeStory, store: str, capsys: Capture
) -> None:
    page = tmp_path / "bare.html"
    page.write_text(make_story(9, declares=False), encoding="utf-8")
    code, shown, messages = learn(capsys, store, page)
    assert (code, shown) == (1, [])
    assert messages[-1] == "newsextract: nothing was learned: there was no article to learn from"


def test_site_says_whose_the_pages_are_that_do_not_tell(
    tmp_path: Path, make_story: MakeStory, store: str, capsys: Capture
) -> None:
    for number in range(8):
        (tmp_path / f"{number}.html").write_text(make_story(number, declares=False), encoding="utf-8")
    (tmp_path / "copy.html").write_text(make_story(0, declares=False), encoding="utf-8")
    code, shown, messages = learn(capsys, store, tmp_path, "--site", "https://www.Quay.info/news")
    assert (code, messages) == (0, [])
    (memory,) = remembered(store).values()
    assert memory.name == "quay.info"
    assert shown[1].split()[:3] == ["quay.info", "9", "9"]
    assert shown[1].endswith("(8 pages, 100%)")  # the copy is the same page


def test_with_site_all_pages_are_of_that_site(site_folder: Path, store: str, capsys: Capture) -> None:
    learn(capsys, store, site_folder, "--site", "quay.info")
    assert list(remembered(store)) == ["quay.info"]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("tide.net", "tide.net"),
        ("www.tide.net", "tide.net"),
        ("https://Tide.net:8080/a?b#c", "tide.net:8080"),
        ("127.0.0.1:8002", "127.0.0.1:8002"),
        ("[::1]:8002", "[::1]:8002"),
    ],
)
def test_a_site_is_named_by_its_host_or_an_address(value: str, name: str) -> None:
    assert site_argument(value) == name


@pytest.mark.parametrize("value", ["", "/", "two words", "tide\x1b.net", "ftp://tide.net/", "tide.net:x"])
def test_what_is_no_host_is_refused(value: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"is no host; write it as in news\.example"):
        site_argument(value)


def test_unreadable_pages_and_pages_that_are_none_cost_no_other(
    site_folder: Path, store: str, capsys: Capture
) -> None:
    refused = site_folder / "report.html"
    refused.write_bytes(b"%PDF-1.7 and so on")
    code, shown, messages = learn(capsys, store, site_folder, "missing.html")
    assert code == 1
    assert shown[1].split()[:2] == [SITE, "8"]
    assert messages[0] == "newsextract: error: missing.html: cannot be read (No such file or directory)"
    assert messages[1].startswith("newsextract: warning: 1 page is left out (refused: not a web page but ")


def test_the_result_is_the_same_for_any_number_of_workers(
    site_folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    stores = [str(tmp_path / f"{workers}.db") for workers in (1, 2)]
    shown = [learn(capsys, path, site_folder, "--workers", path[-4]) for path in stores]
    assert shown[0] == shown[1]
    one, other = (remembered(path)[SITE] for path in stores)
    assert (one.rules, one.witnesses) == (other.rules, other.witnesses)


def test_standard_input_is_a_page_like_others(
    make_story: MakeStory, store: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(make_story(1).encode())))
    code, shown, _ = learn(capsys, store, "-")
    assert (code, shown[1].split()[:3]) == (0, [SITE, "1", "1"])


def test_a_page_that_takes_too_long_costs_itself(
    site_folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = site_folder.parent / "pipe.html"
    os.mkfifo(pipe)
    writing_end = os.open(pipe, os.O_RDWR)  # it holds whoever reads it
    jobs = [HearJob(source=Input(str(path)), method="density") for path in (pipe, site_folder / "1.html")]
    tally = hear_all(SiteShelf(MemoryStore()), jobs, 2, 1, seconds=0.5)
    os.close(writing_end)
    assert capsys.readouterr().err == f"newsextract: error: {pipe}: took longer than 0.5 s\n"
    assert (tally.problems, tally.articles) == (1, 1)


def test_a_fault_of_ours_costs_one_page_only(site_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*args: object, **options: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("newsextract.teaching.hear", faulty)
    page = site_folder / "1.html"
    answer = hear_one(HearJob(source=Input(str(page))))
    assert answer.problem == f"{page}: internal error (RecursionError: too deep)"


def test_what_others_learn_at_the_same_time_is_kept(site_folder: Path, store: str, capsys: Capture) -> None:
    learn(capsys, store, *sorted(site_folder.iterdir())[:6])
    with closing(open_store(store)) as opened:
        crawl = SiteShelf(opened)
        memory = crawl.get(SITE)
        (rule,) = memory.rules
        memory.note_use(rule.key, True, "2026-05-01")
        learn(capsys, store, *sorted(site_folder.iterdir())[6:])
        crawl.save(SITE)
    (after,) = remembered(store).values()
    assert after.rules[0].support == 8
    assert after.lives[rule.key].held == 3  # two pages of the folder, and the crawl's


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--method", "magic"], "method='magic' does not exist; choose one of: "),
        (["--store", ""], "--store: names no file; give the path of one"),
        (
            ["--store", "redis://here"],
            "redis://here: there is no store of this kind; give the path of a file",
        ),
        (["--store", "."], ".: is no file; name a file, which is made if it is not there"),
    ],
)
def test_wrong_options_stop_it_before_the_first_page(
    arguments: list[str], complaint: str, site_folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site_folder)
    assert main(["learn", ".", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"newsextract: error: {complaint}")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["a"], "1 page is left out (why): a"),
        (["a", "b"], "2 pages are left out (why): a, b"),
        (list("abcdefg"), "7 pages are left out (why): a, b, c, d, e and 2 more"),
    ],
)
def test_many_pages_that_are_left_out_are_counted(names: list[str], text: str) -> None:
    assert left_out_text("why", names) == text


def test_an_empty_tally_has_no_articles() -> None:
    assert Tally().articles == 0

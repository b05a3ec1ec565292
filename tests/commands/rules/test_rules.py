"""Rules of a store: looked at, exported, edited, imported, pinned, forgotten and tried."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from newsextract.commands.main import main
from newsextract.commands.rules.files import LONGEST_FILE_NAME, file_names
from newsextract.site.drift import Life
from newsextract.site.keeping import SiteShelf
from newsextract.site.rules import Rule
from newsextract.site.selectors import parse_selector
from newsextract.site.stored import stored_rules
from newsextract.store import open_store

SITE = "tide.net"
MakeRule = Callable[..., Rule]
KeepRules = Callable[..., str]
Capture = pytest.CaptureFixture[str]

READING = [
    ["list"],
    ["show", SITE],
    ["export", SITE],
    ["pin", SITE, "c1"],
    ["forget", SITE],
    ["test", SITE, "page.html"],
]


def rules_in(path: str, site: str = SITE) -> tuple[Rule, ...]:
    with closing(open_store(path)) as store:
        return stored_rules(store, site).rules


def run(capsys: Capture, path: str, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and messages of ``newsextract rules``."""
    code = main(["rules", *arguments, "--store", path])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# what no action gets wrong


@pytest.mark.parametrize("action", READING, ids=lambda action: action[0])
def test_a_missing_store_is_an_error_that_says_how_to_make_one_and_is_not_made(
    action: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["rules", *action]) == 2
    message = capsys.readouterr().err
    assert message.startswith(
        "newsextract: error: .scrapy/newsextract.db: there is no such store; `newsextract"
    )
    assert message.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("action", [*READING, ["import", "rules.yaml"]], ids=lambda action: action[0])
def test_a_file_of_another_program_is_refused_and_left_as_it_is(
    action: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.yaml").write_text("site: tide.net\nrules: []\n", encoding="utf-8")
    with closing(sqlite3.connect("other.db")) as database:
        database.execute("CREATE TABLE bookmarks (url)")
    before = Path("other.db").read_bytes()
    assert run(capsys, "other.db", *action) == (
        2,
        "",
        "newsextract: error: other.db: is the database of another program; name another file\n",
    )
    assert Path("other.db").read_bytes() == before


@pytest.mark.parametrize("action", [["show"], ["export"], ["pin"], ["forget"], ["list"]], ids=str)
def test_a_wrong_site_is_one_line_that_names_those_there_are(
    action: list[str], keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture
) -> None:
    path = keep_rules(rule_of(), rule_of(site="quay.info"))
    assert run(capsys, path, *action, "tide.org\x1b[31m") == (
        2,
        "",
        "newsextract: error: tide.org\\x1b[31m: the store knows no such site; "
        "there are: quay.info, tide.net\n",
    )


@pytest.mark.parametrize("action", [["show", SITE], ["pin", SITE], ["forget", SITE]], ids=str)
def test_a_wrong_rule_is_one_line_that_names_those_there_are(
    action: list[str], keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture
) -> None:
    path = keep_rules(rule_of(), rule_of(version=2))
    code, _, message = run(capsys, path, *action, "c1", "v3")
    assert (code, message) == (
        2,
        "newsextract: error: c1 v3: tide.net has no such rule; there are: c1 v1, c1 v2\n",
    )


def test_a_record_that_cannot_be_used_is_said_and_the_others_are_used(
    keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture
) -> None:
    path = keep_rules(rule_of())
    with closing(open_store(path)) as store:
        store.update("rules", "quay.info\x1b[2J", lambda _: {"version": 1, "rules": [{}]})
    code, shown, message = run(capsys, path, "list")
    assert code == 0
    assert [line.split()[0] for line in shown.splitlines()] == ["site", SITE]
    assert message.startswith(
        "newsextract: warning: stored rules of quay.info\\x1b[2J: cannot be used (rule 1:"
    )
    assert message.count("\n") == 1


def test_a_record_that_cannot_be_used_is_not_changed_but_can_be_forgotten(
    keep_rules: KeepRules, rule_of: MakeRule, tmp_path: Path, capsys: Capture
) -> None:
    path, file = keep_rules(rule_of()), str(tmp_path / "rules.yaml")
    run(capsys, path, "export", SITE, "-o", file)
    with closing(open_store(path)) as store:
        store.update("rules", SITE, lambda _: {"version": 99})
    code, shown, message = run(capsys, path, "import", file)
    assert (code, shown) == (2, "")
    assert message == (
        "newsextract: error: the stored rules of tide.net cannot be used (its version is not 1); "
        "`newsextract rules forget tide.net` removes all that is known of the site\n"
    )
    assert run(capsys, path, "forget", SITE) == (0, "tide.net is forgotten\n", "")
    assert run(capsys, path, "import", file)[0] == 0
    assert rules_in(path) == (rule_of(),)


# list and show


def test_list_is_a_table_of_states_and_figures(
    keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture
) -> None:
    path = keep_rules(
        rule_of(until="2026-06-01"),
        rule_of(version=2, confidence=0.953),
        rule_of("c2", confidence=0.5),
        rule_of("c3", confidence=0.5, pinned=True, site="quay.info"),
        lives={"c1 v2": Life("+-", 12, 3, "2026-06-02")},
    )
    code, shown, message = run(capsys, path, "list")
    assert (code, message) == (0, "")
    assert shown.splitlines() == [
        "site       rule   state             pages  confidence  held  missed  learned",
        "quay.info  c3 v1  pinned                8         50%     0       0  2026-05-01",
        "tide.net   c1 v1  ended 2026-06-01      8        100%     0       0  2026-05-01",
        "tide.net   c1 v2  in use                8         95%    12       3  2026-05-01",
        "tide.net   c2 v1  not trusted           8         50%     0       0  2026-05-01",
    ]
    _, shown, _ = run(capsys, path, "list", "https://www.quay.info/")
    assert [line.split()[0] for line in shown.splitlines()] == ["site", "quay.info"]


def test_list_as_json(keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture) -> None:
    path = keep_rules(rule_of(version=2, pinned=True), lives={"c1 v2": Life("+", 1, 0, "2026-06-02")})
    _, shown, _ = run(capsys, path, "list", "--json")
    assert json.loads(shown) == [
        {
            "site": SITE,
            "rule": "c1 v2",
            "name": "c1",
            "version": 2,
            "state": "pinned",
            "pinned": True,
            "pages": 8,
            "confidence": 1.0,
            "held": 1,
            "missed": 0,
            "learned": "2026-05-01",
            "until": "",
        }
    ]


def test_without_rules_list_says_so_and_that_is_no_error(
    keep_rules: KeepRules, tmp_path: Path, capsys: Capture
) -> None:
    path = keep_rules()
    said = "newsextract: no rules yet; six articles of a site that are built alike make one\n"
    assert run(capsys, path, "list") == (0, "", said)
    assert run(capsys, path, "list", "--json") == (0, "[]\n", said)


@pytest.mark.parametrize("action", [["show"], ["export"]], ids=str)
def test_where_there_is_nothing_to_show_the_exit_code_is_1(
    action: list[str], keep_rules: KeepRules, capsys: Capture
) -> None:
    path = keep_rules()
    with closing(open_store(path)) as store:
        shelf = SiteShelf(store)
        shelf.get(SITE).assign(range(1, 9))
        shelf.close()
    code, shown, message = run(capsys, path, *action, SITE)
    assert (code, shown) == (1, "")
    assert message.startswith("newsextract: tide.net: no rules yet")


def test_show_says_in_full_what_is_in_use_and_in_a_line_what_has_ended(
    keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture
) -> None:
    path = keep_rules(rule_of(until="2026-06-01"), rule_of(version=2), rule_of("c2"))
    _, shown, _ = run(capsys, path, "show", SITE)
    heads = [line for line in shown.splitlines() if not line.startswith(" ")]
    assert heads == ["c1 v2 of tide.net: in use", "", "c2 v1 of tide.net: in use", "", "Ended:"]
    assert shown.splitlines()[-1] == (
        "  c1 v1: ended 2026-06-01; 2026-05-01, from 8 pages, right on 100% of them"
    )
    _, shown, _ = run(capsys, path, "show", SITE, "c1:v1")
    heads = [line for line in shown.splitlines() if not line.startswith(" ")]
    assert heads == ["c1 v1 of tide.net: ended 2026-06-01", "", "Other versions:"]


def test_show_as_json_is_all_of_a_rule(keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture) -> None:
    rule = rule_of(noise=frozenset({7}))
    _, shown, _ = run(capsys, keep_rules(rule, rule_of("c2")), "show", SITE, "c1", "--json")
    life = {"held": 0, "missed": 0, "last_held": "", "recent": ""}
    assert json.loads(shown) == [{**rule.to_record(), "state": "in use", "life": life}]


# export and import


def test_what_is_exported_is_imported_as_it_was(
    keep_rules: KeepRules, rule_of: MakeRule, tmp_path: Path, capsys: Capture
) -> None:
    rules = (rule_of(until="2026-06-01"), rule_of(version=2, pinned=True), rule_of("c2", confidence=0.5))
    file, other = str(tmp_path / "rules.yaml"), str(tmp_path / "other.db")
    path = keep_rules(*rules)
    assert run(capsys, path, "export", SITE, "-o", file) == (0, "", "")
    _, shown, _ = run(capsys, path, "export", SITE)
    assert shown == Path(file).read_text(encoding="utf-8")
    assert run(capsys, other, "import", file) == (0, "tide.net: added: c1 v1, c1 v2, c2 v1\n", "")
    assert rules_in(other) == rules
    assert run(capsys, path, "import", file) == (0, "tide.net: unchanged: c1 v1, c1 v2, c2 v1\n", "")
    assert rules_in(path) == rules


def test_an_edited_rule_is_pinned_and_stays_so(
    keep_rules: KeepRules, rule_of: MakeRule, tmp_path: Path, capsys: Capture
) -> None:
    path, file = keep_rules(rule_of()), tmp_path / "rules.yaml"
    run(capsys, path, "export", SITE, "-o", str(file))
    file.write_text(file.read_text(encoding="utf-8").replace("- div.story", "- div.text"), encoding="utf-8")
    _, shown, _ = run(capsys, path, "import", str(file))
    assert shown.splitlines() == [
        "tide.net: replaced: c1 v1",
        "  pinned, so that lessons do not overwrite what was edited: c1 v1; try it with "
        "`newsextract rules test tide.net FILE`",
    ]
    assert rules_in(path) == (rule_of(content="div.text", pinned=True),)
    _, shown, _ = run(capsys, path, "import", str(file))
    assert shown.splitlines() == [
        "tide.net: unchanged: c1 v1",
        "  still pinned: c1 v1; `newsextract rules pin --off tide.net RULE` ends that",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "site: tide.net\nrules:\n  - {name: c1, content: [div)]}\n",
            "bad.yaml: rule c1 v1: content: 'div)'",
        ),
        ("{", "bad.yaml, line 1: "),
        ("rules: []\n", "bad.yaml: expected site and rules, and nothing else"),
        (b"\xff\xfe\xff", "bad.yaml: is no text in UTF-8"),
        (None, "bad.yaml: cannot be read (No such file or directory)"),
    ],
)
def test_one_wrong_file_and_nothing_is_written(
    rule_of: MakeRule,
    keep_rules: KeepRules,
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    text: str | bytes | None,
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    run(capsys, keep_rules(rule_of()), "export", SITE, "-o", "good.yaml")
    if text is not None:
        Path("bad.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    code, shown, message = run(capsys, "new.db", "import", "good.yaml", "bad.yaml")
    assert (code, shown) == (2, "")
    assert message.startswith(f"newsextract: error: {complaint}")
    assert message.count("\n") == 1
    assert not Path("new.db").exists()


def test_all_sites_are_exported_to_a_file_each(
    keep_rules: KeepRules, rule_of: MakeRule, tmp_path: Path, capsys: Capture
) -> None:
    path = keep_rules(rule_of(), rule_of(site="127.0.0.1:8002"), rule_of(site="../../evil"))
    folder = tmp_path / "new" / "rules"
    assert run(capsys, path, "export", "--all", "-o", str(folder)) == (
        0,
        "",
        f"newsextract: 3 files in {folder}\n",
    )
    names = sorted(file.name for file in folder.iterdir())
    assert names == ["127.0.0.1_8002.yaml", "_.._evil.yaml", "tide.net.yaml"]
    other = str(tmp_path / "other.db")
    assert run(capsys, other, "import", *(str(folder / name) for name in names))[0] == 0
    assert rules_in(other, "../../evil") == rules_in(path, "../../evil")


@pytest.mark.parametrize(
    ("sites", "stems"),
    [
        (["tide.net"], ["tide.net"]),
        (["..", "/", "."], ["_", "_", "_"]),
        (["a:1", "a_1"], ["a_1", "a_1"]),
        (["A.example", "a.example"], ["A.example", "a.example"]),
        (["Ab.example", "aB.example"], ["Ab.example", "aB.example"]),
        (["北.example", "\x00"], ["_.example", "_"]),
        (["a" * 300], ["a" * LONGEST_FILE_NAME]),
    ],
)
def test_file_names_are_safe_and_never_the_same(sites: list[str], stems: list[str]) -> None:
    names = file_names(sites)
    assert len({name.lower() for name in names.values()}) == len(sites)
    found = [names[site].removesuffix(".yaml") for site in sites]
    assert all(name.startswith(stem) for name, stem in zip(found, stems, strict=True))
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyzAB0123456789._-") for name in found)
    assert not any(name.startswith(".") for name in found)
    assert file_names(reversed(sites)) == names


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["export"], "export: name a SITE, or give --all"),
        (["export", SITE, "--all"], "export: name a SITE, or give --all"),
        (["export", "--all"], "export --all: name the folder for the files with -o FOLDER"),
        (
            ["export", SITE, "-o", "missing/rules.yaml"],
            "--output missing/rules.yaml: cannot be written (No such",
        ),
        (["forget"], "forget: name a SITE, or give --all"),
        (["forget", SITE, "--all", "--yes"], "forget: name a SITE, or give --all"),
        (["forget", SITE, "--yes"], "--yes goes with --all"),
        (
            ["forget", "--all"],
            "forget --all: removes all that is known of all sites; add --yes to confirm it",
        ),
        (["pin", SITE], "pin: which rule of tide.net? There are: c1 v1, c2 v1"),
    ],
)
def test_wrong_usage_is_one_line_and_changes_nothing(
    keep_rules: KeepRules,
    rule_of: MakeRule,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = keep_rules(rule_of(), rule_of("c2"))
    code, shown, message = run(capsys, path, *arguments)
    assert (code, shown) == (2, "")
    assert message.startswith(f"newsextract: error: {complaint}")
    assert message.count("\n") == 1
    assert len(rules_in(path)) == 2


# pin and forget


@pytest.mark.parametrize("words", [["c1"], ["c1", "v2"], ["c1 v2"], ["c1:v2"]], ids=str)
def test_pin_and_pin_off(keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture, words: list[str]) -> None:
    path = keep_rules(rule_of(), rule_of(version=2))
    assert run(capsys, path, "pin", SITE, *words) == (0, "c1 v2 of tide.net is pinned\n", "")
    assert [rule.pinned for rule in rules_in(path)] == [False, True]
    assert run(capsys, path, "pin", "--off", SITE, *words) == (
        0,
        "c1 v2 of tide.net is no longer pinned\n",
        "",
    )
    assert [rule.pinned for rule in rules_in(path)] == [False, False]


def test_the_only_rule_of_a_site_need_not_be_named(
    keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture
) -> None:
    path = keep_rules(rule_of())
    assert run(capsys, path, "pin", SITE)[0] == 0
    assert [rule.pinned for rule in rules_in(path)] == [True]


def test_a_rule_is_forgotten_with_what_its_class_remembers(learned_store: str, capsys: Capture) -> None:
    (rule,) = rules_in(learned_store)
    code, shown, _ = run(capsys, learned_store, "forget", SITE, rule.name)
    assert (code, shown) == (0, f"{rule.key} of tide.net is forgotten\n")
    with closing(open_store(learned_store)) as store:
        memory = SiteShelf(store).get(SITE)
    assert (memory.rules, memory.witnesses) == ([], {})
    assert memory.clusters.counts


def test_forgetting_a_version_leaves_the_others(
    keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture
) -> None:
    path = keep_rules(rule_of(until="2026-06-01"), rule_of(version=2))
    _, shown, _ = run(capsys, path, "forget", SITE, "c1")
    assert shown == "c1 v2 of tide.net is forgotten; c1 v1 stays\n"
    assert [rule.key for rule in rules_in(path)] == ["c1 v1"]


def test_a_site_is_forgotten_with_all_that_is_known_of_it(learned_store: str, capsys: Capture) -> None:
    assert run(capsys, learned_store, "forget", SITE) == (0, "tide.net is forgotten\n", "")
    with closing(open_store(learned_store)) as store:
        assert SiteShelf(store).names() == []


def test_all_sites_are_forgotten_with_yes(keep_rules: KeepRules, rule_of: MakeRule, capsys: Capture) -> None:
    path = keep_rules(rule_of(), rule_of(site="quay.info"))
    assert run(capsys, path, "forget", "--all", "--yes") == (0, "2 sites forgotten\n", "")
    assert rules_in(path) == ()
    assert run(capsys, path, "forget", "--all", "--yes")[0] == 1


class Terminal(io.StringIO):
    """A stream that is one."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("answer", "code", "left"), [("y\n", 0, 0), ("YES\n", 0, 0), ("\n", 1, 1), ("", 1, 1)]
)
def test_on_a_terminal_forgetting_all_is_asked_for(
    keep_rules: KeepRules,
    rule_of: MakeRule,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    code: int,
    left: int,
) -> None:
    path, screen = keep_rules(rule_of()), Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", screen)
    assert run(capsys, path, "forget", "--all")[0] == code
    assert screen.getvalue().startswith(f"Forget all that {path} knows of 1 site? [y/N] ")
    assert len(rules_in(path)) == left


# test


@pytest.fixture
def learned_store(site_folder: Path, tmp_path: Path, capsys: Capture) -> str:
    """What the pages of a folder have taught."""
    path = str(tmp_path / "learned.db")
    assert main(["learn", str(site_folder), "--store", path, "--method", "density"]) == 0
    capsys.readouterr()
    return path


def test_a_trial_says_what_is_found_or_why_not(
    keep_rules: KeepRules,
    rule_of: MakeRule,
    make_story: Callable[..., str],
    site_folder: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(site_folder)
    Path("other.html").write_text(make_story(9, box="text"), encoding="utf-8")
    Path("short.html").write_text(
        "<h1>Harbour</h1><div class='story'><p>0123456789</p></div>", encoding="utf-8"
    )
    path = keep_rules(rule_of(places={"title": parse_selector("h1")}), rule_of("c2", content="div.css-x"))
    code, shown, _ = run(capsys, path, "test", SITE, "short.html", "other.html")
    assert code == 0
    assert shown.splitlines() == [
        'short.html: c1 v1, 10 characters, "Harbour"',
        "other.html: no rule fits",
        "    not c1 v1: none of its places is there, or they are empty",
        "    not c2 v1: none of its places is there, or they are empty",
        "2 pages: c1 v1 fits 1, no rule fits 1",
    ]
    assert run(capsys, path, "test", SITE, "other.html")[0] == 1
    assert run(capsys, path, "test", SITE, "1.html", "missing.html")[0] == 1


def test_a_trial_as_json_lines(
    keep_rules: KeepRules, rule_of: MakeRule, site_folder: Path, capsys: Capture
) -> None:
    path = keep_rules(rule_of(), rule_of("c2", content="div.css-x", support=9))
    _, shown, _ = run(capsys, path, "test", SITE, str(site_folder), "--json")
    lines = [json.loads(line) for line in shown.splitlines()]
    assert [line["file"] for line in lines] == [str(site_folder / f"{number}.html") for number in range(8)]
    assert {line["rule"] for line in lines} == {"c1 v1"}
    assert lines[0]["characters"] > 500
    assert lines[0]["misfits"] == {"c2 v1": "none of its places is there, or they are empty"}


def test_a_rule_that_is_not_trusted_is_tried_when_it_is_named(
    keep_rules: KeepRules, rule_of: MakeRule, site_folder: Path, capsys: Capture
) -> None:
    path, page = keep_rules(rule_of(confidence=0.5)), str(site_folder / "1.html")
    assert run(capsys, path, "test", SITE, page) == (
        2,
        "",
        "newsextract: error: tide.net: none is trusted; try one with --rule: c1 v1\n",
    )
    code, shown, _ = run(capsys, path, "test", SITE, page, "--rule", "c1:v1")
    assert code == 0
    assert shown.splitlines()[-1] == "1 page: c1 v1 fits 1"


@pytest.mark.parametrize("title", ["Har\x1b[31mbour", "Har\x07bour"])
def test_nothing_that_moves_the_cursor_reaches_the_terminal(
    keep_rules: KeepRules, rule_of: MakeRule, tmp_path: Path, capsys: Capture, title: str
) -> None:
    page = tmp_path / "pa\x1b[2Jge.html"
    page.write_text(f"<h1>{title}</h1><div class='story'><p>Words of it.</p></div>", encoding="utf-8")
    path = keep_rules(rule_of(places={"title": parse_selector("h1")}))
    code, shown, _ = run(capsys, path, "test", SITE, str(page))
    assert code == 0
    assert shown.replace("\n", "").isprintable()


def test_learned_rules_fit_their_pages(learned_store: str, site_folder: Path, capsys: Capture) -> None:
    code, shown, _ = run(capsys, learned_store, "test", SITE, str(site_folder))
    (rule,) = rules_in(learned_store)
    assert (code, shown.splitlines()[-1]) == (0, f"8 pages: {rule.key} fits 8")


def test_values_of_any_kind_in_a_store_do_not_break_it(keep_rules: KeepRules, capsys: Capture) -> None:
    path = keep_rules()
    values: list[Any] = [[], 7, "x", {"version": 1, "rules": {}}, {"version": 1, "rules": [[[[]]]]}]
    with closing(open_store(path)) as store:
        for number, value in enumerate(values):
            store.update("rules", f"site{number}", lambda _, value=value: value)  # type: ignore[misc]
    code, _, message = run(capsys, path, "list")
    assert code == 0
    assert message.count("newsextract: warning: stored rules of site") == len(values)

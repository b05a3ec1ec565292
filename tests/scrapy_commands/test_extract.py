"""``scrapy extract``, and what its being installed means to other commands and other projects."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from newsextract.errors import SettingError
from newsextract.scrapy_commands.extract import check_profile

Scrapy = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "tests" / "pages" / "courier" / "ferry-returns.html"
NO_PROFILE = (
    "newsextract: error: SCRAPY_PROJECT='nonsense': no such profile; "
    "there are default, polite, fast, archive, microblog\n"
)

installed = pytest.mark.skipif(
    "extract" not in entry_points(group="scrapy.commands").names,
    reason="the entry point is not there: pip install -e .",
)


@installed
def test_it_prints_the_line_of_a_page(scrapy: Scrapy) -> None:
    ended = scrapy("extract", str(PAGE), "--fields", "title,page_state")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout) == {
        "title": "Night ferry returns to Veldhaven after eleven winters on land",
        "page_state": "article",
    }


@installed
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["no-such.html"], 1, "newsextract: error: no-such.html: cannot be read (No such file or directory)"),
        ([str(PAGE), "--method", "best"], 2, "newsextract: error: method='best' does not exist"),
        ([str(PAGE), "--no-such-option"], 2, "error: unrecognized arguments: --no-such-option"),
        ([], 2, "error: the following arguments are required: FILE|FOLDER|-"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str], code: int, message: str, scrapy: Scrapy) -> None:
    ended = scrapy("extract", *arguments)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert message in ended.stderr.splitlines()[-1]


@installed
def test_help_shows_the_options_of_newsextract_extract(scrapy: Scrapy) -> None:
    ended = scrapy("extract", "--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    for option in ("--fields A,B", "--method NAME", "--workers N", "--url URL"):
        assert f"\n  {option} " in ended.stdout


@installed
@pytest.mark.parametrize("command", [["crawl", "news", "-a", "url=https://news.example/"], ["list"], []])
def test_an_unknown_profile_stops_every_command(command: list[str], scrapy: Scrapy) -> None:
    ended = scrapy(*command, SCRAPY_PROJECT="nonsense")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", NO_PROFILE)


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A project of somebody else's, with two entries in its ``scrapy.cfg`` and a value that is odd."""
    (tmp_path / "scrapy.cfg").write_text(
        "[settings]\ndefault = theirs.settings\nother = theirs.other\nodd = 100%\n"
    )
    package = tmp_path / "theirs"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "settings.py").write_text("BOT_NAME = 'theirs'\n")
    (package / "other.py").write_text("BOT_NAME = 'the other'\n")
    return tmp_path


@installed
@pytest.mark.parametrize(
    ("profile", "bot"),
    [({}, "theirs"), ({"SCRAPY_PROJECT": "other"}, "the other"), ({"SCRAPY_PROJECT": "none"}, "scrapybot")],
    ids=["default", "named", "unknown, as Scrapy has it"],
)
def test_a_foreign_project_is_left_alone(
    profile: dict[str, str], bot: str, scrapy: Scrapy, foreign: Path
) -> None:
    ended = scrapy("settings", "--get", "BOT_NAME", folder=foreign, **profile)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{bot}\n", "")


@installed
def test_it_works_without_any_project(scrapy: Scrapy, tmp_path: Path) -> None:
    ended = scrapy("extract", str(PAGE), "--fields", "page_state", folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (0, '{"page_state": "article"}\n')
    assert scrapy("version", folder=tmp_path).stdout.startswith("Scrapy ")


OURS = "[settings]\ndefault = settings_profiles.default\nfast = settings_profiles.fast\n"


@pytest.mark.parametrize(
    ("config", "environment", "wrong"),
    [
        (OURS, {"SCRAPY_PROJECT": "fats"}, True),
        (OURS, {"SCRAPY_PROJECT": ""}, True),  # Scrapy looks for a profile without a name
        (OURS, {}, False),
        (OURS, {"SCRAPY_PROJECT": "fast", "SCRAPY_SETTINGS_MODULE": "settings_profiles.fast"}, False),
        (OURS.replace("settings_profiles", "theirs"), {"SCRAPY_PROJECT": "fats"}, False),
        ("[deploy]\nurl = http://scrapyd.example/\n", {"SCRAPY_PROJECT": "fats"}, False),
    ],
)
def test_only_a_profile_that_scrapy_did_not_find_is_wrong(
    config: str,
    environment: dict[str, str],
    wrong: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "scrapy.cfg").write_text(config)
    monkeypatch.chdir(tmp_path)
    if not wrong:
        assert check_profile(environment) is None  # type: ignore[func-returns-value]  # it does not raise
        return
    with pytest.raises(
        SettingError, match=r"SCRAPY_PROJECT='(fats)?': no such profile; there are default, fast"
    ):
        check_profile(environment)

"""The table of settings: what each takes, and what is said when it is given something else."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from newsextract.errors import SettingError
from newsextract.settings import PREFIX, SETTINGS, check_settings, read, usable_cores

ANY_NUMBER = "give a whole number, 0 or more"
NUMBER = "give a whole number, 1 or more"
SECONDS = "give a number of seconds above 0"
SWITCH = "give True or False"
PATH = "give a path; the placeholders are"
NETWORK = "is no network; write addresses"

GOOD: list[tuple[str, Any, Any]] = [
    ("METHOD", "", ""),
    ("METHOD", "twcem", "twcem"),
    ("WORKERS", 0, 0),
    ("WORKERS", "3", 3),
    ("PAGE_SECONDS", "0.5", 0.5),
    ("PAGE_SECONDS", 20, 20.0),
    ("MAX_BYTES", "1000", 1_000),
    ("ALLOWED_NETWORKS", "", ()),
    ("ALLOWED_NETWORKS", "127.0.0.0/8, ::1", (ip_network("127.0.0.0/8"), ip_network("::1"))),
    ("ALLOWED_NETWORKS", ["10.1.2.3"], (ip_network("10.1.2.3"),)),
    ("MAX_CRAWL_DELAY", "5", 5.0),
    ("MAX_PARTS", 1, 1),
    ("SITEMAP_DAYS", 0, 0),
    ("NEAR_DUPLICATES", 0, 0),
    ("DROP_DUPLICATES", "1", True),
    ("DROP_DUPLICATES", "true", True),
    ("PROGRESS", "False", False),
    ("PROGRESS", 0, False),
    ("PROGRESS_SECONDS", 0.1, 0.1),
    ("SUMMARY", True, True),
    ("ARCHIVE", "", ""),
    ("ARCHIVE", False, ""),
    ("ARCHIVE", "a/%(name)s-%(time)s.warc.gz", "a/%(name)s-%(time)s.warc.gz"),
    ("ARCHIVE", "100%%.warc", "100%%.warc"),
    ("ARCHIVE", Path("a.warc"), "a.warc"),
    ("MANIFEST", "0", False),
    ("LEARN", "1", True),
    ("STORE", "", ""),
    ("STORE", "what/was.learned", "what/was.learned"),
    ("STORE", Path("a.db"), "a.db"),
]
BAD: list[tuple[str, Any, str]] = [
    ("METHOD", "magic", "method='magic' does not exist; choose one of: "),
    ("METHOD", ["twcem"], "does not exist; choose one of: "),
    ("WORKERS", -1, ANY_NUMBER),
    ("WORKERS", "all", ANY_NUMBER),
    ("WORKERS", 1.5, ANY_NUMBER),
    ("WORKERS", True, ANY_NUMBER),
    ("PAGE_SECONDS", 0, SECONDS),
    ("PAGE_SECONDS", "inf", SECONDS),
    ("PAGE_SECONDS", 10**400, SECONDS),
    ("MAX_BYTES", 0, NUMBER),
    ("MAX_BYTES", "", NUMBER),
    ("MAX_BYTES", float("inf"), NUMBER),
    ("ALLOWED_NETWORKS", "home", f"'home' {NETWORK}"),
    ("ALLOWED_NETWORKS", "10.0.0.0/8,10.0.0.1/8", f"'10.0.0.1/8' {NETWORK}"),
    ("ALLOWED_NETWORKS", 7, f"7 {NETWORK}"),
    ("MAX_CRAWL_DELAY", "nan", SECONDS),
    ("MAX_CRAWL_DELAY", [1], SECONDS),
    ("MAX_PARTS", 0, NUMBER),
    ("SITEMAP_DAYS", "week", ANY_NUMBER),
    ("NEAR_DUPLICATES", -3, ANY_NUMBER),
    ("DROP_DUPLICATES", "yes", SWITCH),
    ("PROGRESS", "", SWITCH),
    ("PROGRESS_SECONDS", "often", SECONDS),
    ("SUMMARY", 2, SWITCH),
    ("ARCHIVE", "%(spider)s.warc", PATH),
    ("ARCHIVE", "%s.warc", PATH),
    ("ARCHIVE", "100%.warc", PATH),
    ("MANIFEST", "no", SWITCH),
    ("LEARN", "never", SWITCH),
    ("STORE", "redis://localhost", "give the path of a file"),
]


@pytest.mark.parametrize(("name", "value", "used"), GOOD)
def test_what_can_be_used(name: str, value: Any, used: Any) -> None:
    values = Settings({PREFIX + name: value})
    check_settings(values)
    found = read(values, PREFIX + name)
    assert (found, type(found)) == (used, type(used))


@pytest.mark.parametrize(("name", "value", "remedy"), BAD)
def test_what_cannot_is_named_with_its_value_and_the_remedy(name: str, value: Any, remedy: str) -> None:
    values = Settings({PREFIX + name: value})
    with pytest.raises(SettingError, match=re.escape(remedy)) as of_one:
        read(values, PREFIX + name)
    with pytest.raises(SettingError) as of_all:
        check_settings(values)
    assert str(of_one.value) == str(of_all.value)
    assert str(of_one.value).startswith(f"{PREFIX}{name}={value!r}: ")
    assert "\n" not in str(of_one.value)


def test_every_setting_is_tried_with_good_values_and_bad() -> None:
    names = {setting.name for setting in SETTINGS}
    assert {PREFIX + name for name, _, _ in GOOD} == {PREFIX + name for name, _, _ in BAD} == names


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_default_passes_its_own_check_and_is_there_without_the_add_on(setting: Any) -> None:
    used = setting.check(setting.default)
    assert read(Settings(), setting.name) == read({}, setting.name) == used
    assert read({setting.name: None}, setting.name) == used
    assert setting.help
    assert setting.name.startswith(PREFIX)


def test_names_are_given_once() -> None:
    names = [setting.name for setting in SETTINGS]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", ["NEWSEXTRACT_WORKER", "NEWSEXTRACT_", "NEWSEXTRACT_method"])
def test_a_name_that_is_none_is_an_error_that_lists_those_that_are(name: str) -> None:
    with pytest.raises(SettingError, match=f"^{name}: there is no such setting; there are ") as caught:
        check_settings(Settings({name: 1}))
    assert all(setting.name in str(caught.value) for setting in SETTINGS)


def test_settings_of_others_are_theirs() -> None:
    check_settings(Settings({"NEWS_WORKERS": "many", "BOT_NAME": None}))
    assert read(Settings({"NEWS_WORKERS": "many"}), "NEWSEXTRACT_WORKERS") == max(1, usable_cores() - 1)


def test_there_is_a_core_to_use() -> None:
    assert usable_cores() >= 1

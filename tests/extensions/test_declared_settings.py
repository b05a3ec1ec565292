"""Settings for a file that is passed on: what was changed, in plain JSON, and no secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scrapy.exporters import CsvItemExporter
from scrapy.settings import BaseSettings, Settings

from newsextract.extensions.declared_settings import changed_settings, without_secrets


def test_settings_that_differ_from_scrapys_and_all_of_ours() -> None:
    settings = Settings(
        {
            "NEWSEXTRACT_WORKERS": 2,
            "ROBOTSTXT_OBEY": True,
            "CONCURRENT_REQUESTS": 16,  # Scrapy's default
            "DOWNLOAD_DELAY": 2,
            "OF_THEIR_OWN": "x",
        }
    )
    assert changed_settings(settings) == {
        "DOWNLOAD_DELAY": 2,
        "NEWSEXTRACT_WORKERS": 2,
        "OF_THEIR_OWN": "x",
        "ROBOTSTXT_OBEY": True,
    }


def test_nothing_was_changed() -> None:
    assert changed_settings(Settings()) == {}


@pytest.mark.parametrize(
    "name",
    [
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "FTP_PASSWORD",
        "HTTPAUTH_USER",
        "MY_PASSPHRASE",
        "NEWSEXTRACT_API_KEY",
        "SESSION_COOKIE",
        "db_credentials",
    ],
)
def test_a_name_that_tells_of_a_secret_is_left_out(name: str) -> None:
    assert changed_settings(Settings({name: "hunter2"})) == {}
    assert without_secrets({"headers": [{name: "hunter2", "Accept": "*"}]}) == {"headers": [{"Accept": "*"}]}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://user:hunter2@proxy.example:3128", "http://proxy.example:3128"),
        ("http://user:hun@ter2@proxy.example/", "http://proxy.example/"),
        ("http://hunter2@proxy.example", "http://proxy.example"),
        ("user:hunter2@proxy.example:3128", "proxy.example:3128"),
        ("a http://u:p@a.example b http://u:p@b.example", "a http://a.example b http://b.example"),
        ("https://a.example/?page=2&api_key=hunter2&x=1", "https://a.example/?page=2&api_key=&x=1"),
        ("https://a.example/@someone", "https://a.example/@someone"),
        ("a bot (+https://a.example; me@a.example)", "a bot (+https://a.example; me@a.example)"),
        ("me@a.example", "me@a.example"),
        ("data/key/news.jsonl", "data/key/news.jsonl"),
    ],
)
def test_secrets_in_addresses_are_cut_out(value: str, expected: str) -> None:
    assert without_secrets(value) == expected
    assert without_secrets([value]) == [expected]


def test_addresses_as_keys() -> None:
    feeds = {"ftp://user:hunter2@a.example/key.jsonl": {"format": "jsonlines"}}
    assert without_secrets(feeds) == {"ftp://a.example/key.jsonl": {"format": "jsonlines"}}


def some_function() -> None:
    """Named in settings."""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Path("a") / "b", str(Path("a") / "b")),
        (CsvItemExporter, "scrapy.exporters.CsvItemExporter"),
        ({CsvItemExporter: 1}, {"scrapy.exporters.CsvItemExporter": 1}),
        (some_function, f"{__name__}.some_function"),
        (object(), "builtins.object"),
        ((1, 2.5, None, True), [1, 2.5, None, True]),
        (float("inf"), "inf"),
        ({"b", "a"}, ["a", "b"]),
        (BaseSettings({"a": BaseSettings({"b": 1})}), {"a": {"b": 1}}),
        ({1: "x"}, {"1": "x"}),
    ],
)
def test_everything_becomes_plain_json(value: Any, expected: Any) -> None:
    plain = without_secrets(value)
    assert plain == expected
    assert json.loads(json.dumps(plain, allow_nan=False)) == expected

"""What ``-a`` takes, and what it says when it is given something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from newsextract.errors import SettingError
from newsextract.spiders.arguments import SOURCES, SiteOptions, parse_arguments

HOME = "https://news.example/"


def only_site(**arguments: Any) -> SiteOptions:
    (site,) = parse_arguments({"url": HOME, **arguments}).sites
    return site


def test_one_address_and_the_defaults() -> None:
    assert only_site() == SiteOptions(
        homes=(HOME,),
        depth=1,
        allow=None,
        deny=None,
        since="",
        max_articles=None,
        sources=frozenset(SOURCES),
    )
    assert parse_arguments({"url": HOME}).max_articles is None


def test_several_addresses_with_commas() -> None:
    plan = parse_arguments({"url": "https://a.example/, http://b.example:8080/x,", "depth": "2"})
    assert [(site.name, site.homes, site.depth) for site in plan.sites] == [
        ("a.example", ("https://a.example/",), 2),
        ("b.example:8080", ("http://b.example:8080/x",), 2),
    ]


def test_home_pages_of_one_site_are_kept_together() -> None:
    plan = parse_arguments(
        {"url": "https://www.a.example/news,https://a.example/sport,https://a.example/sport"}
    )
    assert [site.homes for site in plan.sites] == [("https://www.a.example/news", "https://a.example/sport")]


def test_the_cap_of_the_command_line_is_for_all_sites_together() -> None:
    plan = parse_arguments({"url": HOME, "max_articles": "7"})
    assert plan.max_articles == 7
    assert plan.sites[0].max_articles is None


@pytest.mark.parametrize(
    ("arguments", "address", "wants", "follows"),
    [
        ({}, "https://news.example/a", True, True),
        ({"allow": "/politics/"}, "https://news.example/politics/a", True, True),
        ({"allow": "/politics/"}, "https://news.example/sport/a", False, True),
        ({"deny": r"\.pdf$"}, "https://news.example/a.pdf", False, False),
        ({"allow": "a", "deny": "b"}, "https://news.example/ab", False, False),
        ({"allow": "x{1,3}y"}, "https://news.example/xxy", True, True),
    ],
)
def test_allow_and_deny(arguments: dict[str, str], address: str, wants: bool, follows: bool) -> None:
    site = only_site(**arguments)
    assert (site.wants(address), site.may_follow(address)) == (wants, follows)


@pytest.mark.parametrize(
    ("day", "too_old"),
    [
        ("2026-10-31", True),
        ("2026-10-31T23:59:59+01:00", True),
        ("2026-11-01", False),
        ("2026-11-01T00:00:00", False),
        ("2027-01-01", False),
        ("", False),
    ],
)
def test_since(day: str, too_old: bool) -> None:
    assert only_site(since="2026-11-01").is_too_old(day) is too_old
    assert only_site().is_too_old(day) is False


def test_sources_can_be_switched_off() -> None:
    assert only_site(sources="anchors, feeds").sources == {"anchors", "feeds"}


def test_a_file_with_an_address_a_line(tmp_path: Path) -> None:
    file = tmp_path / "sites.txt"
    file.write_text(
        "\ufeffhttps://a.example/\n\n# a comment\nhttps://b.example/ # another\n", encoding="utf-8"
    )
    plan = parse_arguments({"sites": str(file), "depth": "0"})
    assert [(site.homes, site.depth) for site in plan.sites] == [
        (("https://a.example/",), 0),
        (("https://b.example/",), 0),
    ]


@pytest.mark.parametrize("beginning", ["", "sites:\n"])
def test_a_yaml_file_with_options_a_site(tmp_path: Path, beginning: str) -> None:
    file = tmp_path / "sites.yaml"
    file.write_text(
        beginning
        + """
- https://a.example/
- url: https://b.example/
  depth: 3
  allow: [/news/, /politics/]
  since: 2026-11-01
  max_articles: 5
  sources: [feeds]
""",
        encoding="utf-8",
    )
    first, second = parse_arguments({"sites": str(file), "since": "2026-01-01", "max_articles": 90}).sites
    assert (first.depth, first.since, first.max_articles) == (1, "2026-01-01", None)
    assert (second.depth, second.since, second.max_articles) == (3, "2026-11-01", 5)
    assert second.sources == {"feeds"}
    assert second.wants("https://b.example/politics/1")
    assert not second.wants("https://b.example/sport/1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "no home page: give one with -a url=https://news.example/ or a file with -a sites=FILE"),
        ({"url": " , "}, "no home page"),
        ({"url": "news.example"}, "-a url='news.example': not an http or https address; write https://"),
        ({"url": "ftp://news.example/"}, "not an http or https address"),
        ({"url": "https://"}, "not an http or https address"),
        ({"url": HOME, "dept": "1"}, "-a dept: the spider has no such argument; it has url, sites, depth"),
        ({"url": HOME, "depth": "deep"}, "-a depth='deep': give a whole number, 0 or more"),
        ({"url": HOME, "depth": "-1"}, "-a depth='-1': give a whole number, 0 or more"),
        ({"url": HOME, "max_articles": "0"}, "-a max_articles='0': give a whole number, 1 or more"),
        ({"url": HOME, "allow": "("}, "-a allow='(': not a regular expression (missing ), unterminated"),
        ({"url": HOME, "deny": "*"}, "-a deny='*': not a regular expression"),
        ({"url": HOME, "since": "yesterday"}, "-a since='yesterday': give a day as YYYY-MM-DD"),
        ({"url": HOME, "since": "20261101"}, "-a since='20261101': give a day as YYYY-MM-DD"),
        ({"url": HOME, "since": "2026-W44-7"}, "-a since='2026-W44-7': give a day as YYYY-MM-DD"),
        ({"url": HOME, "since": "2026-02-30"}, "-a since='2026-02-30': give a day as YYYY-MM-DD"),
        (
            {"url": HOME, "sources": "feed"},
            "-a sources='feed': no source 'feed'; choose of anchors, sections",
        ),
        ({"url": HOME, "sources": ""}, "-a sources='': nothing to look in; choose of anchors"),
        ({"sites": "no/such/file"}, "-a sites=no/such/file: cannot be read (No such file or directory)"),
    ],
)
def test_wrong_arguments_are_said_in_one_line(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(SettingError) as caught:
        parse_arguments(arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("sites.txt", b"# nothing\n", "no home page in it; write one address a line"),
        ("sites.txt", b"\xff\xfe\xff", "cannot be read (it is not UTF-8 text)"),
        ("sites.txt", b"news.example\n", "url='news.example': not an http or https address"),
        ("sites.yaml", b"- [", "not valid YAML at line 1"),
        ("sites.yaml", b"just words", "expected a list of sites"),
        ("sites.yml", b"- depth: 1", "{'depth': 1} has no url"),
        ("sites.yml", b"- {url: 'https://a.example/', dept: 1}", "https://a.example/: no option 'dept'"),
        ("sites.yml", b"- {url: 'https://a.example/', since: soon}", "since='soon': give a day"),
        (
            "sites.yml",
            b"- {url: 'https://a.example/', depth: 2}\n- https://a.example/b",
            "https://a.example/ and https://a.example/b are one site: give both the same options",
        ),
    ],
)
def test_wrong_files_are_said_in_one_line(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(SettingError) as caught:
        parse_arguments({"sites": str(file)})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)

"""Sites and rules as they are named on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from newsextract.commands.rules.names import MOST_NAMED, chosen_rule, chosen_site, listed
from newsextract.errors import InputError
from newsextract.site.rules import Rule
from newsextract.store import Store, open_store

SITE = "tide.net"


@pytest.fixture
def store(keep_rules: Callable[..., str], rule_of: Callable[..., Rule]) -> Iterator[Store]:
    with closing(open_store(keep_rules(rule_of(), rule_of(site="127.0.0.1:8002")))) as opened:
        yield opened


@pytest.mark.parametrize(
    ("given", "site"),
    [
        ("tide.net", SITE),
        ("www.tide.net", SITE),
        ("Tide.NET", SITE),
        ("https://www.tide.net/story?a=b", SITE),
        ("127.0.0.1:8002", "127.0.0.1:8002"),
        ("http://127.0.0.1:8002/", "127.0.0.1:8002"),
    ],
)
def test_a_site_is_named_in_any_way_that_says_it(store: Store, given: str, site: str) -> None:
    assert chosen_site(store, given) == site


@pytest.mark.parametrize("given", ["", "127.0.0.1", "quay.info", "http://[", "\x00"])
def test_another_site_is_an_error_that_names_those_there_are(store: Store, given: str) -> None:
    with pytest.raises(InputError, match=r"knows no such site; there are: 127\.0\.0\.1:8002, tide\.net"):
        chosen_site(store, given)


def test_a_store_without_sites_says_so(keep_rules: Callable[..., str]) -> None:
    with closing(open_store(keep_rules())) as empty, pytest.raises(InputError, match="knows no site yet"):
        chosen_site(empty, SITE)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["c1"], "c1 v10"),
        (["c1", "v2"], "c1 v2"),
        (["c1 v2"], "c1 v2"),
        (["c1:v2"], "c1 v2"),
        (["c2"], "c2 v1"),
        (["c1 v3"], "c1 v3 v1"),  # the name of one
        (["c1 v3 v1"], "c1 v3 v1"),
    ],
)
def test_a_rule_by_name_or_version(rule_of: Callable[..., Rule], words: list[str], key: str) -> None:
    rules = [rule_of(), rule_of(version=10), rule_of(version=2), rule_of("c2"), rule_of("c1 v3")]
    assert chosen_rule(SITE, rules, words).key == key


@pytest.mark.parametrize("words", [["c3"], ["c1", "v3"], ["c1v1"], ["c1 v²"], ["v1"]], ids=str)
def test_another_rule_is_an_error_that_names_those_there_are(
    rule_of: Callable[..., Rule], words: list[str]
) -> None:
    with pytest.raises(InputError, match=r"tide\.net has no such rule; there are: c1 v1, c2 v1$"):
        chosen_rule(SITE, [rule_of(), rule_of("c2")], words)


def test_a_site_without_rules_says_so() -> None:
    with pytest.raises(InputError, match=r"tide\.net has no rules yet"):
        chosen_rule(SITE, [], ["c1"])


def test_of_many_names_the_closest_are_listed() -> None:
    names = [f"site{number}.net" for number in range(1_000)]
    text = listed("site777.ne", names)
    assert text.startswith("site777.net, ")
    assert text.endswith(f" and {1_000 - MOST_NAMED} more")
    assert text.count(", ") == MOST_NAMED - 1
    assert listed("x", ["a", "b"]) == "a, b"

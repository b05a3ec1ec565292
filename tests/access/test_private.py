from __future__ import annotations

import time
from ipaddress import ip_address, ip_network

import pytest

from newsextract.access.private import (
    REASONS,
    address_refusal,
    host_refusal,
    needs_lookup,
    plain_host,
    read_networks,
    url_refusal,
)

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "https://example.com:8443/a?b#c",
        "http://user:secret@example.com/",
        "http://bücher.example/",
        "http://xn--bcher-kva.example/",
        "http://some_host.example./",
        "http://8.8.8.8/",
        "http://[2606:4700::1111]/",
        "http://[::ffff:8.8.8.8]/",
        "http://[64:ff9b::8.8.8.8]/",  # the way to IPv4 from networks that have IPv6 alone
        "http://[2002:808:808::1]/",  # 6to4 of 8.8.8.8
        "http://notlocalhost/",
        "http://local.example/",
        "http://127.example.com/",
    ],
)
def test_public_addresses_pass(url: str) -> None:
    assert url_refusal(url) == ""


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("127.0.0.1", "loopback"),
        ("127.255.255.254", "loopback"),
        ("127.0.0.1.", "loopback"),
        ("127.1", "loopback"),
        ("127.0.1", "loopback"),
        ("2130706433", "loopback"),  # 127 * 2**24 + 1
        ("0x7f000001", "loopback"),
        ("0X7F.1", "loopback"),
        ("0x7f.0x0.0x0.0x1", "loopback"),
        ("017700000001", "loopback"),
        ("0177.0.0.1", "loopback"),
        ("0177.0x0.0.01", "loopback"),
        ("000127.0.0.1", "loopback"),  # 87.0.0.1 to those who read octal
        ("%31%32%37.0.0.1", "loopback"),
        ("１２７.０.０.１", "loopback"),
        ("①②⑦.⓪.⓪.①", "loopback"),
        ("127。0。0。1", "loopback"),
        ("127．0｡0.1", "loopback"),
        ("127\u00ad.0.0.1", "loopback"),
        ("localhost", "loopback"),
        ("LOCALHOST.", "loopback"),
        ("ｌocalhost", "loopback"),
        ("loc\u200balhost", "loopback"),
        ("%6cocalhost", "loopback"),
        ("a.b.localhost", "loopback"),
        ("localhost.localdomain", "loopback"),
        ("[::1]", "loopback"),
        ("[0:0:0:0:0:0:0:1]", "loopback"),
        ("[::ffff:127.0.0.1]", "loopback"),
        ("[::ffff:7f00:1]", "loopback"),
        ("[::127.0.0.1]", "loopback"),
        ("[::ffff:0:127.0.0.1]", "loopback"),
        ("[64:ff9b::127.0.0.1]", "loopback"),
        ("[2002:7f00:1::]", "loopback"),
        ("[2606:4700::5efe:127.0.0.1]", "loopback"),
        ("10.0.0.1", "private"),
        ("012.0.0.1", "private"),
        ("010.010.010.010", "private"),  # 8.8.8.8 to those who read octal
        ("167772161", "private"),  # 10 * 2**24 + 1
        ("172.16.0.1", "private"),
        ("172.31.255.255", "private"),
        ("192.168.1.1", "private"),
        ("100.64.0.1", "private"),
        ("[fd12:3456::1]", "private"),
        ("[fec0::1]", "private"),
        ("[::ffff:10.0.0.1]", "private"),
        ("[64:ff9b::10.0.0.1]", "private"),
        ("169.254.1.1", "link-local"),
        ("[fe80::1]", "link-local"),
        ("[fe80::1%25eth0]", "link-local"),
        ("169.254.169.254", "metadata"),
        ("2852039166", "metadata"),  # ((169 * 256 + 254) * 256 + 169) * 256 + 254
        ("0xa9fea9fe", "metadata"),
        ("[::ffff:169.254.169.254]", "metadata"),
        ("100.100.100.200", "metadata"),
        ("168.63.129.16", "metadata"),
        ("[fd00:ec2::254]", "metadata"),
        ("metadata.google.internal", "local name"),
        ("printer.local", "local name"),
        ("nas.home.arpa.", "local name"),
        ("224.0.0.1", "multicast"),
        ("[ff02::1]", "multicast"),
        ("192.0.2.1", "reserved"),
        ("198.18.0.1", "reserved"),
        ("255.255.255.255", "reserved"),
        ("[2001:db8::1]", "reserved"),
        ("[2001::80ff:fffe]", "reserved"),  # Teredo; the client is 127.0.0.1, its bits turned
        ("[64:ff9b:1::8.8.8.8]", "reserved"),
        ("[4000::1]", "reserved"),
        ("0.0.0.0", "unspecified"),  # noqa: S104 - judged, not bound to
        ("0", "unspecified"),
        ("0x", "unspecified"),
        ("[::]", "unspecified"),
        ("", "malformed"),
        (".", "malformed"),
        ("256.0.0.1", "malformed"),
        ("1.2.3.4.5", "malformed"),
        ("4294967296", "malformed"),
        ("example.1", "malformed"),
        ("a..b", "malformed"),
        ("a%00b.com", "malformed"),
        ("%2531.com", "malformed"),
        ("[::1", "malformed"),
        ("[nonsense:]", "malformed"),
        ("a" * 254, "malformed"),
    ],
)
def test_every_spelling_of_a_forbidden_host_is_refused(host: str, reason: str) -> None:
    assert host_refusal(host) == reason
    assert url_refusal(f"http://{host}:8080/path") == reason
    assert url_refusal(f"https://example.com:80@{host}/") == reason


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("file:///etc/passwd", "scheme"),
        ("ftp://example.com/", "scheme"),
        ("s3://bucket/key", "scheme"),
        ("data:text/html,x", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("//example.com/", "scheme"),
        ("example.com", "scheme"),
        ("", "scheme"),
        ("HTTP://127.0.0.1/", "loopback"),
        ("http://127.0.0.1#@example.com/", "loopback"),
        ("http://127.0.0.1?@example.com/", "loopback"),
        ("http://example.com@127.0.0.1/", "loopback"),
        ("http://example.com%40127.0.0.1/", "malformed"),
        ("http://example.com@a@127.0.0.1/", "malformed"),
        ("http://example.com\\@127.0.0.1/", "malformed"),
        ("http://exa mple.com/", "malformed"),
        ("http://example.com:80:80/", "malformed"),
        ("http://example.com:99999/", "malformed"),
        ("http://example.com:0/", "malformed"),
        ("http://[127.0.0.1/", "malformed"),
        ("http:///path", "malformed"),
        ("http://:80/", "malformed"),
        ("http://@/", "malformed"),
    ],
)
def test_addresses_that_are_none_or_mean_two_things_are_refused(url: str, reason: str) -> None:
    assert url_refusal(url) == reason


@pytest.mark.parametrize(
    ("url", "allowed", "reason"),
    [
        ("http://127.0.0.1/", "127.0.0.0/8", ""),
        ("http://2130706433/", "127.0.0.1", ""),
        ("http://127.0.0.2/", "127.0.0.1", "loopback"),
        ("http://[::ffff:127.0.0.1]/", "127.0.0.0/8", ""),
        ("http://[64:ff9b::127.0.0.1]/", "127.0.0.0/8", "loopback"),  # a gateway's loopback is not ours
        ("http://localhost/", "127.0.0.0/8", ""),
        ("http://localhost/", "::1", ""),
        ("http://localhost/", "10.0.0.0/8", "loopback"),
        ("http://a.localhost/", "127.0.0.1/32", ""),
        ("http://wiki.internal/", "10.0.0.0/8", ""),  # where it leads is judged when it is looked up
        ("http://10.1.2.3/", "127.0.0.0/8", "private"),
        ("http://10.1.2.3/", "127.0.0.0/8, 10.0.0.0/8", ""),
        ("http://169.254.169.254/", "169.254.169.254", ""),
        ("http://012.0.0.1/", "12.0.0.0/8", "private"),  # both 10.0.0.1 and 12.0.0.1 would have to be
        ("ftp://127.0.0.1/", "127.0.0.0/8", "scheme"),
    ],
)
def test_networks_can_be_allowed(url: str, allowed: str, reason: str) -> None:
    assert url_refusal(url, read_networks(allowed)) == reason


def test_every_reason_is_explained() -> None:
    hosts = "127.0.0.1 10.0.0.1 169.254.0.1 169.254.169.254 224.0.0.1 240.0.0.1 0.0.0.0 a.local .".split()
    assert {host_refusal(host) for host in hosts} | {"scheme", "proxy host"} == set(REASONS)


@pytest.mark.parametrize(
    ("address", "reason"), [("1.1.1.1", ""), ("10.0.0.1", "private"), ("::ffff:127.0.0.1", "loopback")]
)
def test_an_answer_of_dns_is_judged_alike(address: str, reason: str) -> None:
    assert address_refusal(ip_address(address)) == reason


@pytest.mark.parametrize(
    ("host", "needed"),
    [
        ("example.com", True),
        ("wiki.internal", True),
        ("localhost", False),
        ("127.1", False),
        ("[::1]", False),
        ("", False),
    ],
)
def test_names_need_a_lookup(host: str, needed: bool) -> None:
    assert needs_lookup(host) is needed


def test_a_host_is_written_in_one_way() -> None:
    assert plain_host("[::1]") == "::1"
    assert plain_host("Proxy.Example.") == plain_host("ｐroxy.example") == "proxy.example"


@pytest.mark.parametrize(
    ("value", "networks"),
    [
        ("", []),
        ([], []),
        ("127.0.0.0/8", ["127.0.0.0/8"]),
        (" 10.0.0.0/8 , ::1,", ["10.0.0.0/8", "::1/128"]),
        (["127.0.0.1", "fd00::/8"], ["127.0.0.1/32", "fd00::/8"]),
        (("10.1.2.3",), ["10.1.2.3/32"]),
    ],
)
def test_networks_are_read_from_a_setting(value: object, networks: list[str]) -> None:
    assert list(map(str, read_networks(value))) == networks


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("localhost", "'localhost'"),
        ("127.0.0.1/8", "'127.0.0.1/8'"),
        ("10.0.0.0/99", "'10.0.0.0/99'"),
        ([2130706433], "2130706433"),
        (True, "True"),
        (7, "7"),
    ],
)
def test_a_wrong_network_is_named_with_the_remedy(value: object, named: str) -> None:
    with pytest.raises(ValueError, match=r" is no network; write .*127\.0\.0\.0/8") as error:
        read_networks(value)
    assert str(error.value).startswith(f"{named} is")


@pytest.mark.parametrize("piece", ["1.", "@", "[", "a.", "%31", "\u00ad", "0x", ":", "１"])
def test_long_hosts_are_judged_in_no_time(piece: str) -> None:
    url = f"http://{piece * 100_000}/"
    start = time.perf_counter()
    assert url_refusal(url) == "malformed"
    assert time.perf_counter() - start < 0.5


def test_allowed_networks_may_come_from_an_iterator() -> None:
    assert url_refusal("http://localhost/", iter(LOOPBACK)) == ""
    assert host_refusal("127.1", iter(LOOPBACK)) == ""

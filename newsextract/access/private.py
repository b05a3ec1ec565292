"""Addresses that a page must not lead a crawler to: private networks, this machine, cloud metadata.

A host is judged by every reading that a resolver, a browser or a proxy may give it: ``127.0.0.1`` is also
``2130706433``, ``0177.1``, ``0x7f.1``, ``[::ffff:127.0.0.1]`` and ``１２７。１``. The networks are listed
here and not asked of ``ipaddress``, whose answers differ between versions of Python.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import unquote, urlsplit

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

REASONS: dict[str, str] = {
    "scheme": "neither http nor https",
    "malformed": "no host, or one that programs read in different ways",
    "loopback": "this machine itself",
    "private": "an address of a private network",
    "link-local": "an address of the local network link",
    "metadata": "the metadata service of a cloud",
    "multicast": "a multicast address",
    "reserved": "an address reserved by IANA",
    "unspecified": "an address that means no host",
    "local name": "a name of a local network",
    "proxy host": "the host of a configured proxy, asked for without it",
}
"""Why an address is refused, and what that means. The keys are the names of the statistics."""

MAX_HOST_LENGTH = 253
"""Longest host name of DNS; longer ones resolve nowhere."""

# IANA's registries of special-purpose addresses, read in November 2026, and the older site-local IPv6 block.
_SPECIAL: tuple[tuple[str, tuple[Network, ...]], ...] = tuple(
    (reason, tuple(ip_network(network) for network in networks.split()))
    for reason, networks in (
        ("unspecified", "0.0.0.0/8 ::/128"),
        ("loopback", "127.0.0.0/8 ::1/128"),
        ("private", "10.0.0.0/8 100.64.0.0/10 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10"),
        ("link-local", "169.254.0.0/16 fe80::/10"),
        ("multicast", "224.0.0.0/4 ff00::/8"),
        (
            "reserved",
            "192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 "
            "240.0.0.0/4 2001::/23 2001:db8::/32 3fff::/20",
        ),
    )
)

# AWS, GCP, Azure and DigitalOcean; AWS containers; Alibaba; Oracle; Azure's host agent, which is a public
# address; AWS and GCP over IPv6.
_METADATA = frozenset(
    ip_address(address)
    for address in (
        "169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 192.0.0.192 168.63.129.16 "
        "fd00:ec2::254 fd00:ec2::23 fd20:ce::254"
    ).split()
)

_GLOBAL_IPV6 = IPv6Network("2000::/3")  # all that IANA has given out for hosts
_SIX_TO_FOUR = IPv6Network("2002::/16")
_NAT64 = IPv6Network("64:ff9b::/96")  # where a network without IPv4 puts all of it: the only way out there
_IPV4_AT_THE_END = (
    IPv6Network("::/96"),
    IPv6Network("::ffff:0:0:0/96"),
    _NAT64,
    IPv6Network("64:ff9b:1::/48"),
)
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})  # the third quarter of such an address; the last is IPv4

_LOOPBACKS = (IPv4Address("127.0.0.1"), IPv6Address("::1"))
_LOOPBACK_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")
_LOCAL_SUFFIXES = (".local", ".internal", ".localdomain", ".home.arpa")

_NETLOC = re.compile(r"(?:[^@\\\s]*@)?(?:\[[^\[\]@\\\s]*\]|[^\[\]@:\\\s/?#]*)(?::[0-9]*)?")
_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")


def read_networks(value: object) -> tuple[Network, ...]:
    """Read a list, or a comma-separated string, of networks such as ``127.0.0.0/8``; raise ValueError."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, Iterable):
        raise _bad_network(value)
    return tuple(_network(part) for part in parts if part != "")


def _network(part: object) -> Network:
    if not isinstance(part, str):
        raise _bad_network(part)
    try:
        return ip_network(part.strip())
    except ValueError:
        raise _bad_network(part) from None


def _bad_network(value: object) -> ValueError:
    return ValueError(
        f"{value!r} is no network; write addresses, or networks with no bit set beyond their length, "
        f"separated by commas: 127.0.0.0/8,10.1.2.3,fd00::/8"
    )


def url_refusal(url: str, allowed: Iterable[Network] = ()) -> str:
    """Say why an address may not be fetched, as a key of ``REASONS``; empty if it may. Never raises."""
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return "scheme"
        host = parts.hostname or ""
        well_formed = _NETLOC.fullmatch(parts.netloc) is not None and parts.port != 0
    except ValueError:  # brackets that do not match, a port that is no port
        return "malformed"
    return host_refusal(host, allowed) if well_formed else "malformed"


def host_refusal(host: str, allowed: Iterable[Network] = ()) -> str:
    """Say why a host may not be asked, as a key of ``REASONS``; empty if it may, or if DNS has to tell."""
    name, allowed = plain_host(host), tuple(allowed)
    if _is_written_as_address(name):
        readings = tuple(_readings(name))
        return _first(address_refusal(reading, allowed) for reading in readings) if readings else "malformed"
    if len(name) > MAX_HOST_LENGTH or not _NAME.fullmatch(name):
        return "malformed"
    if _means_loopback(name):
        return "" if any(not address_refusal(address, allowed) for address in _LOOPBACKS) else "loopback"
    # In a network that was allowed names may be local; where they lead to is judged when they are looked up.
    return "local name" if name.endswith(_LOCAL_SUFFIXES) and not allowed else ""


def address_refusal(address: Address, allowed: Iterable[Network] = ()) -> str:
    """Say why an IP address may not be connected to, as a key of ``REASONS``; empty if it may."""
    if any(address in network for network in allowed):
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return address_refusal(address.ipv4_mapped, allowed)
        inside = _first(address_refusal(inner) for inner in _ipv4_inside(address))
        if inside:
            return _special(address) or inside
        if address not in _GLOBAL_IPV6 and address not in _NAT64:
            return _special(address) or "reserved"
    return _special(address)


def needs_lookup(host: str) -> bool:
    """Tell whether DNS decides where a host is: it is neither an IP address nor a name of this machine."""
    name = plain_host(host)
    return bool(name) and not _is_written_as_address(name) and not _means_loopback(name)


def plain_host(host: str) -> str:
    """Write a host as resolvers see it: without escapes, wide or circled forms, brackets and capitals."""
    text = unicodedata.normalize("NFKC", unquote(host)).lower().replace("\u3002", ".")
    # Soft hyphens, joiners and the like vanish when a name is made ready for DNS.
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    return text.rstrip(".")


def _special(address: Address) -> str:
    if address in _METADATA:
        return "metadata"
    return next(
        (reason for reason, networks in _SPECIAL if any(address in network for network in networks)), ""
    )


def _ipv4_inside(address: IPv6Address) -> Iterator[IPv4Address]:
    """Yield the IPv4 addresses that a gateway would take out; all of Teredo is reserved anyway."""
    number = int(address)
    if any(address in network for network in _IPV4_AT_THE_END) or number >> 32 & 0xFFFFFFFF in _ISATAP:
        yield IPv4Address(number & 0xFFFFFFFF)
    if address in _SIX_TO_FOUR:
        yield IPv4Address(number >> 80 & 0xFFFFFFFF)


def _is_written_as_address(name: str) -> bool:
    # As browsers do: whatever ends in a number has to be an IPv4 address.
    return ":" in name or _NUMBER.fullmatch(name.rpartition(".")[2]) is not None


def _readings(name: str) -> Iterator[Address]:
    """Yield what a host in numbers can mean; a leading zero is octal to some and nothing to others."""
    if ":" in name:
        try:
            yield IPv6Address(name.partition("%")[0])
        except ValueError:
            return
        return
    labels = name.split(".")
    if len(name) > MAX_HOST_LENGTH or len(labels) > 4 or not all(map(_NUMBER.fullmatch, labels)):
        return
    for octal in (True, False):
        parts = [_number(label, octal=octal) for label in labels]
        room = 256 ** (5 - len(parts))
        if all(0 <= part < 256 for part in parts[:-1]) and 0 <= parts[-1] < room:
            yield IPv4Address(
                sum(part << 24 - 8 * place for place, part in enumerate(parts[:-1])) + parts[-1]
            )


def _number(label: str, *, octal: bool) -> int:
    if label[:2] in ("0x", "0X"):
        return int(label[2:] or "0", 16)
    if octal and label.startswith("0"):
        return int(label, 8) if not set(label) & {"8", "9"} else -1
    return int(label)


def _means_loopback(name: str) -> bool:
    return name in _LOOPBACK_NAMES or name.endswith(".localhost")


def _first(reasons: Iterable[str]) -> str:
    return next(filter(None, reasons), "")

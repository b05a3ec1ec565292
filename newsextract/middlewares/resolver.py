"""Looks up names for Twisted and refuses those that lead to a private address, whichever answer it is.

The guard stands between the lookup and the connection: the address that is judged is the one connected to.
A name that gives a public address first and a private one later fails then.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from scrapy.crawler import Crawler
from scrapy.resolver import CachingThreadedResolver
from scrapy.settings import BaseSettings
from scrapy.utils.datatypes import LocalCache
from scrapy.utils.reactor import is_reactor_installed
from scrapy.utils.url import add_http_if_no_scheme
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred
from twisted.internet.error import DNSLookupError

from newsextract.access.private import Network, address_refusal, plain_host
from newsextract.settings import read

ALLOWED_NETWORKS = "NEWSEXTRACT_ALLOWED_NETWORKS"
"""The setting with the networks that may be fetched from though they are private."""

MAX_REFUSED_NAMES = 10_000
"""How many refused names are remembered, for the reason to be told."""


class NameGuard:
    """Judges what a name was resolved to."""

    def __init__(self, allowed: tuple[Network, ...]) -> None:
        self._allowed = allowed
        self._proxies: set[str] = set()
        self.refused: LocalCache[str, str] = LocalCache(MAX_REFUSED_NAMES)
        """Names that were refused, and why; the oldest are forgotten."""

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> NameGuard:
        return cls(read(settings, ALLOWED_NETWORKS))

    def exempt(self, host: str) -> None:
        """Let a proxy be wherever it is."""
        self._proxies.add(host)

    def refusal(self, name: str, address: str) -> str:
        """Say why a name may not lead to an address, as a key of ``REASONS``; empty if it may."""
        host = plain_host(name)
        if host in self._proxies:
            return ""
        reason = address_refusal(ip_address(address.partition("%")[0]), self._allowed)
        if reason:
            self.refused[host] = reason
        return reason


class GuardedResolver(CachingThreadedResolver):
    """Scrapy's resolver with a guard behind it; for the setting TWISTED_DNS_RESOLVER."""

    def __init__(self, reactor: ReactorBase, cache_size: int, timeout: float, guard: NameGuard) -> None:
        super().__init__(reactor, cache_size, timeout)
        self.guard = guard

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> GuardedResolver:
        settings = crawler.settings
        cache_size = settings.getint("DNSCACHE_SIZE") if settings.getbool("DNSCACHE_ENABLED") else 0
        return cls(reactor, cache_size, settings.getfloat("DNS_TIMEOUT"), NameGuard.from_settings(settings))

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802 - Twisted's
        """Look a name up; fails as for an unknown name when the address is private."""
        return super().getHostByName(name, timeout).addCallback(self._judged, name)

    def _judged(self, address: str, name: str) -> str:
        reason = self.guard.refusal(name, address)
        if reason:
            raise DNSLookupError(f"{name} leads to {address}: {reason}")
        return address


def installed_guard() -> NameGuard | None:
    """Find the guard of the reactor's resolver; None without a reactor, or with another resolver."""
    if not is_reactor_installed():
        return None
    from twisted.internet import reactor  # importing it installs one, so not before

    resolver = getattr(reactor, "resolver", None)
    return resolver.guard if isinstance(resolver, GuardedResolver) else None


def proxy_host(proxy: str) -> str:
    """Take the host out of a proxy's address, which may lack a scheme."""
    try:
        return plain_host(urlsplit(add_http_if_no_scheme(proxy)).hostname or "")
    except ValueError:
        return ""

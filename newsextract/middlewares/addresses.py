"""Keeps the crawler on the public web: no private address, no scheme but http and https."""

from __future__ import annotations

import logging
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, IgnoreRequest
from scrapy.http import Response
from scrapy.utils.misc import load_object
from w3lib.url import safe_url_string

from newsextract.access.private import REASONS, address_refusal, needs_lookup, plain_host, url_refusal
from newsextract.middlewares.handler import LookupRefusedError
from newsextract.middlewares.resolver import ALLOWED_NETWORKS, installed_guard, proxy_host
from newsextract.settings import read

logger = logging.getLogger(__name__)

OWN_REQUEST = "newsextract"
"""Stands in ``Request.flags`` of what is asked for, but not as a page: robots.txt, feeds, sitemaps."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class AddressRefused(IgnoreRequest):
    """An address may not be fetched; ``reason`` is a key of ``newsextract.access.private.REASONS``."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url} is not fetched: {REASONS[reason]}")
        self.reason = reason


class FetchableAddresses:
    """Refuses addresses before they are fetched, and answers from where none should come.

    Has to stand behind HttpProxyMiddleware (750): what goes through a proxy is the proxy's business.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._allowed = read(crawler.settings, ALLOWED_NETWORKS)
        self._proxy_hosts: set[str] = set()
        self._lookups_checked = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FetchableAddresses:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Let a request pass, or raise AddressRefused."""
        scheme = request.url.partition(":")[0].lower()
        if scheme == "data" and OWN_REQUEST in request.flags:
            return
        proxy = request.meta.get("proxy")
        if proxy and scheme in ("http", "https"):
            self._note_proxy(proxy)
            return
        reason = url_refusal(request.url, self._allowed)
        if reason:
            raise self._refusal(request.url, reason)
        host = urlsplit(request.url).hostname or ""
        if needs_lookup(host):
            # Lookups of a proxy's name go unjudged, so nobody else may ask for that name.
            if plain_host(host) in self._proxy_hosts:
                raise self._refusal(request.url, "proxy host")
            self._check_lookups()

    def process_response(self, request: Request, response: Response) -> Response:
        """Let a response pass that came from a public address and leads to somewhere, if anywhere."""
        if response.ip_address and not request.meta.get("proxy"):
            reason = address_refusal(response.ip_address, self._allowed)
            if reason:
                raise self._refusal(request.url, reason)
        location = _unusable_redirect(response)
        if location and not request.meta.get("dont_redirect"):
            raise self._refusal(location, "malformed")
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Say that a name was refused, where Twisted only says that it has no address."""
        guard = installed_guard()
        if guard and isinstance(exception, CannotResolveHostError):
            reason = guard.refused.get(plain_host(urlsplit(request.url).hostname or ""))
            if reason:
                raise self._refusal(request.url, reason) from exception
        if isinstance(exception, LookupRefusedError):
            raise self._refusal(request.url, exception.reason) from exception

    def _refusal(self, url: str, reason: str) -> AddressRefused:
        self._crawler.stats.inc_value(f"newsextract/refused/{reason}")
        return AddressRefused(url, reason)

    def _note_proxy(self, proxy: str) -> None:
        host = proxy_host(proxy)
        self._proxy_hosts.add(host)
        guard = installed_guard()
        if guard:
            guard.exempt(host)

    def _check_lookups(self) -> None:
        """Warn once when nothing stops a public name from leading to a private address."""
        if self._lookups_checked:
            return
        self._lookups_checked = True
        handler = self._crawler.settings.getwithbase("DOWNLOAD_HANDLERS").get("https")
        guarded = handler and getattr(load_object(handler), "guards_lookups", False)
        if not guarded and installed_guard() is None:
            logger.warning(
                "Names that lead to private addresses are only noticed when an answer has come. Set "
                "TWISTED_DNS_RESOLVER to newsextract.middlewares.resolver.GuardedResolver; without a reactor "
                "DOWNLOAD_HANDLERS of http, https to newsextract.middlewares.handler.GuardedAiohttpHandler."
            )


def _unusable_redirect(response: Response) -> str:
    """Find the address of a redirect if it is one over which Scrapy would stumble."""
    location = response.headers.get("Location")
    if response.status not in _REDIRECTS or location is None:
        return ""
    try:
        target = safe_url_string(location)
        # Scrapy reads any number of slashes as two.
        target = f"http://{target.lstrip('/')}" if location.startswith(b"//") else target
        Request(urljoin(response.url, target))
    except ValueError:
        return location.decode("latin-1")
    return ""

"""robots.txt as RFC 9309 says: what an answer for it allows, for how long, and which sitemaps it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from protego import Protego

MAX_BYTES = 500 * 1024
"""How much of a robots.txt is read: the least that RFC 9309 asks for."""

MAX_REDIRECTS = 5
"""How many redirects of a robots.txt are followed: the least that RFC 9309 asks for."""

KEPT_SECONDS = 24 * 3600.0
"""How long an answer is believed: the longest that RFC 9309 allows."""

UNREACHABLE_SECONDS = 300.0
"""How long a host whose robots.txt could not be had is left alone, until it is asked again."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_PRODUCT = re.compile(r"[A-Za-z0-9_-]+")
_COMPATIBLE = re.compile(r"Mozilla/\S{1,20} \(compatible; ?([A-Za-z0-9_-]+)")
_SOMEBODY_ELSE = "(somebody else)"  # no product token has brackets
_AGENT_LINE = re.compile(r"\s*user[- ]?agent(?:\s*:|\s)(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsFile:
    """What a host lets one crawler do."""

    rules: Protego | None = None
    """The rules; None when all is allowed, or nothing is."""
    agent: str = ""
    """The product token that the rules were read for."""
    unreachable: str = ""
    """Why there are no rules to go by, so that nothing is allowed; empty otherwise."""
    crawl_delay: float = 0.0
    """Seconds between two requests that the host asks for."""
    sitemaps: tuple[str, ...] = ()
    """Addresses of its sitemaps, absolute, in order, each once."""
    seconds_kept: float = KEPT_SECONDS
    """How long this is to be believed."""

    def allows(self, url: str) -> bool:
        """Tell whether the crawler may fetch a page of this host."""
        if self.unreachable:
            return False
        return self.rules is None or bool(self.rules.can_fetch(url, self.agent))


def read_robots(status: int, body: bytes, *, url: str, agent: str) -> RobotsFile:
    """Read the answer for a robots.txt: rules, or everything allowed (4xx), or nothing allowed (5xx).

    To the RFC 429 is a 4xx like any other, and a redirect that leads nowhere means that there is no file. A
    page of HTML holds no rules, so it forbids nothing.
    """
    if 300 <= status < 500:
        return RobotsFile()
    if not 200 <= status < 300:
        return unreachable(f"HTTP {status}")
    text = _whole_lines(body).decode("utf-8-sig", "replace")
    if text.lstrip().startswith("<"):
        return RobotsFile()
    rules = Protego.parse("\n".join(_lines_for(text, agent)))
    return RobotsFile(
        rules=rules,
        agent=agent,
        crawl_delay=rules.crawl_delay(agent) or 0.0,
        sitemaps=tuple(dict.fromkeys(_absolute(rules.sitemaps, url))),
    )


def unreachable(reason: str) -> RobotsFile:
    """Nothing is allowed for now, as nobody knows the rules."""
    return RobotsFile(unreachable=reason, seconds_kept=UNREACHABLE_SECONDS)


def origin_of(url: str) -> str:
    """Name the place whose robots.txt rules over an address: ``https://example.com:8443``; "" if none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    own_port = "" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{host}{own_port}"


def product_token(user_agent: str) -> str:
    """Take the name that robots.txt calls a crawler by out of its User-Agent header, in lower case.

    ``newsextract/0.1 (+https://…)`` is ``newsextract``; ``Mozilla/5.0 (compatible; Bot/2)`` is ``bot``.
    """
    disguised = _COMPATIBLE.match(user_agent)
    token = disguised.group(1) if disguised else user_agent.strip()
    product = _PRODUCT.match(token)
    return product.group().lower() if product else ""


def _whole_lines(body: bytes) -> bytes:
    """Cut a body that is too long behind a line: half a rule forbids more, or less, than the whole."""
    if len(body) <= MAX_BYTES:
        return body
    head = body[:MAX_BYTES]
    return head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1]


def _lines_for(text: str, agent: str) -> Iterator[str]:
    """Yield the lines with every group named for this crawler, for all, or for nobody that matters.

    Protego takes ``User-agent: news`` for the beginning of ``newsextract``; the RFC wants names to be equal.
    """
    for line in text.splitlines():
        naming = _AGENT_LINE.match(line)
        if naming is None:
            yield line
            continue
        named = naming.group(1).partition("#")[0].strip()
        known = "*" if named == "*" else product_token(named)
        yield f"User-agent: {known if known in ('*', agent) else _SOMEBODY_ELSE}"


def _absolute(sitemaps: Iterator[str], base: str) -> Iterator[str]:
    for sitemap in sitemaps:
        try:
            url = urljoin(base, sitemap)
        except ValueError:
            continue
        if origin_of(url):
            yield url

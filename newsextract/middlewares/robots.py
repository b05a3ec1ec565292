"""Obeys robots.txt as RFC 9309 says, one fetch a host, and keeps the delay that it asks for."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from dataclasses import dataclass, replace

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from newsextract.access.robots import (
    MAX_REDIRECTS,
    RobotsFile,
    origin_of,
    product_token,
    read_robots,
    unreachable,
)
from newsextract.middlewares.addresses import OWN_REQUEST, AddressRefused
from newsextract.settings import read

logger = logging.getLogger(__name__)

MAX_CRAWL_DELAY = "NEWSEXTRACT_MAX_CRAWL_DELAY"
"""The setting with the longest delay, in seconds, that a host may ask for."""

FETCH_SECONDS = 30.0
"""Longest wait for a robots.txt: all pages of the host wait with it."""

FETCH_BYTES = 32 * 1024 * 1024
"""Longest robots.txt that is fetched, also after unpacking; much less of it is read."""

MAX_HOSTS = 10_000
"""How many hosts are remembered; the first are forgotten, and asked again when they are met again."""

_FETCH_PRIORITY = 1000
_TOO_MANY_REDIRECTS = "max redirections reached"  # Scrapy's own words, and all that tells this refusal apart


class RobotsForbidden(IgnoreRequest):
    """robots.txt forbids a page, or could not be had."""

    def __init__(self, url: str, unreachable: str = "") -> None:
        why = f"could not be read ({unreachable})" if unreachable else "forbids it"
        super().__init__(f"{url} is not fetched: robots.txt {why}")


@dataclass(slots=True)
class _Host:
    """A robots.txt, or the fetch of it that everyone waits for."""

    reading: asyncio.Future[RobotsFile]
    fresh_until: float = math.inf


class RobotsTxt:
    """Judges every request by its host's robots.txt; stands where Scrapy's RobotsTxtMiddleware does (100)."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        settings = crawler.settings
        self._obey = settings.getbool("ROBOTSTXT_OBEY")
        self._agent = product_token(settings.get("ROBOTSTXT_USER_AGENT") or settings.get("USER_AGENT") or "")
        self._max_delay: float = read(settings, MAX_CRAWL_DELAY)
        self._hosts: dict[str, _Host] = {}
        self._delays: dict[str, float] = {}
        crawler.signals.connect(self._response_downloaded, signals.response_downloaded)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsTxt:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Wait until the host's rules are known, then let the request pass or raise RobotsForbidden."""
        origin = origin_of(request.url)
        if not self._obey or not origin or request.meta.get("dont_obey_robotstxt"):
            return
        robots = await self._robots_of(origin)
        if not robots.allows(request.url):
            self._crawler.stats.inc_value("newsextract/robots/forbidden")
            raise RobotsForbidden(request.url, robots.unreachable)
        self._keep_delay(request, min(robots.crawl_delay, self._max_delay))

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Name the sitemaps in the robots.txt of an address's host; none when it cannot be had."""
        origin = origin_of(url)
        return (await self._robots_of(origin)).sitemaps if origin else ()

    async def _robots_of(self, origin: str) -> RobotsFile:
        host = self._hosts.get(origin)
        if host is None or host.fresh_until < time.monotonic():
            known = host.reading.result() if host else None
            host = self._hosts[origin] = _Host(asyncio.ensure_future(self._fetch(origin, known)))
            while len(self._hosts) > MAX_HOSTS:
                del self._hosts[next(iter(self._hosts))]
        # Shielded: a waiter that is cancelled does not take the fetch away from the others.
        robots = await asyncio.shield(host.reading)
        if host.fresh_until == math.inf:
            host.fresh_until = time.monotonic() + robots.seconds_kept
        return robots

    async def _fetch(self, origin: str, known: RobotsFile | None) -> RobotsFile:
        """Fetch and read a robots.txt; whatever goes wrong is an answer, too."""
        self._crawler.stats.inc_value("newsextract/robots/fetched")
        try:
            response = await self._crawler.engine.download_async(self._request(origin))
            robots = read_robots(response.status, response.body, url=response.url, agent=self._agent)
        except AddressRefused:
            robots = RobotsFile()  # the page itself will be refused, and for the right reason
        except IgnoreRequest as error:
            robots = RobotsFile() if str(error) == _TOO_MANY_REDIRECTS else unreachable(str(error))
        except Exception as error:
            robots = unreachable(f"{type(error).__name__}: {error}")
        if robots.unreachable:
            robots = self._without_rules(origin, robots, known)
        if robots.crawl_delay > self._max_delay:
            logger.warning(
                "%s asks for %g seconds between two requests; %s allows %g.",
                *(origin, robots.crawl_delay, MAX_CRAWL_DELAY, self._max_delay),
            )
        return robots

    def _request(self, origin: str) -> Request:
        timeout = min(FETCH_SECONDS, self._crawler.settings.getfloat("DOWNLOAD_TIMEOUT"))
        return Request(
            f"{origin}/robots.txt",
            callback=NO_CALLBACK,
            priority=_FETCH_PRIORITY,
            flags=[OWN_REQUEST],
            meta={
                "dont_obey_robotstxt": True,
                "allow_offsite": True,
                "redirect_ttl": MAX_REDIRECTS,
                "download_timeout": timeout,
                "download_maxsize": FETCH_BYTES,
            },
        )

    def _without_rules(self, origin: str, robots: RobotsFile, known: RobotsFile | None) -> RobotsFile:
        self._crawler.stats.inc_value("newsextract/robots/unreachable")
        if known and not known.unreachable:
            # RFC 9309, 2.4: what was known before stays in force.
            return replace(known, seconds_kept=robots.seconds_kept)
        logger.warning(
            "robots.txt of %s cannot be had (%s): for %g seconds nothing else of it is fetched.",
            *(origin, robots.unreachable, robots.seconds_kept),
        )
        return robots

    def _keep_delay(self, request: Request, delay: float) -> None:
        downloader = self._crawler.engine.downloader
        key = downloader.get_slot_key(request)
        if delay <= self._delays.get(key, 0.0):
            return
        self._delays[key] = delay
        # Slots that were idle for a minute are thrown away; this is what new ones are made from.
        own = downloader.per_slot_settings.get(key, {})
        longest = max(delay, own.get("delay", self._crawler.settings.getfloat("DOWNLOAD_DELAY")))
        downloader.per_slot_settings[key] = {**own, "delay": longest, "jitter": 0.0}
        self._slow_down(key)

    def _slow_down(self, key: str) -> None:
        slot = self._crawler.engine.downloader.slots.get(key)
        if slot and key in self._delays:
            slot.delay = max(slot.delay, self._delays[key])
            slot.jitter = 0.0  # the delay asked for is the least, not the mean

    def _response_downloaded(self, response: Response, request: Request) -> None:
        """Undo what AutoThrottle has just done to the slot, before the next request is taken from it."""
        key = request.meta.get("download_slot")
        if key in self._delays:
            self._slow_down(key)

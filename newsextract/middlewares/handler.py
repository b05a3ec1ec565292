"""Downloads without Twisted's reactor, by aiohttp, and refuses names that lead to a private address."""

from __future__ import annotations

import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from scrapy import Request
from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Response

from newsextract.middlewares.resolver import NameGuard, proxy_host


class LookupRefusedError(Exception):
    """A name leads to refused addresses only; ``reason`` is a key of ``access.private.REASONS``."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} leads to no public address: {reason}")
        self.reason = reason


class GuardedLookups(AbstractResolver):
    """A resolver of aiohttp with a guard behind it: of a name's addresses only those that pass are used."""

    def __init__(self, resolver: AbstractResolver, guard: NameGuard) -> None:
        self._resolver = resolver
        self._guard = guard

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        answers = await self._resolver.resolve(host, port, family)
        judged = [(answer, self._guard.refusal(host, answer["host"])) for answer in answers]
        usable = [answer for answer, reason in judged if not reason]
        if judged and not usable:
            raise LookupRefusedError(host, judged[0][1])
        return usable

    async def close(self) -> None:
        await self._resolver.close()


class GuardedAiohttpHandler(AiohttpDownloadHandler):
    """Scrapy's aiohttp handler with guarded lookups; for DOWNLOAD_HANDLERS where there is no reactor."""

    guards_lookups = True

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._guard = NameGuard.from_settings(crawler.settings)
        connector = self._session.connector
        # The handler makes its connector itself and takes no resolver; a changed aiohttp fails here, loudly.
        connector._resolver = GuardedLookups(connector._resolver, self._guard)  # type: ignore[union-attr]

    async def download_request(self, request: Request) -> Response:
        proxy = request.meta.get("proxy")
        if proxy:
            self._guard.exempt(proxy_host(proxy))
        return await super().download_request(request)

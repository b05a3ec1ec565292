"""What became of a page that never arrived: a state and a line for people, for every exception."""

from __future__ import annotations

import asyncio
import zlib
from http import HTTPStatus

from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    NotSupported,
    ResponseDataLossError,
    StopDownload,
    UnsupportedURLSchemeError,
)
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.internet.error import ConnectError, ConnectionClosed

from newsextract.middlewares.addresses import AddressRefused
from newsextract.middlewares.content import ContentRefused
from newsextract.middlewares.robots import RobotsForbidden

MAX_REASON_LENGTH = 200
"""Longest reason; exceptions may carry whole addresses."""

_UNREACHABLE: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
    ((DownloadTimeoutError, TimeoutError, asyncio.TimeoutError), "no answer in time"),  # one since 3.11
    (CannotResolveHostError, "host name unknown"),
    (DownloadConnectionRefusedError, "connection refused"),
    (ResponseDataLossError, "answer broken off"),
    (TunnelError, "the proxy opened no tunnel"),
    (StopDownload, "download stopped"),
    ((ConnectError, ConnectionClosed, DownloadFailedError), "connection failed"),
    ((zlib.error, EOFError), "answer cannot be unpacked"),
    (OSError, "connection failed, or answer cannot be unpacked"),
)
_UNPACKERS = frozenset({"brotli", "_brotli", "brotlicffi", "backports", "compression", "zstd"})

# Scrapy tells these apart by their message alone.
_TOO_LARGE = "exceeded DOWNLOAD_MAXSIZE"
_TOO_MANY_REDIRECTS = "max redirections reached"
_OFFSITE = "Filtered offsite request"


def failure_state(exception: BaseException) -> tuple[str, str]:
    """Say how a page ended that was not downloaded: a state of ``newsextract.states.STATES``, and why."""
    state, reason = _judge(exception)
    line = " ".join(reason.split())
    return state, line if len(line) <= MAX_REASON_LENGTH else line[: MAX_REASON_LENGTH - 1] + "…"


def _judge(exception: BaseException) -> tuple[str, str]:
    message = str(exception)
    if isinstance(exception, ContentRefused):
        return exception.state, exception.reason
    if isinstance(exception, (AddressRefused, RobotsForbidden)):
        return "forbidden", message
    if isinstance(exception, HttpError):
        return "http error", _status_line(exception.response.status)
    if isinstance(
        exception, DownloadCancelledError
    ):  # Scrapy cancels for no other reason, with words or without
        return "too large", message or "larger than DOWNLOAD_MAXSIZE"
    if isinstance(exception, IgnoreRequest):
        return _ignored(message)
    if isinstance(exception, (NotSupported, UnsupportedURLSchemeError)):
        return "forbidden", message
    return _broken(exception)


def _ignored(message: str) -> tuple[str, str]:
    if _TOO_LARGE in message:
        return "too large", message
    if message == _TOO_MANY_REDIRECTS:
        return "http error", "too many redirects"
    if message.startswith(_OFFSITE):
        return "forbidden", "not on a site of this crawl"
    return "refused", message or "refused by a middleware"


def _broken(exception: BaseException) -> tuple[str, str]:
    for types, meaning in _UNREACHABLE:
        if isinstance(exception, types):
            return "unreachable", f"{meaning}: {exception}" if str(exception) else meaning
    if type(exception).__module__.partition(".")[0] in _UNPACKERS:
        return "unreachable", f"answer cannot be unpacked: {exception}"
    return "failed", f"{type(exception).__name__}: {exception}"


def _status_line(status: int) -> str:
    try:
        return f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"

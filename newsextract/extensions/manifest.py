"""A manifest beside each output file: what it holds, where from, made with which versions and settings."""

from __future__ import annotations

import json
import logging
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

import scrapy
from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.extensions.feedexport import FileFeedStorage

from newsextract import __version__
from newsextract.extensions.declared_settings import changed_settings, without_secrets
from newsextract.extensions.sites import Sites
from newsextract.extensions.states import COVERED_FIELDS, PageStates, page_states
from newsextract.items import SCHEMA_VERSION
from newsextract.settings import read

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.extensions.feedexport import FeedSlot

SUFFIX = ".manifest.json"

_CHUNK = 1 << 20
_DEVICES = ("/dev/", "/proc/")
_NO_ARGUMENTS = {"name", "crawler", "settings", "start_urls"}
_PLAIN = (str, int, float, bool)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Output:
    """A file that the crawl wrote."""

    path: str
    format: str
    items: int
    is_plain: bool
    """Not compressed."""


class Manifest:
    """Writes the manifests when the last output is closed. A failure is logged; the articles are there."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._outputs: list[Output] = []
        self._started = self._finished = datetime.now(timezone.utc)
        self._reason = ""
        self._spider: dict[str, Any] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Manifest:
        """As Scrapy makes it; off with ``NEWSEXTRACT_MANIFEST=False``."""
        if not read(crawler.settings, "NEWSEXTRACT_MANIFEST"):
            raise NotConfigured
        manifest = cls(crawler)
        crawler.signals.connect(manifest.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(manifest.spider_closed, signal=signals.spider_closed)
        crawler.signals.connect(manifest.feed_slot_closed, signal=signals.feed_slot_closed)
        crawler.signals.connect(manifest.engine_stopped, signal=signals.engine_stopped)
        return manifest

    def spider_opened(self, spider: Spider) -> None:
        """Signal: the crawl begins."""
        self._started = datetime.now(timezone.utc)
        self._spider = {"name": spider.name, "arguments": spider_arguments(spider)}

    def spider_closed(self, reason: str) -> None:
        """Signal: the crawl has ended; outputs are being closed."""
        self._finished = datetime.now(timezone.utc)
        self._reason = reason

    def feed_slot_closed(self, slot: FeedSlot) -> None:
        """Signal: an output, or one batch of it, has been closed. Its address has no parameters left."""
        path = getattr(slot.storage, "path", "")
        is_local = isinstance(slot.storage, FileFeedStorage) and os.path.isfile(path)
        if is_local and not path.startswith(_DEVICES):
            is_plain = "postprocessing" not in slot.feed_options
            self._outputs.append(Output(path, slot.format, slot.itemcount, is_plain))

    def engine_stopped(self) -> None:
        """Signal: all is closed."""
        if not self._outputs:
            return
        crawl = self._crawl_record()
        for output in self._outputs:
            write_manifest(output, crawl)

    def _crawl_record(self) -> dict[str, Any]:
        sites = self._crawler.get_extension(Sites)
        return {
            "newsextract_version": __version__,
            "scrapy_version": scrapy.__version__,
            "schema_version": SCHEMA_VERSION,
            "started": _iso(self._started),
            "finished": _iso(self._finished),
            "finish_reason": self._reason,
            "spider": self._spider,
            "settings": changed_settings(self._crawler.settings),
            **counts_record(page_states(self._crawler)),
            "rules": sites.rules_record() if sites else {},
        }


def write_manifest(output: Output, crawl: Mapping[str, Any]) -> None:
    """Write the manifest of one output, or log why not."""
    path = output.path + SUFFIX
    try:
        write_atomically(path, {"output": output_record(output), **crawl})
    except (OSError, TypeError, ValueError) as error:
        logger.error("The manifest %s cannot be written: %s", path, error)


def counts_record(states: PageStates) -> dict[str, Any]:
    """Pages, states, articles and the share of articles that have each field: of all, and by site."""
    table, coverage = states.table(), states.coverage()
    all_states: Counter[str] = Counter()
    all_fields: Counter[str] = Counter()
    for site in table:
        all_states.update(table[site])
        all_fields.update(coverage[site])
    return {
        **_counts(states.pages(), all_states, all_fields),
        "sites": {site: _counts(states.pages(site), table[site], coverage[site]) for site in table},
    }


def output_record(output: Output) -> dict[str, Any]:
    """Name, size and items of a file. ``items`` are those of this crawl; ``lines``, for JSON lines without
    compression, are all that the file holds, with those that stood there before."""
    record = {
        "file": os.path.basename(output.path),
        "format": output.format,
        "bytes": os.path.getsize(output.path),
        "items": output.items,
    }
    if output.is_plain and output.format in ("jsonlines", "jsonl", "jl"):
        record["lines"] = line_count(output.path)
    return record


def line_count(path: str) -> int:
    """Line ends in a file, read in pieces."""
    with open(path, "rb") as file:
        return sum(piece.count(b"\n") for piece in iter(lambda: file.read(_CHUNK), b""))


def spider_arguments(spider: Spider) -> dict[str, Any]:
    """The spider's ``arguments`` if it keeps them, else its own plain attributes: Scrapy makes those of the
    arguments. Without secrets."""
    kept = getattr(spider, "arguments", None)
    if not isinstance(kept, Mapping):
        kept = {
            name: value
            for name, value in vars(spider).items()
            if not name.startswith("_") and name not in _NO_ARGUMENTS and isinstance(value, _PLAIN)
        }
    return dict(without_secrets(kept))


def write_atomically(path: str, record: Mapping[str, Any]) -> None:
    """Write JSON to a new file that then takes the name, so that nobody reads half of it."""
    text = json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    unfinished = f"{path}.{os.getpid()}.part"
    try:
        with open(unfinished, "wb") as file:
            # An argument may hold bytes that are no UTF-8: they become "?".
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError:
        if os.path.exists(unfinished):
            os.remove(unfinished)
        raise


def _counts(pages: int, states: Mapping[str, int], filled: Mapping[str, int]) -> dict[str, Any]:
    articles = states.get("article", 0)
    shares = {name: round(filled[name] / articles, 4) for name in COVERED_FIELDS} if articles else {}
    return {"pages": pages, "articles": articles, "states": dict(states), "field_coverage": shares}


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")

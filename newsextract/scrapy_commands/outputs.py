"""The files that ``-o`` and ``-O`` name: ``.gz`` is compressed, and what cannot be written is noticed before
the crawl, not after it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlparse

from w3lib.url import file_uri_to_path

from newsextract.errors import OutputError

PACKED = ".gz"
UNPACKABLE = "parquet"
"""A Parquet file is compressed inside, and its readers want to jump about in it."""

GZIP = "scrapy.extensions.postprocessing.GzipPlugin"


def with_format(output: str) -> str:
    """A value of ``-o`` with the format that a name such as ``news.jsonl.gz`` means: Scrapy reads only the
    last ending, and knows no format ``gz``."""
    name = PurePosixPath(output)
    inner = name.with_suffix("").suffix if name.suffix == PACKED else ""
    return f"{output}:{inner[1:]}" if inner else output


def with_compression(feeds: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Scrapy's ``FEEDS``, with those compressed whose names say so and whose options do not say how."""
    packed: dict[str, dict[str, Any]] = {}
    for address, options in feeds.items():
        packed[address] = dict(options)
        if not str(address).endswith(PACKED) or "postprocessing" in options:
            continue
        if options.get("format") == UNPACKABLE:
            raise OutputError(f"{address}: a Parquet file is compressed already; leave out {PACKED}")
        # without a time in it, the same articles make the same file
        packed[address].update(postprocessing=[GZIP], gzip_mtime=0)
    return packed


def check_outputs(feeds: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise OutputError for a local file that cannot be written. Scrapy would crawl, log it and exit with 0.

    Files and folders are made as Scrapy is about to; what stands in a file stays.
    """
    for address in map(str, feeds):
        if "%(" in address or urlparse(address).scheme not in ("", "file"):
            continue
        path = Path(file_uri_to_path(address) if address.startswith("file:") else address)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab"):
                continue
        except OSError as error:
            raise OutputError(f"{path}: cannot be written ({error.strerror})") from error

"""Parquet: a typed table that pandas, DuckDB and Spark read at once. Needs pyarrow, the extra ``parquet``."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urlparse

from scrapy.exceptions import NotConfigured
from scrapy.exporters import BaseItemExporter
from w3lib.url import file_uri_to_path

from newsextract.errors import SettingError
from newsextract.exporters.columns import (
    ARTICLE_KINDS,
    BOOLEAN,
    INTEGER,
    NUMBER,
    TEXT,
    TEXTS,
    common_kinds,
    fitted,
    size,
)
from newsextract.items import Article

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

ROWS_PER_GROUP = 1_000
"""Rows that wait in memory. Measured with articles of 5,500 characters, text and paragraphs: 75 MB more at
the first group, pyarrow's own buffers included, and 7 MB more over the next ten."""

CHARACTERS_PER_GROUP = 16_000_000
"""A group is written earlier than that when its texts are long."""

logger = logging.getLogger(__name__)


class ParquetItemExporter(BaseItemExporter):
    """Writes items as rows of a Parquet file, a group of rows at a time.

    The columns of articles are fixed. For other items they follow from the items of the first group: a later
    item that does not fit is an error, and a key that is new then is left out with a warning.
    """

    def __init__(
        self, file: BytesIO, *, rows_per_group: int = ROWS_PER_GROUP, compression: str = "zstd", **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        load_pyarrow()
        self._file = file
        self._rows_per_group = rows_per_group
        self._compression = compression
        self._kinds: dict[str, str] | None = None
        self._rows: list[dict[str, Any]] = []
        self._characters = 0
        self._writer: Any = None  # pyarrow.parquet.ParquetWriter, made when the columns are known
        self._has_warned = False

    def export_item(self, item: Any) -> None:
        """Add a row. Raises ValueError for an item that does not fit the columns."""
        row = dict(self.get_serialized_fields(item, include_empty=True))
        if self._kinds is None and not self._rows and isinstance(item, Article):
            self._kinds = self._article_columns()
        self._rows.append(row if self._kinds is None else self._fitted(row, self._kinds))
        self._characters += sum(map(size, row.values()))
        if len(self._rows) >= self._rows_per_group or self._characters >= CHARACTERS_PER_GROUP:
            self._write_group()

    def finish_exporting(self) -> None:
        """Write what is left, and the end of the file; without an item, a table without rows."""
        self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        pyarrow, parquet = load_pyarrow()
        if self._kinds is None:
            self._kinds = common_kinds(self._rows) if self._rows else self._article_columns()
            self._rows = [self._fitted(row, self._kinds) for row in self._rows]
        if self._writer is None:
            schema = pyarrow.schema([(name, _arrow_type(kind)) for name, kind in self._kinds.items()])
            self._writer = parquet.ParquetWriter(self._file, schema, compression=self._compression)
        if self._rows:
            self._writer.write_table(pyarrow.Table.from_pylist(self._rows, self._writer.schema))
            self._rows.clear()
            self._characters = 0

    def _article_columns(self) -> dict[str, str]:
        chosen = self.fields_to_export
        if chosen is None:
            return ARTICLE_KINDS
        names = chosen.items() if isinstance(chosen, Mapping) else ((name, name) for name in chosen)
        return {output: ARTICLE_KINDS.get(name, TEXT) for name, output in names}

    def _fitted(self, row: dict[str, Any], kinds: dict[str, str]) -> dict[str, Any]:
        unknown = row.keys() - kinds.keys()
        if unknown and not self._has_warned:
            self._has_warned = True
            logger.warning("Parquet: no column for %s; name all in FEED_EXPORT_FIELDS", sorted(unknown))
        try:
            return {name: fitted(row.get(name), kind) for name, kind in kinds.items()}
        except ValueError as error:
            raise ValueError(f"Parquet: item left out: {error}") from error


class ParquetCheck:
    """An extension that stops a crawl at its start when a Parquet output could not be written at its end."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ParquetCheck:
        """Raises SettingError; has nothing else to do."""
        check_parquet_feeds(crawler.settings)
        raise NotConfigured


def check_parquet_feeds(settings: BaseSettings) -> None:
    """Raises SettingError without pyarrow, and for a file that would be appended to: readers of Parquet would
    see only what was added."""
    for uri, options in settings.getdict("FEEDS").items():
        if options.get("format") != "parquet":
            continue
        load_pyarrow()
        if not options.get("overwrite", False) and _has_content(str(uri)):
            raise SettingError(
                f"FEEDS: {uri}: exists, and a Parquet file cannot be appended to; "
                "overwrite it (-O, or 'overwrite': True) or name another file"
            )


def load_pyarrow() -> tuple[Any, Any]:
    """``pyarrow`` and ``pyarrow.parquet``, loaded on first use. Raises SettingError when not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise SettingError(
            "FEEDS: the format 'parquet' needs pyarrow: pip install 'newsextract[parquet]'"
        ) from error
    return pyarrow, pyarrow.parquet


def _has_content(uri: str) -> bool:
    """Whether a local output is there already; one with parameters such as ``%(time)s`` is not known yet."""
    if "%(" in uri or urlparse(uri).scheme not in ("", "file"):
        return False
    path = file_uri_to_path(uri) if uri.startswith("file:") else uri
    return os.path.isfile(path) and os.path.getsize(path) > 0


def _arrow_type(kind: str) -> Any:
    pyarrow, _ = load_pyarrow()
    return {
        TEXT: pyarrow.string(),
        TEXTS: pyarrow.list_(pyarrow.string()),
        BOOLEAN: pyarrow.bool_(),
        INTEGER: pyarrow.int64(),
        NUMBER: pyarrow.float64(),
    }[kind]

"""Which store a path means."""

from __future__ import annotations

from pathlib import Path

from newsextract.errors import StoreError
from newsextract.store.encoding import MAX_BYTES
from newsextract.store.interface import OnRejected, Store, log_rejected
from newsextract.store.memory import MemoryStore
from newsextract.store.sqlite import SqliteStore


def open_store(path: str, *, on_rejected: OnRejected = log_rejected, max_bytes: int = MAX_BYTES) -> Store:
    """The store in this file, made if it is not there; one in memory for an empty path.

    Raises StoreError, with what is wrong and the remedy.
    """
    if not path:
        return MemoryStore(on_rejected=on_rejected, max_bytes=max_bytes)
    if "://" in path:
        raise StoreError(f"{path}: there is no store of this kind; give the path of a file")
    return SqliteStore(path, on_rejected=on_rejected, max_bytes=max_bytes)


PROJECT_FILE = "scrapy.cfg"


def in_project(path: str) -> str:
    """A relative path is one from the project's folder, if there is a project around this folder: so a
    scheduled crawl, and a look at what it learned, find the same file wherever they are started."""
    if not path or Path(path).is_absolute():
        return path
    here = Path.cwd()
    project = next((folder for folder in (here, *here.parents) if (folder / PROJECT_FILE).is_file()), None)
    return str(project / path) if project else path

"""Which store a command works on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from newsextract.commands.inputs import one_line
from newsextract.errors import StoreError

if TYPE_CHECKING:
    from newsextract.store import Store

STORE = "NEWSEXTRACT_STORE"


def add_store_argument(parser: argparse.ArgumentParser, what: str, *, default: bool = True) -> None:
    """Declare ``--store``."""
    usual = " (default: that of a crawl, .scrapy/newsextract.db in the project's folder)" if default else ""
    parser.add_argument("--store", metavar="FILE", help=f"{what}{usual}")


def store_path(given: str | None) -> str:
    """The file that ``--store`` names, or that of a crawl."""
    from newsextract.settings import SETTINGS
    from newsextract.store.opening import in_project

    if given is not None:
        return given
    return in_project(next(str(setting.default) for setting in SETTINGS if setting.name == STORE))


def open_to_write(given: str | None) -> Store:
    """The store, made if it is not there. Raises StoreError."""
    from newsextract.store import open_store

    path = store_path(given)
    if not path:
        raise StoreError("--store: names no file; give the path of one")
    return open_store(path, on_rejected=warn_of_rejected)


def open_to_read(given: str | None) -> Store:
    """The store, which has to be there. Raises StoreError, which says how one is made."""
    path = store_path(given)
    if path and "://" not in path and not Path(path).exists():
        raise StoreError(
            f"{path}: there is no such store; `newsextract learn` or a crawl makes it, "
            f"{'or name another file' if given is not None else '--store FILE names another'}"
        )
    return open_to_write(given)


def warn_of_rejected(kind: str, key: str, reason: str) -> None:
    """Say that something that is stored is left out."""
    warn(f"stored {kind} of {key}: {reason}; left out")


def warn(text: str) -> None:
    """A line on standard error about what is no error."""
    print(f"newsextract: warning: {one_line(text)}", file=sys.stderr, flush=True)

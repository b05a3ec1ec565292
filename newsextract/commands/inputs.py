"""From names on the command line to pages: which files they mean, and the bytes in them."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from newsextract.errors import InputError
from newsextract.limits import Limits

STANDARD_INPUT = "-"
COMPRESSED_ENDING = ".gz"
PAGE_ENDINGS = (".html", ".htm", ".xhtml")
"""Endings of pages in a folder, also with ``.gz`` after it. Files given by name may have any."""

_FOUND_ENDINGS = (*PAGE_ENDINGS, *(ending + COMPRESSED_ENDING for ending in PAGE_ENDINGS))


@dataclass(frozen=True, slots=True)
class Input:
    """One page to be read."""

    name: str
    """The path to open, as given or as found below the folder given; ``-`` is standard input."""

    problem: str = ""
    """Why it cannot be read, when that is known before reading."""

    @property
    def is_standard_input(self) -> bool:
        """Whether the page comes through the pipe."""
        return self.name == STANDARD_INPUT


def expand(names: Iterable[str]) -> list[Input]:
    """The inputs that the names stand for, in the order given; those of a folder are sorted by path."""
    inputs: list[Input] = []
    piped = Input(STANDARD_INPUT)
    for name in names:
        if name == STANDARD_INPUT and piped in inputs:
            inputs.append(Input(name, "standard input can be read only once"))
        elif name != STANDARD_INPUT and os.path.isdir(name):
            inputs.extend(_in_folder(name))
        else:
            inputs.append(Input(name))
    return inputs


def read_input(source: Input, limits: Limits) -> bytes:
    """The bytes of a page, decompressed by its ending; at most one more than ``limits.max_bytes``.

    The one more is what tells a page that is too large from one that just fits. Raises InputError.
    """
    if source.problem:
        raise InputError(f"{source.name}: {source.problem}")
    most = limits.max_bytes + 1
    try:
        return _read(source.name, most)
    except (gzip.BadGzipFile, zlib.error):
        reason = "it is not gzip data, or damaged"
    except EOFError:
        reason = "its gzip data ends too early"
    except OSError as error:
        reason = error.strerror or str(error)
    raise InputError(f"{source.name}: cannot be read ({reason})")


def one_line(text: str) -> str:
    """The text fit for a message: line breaks and control characters of a file's name are spelt out."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)


def _read(name: str, most: int) -> bytes:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(most)
    if name.lower().endswith(COMPRESSED_ENDING):
        with gzip.open(name, "rb") as compressed:
            return compressed.read(most)
    with open(name, "rb") as file:
        return file.read(most)


def _in_folder(folder: str) -> list[Input]:
    """The pages below a folder and the folders that cannot be searched; a problem when there are neither."""
    unsearchable: list[OSError] = []
    found = [Input(path) for path in _page_paths(folder, unsearchable)]
    found += [Input(str(error.filename), f"cannot be searched ({error.strerror})") for error in unsearchable]
    if not found:
        return [Input(folder, f"no page in this folder (looked for {', '.join(_FOUND_ENDINGS)})")]
    return sorted(found, key=lambda source: source.name.split(os.sep))


def _page_paths(folder: str, unsearchable: list[OSError]) -> Iterator[str]:
    """Links to folders are not followed: they may lead in circles. A pipe or a device is no page."""
    for parent, _, names in os.walk(folder, onerror=unsearchable.append):
        for name in names:
            path = os.path.join(parent, name)
            if name.lower().endswith(_FOUND_ENDINGS) and os.path.isfile(path):
                yield path

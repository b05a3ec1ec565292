"""JSON lines: which keys they have, and where they go."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from newsextract.commands.inputs import Input
from newsextract.errors import InputError, OutputError
from newsextract.items import Article


def chosen_fields(listed: str | None) -> tuple[str, ...]:
    """The keys of a line: those listed, or all. Raises InputError for one that does not exist."""
    allowed = ("file", *Article().to_dict())
    if listed is None:
        return allowed
    chosen = tuple(dict.fromkeys(name.strip() for name in listed.split(",") if name.strip()))
    unknown = [name for name in chosen if name not in allowed]
    if unknown or not chosen:
        wrong = f"--fields {listed!r} names no field" if not chosen else f"--fields: no field {unknown[0]!r}"
        raise InputError(f"{wrong}; choose from: {', '.join(allowed)}")
    return chosen


def article_line(name: str, article: Article, fields: Sequence[str]) -> str:
    """The JSON of one article, without the line break."""
    values = {"file": name, **article.to_dict()}
    return json.dumps({field: values[field] for field in fields}, ensure_ascii=False, allow_nan=False)


def write_line(output: BinaryIO, line: str) -> None:
    """Write a line and flush it. Raises OutputError, or BrokenPipeError when the reader has gone."""
    try:
        # A name or an address from the command line may hold bytes that are no UTF-8: they become "?".
        output.write(line.encode("utf-8", "replace") + b"\n")
        output.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the output cannot be written ({error.strerror})") from error


@contextlib.contextmanager
def open_output(path: str | None, inputs: Sequence[Input] = ()) -> Iterator[BinaryIO]:
    """The file to write to, or standard output. Raises OutputError, also when it would overwrite an input."""
    if path is None:
        if sys.stdout is None:
            raise OutputError("standard output is closed")
        yield sys.stdout.buffer
        return
    if any(is_same_file(source.name, path) for source in inputs):
        raise OutputError(f"--output {path}: is one of the inputs; name another file")
    try:
        output = open(path, "wb")  # noqa: SIM115  closed below, where a second failure to flush is expected
    except OSError as error:
        raise OutputError(f"--output {path}: cannot be written ({error.strerror})") from error
    try:
        yield output
    finally:
        with contextlib.suppress(OSError):  # each line was flushed: what is left has been reported
            output.close()


def is_same_file(first: str, second: str) -> bool:
    """Whether two names lead to one file, which is there."""
    try:
        return os.path.samefile(first, second)
    except OSError:
        return False

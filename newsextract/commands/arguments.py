"""Options that several commands have, and how their values are read."""

from __future__ import annotations

import argparse


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options that every command with JSON lines has."""
    parser.add_argument(
        "--method",
        metavar="NAME",
        help="extraction method; see `newsextract methods` (default: the first there)",
    )
    parser.add_argument("--fields", metavar="A,B", help="write only these keys, in this order")


def positive_number(value: str) -> int:
    """The value of an option that counts something."""
    if not value.isascii() or not value.isdigit() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value!r} is not a whole number from 1 on")
    return int(value)


def check_method(name: str | None) -> None:
    """Find out before the first page that a method does not exist. Raises UnknownMethodError."""
    from newsextract.methods import get_method

    get_method(name)

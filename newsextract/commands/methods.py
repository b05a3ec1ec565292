"""``newsextract methods``: the extraction methods there are."""

from __future__ import annotations

import argparse

NAME = "methods"
HELP = "list the extraction methods"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to declare."""
    parser.epilog = "Choose one with `newsextract extract --method NAME`."


def run(args: argparse.Namespace) -> int:
    """Print a line a method, the default first."""
    print("\n".join(method_lines()))
    return 0


def method_lines() -> list[str]:
    """``name  what it is``, with the default marked."""
    from newsextract.methods import DEFAULT_METHOD, method_names, method_summary

    names = method_names()
    shown = {name: f"{name} (default)" if name == DEFAULT_METHOD else name for name in names}
    width = max(map(len, shown.values()))
    return [f"{shown[name]:{width}}  {method_summary(name)}" for name in names]

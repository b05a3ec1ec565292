"""``newsextract schema``: the fields of an output line, for people and validators."""

from __future__ import annotations

import argparse
import json

NAME = "schema"
HELP = "print the JSON Schema of an output line: every field, its type and what it means"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to declare."""
    parser.epilog = "Lines of `newsextract extract` have the key `file` before these."


def run(args: argparse.Namespace) -> int:
    """Print the schema."""
    from newsextract.schema import article_schema

    print(json.dumps(article_schema(), indent=2))
    return 0

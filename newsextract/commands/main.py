"""``newsextract``: finds the command, runs it, and turns what goes wrong into a line and an exit code.

0 all is well, 1 some input could not be read, there was nothing to find or a floor was missed, 2 wrong usage
or an error, 130 interrupted, 141 reader gone.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Protocol

from newsextract import __version__
from newsextract.commands import bench, demo, extract, learn, methods, rules, schema, train
from newsextract.commands.inputs import one_line
from newsextract.errors import NewsextractError
from newsextract.threads import use_one_thread

ERROR_EXIT_CODE = 2
INTERRUPTED_EXIT_CODE = 130  # 128 + SIGINT, as a shell reports it
BROKEN_PIPE_EXIT_CODE = 141  # 128 + SIGPIPE

_DESCRIPTION = "Turn news pages into clean text. To crawl sites, see `scrapy crawl --help`."
_EPILOG = """\
examples:
  newsextract extract page.html                    one page, one JSON line
  newsextract extract pages/ --workers 4 -o out.jsonl
  curl -s https://news.example/story | newsextract extract - --url https://news.example/story
  newsextract learn pages/                         how their sites are built; then `newsextract rules list`
  newsextract demo                                 crawl the made-up sites that come with it

`newsextract COMMAND --help` says more of each command.
"""


class Command(Protocol):
    """What a command module offers."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's options."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; returns the exit code."""


COMMANDS: tuple[Command, ...] = (extract, learn, rules, demo, methods, schema, bench, train)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    use_one_thread(os.environ)
    args = build_parser().parse_args(argv)
    return run_command(args.command, args)


def run_command(command: Command, args: argparse.Namespace) -> int:
    """Run one command; what goes wrong becomes a line on standard error and an exit code."""
    try:
        code = command.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED_EXIT_CODE
    except BrokenPipeError:
        code = BROKEN_PIPE_EXIT_CODE
    except NewsextractError as error:
        code = _complain(str(error))
    except OSError as error:
        code = _complain(error.strerror or str(error))
    _drop_unwritten_output()
    return code


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="newsextract",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"newsextract {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = subparsers.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.HELP[0].upper() + command.HELP[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(command=command)
    return parser


def _complain(reason: str) -> int:
    print(f"newsextract: error: {one_line(reason)}", file=sys.stderr)
    return ERROR_EXIT_CODE


def _drop_unwritten_output() -> None:
    """Keep the interpreter from failing once more, loudly, when it flushes an output that nobody takes."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())

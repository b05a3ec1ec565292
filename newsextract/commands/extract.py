"""``newsextract extract``: pages on disk, or one from a pipe, to JSON lines."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO, TextIO

from newsextract.commands.arguments import add_reading_arguments, check_method, positive_number
from newsextract.commands.inputs import Input, expand, one_line
from newsextract.commands.lines import chosen_fields, open_output, write_line
from newsextract.commands.pool import Job, Outcome, extract_all, sources_with_bodies
from newsextract.commands.progress import Progress
from newsextract.commands.stores import add_store_argument, open_to_read, warn_of_rejected
from newsextract.errors import InputError

NAME = "extract"
HELP = "extract the articles of pages on disk or from a pipe, as JSON lines"

UNREADABLE_EXIT_CODE = 1

_EPILOG = """\
A page without an article is no error: its line has an empty text, and page_state says why. An input that
cannot be read gets a message on standard error instead of a line; the others are not affected, and the exit
code is 1.

With --store, pages of sites that the file knows are read by what was learned of them, be it by a crawl or by
`newsextract learn`: by a rule where one fits (the line's `rule` names it), else by what the site adds to the
page's own evidence. A page's site is that of --url, or of the address that the page declares as its own.

examples:
  newsextract extract story.html.gz --fields title,text
  newsextract extract pages/ --workers 4 -o articles.jsonl
  newsextract extract pages/ --store learned.db      by the rules that `newsextract learn` found
  curl -s https://news.example/story | newsextract extract - --url https://news.example/story
"""

_ERASE_PROGRESS = "\r\x1b[K"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "input", metavar="FILE|FOLDER|-", nargs="+",
        help="a page (.gz is decompressed), a folder to search for .html, .htm and .xhtml, plain or .gz, "
        "or - for standard input",
    )  # fmt: skip
    parser.add_argument("--url", default="", help="address the page came from; for one page only")
    parser.add_argument(
        "--title", metavar="TEXT", help="text of the link that led to the page; for one page only"
    )
    parser.add_argument(
        "--content-type", metavar="VALUE",
        help="the server's Content-Type header, such as 'text/html; charset=gbk'",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output")
    parser.add_argument(
        "--workers", metavar="N", type=positive_number, default=1,
        help="processes to share the pages out to; the output is the same for any number (default: 1)",
    )  # fmt: skip
    add_store_argument(parser, "read the pages of sites that this store knows by its rules", default=False)
    parser.add_argument(
        "--verbose", action="store_true", help="sum up on standard error also without a terminal"
    )
    add_reading_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Extract; 1 when some input could not be read, with the reasons on standard error."""
    check_method(args.method)
    fields = chosen_fields(args.fields)
    inputs = expand(args.input)
    _check_single(args, inputs)
    template = Job(
        source=inputs[0],
        url=args.url,
        title=args.title,
        content_type=args.content_type,
        method=args.method,
        fields=fields,
    )
    stores = [Input(args.store)] if args.store else []
    with contextlib.ExitStack() as stack:
        outcomes = _outcomes(template, inputs, args, stack)
        output = stack.enter_context(open_output(args.output, [*inputs, *stores]))
        states, problems = _write_all(outcomes, len(inputs), output)
    if args.verbose or sys.stderr.isatty():
        print(summary(states, problems), file=sys.stderr)
    return UNREADABLE_EXIT_CODE if problems else 0


def _outcomes(
    template: Job, inputs: Iterable[Input], args: argparse.Namespace, stack: contextlib.ExitStack
) -> Generator[Outcome, None, None]:
    if args.store is None:
        return extract_all(_jobs(template, inputs), args.workers)
    from newsextract.commands.known import KnownSites

    store = stack.enter_context(contextlib.closing(open_to_read(args.store)))
    known = KnownSites(store, warn_of_rejected)
    # made one by one as they are asked for, each with the sites that were met until then
    jobs = (replace(job, known=known.lately) for job in _jobs(template, inputs))
    return extract_all(jobs, args.workers, known.look_up)


def _write_all(
    outcomes: Generator[Outcome, None, None], total: int, output: BinaryIO
) -> tuple[Counter[str], int]:
    """Write the lines in input order; returns how many pages are in each state and how many were not read."""
    states: Counter[str] = Counter()
    problems = 0
    with contextlib.closing(outcomes), Progress(total, NAME, progress_stream(output)) as progress:
        for outcome in outcomes:
            if outcome.problem:
                report(outcome.problem)
                problems += 1
            else:
                write_line(output, outcome.line)
                states[outcome.state] += 1
            progress.advance()
    return states, problems


def summary(states: Counter[str], problems: int) -> str:
    """``12 pages: 10 article, 2 empty; 1 could not be read``."""
    pages = states.total()
    counted = ", ".join(f"{count} {state}" for state, count in sorted(states.items(), key=_most_first))
    text = f"{pages} page{'' if pages == 1 else 's'}" + (f": {counted}" if counted else "")
    return f"{text}; {problems} could not be read" if problems else text


def _jobs(template: Job, inputs: Iterable[Input]) -> Iterator[Job]:
    return (replace(template, source=source, body=body) for source, body in sources_with_bodies(inputs))


def _check_single(args: argparse.Namespace, inputs: Sequence[Input]) -> None:
    for option, value in (("--url", args.url), ("--title", args.title)):
        if value and len(inputs) > 1:
            raise InputError(f"{option} belongs to one page, and {len(inputs)} are given")


def report(problem: str) -> None:
    """Say what is wrong with one page, above the progress."""
    erase = _ERASE_PROGRESS if sys.stderr.isatty() else ""
    print(f"{erase}newsextract: error: {one_line(problem)}", file=sys.stderr, flush=True)


def progress_stream(output: BinaryIO) -> TextIO | None:
    """None, that is standard error, unless lines and progress would meet on one screen."""
    return io.StringIO() if output.isatty() else None


def _most_first(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]

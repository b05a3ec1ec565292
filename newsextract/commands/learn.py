"""``newsextract learn``: pages on disk teach what there is to know of their sites."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from newsextract.addresses import resolve, site_name
from newsextract.commands.arguments import check_method, positive_number
from newsextract.commands.extract import report
from newsextract.commands.inputs import Input, expand, read_input
from newsextract.commands.lines import open_output, write_line
from newsextract.commands.pool import PAGE_SECONDS, internal_error, run_in_pool, sources_with_bodies
from newsextract.commands.progress import Progress
from newsextract.commands.stores import add_store_argument, open_to_write, warn, warn_of_rejected
from newsextract.commands.tables import Column, table
from newsextract.errors import InputError
from newsextract.limits import DEFAULT_LIMITS

if TYPE_CHECKING:
    from newsextract.site.keeping import SiteShelf
    from newsextract.site.memory import SiteMemory
    from newsextract.teaching import Heard

NAME = "learn"
HELP = "learn from pages on disk how their sites are built"

NOTHING_EXIT_CODE = 1

MOST_NAMED = 5
"""Pages that are left out for one reason and named."""

_DESCRIPTION = """\
Learn from pages on disk how their sites are built, as a crawl does: six articles built alike make a rule,
which then reads such pages by itself (newsextract extract --store), and is looked at and edited with
`newsextract rules`. Pages add to what is known already: a folder can come in parts, and a crawl may use the
same store at the same time. A page that comes again takes the place of what it said before.
"""
_EPILOG = """\
A page belongs to the site of the address that it declares as its own (link rel=canonical, else og:url), at
its word. Pages that declare none are left out, unless --site names the site of all pages. Exit code 1 if an
input could not be read or no article was found to learn from.

examples:
  newsextract learn pages/
  newsextract learn pages/ more/ --store learned.db --workers 4
  newsextract learn saved/ --site news.example       pages that do not declare their address
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    parser.add_argument(
        "input", metavar="FILE|FOLDER|-", nargs="+",
        help="a page (.gz is decompressed), a folder to search for .html, .htm and .xhtml, plain or .gz, "
        "or - for standard input",
    )  # fmt: skip
    add_store_argument(parser, "where what is learned is kept; made if it is not there")
    parser.add_argument(
        "--site", metavar="NAME", type=site_argument,
        help="host of the site that all pages are of, whatever they declare",
    )  # fmt: skip
    parser.add_argument(
        "--method", metavar="NAME",
        help="what finds each page's own evidence; see `newsextract methods` (default: the first there)",
    )  # fmt: skip
    parser.add_argument(
        "--workers", metavar="N", type=positive_number, default=1,
        help="processes to share the pages out to; the result is the same for any number (default: 1)",
    )  # fmt: skip


def site_argument(value: str) -> str:
    """The value of ``--site``: a host, or an address of the site."""
    name = site_name(resolve(value if "://" in value else f"http://{value}/", ""))
    if not name:
        raise argparse.ArgumentTypeError(f"{value!r} is no host; write it as in news.example")
    return name


def run(args: argparse.Namespace) -> int:
    """Learn; 1 when there was nothing to learn from, or some input could not be read."""
    check_method(args.method)
    inputs = expand(args.input)
    jobs = (
        HearJob(source=source, body=body, site=args.site or "", method=args.method)
        for source, body in sources_with_bodies(inputs)
    )
    with contextlib.closing(open_to_write(args.store)) as store:
        from newsextract.site.keeping import SiteShelf

        shelf = SiteShelf(store, on_rejected=warn_of_rejected)
        tally = hear_all(shelf, jobs, len(inputs), args.workers)
        rows = [_taught(shelf, name, pages) for name, pages in sorted(tally.sites.items())]
    for reason, names in sorted(tally.left_out.items()):
        warn(left_out_text(reason, names))
    if rows:
        with open_output(None) as output:
            write_line(output, table(_COLUMNS, rows))
    if not tally.articles:
        print("newsextract: nothing was learned: there was no article to learn from", file=sys.stderr)
    return 0 if tally.articles and not tally.problems else NOTHING_EXIT_CODE


@dataclass(frozen=True, slots=True, kw_only=True)
class HearJob:
    """One page to be heard; what a worker process is sent."""

    source: Input
    body: bytes | None = None
    """What came through the pipe, which workers cannot read; None for a file."""
    site: str = ""
    """The site it is of; empty for that of the address that it declares."""
    method: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHeard:
    """What became of one page: what it says and of which site it is, or why there is nothing."""

    name: str
    site: str = ""
    heard: Heard | None = None
    left_out: str = ""
    problem: str = ""


NO_ADDRESS = "declares no address of its own; name the site with --site NAME"


def hear_one(job: HearJob) -> PageHeard:
    """Read one page and hear it. Whatever happens, it happens to this page alone."""
    from newsextract.methods import get_method
    from newsextract.page import read_page
    from newsextract.teaching import hear, placed

    name = job.source.name
    try:
        body = read_input(job.source, DEFAULT_LIMITS) if job.body is None else job.body
        page = read_page(body, limits=DEFAULT_LIMITS)
        if page.state:
            return PageHeard(name=name, left_out=f"{page.state}: {page.reason}")
        site, stand_in = placed(page, body, job.site)
        if not site:
            return PageHeard(name=name, left_out=NO_ADDRESS)
        heard = hear(page, run=get_method(job.method), stand_in_url=stand_in)
        return PageHeard(name=name, site=site, heard=heard)
    except InputError as error:
        return PageHeard(name=name, problem=str(error))
    except Exception as error:  # a fault of ours on one page must not cost the others
        return PageHeard(name=name, problem=internal_error(job.source, error))


@dataclass(slots=True)
class Tally:
    """What came of the pages."""

    sites: dict[str, Counter[str]] = field(default_factory=dict)
    """By site, its pages by what they are."""
    left_out: dict[str, list[str]] = field(default_factory=dict)
    """Names of pages by why they are left out."""
    problems: int = 0

    @property
    def articles(self) -> int:
        """Pages that were learned from."""
        return sum(pages["article"] for pages in self.sites.values())


def hear_all(
    shelf: SiteShelf, jobs: Iterable[HearJob], total: int, workers: int, *, seconds: float = PAGE_SECONDS
) -> Tally:
    """Have the pages read by workers, and take in what they say, in their order."""
    from newsextract.teaching import take_in

    tally = Tally()
    answers = run_in_pool(hear_one, jobs, workers, _failed, seconds=seconds)
    with contextlib.closing(answers), Progress(total, NAME) as progress:
        for answer in answers:
            if answer.heard is not None:
                take_in(shelf.get(answer.site), answer.heard)
                pages = tally.sites.setdefault(answer.site, Counter())
                pages["article" if answer.heard.testimony else "other"] += 1
            elif answer.problem:
                report(answer.problem)
                tally.problems += 1
            else:
                tally.left_out.setdefault(answer.left_out, []).append(answer.name)
            progress.advance()
    return tally


def _failed(job: HearJob, error: Exception) -> PageHeard:
    return PageHeard(name=job.source.name, problem=f"{job.source.name}: {error}")


_COLUMNS = (
    Column("site"),
    Column("pages", is_number=True),
    Column("articles", is_number=True),
    Column("classes", is_number=True),
    Column("rules: from how many pages, right on which share"),
)


def _taught(shelf: SiteShelf, name: str, pages: Counter[str]) -> Sequence[str]:
    """Learn from what a site's pages have said, save it, and give the row of the table."""
    from newsextract.teaching import teach

    memory = shelf.get(name)
    teach(memory)
    shelf.save(name)
    return site_row(memory, pages)


def site_row(memory: SiteMemory, pages: Counter[str]) -> Sequence[str]:
    """A site's row: its pages of this run, and all of its classes and living rules."""
    from newsextract.site.clustering import ARTICLE
    from newsextract.site.structure import CLASS_PAGES

    clusters = memory.clusters
    classes = sum(clusters.is_class(name) and clusters.kind(name) == ARTICLE for name in clusters.counts)
    rules = [
        f"{rule.key} ({rule.support} pages, {rule.confidence:.0%})" for rule in memory.rules if not rule.until
    ]
    shown = ", ".join(rules) or f"none yet; {CLASS_PAGES} articles that are built alike make one"
    return memory.name, str(pages.total()), str(pages["article"]), str(classes), shown


def left_out_text(reason: str, names: Sequence[str]) -> str:
    """``3 pages left out, refused: not a web page but PDF (a.html, b.html, c.html)``."""
    more = len(names) - MOST_NAMED
    shown = ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
    pages = "1 page is" if len(names) == 1 else f"{len(names):,} pages are"
    return f"{pages} left out ({reason}): {shown}"

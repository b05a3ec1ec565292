"""``scrapy crawl`` as it is, but what is wrong ends it at once, with one line and exit code 2."""

from __future__ import annotations

import argparse
import asyncio
import sys
import textwrap
from collections.abc import Awaitable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.exceptions import UsageError
from scrapy.spiderloader import get_spider_loader

from newsextract.commands.inputs import one_line
from newsextract.errors import NewsextractError, SettingError
from newsextract.scrapy_commands.outputs import check_outputs, with_compression, with_format
from newsextract.settings import check_settings
from newsextract.spiders.arguments import HELP, parse_arguments
from newsextract.spiders.news import HOME_PAGES_READ, NewsSpider

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

USAGE_EXIT_CODE = 2

HELP_COLUMNS = 79
STORED_OUTPUTS = "feedexport/success_count/"
FAILED_OUTPUTS = "feedexport/failed_count/"
"""Beginnings of Scrapy's stats of outputs that are complete, and of those that are not."""


class Command(ScrapyCrawl):
    """Scrapy itself would start the crawl, print a traceback and exit with 0 or 1."""

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Those of Scrapy; the help names the arguments of our spider."""
        super().add_options(parser)
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        parser.epilog = arguments_help()

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be wrong. Scrapy calls this before it sets up the log."""
        if not args:
            raise UsageError  # prints the help
        try:
            opts.output = [with_format(output) for output in opts.output or ()]
            opts.overwrite_output = [with_format(output) for output in opts.overwrite_output or ()]
            super().process_options(args, opts)
            self._check(args, opts)
        except (NewsextractError, UsageError) as error:
            stop(str(error))

    def _check(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None  # noqa: S101  Scrapy has set them
        if len(args) > 1:
            raise SettingError(f"{' '.join(args[1:])}: not an option, and one spider is enough; see `--help`")
        spiders = get_spider_loader(self.settings)
        if args[0] not in spiders.list():
            raise SettingError(f"{args[0]}: there is no such spider; there are {', '.join(spiders.list())}")
        check_settings(self.settings)
        if issubclass(spiders.load(args[0]), NewsSpider):
            parse_arguments(opts.spargs)
        feeds = with_compression(self.settings.getdict("FEEDS"))
        check_outputs(feeds)
        if feeds:
            self.settings.set("FEEDS", feeds, "cmdline")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl. What fails before the first request or in the outputs ends in a line and an exit code."""
        assert self.crawler_process is not None  # noqa: S101  Scrapy has set it
        crawler = self._create_crawler(args[0])
        crawl = self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        failure = failure_of(crawl)
        if isinstance(failure, NewsextractError):
            stop(str(failure))
        if failure is not None:
            raise failure
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        elif unstored_outputs(crawler.settings, crawler.stats.get_stats()):
            stop("an output could not be written to its end; the log says why")
        elif isinstance(crawler.spider, NewsSpider) and not crawler.stats.get_value(HOME_PAGES_READ):
            stop("no home page could be read; the log says why", exit_code=1)


def failure_of(crawl: Awaitable[None]) -> BaseException | None:
    """What ended a crawl. A Deferred, with FORCE_CRAWLER_PROCESS, has logged it by itself."""
    if isinstance(crawl, asyncio.Task) and crawl.done() and not crawl.cancelled():
        return crawl.exception()
    return None


def unstored_outputs(settings: BaseSettings, stats: Mapping[str, Any]) -> int:
    """How many outputs are not complete. Scrapy counts only some failures, hence also what is missing."""
    stored, failed = (
        sum(int(count) for name, count in stats.items() if name.startswith(kind))
        for kind in (STORED_OUTPUTS, FAILED_OUTPUTS)
    )
    if not settings.getbool("FEED_STORE_EMPTY"):
        return failed  # an output without articles is not stored, and that is no failure
    return max(failed, len(settings.getdict("FEEDS")) - stored)


def arguments_help() -> str:
    """What ``-a`` takes, for ``scrapy crawl --help``."""
    margin = max(map(len, HELP)) + len("  -a =...  ")
    lines = (
        textwrap.fill(
            text,
            HELP_COLUMNS,
            initial_indent=f"  -a {name}=...".ljust(margin),
            subsequent_indent=" " * margin,
        )
        for name, text in HELP.items()
    )
    return "\n".join(("arguments of the spider `news`:", *lines))


def stop(reason: str, *, exit_code: int = USAGE_EXIT_CODE) -> NoReturn:
    """End the program with one line."""
    print(f"newsextract: error: {one_line(reason)}", file=sys.stderr)
    sys.exit(exit_code)

"""``scrapy extract``: what ``newsextract extract`` does. Found by Scrapy through an entry point."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.utils.conf import get_config

from newsextract.errors import NewsextractError, SettingError

OUR_PROFILES = "settings_profiles."

PROFILE = "SCRAPY_PROJECT"
SETTINGS_MODULE = "SCRAPY_SETTINGS_MODULE"
"""Environment variables: the entry of ``scrapy.cfg`` that is asked for, and the module that Scrapy found."""


class Command(ScrapyCommand):
    """Scrapy makes every command at its start, whichever is asked for. That is the only moment at which a
    mistyped profile can be noticed: with one, Scrapy goes on with its bare defaults and no project."""

    requires_project = False
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, object]] = {"LOG_ENABLED": False}

    def __init__(self) -> None:
        super().__init__()
        try:
            check_profile(os.environ)
        except NewsextractError as error:
            print(f"newsextract: error: {error}", file=sys.stderr)
            sys.exit(2)

    def syntax(self) -> str:
        """Shown by ``scrapy extract --help``."""
        return "[options] <file or folder> ..."

    def short_desc(self) -> str:
        """Shown by ``scrapy``."""
        return "Extract the articles of pages on disk (newsextract)"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """The options of ``newsextract extract``."""
        from newsextract.commands import extract  # not at every start of scrapy

        super().add_options(parser)
        parser.formatter_class = (
            argparse.RawDescriptionHelpFormatter
        )  # Scrapy's garbles lines that end in ":"
        extract.add_arguments(parser)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do it."""
        if args:  # the files are in ``opts``
            raise UsageError(f"unrecognized arguments: {' '.join(args)}")
        from newsextract.commands import extract
        from newsextract.commands.main import run_command

        self.exitcode = run_command(extract, opts)


def check_profile(environment: Mapping[str, str]) -> None:
    """Raise SettingError when a profile was asked for and ``scrapy.cfg``, if it is ours, does not have it."""
    name = environment.get(PROFILE)
    if name is None or SETTINGS_MODULE in environment:
        return
    config = get_config()
    profiles = dict(config.items("settings", raw=True)) if config.has_section("settings") else {}
    if any(module.startswith(OUR_PROFILES) for module in profiles.values()):
        raise SettingError(f"{PROFILE}={name!r}: no such profile; there are {', '.join(profiles)}")

"""``newsextract demo``: the main job on the pages of a small made-up news site, without a network."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin

from newsextract.commands.arguments import add_reading_arguments, check_method
from newsextract.commands.lines import article_line, chosen_fields, open_output, write_line
from newsextract.demo import DemoPage, demo_pages
from newsextract.errors import OutputError

if TYPE_CHECKING:
    from newsextract.page import Page

NAME = "demo"
HELP = "extract the articles of a small made-up news site that comes with newsextract"

_EPILOG = """\
The home page is read for its links, whose words are the candidate titles; then each article is extracted.

examples:
  newsextract demo --fields title,text
  newsextract demo --write pages/ && newsextract extract pages/
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.epilog = _EPILOG
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--list", action="store_true", help="only list the pages")
    instead.add_argument(
        "--write", metavar="FOLDER", help="only write the pages to a folder, to try other tools"
    )
    add_reading_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print a JSON line an article, or do what the options ask for instead."""
    home, *articles = demo_pages()
    if args.list:
        print("\n".join(f"{page.path:24} {len(page.body):6} bytes  {page.url}" for page in (home, *articles)))
    elif args.write:
        write_pages((home, *articles), args.write)
        print(f"{1 + len(articles)} pages written to {args.write}")
    else:
        _extract_articles(home, articles, args)
    return 0


def titles_by_address(home: Page) -> dict[str, list[str]]:
    """The words of a home page's links by the address they lead to, each once, in page order."""
    titles: dict[str, list[str]] = {}
    for anchor in home.anchors:
        address = urldefrag(urljoin(home.url, anchor.href)).url
        text = anchor.text or anchor.title
        if text and text not in titles.setdefault(address, []):
            titles[address].append(text)
    return titles


def write_pages(pages: Sequence[DemoPage], folder: str) -> None:
    """Write the pages to a folder, made if need be. Never overwrites a file that is something else."""
    try:
        os.makedirs(folder, exist_ok=True)
        for page in pages:
            _write_page(page, os.path.join(folder, page.path))
    except OSError as error:
        raise OutputError(f"--write {folder}: cannot be written ({error.strerror})") from error


def _write_page(page: DemoPage, path: str) -> None:
    try:
        with open(path, "xb") as file:
            file.write(page.body)
    except FileExistsError:
        with open(path, "rb") as file:
            if file.read(len(page.body) + 1) != page.body:
                raise OutputError(
                    f"--write: {path} exists and is another file; name another folder"
                ) from None


def _extract_articles(home: DemoPage, articles: Sequence[DemoPage], args: argparse.Namespace) -> None:
    from newsextract.page import read_page
    from newsextract.reading import extract

    check_method(args.method)
    fields = chosen_fields(args.fields)
    titles = titles_by_address(read_page(home.body, url=home.url))
    with open_output(None) as output:
        for page in articles:
            article = extract(page.body, page.url, titles.get(page.url), args.method)
            write_line(output, article_line(page.path, article, fields))

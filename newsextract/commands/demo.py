"""``newsextract demo``: the main job, from home pages to JSON lines, on made-up news sites that come with the
package and are served on this machine."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from newsextract.commands.arguments import check_method
from newsextract.commands.demo_report import first_article, score_demo
from newsextract.errors import NewsextractError, SettingError

if TYPE_CHECKING:
    from newsextract.demo.server import DemoServer

NAME = "demo"
HELP = "crawl made-up news sites that come with newsextract, without a network"

PROFILE = "settings_profiles.default"

USAGE_EXIT_CODE = 2
"""Of `scrapy crawl` when something is wrong before the first request."""

_EPILOG = """\
The sites are served on 127.0.0.1 and crawled by the real spider, as `scrapy crawl news` does. As their true
texts are known, the result is scored.

examples:
  newsextract demo                         crawl, and write demo.jsonl
  newsextract demo --serve --port 8000     only serve the sites, to look at them or to crawl them yourself
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="demo.jsonl",
        help="where the lines go (default: %(default)s)",
    )
    parser.add_argument("--method", metavar="NAME", help="extraction method; see `newsextract methods`")
    parser.add_argument("--serve", action="store_true", help="only serve the sites, until Ctrl-C")
    parser.add_argument(
        "--port",
        type=port_number,
        default=0,
        help="port of the first site, the others follow (default: any free ones)",
    )


def port_number(value: str) -> int:
    """The value of ``--port``."""
    if not value.isascii() or not value.isdigit() or not 0 <= int(value) <= LAST_PORT:
        raise argparse.ArgumentTypeError(f"{value!r} is not a port number, 0 to {LAST_PORT}")
    return int(value)


LAST_PORT = 65_000  # the sites take the ports after it


def run(args: argparse.Namespace) -> int:
    """Serve, crawl, and say how well it went. 0 when every article was found."""
    from newsextract.demo.server import DemoServer

    check_method(args.method)
    with ExitStack() as stack:
        try:
            server = stack.enter_context(DemoServer(port=args.port))
        except OSError as error:
            raise SettingError(f"--port {args.port}: cannot be used ({error.strerror})") from error
        print(f"{len(server.addresses)} made-up news sites: {' '.join(server.addresses)}", flush=True)
        if args.serve:
            return _serve()
        return _crawl_and_report(server, args)


def _serve() -> int:
    print("Serving until Ctrl-C. To crawl them, in another terminal:", flush=True)
    print(
        "  scrapy crawl news -a url=ADDRESS -O news.jsonl -s NEWSEXTRACT_ALLOWED_NETWORKS=127.0.0.0/8",
        flush=True,
    )
    while True:
        time.sleep(3600)


def _crawl_and_report(server: DemoServer, args: argparse.Namespace) -> int:
    output = Path(args.output)
    started = time.monotonic()
    code = subprocess.run(  # noqa: S603  our own interpreter
        crawl_command(server.addresses, output, args.method), env=crawl_environment(os.environ), check=False
    ).returncode
    seconds = time.monotonic() - started
    if code == USAGE_EXIT_CODE:
        return code  # it has said why
    if code:
        raise NewsextractError(
            f"the crawl ended with exit code {code}; run it with `--serve` and `scrapy crawl` to see why"
        )
    articles = read_lines(output)
    print(summary_of(output))
    print(f"{output}: {len(articles)} articles in {seconds:.1f} s. The first:\n")
    print(printable(first_article(articles), sys.stdout.encoding))
    gold = {address: truth for site in server.sites for address, truth in site.gold().items()}
    copies = {
        site.base + copy: site.base + path for site in server.sites for copy, path in site.duplicates.items()
    }
    score = score_demo(articles, gold, copies)
    print(score.report())
    return 0 if score.is_complete else 1


def crawl_command(addresses: Iterable[str], output: Path, method: str | None) -> list[str]:
    """The command line of the crawl."""
    return [
        *(sys.executable, "-m", "scrapy", "crawl", "news"),
        *("-a", f"url={','.join(addresses)}"),
        *("-O", f"{_address(output)}:jsonlines"),
        *("-L", "WARNING"),
        *("-s", "NEWSEXTRACT_ALLOWED_NETWORKS=127.0.0.0/8"),
        *("-s", f"NEWSEXTRACT_METHOD={method or ''}"),
        *("-s", "NEWSEXTRACT_STORE="),
    ]


def _address(output: Path) -> str:
    """The file as Scrapy takes it for a file, even if its name begins like a scheme or is a dash."""
    return str(output.absolute())


def crawl_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment, but with our profile, whatever project the demo is run in, and no proxy."""
    kept = {name: value for name, value in environment.items() if not name.startswith("SCRAPY_")}
    return {**kept, "SCRAPY_SETTINGS_MODULE": PROFILE, "no_proxy": "127.0.0.1"}


def printable(text: str, encoding: str | None) -> str:
    """The text with "?" for what a terminal of this encoding has no sign for."""
    encoding = encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The articles of an output file."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def summary_of(output: Path) -> str:
    """The table of pages by site and state, from the manifest beside the output."""
    from newsextract.extensions.summary import summary_table

    manifest = json.loads(output.with_name(output.name + ".manifest.json").read_text(encoding="utf-8"))
    sites = manifest["sites"]
    return summary_table(
        {name: site["states"] for name, site in sites.items()},
        {name: site["pages"] for name, site in sites.items()},
    )

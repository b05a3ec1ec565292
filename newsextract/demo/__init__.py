"""The pages of a made-up news site, the Veldhaven Courier, to try things on without a network.

``site/`` holds them as a server would send them: one in GBK and one in windows-1252, the others in UTF-8.
Places, people and events are invented.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

BASE_URL = "https://demo.example/"
HOME = "index.html"


@dataclass(frozen=True, slots=True)
class DemoPage:
    """One page of the site."""

    path: str
    """Name of the file, below the root of the site."""
    url: str
    body: bytes
    """As the server sends it."""


def demo_pages() -> tuple[DemoPage, ...]:
    """All pages: the home page, then the articles by name."""
    site = files("newsextract.demo") / "site"
    names = sorted(page.name for page in site.iterdir() if page.name.endswith(".html"))
    names.sort(key=lambda name: name != HOME)
    return tuple(DemoPage(name, _address(name), (site / name).read_bytes()) for name in names)


def _address(name: str) -> str:
    return BASE_URL if name == HOME else BASE_URL + name

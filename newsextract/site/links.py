"""Links of a page to other pages of its site, cheap enough to be taken from every page that testifies."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

from newsextract.addresses import resolve, site_name
from newsextract.page import Page
from newsextract.site.testimony import MOST_ROWS, mark

_START = re.compile(r"(?:https?:)?//(?:www\.)?", re.IGNORECASE)
_NEEDS_CARE = re.compile(
    r"^(?!https?:)[a-z]+:|^\?|\.\./|/\./|^\./|[\s\\]|[?&;](?:utm_|[a-z]*clid=|j?sessionid)", re.IGNORECASE
)
"""Other schemes, steps up, and parameters that say where a reader came from."""


def address_mark(url: str) -> int:
    """Fingerprint of an address, whatever its scheme and fragment, and with or without ``www.``."""
    return mark(_START.sub("", url.partition("#")[0], count=1))


def link_rows(page: Page) -> tuple[tuple[int, int], ...]:
    """The rows that are a link to another page of the site: number of the row and fingerprint of the
    address."""
    links, owners, elements = page.walk.links, page.walk.owners, page.walk.elements
    host = site_name(page.url)
    if not host:
        return ()
    folder = page.url.partition("?")[0].rpartition("/")[0] + "/"
    found: list[tuple[int, int]] = []
    for row, (start, end) in enumerate(page.row_spans[:MOST_ROWS]):
        link = links[owners[start]]
        if link < 0 or (end - start > 1 and any(links[owners[node]] != link for node in range(start, end))):
            continue
        href = (elements[link].get("href") or "").strip()
        address = _link_mark(href, folder, host) if href and href[0] != "#" else 0
        if address:
            found.append((row, address))
    return tuple(found)


@lru_cache(maxsize=8192)  # most links of a page stand on all pages of its site
def _link_mark(href: str, folder: str, host: str) -> int:
    """Fingerprint of where a link leads; 0 for another site. Addresses are joined and cleaned the long way,
    which takes 0.3 ms for ten of them, only where that can make a difference."""
    if _NEEDS_CARE.search(href):
        href = resolve(href, folder)
    elif href[0] == "/" and not href.startswith("//"):
        base = urlsplit(folder)
        href = f"{base.scheme}://{base.netloc}{href}"
    elif not _START.match(href):
        href = folder + href
    bare = _START.sub("", href.partition("#")[0], count=1)
    return mark(bare) if bare.startswith(f"{host}/") else 0

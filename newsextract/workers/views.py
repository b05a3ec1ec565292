"""What is known of a site, packed once by the crawl and unpacked once by each worker.

A job carries the packed bytes, which costs no more than the page does; a worker that has had them before
knows them by their token. So any worker can read any page, also one that has just been started.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple

from newsextract.site.view import SiteView
from newsextract.workers.worker import from_bytes, to_bytes

MOST_UNPACKED = 64
"""Sites that a worker remembers; a view takes some 100 kB."""


class PackedView(NamedTuple):
    """A view on its way."""

    token: str
    """Names the bytes."""
    data: bytes


_unpacked: OrderedDict[str, SiteView] = OrderedDict()


def pack_view(view: SiteView) -> PackedView:
    """Pack a view, without the rules that may have been compiled for it."""
    data = to_bytes(replace(view))
    return PackedView(blake2b(data, digest_size=16).hexdigest(), data)


def unpack_view(packed: PackedView) -> SiteView:
    """The view; the same one each time, so that its rules are compiled once."""
    view = _unpacked.get(packed.token)
    if view is None:
        view = _unpacked[packed.token] = from_bytes(packed.data)
        if len(_unpacked) > MOST_UNPACKED:
            _unpacked.popitem(last=False)
    _unpacked.move_to_end(packed.token)
    return view

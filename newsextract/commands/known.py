"""Pages on disk read with what a store knows of their sites."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from newsextract.addresses import site_name
from newsextract.limits import DEFAULT_LIMITS
from newsextract.metadata.declared import canonical_url
from newsextract.page import read_page
from newsextract.reading import NOTHING_KNOWN, article_of
from newsextract.workers.views import PackedView, pack_view, unpack_view

if TYPE_CHECKING:
    from newsextract.commands.pool import Job
    from newsextract.items import Article
    from newsextract.store import Store
    from newsextract.store.interface import OnRejected

MOST_CARRIED = 4
"""Sites whose views a job carries, those met last: pages of one site stand together in most folders. A view
takes some 100 kB, and a page whose site is not among them is parsed twice."""

MOST_PACKED = 64
"""Sites that are kept packed, with or without something known of them."""


class KnownSites:
    """Looks up sites in a store, and packs what it knows of them for jobs."""

    def __init__(self, store: Store, on_rejected: OnRejected) -> None:
        self._store = store
        self._on_rejected = on_rejected
        self._packed: OrderedDict[str, PackedView | None] = OrderedDict()

    @property
    def lately(self) -> dict[str, PackedView | None]:
        """What is known of the sites that were looked up last."""
        return {site: self._packed[site] for site in list(self._packed)[-MOST_CARRIED:]}

    def look_up(self, site: str) -> dict[str, PackedView | None]:
        """What is known of a site, and of those looked up before it."""
        from newsextract.site.stored import stored_view  # loads NumPy

        if site not in self._packed:
            view = stored_view(self._store, site, on_rejected=self._on_rejected)
            self._packed[site] = pack_view(view) if view is not None else None
            if len(self._packed) > MOST_PACKED:
                self._packed.popitem(last=False)
        self._packed.move_to_end(site)
        return self.lately


def article_of_known(job: Job, body: bytes, known: Mapping[str, PackedView | None]) -> Article | str:
    """The article of a page, read with what is known of its site: that of the address that it came from, else
    of the one that it declares. Gives the name of a site that was not looked up yet."""
    page = read_page(body, url=job.url, header=job.content_type, limits=DEFAULT_LIMITS)
    site = site_name(job.url or canonical_url(page))
    if site and site not in known:
        return site
    packed = known.get(site)
    titles = () if job.title is None else (job.title,)
    if packed is None:
        return article_of(page, titles, job.method, NOTHING_KNOWN)
    return replace(article_of(page, titles, job.method, unpack_view(packed)), site=site)

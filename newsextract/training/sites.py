"""Which pages are of one site: a fold of the cross-validation takes all of a site's pages, or none."""

from __future__ import annotations

import hashlib
from collections import Counter
from urllib.parse import urlsplit

from newsextract.addresses import registered_domain
from newsextract.bench.corpus import Case
from newsextract.page import Page

FOLDS = 5
UNKNOWN_HOSTS = (".example", ".invalid", ".test")
"""Ends of hosts that stand for an address nobody knows."""

EVERYWHERE = frozenset(
    "facebook.com twitter.com google.com youtube.com wordpress.org feedburner.com addthis.com pinterest.com "
    "digg.com reddit.com linkedin.com".split()
)
"""Sites that pages of all sites link to."""


def site_of(case: Case, page: Page) -> str:
    """The registered domain of the page's address; where that is unknown, the one it links to most."""
    host = _host(case.url)
    domain = "" if host.endswith(UNKNOWN_HOSTS) else registered_domain(host)
    if domain:
        return domain
    linked = Counter(
        domain
        for anchor in page.anchors
        if (domain := registered_domain(_host(anchor.href))) not in EVERYWHERE
    )
    del linked[""]
    return linked.most_common(1)[0][0] if linked else case.site or case.id


def fold_of(site: str) -> int:
    """The fold of a site, the same in every run and for every corpus."""
    return int.from_bytes(hashlib.sha256(site.encode()).digest()[:8], "big") % FOLDS


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""

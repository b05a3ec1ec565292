"""Three made-up news sites to try things on without a network, and the gold of every article.

The Veldhaven Courier (English, tables and fonts, windows-1252), the Halmere Review (English, modern markup,
UTF-8) and Yuchuan Online (Chinese, a portal, GBK), with 54 articles each. Places, people and events are
invented. ``grammar`` and ``writing`` write the stories from ``material/``, ``plans`` and ``stories`` publish
them, ``courier``, ``review`` and ``portal`` set the pages in ``templates/``, ``feeds`` adds what machines
read, ``building`` puts a site together, and ``server`` serves it.

For tests of learning there are the Review halfway through a ``redesign``, more articles of every site than it
serves (``volumes``), and pages that are made to mislead (``hostile``).
"""

from newsextract.demo.building import REDESIGNED, SITE_NAMES, build_site, demo_sites
from newsextract.demo.hostile import HOSTILE_KINDS, hostile_page
from newsextract.demo.values import DemoArticle, DemoPage, DemoResponse, DemoSite
from newsextract.demo.volumes import many_articles

__all__ = [
    "HOSTILE_KINDS",
    "REDESIGNED",
    "SITE_NAMES",
    "DemoArticle",
    "DemoPage",
    "DemoResponse",
    "DemoSite",
    "build_site",
    "demo_sites",
    "hostile_page",
    "many_articles",
]

"""Three made-up news sites to try things on without a network, and the gold of every article.

The Veldhaven Courier (English, tables and fonts, windows-1252), the Halmere Review (English, modern markup,
UTF-8) and Yuchuan Online (Chinese, a portal, GBK), with 54 articles each. Places, people and events are
invented. ``grammar`` and ``writing`` write the stories from ``material/``, ``plans`` and ``stories`` publish
them, ``courier``, ``review`` and ``portal`` set the pages in ``templates/``, ``feeds`` adds what machines
read, ``building`` puts a site together, and ``server`` serves it.
"""

from newsextract.demo.building import SITE_NAMES, build_site, demo_sites
from newsextract.demo.values import DemoArticle, DemoResponse, DemoSite

__all__ = ["SITE_NAMES", "DemoArticle", "DemoResponse", "DemoSite", "build_site", "demo_sites"]
